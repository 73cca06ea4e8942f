// What tests/grid_barrier.rs launches: kernels that count where coop::grid_barrier did not hold.
#include <coop/barrier.cuh>
#include <coop/export.cuh>

namespace {

__device__ std::uint32_t word_of(std::uint32_t round, std::uint32_t thread) { return (round * 0x9e3779b1u) ^ thread; }

// Each round every thread writes its word and reads that of a thread of another block, which is a further one each round;
// `matched` counts the reads that found this round's word. `words` has one element a thread, `count` is the barrier's.
// Any grid of up to three dimensions, blocks of one; `how` is a coop::meeting.
__global__ void own_barrier_exchange(std::uint32_t* words, unsigned long long* matched, std::uint32_t* count,
                                     std::uint32_t rounds, std::uint32_t how) {
    coop::grid_barrier barrier(count, static_cast<coop::meeting>(how));
    const std::uint32_t blocks = gridDim.x * gridDim.y * gridDim.z;
    const std::uint32_t block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    const std::uint32_t mine = block * blockDim.x + threadIdx.x;
    unsigned long long found = 0;
    for (std::uint32_t round = 0; round < rounds; ++round) {
        words[mine] = word_of(round, mine);

        // Separates the writes of words[] by every block from their reads by another.
        barrier.sync();

        const std::uint32_t theirs = (block + 1 + round) % blocks * blockDim.x + threadIdx.x;
        found += words[theirs] == word_of(round, theirs);

        // Separates these reads of words[] from the writes of the next round.
        barrier.arrive();
        // Between the halves a block works at different lengths, so that some arrive again before others have looked.
        for (std::uint32_t i = 0; i < (block + round) % 7; ++i) __syncthreads();
        barrier.wait();
    }
    atomicAdd(matched, found);
}

// Each round the first thread of a block adds one to that round's count, and after the barrier must find all blocks there.
__global__ void own_barrier_count(std::uint32_t* arrived, std::uint32_t* wrong, std::uint32_t* count, std::uint32_t rounds,
                                  std::uint32_t how) {
    coop::grid_barrier barrier(count, static_cast<coop::meeting>(how));
    for (std::uint32_t round = 0; round < rounds; ++round) {
        if (threadIdx.x == 0) atomicAdd(&arrived[round], 1u);

        // Separates the addition to arrived[round] by every block from its read by every block.
        barrier.sync();

        if (threadIdx.x == 0 && arrived[round] != gridDim.x) atomicAdd(wrong, 1u);
    }
}

}  // namespace

COOP_COOPERATIVE_KERNEL(own_barrier_exchange, own_barrier_exchange);
COOP_COOPERATIVE_KERNEL(own_barrier_count, own_barrier_count);
