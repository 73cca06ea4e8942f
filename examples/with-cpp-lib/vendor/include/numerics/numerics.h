// Routines: they launch on `stream` and return what the launch returned.
#pragma once

#include <stddef.h>

#include <cuda_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

// y = a x + y
cudaError_t numerics_axpy(float a, const float* x, float* y, size_t n, cudaStream_t stream);

// y[i] = c[0] + c[1] x[i] + c[2] x[i]^2 + ...; `c` is in device memory.
cudaError_t numerics_polynomial(const float* c, unsigned terms, const float* x, float* y, size_t n, cudaStream_t stream);

#ifdef __cplusplus
}
#endif
