// prints: 5 -7 24
#include <cuda.h>
#include <cuComplex.h>
#include <cuda_profiler_api.h>
#include <device_functions.h>
#include <device_launch_parameters.h>
#include <driver_types.h>
#include <library_types.h>
#include <math_functions.h>
#include <nvtx3/nvToolsExt.h>
#include <vector_functions.h>
#include <vector_types.h>
#include <stdio.h>
__global__ void k(double* x, cuDoubleComplex a) { cuDoubleComplex s = cuCmul(a, a); x[0] = cuCabs(a); x[1] = cuCreal(s); x[2] = cuCimag(s); }
int main() { double* x; cudaMallocManaged(&x, 24); nvtxRangePush("k"); k<<<1, 1>>>(x, make_cuDoubleComplex(3, 4)); cudaDeviceSynchronize(); nvtxRangePop(); printf("%g %g %g\n", x[0], x[1], x[2]); }
