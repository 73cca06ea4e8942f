// The tile reversed by threads of which some leave early: a barrier does not wait for those, and nobody does their work.
#include <coop/export.cuh>

__global__ void early_return(const unsigned* input, unsigned* output) {
    __shared__ unsigned tile[1024];
    const unsigned begin = blockIdx.x * blockDim.x;
    const unsigned mine = input[begin + threadIdx.x];
    // Wrong: a thread with a zero seems to have nothing to do, but its cell is read, and its output expected.
    if (mine == 0) return;
    tile[threadIdx.x] = mine;
    __syncthreads();
    output[begin + threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

__global__ void no_early_return(const unsigned* input, unsigned* output) {
    __shared__ unsigned tile[1024];
    const unsigned begin = blockIdx.x * blockDim.x;
    const unsigned mine = input[begin + threadIdx.x];
    tile[threadIdx.x] = mine;
    // Separates the writes of tile[], those of zeros too, from their reads by other threads.
    __syncthreads();
    output[begin + threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

COOP_KERNEL(lab_early_return, early_return);
COOP_KERNEL(lab_no_early_return, no_early_return);
