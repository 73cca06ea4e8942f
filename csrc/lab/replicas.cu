// Every block is a replica that votes for its answer; those that are down cast no vote. The majority of all is read out.
#include <cooperative_groups.h>

#include <coop/export.cuh>

namespace cg = cooperative_groups;

// What more than half of all voted for; 0 where nothing is. A vote of 0 is none.
__device__ unsigned majority(const unsigned* votes, unsigned replicas) {
    for (unsigned candidate = 0; candidate < replicas; ++candidate) {
        unsigned equal = 0;
        for (unsigned other = 0; other < replicas; ++other) equal += votes[other] == votes[candidate];
        if (votes[candidate] != 0 && 2 * equal > replicas) return votes[candidate];
    }
    return 0;
}

__global__ void replicas(unsigned answer, unsigned down, unsigned* votes, unsigned* readout) {
    votes[blockIdx.x] = blockIdx.x < down ? 0 : answer;
    // Separates the votes from the readout. Who is down in the model is a block like any other, and comes.
    cg::this_grid().sync();
    if (blockIdx.x == 0) *readout = majority(votes, gridDim.x);
}

__global__ void replicas_that_leave(unsigned answer, unsigned down, unsigned* votes, unsigned* readout) {
    // Wrong: a barrier has no majority. The others wait for each block that is not there.
    if (blockIdx.x < down) return;
    votes[blockIdx.x] = answer;
    cg::this_grid().sync();
    if (blockIdx.x == gridDim.x - 1) *readout = majority(votes, gridDim.x);
}

COOP_COOPERATIVE_KERNEL(lab_replicas, replicas);
COOP_COOPERATIVE_KERNEL(lab_replicas_that_leave, replicas_that_leave);
