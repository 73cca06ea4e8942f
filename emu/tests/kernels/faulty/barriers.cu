// Barriers that not all reach, or not together.
#include <cooperative_groups.h>

#include "faulty.cuh"

namespace cg = cooperative_groups;

namespace {

__device__ __noinline__ void meet() { __syncthreads(); }

__global__ void one_helper_in_two_branches(int* out) {
    if (threadIdx.x < 32) {
        meet();  //! BlockBarrier: different block barriers
    } else {
        meet();  //!
    }
    out[threadIdx.x] = 1;
}
FAULTY(one_helper_in_two_branches) {
    array<int> out(64);
    one_helper_in_two_branches<<<1, 64>>>(out);
}

__global__ void two_on_one_line(int* out) {
    if (threadIdx.x % 2) { __syncthreads(); } else { __syncthreads(); }  //! BlockBarrier: different block barriers
    out[threadIdx.x] = 1;
}
FAULTY(two_on_one_line) {
    array<int> out(64);
    two_on_one_line<<<1, 64>>>(out);
}

__global__ void counted_against_plain(int* out) {
    if (threadIdx.x < 32)
        out[0] = __syncthreads_count(1);  //! BlockBarrier: __syncthreads_count()
    else
        __syncthreads();  //!
}
FAULTY(counted_against_plain) {
    array<int> out(64);
    counted_against_plain<<<1, 64>>>(out);
}

__global__ void or_against_and(int* out) {
    if (threadIdx.x < 32)
        out[0] = __syncthreads_or(1);  //! BlockBarrier: __syncthreads_or()
    else
        out[1] = __syncthreads_and(1);  //!
}
FAULTY(or_against_and) {
    array<int> out(64);
    or_against_and<<<1, 64>>>(out);
}

// A tail that some threads of the last block do not take.
__global__ void barrier_in_a_loop_of_different_length(const int* in, int* out, int n) {
    __shared__ int tile[64];
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        tile[threadIdx.x] = in[i];
        __syncthreads();  //! BlockBarrier: block barrier
        out[i] = tile[threadIdx.x ^ 1];
        __syncthreads();
    }
    cg::this_thread_block().sync();  //!
}
FAULTY(barrier_in_a_loop_of_different_length) {
    array<int> in(100), out(100);
    barrier_in_a_loop_of_different_length<<<1, 64>>>(in, out, 100);
}

__global__ void barrier_of_a_condition(int* out) {
    if (threadIdx.x == 0) {
        out[0] = 1;
        __syncthreads();  //! Deadlock: spin, reading
    } else {
        while (static_cast<volatile int*>(out)[1] == 0) {  //!
        }
    }
}
FAULTY(barrier_of_a_condition) {
    array<int> out(2);
    barrier_of_a_condition<<<1, 32>>>(out);
}

__global__ void grid_barrier_of_some_blocks(int* out) {
    if (blockIdx.x != 1) cg::this_grid().sync();  //! GridBarrier: returned after 0 grid barriers
    out[blockIdx.x] = 1;
}
FAULTY(grid_barrier_of_some_blocks) {
    array<int> out(3);
    int* pointer = out;
    void* arguments[] = {&pointer};
    cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(grid_barrier_of_some_blocks), 3, 32, arguments, 0, nullptr);
}

__global__ void grid_barrier_of_a_tail(int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = i;
    cg::this_grid().sync();  //! GridBarrier: grid barrier
    out[i] += out[(i + 1) % n];
}
FAULTY(grid_barrier_of_a_tail) {
    array<int> out(120);
    int* pointer = out;
    int n = 120;
    void* arguments[] = {&pointer, &n};
    cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(grid_barrier_of_a_tail), 2, 64, arguments, 0, nullptr);
}

__global__ void grid_barrier_without_cooperation(int* out) {
    cg::this_grid().sync();  //! GridBarrierInOrdinaryLaunch: ordinary launch
    out[threadIdx.x] = 1;
}
FAULTY(grid_barrier_without_cooperation) {
    array<int> out(32);
    grid_barrier_without_cooperation<<<1, 32>>>(out);
}

__global__ void halves_that_do_not_match(int* out) {
    auto block = cg::this_thread_block();
    auto token = block.barrier_arrive();
    out[threadIdx.x] = 1;
    if (threadIdx.x < 32) block.barrier_wait(std::move(token));  //? BlockBarrier: block barrier
    else __syncthreads();                                        //?
    block.sync();                                                //?
}
FAULTY(halves_that_do_not_match) {
    array<int> out(64);
    halves_that_do_not_match<<<1, 64>>>(out);
}

__global__ void barriers_of_a_switch(int* out) {
    switch (threadIdx.x / 32) {
    case 0:
        __syncthreads();  //! BlockBarrier: different block barriers
        break;
    case 1:
        out[0] = 1;
        __syncthreads();  //!
        break;
    }
    out[threadIdx.x] = 1;
}
FAULTY(barriers_of_a_switch) {
    array<int> out(64);
    barriers_of_a_switch<<<1, 64>>>(out);
}

