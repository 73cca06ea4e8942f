// prints: 1 2
#include <stdio.h>
__global__ void k(int* x) { *x = 1; }
__global__ void k(float* x) { *x = 2; }
int main() { int* i; float* f; cudaMallocManaged(&i, 4); cudaMallocManaged(&f, 4); k<<<1, 1>>>(i); k<<<1, 1>>>(f); cudaDeviceSynchronize(); printf("%d %g\n", *i, *f); }
