// Blocks that say how many of them met at a grid barrier. How many can be there depends on the size of their tiles.
#include <cooperative_groups.h>

#include <coop/export.cuh>

namespace cg = cooperative_groups;

__global__ void all_present(unsigned* present, unsigned* counted) {
    extern __shared__ unsigned tile[];  // of as many bytes as the launch asks for
    if (threadIdx.x == 0) {
        tile[0] = 1;
        present[blockIdx.x] = tile[0];
    }
    // Separates the writes of present[] by every block from their reads by the first.
    cg::this_grid().sync();
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        unsigned sum = 0;
        for (unsigned block = 0; block < gridDim.x; ++block) sum += present[block];
        *counted = sum;
    }
}

COOP_COOPERATIVE_KERNEL(lab_all_present, all_present);
