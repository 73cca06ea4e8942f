#include <cuda_runtime.h>

/* The old way to name parameters, and names that are words of C++. */
int sum_of_two(class, new)
float4 class;
int new[1];
{
    struct cudaDeviceProp properties;
    if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess) return -1;
    new[0] = _Alignof(float4);
    return (int)(class.x + class.y);
}
