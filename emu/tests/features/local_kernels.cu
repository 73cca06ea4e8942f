// prints: 6
#include <stdio.h>
namespace { struct Local { int v; }; template <typename T> __global__ void k(int* x, T t) { *x = t.v; } }
static __global__ void twice(int* x) { *x *= 2; }
int main() { int* x; cudaMallocManaged(&x, 4); k<<<1, 1>>>(x, Local{3}); twice<<<1, 1>>>(x); cudaDeviceSynchronize(); printf("%d\n", *x); }
