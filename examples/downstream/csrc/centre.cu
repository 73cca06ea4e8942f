#include <cooperative_groups.h>
#include <coop/export.cuh>

// One thread a block works, to keep it short.
__global__ void centre(float* x, float* partial, unsigned n) {
    float sum = 0;
    if (threadIdx.x == 0) {
        for (unsigned i = blockIdx.x; i < n; i += gridDim.x)
            sum += x[i];
        partial[blockIdx.x] = sum;
    }
    // Every partial sum is written before any is read.
    cooperative_groups::this_grid().sync();
    if (threadIdx.x == 0) {
        float mean = 0;
        for (unsigned b = 0; b < gridDim.x; ++b)
            mean += partial[b] / n;
        for (unsigned i = blockIdx.x; i < n; i += gridDim.x)
            x[i] -= mean;
    }
}
COOP_COOPERATIVE_KERNEL(centre, centre);
