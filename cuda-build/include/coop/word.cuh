// Words through which the blocks of a grid tell each other something: loads, stores and additions that take place as one,
// and the fences that order everything else around them. The scope is the device.
//
// "Relaxed" means that nothing but the word itself is ordered. A thread that reads with load_relaxed() what another wrote, and
// then passes fence_acquire(), sees all that the other had seen or written before its add_release() (the PTX memory model:
// a release pattern, an acquire pattern, and between them the chain of atomic additions to one word).
//
// T is `unsigned` or `unsigned long long`. Each function costs one instruction; a load is answered by the L2 cache.
#pragma once

#include <cuda_runtime.h>

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 700
#error "coop/word.cuh: blocks that wait for each other need compute capability 7.0 or later"
#endif

namespace coop {

using word = unsigned long long;

#ifdef COOP_EMULATED

template <typename T>
__device__ inline T load_relaxed(const T* word) {
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}
template <typename T>
__device__ inline void store_relaxed(T* word, T value) {
    __atomic_store_n(word, value, __ATOMIC_RELAXED);
}
template <typename T>
__device__ inline void add_relaxed(T* word, T value) {
    __atomic_fetch_add(word, value, __ATOMIC_RELAXED);
}
template <typename T>
__device__ inline void add_release(T* word, T value) {
    __threadfence();
    __atomic_fetch_add(word, value, __ATOMIC_RELEASE);
}
__device__ inline void fence_acquire() { __threadfence(); }

#else

__device__ __forceinline__ unsigned load_relaxed(const unsigned* word) {
    unsigned value;
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(__cvta_generic_to_global(word)) : "memory");
    return value;
}
__device__ __forceinline__ unsigned long long load_relaxed(const unsigned long long* word) {
    unsigned long long value;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(value) : "l"(__cvta_generic_to_global(word)) : "memory");
    return value;
}
__device__ __forceinline__ void store_relaxed(unsigned* word, unsigned value) {
    asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(__cvta_generic_to_global(word)), "r"(value) : "memory");
}
__device__ __forceinline__ void store_relaxed(unsigned long long* word, unsigned long long value) {
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(__cvta_generic_to_global(word)), "l"(value) : "memory");
}
__device__ __forceinline__ void add_relaxed(unsigned* word, unsigned value) {
    asm volatile("red.relaxed.gpu.global.add.u32 [%0], %1;" ::"l"(__cvta_generic_to_global(word)), "r"(value) : "memory");
}
__device__ __forceinline__ void add_relaxed(unsigned long long* word, unsigned long long value) {
    asm volatile("red.relaxed.gpu.global.add.u64 [%0], %1;" ::"l"(__cvta_generic_to_global(word)), "l"(value) : "memory");
}
__device__ __forceinline__ void add_release(unsigned* word, unsigned value) {
    asm volatile("red.release.gpu.global.add.u32 [%0], %1;" ::"l"(__cvta_generic_to_global(word)), "r"(value) : "memory");
}
__device__ __forceinline__ void add_release(unsigned long long* word, unsigned long long value) {
    asm volatile("red.release.gpu.global.add.u64 [%0], %1;" ::"l"(__cvta_generic_to_global(word)), "l"(value) : "memory");
}

// Orders the relaxed loads before it in this thread before every access after it.
__device__ __forceinline__ void fence_acquire() {
#if __CUDA_ARCH__ >= 900 && __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ >= 1208
    asm volatile("fence.acquire.gpu;" ::: "memory");
#else
    asm volatile("fence.acq_rel.gpu;" ::: "memory");  // the weakest there was before PTX 8.6
#endif
}

#endif

// Two words side by side. One instruction moves both, but each is a word of its own: a reader may see one of them new and the
// other old.
struct alignas(16) word_pair {
    unsigned long long first, second;
};

__device__ inline word_pair load_relaxed(const word_pair* words) {
#ifdef COOP_EMULATED
    return {load_relaxed(&words->first), load_relaxed(&words->second)};
#else
    word_pair value;
    asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];"
                 : "=l"(value.first), "=l"(value.second)
                 : "l"(__cvta_generic_to_global(words))
                 : "memory");
    return value;
#endif
}
__device__ inline void store_relaxed(word_pair* words, word_pair value) {
#ifdef COOP_EMULATED
    store_relaxed(&words->first, value.first);
    store_relaxed(&words->second, value.second);
#else
    asm volatile("st.relaxed.gpu.global.v2.u64 [%0], {%1, %2};" ::"l"(__cvta_generic_to_global(words)), "l"(value.first),
                 "l"(value.second)
                 : "memory");
#endif
}

namespace detail {

// What is used in turn is exchanged, not indexed: so it stays in registers.
template <typename T>
__device__ void swap(T& one, T& other) {
    const T kept = one;
    one = other;
    other = kept;
}

}  // namespace detail

}  // namespace coop
