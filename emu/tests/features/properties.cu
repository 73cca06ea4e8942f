// prints: 32 1024 1 1
#include <stdio.h>
int main() { cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); int mp; cudaDeviceGetAttribute(&mp, cudaDevAttrMultiProcessorCount, 0); printf("%d %d %d %d\n", p.warpSize, p.maxThreadsPerBlock, mp == p.multiProcessorCount, p.clockRate > 0); }
