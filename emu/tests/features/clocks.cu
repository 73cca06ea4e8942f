// prints: 1 1 8
#include <stdio.h>
#include <time.h>
__global__ void k(int* x) { long long a = clock64(); int b = clock(); x[0] = clock64() >= a && clock() - b >= 0; }
int main() { int* x; cudaMallocManaged(&x, 4); k<<<1, 1>>>(x); cudaDeviceSynchronize(); clock_t a = clock(); double s = 0; for (int i = 1; i < 30000000; ++i) s += 1.0 / i; printf("%d %d %zu\n", *x, clock() - a > 1000, sizeof(clock())); }
