// The smallest honest use of a grid-wide barrier: pass 2 reads what every block wrote in pass 1.
//
// centred[i] = input[i] - mean(input): no element can be written before all of them have been read.
#include <cooperative_groups.h>

#include <coop/block_sum.cuh>
#include <coop/export.cuh>

namespace cg = cooperative_groups;

// `partial` has one element a block. Any grid and block of one dimension, any n: the loops stride over the grid.
__global__ void two_pass(const float* input, float* centred, double* partial, std::uint64_t n) {
    const std::uint64_t first = blockIdx.x * std::uint64_t(blockDim.x) + threadIdx.x;
    const std::uint64_t stride = gridDim.x * std::uint64_t(blockDim.x);

    // Pass 1: each block sums its share. A block without a share sums nothing, and still reaches the barrier.
    double sum = 0;
    for (std::uint64_t i = first; i < n; i += stride) sum += input[i];
    sum = coop::block_sum(sum);
    if (threadIdx.x == 0) partial[blockIdx.x] = sum;

    // Separates the write of partial[] by every block from its reads by every block below.
    cg::this_grid().sync();

    // Pass 2: every block adds the same numbers in the same order, so all find the same mean.
    double total = 0;
    for (unsigned block = threadIdx.x; block < gridDim.x; block += blockDim.x) total += partial[block];
    const double mean = coop::block_sum(total) / double(n);
    for (std::uint64_t i = first; i < n; i += stride) centred[i] = float(input[i] - mean);
}

COOP_COOPERATIVE_KERNEL(two_pass, two_pass);
