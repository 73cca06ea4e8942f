// What tests/barriers.rs launches: kernels that count where a barrier did not hold.
#include <cooperative_groups.h>

#include <coop/export.cuh>

namespace cg = cooperative_groups;

namespace {

// The device's clock, one for all multiprocessors, in nanoseconds.
__device__ unsigned long long now() {
    unsigned long long nanoseconds;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(nanoseconds));
    return nanoseconds;
}

// Each round every block adds one to that round's count, and after the barrier must find all blocks there.
// `arrived` has one element a round, zero before the launch.
__global__ void count_arrivals(std::uint32_t* arrived, std::uint32_t* wrong, std::uint32_t rounds) {
    for (std::uint32_t round = 0; round < rounds; ++round) {
        if (threadIdx.x == 0) atomicAdd(&arrived[round], 1u);

        // Separates the addition to arrived[round] by every block from its read by every block.
        cg::this_grid().sync();

        if (threadIdx.x == 0 && arrived[round] != gridDim.x) atomicAdd(wrong, 1u);
    }
}

__device__ std::uint32_t word_of(std::uint32_t round, std::uint32_t thread) {
    return (round * 0x9e3779b1u) ^ thread;
}

// Each round every thread writes its word and reads that of a thread of another block, which is a further one each
// round; `matched` counts the reads that found this round's word. `words` has one element a thread.
__global__ void exchange(std::uint32_t* words, unsigned long long* matched, std::uint32_t rounds) {
    const std::uint32_t mine = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long found = 0;
    for (std::uint32_t round = 0; round < rounds; ++round) {
        words[mine] = word_of(round, mine);

        // Separates the writes of words[] by every block from their reads by another.
        cg::this_grid().sync();

        const std::uint32_t theirs = (blockIdx.x + 1 + round) % gridDim.x * blockDim.x + threadIdx.x;
        found += words[theirs] == word_of(round, theirs);

        // Separates these reads of words[] from the writes of the next round.
        cg::this_grid().sync();
    }
    atomicAdd(matched, found);
}

// Holds a place on a multiprocessor for some time. `holding` is mapped host memory, one element a block;
// `released_at` becomes the time at which the last block ended.
__global__ void hold(std::uint64_t nanoseconds, std::uint32_t* holding, unsigned long long* released_at) {
    const unsigned long long begin = now();
    if (threadIdx.x == 0) *static_cast<volatile std::uint32_t*>(&holding[blockIdx.x]) = 1;
    while (now() - begin < nanoseconds) {
    }
    if (threadIdx.x == 0) atomicMax(released_at, now());
}

// One barrier: seen[block] = blocks that had arrived, passed_at = the time at which the first block was through.
__global__ void meet(std::uint32_t* arrived, std::uint32_t* seen, unsigned long long* passed_at) {
    if (threadIdx.x == 0) atomicAdd(arrived, 1u);

    // Separates the addition to *arrived by every block from its read by every block.
    cg::this_grid().sync();

    if (threadIdx.x == 0) {
        atomicMin(passed_at, now());
        seen[blockIdx.x] = *arrived;
    }
}

}  // namespace

COOP_COOPERATIVE_KERNEL(count_arrivals, count_arrivals);
COOP_COOPERATIVE_KERNEL(exchange, exchange);
COOP_KERNEL(hold, hold);
COOP_COOPERATIVE_KERNEL(meet, meet);
