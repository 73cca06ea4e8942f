// Complex numbers as C has them for CUDA: a vector of two.
#pragma once

#include <cuda_runtime.h>
#include <math.h>

#define COOP_EMULATOR_COMPLEX(complex, real, f, hypotenuse)                                                            \
    static __host__ __device__ inline complex make_##complex(real x, real y) { return {x, y}; }                        \
    static __host__ __device__ inline real cuCreal##f(complex a) { return a.x; }                                       \
    static __host__ __device__ inline real cuCimag##f(complex a) { return a.y; }                                       \
    static __host__ __device__ inline complex cuConj##f(complex a) { return {a.x, -a.y}; }                             \
    static __host__ __device__ inline complex cuCadd##f(complex a, complex b) { return {a.x + b.x, a.y + b.y}; }       \
    static __host__ __device__ inline complex cuCsub##f(complex a, complex b) { return {a.x - b.x, a.y - b.y}; }       \
    static __host__ __device__ inline complex cuCmul##f(complex a, complex b) {                                        \
        return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};                                                         \
    }                                                                                                                  \
    static __host__ __device__ inline complex cuCfma##f(complex a, complex b, complex c) {                             \
        return cuCadd##f(cuCmul##f(a, b), c);                                                                          \
    }                                                                                                                  \
    /* Both are divided by the sizes of b's parts first, so that their squares do not overflow. */                     \
    static __host__ __device__ inline complex cuCdiv##f(complex a, complex b) {                                        \
        const real size = (b.x < 0 ? -b.x : b.x) + (b.y < 0 ? -b.y : b.y);                                             \
        const complex p = {a.x / size, a.y / size}, q = {b.x / size, b.y / size};                                      \
        const real square = q.x * q.x + q.y * q.y;                                                                     \
        return {(p.x * q.x + p.y * q.y) / square, (p.y * q.x - p.x * q.y) / square};                                   \
    }                                                                                                                  \
    static __host__ __device__ inline real cuCabs##f(complex a) { return hypotenuse(a.x, a.y); }

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;
COOP_EMULATOR_COMPLEX(cuFloatComplex, float, f, hypotf)
COOP_EMULATOR_COMPLEX(cuDoubleComplex, double, , hypot)
#undef COOP_EMULATOR_COMPLEX
static __host__ __device__ inline cuComplex make_cuComplex(float x, float y) { return {x, y}; }
static __host__ __device__ inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) { return {a.x, a.y}; }
static __host__ __device__ inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) { return {float(a.x), float(a.y)}; }
