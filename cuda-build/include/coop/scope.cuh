// Scopes: who takes part in an algorithm, a block, a cluster of blocks, or the whole grid. An algorithm written over a scope
// is written once; the launch picks the narrowest scope that holds the problem, because a barrier is as cheap as it is
// narrow (H200: block 15 to 40 ns, cluster 190 ns, grid 850 to 1,000 ns).
//
//     template <class Scope>
//     __device__ void smooth(Scope scope, ...) {
//         for (unsigned i = scope.rank(); i < parts; i += scope.size()) ...   // this block's share
//         scope.sync();                                                       // every block's share is written
//     }
//
// Each scope has
//     rank(), size()      this block's number in the scope, from 0, and how many blocks it has
//     sync()              every thread of the scope calls it. What any of them wrote before is seen by all of them after
//     arrive(), wait()    the two halves of sync(); what is done between them may touch only what no other block uses
//
// Blocks are one-dimensional here, and grids of clusters have one cluster.
#pragma once

#include <cooperative_groups.h>

namespace coop {

// One block. Launch: ordinary, one block (others are strangers).
struct block_scope {
    __device__ unsigned rank() const { return 0; }
    __device__ unsigned size() const { return 1; }
    __device__ void sync() const { __syncthreads(); }
    __device__ void arrive() const {}
    __device__ void wait() const { __syncthreads(); }
};

// The blocks of one cluster, which see each other's shared memory. Launch: with the cluster as the grid; compute capability
// 9.0 or later (elsewhere the kernel traps).
struct cluster_scope {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    __device__ unsigned rank() const { return cooperative_groups::this_cluster().block_rank(); }
    __device__ unsigned size() const { return cooperative_groups::this_cluster().num_blocks(); }
    __device__ void sync() const { cooperative_groups::this_cluster().sync(); }
    __device__ void arrive() const { cooperative_groups::this_cluster().barrier_arrive(); }
    __device__ void wait() const { cooperative_groups::this_cluster().barrier_wait(); }
    // Another block's copy of a variable in this block's shared memory. Every block must still run when it is used.
    template <typename T>
    __device__ T* shared_of(T* here, unsigned rank) const {
        return cooperative_groups::this_cluster().map_shared_rank(here, rank);
    }
#else
    __device__ unsigned rank() const { return __trap(), 0; }
    __device__ unsigned size() const { return 1; }
    __device__ void sync() const {}
    __device__ void arrive() const {}
    __device__ void wait() const {}
    template <typename T>
    __device__ T* shared_of(T* here, unsigned) const {
        return here;
    }
#endif
};

// All blocks of the grid. Launch: cooperative.
struct grid_scope {
    __device__ unsigned rank() const { return blockIdx.x; }
    __device__ unsigned size() const { return gridDim.x; }
    __device__ void sync() const { cooperative_groups::this_grid().sync(); }
    __device__ void arrive() const {}
    __device__ void wait() const { cooperative_groups::this_grid().sync(); }
};

}  // namespace coop
