// prints: 3 2.5 0
#include <stdio.h>
struct Wide { double v; Wide(int i) : v(i + 0.5) {} };
__global__ void k(double* x, int truncated, Wide wide, void* null) { x[0] = truncated; x[1] = wide.v; x[2] = null != nullptr; }
int main() { double* x; cudaMallocManaged(&x, 24); k<<<1, 1>>>(x, 3.9, 2, 0); cudaDeviceSynchronize(); printf("%g %g %g\n", x[0], x[1], x[2]); }
