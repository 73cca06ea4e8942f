// prints: 3 7 1.5
#include <cuda_fp16.h>
#include <stdio.h>
struct P { float a, b; P() = default; P(float v) : a(v), b(v) {} };
extern __shared__ __align__(16) unsigned char bytes[];
__global__ void k(float* x) { __shared__ P p[32]; __shared__ half2 h; __shared__ alignas(16) int v[4]; p[threadIdx.x].a = threadIdx.x; ((int*)bytes)[threadIdx.x] = 7; if (threadIdx.x == 0) { h = __float2half2_rn(1.5f); v[0] = 0; } __syncthreads(); if (threadIdx.x == 0) { x[0] = p[3].a; x[1] = ((int*)bytes)[31]; x[2] = __low2float(h); } }
int main() { float* x; cudaMallocManaged(&x, 12); k<<<1, 32, 128>>>(x); cudaDeviceSynchronize(); printf("%g %g %g\n", x[0], x[1], x[2]); }
