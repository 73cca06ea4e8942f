// Locks, queues, flags and barriers made by hand.
#include <cooperative_groups.h>

#include <algorithm>

#include "sample.cuh"

namespace cg = cooperative_groups;

namespace {

// Serves who asks in the order of asking.
__global__ void ticket_lock(unsigned* lock, volatile unsigned* count) {
    if (threadIdx.x % 32 != 0) return;
    const unsigned ticket = atomicAdd(&lock[0], 1u);
    while (static_cast<volatile unsigned*>(lock)[1] != ticket) {
    }
    __threadfence();
    *count = *count + 1;
    __threadfence();
    static_cast<volatile unsigned*>(lock)[1] = ticket + 1;
}

__global__ void lock_with_back_off(int* mutex, volatile unsigned* count) {
    unsigned wait = 8;
    while (atomicCAS(mutex, 0, 1) != 0) {
        __nanosleep(wait);
        if (wait < 256) wait *= 2;
    }
    __threadfence();
    *count = *count + 1;
    __threadfence();
    atomicExch(mutex, 0);
}

// All lanes want the lock; those that do not get it go around again.
__global__ void lock_in_a_loop(int* mutex, volatile unsigned* count) {
    bool done = false;
    while (!done) {
        if (atomicCAS(mutex, 0, 1) == 0) {
            __threadfence();
            *count = *count + 1;
            __threadfence();
            atomicExch(mutex, 0);
            done = true;
        }
    }
}

__global__ void hash_insert(const unsigned* keys, unsigned* table, unsigned count) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const unsigned key = keys[i] + 1;
    for (unsigned slot = key * 2654435761u % 512;; slot = (slot + 1) % 512) {
        const unsigned before = atomicCAS(&table[slot], 0u, key);
        if (before == 0 || before == key) return;
    }
}

__global__ void bucket_lists(const unsigned* keys, int* heads, int* nexts, int* locks, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const unsigned bucket = keys[i] % 16;
    while (atomicCAS(&locks[bucket], 0, 1) != 0) {
    }
    __threadfence();
    nexts[i] = static_cast<volatile int*>(heads)[bucket];
    static_cast<volatile int*>(heads)[bucket] = i;
    __threadfence();
    atomicExch(&locks[bucket], 0);
}

// Blocks that stay, and take work until there is none.
__global__ void persistent(unsigned* next, unsigned* done, unsigned count) {
    __shared__ unsigned item;
    while (true) {
        if (threadIdx.x == 0) item = atomicAdd(next, 1u);
        __syncthreads();
        if (item >= count) return;
        if (threadIdx.x == 0) done[item] = item * item;
        __syncthreads();
    }
}

// Work that makes more work: a binary tree's nodes, counted.
__global__ void tree_queue(volatile unsigned* queue, unsigned* ends, unsigned levels) {
    const unsigned total = (1u << levels) - 1;
    if (threadIdx.x != 0) return;
    while (true) {
        const unsigned at = atomicAdd(&ends[0], 1u);
        if (at >= total) return;
        while (queue[at] == 0) {
        }
        __threadfence();
        const unsigned node = queue[at];
        for (unsigned child = 2 * node; child <= 2 * node + 1 && child <= total; ++child) {
            const unsigned to = atomicAdd(&ends[1], 1u);
            __threadfence();
            queue[to] = child;
        }
    }
}

// Block 0 fills a ring of four, block 1 empties it.
__global__ void ring_buffer(volatile unsigned* ring, volatile unsigned* positions, unsigned* sum, unsigned count) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        for (unsigned i = 0; i < count; ++i) {
            while (i - positions[1] >= 4) {
            }
            ring[i % 4] = i * 3;
            __threadfence();
            positions[0] = i + 1;
        }
    } else {
        unsigned all = 0;
        for (unsigned i = 0; i < count; ++i) {
            while (positions[0] <= i) {
            }
            __threadfence();
            all += ring[i % 4];
            __threadfence();
            positions[1] = i + 1;
        }
        *sum = all;
    }
}

__device__ void barrier_by_hand(unsigned* counter, unsigned round) {
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(counter, 1u);
        while (*static_cast<volatile unsigned*>(counter) < round * gridDim.x) {
        }
        __threadfence();
    }
    __syncthreads();
}

__global__ void rotate_by_hand(unsigned* a, unsigned* b, unsigned* counter, unsigned rounds) {
    const unsigned own = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    for (unsigned round = 1; round <= rounds; ++round) {
        b[own] = a[(own + 1) % n];
        barrier_by_hand(counter, 2 * round - 1);
        a[own] = b[own];
        barrier_by_hand(counter, 2 * round);
    }
}

