// prints: 3 8
#include <stdio.h>
template <int N, typename T, typename U = long> __global__ void k(T* x) { x[0] = N; x[1] = sizeof(U); }
template <typename T> void run(T* x) { k<3><<<1, 1>>>(x); }
int main() { int* x; cudaMallocManaged(&x, 8); run(x); cudaDeviceSynchronize(); printf("%d %d\n", x[0], x[1]); }
