// All threads of a block write one cell. A barrier makes the result the same for all, but does not pick it.
#include <coop/export.cuh>

__global__ void two_writers(unsigned* output) {
    __shared__ unsigned last;
    // Wrong: nothing says which of the writes is the last.
    last = threadIdx.x;
    __syncthreads();
    output[blockIdx.x * blockDim.x + threadIdx.x] = last;
}

__global__ void one_result(unsigned* output) {
    __shared__ unsigned last;
    if (threadIdx.x == 0) last = 0;
    // Separates that write from the maxima.
    __syncthreads();
    atomicMax(&last, threadIdx.x);
    // Separates the maxima from their reads.
    __syncthreads();
    output[blockIdx.x * blockDim.x + threadIdx.x] = last;
}

COOP_KERNEL(lab_two_writers, two_writers);
COOP_KERNEL(lab_one_result, one_result);
