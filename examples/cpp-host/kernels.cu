#include "kernels.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

namespace {

constexpr unsigned block = 256;

unsigned blocks_for(std::uint64_t n) { return static_cast<unsigned>((n + block - 1) / block); }

__global__ void fill_kernel(std::uint32_t* values, std::uint64_t n) {
    const std::uint64_t i = blockIdx.x * std::uint64_t(blockDim.x) + threadIdx.x;
    if (i < n) values[i] = static_cast<std::uint32_t>(i * 2654435761u) >> 8;
}

__global__ void scale_kernel(std::uint64_t* sums, std::uint64_t factor, std::uint64_t n) {
    const std::uint64_t i = blockIdx.x * std::uint64_t(blockDim.x) + threadIdx.x;
    if (i < n) sums[i] *= factor;
}

// Running sums by doubling distances (Hillis and Steele): log2(n) steps, each of which reads what all blocks wrote in the
// one before. Any grid and block of one dimension.
__global__ void inclusive_scan(const std::uint32_t* input, std::uint64_t* sums, std::uint64_t* scratch,
                               std::uint64_t n) {
    const cg::grid_group grid = cg::this_grid();
    const std::uint64_t first = grid.thread_rank(), stride = grid.size();

    // The steps go to and fro between the two arrays, and end in `sums`.
    bool odd = false;
    for (std::uint64_t distance = 1; distance < n; distance *= 2) odd = !odd;
    std::uint64_t* from = odd ? scratch : sums;
    std::uint64_t* to = odd ? sums : scratch;

    for (std::uint64_t i = first; i < n; i += stride) from[i] = input[i];
    for (std::uint64_t distance = 1; distance < n; distance *= 2) {
        // Separates the writes of `from` by all blocks, here or in the step before, from the reads below; and the reads
        // of the step before from the writes of what was `from` then.
        grid.sync();
        for (std::uint64_t i = first; i < n; i += stride) to[i] = from[i] + (i < distance ? 0 : from[i - distance]);
        std::uint64_t* const written = to;
        to = from;
        from = written;
    }
}

}  // namespace

cudaError_t fill(std::uint32_t* values, std::uint64_t n, cudaStream_t stream) {
    fill_kernel<<<blocks_for(n), block, 0, stream>>>(values, n);
    return cudaGetLastError();
}

cudaError_t scale(std::uint64_t* sums, std::uint64_t factor, std::uint64_t n, cudaStream_t stream) {
    scale_kernel<<<blocks_for(n), block, 0, stream>>>(sums, factor, n);
    return cudaGetLastError();
}

const void* inclusive_scan_kernel() { return reinterpret_cast<const void*>(inclusive_scan); }
