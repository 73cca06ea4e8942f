// prints: 1 2
#include <nv/target>
#include <stdio.h>
__host__ __device__ int side() { NV_IF_ELSE_TARGET(NV_IS_DEVICE, (return 1;), (return 2;)) }
__global__ void k(int* x) { *x = side(); }
int main() { int* x; cudaMallocManaged(&x, 4); k<<<1, 1>>>(x); cudaDeviceSynchronize(); printf("%d %d\n", *x, side()); }