__global__ void barrier_behind_a_condition(const int* in, int* out) {
    if (in[threadIdx.x] > 0 && __syncthreads_or(in[threadIdx.x] > 5)) out[threadIdx.x] = 1;  //! BlockBarrier: block barrier
    __syncthreads();  //!
}
FAULTY(barrier_behind_a_condition) {
    std::vector<int> v(64);
    for (int i = 0; i < 64; ++i) v[i] = i % 3;
    array<int> in(v), out(64);
    barrier_behind_a_condition<<<1, 64>>>(in, out);
}

__global__ void counts_in_one_expression(int* out) {
    out[threadIdx.x] = threadIdx.x < 32 ? __syncthreads_count(1) : __syncthreads_count(0);  //! BlockBarrier: block barriers
}
FAULTY(counts_in_one_expression) {
    array<int> out(64);
    counts_in_one_expression<<<1, 64>>>(out);
}

__global__ void one_lambda_in_two_branches(int* out) {
    auto meet = [&](int v) {
        out[threadIdx.x] = v;
        __syncthreads();  //? BlockBarrier: block barrier
    };
    if (threadIdx.x & 32) {
        meet(1);  //?
        out[0] = 1;
    } else {
        meet(2);  //?
    }
}
FAULTY(one_lambda_in_two_branches) {
    array<int> out(64);
    one_lambda_in_two_branches<<<1, 64>>>(out);
}

__device__ __noinline__ void levels(int depth, int* out) {
    if (depth == 0) return;
    out[threadIdx.x] = depth;
    __syncthreads();  //? BlockBarrier: block barrier
    levels(depth - 1, out);  //?
    out[threadIdx.x] += 1;
}
__global__ void recursion_of_different_depth(int* out) {
    levels(threadIdx.x < 32 ? 2 : 3, out);
    cg::this_thread_block().sync();  //?
}
FAULTY(recursion_of_different_depth) {
    array<int> out(64);
    recursion_of_different_depth<<<1, 64>>>(out);
}

__global__ void grid_barrier_of_the_first_block(int* out) {
    if (blockIdx.x == 0) cg::this_grid().sync();  //! GridBarrier: grid barrier
    out[threadIdx.x] = 1;
}
FAULTY(grid_barrier_of_the_first_block) {
    array<int> out(32);
    int* p = out;
    void* arguments[] = {&p};
    cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(grid_barrier_of_the_first_block), 4, 32, arguments, 0, nullptr);
}

__global__ void grid_barriers_of_different_number(const int* rounds, int* out) {
    for (int i = 0; i < rounds[blockIdx.x]; ++i) {
        out[blockIdx.x * blockDim.x + threadIdx.x] += i;
        cg::this_grid().sync();  //! GridBarrier: grid barrier
    }
}
FAULTY(grid_barriers_of_different_number) {
    array<int> rounds(std::vector<int>{3, 3, 2, 3}), out(128);
    int *p = rounds, *q = out;
    void* arguments[] = {&p, &q};
    cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(grid_barriers_of_different_number), 4, 32, arguments, 0, nullptr);
}

__global__ void __cluster_dims__(2, 1, 1) cluster_barrier_of_one_block(int* out) {
    __shared__ int value;
    value = threadIdx.x;
    auto cluster = cg::this_cluster();
    if (cluster.block_rank() == 0) cluster.sync();  //! ClusterBarrier: cluster barrier
    out[threadIdx.x] = value;
}
FAULTY(cluster_barrier_of_one_block) {
    array<int> out(32);
    cluster_barrier_of_one_block<<<4, 32>>>(out);
}

// --- warps

__global__ void shuffles_in_both_branches(int* out) {
    int value = threadIdx.x;
    if (threadIdx.x % 2)
        value = __shfl_xor_sync(0xffffffffu, value, 1);  //! WarpCollective: different places
    else
        value = __shfl_xor_sync(0xffffffffu, value, 1);  //!
    out[threadIdx.x] = value;
}
FAULTY(shuffles_in_both_branches) {
    array<int> out(32);
    shuffles_in_both_branches<<<1, 32>>>(out);
}

__global__ void any_against_all(int* out) {
    if (threadIdx.x < 16)
        out[threadIdx.x] = __any_sync(0xffffffffu, threadIdx.x == 3);  //! WarpCollective: different functions
    else
        out[threadIdx.x] = __all_sync(0xffffffffu, 1);  //!
}
FAULTY(any_against_all) {
    array<int> out(32);
    any_against_all<<<1, 32>>>(out);
}

__device__ __noinline__ int of_neighbour(int value) { return __shfl_down_sync(0xffffffffu, value, 1); }
__global__ void one_shuffling_helper_in_two_branches(int* out) {
    if (threadIdx.x < 8)
        out[threadIdx.x] = of_neighbour(1);  //! WarpCollective: different places
    else
        out[threadIdx.x] = of_neighbour(2);  //!
}
FAULTY(one_shuffling_helper_in_two_branches) {
    array<int> out(32);
    one_shuffling_helper_in_two_branches<<<1, 32>>>(out);
}

