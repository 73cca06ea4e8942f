// Every block waits until all have arrived. Atomics and fences are as they should be, and it hangs where not all are resident.
#include <coop/export.cuh>

__global__ void spinning_blocks(unsigned* arrived, unsigned* passed) {
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(arrived, 1);
        // A block that has no place yet gets one when another returns, and none of them does before it has come.
        while (atomicAdd(arrived, 0) < gridDim.x) {}
        __threadfence();
        atomicAdd(passed, 1);
    }
}

COOP_KERNEL(lab_spinning_blocks, spinning_blocks);
COOP_COOPERATIVE_KERNEL(lab_spinning_blocks_resident, spinning_blocks);
