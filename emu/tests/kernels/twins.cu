// Kernels in the style of public suites of labelled races, each in two versions: `wrong`, in which the two lines that end with its
// name race, and right, in which nothing does. tests/twins.rs runs both, on the first schedule and the others.
#include <cooperative_groups.h>

#include <coop/export.cuh>

namespace cg = cooperative_groups;

namespace {

// A ring of vertices with a chord: vertex v has the neighbours v + 1, v - 1 and v + 7, modulo `n`.
struct graph {
    unsigned n;
    unsigned* data;       // one a vertex, and 64 more
    unsigned* words;      // 256, zero
    unsigned char* bytes;  // 256
};

__shared__ __align__(16) unsigned tile[512];
__shared__ unsigned partial[32];

__device__ unsigned number() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ unsigned threads() { return gridDim.x * blockDim.x; }
__device__ unsigned neighbour(const graph& g, unsigned v, unsigned k) {
    const unsigned steps[3] = {1, g.n - 1, 7};
    return (v + steps[k]) % g.n;
}

// Graphs.

__device__ void push(bool wrong, graph g) {
    for (unsigned v = number(); v < g.n; v += threads()) {
        for (unsigned k = 0; k < 3; ++k) {
            if (wrong)
                g.data[neighbour(g, v, k)] += v;  // push push
            else
                atomicAdd(&g.data[neighbour(g, v, k)], v);
        }
    }
}

__device__ void push_checked(bool wrong, graph g) {
    for (unsigned v = number(); v < g.n; v += threads()) {
        for (unsigned k = 0; k < 3; ++k) {
            unsigned* const to = &g.data[neighbour(g, v, k)];
            // Whoever looks before he adds has to look as one, too.
            const unsigned before = wrong ? *to : atomicAdd(to, 0u);  // push_checked
            if (before < v) atomicMax(to, v);                         // push_checked
        }
    }
}

__device__ void pull(bool wrong, graph g) {
    const unsigned to = wrong ? 0 : g.n;
    for (unsigned v = number(); v < g.n / 2; v += threads()) {
        unsigned sum = 0;
        for (unsigned k = 0; k < 3; ++k) sum += g.data[neighbour(g, v, k)];  // pull
        g.data[to ? v + to : v] = sum;                                      // pull
    }
}

__device__ void worklist(bool wrong, graph g) {
    for (unsigned v = number(); v < 64; v += threads()) {
        unsigned at;
        if (wrong)
            at = g.words[0]++;  // worklist worklist
        else
            at = atomicAdd(&g.words[0], 1u);
        g.words[64 + at % 64] = wrong ? 0 : v;
    }
}

__device__ void changed_flag(bool wrong, graph g) {
    for (unsigned round = 0; round < 2; ++round) {
        if (number() == 0 && !wrong) g.words[round] = 0;
        if (number() == 0 && wrong) g.words[0] = 0;  // changed_flag
        if (!wrong) cg::this_grid().sync();
        atomicOr(&g.words[wrong ? 0 : round], 1u);  // changed_flag
        cg::this_grid().sync();
    }
}

__device__ void level_synchronous(bool wrong, graph g) {
    for (unsigned level = 0; level < 3; ++level) {
        for (unsigned v = number(); v < g.n; v += threads()) {
            const unsigned from = neighbour(g, v, level % 3);
            if (v % 2 == level % 2) g.data[v] = g.data[from] + 1;  // level_synchronous level_synchronous
        }
        if (!wrong) cg::this_grid().sync();
    }
}

__device__ void hooking(bool wrong, graph g) {
    for (unsigned v = number(); v < g.n; v += threads()) {
        volatile unsigned* const label = &g.data[v];
        const unsigned other = neighbour(g, v, 0);
        if (wrong)
            g.data[v] = g.data[other];  // hooking hooking
        else
            *label = *static_cast<volatile unsigned*>(&g.data[other]);
    }
}

// Blocks.

__device__ void block_reduction(bool wrong, graph g) {
    tile[threadIdx.x] = number();
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) tile[threadIdx.x] += tile[threadIdx.x + half];  // block_reduction block_reduction
        if (!wrong) __syncthreads();
    }
    if (threadIdx.x == 0) g.data[blockIdx.x] = tile[0];
}

