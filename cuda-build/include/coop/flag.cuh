// Flags by which a block tells its neighbours how far it is: for what is too much to hand over in words (coop/halo.cuh), and where
// a barrier of the grid would wait for blocks that nobody asks anything of.
//
//     ...                                          // all threads store what the neighbours read
//     __syncthreads();
//     if (threadIdx.x == 0) coop::flag_raise(flags + 32 * block);
//     if (threadIdx.x < neighbours) coop::flag_wait(flags + 32 * neighbour, step);
//     __syncthreads();
//     ...                                          // all threads load what the neighbours stored
//
// Who calls      one thread raises a flag, after a barrier of its block; one thread waits for a flag, before a barrier of its block.
//                All blocks are resident (a cooperative launch).
// Scope, order   what any thread of the block that raises did before its barrier happens before what any thread of the block
//                that waits does after its own (the PTX memory model: barriers and release and acquire patterns are causality
//                order, which is transitive).
// The flag       an `unsigned` in device memory that counts how often it was raised; of 128 bytes of its own, if polls are not to
//                delay other flags. Steps are numbered on from launch to launch: the host passes where they begin, and sets the
//                flags to zero before step 1. They may wrap around, as long as no two blocks are 2^31 steps apart.
// No overtaking  What is stored in step s may be stored over in step s + 2, if it was read by neighbours whose flags are waited for
//                in s + 1: they raised those after they had read. So two buffers, used in turn, are enough, where whoever reads
//                a block's part is waited for by that block. What is read is no `const __restrict__` and not read by __ldg.
// Cost           benches/barriers.rs prints it, as that of a step between two neighbours.
#pragma once

#include <coop/word.cuh>

namespace coop {

// Raises a flag by one.
__device__ inline void flag_raise(unsigned* flag) { add_release(flag, 1u); }

// Waits until a flag was raised `step` times.
__device__ inline void flag_wait(const unsigned* flag, unsigned step) {
    while (static_cast<int>(load_relaxed(flag) - step) < 0) {
    }
    fence_acquire();
}

}  // namespace coop
