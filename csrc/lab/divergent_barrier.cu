// A barrier in a branch: legal where all threads of the block take the same one, and only there.
#include <coop/export.cuh>

__global__ void divergent_barrier(const unsigned* input, unsigned* output) {
    __shared__ unsigned tile[1024];
    const unsigned begin = blockIdx.x * blockDim.x;
    tile[threadIdx.x] = input[begin + threadIdx.x];
    // Wrong: the halves of the block wait at two barriers, and each needs all threads.
    if (threadIdx.x % 2 == 0) {
        __syncthreads();
        output[begin + threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
    } else {
        __syncthreads();
        output[begin + threadIdx.x] = 2 * tile[blockDim.x - 1 - threadIdx.x];
    }
}

__global__ void uniform_barrier(const unsigned* input, unsigned* output) {
    __shared__ unsigned tile[1024];
    const unsigned begin = blockIdx.x * blockDim.x;
    tile[threadIdx.x] = input[begin + threadIdx.x];
    // All threads of a block agree on blockIdx.x. In each branch the barrier separates writes of tile[] from their reads.
    if (blockIdx.x % 2 == 0) {
        __syncthreads();
        output[begin + threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
    } else {
        __syncthreads();
        output[begin + threadIdx.x] = 2 * tile[blockDim.x - 1 - threadIdx.x];
    }
}

COOP_KERNEL(lab_divergent_barrier, divergent_barrier);
COOP_KERNEL(lab_uniform_barrier, uniform_barrier);
