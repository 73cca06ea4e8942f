// A grid barrier of one counter, which only ever grows: right, and without one thing each. `number` counts barriers from 1.
#include <coop/export.cuh>

__device__ unsigned seen(const volatile unsigned* word) { return *word; }

__device__ void barrier(unsigned* arrived, unsigned number) {
    // All threads of the block have written before the first one tells of it.
    __syncthreads();
    if (threadIdx.x == 0) {
        // Orders what the block wrote before its arrival.
        __threadfence();
        atomicAdd(arrived, 1);
        while (seen(arrived) < number * gridDim.x) {}
        // Orders the arrivals of others before what the block reads.
        __threadfence();
    }
    // Nobody goes on before the first one has seen all arrive.
    __syncthreads();
}

__device__ void barrier_without_fences(unsigned* arrived, unsigned number) {
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(arrived, 1);  // Wrong: what the block wrote may be seen after it.
        while (seen(arrived) < number * gridDim.x) {}
    }
    __syncthreads();
}

__device__ void barrier_without_the_block(unsigned* arrived, unsigned number) {
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(arrived, 1);  // Wrong: the other threads of the block may not have written yet.
        while (seen(arrived) < number * gridDim.x) {}
        __threadfence();
    }
    __syncthreads();
}

__device__ void barrier_once(unsigned* arrived, unsigned) {
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(arrived, 1);
        while (seen(arrived) < gridDim.x) {}  // Wrong from the second time on: the counter is there already.
        __threadfence();
    }
    __syncthreads();
}

// In each round a thread writes its cell and reads that of the next block.
template <void (*Barrier)(unsigned*, unsigned)>
__global__ void rounds(unsigned* arrived, unsigned* cells, unsigned* wrong, unsigned count) {
    const unsigned threads = gridDim.x * blockDim.x;
    const unsigned mine = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned others = (mine + blockDim.x) % threads;
    for (unsigned round = 1; round <= count; ++round) {
        cells[mine] = round;
        // Separates the writes of cells[] from their reads by the block before.
        Barrier(arrived, 2 * round - 1);
        if (cells[others] != round) atomicAdd(wrong, 1);
        // Separates these reads from the writes of the next round.
        Barrier(arrived, 2 * round);
    }
}

COOP_COOPERATIVE_KERNEL(lab_barrier_without_fences, rounds<barrier_without_fences>);
COOP_COOPERATIVE_KERNEL(lab_barrier_without_the_block, rounds<barrier_without_the_block>);
COOP_COOPERATIVE_KERNEL(lab_barrier_once, rounds<barrier_once>);
COOP_COOPERATIVE_KERNEL(lab_barrier, rounds<barrier>);
