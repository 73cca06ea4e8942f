// prints: 0 2 4 6
#include <stdio.h>
template <typename F> __global__ void each(int n, F f) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) f(i); }
int main() { int* x; cudaMallocManaged(&x, 16); int by = 2; each<<<2, 2>>>(4, [=] __device__(int i) { x[i] = by * i; }); cudaDeviceSynchronize(); printf("%d %d %d %d\n", x[0], x[1], x[2], x[3]); }
