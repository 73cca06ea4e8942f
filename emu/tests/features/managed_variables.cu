// prints: 42
#include <stdio.h>
__device__ __managed__ int x = 40;
__managed__ int by;
__global__ void k() { x += by; }
int main() { by = 2; k<<<1, 1>>>(); cudaDeviceSynchronize(); printf("%d\n", x); }
