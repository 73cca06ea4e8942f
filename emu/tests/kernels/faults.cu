// Each kernel does one thing wrong.
#include <cooperative_groups.h>

#include <coop/export.cuh>

namespace cg = cooperative_groups;

namespace {

__global__ void block_returns(unsigned block) {
    if (blockIdx.x == block) return;
    cg::this_grid().sync();
}

__global__ void thread_returns() {
    if (blockIdx.x == 1 && threadIdx.x == 7) return;
    cg::this_grid().sync();
}

__global__ void more_barriers() {
    cg::this_grid().sync();
    if (blockIdx.x == 0) cg::this_grid().sync();
}

__global__ void grid_sync() { cg::this_grid().sync(); }

__global__ void divergent_barrier(unsigned* data) {
    if (threadIdx.x < 64) {
        __syncthreads();
    }
    data[threadIdx.x] = threadIdx.x;
    __syncthreads();
}

__global__ void missing_lanes() {
    if (threadIdx.x % 32 < 16) {
        __shfl_sync(0xffffffffu, int(threadIdx.x), 0);
    }
    __syncthreads();
}

__global__ void foreign_mask() { __syncwarp(0x0000ffffu); }

// A barrier made by hand: each block counts itself, and waits until all have.
__global__ void spin_barrier(unsigned* arrived) {
    if (threadIdx.x == 0) {
        atomicAdd(arrived, 1u);
        while (*static_cast<volatile unsigned*>(arrived) < gridDim.x) {
        }
    }
    __syncthreads();
}

// Block 0 waits for what nobody writes, the others at a grid barrier.
__global__ void waits_for_flag(unsigned* flag) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        while (atomicCAS(flag, 1u, 1u) == 0) __nanosleep(100);
    }
    cg::this_grid().sync();
}

__global__ void write_at(unsigned* data, long long index) { data[index] = 1; }

__global__ void read_misaligned(const char* data, unsigned* out) { *out = *reinterpret_cast<const unsigned*>(data + 1); }

__global__ void dynamic_index(unsigned index) {
    extern __shared__ unsigned words[];
    words[index] = 1;
}

__global__ void runaway(volatile unsigned* data) {
    while (true) *data = *data + 1;
}

__global__ void endless_arithmetic(unsigned seed, unsigned* out) {
    unsigned x = seed | 1;
    while (x != 0) x = x * 1664525u + 1013904224u;  // odd stays odd
    *out = x;
}

__device__ __noinline__ unsigned descend(unsigned depth, volatile unsigned* data) {
    unsigned local[16];
    for (unsigned i = 0; i < 16; ++i) local[i] = data[0] + i;
    return depth == 0 ? local[3] : descend(depth - 1, data) + local[depth % 16];
}
__global__ void deep_recursion(unsigned* data, unsigned depth) { data[1] = descend(depth, data); }

__global__ void trap() {
    if (threadIdx.x == 3) __trap();
}

__global__ void failed_assert(unsigned limit) { assert(threadIdx.x < limit); }

}  // namespace

COOP_COOPERATIVE_KERNEL(emu_block_returns, block_returns);
COOP_COOPERATIVE_KERNEL(emu_thread_returns, thread_returns);
COOP_COOPERATIVE_KERNEL(emu_more_barriers, more_barriers);
COOP_COOPERATIVE_KERNEL(emu_grid_sync, grid_sync);
COOP_KERNEL(emu_divergent_barrier, divergent_barrier);
COOP_KERNEL(emu_missing_lanes, missing_lanes);
COOP_KERNEL(emu_foreign_mask, foreign_mask);
COOP_KERNEL(emu_spin_barrier, spin_barrier);
COOP_COOPERATIVE_KERNEL(emu_waits_for_flag, waits_for_flag);
COOP_KERNEL(emu_write_at, write_at);
COOP_KERNEL(emu_read_misaligned, read_misaligned);
COOP_KERNEL(emu_dynamic_index, dynamic_index);
COOP_KERNEL(emu_runaway, runaway);
COOP_KERNEL(emu_endless_arithmetic, endless_arithmetic);
COOP_KERNEL(emu_deep_recursion, deep_recursion);
COOP_KERNEL(emu_trap, trap);
COOP_KERNEL(emu_failed_assert, failed_assert);
