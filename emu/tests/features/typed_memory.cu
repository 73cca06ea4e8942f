// prints: 0 0 0 0
#include <stdio.h>
int main() { float *a, *b, *c; size_t pitch; cudaStream_t s; cudaStreamCreate(&s); int r = cudaMallocAsync(&a, 64, s); int q = cudaHostAlloc(&b, 64, cudaHostAllocDefault); int p = cudaMallocPitch(&c, &pitch, 100, 4); int o = cudaMallocHost(&b, 64); printf("%d %d %d %d\n", r, q, p, o); }
