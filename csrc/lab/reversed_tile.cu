// Each block reverses its tile through shared memory, with and without the barrier in the middle.
#include <coop/export.cuh>

__global__ void reversed_tile(const unsigned* input, unsigned* output) {
    __shared__ unsigned tile[1024];
    const unsigned begin = blockIdx.x * blockDim.x;
    tile[threadIdx.x] = input[begin + threadIdx.x];
    // Wrong: nothing separates the writes of tile[] from their reads by other threads.
    output[begin + threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

__global__ void reversed_tile_with_barrier(const unsigned* input, unsigned* output) {
    __shared__ unsigned tile[1024];
    const unsigned begin = blockIdx.x * blockDim.x;
    tile[threadIdx.x] = input[begin + threadIdx.x];
    // Separates the writes of tile[] from their reads by other threads.
    __syncthreads();
    output[begin + threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

COOP_KERNEL(lab_reversed_tile, reversed_tile);
COOP_KERNEL(lab_reversed_tile_with_barrier, reversed_tile_with_barrier);
