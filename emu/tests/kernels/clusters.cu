// Clusters: used as they should be, and each wrong in one way.
#include <cooperative_groups.h>

#include <coop/export.cuh>

namespace cg = cooperative_groups;

namespace {

// out: for each block of the grid what its first thread knows of its place.
__global__ void cluster_places(unsigned* out) {
    const cg::cluster_group cluster = cg::this_cluster();
    const cg::grid_group grid = cg::this_grid();
    if (cg::this_thread_block().thread_rank() != 0) return;
    unsigned* mine = out + 8 * grid.block_rank();
    mine[0] = cluster.block_rank();
    mine[1] = cluster.num_blocks();
    mine[2] = cluster.thread_rank();
    mine[3] = cluster.num_threads();
    mine[4] = cluster.dim_blocks().x | cluster.dim_blocks().y << 8 | cluster.dim_blocks().z << 16;
    mine[5] = cluster.block_index().x | cluster.block_index().y << 8 | cluster.block_index().z << 16;
    mine[6] = unsigned(grid.cluster_rank());
    mine[7] = unsigned(grid.num_clusters());
}

// Each round every block reads the words, static and dynamic, of the next block of its cluster, and adds to a counter of
// the one after that. `wrong` counts what is not as it should be.
__global__ void ring(unsigned* wrong, unsigned rounds) {
    extern __shared__ unsigned words[];
    __shared__ unsigned count;
    const cg::cluster_group cluster = cg::this_cluster();
    const unsigned rank = cluster.block_rank(), blocks = cluster.num_blocks();
    const unsigned next = (rank + 1) % blocks, second = (rank + 2) % blocks;
    if (threadIdx.x == 0) count = 0;
    for (unsigned round = 0; round < rounds; ++round) {
        words[threadIdx.x] = round * blocks + rank + threadIdx.x;
        // Separates what every block of the cluster writes from what others read and add.
        cluster.sync();
        const unsigned theirs = cluster.map_shared_rank(words, int(next))[threadIdx.x];
        if (theirs != round * blocks + next + threadIdx.x) atomicAdd(wrong, 1u);
        atomicAdd(cluster.map_shared_rank(&count, int(second)), 1u);
        cluster.barrier_wait(cluster.barrier_arrive());
        if (count != (round + 1) * blockDim.x) atomicAdd(wrong, 1u);
        // Separates the read of the counter from the additions of the next round, and from the end.
        cluster.sync();
    }
    unsigned* const remote = cluster.map_shared_rank(&words[3], int(next));
    if (cluster.query_shared_rank(remote) != next || cluster.query_shared_rank(words) != rank) atomicAdd(wrong, 1u);
}

// Between the two halves of the barrier a thread does what is its own.
__global__ void halves(unsigned* wrong) {
    __shared__ unsigned word;
    const cg::cluster_group cluster = cg::this_cluster();
    word = cluster.block_rank() + 10;
    cg::cluster_group::arrival_token token = cluster.barrier_arrive();
    unsigned own = 0;
    for (unsigned i = 0; i < threadIdx.x; ++i) own += i;
    cluster.barrier_wait(std::move(token));
    for (unsigned rank = 0; rank < cluster.num_blocks(); ++rank) {
        if (*cluster.map_shared_rank(&word, int(rank)) != rank + 10) atomicAdd(wrong, 1u);
    }
    if (own != threadIdx.x * (threadIdx.x - 1) / 2 && threadIdx.x != 0) atomicAdd(wrong, 1u);
    cluster.sync();
}

// Barriers of the grid and of the cluster in turn.
__global__ void both_barriers(unsigned* words, unsigned* wrong) {
    __shared__ unsigned sum;
    const cg::cluster_group cluster = cg::this_cluster();
    const cg::grid_group grid = cg::this_grid();
    if (threadIdx.x == 0) sum = 0;
    cluster.sync();
    atomicAdd(cluster.map_shared_rank(&sum, 0), 1u);
    cluster.sync();
    if (threadIdx.x == 0 && cluster.block_rank() == 0) words[grid.cluster_rank()] = sum;
    grid.sync();
    unsigned total = 0;
    for (unsigned i = 0; i < grid.num_clusters(); ++i) total += words[i];
    if (total != grid.num_threads()) atomicAdd(wrong, 1u);
}

__global__ void __cluster_dims__(2, 1, 1) stated_cluster(unsigned* out) {
    if (threadIdx.x == 0) out[blockIdx.x] = cg::this_cluster().num_blocks();
}

__global__ void cluster_block_returns(unsigned block) {
    if (blockIdx.x == block) return;
    cg::this_cluster().sync();
}

__global__ void cluster_thread_returns() {
    if (blockIdx.x == 3 && threadIdx.x == 5) return;
    cg::this_cluster().sync();
}

__global__ void cluster_more_barriers() {
    cg::this_cluster().sync();
    if (cg::this_cluster().block_rank() == 1) cg::this_cluster().sync();
}

// Block 1 of each cluster waits for the grid where the others wait for the cluster.
__global__ void cluster_or_grid() {
    if (cg::this_cluster().block_rank() == 1) cg::this_grid().sync();
    else cg::this_cluster().sync();
}

__global__ void cluster_arrives_twice() {
    cg::this_cluster().barrier_arrive();
    cg::this_cluster().barrier_arrive();
}

// Block 0 reads what block 1 had, which has returned.
__global__ void reads_returned(unsigned* out) {
    __shared__ unsigned word;
    const cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0) word = cluster.block_rank();
    cluster.sync();
    if (cluster.block_rank() != 0) {
        __threadfence();
        if (threadIdx.x == 0) atomicAdd(out, 1u);
        return;
    }
    if (threadIdx.x != 0) return;
    unsigned* const theirs = cluster.map_shared_rank(&word, 1);
    while (atomicAdd(out, 0u) == 0) __nanosleep(10);
    for (unsigned i = 0; i < 100000; ++i) out[1] = *theirs;
}

