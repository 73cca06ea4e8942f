// prints: 0 0 3
#include <stdio.h>
template <int N> __global__ void k(int* x) { extern __shared__ int s[]; s[threadIdx.x] = N; __syncthreads(); *x = s[0]; }
int main() { int* x; cudaMallocManaged(&x, 4); int most; cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0); int a = cudaFuncSetAttribute(k<3>, cudaFuncAttributeMaxDynamicSharedMemorySize, most); k<3><<<1, 32, most>>>(x); printf("%d %d", a, cudaDeviceSynchronize()); printf(" %d\n", *x); }
