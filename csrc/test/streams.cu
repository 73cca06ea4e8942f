// Kernels whose result tells in which order they ran.
#include <cooperative_groups.h>

#include <cstdint>

#include <coop/export.cuh>

namespace streams {

__device__ std::uint64_t now() {
    std::uint64_t nanoseconds;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(nanoseconds));
    return nanoseconds;
}

__device__ void wait(std::uint64_t nanoseconds) {
    const std::uint64_t start = now();
    while (now() - start < nanoseconds) {
    }
}

// Sets every element, after a time that lets anything that does not wait for it overtake it.
__global__ void fill_late(unsigned* data, unsigned value, std::uint64_t n, std::uint64_t nanoseconds) {
    wait(nanoseconds);
    const std::uint64_t stride = gridDim.x * std::uint64_t(blockDim.x);
    for (std::uint64_t i = blockIdx.x * std::uint64_t(blockDim.x) + threadIdx.x; i < n; i += stride) data[i] = value;
}

// data[i] += i. Any one-dimensional grid and block.
__global__ void add_index(unsigned* data, std::uint64_t n) {
    const std::uint64_t stride = gridDim.x * std::uint64_t(blockDim.x);
    for (std::uint64_t i = blockIdx.x * std::uint64_t(blockDim.x) + threadIdx.x; i < n; i += stride) data[i] += unsigned(i);
}

// Each element becomes its right neighbour, the last one the first; `data` has an element a thread of the grid.
__global__ void rotate_left(unsigned* data) {
    const unsigned n = gridDim.x * blockDim.x;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned neighbour = data[(i + 1) % n];

    // Separates the reads of every neighbour above from the writes below.
    cooperative_groups::this_grid().sync();

    data[i] = neighbour;
}

// Tells the host, and goes on for a while. One thread.
__global__ void tell_and_go_on(volatile unsigned* told, unsigned value, std::uint64_t nanoseconds) {
    *told = value;
    __threadfence_system();
    wait(nanoseconds);
}

}  // namespace streams

COOP_KERNEL(fill_late, streams::fill_late);
COOP_KERNEL(add_index, streams::add_index);
COOP_COOPERATIVE_KERNEL(rotate_left, streams::rotate_left);
COOP_KERNEL(tell_and_go_on, streams::tell_and_go_on);
