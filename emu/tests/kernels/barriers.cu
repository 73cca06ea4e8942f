// Barriers used as they should be.
#include <cooperative_groups.h>

#include <coop/export.cuh>

namespace cg = cooperative_groups;

namespace {

// Each round every thread writes its word and reads that of a thread of another block; `stale` counts the old ones.
__global__ void exchange(unsigned* words, unsigned* stale, unsigned rounds) {
    const unsigned mine = blockIdx.x * blockDim.x + threadIdx.x;
    for (unsigned round = 0; round < rounds; ++round) {
        words[mine] = round + mine;
        cg::this_grid().sync();
        const unsigned theirs = (blockIdx.x + 1) % gridDim.x * blockDim.x + threadIdx.x;
        if (words[theirs] != round + theirs) atomicAdd(stale, 1u);
        cg::this_grid().sync();
    }
}

// The same, with other work between arriving and waiting.
__global__ void split_barrier(unsigned* words, unsigned* stale, unsigned rounds) {
    const cg::grid_group grid = cg::this_grid();
    const unsigned mine = unsigned(grid.thread_rank());
    unsigned busy = 0;
    for (unsigned round = 0; round < rounds; ++round) {
        words[mine] = round + mine;
        auto token = grid.barrier_arrive();
        busy += words[mine];
        grid.barrier_wait(std::move(token));
        const unsigned theirs = unsigned((mine + blockDim.x) % grid.size());
        if (words[theirs] != round + theirs || busy == 0xffffffffu) atomicAdd(stale, 1u);
        grid.sync();
    }
}

// out: how many threads are even, whether all are below 1000, whether one is number 5; of each block.
__global__ void counting_barriers(int* out) {
    const int even = __syncthreads_count(threadIdx.x % 2 == 0);
    const int all = __syncthreads_and(threadIdx.x < 1000);
    const int any = __syncthreads_or(threadIdx.x == 5);
    if (threadIdx.x == 0) {
        out[3 * blockIdx.x] = even;
        out[3 * blockIdx.x + 1] = all;
        out[3 * blockIdx.x + 2] = any;
    }
}

// count[round] must be the number of blocks after each barrier.
__global__ void many_barriers(unsigned* count, unsigned* wrong, unsigned rounds) {
    for (unsigned round = 0; round < rounds; ++round) {
        if (threadIdx.x == 0) atomicAdd(count, 1u);
        cg::this_grid().sync();
        if (threadIdx.x == 0 && *count < (round + 1) * gridDim.x) atomicAdd(wrong, 1u);
        cg::this_grid().sync();
    }
}

// A barrier under a condition that is the same for the whole block, and a thread that returns before a barrier.
__global__ void uniform_barrier(unsigned* out) {
    __shared__ unsigned sum;
    if (threadIdx.x == 0) sum = 0;
    if (blockIdx.x % 2 == 0) {
        __syncthreads();
        atomicAdd(&sum, 1u);
        __syncthreads();
        if (threadIdx.x == 0) out[blockIdx.x] = sum;
    }
}

__global__ void dropped_threads(unsigned* out) {
    __shared__ unsigned sum;
    if (threadIdx.x == 0) sum = 0;
    if (threadIdx.x >= 10) return;
    __syncthreads();
    atomicAdd(&sum, 1u);
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

__global__ void block_barriers(unsigned rounds) {
    for (unsigned round = 0; round < rounds; ++round) __syncthreads();
}

}  // namespace

COOP_COOPERATIVE_KERNEL(emu_exchange, exchange);
COOP_COOPERATIVE_KERNEL(emu_split_barrier, split_barrier);
COOP_KERNEL(emu_counting_barriers, counting_barriers);
COOP_COOPERATIVE_KERNEL(emu_many_barriers, many_barriers);
COOP_KERNEL(emu_uniform_barrier, uniform_barrier);
COOP_KERNEL(emu_dropped_threads, dropped_threads);
COOP_KERNEL(emu_block_barriers, block_barriers);
