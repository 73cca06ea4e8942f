// prints: 2 0 1
#include <cooperative_groups.h>
#include <stdio.h>
template <int N> __global__ void __cluster_dims__(N) k(int* x) { auto c = cooperative_groups::this_cluster(); if (threadIdx.x == 0) { x[0] = c.num_blocks(); x[1 + blockIdx.x] = c.block_rank(); } }
int main() { int* x; cudaMallocManaged(&x, 12); k<2><<<2, 32>>>(x); cudaDeviceSynchronize(); printf("%d %d %d\n", x[0], x[1], x[2]); }
