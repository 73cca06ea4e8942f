// A ring in shared memory through which a warp reads its slices of the matrix from global memory: while it works on one, the next
// ones are on their way, by asynchronous copies that cost the warp no registers. Each warp has a ring of its own, so that no warp
// waits for another's.
#pragma once

#include "system.cuh"

#ifndef COOP_EMULATED
#include <cuda_pipeline.h>
#endif

#if !defined(COOP_EMULATED) && defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define COOP_RING_HAS_POLICY
#endif

namespace solver {

// What goes through the rings is read once an iteration, and is more than the L2 cache holds: it would push out itself, and what
// else is there. So it is marked to be the first to go. On an H200 that makes 33 us of an iteration with 1,048,576 rows 25.
//
// All lanes of the warp call each function. bring() runs `stages` calls ahead of take().
template <typename Real, typename Column>
class ring {
public:
    static constexpr unsigned stages = 2;

    // Shared memory of a block of so many warps.
    __host__ __device__ static constexpr unsigned bytes(unsigned stage_steps, unsigned warps) {
        return warps * stages * stage_steps * warp * unsigned(sizeof(Real) + sizeof(Column));
    }

    // `shared`: bytes(stage_steps, warps) for the block, aligned to 16.
    __device__ ring(const Real* values, const Column* columns, void* shared, unsigned stage_steps)
        : from_values_(values), from_columns_(columns), stage_steps_(stage_steps) {
        const unsigned warps = blockDim.x / warp, size = stages * stage_steps * warp, mine = threadIdx.x / warp * size;
        values_ = static_cast<Real*>(shared) + mine;
        columns_ = reinterpret_cast<Column*>(static_cast<Real*>(shared) + warps * size) + mine;
#ifdef COOP_RING_HAS_POLICY
        asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy_));
#endif
    }

    __device__ bool fits(unsigned steps) const { return steps <= stage_steps_; }

    // Begins to bring `steps` steps from step `begin` on to the next stage; nothing where they are none or do not fit.
    __device__ void bring(unsigned begin, unsigned steps) {
        // Separates the lanes' reads of that stage, after the take() before the last ones, from the copies to it.
        __syncwarp();
        if (fits(steps)) {
            const unsigned to = coming_ * stage_steps_ * warp, from = begin * warp, count = steps * warp;
            copy(values_ + to, from_values_ + from, count);
            copy(columns_ + to, from_columns_ + from, count);
        }
#ifndef COOP_EMULATED
        __pipeline_commit();
#endif
        coming_ = coming_ + 1 == stages ? 0 : coming_ + 1;
    }

    // Waits for the stage that was brought first. values() and columns() are of it until the next call.
    __device__ void take() {
#ifndef COOP_EMULATED
        __pipeline_wait_prior(stages - 1);
#endif
        // Separates the copies by each lane from the reads by the others.
        __syncwarp();
        taken_ = next_;
        next_ = next_ + 1 == stages ? 0 : next_ + 1;
    }

    __device__ const Real* values() const { return values_ + taken_ * stage_steps_ * warp; }
    __device__ const Column* columns() const { return columns_ + taken_ * stage_steps_ * warp; }

private:
    // `count`: a multiple of 32.
    template <typename T>
    __device__ void copy(T* to, const T* from, unsigned count) const {
        constexpr unsigned width = 16 / sizeof(T);
        for (unsigned i = threadIdx.x % warp * width; i < count; i += warp * width) {
#ifdef COOP_EMULATED
            for (unsigned j = i; j < i + width; ++j) to[j] = from[j];
#elif defined(COOP_RING_HAS_POLICY)
            asm volatile("cp.async.cg.shared.global.L2::cache_hint [%0], [%1], 16, %2;" ::"r"(
                             static_cast<unsigned>(__cvta_generic_to_shared(to + i))),
                         "l"(__cvta_generic_to_global(from + i)), "l"(policy_)
                         : "memory");
#else
            __pipeline_memcpy_async(to + i, from + i, 16);
#endif
        }
    }

    const Real* from_values_;
    const Column* from_columns_;
    Real* values_;
    Column* columns_;
    unsigned stage_steps_;
    unsigned coming_ = 0, next_ = 0, taken_ = 0;  // stages
#ifdef COOP_RING_HAS_POLICY
    unsigned long long policy_;
#endif
};

}  // namespace solver

#undef COOP_RING_HAS_POLICY
