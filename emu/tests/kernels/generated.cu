// Runs a small program that is given as data: thousands of different kernels, compiled once.
//
// An operation is eight words: code, a, b, the blocks from and to, the threads from and to, and one that is not used.
// tests/generated/program.rs has the same codes, and says what each does.
#include <cooperative_groups.h>

#include <coop/export.cuh>

namespace cg = cooperative_groups;

namespace {

enum code : unsigned {
    mix,
    store_shared,
    load_shared,
    store_global,
    load_global,
    block_barrier,
    grid_barrier,
    broadcast,
    vote,
    add_count,
    read_count,
    set_flag,
    wait_flag,
    store_dynamic,
    load_dynamic,
    leave,
    store_at,
    load_at,
    add_at,
    match_lanes,
    sync_lanes,
    count_in,
    endless,
    recurse,
    trap,
    fail,
    cluster_barrier,
    load_remote,
    read_remote,
    read_long,
    compute,
    publish,
    receive,
    add_under_lock,
    add_by_last_block,
    hand_made_barrier,
    wait_hoisted,
    wait_counting,
    keep_lock,
};

// What is behind the flags: boxes, tickets, the lock, and a word for each block.
constexpr unsigned flag_count = 4, box_0 = flag_count, ticket_0 = box_0 + 4, lock_word = ticket_0 + 4, block_0 = lock_word + 1;

__device__ void take(unsigned* lock) {
    while (atomicCAS(lock, 0u, 1u) != 0) {
    }
    __threadfence();
}

__device__ void release(unsigned* lock) {
    __threadfence();
    atomicExch(lock, 0u);
}

// Barriers at different lines, as those of a kernel are.
__device__ void wait_for_block(unsigned site) {
    switch (site) {
    case 0:
        __syncthreads();
        break;
    case 1:
        __syncthreads_count(1);
        break;
    case 2:
        cg::this_thread_block().sync();
        break;
    default:
        __syncthreads();
        break;
    }
}

__device__ void wait_for_grid(unsigned site) {
    const cg::grid_group grid = cg::this_grid();
    switch (site) {
    case 0:
        grid.sync();
        break;
    case 1: {
        auto token = grid.barrier_arrive();
        grid.barrier_wait(std::move(token));
        break;
    }
    default:
        cg::this_grid().sync();
        break;
    }
}

__device__ void wait_for_cluster(unsigned site) {
    cg::cluster_group cluster = cg::this_cluster();
    switch (site) {
    case 0: {
        auto token = cluster.barrier_arrive();
        cluster.barrier_wait(std::move(token));
        break;
    }
    default:
        cluster.sync();
        break;
    }
}

// Where the block that is `distance` further in the cluster has what this one has at `own`.
__device__ unsigned* of_cluster(unsigned* own, unsigned distance) {
    const cg::cluster_group cluster = cg::this_cluster();
    return cluster.map_shared_rank(own, int((cluster.block_rank() + distance) % cluster.num_blocks()));
}

__device__ __noinline__ unsigned descend(unsigned depth, volatile unsigned* data) {
    unsigned local[16];
    for (unsigned i = 0; i < 16; ++i) local[i] = data[0] + i;
    return depth == 0 ? local[3] : descend(depth - 1, data) + local[depth % 16];
}

__global__ void generated(const unsigned* program, unsigned length, unsigned* data, unsigned* counts, unsigned* flags) {
    __shared__ unsigned tile[256];
    extern __shared__ unsigned dynamic[];
    const unsigned thread = threadIdx.x, block = blockIdx.x, threads = blockDim.x;
    const unsigned n = gridDim.x * threads, own = block * threads + thread;
    // The lanes that there are in this warp.
    const unsigned lanes = min(32u, threads - thread / 32 * 32);
    const unsigned all = lanes == 32 ? 0xffffffffu : (1u << lanes) - 1;
    unsigned value = own;
    for (unsigned i = 0; i < length; ++i) {
        const unsigned* const operation = program + 8 * i;
        const unsigned a = operation[1], b = operation[2];
        if (block < operation[3] || block >= operation[4]) continue;
        if (thread < operation[5] || thread >= operation[6]) continue;
        unsigned* const address = reinterpret_cast<unsigned*>(static_cast<unsigned long long>(b) << 32 | a);
        switch (operation[0]) {
        case mix:
            value = value * a + b;
            break;
        case store_shared:
            tile[thread] = value;
            break;
        case load_shared:
            value = value * 31 + tile[(thread + a) % threads];
            break;
        case store_global:
            data[a * n + own] = value;
            break;
        case load_global:
            // In the whole grid, or in the block alone.
            value = value * 31 + data[a * n + (operation[7] ? (own + b) % n : block * threads + (thread + b) % threads)];
            break;
        case block_barrier:
            wait_for_block(a);
            break;
        case grid_barrier:
            wait_for_grid(a);
            break;
        case broadcast:
            value += __shfl_sync(all, value, int(a % lanes));
            break;
        case vote:
            value += __ballot_sync(all, value & 1);
            break;
        case add_count:
            atomicAdd(&counts[a], value & 0xff);
            break;
        case read_count:
            value = value * 31 + counts[a];
            break;
        case set_flag:
            atomicExch(&flags[a], 1u);
            break;
        case wait_flag:
            while (static_cast<volatile unsigned*>(flags)[a] == 0) {
            }
            break;
        case store_dynamic:
            dynamic[thread + a] = value;
            break;
        case load_dynamic:
            value = value * 31 + dynamic[thread + a];
            break;
        case leave:
            data[2 * n + own] = value;
            return;
        case store_at:
            *address = value;
            break;
        case load_at:
            value += *address;
            break;
        case add_at:
            atomicAdd(address, value);
            break;
        case match_lanes:
            value += __match_any_sync(all, value);
            break;
        case sync_lanes:
            __syncwarp(a);
            break;
        case count_in:
            // A barrier of the grid made by hand.
            atomicAdd(&flags[a], 1u);
            while (static_cast<volatile unsigned*>(flags)[a] < gridDim.x) {
            }
            break;
        case endless:
            while (true) static_cast<volatile unsigned*>(data)[own] = ++value;
            break;
        case recurse:
            value += descend(a, data);
            break;
        case trap:
            __trap();
            break;
        case fail:
            assert(value == a && value != a);
            break;
        case cluster_barrier:
            wait_for_cluster(a);
            break;
        case load_remote:
            value = value * 31 + *of_cluster(&tile[thread], a);
            break;
        case read_remote: {
            volatile unsigned* const remote = of_cluster(&tile[thread], a);
            for (unsigned round = 0; round < 1u << 20; ++round) value += *remote;
            break;
        }
        case read_long:
            for (unsigned round = 0; round < b; ++round) value = value * 31 + program[round & 7];
            break;
        case compute:
            for (unsigned round = 0; round < b; ++round) value = value * a + 1;
            break;
        case publish:
            static_cast<volatile unsigned*>(flags)[box_0 + a] = value;
            __threadfence();
            static_cast<volatile unsigned*>(flags)[a] = 1;
            break;
        case receive:
            while (static_cast<volatile unsigned*>(flags)[a] == 0) {
            }
            __threadfence();
            value = value * 31 + static_cast<volatile unsigned*>(flags)[box_0 + a];
            break;
        case add_under_lock: {
            take(&flags[lock_word]);
            volatile unsigned* const count = &counts[a];
            *count = *count + (value & 0xff);
            release(&flags[lock_word]);
            break;
        }
        case add_by_last_block:
            if (thread == 0) {
                flags[block_0 + block] = value & 0xff;
                __threadfence();
                if (atomicInc(&flags[ticket_0 + a], gridDim.x - 1) == gridDim.x - 1) {
                    __threadfence();
                    unsigned sum = 0;
                    for (unsigned other = 0; other < gridDim.x; ++other) sum += static_cast<volatile unsigned*>(flags)[block_0 + other];
                    atomicAdd(&counts[a], sum);
                }
            }
            break;
        case hand_made_barrier:
            __syncthreads();
            if (thread == 0) {
                __threadfence();
                atomicAdd(&flags[a], 1u);
                while (static_cast<volatile unsigned*>(flags)[a] < gridDim.x) {
                }
                __threadfence();
            }
            __syncthreads();
            break;
        case wait_hoisted: {
            const unsigned once = flags[a];
            while (once == 0) {
            }
            break;
        }
        case wait_counting: {
            unsigned looks = 0;
            while (static_cast<volatile unsigned*>(flags)[a] == 0) ++looks;
            value += looks;
            break;
        }
        case keep_lock:
            take(&flags[lock_word]);
            break;
        }
    }
    data[2 * n + own] = value;
}

}  // namespace

COOP_COOPERATIVE_KERNEL(emu_generated, generated);
