// Each kernel does what would end the process of a program on the CPU, or keep it for ever.
#include <cstdlib>

#include <coop/export.cuh>

namespace {

__global__ void divides(int a, int b, int* out) {
    if (threadIdx.x == 3) *out = a / b;
}

template <unsigned N>
__device__ void fill(unsigned* out) {
    unsigned a[N];
    for (unsigned i = 0; i < N; i += 64) a[i] = i + threadIdx.x;
    *out = a[*out % N];
}
__global__ void local_400_kb(unsigned* out) { fill<100000>(out); }
__global__ void local_80_kb(unsigned* out) { fill<20000>(out); }

__global__ void beyond_local(unsigned* out, long long index) {
    unsigned a[4] = {1, 2, 3, 4};
    a[index] = 5;
    *out = a[*out % 4];
}

__global__ void calls_null(void (*function)()) {
    if (threadIdx.x == 3) function();
}

__global__ void aborts() {
    if (threadIdx.x == 3) std::abort();
}

__global__ void empty_loop() {
    for (;;) {
    }
}

__global__ void empty_loop_of_one() {
    if (threadIdx.x == 3)
        while (1) {
        }
    __syncthreads();
}

}  // namespace

COOP_KERNEL(emu_divides, divides);
COOP_KERNEL(emu_local_400_kb, local_400_kb);
COOP_KERNEL(emu_local_80_kb, local_80_kb);
COOP_KERNEL(emu_beyond_local, beyond_local);
COOP_KERNEL(emu_calls_null, calls_null);
COOP_KERNEL(emu_aborts, aborts);
COOP_KERNEL(emu_empty_loop, empty_loop);
COOP_KERNEL(emu_empty_loop_of_one, empty_loop_of_one);
