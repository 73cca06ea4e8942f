// The words that CUDA adds to a declaration.
#pragma once

// What build/src/code.rs finds in the object: a kernel is aligned as no other function is, and with a launch
// bound there are as many bytes before its entry, which are never run.
#define __global__ __attribute__((used, aligned(128)))
#define COOP_EMULATOR_BOUND_(threads, ...) __attribute__((patchable_function_entry((threads), (threads))))
#define __launch_bounds__(...) COOP_EMULATOR_BOUND_(__VA_ARGS__, 0)
#define __host__
#define __device__
// Found again by its section: kernels must not write there. Of one file either all of these variables are const or none.
#define __constant__ __attribute__((section("coop_constant")))
#define __managed__ coop_emulator_has_no_managed_variables
// A block runs on an operating-system thread of its own, whose thread-local storage is its shared memory.
#define __shared__ thread_local
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
#define coop_emulator_alignas(...) __attribute__((aligned(coop_emulator::alignment<__VA_ARGS__>())))
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __inline__ inline
#define __grid_constant__
#define __align__(n) __attribute__((aligned(n)))
#ifndef __restrict__
#define __restrict__ __restrict
#endif

// The build takes it out where it finds whose it is, and tells the emulator. It does not in what templates and macros make.
#define __cluster_dims__(...) \
    _Pragma("GCC error \"the emulator takes __cluster_dims__ of kernels only that are no templates and not made by macros\"")

// Of compute capability 9.0, which brought clusters. That there are none on older devices is seen when they are launched.
#define __CUDACC__ 1
#define __CUDA_ARCH__ 900
#define __CUDA_ARCH_LIST__ 900
#define CUDART_VERSION 13000