// Every thread of the first block to begin spins until the other block of its cluster has begun, too.
__global__ void waits_for_peer(unsigned* arrived) {
    if (threadIdx.x == 0) atomicAdd(arrived, 1u);
    while (*static_cast<volatile unsigned*>(arrived) < gridDim.x) {
    }
}

// Block `from` of the cluster reads the word of the other before it is known to have begun, and never waits for it.
__global__ void reads_at_once(unsigned* out, unsigned from) {
    __shared__ unsigned word;
    const cg::cluster_group cluster = cg::this_cluster();
    word = 1;
    if (cluster.block_rank() == from) out[0] = *cluster.map_shared_rank(&word, int(1 - from));
}

__global__ void no_such_rank(unsigned* out) {
    __shared__ unsigned word;
    word = 1;
    out[0] = *cg::this_cluster().map_shared_rank(&word, 2);
}

__global__ void beyond_remote(unsigned* out) {
    __shared__ unsigned word;
    word = 1;
    const cg::cluster_group cluster = cg::this_cluster();
    cluster.sync();
    if (cluster.block_rank() == 0) out[0] = cluster.map_shared_rank(&word, 1)[1];
    cluster.sync();
}

}  // namespace

COOP_KERNEL(emu_cluster_places, cluster_places);
COOP_KERNEL(emu_ring, ring);
COOP_KERNEL(emu_halves, halves);
COOP_COOPERATIVE_KERNEL(emu_both_barriers, both_barriers);
COOP_KERNEL(emu_stated_cluster, stated_cluster);
COOP_KERNEL(emu_cluster_block_returns, cluster_block_returns);
COOP_KERNEL(emu_cluster_thread_returns, cluster_thread_returns);
COOP_KERNEL(emu_cluster_more_barriers, cluster_more_barriers);
COOP_COOPERATIVE_KERNEL(emu_cluster_or_grid, cluster_or_grid);
COOP_KERNEL(emu_cluster_arrives_twice, cluster_arrives_twice);
COOP_KERNEL(emu_reads_returned, reads_returned);
COOP_KERNEL(emu_waits_for_peer, waits_for_peer);
COOP_KERNEL(emu_reads_at_once, reads_at_once);
COOP_KERNEL(emu_no_such_rank, no_such_rank);
COOP_KERNEL(emu_beyond_remote, beyond_remote);
