// Memory that nobody has written, that kernels only read, and that is copied in one go.
#include <coop/export.cuh>

extern "C" {
__constant__ unsigned emu_constants[4] = {1, 2, 3, 5};
__device__ unsigned emu_variables[4] = {10, 20, 30, 40};
}

namespace {

const unsigned literals[4] = {7, 7, 7, 7};

__global__ void read_at(const unsigned* data, unsigned index, unsigned* out) { *out = data[index]; }

__global__ void add_to(unsigned* data) { atomicAdd(&data[threadIdx.x], 1u); }

// Writes the first `n` words of its tile, and reads all of them.
__global__ void read_tile(unsigned n, unsigned* out) {
    __shared__ unsigned tile[64];
    if (threadIdx.x < n) tile[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

__global__ void read_dynamic_tile(unsigned n, unsigned* out) {
    extern __shared__ unsigned dynamic_tile[];
    if (threadIdx.x < n) dynamic_tile[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = dynamic_tile[blockDim.x - 1 - threadIdx.x];
}

struct padded {
    char tag;
    unsigned value;
};

// A structure written member by member and copied as a whole: nobody writes the three bytes between.
__global__ void copy_padded(padded* data) {
    data[threadIdx.x].tag = 'x';
    data[threadIdx.x].value = threadIdx.x;
    data[blockDim.x + threadIdx.x] = data[threadIdx.x];
}

__global__ void write_constant(unsigned index) { const_cast<volatile unsigned*>(emu_constants)[index] = 1; }

__global__ void write_literal(unsigned index) { const_cast<volatile unsigned*>(literals)[index] = 1; }

__global__ void use_variables(unsigned* out) {
    out[threadIdx.x] = emu_constants[threadIdx.x] + emu_variables[threadIdx.x];
    emu_variables[threadIdx.x] += 1;
}

// A fill or a copy, by the library's functions.
__global__ void in_one_go(unsigned char* to, const unsigned char* from, unsigned long long bytes) {
    if (from == nullptr) {
        memset(to, 1, bytes);
    } else {
        memcpy(to, from, bytes);
    }
}

// The same of a size that the compiler knows.
__global__ void fill_2000(unsigned char* to) { memset(to, 0, 2000); }
__global__ void copy_64(unsigned char* to, const unsigned char* from) { memcpy(to, from, 64); }
__global__ void fill_shared(unsigned* out) {
    __shared__ unsigned tile[32];
    if (threadIdx.x == 0) memset(tile, 0, sizeof tile);
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x];
}

}  // namespace

COOP_KERNEL(emu_read_at, read_at);
COOP_KERNEL(emu_add_to, add_to);
COOP_KERNEL(emu_read_tile, read_tile);
COOP_KERNEL(emu_read_dynamic_tile, read_dynamic_tile);
COOP_KERNEL(emu_copy_padded, copy_padded);
COOP_KERNEL(emu_write_constant, write_constant);
COOP_KERNEL(emu_write_literal, write_literal);
COOP_KERNEL(emu_use_variables, use_variables);
COOP_KERNEL(emu_in_one_go, in_one_go);
COOP_KERNEL(emu_fill_2000, fill_2000);
COOP_KERNEL(emu_copy_64, copy_64);
COOP_KERNEL(emu_fill_shared, fill_shared);
