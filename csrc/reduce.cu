// The sum of n numbers in one launch, the same bits on every device and for every grid.
//
// A floating-point sum depends on its order. Here the order depends on n alone: the numbers are divided among a fixed
// number of parts, each part is summed by one block of a fixed size, and the parts are added in their order. How many
// blocks share the parts changes only who does what.
#include <cooperative_groups.h>

#include <coop/block_sum.cuh>
#include <coop/export.cuh>

namespace cg = cooperative_groups;

namespace reduce {

// Both are stated again in src/reduce.rs, which launches with them.
constexpr unsigned threads = 256;
constexpr unsigned parts = 2048;

// Of 16 bytes, so that a warp reads whole lines.
template <typename T>
struct alignas(16) quad {
    static constexpr unsigned width = 16 / sizeof(T);
    T lane[width];
};

// Sums in double what is given in T: the error is that of adding 2048 x 256 doubles, not of adding n floats.
//
// `partial` has `parts` elements, `result` one. Blocks of `threads` threads; any one-dimensional grid.
template <typename T>
__global__ void __launch_bounds__(threads) sum(const T* input, double* partial, double* result, std::uint64_t n) {
    constexpr std::uint64_t width = quad<T>::width;
    const auto* quads = reinterpret_cast<const quad<T>*>(input);
    const std::uint64_t whole = n / width;

    for (unsigned part = blockIdx.x; part < parts; part += gridDim.x) {
        const std::uint64_t first = part * std::uint64_t(threads) + threadIdx.x;
        constexpr std::uint64_t stride = std::uint64_t(parts) * threads;
        double sum = 0;
#pragma unroll 4
        for (std::uint64_t i = first; i < whole; i += stride) {
            const quad<T> q = quads[i];
#pragma unroll
            for (unsigned j = 0; j < width; ++j) sum += q.lane[j];
        }
        // What is left over after the last whole quad, fewer than 4 numbers, belongs to the first part's first threads.
        const std::uint64_t rest = whole * width + first;
        if (rest < n) sum += input[rest];
        sum = coop::block_sum(sum);
        if (threadIdx.x == 0) partial[part] = sum;
    }

    // Separates the writes of partial[] by every block from its reads by block 0.
    cg::this_grid().sync();

    if (blockIdx.x == 0) {
        double sum = 0;
        for (unsigned part = threadIdx.x; part < parts; part += threads) sum += partial[part];
        sum = coop::block_sum(sum);
        if (threadIdx.x == 0) *result = sum;
    }
}

}  // namespace reduce

COOP_COOPERATIVE_KERNEL(reduce_f32, reduce::sum<float>);
COOP_COOPERATIVE_KERNEL(reduce_f64, reduce::sum<double>);
