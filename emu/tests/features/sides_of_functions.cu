// prints: 1 2 1 2
#include <stdio.h>
#ifdef __CUDA_ARCH__
#define SIDE 1
#else
#define SIDE 2
#endif
__host__ __device__ int by_macro() { return SIDE; }
struct S {
    __host__ __device__ int by_condition() const {
#ifdef __CUDA_ARCH__
        return 1;
#else
        return 2;
#endif
    }
};
__global__ void k(int* x) { x[0] = by_macro(); x[1] = S().by_condition(); }
int main() { int* x; cudaMallocManaged(&x, 8); k<<<1, 1>>>(x); cudaDeviceSynchronize(); printf("%d %d %d %d\n", x[0], by_macro(), x[1], S().by_condition()); }
