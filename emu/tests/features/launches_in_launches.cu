// prints: 3 9
#include <stdio.h>
__global__ void k(int* x, int v) { *x = v; }
int other(int* x) { k<<<1, 1>>>(x, 3); cudaDeviceSynchronize(); return *x * 3; }
int main() { int* x; cudaMallocManaged(&x, 8); k << < 1, 1 >> > (x + 1, other(x)); cudaDeviceSynchronize(); printf("%d %d\n", x[0], x[1]); }