// A barrier whose sense turns.
__global__ void sense_reversal(unsigned* barrier, unsigned* data, unsigned rounds) {
    unsigned sense = 0;
    for (unsigned round = 0; round < rounds; ++round) {
        if (threadIdx.x == 0) data[(round % 2) * gridDim.x + blockIdx.x] = round + blockIdx.x;
        __syncthreads();
        if (threadIdx.x == 0) {
            sense = 1 - sense;
            __threadfence();
            if (atomicAdd(&barrier[0], 1u) == gridDim.x - 1) {
                barrier[0] = 0;
                __threadfence();
                static_cast<volatile unsigned*>(barrier)[1] = sense;
            } else {
                while (static_cast<volatile unsigned*>(barrier)[1] != sense) {
                }
            }
            __threadfence();
            const unsigned other = (blockIdx.x + 1) % gridDim.x;
            if (data[(round % 2) * gridDim.x + other] != round + other) atomicAdd(&barrier[2], 1u);
        }
        __syncthreads();
    }
}

// Each block waits for its neighbours' halo only.
__global__ void neighbour_flags(volatile unsigned* flags, volatile unsigned* halo, unsigned* out, unsigned steps) {
    if (threadIdx.x != 0) return;
    const unsigned left = (blockIdx.x + gridDim.x - 1) % gridDim.x;
    unsigned value = blockIdx.x;
    for (unsigned step = 1; step <= steps; ++step) {
        halo[blockIdx.x * 64 + step] = value;
        __threadfence();
        flags[blockIdx.x] = step;
        while (flags[left] < step) {
        }
        __threadfence();
        value += halo[left * 64 + step];
    }
    out[blockIdx.x] = value;
}

// A wave front through a table: each row's thread follows the one above it.
__global__ void wave_front(volatile unsigned* table, volatile unsigned* done, unsigned width) {
    const unsigned row = blockIdx.x + 1;
    if (threadIdx.x != 0) return;
    for (unsigned column = 1; column < width; ++column) {
        while (done[row - 1] < column) __nanosleep(20);
        __threadfence();
        table[row * width + column] = (table[(row - 1) * width + column] + table[row * width + column - 1]) % 1009;
        __threadfence();
        done[row] = column;
    }
}

// Warps of a block, of which one makes and the others wait.
__global__ void warps_that_wait(unsigned* out) {
    __shared__ volatile unsigned ready;
    __shared__ unsigned value;
    if (threadIdx.x == 0) ready = 0;
    __syncthreads();
    if (threadIdx.x / 32 == 3) {
        if (threadIdx.x % 32 == 0) {
            unsigned x = 1;
            for (int i = 0; i < 30000; ++i) x = x * 1664525u + 1013904223u;
            value = x;
            __threadfence_block();
            ready = 1;
        }
    } else {
        while (ready == 0) {
        }
        __threadfence_block();
        out[blockIdx.x * 96 + threadIdx.x] = value;
    }
}

__global__ void polled_by_vote(volatile unsigned* flag, unsigned* out) {
    if (blockIdx.x == 1) {
        if (threadIdx.x == 0) {
            unsigned x = 1;
            for (int i = 0; i < 20000; ++i) x = x * 31 + out[32];
            out[33] = x;
            __threadfence();
            *flag = 1;
        }
        return;
    }
    while (__any_sync(0xffffffffu, *flag == 0)) {
    }
    out[threadIdx.x] = threadIdx.x;
}

__global__ void exit_of_warps(unsigned* out, unsigned count) {
    __shared__ unsigned sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x / 32 * 32 + blockIdx.x * blockDim.x >= count) return;
    atomicAdd(&sum, i < count ? 1u : 0u);
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

template <typename... Arguments>
bool cooperative(const void* kernel, unsigned blocks, unsigned threads, Arguments... arguments) {
    void* pointers[] = {static_cast<void*>(&arguments)...};
    return cudaLaunchCooperativeKernel(kernel, blocks, threads, pointers, 0, nullptr) == cudaSuccess &&
           cudaDeviceSynchronize() == cudaSuccess;
}

template <typename Kernel>
const void* entry(Kernel* kernel) {
    return reinterpret_cast<const void*>(kernel);
}

SAMPLE(a_ticket_lock) {
    array<unsigned> lock(2), count(1);
    ticket_lock<<<6, 96>>>(lock, count);
    return count.values()[0] == 18;
}

SAMPLE(a_lock_with_back_off) {
    array<int> mutex(1);
    array<unsigned> count(1);
    lock_with_back_off<<<3, 32>>>(mutex, count);
    return count.values()[0] == 96;
}

SAMPLE(a_lock_that_lanes_try_in_turn) {
    array<int> mutex(1);
    array<unsigned> count(1);
    lock_in_a_loop<<<3, 64>>>(mutex, count);
    return count.values()[0] == 192;
}

SAMPLE(a_hash_table) {
    const auto keys = numbers(400, 300);
    array<unsigned> dkeys(keys), table(512);
    hash_insert<<<4, 128>>>(dkeys, table, 400);
    std::vector<bool> wanted(301), found(301);
    for (unsigned key : keys) wanted[key + 1] = true;
    for (unsigned key : table.values())
        if (key != 0) {
            if (found[key]) return false;
            found[key] = true;
        }
    return wanted == found;
}

