// Histogram of bytes: each block counts in shared memory, and adds its counts to the result at the end.

#define NUM_BINS 256

// bins[b] += the number of bytes of `data` that are b. Any grid and any block.
__global__ void histogram(unsigned int *bins, const unsigned char *data, int length)
{
    __shared__ unsigned int local[NUM_BINS];

    for (int b = threadIdx.x; b < NUM_BINS; b += blockDim.x) {
        local[b] = 0;
    }
    __syncthreads();

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < length; i += gridDim.x * blockDim.x) {
        atomicAdd(&local[data[i]], 1);
    }
    __syncthreads();

    for (int b = threadIdx.x; b < NUM_BINS; b += blockDim.x) {
        atomicAdd(&bins[b], local[b]);
    }
}
