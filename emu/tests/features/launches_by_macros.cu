// prints: 5 6
#include <stdio.h>
#define KERNEL(name, value) __global__ void name(int* x) { *x = value; }
#define RUN(kernel, ...) kernel<<<dim3(1), dim3(1), 0, 0>>>(__VA_ARGS__)
KERNEL(five, 5)
KERNEL(six, 6)
int main() { int* x; cudaMallocManaged(&x, 8); RUN(five, x); RUN(six, x + 1); cudaDeviceSynchronize(); printf("%d %d\n", x[0], x[1]); }
