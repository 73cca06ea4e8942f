// Blocks of one thread in pairs: the even one fills a page and raises a flag, the odd one waits for the flag and reads the page.
#include <coop/export.cuh>

constexpr unsigned page_words = 32;

__device__ void raise_flag(volatile unsigned* flag) {
    // Orders the writes of the page before that of the flag.
    __threadfence();
    *flag = 1;
}

__device__ void raise_without_fence(volatile unsigned* flag) {
    *flag = 1;  // Wrong: it may be seen before the page.
}

__device__ void raise_with_narrow_fence(volatile unsigned* flag) {
    __threadfence_block();  // Wrong: it orders them for this block alone.
    *flag = 1;
}

__device__ void await_flag(volatile unsigned* flag) {
    while (*flag == 0) {}
    // Orders the read of the flag before those of the page.
    __threadfence();
}

__device__ void await_without_fence(volatile unsigned* flag) {
    while (*flag == 0) {}  // Wrong: the page may have been read before.
}

template <void (*Raise)(volatile unsigned*), void (*Await)(volatile unsigned*)>
__global__ void hand_over(unsigned* pages, unsigned* flags, unsigned* output) {
    const unsigned pair = blockIdx.x / 2;
    if (blockIdx.x % 2 == 0) {
        for (unsigned i = 0; i < page_words; ++i) pages[pair * page_words + i] = i + 1;
        Raise(&flags[pair]);
    } else {
        Await(&flags[pair]);
        for (unsigned i = 0; i < page_words; ++i) output[pair * page_words + i] = pages[pair * page_words + i];
    }
}

COOP_COOPERATIVE_KERNEL(lab_no_fence_before, hand_over<raise_without_fence, await_flag>);
COOP_COOPERATIVE_KERNEL(lab_no_fence_after, hand_over<raise_flag, await_without_fence>);
COOP_COOPERATIVE_KERNEL(lab_narrow_fence, hand_over<raise_with_narrow_fence, await_flag>);
COOP_COOPERATIVE_KERNEL(lab_both_fences, hand_over<raise_flag, await_flag>);