__device__ void warp_synchronous(bool wrong, graph g) {
    const unsigned lane = threadIdx.x % 32, first = threadIdx.x - lane;
    volatile unsigned* const mine = tile + first;
    tile[threadIdx.x] = number();
    __syncwarp();
    for (unsigned half = 16; half > 0; half /= 2) {
        if (wrong) {
            if (lane < half) tile[threadIdx.x] += tile[threadIdx.x + half];  // warp_synchronous warp_synchronous
        } else {
            const unsigned other = lane < half ? mine[lane + half] : 0;
            __syncwarp();
            if (lane < half) mine[lane] = mine[lane] + other;
            __syncwarp();
        }
    }
    if (lane == 0) g.data[number()] = mine[0];
}

__device__ void partial_mask(bool wrong, graph g) {
    const unsigned lane = threadIdx.x % 32;
    tile[threadIdx.x] = number();  // partial_mask
    // The halves of the warp meet apart: neither waits for the other.
    if (wrong)
        __syncwarp(lane < 16 ? 0x0000ffffu : 0xffff0000u);
    else
        __syncwarp();
    g.data[number()] = tile[threadIdx.x ^ 16];  // partial_mask
}

__device__ void prefix_sum(bool wrong, graph g) {
    tile[threadIdx.x] = 1;
    __syncthreads();
    for (unsigned distance = 1; distance < blockDim.x; distance *= 2) {
        const unsigned before = threadIdx.x >= distance ? tile[threadIdx.x - distance] : 0;  // prefix_sum
        if (!wrong) __syncthreads();
        tile[threadIdx.x] += before;  // prefix_sum
        __syncthreads();
    }
    g.data[number()] = tile[threadIdx.x];
}

__device__ void histogram(bool wrong, graph g) {
    if (threadIdx.x < 16) tile[threadIdx.x] = 0;
    __syncthreads();
    if (wrong)
        ++tile[number() * 7 % 16];  // histogram histogram
    else
        atomicAdd(&tile[number() * 7 % 16], 1u);
    __syncthreads();
    if (threadIdx.x < 16) atomicAdd(&g.words[threadIdx.x], tile[threadIdx.x]);
}

__device__ void histogram_not_cleared(bool wrong, graph g) {
    if (threadIdx.x < 16) tile[threadIdx.x] = 0;  // histogram_not_cleared
    if (!wrong) __syncthreads();
    atomicAdd(&tile[number() * 7 % 16], 1u);  // histogram_not_cleared
    __syncthreads();
    if (threadIdx.x < 16) atomicAdd(&g.words[threadIdx.x], tile[threadIdx.x]);
}

__device__ void stencil(bool wrong, graph g) {
    tile[threadIdx.x + 1] = number();
    if (threadIdx.x == 0) tile[0] = 0;
    if (threadIdx.x == blockDim.x - 1) tile[blockDim.x + 1] = 0;
    __syncthreads();
    for (unsigned sweep = 0; sweep < 3; ++sweep) {
        const unsigned sum = tile[threadIdx.x] + tile[threadIdx.x + 2];  // stencil
        if (!wrong) __syncthreads();
        tile[threadIdx.x + 1] = sum;  // stencil
        __syncthreads();
    }
    g.data[number()] = tile[threadIdx.x + 1];
}

__device__ void banks_again(bool wrong, graph g) {
    for (unsigned round = 0; round < 4; ++round) {
        tile[threadIdx.x] = round;  // banks_again
        __syncthreads();
        g.data[number()] += tile[blockDim.x - 1 - threadIdx.x];  // banks_again
        if (!wrong) __syncthreads();
    }
}

__device__ void after_the_loop(bool wrong, graph g) {
    unsigned value = threadIdx.x;
    for (unsigned round = 0; round < 3; ++round) {
        tile[threadIdx.x] = value;  // after_the_loop
        if (round < 2 || !wrong) __syncthreads();
        if (round < 2) value = tile[(threadIdx.x + 1) % blockDim.x];
        if (round < 2) __syncthreads();
    }
    g.data[number()] = tile[(threadIdx.x + 1) % blockDim.x];  // after_the_loop
}

