// prints: 0 0 7
#include <stdio.h>
template <typename T> struct Vec { T v[3]; };
template <typename T> __global__ void k(Vec<T> a, T* x) { x[threadIdx.x] = a.v[threadIdx.x]; }
int main() { int* x; cudaMallocManaged(&x, 12); Vec<int> a = {{5, 6, 7}}; void* args[] = {&a, &x}; int e = cudaLaunchKernel((const void*)k<int>, dim3(1), dim3(3), args, 0, 0); cudaDeviceSynchronize(); cudaFuncAttributes f; printf("%d %d %d\n", e, cudaFuncGetAttributes(&f, k<int>), x[2]); }
