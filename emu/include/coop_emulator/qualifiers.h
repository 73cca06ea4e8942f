// The words that CUDA adds to a declaration.
#pragma once

// These stay words until after the preprocessor: build/src/rewrite/words.rs says what becomes of each. They are macros as
// nvcc's are, for who asks whether they are.
#define __global__ __global__
#define __host__ __host__
#define __device__ __device__
#define __constant__ __constant__
#define __managed__ __managed__
#define __shared__ __shared__
#define __noinline__ __noinline__
#define __cluster_dims__ __cluster_dims__

// With a launch bound there are as many bytes before the kernel's entry, which are never run.
#define COOP_EMULATOR_BOUND_(threads, ...) __attribute__((patchable_function_entry((threads), (threads))))
#define __launch_bounds__(...) COOP_EMULATOR_BOUND_(__VA_ARGS__, 0)
// What `alignas` after `__shared__` becomes. It takes a type or a number.
namespace coop_emulator {
template <typename T>
constexpr unsigned long alignment() {
    return alignof(T);
}
template <unsigned long N>
constexpr unsigned long alignment() {
    return N;
}
}  // namespace coop_emulator
#define __forceinline__ inline __attribute__((always_inline))
#define __inline__ inline
#define __grid_constant__
#define __align__(n) __attribute__((aligned(n)))
#ifndef __restrict__
#define __restrict__ __restrict
#endif

// Of compute capability 9.0, which brought clusters. That there are none on older devices is seen when they are launched.
#define __CUDACC__ 1
// Host code has no architecture: where it matters, the build reads a file a second time (build/src/sides.rs).
#ifndef COOP_EMULATED_HOST
#define __CUDA_ARCH__ 900
#endif
#define __CUDA_ARCH_LIST__ 900