__device__ void wavefront(bool wrong, graph g) {
    // Cell (row, column) of a square of 16 needs those above and to the left; the threads of a block have one row each.
    const unsigned row = threadIdx.x;
    for (unsigned step = 0; step < 31; ++step) {
        const unsigned column = step - row;
        if (row < 16 && column < 16) {
            const unsigned above = row > 0 ? tile[(row - 1) * 16 + column] : 0;     // wavefront
            tile[row * 16 + column] = above + (column > 0 ? tile[row * 16 + column - 1] : 1);  // wavefront
        }
        if (!wrong) __syncthreads();
    }
    __syncthreads();
    g.data[number()] = tile[threadIdx.x % 256];
}

__device__ void two_in_a_byte_row(bool wrong, graph g) {
    // Bytes of one word are memory places of their own; a word over them is not.
    if (wrong && threadIdx.x == 1)
        *reinterpret_cast<unsigned*>(g.bytes + 4 * blockIdx.x) = 0;  // two_in_a_byte_row
    else if (threadIdx.x < 4)
        g.bytes[4 * blockIdx.x + threadIdx.x] = 1;  // two_in_a_byte_row
}

__device__ void vector_and_parts(bool wrong, graph g) {
    uint4* const four = reinterpret_cast<uint4*>(tile);
    if (threadIdx.x < 32) four[threadIdx.x] = make_uint4(1, 2, 3, 4);  // vector_and_parts
    if (!wrong) __syncthreads();
    g.data[number()] = tile[(threadIdx.x + 64) % 128];  // vector_and_parts
}

// Grids.

__device__ void missing_grid_barrier(bool wrong, graph g) {
    g.data[number()] = 1;  // missing_grid_barrier
    if (wrong)
        __syncthreads();
    else
        cg::this_grid().sync();
    if (threadIdx.x == 0) atomicAdd(&g.words[8], g.data[(number() + blockDim.x) % threads()]);  // missing_grid_barrier
}

__device__ void fence_is_no_barrier(bool wrong, graph g) {
    g.data[number()] = 1;  // fence_is_no_barrier
    __threadfence();
    if (!wrong) cg::this_grid().sync();
    if (threadIdx.x == 0) atomicAdd(&g.words[8], g.data[(number() + blockDim.x) % threads()]);  // fence_is_no_barrier
}

__device__ void between_the_halves(bool wrong, graph g) {
    const cg::grid_group grid = cg::this_grid();
    g.data[number()] = 1;  // between_the_halves
    auto token = grid.barrier_arrive();
    const unsigned other = (number() + blockDim.x) % threads();
    unsigned sum = 0;
    if (wrong) sum = g.data[other];  // between_the_halves
    grid.barrier_wait(std::move(token));
    if (!wrong) sum = g.data[other];
    tile[threadIdx.x] = sum;
}

__device__ void producer(bool wrong, graph g) {
    if (threadIdx.x != 0) return;
    volatile unsigned* const flag = &g.words[16];
    if (blockIdx.x == 0) {
        g.words[80] = 5;  // producer
        if (!wrong) __threadfence();
        *flag = 1;
    } else {
        while (*flag == 0) {
        }
        __threadfence();
        g.data[number()] = g.words[80];  // producer
    }
}

__device__ void consumer_without_fence(bool wrong, graph g) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        g.words[80] = 5;  // consumer_without_fence
        __threadfence();
        atomicExch(&g.words[16], 1u);
    } else {
        while (atomicAdd(&g.words[16], 0u) == 0) {
        }
        if (!wrong) __threadfence();
        g.data[number()] = g.words[80];  // consumer_without_fence
    }
}

__device__ void release_and_acquire(bool wrong, graph g) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        g.words[80] = 5;  // release_and_acquire
        __atomic_store_n(&g.words[16], 1u, wrong ? __ATOMIC_RELAXED : __ATOMIC_RELEASE);
    } else {
        while (__atomic_load_n(&g.words[16], __ATOMIC_ACQUIRE) == 0) {
        }
        g.data[number()] = g.words[80];  // release_and_acquire
    }
}

