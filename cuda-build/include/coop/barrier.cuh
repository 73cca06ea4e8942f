// A barrier of the whole grid, faster than cooperative groups' own for every shape of the grid.
//
//     __global__ void passes(float* x, unsigned* word) {
//         coop::grid_barrier barrier(word);
//         ...                // pass 1
//         barrier.sync();
//         ...                // pass 2 reads what any block wrote in pass 1
//     }
//
// Who calls      every thread of the grid, each function as often as all others do; a cooperative launch.
// Scope, order   what any thread of the grid did before it arrived happens before what any thread does after it waited.
// The word       one `unsigned` in device memory, of any value: every launch sets it anew. One barrier object a launch uses it,
//                and two launches that may overlap have words of their own. A launch that failed leaves nothing behind.
// Cost           benches/barriers.rs prints it: on an H200 0.65 to 0.96 of `grid.sync()`, and that of `__syncthreads()` for a grid of
//                one block. The first meeting of a launch is cooperative groups' own.
//
// What makes it faster: a poll is relaxed, and what was polled for is acquired once, by one fence; and no block polls while
// most of the others are still adding to the word, which polls would delay.
#pragma once

#include <cooperative_groups.h>

#include <coop/word.cuh>

namespace coop {

// How the blocks of a grid meet.
enum class meeting {
    automatic,  // counted; emulated by groups, whose reports say who is missing
    counted,    // by a count in the word
    groups,     // by cooperative groups
};

class grid_barrier {
public:
    // Every thread of the grid makes one, with the same arguments. Meets nobody.
    __device__ explicit grid_barrier(unsigned* word, meeting how = meeting::automatic)
        : word_(word), blocks_(gridDim.x * gridDim.y * gridDim.z) {
#ifdef COOP_EMULATED
        if (how == meeting::automatic) how = meeting::groups;
#endif
        next_ = blocks_ == 1 ? alone : how == meeting::groups ? by_groups : first_by_groups;

        // The count begins at 0. Ordered before every addition to it by the first meeting, which is not counted.
        if (next_ == first_by_groups && is_first_thread() && blockIdx.x + blockIdx.y + blockIdx.z == 0) {
            store_relaxed(word_, 0u);
        }
    }
    grid_barrier(const grid_barrier&) = delete;
    grid_barrier& operator=(const grid_barrier&) = delete;

    // Waits until every thread of the grid is here.
    __device__ void sync() {
        arrive();
        // The blocks arrive within some time of each other, and their additions take place one after the other. Measured, as a part of
        // `grid.sync()`: with a pause of this length 0.87, without one 0.88 at 132 blocks; 0.84 and 1.3 at 528 (256 threads each).
        if (next_ == counted && is_first_thread()) __nanosleep(blocks_ / (blocks_ < 400 ? 4 : 2));
        wait();
    }

    // Says that this thread is here. What follows up to wait() is ordered with nothing of the other blocks.
    __device__ void arrive() {
        if (next_ == counted) {
            // Orders what the block's other threads did before the addition of its first thread below.
            __syncthreads();

            // Releases it: whoever reads this count, or one that is made of it by further additions, and passes
            // fence_acquire() comes after it.
            if (is_first_thread()) add_release(word_, 1u);
            wanted_ += blocks_;
        } else if (next_ != alone) {
            arrive_by_groups();
        }
    }

    // Waits until every thread of the grid has arrived. Once for each arrive(), by the same threads.
    __device__ void wait() {
        if (next_ == counted) {
            if (is_first_thread()) {
                // No slow block is overtaken: the count reaches `wanted_` when all blocks have arrived so often, and as it only
                // grows, a block that looks late finds more, and not less. A block can be ahead by one arrival at most, so
                // the difference is far from overflowing although the count itself may.
                while (static_cast<int>(load_relaxed(word_) - wanted_) < 0) {
                }
                // With the load above, acquires what every block released: all additions up to `wanted_` are in the chain
                // that ends in the value read.
                fence_acquire();
            }

            // Orders the fence above before what the block's other threads do next.
            __syncthreads();
        } else if (next_ == alone) {
            __syncthreads();
        } else {
            wait_by_groups();
            if (next_ == first_by_groups) next_ = counted;
        }
    }

private:
    __device__ static bool is_first_thread() { return (threadIdx.x | threadIdx.y | threadIdx.z) == 0; }

#if defined(COOP_EMULATED) || CUDART_VERSION >= 12020
    __device__ void arrive_by_groups() { token_ = cooperative_groups::this_grid().barrier_arrive(); }
    __device__ void wait_by_groups() {
        cooperative_groups::this_grid().barrier_wait(static_cast<decltype(token_)&&>(token_));
    }
    cooperative_groups::grid_group::arrival_token token_{};
#else
    // The barrier was not to be had in halves. Meeting as a whole, later, orders no less.
    __device__ void arrive_by_groups() {}
    __device__ void wait_by_groups() { cooperative_groups::this_grid().sync(); }
#endif

    enum next { counted, first_by_groups, by_groups, alone };

    unsigned* word_;
    unsigned blocks_;
    unsigned wanted_ = 0;  // what the count is at when all have arrived
    next next_;
};

}  // namespace coop
