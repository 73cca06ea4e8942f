// All elements reversed, by a copy and a grid barrier; the last blocks have none.
#include <cooperative_groups.h>

#include <coop/export.cuh>

namespace cg = cooperative_groups;

__global__ void tail_exit(const unsigned* input, unsigned* copy, unsigned* output, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    // Wrong: the others wait for the threads that leave here. A block barrier forgives that, a grid barrier does not.
    if (i >= n) return;
    copy[i] = input[i];
    cg::this_grid().sync();
    output[i] = copy[n - 1 - i];
}

__global__ void tail_stays(const unsigned* input, unsigned* copy, unsigned* output, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) copy[i] = input[i];
    // Separates the writes of copy[] by every block from its reads below. Who has no element comes, too.
    cg::this_grid().sync();
    if (i < n) output[i] = copy[n - 1 - i];
}

COOP_COOPERATIVE_KERNEL(lab_tail_exit, tail_exit);
COOP_COOPERATIVE_KERNEL(lab_tail_stays, tail_stays);
