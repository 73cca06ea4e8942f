// prints: 12 10
#include <stdio.h>
__global__ void k(int* x, int a = 10, int b = 2) { *x = a + b; }
int main() { int* x; cudaMallocManaged(&x, 8); k<<<1, 1>>>(x); k<<<1, 1>>>(x + 1, 7, 3); cudaDeviceSynchronize(); printf("%d %d\n", x[0], x[1]); }
