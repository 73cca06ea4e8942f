// The words that CUDA adds to a declaration.
#pragma once

#define __global__ __attribute__((used))
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
#define __launch_bounds__(...)
#define __align__(n) __attribute__((aligned(n)))
#ifndef __restrict__
#define __restrict__ __restrict
#endif

// Clusters, which came with compute capability 9.0, are not emulated yet.
#define __CUDACC__ 1
#define __CUDA_ARCH__ 800
#define __CUDA_ARCH_LIST__ 800
#define CUDART_VERSION 13000
