#include <numerics/kernels.cuh>

extern "C" __global__ void numerics_sum_kernel(const float* x, float* partial, float* result, size_t n) {
    __shared__ float block;
    if (threadIdx.x == 0) block = 0;
    __syncthreads();
    float sum = 0;
    const size_t stride = size_t(gridDim.x) * blockDim.x;
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n; i += stride) sum += x[i];
    atomicAdd(&block, sum);
    __syncthreads();
    if (threadIdx.x == 0) partial[blockIdx.x] = block;
    // Every block's part is written before block 0 reads them.
    cooperative_groups::this_grid().sync();
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        float total = 0;
        for (unsigned b = 0; b < gridDim.x; ++b) total += partial[b];
        *result = total;
    }
}