SAMPLE(lists_behind_locks) {
    const auto keys = numbers(200, 1000);
    array<unsigned> dkeys(keys);
    array<int> heads(16, -1), nexts(200, -1), locks(16);
    bucket_lists<<<2, 128>>>(dkeys, heads, nexts, locks, 200);
    const auto head = heads.values(), next = nexts.values();
    unsigned seen = 0;
    for (int bucket = 0; bucket < 16; ++bucket)
        for (int i = head[bucket]; i >= 0; i = next[i], ++seen)
            if (int(keys[i] % 16) != bucket || seen > 200) return false;
    return seen == 200;
}

SAMPLE(persistent_blocks_with_a_queue) {
    array<unsigned> next(1), done(100);
    persistent<<<4, 64>>>(next, done, 100);
    const auto found = done.values();
    for (unsigned i = 0; i < 100; ++i)
        if (found[i] != i * i) return false;
    return true;
}

SAMPLE(a_queue_that_fills_itself) {
    std::vector<unsigned> first(127);
    first[0] = 1;
    array<unsigned> queue(first), ends(std::vector<unsigned>{0, 1});
    tree_queue<<<5, 32>>>(queue, ends, 7);
    std::vector<bool> seen(128);
    for (unsigned node : queue.values()) seen[node] = true;
    return std::count(seen.begin() + 1, seen.end(), true) == 127;
}

SAMPLE(a_ring_between_two_blocks) {
    array<unsigned> ring(4), positions(2), sum(1);
    return cooperative(entry(ring_buffer), 2, 32, static_cast<unsigned*>(ring), static_cast<unsigned*>(positions), static_cast<unsigned*>(sum), 200u) &&
           sum.values()[0] == 3 * 200 * 199 / 2;
}

SAMPLE(a_barrier_of_the_grid_made_by_hand) {
    const auto in = numbers(256);
    array<unsigned> a(in), b(256), counter(1);
    if (!cooperative(entry(rotate_by_hand), 4, 64, static_cast<unsigned*>(a), static_cast<unsigned*>(b), static_cast<unsigned*>(counter), 5u)) return false;
    const auto out = a.values();
    for (unsigned i = 0; i < 256; ++i)
        if (out[i] != in[(i + 5) % 256]) return false;
    return true;
}

SAMPLE(a_barrier_whose_sense_turns) {
    array<unsigned> barrier(3), data(2 * 6);
    return cooperative(entry(sense_reversal), 6, 64, static_cast<unsigned*>(barrier), static_cast<unsigned*>(data), 9u) && barrier.values()[2] == 0;
}

SAMPLE(flags_between_neighbours) {
    array<unsigned> flags(6), halo(6 * 64), out(6);
    if (!cooperative(entry(neighbour_flags), 6, 32, static_cast<unsigned*>(flags), static_cast<unsigned*>(halo), static_cast<unsigned*>(out), 10u)) return false;
    std::vector<unsigned> value = {0, 1, 2, 3, 4, 5};
    for (int step = 0; step < 10; ++step) {
        const auto before = value;
        for (unsigned i = 0; i < 6; ++i) value[i] += before[(i + 5) % 6];
    }
    return out.values() == value;
}

SAMPLE(a_wave_front) {
    const unsigned width = 40, rows = 7;
    std::vector<unsigned> table(rows * width), done(rows);
    for (unsigned i = 0; i < width; ++i) table[i] = i;
    for (unsigned i = 0; i < rows; ++i) table[i * width] = i;
    done[0] = width;
    array<unsigned> dtable(table), ddone(done);
    if (!cooperative(entry(wave_front), rows - 1, 32, static_cast<unsigned*>(dtable), static_cast<unsigned*>(ddone), width)) return false;
    for (unsigned row = 1; row < rows; ++row)
        for (unsigned column = 1; column < width; ++column)
            table[row * width + column] = (table[(row - 1) * width + column] + table[row * width + column - 1]) % 1009;
    return dtable.values() == table;
}

SAMPLE(warps_that_wait_for_a_warp) {
    array<unsigned> out(2 * 96);
    warps_that_wait<<<2, 128>>>(out);
    const auto found = out.values();
    return found[0] != 0 && found == std::vector<unsigned>(2 * 96, found[0]);
}

SAMPLE(a_warp_that_polls_by_vote) {
    array<unsigned> flag(1), out(34);
    return cooperative(entry(polled_by_vote), 2, 32, static_cast<unsigned*>(flag), static_cast<unsigned*>(out)) && out.values()[31] == 31;
}

SAMPLE(warps_without_work_exit_before_a_barrier) {
    array<unsigned> out(2);
    exit_of_warps<<<2, 128>>>(out, 170);
    return out.values() == std::vector<unsigned>{128, 42};
}

}  // namespace

// By which the linker takes this file.
extern "C" void emu_samples_of_waiting() {}
