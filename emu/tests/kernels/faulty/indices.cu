// Indices out of arrays of all kinds, in structures and by pointers.
#include "faulty.cuh"

namespace {

struct record {
    int a[4];
    int b;
};
__global__ void array_in_a_structure(record* r, int i) {
    r->a[i] = 1;  //! Memory: index 4
}
FAULTY(array_in_a_structure) {
    array<record> r(2);
    array_in_a_structure<<<1, 1>>>(r, 4);
}

__global__ void rows_of_a_tile(int* out) {
    __shared__ int tile[16][16];
    tile[threadIdx.x][0] = 1;  //! Memory: of an array
    __syncthreads();
    out[threadIdx.x] = tile[0][0];
}
FAULTY(rows_of_a_tile) {
    array<int> out(32);
    rows_of_a_tile<<<1, 32>>>(out);
}

__global__ void columns_of_a_tile(int* out) {
    __shared__ int tile[16][16];
    tile[0][threadIdx.x] = 1;  //! Memory: of an array
    __syncthreads();
    out[threadIdx.x] = tile[0][0];
}
FAULTY(columns_of_a_tile) {
    array<int> out(32);
    columns_of_a_tile<<<1, 32>>>(out);
}

struct block_data {
    int counts[32];
    float sum;
};
__global__ void array_of_a_shared_structure(int* out) {
    __shared__ block_data d;
    d.counts[threadIdx.x] = 0;  //! Memory: of an array `int [32]`
    __syncthreads();
    out[threadIdx.x] = d.counts[0];
}
FAULTY(array_of_a_shared_structure) {
    array<int> out(64);
    array_of_a_shared_structure<<<1, 64>>>(out);
}

__global__ void negative_local_index(int* out, int at) {
    int a[8] = {};
    a[threadIdx.x] = 3;
    out[threadIdx.x] = a[at];  //! Memory: index -1
}
FAULTY(negative_local_index) {
    array<int> out(8);
    negative_local_index<<<1, 8>>>(out, -1);
}

__device__ __noinline__ void fill(int* a, int n) {
    for (int i = 0; i < n; ++i) a[i] = i;  //! Memory: local variables
}
__global__ void local_array_by_a_pointer(int* out) {
    int a[8];
    fill(a, 1 << 24);
    out[threadIdx.x] = a[threadIdx.x];
}
FAULTY(local_array_by_a_pointer) {
    array<int> out(8);
    local_array_by_a_pointer<<<1, 8>>>(out);
}

__global__ void index_that_overflows(int* x, int a, int b) {
    x[a * b] = 1;  //! Memory: never valid
}
FAULTY(index_that_overflows) {
    array<int> x(64);
    index_that_overflows<<<1, 1>>>(x, 70000, 40000);
}

__global__ void last_of_none(int* x, unsigned n) {
    x[n - 1] = 1;  //! Memory: thread
}
FAULTY(last_of_none) {
    array<int> x(64);
    last_of_none<<<1, 1>>>(x, 0u);
}

__global__ void before_dynamic(int* out, int n) {
    extern __shared__ int words[];
    words[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = words[int(threadIdx.x) - n];  //! Memory: thread
}
FAULTY(before_dynamic) {
    array<int> out(32);
    before_dynamic<<<1, 32, 128>>>(out, 4);
}

__global__ void dynamic_that_nobody_asked_for(int* out) {
    extern __shared__ int words[];
    words[threadIdx.x] = 1;  //! Memory: dynamic shared memory
    out[threadIdx.x] = words[threadIdx.x];
}
FAULTY(dynamic_that_nobody_asked_for) {
    array<int> out(32);
    dynamic_that_nobody_asked_for<<<1, 32>>>(out);
}

__global__ void bin_in_shared_memory(const unsigned* in, unsigned* out) {
    __shared__ unsigned bins[16];
    if (threadIdx.x < 16) bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[in[threadIdx.x]], 1u);  //! Memory: `bins`
    __syncthreads();
    if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];
}
FAULTY(bin_in_shared_memory) {
    array<unsigned> in(std::vector<unsigned>(32, 16)), out(16);
    bin_in_shared_memory<<<1, 32>>>(in, out);
}

struct material {
    float density;
    float rates[3];
};
__constant__ material materials[2];
__global__ void constant_structure_past_the_end(float* out, int which) {
    out[threadIdx.x] = materials[which].density;  //! Memory: index 2
}
FAULTY(constant_structure_past_the_end) {
    array<float> out(4);
    constant_structure_past_the_end<<<1, 4>>>(out, 2);
}

__global__ void array_of_a_constant_structure(float* out, int which) {
    out[threadIdx.x] = materials[1].rates[which];  //! Memory: index 3
}
FAULTY(array_of_a_constant_structure) {
    array<float> out(4);
    array_of_a_constant_structure<<<1, 4>>>(out, 3);
}

__global__ void constant_by_its_address(float* constant) {
    constant[0] = 1;  //! Memory: __constant__
}
FAULTY(constant_by_its_address) {
    void* address = nullptr;
    cudaGetSymbolAddress(&address, materials);
    constant_by_its_address<<<1, 1>>>(static_cast<float*>(address));
}

__device__ float field[8][8];
__global__ void field_of_the_device(int i, int j) {
    field[i][j] = 1;  //! Memory: index 8
}
FAULTY(field_of_the_device) { field_of_the_device<<<1, 1>>>(8, 0); }

__global__ void field_by_its_address(float* field) {
    field[64 + threadIdx.x] = 1;  //! Memory: `field`
}
FAULTY(field_by_its_address) {
    void* address = nullptr;
    cudaGetSymbolAddress(&address, field);
    field_by_its_address<<<1, 1>>>(static_cast<float*>(address));
}

}  // namespace

// By which the linker takes this file.
extern "C" void emu_faulty_indices() {}
