// Kernels, for callers that launch them themselves. One dimension; any grid, any block.
#pragma once

#include <cooperative_groups.h>

extern "C" __global__ void numerics_axpy_kernel(float a, const float* x, float* y, size_t n);
extern "C" __global__ void numerics_polynomial_kernel(const float* c, unsigned terms, const float* x, float* y, size_t n);

// *result = sum of x. Launch cooperatively; `partial` has one element a block.
extern "C" __global__ void numerics_sum_kernel(const float* x, float* partial, float* result, size_t n);

namespace numerics {

// y is x from its end to its beginning.
__global__ void reverse(const float* x, float* y, size_t n);

// *slot += value, with every thread's; for float and double.
template <typename T>
__device__ void add(T* slot, T value) {
    for (int lanes = 16; lanes > 0; lanes /= 2) value += __shfl_down_sync(0xffffffff, value, lanes);
    if (threadIdx.x % 32 == 0) atomicAdd(slot, value);
}

// x -= mean of x. Launch cooperatively, with whole warps; *total is 0 before.
template <typename T>
__global__ void centre(T* x, T* total, size_t n) {
    const size_t first = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    const size_t stride = size_t(gridDim.x) * blockDim.x;
    T sum = 0;
    for (size_t i = first; i < n; i += stride) sum += x[i];
    add(total, sum);
    // Every block has added its part before any reads the total.
    cooperative_groups::this_grid().sync();
    const T mean = *total / T(n);
    for (size_t i = first; i < n; i += stride) x[i] -= mean;
}

}  // namespace numerics