__global__ void full_mask_in_a_branch(const int* in, int* out) {
    int value = in[threadIdx.x];
    if (value > 15) {
        value += __shfl_down_sync(0xffffffffu, value, 1);  //! WarpCollective: not reached by all lanes
    }
    __syncthreads();  //!
    out[threadIdx.x] = value;
}
FAULTY(full_mask_in_a_branch) {
    std::vector<int> in(32);
    for (int i = 0; i < 32; ++i) in[i] = i;
    array<int> values(in), out(32);
    full_mask_in_a_branch<<<1, 32>>>(values, out);
}

__global__ void lane_out_of_its_mask(int* out) {
    out[threadIdx.x] = __ballot_sync(0x7fffffffu, 1);  //! WarpCollective: in which it is not
}
FAULTY(lane_out_of_its_mask) {
    array<int> out(32);
    lane_out_of_its_mask<<<1, 32>>>(out);
}

__global__ void masks_that_differ(int* out) {
    const unsigned mask = threadIdx.x < 16 ? 0xffffffffu : 0xffff0000u;
    out[threadIdx.x] = __shfl_sync(mask, int(threadIdx.x), 16);  //! WarpCollective: 0xffffffff
    __syncthreads();                                             //!
}
FAULTY(masks_that_differ) {
    array<int> out(32);
    masks_that_differ<<<1, 32>>>(out);
}

__global__ void tile_that_is_not_whole(int* out) {
    const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    if (threadIdx.x < 20) tile.sync();  //! WarpCollective: not reached by all lanes
    else __syncthreads();               //!
    out[threadIdx.x] = 1;
}
FAULTY(tile_that_is_not_whole) {
    array<int> out(32);
    tile_that_is_not_whole<<<1, 32>>>(out);
}

__global__ void warp_against_block(int* out) {
    if (threadIdx.x < 16) __syncwarp();  //! WarpCollective: not reached by all lanes
    else __syncthreads();                //!
    out[threadIdx.x] = 1;
}
FAULTY(warp_against_block) {
    array<int> out(64);
    warp_against_block<<<1, 64>>>(out);
}

__global__ void reduction_without_a_lane(int* out) {
    if (threadIdx.x < 31) out[threadIdx.x] = __reduce_add_sync(0xffffffffu, 1);  //! WarpCollective: not reached by all lanes
    else __syncthreads();                                                        //!
}
FAULTY(reduction_without_a_lane) {
    array<int> out(32);
    reduction_without_a_lane<<<1, 32>>>(out);
}

__global__ void mask_of_half_a_warp(int* out) {
    __syncwarp(0x0000ffffu);  //! WarpCollective: in which it is not
    out[threadIdx.x] = 1;
}
FAULTY(mask_of_half_a_warp) {
    array<int> out(32);
    mask_of_half_a_warp<<<1, 32>>>(out);
}

__global__ void shuffles_in_loops_of_different_length(const int* n, int* out) {
    int value = threadIdx.x;
    for (int i = 0; i < n[threadIdx.x]; ++i)
        value += __shfl_xor_sync(0xffffffffu, value, 1);  //! WarpCollective: not reached by all lanes
    __syncthreads();  //!
    out[threadIdx.x] = value;
}
FAULTY(shuffles_in_loops_of_different_length) {
    std::vector<int> lengths(32, 2);
    lengths[7] = 1;
    array<int> n(lengths), out(32);
    shuffles_in_loops_of_different_length<<<1, 32>>>(n, out);
}

__global__ void shuffle_of_a_tile_without_a_lane(int* out) {
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int value = 1;
    if (tile.thread_rank() != 3) value = tile.shfl_down(value, 1);  //! WarpCollective: not reached by all lanes
    __syncthreads();                                                //!
    out[threadIdx.x] = value;
}
FAULTY(shuffle_of_a_tile_without_a_lane) {
    array<int> out(32);
    shuffle_of_a_tile_without_a_lane<<<1, 32>>>(out);
}

__global__ void up_against_down(int* out) {
    int v = threadIdx.x;
    v = threadIdx.x < 16 ? __shfl_up_sync(0xffffffffu, v, 1) : __shfl_down_sync(0xffffffffu, v, 1);  //! WarpCollective: different
    out[threadIdx.x] = v;
}
FAULTY(up_against_down) {
    array<int> out(32);
    up_against_down<<<1, 32>>>(out);
}

__global__ void barrier_between_the_halves_of_another(int* out) {
    const auto block = cg::this_thread_block();
    auto token = block.barrier_arrive();
    out[threadIdx.x] = 1;
    if (threadIdx.x != 3) block.barrier_wait(static_cast<decltype(token)&&>(token));
    block.sync();  //! BlockBarrier: before it waited there
}
FAULTY(barrier_between_the_halves_of_another) {
    array<int> out(64);
    barrier_between_the_halves_of_another<<<1, 64>>>(out);
}

}  // namespace

// By which the linker takes this file.
extern "C" void emu_faulty_barriers() {}
