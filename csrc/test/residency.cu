// What tests/residency.rs asks about and launches: one computation by kernels that take different resources.
#include <cooperative_groups.h>

#include <coop/export.cuh>

namespace cg = cooperative_groups;

namespace {

// The sum of 1, 2, ... over the blocks: each adds its own, and all read it after the barrier. `point` is 0 before.
__device__ std::uint32_t agreed_point(std::uint32_t* point) {
    if (threadIdx.x == 0) atomicAdd(point, blockIdx.x + 1);

    // Separates the addition to *point by every block from its read by every thread.
    cg::this_grid().sync();
    return *point;
}

// values[thread] = the polynomial of `Terms` coefficients at a point that is known only after the barrier, so that
// the thread holds its coefficients in registers while it waits. The first thread of a block has the coefficients
// from 0 on, the next from 1 on: `coefficients` has blockDim.x + Terms - 1 elements.
template <unsigned Terms>
__device__ void polynomial(const std::uint32_t* coefficients, std::uint32_t* point, std::uint32_t* values) {
    std::uint32_t held[Terms];
#pragma unroll
    for (unsigned k = 0; k < Terms; ++k) held[k] = coefficients[threadIdx.x + k];
    const std::uint32_t at = agreed_point(point);
    std::uint32_t value = 0;
#pragma unroll
    for (unsigned k = 0; k < Terms; ++k) value = value * at + held[k];
    values[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

__global__ void few_registers(const std::uint32_t* coefficients, std::uint32_t* point, std::uint32_t* values) {
    polynomial<4>(coefficients, point, values);
}

__global__ void some_registers(const std::uint32_t* coefficients, std::uint32_t* point, std::uint32_t* values) {
    polynomial<72>(coefficients, point, values);
}

__global__ void many_registers(const std::uint32_t* coefficients, std::uint32_t* point, std::uint32_t* values) {
    polynomial<180>(coefficients, point, values);
}

__global__ void __launch_bounds__(256, 3)
bounded_registers(const std::uint32_t* coefficients, std::uint32_t* point, std::uint32_t* values) {
    polynomial<48>(coefficients, point, values);
}

// As the others with 4 coefficients, which it holds in static shared memory, for the whole block.
__global__ void static_shared(const std::uint32_t* coefficients, std::uint32_t* point, std::uint32_t* values) {
    constexpr unsigned terms = 4;
    __shared__ std::uint32_t held[5000];
    for (unsigned i = threadIdx.x; i < blockDim.x + terms - 1; i += blockDim.x) held[i] = coefficients[i];

    // The grid's barrier is one of the block, too: it also separates the writes of held[] from their reads by others.
    const std::uint32_t at = agreed_point(point);
    std::uint32_t value = 0;
    for (unsigned k = 0; k < terms; ++k) value = value * at + held[threadIdx.x + k];
    values[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

// seen[block] = the blocks that had arrived at the grid's barrier; *arrived is 0 before. The block's barrier is named at
// run time, so the kernel takes all 16 that a block can name. CUDA does not report that.
__global__ void every_barrier(std::uint32_t* arrived, std::uint32_t* seen, std::uint32_t name) {
    __shared__ std::uint32_t all;
    if (threadIdx.x == 0) atomicAdd(arrived, 1u);

    // Separates the addition to *arrived by every block from its read by every block.
    cg::this_grid().sync();

    if (threadIdx.x == 0) all = *arrived;

    // Separates the write of `all` by one thread from its read by another.
    asm volatile("barrier.sync %0;" ::"r"(name) : "memory");

    if (threadIdx.x == blockDim.x - 1) seen[blockIdx.x] = all;
}

// totals[block] = the number of its cluster's blocks times 1 + 2 + ... over the blocks of the grid: each block adds up
// its cluster through distributed shared memory, and then all blocks. For devices with clusters only.
__global__ void cluster_totals(std::uint32_t* partial, std::uint32_t* totals) {
#if __CUDA_ARCH__ >= 900
    const cg::cluster_group cluster = cg::this_cluster();
    const cg::grid_group grid = cg::this_grid();
    __shared__ std::uint32_t own, total;
    if (threadIdx.x == 0) {
        own = static_cast<std::uint32_t>(grid.block_rank()) + 1;
        total = 0;
    }

    // Separates the write of `own` by every block of the cluster from its reads by the others.
    cluster.sync();

    if (threadIdx.x == 0) {
        std::uint32_t sum = 0;
        for (unsigned rank = 0; rank < cluster.num_blocks(); ++rank) sum += *cluster.map_shared_rank(&own, rank);
        partial[grid.block_rank()] = sum;
    }

    // Separates the write of partial[] by every block from its reads by every block, and the reads of a block's `own`
    // by its cluster from the end of that block.
    grid.sync();

    std::uint32_t sum = 0;
    for (unsigned block = threadIdx.x; block < grid.num_blocks(); block += blockDim.x) sum += partial[block];
    atomicAdd(&total, sum);

    // Separates the additions to `total` by every thread from its read by one.
    __syncthreads();

    if (threadIdx.x == 0) totals[grid.block_rank()] = total;
#else
    __trap();
#endif
}

}  // namespace

COOP_COOPERATIVE_KERNEL(few_registers, few_registers);
COOP_COOPERATIVE_KERNEL(some_registers, some_registers);
COOP_COOPERATIVE_KERNEL(many_registers, many_registers);
COOP_COOPERATIVE_KERNEL(bounded_registers, bounded_registers);
COOP_COOPERATIVE_KERNEL(static_shared, static_shared);
COOP_COOPERATIVE_KERNEL(every_barrier, every_barrier);
COOP_COOPERATIVE_KERNEL(cluster_totals, cluster_totals);
