// What tests/shared_memory.rs launches: blocks that keep a tile in dynamic shared memory, beside 16 static bytes.
#include <cooperative_groups.h>

#include <coop/export.cuh>

namespace cg = cooperative_groups;

namespace {

extern __shared__ std::uint32_t tile[];

// Fills the block's tile with consecutive numbers, the first block's from 0, and returns their sum to every thread.
__device__ unsigned long long fill_and_sum(std::uint32_t words) {
    __shared__ unsigned long long of_half[2];
    if (threadIdx.x < 2) of_half[threadIdx.x] = 0;
    for (std::uint32_t i = threadIdx.x; i < words; i += blockDim.x) tile[i] = blockIdx.x * words + i;

    // Separates the writes of tile[] and of_half[] from the accesses of other threads to the same words.
    __syncthreads();

    unsigned long long share = 0;
    for (std::uint32_t i = threadIdx.x; i < words; i += blockDim.x) share += tile[words - 1 - i];
    atomicAdd(&of_half[threadIdx.x % 2], share);

    // Separates the additions to of_half[] by every thread from their reads by every thread.
    __syncthreads();
    return of_half[0] + of_half[1];
}

// totals[block] = the sum of all tiles of the grid, plus the last word of the block's own tile, kept while the grid
// waits. The opt-in to more shared memory belongs to a kernel, so each test that looks at it has a kernel of its own.
template <int Test>
__global__ void tile_totals(std::uint64_t* partial, std::uint64_t* totals, std::uint32_t words) {
    const unsigned long long sum = fill_and_sum(words);
    if (threadIdx.x == 0) partial[blockIdx.x] = sum;

    // Separates the write of partial[] by every block from its reads by every block.
    cg::this_grid().sync();

    if (threadIdx.x == 0) {
        std::uint64_t total = 0;
        for (unsigned block = 0; block < gridDim.x; ++block) total += partial[block];
        totals[blockIdx.x] = total + tile[words - 1];
    }
}

// sums[block] = the sum of the block's tile; no block waits for another.
__global__ void tile_sums(std::uint64_t* sums, std::uint32_t words) {
    const unsigned long long sum = fill_and_sum(words);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

}  // namespace

COOP_COOPERATIVE_KERNEL(tile_beside_static, tile_totals<0>);
COOP_COOPERATIVE_KERNEL(tile_of_any_size, tile_totals<1>);
COOP_COOPERATIVE_KERNEL(tile_that_grows, tile_totals<2>);
COOP_COOPERATIVE_KERNEL(tile_asked_before, tile_totals<3>);
COOP_COOPERATIVE_KERNEL(tile_too_large, tile_totals<4>);
COOP_KERNEL(tile_sums, tile_sums);