__device__ void acquire_of_another_word(bool wrong, graph g) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        g.words[80] = 5;  // acquire_of_another_word
        __atomic_store_n(&g.words[16], 1u, __ATOMIC_RELEASE);
    } else {
        while (__atomic_load_n(&g.words[16], wrong ? __ATOMIC_RELAXED : __ATOMIC_ACQUIRE) == 0) {
        }
        __atomic_load_n(&g.words[17], __ATOMIC_ACQUIRE);
        g.data[number()] = g.words[80];  // acquire_of_another_word
    }
}

__device__ void release_of_another_word(bool wrong, graph g) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        g.words[80] = 5;  // release_of_another_word
        __atomic_store_n(&g.words[17], 1u, __ATOMIC_RELEASE);
        __atomic_store_n(&g.words[16], 1u, wrong ? __ATOMIC_RELAXED : __ATOMIC_RELEASE);
    } else {
        while (__atomic_load_n(&g.words[16], __ATOMIC_ACQUIRE) == 0) {
        }
        g.data[number()] = g.words[80];  // release_of_another_word
    }
}

__device__ void block_atomic_between_blocks(bool wrong, graph g) {
    if (wrong)
        atomicMax_block(&g.words[24], number());  // block_atomic_between_blocks block_atomic_between_blocks
    else
        atomicMax(&g.words[24], number());
}

__device__ void last_block(bool wrong, graph g) {
    g.data[number()] = number();  // last_block
    if (!wrong) __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) partial[0] = atomicAdd(&g.words[32], 1u);
    __syncthreads();
    if (partial[0] + 1 == gridDim.x) tile[threadIdx.x] = g.data[(number() + blockDim.x) % threads()];  // last_block
}

__device__ void look_back(bool wrong, graph g) {
    // Each block waits for the sum of the one before.
    if (threadIdx.x == 0) {
        unsigned before = 0;
        if (blockIdx.x > 0) {
            while (atomicAdd(&g.words[40 + blockIdx.x - 1], 0u) == 0) {
            }
            __threadfence();
            before = g.words[100 + blockIdx.x - 1];  // look_back
        }
        g.words[100 + blockIdx.x] = before + 1;  // look_back
        if (!wrong) __threadfence();
        atomicExch(&g.words[40 + blockIdx.x], 1u);
    }
}

__device__ void ticket_lock(bool wrong, graph g) {
    if (threadIdx.x != 0) return;
    const unsigned ticket = atomicAdd(&g.words[48], 1u);
    while (atomicAdd(&g.words[49], 0u) != ticket) {
    }
    __threadfence();
    g.words[120] += ticket;  // ticket_lock ticket_lock
    if (!wrong) __threadfence();
    atomicAdd(&g.words[49], 1u);
}

__device__ void value_and_count_in_a_word(bool wrong, graph g) {
    // What is in the word itself needs no order; what it points to does.
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        g.words[81] = 3;  // value_and_count_in_a_word
        atomicExch(&g.words[50], 1u << 16 | 3);
    } else {
        unsigned found;
        while (((found = atomicAdd(&g.words[50], 0u)) >> 16) == 0) {
        }
        g.data[number()] = wrong ? g.words[81] : found & 0xffff;  // value_and_count_in_a_word
    }
}

__global__ void twins(unsigned kind, bool wrong, graph g) {
    void (*const all[])(bool, graph) = {
        push, push_checked, pull, worklist, changed_flag, level_synchronous, hooking, block_reduction, warp_synchronous, partial_mask,
        prefix_sum, histogram, histogram_not_cleared, stencil, banks_again, after_the_loop, wavefront, two_in_a_byte_row,
        vector_and_parts, missing_grid_barrier, fence_is_no_barrier, between_the_halves, producer, consumer_without_fence,
        release_and_acquire, acquire_of_another_word, release_of_another_word, block_atomic_between_blocks, last_block, look_back,
        ticket_lock, value_and_count_in_a_word,
    };
    all[kind](wrong, g);
}

}  // namespace

COOP_STRUCT(graph, n, data, words, bytes);
COOP_COOPERATIVE_KERNEL(emu_twins, twins);
