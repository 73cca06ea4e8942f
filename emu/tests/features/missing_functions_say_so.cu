// prints: 801 cudaErrorNotSupported
#include <stdio.h>
int main() { cudaArray_t a; cudaChannelFormatDesc d = cudaCreateChannelDesc<float4>(); int e = cudaMallocArray(&a, &d, 8, 8); printf("%d %s\n", e, cudaGetErrorName(cudaError_t(e))); }
