// prints: 0 256 1 0
#include <stdio.h>
__global__ void __launch_bounds__(256) k(int* x) { *x = 1; }
int main() { int grid, block, blocks; int a = cudaOccupancyMaxPotentialBlockSize(&grid, &block, k); int b = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, k, block, 0); printf("%d %d %d %d\n", a, block, grid % blocks == 0 && blocks > 0, b); }
