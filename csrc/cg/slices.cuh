// Slices of the matrix times a vector, or times two vectors at once.
#pragma once

#include "system.cuh"

namespace solver {

// Adds `value` over groups of `lanes` neighbouring threads, a power of two up to a warp: each thread gets its group's sum.
// All lanes of the warp call it.
template <typename T>
__device__ T lanes_sum(T value, unsigned lanes) {
    for (unsigned distance = lanes / 2; distance > 0; distance /= 2) {
        value += __shfl_xor_sync(0xffffffffu, value, distance);
    }
    return value;
}
template <typename Real, unsigned N>
__device__ coop::packet<Real, N> lanes_sum(coop::packet<Real, N> values, unsigned lanes) {
#pragma unroll
    for (unsigned i = 0; i < N; ++i) values[i] = lanes_sum(values[i], lanes);
    return values;
}

// The same number, of which the compiler does not know that. What is computed from it is computed where it is needed, in place of
// once for all iterations: registers are for what the iteration keeps.
__device__ __forceinline__ unsigned anew(unsigned number) {
    asm volatile("" : "+r"(number));
    return number;
}

template <typename Real>
__device__ __forceinline__ void add_product(Real& sum, Real value, Real factor) {
    sum += value * factor;
}
template <typename Real, unsigned N>
__device__ __forceinline__ void add_product(coop::packet<Real, N>& sums, Real value, const coop::packet<Real, N>& factors) {
#pragma unroll
    for (unsigned i = 0; i < N; ++i) sums[i] += value * factors[i];
}

// This lane's part of the next `at_once` steps times u; their loads are under way together.
template <unsigned at_once, typename Real, typename Column, class Vector, typename Sum>
__device__ __forceinline__ void go(const Real*& values, const Column*& columns, const Vector& u, Sum& sum) {
    Column column[at_once];
    Real value[at_once];
    Sum factor[at_once];
#pragma unroll
    for (unsigned i = 0; i < at_once; ++i) {
        column[i] = columns[i * warp];
        value[i] = values[i * warp];
    }
#pragma unroll
    for (unsigned i = 0; i < at_once; ++i) factor[i] = u[column[i]];
#pragma unroll
    for (unsigned i = 0; i < at_once; ++i) add_product(sum, value[i], factor[i]);
    values += at_once * warp;
    columns += at_once * warp;
}

// This lane's part of a slice of so many steps times u. Sum: Real, or a packet of them, as u has.
template <typename Sum, typename Real, typename Column, class Vector>
__device__ __forceinline__ Sum slice_product(const Real* values, const Column* columns, unsigned steps, const Vector& u) {
    values += threadIdx.x % warp;
    columns += threadIdx.x % warp;
    Sum sum{};
#pragma unroll 1
    for (; steps >= 5; steps -= 5) go<5>(values, columns, u, sum);
    if (steps & 4) go<4>(values, columns, u, sum);
    if (steps & 2) go<2>(values, columns, u, sum);
    if (steps & 1) go<1>(values, columns, u, sum);
    return sum;
}

// The same for two slices of one length at a time: the one's loads are under way while the other's are waited for.
template <unsigned at_once, typename Real, typename Column, class Vector, typename Sum>
__device__ __forceinline__ void go_both(const Real*& values, const Column*& columns, unsigned distance, const Vector& u, Sum (&sums)[2]) {
    Column column[2][at_once];
    Real value[2][at_once];
    Sum factor[2][at_once];
#pragma unroll
    for (unsigned i = 0; i < at_once; ++i) {
#pragma unroll
        for (unsigned j = 0; j < 2; ++j) {
            column[j][i] = columns[i * warp + j * distance];
            value[j][i] = values[i * warp + j * distance];
        }
    }
#pragma unroll
    for (unsigned i = 0; i < at_once; ++i) {
#pragma unroll
        for (unsigned j = 0; j < 2; ++j) factor[j][i] = u[column[j][i]];
    }
#pragma unroll
    for (unsigned i = 0; i < at_once; ++i) {
#pragma unroll
        for (unsigned j = 0; j < 2; ++j) add_product(sums[j], value[j][i], factor[j][i]);
    }
    values += at_once * warp;
    columns += at_once * warp;
}

// This lane's part of two slices of so many steps each, the second `distance` places after the first.
template <typename Sum, typename Real, typename Column, class Vector>
__device__ __forceinline__ void slice_products(const Real* values, const Column* columns, unsigned distance, unsigned steps,
                                               const Vector& u, Sum (&sums)[2]) {
    values += threadIdx.x % warp;
    columns += threadIdx.x % warp;
#pragma unroll 1
    for (; steps >= 5; steps -= 5) go_both<5>(values, columns, distance, u, sums);
#pragma unroll 1
    for (; steps > 0; --steps) go_both<1>(values, columns, distance, u, sums);
}

}  // namespace solver
