// What tests/sizing.rs launches with every shape of grid: right only if every block took part, and took part once.
#include <cooperative_groups.h>

#include <coop/export.cuh>

namespace cg = cooperative_groups;

namespace {

// totals[block] = the sum of all `n` elements, which each block finds for itself from what every block found of its
// share. Grids and blocks of any dimensions; `partial` and `totals` have one element a block.
__global__ void grid_totals(const std::uint32_t* input, std::uint64_t* partial, std::uint64_t* totals,
                            std::uint64_t n) {
    const cg::grid_group grid = cg::this_grid();
    const cg::thread_block block = cg::this_thread_block();
    __shared__ unsigned long long sum_of_share, sum_of_all;
    if (block.thread_rank() == 0) sum_of_share = sum_of_all = 0;

    // Separates the zeros from the additions of every thread of the block, here and after the grid's barrier.
    block.sync();

    unsigned long long share = 0;
    for (std::uint64_t i = grid.thread_rank(); i < n; i += grid.size()) share += input[i];
    atomicAdd(&sum_of_share, share);

    // Separates the additions to sum_of_share by every thread from its read by one.
    block.sync();

    if (block.thread_rank() == 0) partial[grid.block_rank()] = sum_of_share;

    // Separates the write of partial[] by every block from its reads by every block.
    grid.sync();

    unsigned long long all = 0;
    for (std::uint64_t b = block.thread_rank(); b < grid.num_blocks(); b += block.size()) all += partial[b];
    atomicAdd(&sum_of_all, all);

    // Separates the additions to sum_of_all by every thread from its read by one.
    block.sync();

    if (block.thread_rank() == 0) totals[grid.block_rank()] = sum_of_all;
}

}  // namespace

COOP_COOPERATIVE_KERNEL(grid_totals, grid_totals);
