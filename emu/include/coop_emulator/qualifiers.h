// The words that CUDA adds to a declaration.
#pragma once

// Bytes before a kernel's entry say that it is one, and what its launch bound is: one byte and as many as threads. They are
// never run; cuda-build/src/emulated/code.rs counts them. Of two the later in the declaration counts, so `__global__` comes first.
#define __global__ __attribute__((used, patchable_function_entry(1, 1)))
#define COOP_EMULATOR_BOUND_(threads, ...) __attribute__((patchable_function_entry((threads) + 1, (threads) + 1)))
#define __launch_bounds__(...) COOP_EMULATOR_BOUND_(__VA_ARGS__, 0)
#define __host__
#define __device__
// Found again by its section: kernels must not write there. Of one file either all of these variables are const or none.
#define __constant__ __attribute__((section("coop_constant")))
#define __managed__ coop_emulator_has_no_managed_variables
// A block runs on an operating-system thread of its own, whose thread-local storage is its shared memory.
#define __shared__ thread_local
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __inline__ inline
#define __grid_constant__
#define __align__(n) __attribute__((aligned(n)))
#ifndef __restrict__
#define __restrict__ __restrict
#endif

// Clusters, which came with compute capability 9.0, are not emulated yet.
#define __CUDACC__ 1
#define __CUDA_ARCH__ 800
#define __CUDA_ARCH_LIST__ 800
#define CUDART_VERSION 13000
