// Programs that are right, and race with `wrong`. The two lines of each race end with its name.
//
// tests/generated/racy.rs chooses sizes, rounds and shifts, and finds the lines by these names.
#include <cooperative_groups.h>

#include <coop/export.cuh>

namespace cg = cooperative_groups;

namespace {

struct memory {
    unsigned* data;   // one a thread, and 64 more
    unsigned* words;  // 128, zero
};

__shared__ unsigned tile[1024 + 64];
__shared__ unsigned word;

__device__ unsigned threads_of_grid() { return gridDim.x * blockDim.x; }
__device__ unsigned number() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ bool is_first() { return threadIdx.x == 0; }

__device__ void no_barrier(bool wrong, unsigned shift, memory m) {
    tile[threadIdx.x] = number();  // no_barrier
    if (!wrong) __syncthreads();
    m.data[number()] = tile[(threadIdx.x + shift) % blockDim.x];  // no_barrier
}

__device__ void barrier_after_the_read(bool wrong, unsigned shift, memory m) {
    tile[threadIdx.x] = number();  // barrier_after_the_read
    if (!wrong) __syncthreads();
    const unsigned other = tile[(threadIdx.x + shift) % blockDim.x];  // barrier_after_the_read
    __syncthreads();
    m.data[number()] = other;
}

__device__ void written_in_the_next_round(bool wrong, unsigned shift, unsigned rounds, memory m) {
    unsigned value = number();
    for (unsigned round = 0; round < rounds + 2; ++round) {
        tile[threadIdx.x] = value;  // written_in_the_next_round
        __syncthreads();
        value += tile[(threadIdx.x + shift) % blockDim.x];  // written_in_the_next_round
        if (!wrong) __syncthreads();
    }
    m.data[number()] = value;
}

__device__ void no_grid_barrier(bool wrong, unsigned shift, memory m) {
    m.data[number()] = number();  // no_grid_barrier
    __syncthreads();
    if (!wrong) cg::this_grid().sync();
    tile[threadIdx.x] = m.data[(number() + shift * blockDim.x) % threads_of_grid()];  // no_grid_barrier
}

__device__ void no_cluster_barrier(bool wrong, memory m) {
    const cg::cluster_group cluster = cg::this_cluster();
    cluster.sync();
    tile[threadIdx.x] = number();  // no_cluster_barrier
    __syncthreads();
    if (!wrong) cluster.sync();
    const unsigned other = (cluster.block_rank() + 1) % cluster.num_blocks();
    m.data[number()] = cluster.map_shared_rank(tile, int(other))[threadIdx.x];  // no_cluster_barrier
    cluster.sync();
}

// The first block hands a value to all others. What it does of that, and they, is said by the last arguments.
__device__ void hand_on(memory m, bool fence_before, bool fence_after, bool is_volatile) {
    if (!is_first()) return;
    volatile unsigned* const flag = &m.words[0];
    if (blockIdx.x == 0) {
        m.words[64] = 7;  // no_fence_before no_fence_after
        if (fence_before) __threadfence();
        if (is_volatile)
            *flag = 1;
        else
            m.words[0] = 1;  // plain_flag
    } else {
        while (*flag == 0) {  // plain_flag
        }
        if (fence_after) __threadfence();
        m.data[number()] = m.words[64];  // no_fence_before no_fence_after
    }
}

__device__ void fence_of_the_block(bool wrong, memory m) {
    if (!is_first()) return;
    if (blockIdx.x == 0) {
        m.words[64] = 7;  // fence_of_the_block
        if (wrong)
            __threadfence_block();
        else
            __threadfence();
        atomicExch(&m.words[0], 1u);
    } else {
        while (atomicAdd(&m.words[0], 0u) == 0) {
        }
        __threadfence();
        m.data[number()] = m.words[64];  // fence_of_the_block
    }
}

__device__ void atomic_of_the_block(bool wrong, memory m) {
    if (wrong)
        atomicAdd_block(&m.words[1], 1u);  // atomic_of_the_block atomic_of_the_block
    else
        atomicAdd(&m.words[1], 1u);
}

__device__ void lanes_without_a_barrier(bool wrong, unsigned shift, memory m) {
    tile[threadIdx.x] = number();  // lanes_without_a_barrier
    if (!wrong) __syncwarp();
    const unsigned first = threadIdx.x & ~31u, lanes = min(32u, blockDim.x - first);
    m.data[number()] = tile[first + (threadIdx.x - first + shift) % lanes];  // lanes_without_a_barrier
}

__device__ void counter_read_too_early(bool wrong, memory m) {
    atomicAdd(&m.words[1], 1u);  // counter_read_too_early
    if (!wrong) cg::this_grid().sync();
    m.data[number()] = m.words[1];  // counter_read_too_early
}

__device__ void last_block(bool wrong, memory m) {
    if (is_first()) {
        m.data[blockIdx.x] = blockIdx.x + 1;  // last_block
        if (!wrong) __threadfence();
        word = atomicAdd(&m.words[2], 1u);
    }
    __syncthreads();
    if (word + 1 == gridDim.x && threadIdx.x < gridDim.x) {
        tile[threadIdx.x] = m.data[threadIdx.x];  // last_block
        if (is_first()) m.words[2] = 0;
    }
}

__device__ void barrier_by_hand(bool wrong, unsigned shift, memory m) {
    m.data[number()] = number();  // barrier_by_hand
    __syncthreads();
    if (is_first()) {
        if (!wrong) __threadfence();
        atomicAdd(&m.words[3], 1u);
        while (*static_cast<volatile unsigned*>(&m.words[3]) < gridDim.x) {
        }
        __threadfence();
    }
    __syncthreads();
    tile[threadIdx.x] = m.data[(number() + shift * blockDim.x) % threads_of_grid()];  // barrier_by_hand
}

__device__ void written_after_the_arrival(bool wrong, unsigned shift, memory m) {
    const cg::grid_group grid = cg::this_grid();
    if (!wrong) m.data[number()] = number();
    auto token = grid.barrier_arrive();
    if (wrong) m.data[number()] = number();  // written_after_the_arrival
    grid.barrier_wait(std::move(token));
    tile[threadIdx.x] = m.data[(number() + shift * blockDim.x) % threads_of_grid()];  // written_after_the_arrival
}

__device__ void two_writers(bool wrong, memory m) {
    if (wrong || number() == 0) m.words[65] = number() + 1;  // two_writers two_writers
}

__device__ void lock_without_its_fences(bool wrong, memory m) {
    if (!is_first()) return;
    while (atomicCAS(&m.words[4], 0u, 1u) != 0) {
    }
    if (!wrong) __threadfence();
    m.words[66] += blockIdx.x;  // lock_without_its_fences lock_without_its_fences
    if (!wrong) __threadfence();
    atomicExch(&m.words[4], 0u);
}

__device__ void fence_before_the_write(bool wrong, memory m) {
    if (!is_first()) return;
    volatile unsigned* const flag = &m.words[5];
    if (blockIdx.x == 0) {
        if (wrong) __threadfence();
        m.words[67] = 9;  // fence_before_the_write
        if (!wrong) __threadfence();
        *flag = 1;
    } else {
        while (*flag == 0) {
        }
        __threadfence();
        m.data[number()] = m.words[67];  // fence_before_the_write
    }
}

__device__ void bytes_of_a_neighbour(bool wrong, memory m) {
    unsigned char* const bytes = reinterpret_cast<unsigned char*>(tile);
    bytes[threadIdx.x] = static_cast<unsigned char>(threadIdx.x);  // bytes_of_a_neighbour
    if (wrong) m.data[number()] = bytes[(threadIdx.x + 1) % blockDim.x];  // bytes_of_a_neighbour
    __syncthreads();
    if (!wrong) m.data[number()] = bytes[(threadIdx.x + 1) % blockDim.x];
}

__device__ void double_buffer(bool wrong, unsigned shift, unsigned rounds, memory m) {
    const unsigned half = blockDim.x;
    tile[threadIdx.x] = number();
    __syncthreads();
    for (unsigned round = 0; round < 2 * rounds + 2; ++round) {
        const unsigned from = wrong ? 0 : round % 2 * half, to = wrong ? 0 : half - from;
        const unsigned value = tile[from + (threadIdx.x + shift) % half];  // double_buffer
        tile[to + threadIdx.x] = value;                                    // double_buffer
        __syncthreads();
    }
    m.data[number()] = tile[threadIdx.x];
}

// What is before and after: accesses that race with nothing.
__device__ void noise(unsigned rounds, memory m) {
    unsigned value = number();
    for (unsigned round = 0; round < rounds; ++round) {
        value = value * 31 + m.words[100 + round % 8];
        if (round % 3 == 1) value += __shfl_xor_sync(__activemask(), value, 1) & 1;
        if (round % 3 == 2) atomicAdd(&m.words[120], value & 3);
    }
    __syncthreads();
}

__global__ void hazards(unsigned kind, bool wrong, unsigned shift, unsigned rounds, memory m) {
    noise(rounds, m);
    switch (kind) {
    case 0: no_barrier(wrong, shift, m); break;
    case 1: barrier_after_the_read(wrong, shift, m); break;
    case 2: written_in_the_next_round(wrong, shift, rounds, m); break;
    case 3: no_grid_barrier(wrong, shift, m); break;
    case 4: no_cluster_barrier(wrong, m); break;
    case 5: hand_on(m, !wrong, true, true); break;
    case 6: hand_on(m, true, !wrong, true); break;
    case 7: hand_on(m, true, true, !wrong); break;
    case 8: fence_of_the_block(wrong, m); break;
    case 9: atomic_of_the_block(wrong, m); break;
    case 10: lanes_without_a_barrier(wrong, shift, m); break;
    case 11: counter_read_too_early(wrong, m); break;
    case 12: last_block(wrong, m); break;
    case 13: barrier_by_hand(wrong, shift, m); break;
    case 14: written_after_the_arrival(wrong, shift, m); break;
    case 15: two_writers(wrong, m); break;
    case 16: lock_without_its_fences(wrong, m); break;
    case 17: fence_before_the_write(wrong, m); break;
    case 18: bytes_of_a_neighbour(wrong, m); break;
    case 19: double_buffer(wrong, shift, rounds, m); break;
    default: __trap();
    }
}

}  // namespace

COOP_STRUCT(memory, data, words);
COOP_COOPERATIVE_KERNEL(emu_hazards, hazards);
