// prints: 10
#include <stdio.h>
template <typename... T> __global__ void sum(int* x, T... values) { *x = (values + ...); }
int main() { int* x; cudaMallocManaged(&x, 4); sum<<<1, 1>>>(x, 1, 2u, 3l, 4.0); cudaDeviceSynchronize(); printf("%d\n", *x); }
