#include <numerics/kernels.cuh>

__global__ void numerics::reverse(const float* x, float* y, size_t n) {
    const size_t stride = size_t(gridDim.x) * blockDim.x;
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n; i += stride) y[i] = x[n - 1 - i];
}
