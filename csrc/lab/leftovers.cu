// Shared memory as a block finds it. Volatile, so that the compiler leaves every access where it is.
#include <coop/export.cuh>

__global__ void leftovers(unsigned* found) {
    __shared__ volatile unsigned tile[1024];
    // Wrong: nobody has written this cell. Shared memory is not zeroed; an earlier block may have been here.
    found[blockIdx.x * blockDim.x + threadIdx.x] = tile[threadIdx.x];
    tile[threadIdx.x] = 1000 + blockIdx.x;
}

__global__ void no_leftovers(unsigned* found) {
    __shared__ volatile unsigned tile[1024];
    tile[threadIdx.x] = 0;
    // A thread reads its own cell: no barrier is needed.
    found[blockIdx.x * blockDim.x + threadIdx.x] = tile[threadIdx.x];
    tile[threadIdx.x] = 1000 + blockIdx.x;
}

COOP_KERNEL(lab_leftovers, leftovers);
COOP_KERNEL(lab_no_leftovers, no_leftovers);
