// The barrier of the reversed tile, below the read that it should stand above.
#include <coop/export.cuh>

__global__ void moved_barrier(const unsigned* input, unsigned* output) {
    __shared__ unsigned tile[1024];
    const unsigned begin = blockIdx.x * blockDim.x;
    tile[threadIdx.x] = input[begin + threadIdx.x];
    const unsigned mirrored = tile[blockDim.x - 1 - threadIdx.x];
    // Wrong: by now the tile has been read. It changes nothing.
    __syncthreads();
    output[begin + threadIdx.x] = mirrored;
}

COOP_KERNEL(lab_moved_barrier, moved_barrier);
