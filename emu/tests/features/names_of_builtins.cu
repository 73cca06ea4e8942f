// prints: 64 32 33
#include <stdio.h>
struct Shape { int warpSize; int twice() const { return 2 * warpSize; } };
__host__ __device__ constexpr unsigned lanes() { constexpr unsigned warpSize = 33; return warpSize; }
__global__ void k(int* x) { Shape s{warpSize}; x[0] = s.twice(); x[1] = blockDim.x; x[2] = lanes(); }
int main() { int* x; cudaMallocManaged(&x, 12); dim3 gridDim(1); dim3 blockDim{32}; k<<<gridDim, blockDim>>>(x); cudaDeviceSynchronize(); printf("%d %d %d\n", x[0], x[1], x[2]); }
