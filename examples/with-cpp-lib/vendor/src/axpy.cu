#include <numerics/kernels.cuh>
#include <numerics/numerics.h>

extern "C" __global__ void numerics_axpy_kernel(float a, const float* x, float* y, size_t n) {
    const size_t stride = size_t(gridDim.x) * blockDim.x;
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n; i += stride) y[i] += a * x[i];
}

cudaError_t numerics_axpy(float a, const float* x, float* y, size_t n, cudaStream_t stream) {
    numerics_axpy_kernel<<<64, 256, 0, stream>>>(a, x, y, n);
    return cudaGetLastError();
}
