// prints: 0 5 0 4
#include <stdio.h>
__global__ void k(double* x, double v) { *x = v; }
int main() { double* x; cudaMallocManaged(&x, 16); cudaLaunchConfig_t c = {}; c.gridDim = 1; c.blockDim = 1; int a = cudaLaunchKernelEx(&c, k, x, 5); cudaLaunchAttribute at[1]; at[0].id = cudaLaunchAttributeCooperative; at[0].val.cooperative = 1; c.attrs = at; c.numAttrs = 1; int b = cudaLaunchKernelEx(&c, k, x + 1, 4.0f); cudaDeviceSynchronize(); printf("%d %g %d %g\n", a, x[0], b, x[1]); }
