// prints: 4
#include <stdio.h>
namespace n { struct S { int v[20]; }; }
__global__ void k(int* x, n::S, const unsigned, float*, void (*)(int)) { *x = 4; }
int main() { int* x; cudaMallocManaged(&x, 4); k<<<1, 1>>>(x, n::S(), 2u, nullptr, nullptr); cudaDeviceSynchronize(); printf("%d\n", *x); }
