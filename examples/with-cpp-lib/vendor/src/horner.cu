#include "horner.cuh"

__device__ float numerics::horner(const float* c, unsigned terms, float x) {
    float value = 0;
    for (unsigned i = terms; i-- > 0;) value = value * x + c[i];
    return value;
}
