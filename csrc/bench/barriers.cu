// What benches/barriers.rs measures: meetings, `count` of them in one launch, with nothing between.
#include <cooperative_groups.h>

#include <coop/barrier.cuh>
#include <coop/export.cuh>
#include <coop/halo.cuh>
#include <coop/scope.cuh>

namespace cg = cooperative_groups;

namespace {

__global__ void __launch_bounds__(1024) of_block(std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) __syncthreads();
}

// In clusters.
__global__ void __launch_bounds__(1024) of_cluster(std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) coop::cluster_scope().sync();
}

__global__ void __launch_bounds__(1024) of_grid_groups(std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) cg::this_grid().sync();
}

__global__ void __launch_bounds__(1024) of_grid(std::uint32_t count, unsigned* word) {
    coop::grid_barrier barrier(word);
    for (std::uint32_t i = 0; i < count; ++i) barrier.sync();
}

// A ring of blocks, each of whose threads hands a value to the block before or after. `words` has two for each thread, zeros.
__global__ void __launch_bounds__(1024) of_neighbours(std::uint32_t count, unsigned long long* words, float* result) {
    const std::uint32_t neighbour = threadIdx.x / 32 % 2 ? (blockIdx.x + 1) % gridDim.x : (blockIdx.x + gridDim.x - 1) % gridDim.x;
    float value[1] = {1};
    for (std::uint32_t step = 1; step <= count; ++step) {
        unsigned long long* const buffer = words + std::size_t(step % 2) * gridDim.x * blockDim.x;
        coop::halo_store(buffer + std::size_t(blockIdx.x) * blockDim.x + threadIdx.x, value, step);
        while (!coop::halo_load(buffer + std::size_t(neighbour) * blockDim.x + threadIdx.x, value, step)) {
        }

        // Separates the last load of this step from the first store of the next, as coop/halo.cuh asks.
        __syncthreads();
    }
    if (threadIdx.x == 0 && blockIdx.x == 0) *result = value[0];
}

}  // namespace

COOP_COOPERATIVE_KERNEL(bench_of_block, of_block);
COOP_COOPERATIVE_KERNEL(bench_of_cluster, of_cluster);
COOP_COOPERATIVE_KERNEL(bench_of_grid_groups, of_grid_groups);
COOP_COOPERATIVE_KERNEL(bench_of_grid, of_grid);
COOP_COOPERATIVE_KERNEL(bench_of_neighbours, of_neighbours);
