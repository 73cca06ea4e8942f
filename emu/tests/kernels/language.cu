// What the language has beside barriers, each against a result that can be counted by hand.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <coop/export.cuh>

namespace cg = cooperative_groups;

namespace {

// counts: 0 add, 1 sub, 2 max, 3 min, 4 or, 5 inc, 6 the number of times that compare-and-swap won; sums[0] double, [1] float.
__global__ void atomics(unsigned* counts, double* sums) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&counts[0], 2u);
    atomicSub(&counts[1], 1u);
    atomicMax(&counts[2], i);
    atomicMin(&counts[3], i);
    atomicOr(&counts[4], 1u << (i % 32));
    atomicInc(&counts[5], 9);
    if (atomicCAS(&counts[7], 0u, i + 1) == 0) atomicAdd_block(&counts[6], 1u);
    atomicAdd(&sums[0], 0.5);
    atomicAdd(reinterpret_cast<float*>(&sums[1]), 0.25f);
}

// out has 8 words a thread. One warp.
__global__ void warps(unsigned* out) {
    const unsigned lane = threadIdx.x;
    unsigned* own = out + 8 * lane;
    own[0] = __shfl_sync(0xffffffffu, lane * 10, 3);
    own[1] = __shfl_up_sync(0xffffffffu, lane, 1);
    own[2] = __shfl_down_sync(0xffffffffu, lane, 4, 8);
    own[3] = unsigned(__shfl_xor_sync(0xffffffffu, double(lane) + 0.5, 1));
    own[4] = __ballot_sync(0xffffffffu, lane % 3 == 0);
    own[5] = __match_any_sync(0xffffffffu, lane / 8);
    own[6] = __reduce_add_sync(0xffffffffu, lane);
    own[7] = lane < 5 ? __activemask() : 0;
}

// out has 4 words a thread: a tile's reduction, rank, broadcast; a coalesced group's size.
__global__ void tiles(unsigned* out) {
    const auto block = cg::this_thread_block();
    const auto tile = cg::tiled_partition<8>(block);
    unsigned* own = out + 4 * block.thread_rank();
    own[0] = cg::reduce(tile, threadIdx.x, cg::plus<unsigned>());
    own[1] = tile.thread_rank() + 100 * tile.meta_group_rank();
    own[2] = tile.shfl(threadIdx.x, 2);
    if (threadIdx.x % 2 == 1) {
        const auto odd = cg::coalesced_threads();
        own[3] = odd.size() * 100 + odd.thread_rank();
    } else {
        own[3] = 0;
    }
}

__device__ unsigned counter = 40;
__constant__ unsigned table[4] = {1, 2, 3, 5};

__global__ void globals(unsigned* out) {
    atomicAdd(&counter, table[threadIdx.x]);
    __syncthreads();
    out[threadIdx.x] = counter;
}

// The time, and a barrier by number, as PTX.
__global__ void assembly(unsigned* out, unsigned name) {
    __shared__ unsigned seen;
    unsigned long long before, after;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(before));
    if (threadIdx.x == 63) seen = 7;
    asm volatile("barrier.sync %0;" ::"r"(name) : "memory");
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(after));
    out[threadIdx.x] = after >= before ? seen : 0;
}

__global__ void touch_much(unsigned* data, unsigned n, unsigned rounds) {
    for (unsigned round = 0; round < rounds; ++round) {
        for (unsigned i = threadIdx.x; i < n; i += blockDim.x) data[i] += round;
    }
}

}  // namespace

COOP_KERNEL(emu_atomics, atomics);
COOP_KERNEL(emu_warps, warps);
COOP_KERNEL(emu_tiles, tiles);
COOP_KERNEL(emu_globals, globals);
COOP_KERNEL(emu_assembly, assembly);
COOP_KERNEL(emu_touch_much, touch_much);
