// A block reverses its tile through shared memory: right only with the barrier, or by luck.
#include <coop/export.cuh>

namespace {

enum class middle { nothing, barrier, early_return };

template <middle Middle>
__global__ void reversed_tile(const unsigned* input, unsigned* output) {
    __shared__ unsigned tile[1024];
    const unsigned begin = blockIdx.x * blockDim.x;
    tile[threadIdx.x] = input[begin + threadIdx.x];
    if (Middle == middle::early_return && threadIdx.x >= 96) return;
    // Separates the writes of tile[] from their reads by other threads.
    if (Middle != middle::nothing) __syncthreads();
    output[begin + threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

}  // namespace

COOP_KERNEL(reversed_tile, reversed_tile<middle::nothing>);
COOP_KERNEL(reversed_tile_barrier, reversed_tile<middle::barrier>);
COOP_KERNEL(reversed_tile_return, reversed_tile<middle::early_return>);
