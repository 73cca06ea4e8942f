#include <numerics/kernels.cuh>
#include <numerics/numerics.h>

#include "horner.cuh"

extern "C" __global__ void numerics_polynomial_kernel(const float* c, unsigned terms, const float* x, float* y, size_t n) {
    const size_t stride = size_t(gridDim.x) * blockDim.x;
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n; i += stride)
        y[i] = numerics::horner(c, terms, x[i]);
}

cudaError_t numerics_polynomial(const float* c, unsigned terms, const float* x, float* y, size_t n, cudaStream_t stream) {
    numerics_polynomial_kernel<<<64, 256, 0, stream>>>(c, terms, x, y, n);
    return cudaGetLastError();
}
