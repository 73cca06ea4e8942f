// What groups of threads know and do together. Every kernel counts in `wrong` what is not as it should be, and compiles
// with nvcc, too.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <coop/export.cuh>

namespace cg = cooperative_groups;

namespace {

// Counts the line's expectation as wrong unless it holds. Line numbers go to `wrong[1]`.
__device__ void expect(bool holds, unsigned* wrong, unsigned line) {
    if (holds) return;
    atomicAdd(wrong, 1u);
    atomicMax(wrong + 1, line);
}
#define EXPECT(...) expect((__VA_ARGS__), wrong, __LINE__)

__device__ bool same(dim3 a, dim3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

// Blocks of (8, 4, 2) in a grid of (3, 2, 2).
__global__ void group_ranks(unsigned* wrong) {
    const cg::grid_group grid = cg::this_grid();
    const cg::thread_block block = cg::this_thread_block();
    const unsigned thread = (threadIdx.z * 4 + threadIdx.y) * 8 + threadIdx.x;
    const unsigned of_grid = (blockIdx.z * 2 + blockIdx.y) * 3 + blockIdx.x;
    EXPECT(block.size() == 64 && block.num_threads() == 64);
    EXPECT(block.thread_rank() == thread);
    EXPECT(same(block.group_index(), blockIdx) && same(block.thread_index(), threadIdx));
    EXPECT(same(block.group_dim(), blockDim) && same(block.dim_threads(), dim3(8, 4, 2)));
    EXPECT(grid.is_valid());
    EXPECT(grid.size() == 12 * 64 && grid.num_threads() == 12 * 64 && grid.num_blocks() == 12);
    EXPECT(grid.thread_rank() == of_grid * 64 + thread && grid.block_rank() == of_grid);
    EXPECT(same(grid.dim_blocks(), dim3(3, 2, 2)) && same(grid.block_index(), blockIdx) && same(grid.group_dim(), gridDim));
    EXPECT(grid.num_clusters() == 12 && grid.cluster_rank() == of_grid);
    EXPECT(same(grid.dim_clusters(), gridDim) && same(grid.cluster_index(), blockIdx));
    cg::thread_group any = block;
    EXPECT(any.size() == 64 && any.thread_rank() == thread);
    any.sync();
    EXPECT(cg::group_size(block) == 64 && cg::thread_rank(grid) == of_grid * 64 + thread);
    cg::sync(grid);
}

// The two halves of a block's barrier, round after round.
__global__ void block_halves(unsigned* wrong, unsigned rounds) {
    __shared__ unsigned count;
    const cg::thread_block block = cg::this_thread_block();
    if (block.thread_rank() == 0) count = 0;
    block.sync();
    for (unsigned round = 1; round <= rounds; ++round) {
        atomicAdd(&count, 1u);
        cg::thread_block::arrival_token token = block.barrier_arrive();
        block.barrier_wait(std::move(token));
        EXPECT(count == round * block.size());
        block.sync();
    }
}

template <unsigned Size>
__device__ void check_tile(unsigned* wrong) {
    const cg::thread_block block = cg::this_thread_block();
    const cg::thread_block_tile<Size> tile = cg::tiled_partition<Size>(block);
    const unsigned thread = block.thread_rank(), rank = thread % Size, first = thread - rank;
    EXPECT(tile.size() == Size && tile.num_threads() == Size && tile.thread_rank() == rank);
    EXPECT(tile.meta_group_rank() == thread / Size && tile.meta_group_size() == block.size() / Size);
    EXPECT(tile.shfl(thread, 0) == first && tile.shfl(thread, Size - 1) == first + Size - 1);
    EXPECT(tile.shfl_up(thread, 1) == (rank == 0 ? thread : thread - 1));
    EXPECT(tile.shfl_down(thread, 1) == (rank == Size - 1 ? thread : thread + 1));
    EXPECT(tile.shfl_xor(thread, Size / 2) == (thread ^ (Size / 2)));
    EXPECT(tile.any(rank == Size - 1) && !tile.any(rank == Size) && tile.all(rank < Size));
    EXPECT((tile.all(rank == 0) != 0) == (Size == 1));
    EXPECT(tile.ballot(rank == 0) == 1);
    unsigned halves = 0;
    for (unsigned i = 0; i < Size; ++i) halves |= unsigned(i % 2 == rank % 2) << i;
    EXPECT(tile.match_any(thread % 2) == halves);
    int all = -1;
    const unsigned matching = tile.match_all(7.5, all);
    EXPECT(all != 0 && matching == (Size == 32 ? 0xffffffffu : (1u << Size % 32) - 1));
    EXPECT(tile.match_all(rank, all) == unsigned(Size == 1) && all == (Size == 1));
    // Larger than a word.
    const double4 moved = tile.shfl(double4{1. * rank, 2. * rank, 3. * rank, 4. * rank}, Size - 1);
    EXPECT(moved.x == Size - 1 && moved.w == 4. * (Size - 1));
    tile.sync();
    EXPECT(cg::reduce(tile, rank, cg::plus<unsigned>()) == Size * (Size - 1) / 2);
    EXPECT(cg::reduce(tile, int(rank) - 3, cg::less<int>()) == -3);
    EXPECT(cg::reduce(tile, rank, cg::greater<unsigned>()) == Size - 1);
    EXPECT(cg::reduce(tile, 1u << rank, cg::bit_or<unsigned>()) == matching);
    EXPECT(cg::reduce(tile, ~(1u << rank), cg::bit_and<unsigned>()) == ~matching);
    EXPECT(cg::reduce(tile, 3u << rank % 31, cg::bit_xor<unsigned>()) == cg::reduce(tile, 3u << rank % 31, [](unsigned a, unsigned b) {
               return a ^ b;
           }));
    EXPECT(cg::inclusive_scan(tile, rank) == rank * (rank + 1) / 2);
    EXPECT(cg::exclusive_scan(tile, rank + 1) == rank * (rank + 1) / 2);
    EXPECT(cg::inclusive_scan(tile, int(rank % 5), cg::greater<int>()) == int(rank < 4 ? rank : 4));
    EXPECT(cg::exclusive_scan(tile, 1u << rank, cg::bit_or<unsigned>()) == (1u << rank) - 1);
    const unsigned told = cg::invoke_one_broadcast(tile, [=](unsigned more) { return thread + more; }, 5u);
    EXPECT(told >= first + 5 && told < first + Size + 5);
    EXPECT(tile.match_any(told) == matching);
}

__global__ void group_tiles(unsigned* wrong) {
    check_tile<1>(wrong);
    check_tile<2>(wrong);
    check_tile<4>(wrong);
    check_tile<8>(wrong);
    check_tile<16>(wrong);
    check_tile<32>(wrong);
    // Tiles of tiles.
    const auto outer = cg::tiled_partition<16>(cg::this_thread_block());
    const auto inner = cg::tiled_partition<4>(outer);
    EXPECT(inner.meta_group_rank() == outer.thread_rank() / 4 && inner.meta_group_size() == 4);
    EXPECT(cg::reduce(inner, threadIdx.x, cg::greater<unsigned>()) == threadIdx.x / 4 * 4 + 3);
    // Of a size that is known at run time.
    cg::thread_group eight = cg::tiled_partition(cg::this_thread_block(), 8);
    EXPECT(eight.size() == 8 && eight.thread_rank() == threadIdx.x % 8);
    eight.sync();
    EXPECT(cg::this_thread().size() == 1);
}

// Blocks of 64 threads.
__global__ void group_partitions(unsigned* wrong) {
    const cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
    const unsigned lane = warp.thread_rank();
    const cg::coalesced_group thirds = cg::labeled_partition(warp, int(lane % 3));
    EXPECT(thirds.size() == (lane % 3 == 2 ? 10 : 11) && thirds.thread_rank() == lane / 3);
    EXPECT(thirds.meta_group_size() == 3 && thirds.meta_group_rank() < 3);
    EXPECT(thirds.shfl(lane, 4) == 12 + lane % 3 && thirds.shfl_down(lane, 1) == (lane + 3 < 32 ? lane + 3 : lane));
    EXPECT(thirds.shfl_up(lane, 2) == (lane < 6 ? lane : lane - 6));
    EXPECT(thirds.ballot(lane < 6) == 3 && thirds.any(lane == 1) == (lane % 3 == 1));
    EXPECT(cg::reduce(thirds, 1, cg::plus<int>()) == int(thirds.size()));
    EXPECT(cg::inclusive_scan(thirds, 2u) == 2 * (lane / 3 + 1));
    EXPECT(cg::exclusive_scan(thirds, 2u) == 2 * (lane / 3));
    const cg::coalesced_group low = cg::binary_partition(warp, lane < 5);
    EXPECT(low.size() == (lane < 5 ? 5 : 27) && low.thread_rank() == (lane < 5 ? lane : lane - 5));
    if (lane % 4 == 1) {
        // All eight, or some of them: lanes need not come together.
        const cg::coalesced_group together = cg::coalesced_threads();
        EXPECT(together.size() <= 8 && together.thread_rank() < together.size());
        EXPECT(cg::reduce(together, 1u, cg::plus<unsigned>()) == together.size() && together.all(lane % 4 == 1));
        EXPECT(together.match_any(lane) == 1u << together.thread_rank());
        cg::thread_group part = cg::tiled_partition(together, 4);
        EXPECT(part.size() <= 4 && part.thread_rank() == together.thread_rank() % 4);
        together.sync();
    }
    __shared__ unsigned calls;
    if (threadIdx.x == 0) calls = 0;
    __syncthreads();
    cg::invoke_one(cg::this_thread_block(), [&] { atomicAdd(&calls, 1u); });
    cg::invoke_one(warp, [](unsigned* count, unsigned more) { atomicAdd(count, more); }, &calls, 10u);
    __syncthreads();
    EXPECT(calls == 21);
}

// Two batches are on their way; the first is waited for first.
__global__ void group_copies(const int* input, unsigned* wrong) {
    __shared__ int first[100], second[100];
    const cg::thread_block block = cg::this_thread_block();
    for (unsigned i = threadIdx.x; i < 100; i += blockDim.x) first[i] = second[i] = -1;
    block.sync();
    cg::memcpy_async(block, first, input, 100 * sizeof(int));
    cg::memcpy_async(block, second, 100, input + 100, 1000);
    cg::wait_prior<1>(block);
    for (unsigned i = threadIdx.x; i < 100; i += blockDim.x) EXPECT(first[99 - i] == input[99 - i]);
    cg::wait(block);
    for (unsigned i = threadIdx.x; i < 100; i += blockDim.x) EXPECT(second[99 - i] == input[199 - i]);
}

// Reads before it has waited.
__global__ void group_copy_not_waited(const int* input, unsigned* wrong) {
    __shared__ int copy[32];
    const cg::thread_block block = cg::this_thread_block();
    copy[threadIdx.x] = -1;
    block.sync();
    cg::memcpy_async(block, copy, input, sizeof copy);
    block.sync();
    EXPECT(copy[threadIdx.x] == input[threadIdx.x]);
    cg::wait(block);
}

__global__ void block_half_missing() {
    if (threadIdx.x == 3) return;
    cg::this_thread_block().barrier_wait(cg::this_thread_block().barrier_arrive());
}

}  // namespace

COOP_COOPERATIVE_KERNEL(emu_group_ranks, group_ranks);
COOP_KERNEL(emu_block_halves, block_halves);
COOP_KERNEL(emu_group_tiles, group_tiles);
COOP_KERNEL(emu_group_partitions, group_partitions);
COOP_KERNEL(emu_group_copies, group_copies);
COOP_KERNEL(emu_group_copy_not_waited, group_copy_not_waited);
COOP_KERNEL(emu_block_half_missing, block_half_missing);
