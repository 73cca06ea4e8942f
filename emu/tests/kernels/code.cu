// What a build finds out about kernels, and the ways to launch them.
#include <coop/export.cuh>

#include "code_launch.cuh"

__device__ int doubled_in_shared(int value);

namespace {

constexpr unsigned threads = 96;

// 24 bytes, in a function that is a function of its own.
__device__ __noinline__ double last_of_three(double value) {
    __shared__ double three[3];
    three[threadIdx.x % 3] = value;
    return three[threadIdx.x % 3];
}

// 40 + 24 + 1 bytes; the variable of `not_called` is none of its own.
__global__ void static_shared(double* out) {
    __shared__ float ten[10];
    __shared__ char one;
    ten[threadIdx.x % 10] = 1;
    one = 1;
    *out = last_of_three(ten[threadIdx.x % 10]) + one;
}

__global__ void not_called(double* out) {
    __shared__ double many[100];
    many[threadIdx.x % 100] = 1;
    *out = many[threadIdx.x % 100];
}

// N elements, of which the caller names one; the launch bound is N.
template <typename T, unsigned N>
__global__ void __launch_bounds__(N, 2) array_of(T* out, unsigned index) {
    __shared__ T array[N];
    array[index] = 3;
    __syncthreads();
    *out = array[index];
}

__global__ __launch_bounds__(threads) void bounded(unsigned* out) { *out = 1; }

__global__ void uses_elsewhere(int* out) { *out = doubled_in_shared(4); }

struct alignas(16) wide {
    float values[4];
};
struct bytes {
    char values[5];
};

__global__ void aligned(char a, wide b, bytes c, double d, unsigned* out) {
    *out = unsigned(a) + unsigned(b.values[3]) + unsigned(c.values[4]) + unsigned(d);
}

__global__ void sum_of_wide(wide values, float* out) {
    *out = values.values[0] + values.values[1] + values.values[2] + values.values[3];
}

template <typename T, int N>
__global__ void fill(T* out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = T(N);
}

}  // namespace

// By their addresses alone.
extern "C" __global__ void emu_code_c_name(const float* in, double* out, float factor, std::size_t n) {
    for (std::size_t i = threadIdx.x; i < n; i += blockDim.x) out[i] = double(in[i]) * factor;
}
#define MADE_BY_A_MACRO(name) __global__ void name(unsigned* out) { *out = 1; }
extern "C" MADE_BY_A_MACRO(emu_code_by_macro)

extern "C" const void* emu_code_local() { return reinterpret_cast<const void*>(sum_of_wide); }

// A template of this file alone, and a kernel in a header: their symbols say what they take.
extern "C" const void* emu_code_template() { return reinterpret_cast<const void*>(fill<short, 5>); }
extern "C" const void* emu_code_in_header() { return reinterpret_cast<const void*>(in_header); }

void run_filled(float* out, cudaStream_t stream) { ::fill<float, -1><<<1, 3, 16, stream>>>(out); }

extern "C" void emu_code_launch(float* out, cudaStream_t stream) {
    fill<float, 7><<<2, dim3(4)>>>(out);
    void (*kernel)(wide, float*) = sum_of_wide;
    kernel<<<1, 1, 0, stream>>>(wide{{1, 2, 3, 4}}, out + 8);
    run_filled(out + 9, stream);
}

COOP_KERNEL(emu_static_shared, static_shared);
COOP_KERNEL(emu_not_called, not_called);
COOP_KERNEL(emu_array_of_float_8, array_of<float, 8>);
COOP_KERNEL(emu_array_of_short_160, array_of<short, 160>);
COOP_KERNEL(emu_bounded, bounded);
COOP_KERNEL(emu_uses_elsewhere, uses_elsewhere);
COOP_KERNEL(emu_aligned, aligned);
