// prints: 8 20
#include <stdio.h>
__constant__ float scale[2] = {1, 2};
__constant__ const int table[2] = {3, 4};
static __constant__ int copied;
__global__ void k(float* x) { x[0] = scale[1] * table[1]; x[1] = copied * scale[1]; }
int main() { float* x; cudaMallocManaged(&x, 8); int ten = 10; cudaMemcpyToSymbol(copied, &ten, sizeof ten); k<<<1, 1>>>(x); cudaDeviceSynchronize(); printf("%g %g\n", x[0], x[1]); }
