#include "make.h"
#include "scale.cuh"

static __global__ void fill(float* x, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = table(i);
}

float* make(int n) {
    float* x;
    if (cudaMallocManaged(&x, n * sizeof *x) != cudaSuccess) return nullptr;
    const int blocks = (n + 63) / 64;
    fill<<<blocks, 64>>>(x, n);
    scale<<<blocks, 64>>>(x, 2.0f, n);
    return cudaDeviceSynchronize() == cudaSuccess ? x : nullptr;
}
