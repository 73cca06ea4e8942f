// Kernels that go wrong in one known way, and one that asks for shared memory.
#include <cstdint>

#include <coop/export.cuh>

namespace errors {

__global__ void trap_at_once() { __trap(); }

// Writes one element, wherever it is.
__global__ void write_at(unsigned* data, std::uint64_t index) { data[index] = 1; }

// Writes, a block, a number that has been through static and dynamic shared memory. `data` has an element a block.
__global__ void through_shared(unsigned* data) {
    volatile __shared__ unsigned fixed[4];  // volatile, so that it is not optimised away
    extern __shared__ unsigned dynamic[];
    if (threadIdx.x == 0) {
        fixed[0] = blockIdx.x + 1;
        dynamic[0] = fixed[0];
        data[blockIdx.x] = dynamic[0];
    }
}

// Its attributes are those that one test alone changes.
__global__ void never_fits_a_cluster() {}

}  // namespace errors

COOP_KERNEL(trap_at_once, errors::trap_at_once);
COOP_KERNEL(write_at, errors::write_at);
COOP_COOPERATIVE_KERNEL(through_shared, errors::through_shared);
COOP_COOPERATIVE_KERNEL(never_fits_a_cluster, errors::never_fits_a_cluster);
