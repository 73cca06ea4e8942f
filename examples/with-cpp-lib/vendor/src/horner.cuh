#pragma once

namespace numerics {

// c[0] + c[1] x + c[2] x^2 + ...
__device__ float horner(const float* c, unsigned terms, float x);

}  // namespace numerics
