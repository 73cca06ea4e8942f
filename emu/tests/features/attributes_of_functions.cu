// prints: 6
#include <memory>
#include <functional>
#include <stdio.h>
__attribute__((__noinline__)) static int a(int v) { return v + 1; }
__noinline__ __device__ int b(int v) { return v + 2; }
__forceinline__ __device__ int c(int v) { return b(v); }
__global__ void __launch_bounds__(64, 2) k(int* x) { *x = c(1); }
int main() { int* x; cudaMallocManaged(&x, 4); k<<<1, 1>>>(x); cudaDeviceSynchronize(); printf("%d\n", *x + a(2)); }
