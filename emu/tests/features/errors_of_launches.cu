// prints: 1 0
#include <stdio.h>
__global__ void k() {}
int main() { k<<<1, 5000>>>(); printf("%d ", cudaGetLastError() != cudaSuccess); printf("%d\n", cudaGetLastError()); }
