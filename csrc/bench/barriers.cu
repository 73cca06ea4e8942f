// What benches/barriers.rs measures: meetings, `count` of them in one launch, with nothing between.
#include <cooperative_groups.h>

#include <coop/barrier.cuh>
#include <coop/export.cuh>
#include <coop/flag.cuh>
#include <coop/halo.cuh>
#include <coop/scope.cuh>
#include <coop/sums.cuh>

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

// A ring of blocks, each of which waits for the flags of the block before and the one after. `flags` has 32 for each block, zeros.
__global__ void __launch_bounds__(1024) of_neighbour_flags(std::uint32_t count, unsigned* flags) {
    const std::uint32_t neighbour = threadIdx.x == 0 ? (blockIdx.x + 1) % gridDim.x : (blockIdx.x + gridDim.x - 1) % gridDim.x;
    for (std::uint32_t step = 1; step <= count; ++step) {
        // Separate what is before from the flag that says so, and the flags that were waited for from what is after.
        __syncthreads();
        if (threadIdx.x == 0) coop::flag_raise(flags + blockIdx.x * 32);
        if (threadIdx.x < 2) coop::flag_wait(flags + neighbour * 32, step);
        __syncthreads();
    }
}

// Two sums over the grid, which every thread gets. `lines`, `slots`: coop::grid_words.
__global__ void __launch_bounds__(1024) of_sums(std::uint32_t count, void* lines, double* slots, double* result) {
    coop::sums<coop::grid_scope, 2> sums(coop::grid_scope(), {static_cast<coop::grid_words::line*>(lines), slots});
    double2 last = make_double2(0, 0);
    for (std::uint32_t i = 0; i < count; ++i) {
        last = sums.total({1 + last.x * 1e-30, 2 + last.y * 1e-30},
                          [](const double(&total)[2]) { return make_double2(total[0], total[1]); });
    }
    if (threadIdx.x == 0 && blockIdx.x == 0) *result = last.x + last.y;
}

// The same as one would write it: a block's sums, two atomic additions, a barrier of the grid, and two loads. `cells`: three pairs,
// used in turn, zeros.
__global__ void __launch_bounds__(1024) of_sums_atomic(std::uint32_t count, double2* cells, double* result) {
    __shared__ double2 of_warps[32];
    double2 last = make_double2(0, 0);
    for (std::uint32_t i = 0; i < count; ++i) {
        double2 mine = make_double2(1 + last.x * 1e-30, 2 + last.y * 1e-30);
        for (unsigned pass = 0; pass < 2; ++pass) {
            for (unsigned distance = 16; distance > 0; distance /= 2) {
                mine.x += __shfl_xor_sync(0xffffffffu, mine.x, distance);
                mine.y += __shfl_xor_sync(0xffffffffu, mine.y, distance);
            }
            if (pass == 1) break;
            if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = mine;

            // Separates the writes of the warps' sums from their reads by the first warp.
            __syncthreads();
            if (threadIdx.x >= 32) break;
            mine = threadIdx.x < blockDim.x / 32 ? of_warps[threadIdx.x] : make_double2(0, 0);
        }
        double2* const cell = cells + i % 3;
        if (threadIdx.x == 0) {
            atomicAdd(&cell->x, mine.x);
            atomicAdd(&cell->y, mine.y);
            // Read by nobody since the barrier before, and added to after the next.
            if (blockIdx.x == 0) cells[(i + 1) % 3] = make_double2(0, 0);
        }

        // Separates the additions above from the loads below, and the zeros from the next round's additions.
        cg::this_grid().sync();
        last = __ldcg(cell);
    }
    if (threadIdx.x == 0 && blockIdx.x == 0) *result = last.x + last.y;
}

}  // namespace

COOP_COOPERATIVE_KERNEL(bench_of_block, of_block);
COOP_COOPERATIVE_KERNEL(bench_of_cluster, of_cluster);
COOP_COOPERATIVE_KERNEL(bench_of_grid_groups, of_grid_groups);
COOP_COOPERATIVE_KERNEL(bench_of_grid, of_grid);
COOP_COOPERATIVE_KERNEL(bench_of_neighbours, of_neighbours);
COOP_COOPERATIVE_KERNEL(bench_of_neighbour_flags, of_neighbour_flags);
COOP_COOPERATIVE_KERNEL(bench_of_sums, of_sums);
COOP_COOPERATIVE_KERNEL(bench_of_sums_atomic, of_sums_atomic);
