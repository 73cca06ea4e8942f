// Right kernels that seem to get nowhere, and a few that do get nowhere.
#include <coop/export.cuh>

namespace {

// A recurrence over few places.
__global__ void few_places(const float* x, float* out, int n) {
    float s = 0;
    for (int i = 0; i < n; ++i) s = s * .5f + x[i & 7];
    out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}

// A walk through a table in shared memory.
__global__ void table_walk(unsigned* out, int n) {
    __shared__ unsigned char next[16];
    if (threadIdx.x < 16) next[threadIdx.x] = (threadIdx.x * 5 + 3) % 16;
    __syncthreads();
    unsigned at = threadIdx.x % 16;
    for (int i = 0; i < n; ++i) at = next[at];
    out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}

// Maxima that are there already.
__global__ void idle_maximum(unsigned* most, int n) {
    for (int i = 0; i < n; ++i) atomicMax(most, threadIdx.x);
}

// The last block computes while the others wait for its flag.
__global__ void waits_for_work(volatile unsigned* flag, const float* x, float* out, int n) {
    if (blockIdx.x + 1 == gridDim.x) {
        if (threadIdx.x == 0) {
            float s = 0;
            for (int i = 0; i < n; ++i) s = s * .5f + x[i & 7];
            out[blockIdx.x] = s;
            __threadfence();
            *flag = 1;
        }
        return;
    }
    while (*flag == 0) {
    }
    __threadfence();
    if (threadIdx.x == 0) out[blockIdx.x] = out[gridDim.x - 1] + blockIdx.x;
}

__global__ void congruential(unsigned* out, unsigned n) {
    unsigned x = threadIdx.x;
    for (unsigned i = 0; i < n; ++i) x = x * 1664525u + 1013904223u;
    out[threadIdx.x] = x;
}

__global__ void collatz(unsigned* out, unsigned n) {
    unsigned longest = 0;
    for (unsigned start = 1 + threadIdx.x; start <= n; start += blockDim.x) {
        unsigned steps = 0;
        for (unsigned long long x = start; x != 1; ++steps) x = x % 2 ? 3 * x + 1 : x / 2;
        longest = longest < steps ? steps : longest;
    }
    atomicMax(out, longest);
}

// Each block waits for the one before it.
__global__ void chain(unsigned* turn) {
    if (threadIdx.x == 0) {
        while (atomicAdd(&turn[0], 0u) != blockIdx.x) {
        }
        turn[1 + blockIdx.x] = blockIdx.x * 3;
        __threadfence();
        atomicExch(&turn[0], blockIdx.x + 1);
    }
    __syncthreads();
}

// The same with every thread of a block waiting, each block for a flag of its own.
__global__ void chain_of_flags(volatile unsigned* flags) {
    while (flags[blockIdx.x] == 0) {
    }
    __syncthreads();
    if (threadIdx.x == 0) flags[blockIdx.x + 1] = flags[blockIdx.x] + 1;
}

__global__ void nothing() {}

// A flag that is read once, as a compiler may do with one that is not volatile.
__global__ void hoisted_flag(int* flag, int* out) {
    const int once = *flag;
    while (once == 0) {
    }
    out[threadIdx.x] = 1;
}

// Counts how often it looked: never the same state twice.
__global__ void counted_wait(volatile unsigned* flag, unsigned long long* looks) {
    unsigned long long count = 0;
    while (*flag == 0) ++count;
    *looks = count;
}

// Writes what is there, in a circle.
__global__ void writes_the_same(volatile unsigned* words) {
    while (words[0] == 0) words[1 + threadIdx.x] = 7;
}

}  // namespace

COOP_KERNEL(emu_few_places, few_places);
COOP_KERNEL(emu_table_walk, table_walk);
COOP_KERNEL(emu_idle_maximum, idle_maximum);
COOP_KERNEL(emu_waits_for_work, waits_for_work);
COOP_KERNEL(emu_congruential, congruential);
COOP_KERNEL(emu_collatz, collatz);
COOP_KERNEL(emu_chain, chain);
COOP_KERNEL(emu_chain_of_flags, chain_of_flags);
COOP_KERNEL(emu_nothing, nothing);
COOP_KERNEL(emu_hoisted_flag, hoisted_flag);
COOP_KERNEL(emu_counted_wait, counted_wait);
COOP_KERNEL(emu_writes_the_same, writes_the_same);
