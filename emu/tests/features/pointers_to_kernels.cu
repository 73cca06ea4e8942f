// prints: 1 2 2
#include <stdio.h>
__global__ void one(int* x) { *x = 1; }
template <int N> __global__ void value(int* x) { *x = N; }
struct Table { void (*kernels[2])(int*); };
int main() { int* x; cudaMallocManaged(&x, 12); Table t = {{one, value<2>}}; auto* p = &t; p->kernels[0]<<<1, 1>>>(x); t.kernels[1]<<<1, 1>>>(x + 1); (x ? value<2> : one)<<<1, 1>>>(x + 2); cudaDeviceSynchronize(); printf("%d %d %d\n", x[0], x[1], x[2]); }
