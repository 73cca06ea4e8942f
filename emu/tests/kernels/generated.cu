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
    argument_at,
    result_at,
    vector_at,
    local_index,
    variable_index,
    barrier_by_helper,
    count_or_sync,
    shuffle_by_branch,
    loop_around_warp,
    loop_around_block,
    loop_around_atomic,
    by_value,
    padded_copy,
};

// What is behind the flags: boxes, tickets, the lock, and a word for each block.
constexpr unsigned flag_count = 4, box_0 = flag_count, ticket_0 = box_0 + 4, lock_word = ticket_0 + 4, block_0 = lock_word + 1;

__device__ void take(unsigned* lock) {
    while (atomicCAS(lock, 0u, 1u) != 0) {  // line: keep_lock
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
        __syncthreads();  // line: block_barrier
        break;
    case 1:
        __syncthreads_count(1);  // line: block_barrier
        break;
    case 2:
        cg::this_thread_block().sync();  // line: block_barrier
        break;
    default:
        __syncthreads();  // line: block_barrier
        break;
    }
}

__device__ void wait_for_grid(unsigned site) {
    const cg::grid_group grid = cg::this_grid();
    switch (site) {
    case 0:
        grid.sync();  // line: grid_barrier
        break;
    case 1: {
        auto token = grid.barrier_arrive();
        grid.barrier_wait(std::move(token));  // line: grid_barrier
        break;
    }
    default:
        cg::this_grid().sync();  // line: grid_barrier
        break;
    }
}

__device__ void wait_for_cluster(unsigned site) {
    cg::cluster_group cluster = cg::this_cluster();
    switch (site) {
    case 0: {
        auto token = cluster.barrier_arrive();
        cluster.barrier_wait(std::move(token));  // line: cluster_barrier
        break;
    }
    default:
        cluster.sync();  // line: cluster_barrier
        break;
    }
}

// Where the block that is `distance` further in the cluster has what this one has at `own`.
__device__ unsigned* of_cluster(unsigned* own, unsigned distance) {
    const cg::cluster_group cluster = cg::this_cluster();
    return cluster.map_shared_rank(own, int((cluster.block_rank() + distance) % cluster.num_blocks()));
}

__device__ __noinline__ unsigned descend(unsigned depth, volatile unsigned* data) {  // line: recurse
    unsigned local[16];
    for (unsigned i = 0; i < 16; ++i) local[i] = data[0] + i;  // line: recurse
    return depth == 0 ? local[3] : descend(depth - 1, data) + local[depth % 16];  // line: recurse
}

// What takes and returns values, as functions of their own.
struct two {
    unsigned a, b;
};
__device__ __noinline__ unsigned mixed(two both) { return both.a * 31 + both.b; }
__device__ __noinline__ two doubled(unsigned value) { return {value, value}; }

struct padded {
    unsigned char tag;
    unsigned value;
};

__device__ unsigned numbers[8];
__device__ __noinline__ unsigned number_after(unsigned distance) {
    const unsigned* const end = numbers + 8;
    return end[distance];  // line: variable_index
}

__device__ __noinline__ void meet() { __syncthreads(); }

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
            value = value * 31 + tile[(thread + a) % threads];  // line: load_shared
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
            while (static_cast<volatile unsigned*>(flags)[a] == 0) {  // line: wait_flag
            }
            break;
        case store_dynamic:
            dynamic[thread + a] = value;  // line: store_dynamic
            break;
        case load_dynamic:
            value = value * 31 + dynamic[thread + a];  // line: load_dynamic
            break;
        case leave:
            data[2 * n + own] = value;
            return;
        case store_at:
            *address = value;  // line: store_at
            break;
        case load_at:
            value += *address;  // line: load_at
            break;
        case add_at:
            atomicAdd(address, value);  // line: add_at
            break;
        case match_lanes:
            value += __match_any_sync(all, value);  // line: match_lanes
            break;
        case sync_lanes:
            __syncwarp(a);  // line: sync_lanes
            break;
        case count_in:
            // A barrier of the grid made by hand.
            atomicAdd(&flags[a], 1u);
            while (static_cast<volatile unsigned*>(flags)[a] < gridDim.x) {  // line: count_in
            }
            break;
        case endless:
            while (true) static_cast<volatile unsigned*>(data)[own] = ++value;  // line: endless
            break;
        case recurse:
            value += descend(a, data);
            break;
        case trap:
            __trap();  // line: trap
            break;
        case fail:
            assert(value == a && value != a);  // line: fail
            break;
        case cluster_barrier:
            wait_for_cluster(a);
            break;
        case load_remote:
            value = value * 31 + *of_cluster(&tile[thread], a);
            break;
        case read_remote: {
            volatile unsigned* const remote = of_cluster(&tile[thread], a);
            for (unsigned round = 0; round < 1u << 20; ++round) value += *remote;  // line: read_remote
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
                while (static_cast<volatile unsigned*>(flags)[a] < gridDim.x) {  // line: hand_made_barrier
                }
                __threadfence();
            }
            __syncthreads();
            break;
        case wait_hoisted: {
            const unsigned once = flags[a];
            while (once == 0) {  // line: wait_hoisted
            }
            break;
        }
        case wait_counting: {
            unsigned looks = 0;
            while (static_cast<volatile unsigned*>(flags)[a] == 0) ++looks;  // line: wait_counting
            value += looks;
            break;
        }
        case keep_lock:
            take(&flags[lock_word]);
            break;
        case argument_at:
            value += mixed(*reinterpret_cast<const two*>(address));  // line: argument_at
            break;
        case result_at:
            *reinterpret_cast<two*>(address) = doubled(value);  // line: result_at
            break;
        case vector_at:
            value += reinterpret_cast<const uint4*>(address)->z;  // line: vector_at
            break;
        case local_index: {
            unsigned local[8] = {value, 1, 2, 3, 4, 5, 6, 7};
            local[a] += value;  // line: local_index
            value += local[value % 8];
            break;
        }
        case variable_index:
            value += number_after(a);
            break;
        case barrier_by_helper:
            if (a)
                meet();  // line: barrier_by_helper
            else
                meet();
            break;
        case count_or_sync:
            if (a)
                value += __syncthreads_count(1);  // line: count_or_sync
            else
                __syncthreads();
            break;
        case shuffle_by_branch:
            if (a)
                value += __shfl_sync(all, value, 0);  // line: shuffle_by_branch
            else
                value += __shfl_sync(all, value, 0);
            break;
        case loop_around_warp:
            do __syncwarp(all);  // line: loop_around_warp
            while (static_cast<volatile unsigned*>(flags)[a] == 0);  // line: loop_around_warp
            break;
        case loop_around_block:
            do __syncthreads();  // line: loop_around_block
            while (static_cast<volatile unsigned*>(flags)[a] == 0);  // line: loop_around_block
            break;
        case loop_around_atomic:
            while (atomicAdd(&flags[a], 1u) != ~0u) {  // line: loop_around_atomic
            }
            break;
        case by_value:
            value = mixed({value, a});
            break;
        case padded_copy: {
            __shared__ padded all_padded[128];
            all_padded[thread].tag = 1;
            all_padded[thread].value = value;
            const padded copy = all_padded[thread];
            value = copy.value * 31 + copy.tag;
            break;
        }
        }
    }
    data[2 * n + own] = value;
}

}  // namespace

COOP_COOPERATIVE_KERNEL(emu_generated, generated);
