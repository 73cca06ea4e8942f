// prints: 1 2
#include <stdio.h>
template <typename T> __global__ void k(T* x);
template <typename T> __global__ void k(T* x) { *x = 1; }
template <> __global__ void k<float>(float* x) { *x = 2; }
template __global__ void k<double>(double*);
int main() { int* i; float* f; cudaMallocManaged(&i, 4); cudaMallocManaged(&f, 4); k<<<1, 1>>>(i); k<<<1, 1>>>(f); cudaDeviceSynchronize(); printf("%d %g\n", *i, *f); }
