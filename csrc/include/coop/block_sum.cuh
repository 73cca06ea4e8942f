// The sum over a block, in a fixed order: the same threads with the same values give the same bits each time.
#pragma once

namespace coop {

// Adds `value` over the threads of a one-dimensional block of any size up to 1024; every thread gets the sum.
//
// Every thread of the block must call it: it holds block barriers. It may be called again at once.
template <typename T>
__device__ T block_sum(T value) {
    constexpr unsigned warp = 32;
    constexpr unsigned full = 0xffffffffu;
    __shared__ T of_warp[warp];
    const unsigned lane = threadIdx.x % warp;
    const unsigned warps = (blockDim.x + warp - 1) / warp;

    // The last warp may be partly filled: lanes that do not exist add nothing, because no existing lane reads them.
    const unsigned lanes = min(warp, blockDim.x - (threadIdx.x - lane));
    const unsigned present = lanes == warp ? full : (1u << lanes) - 1;
    for (unsigned distance = warp / 2; distance > 0; distance /= 2) {
        const T other = __shfl_down_sync(present, value, distance);
        if (lane + distance < lanes) value += other;
    }
    if (lane == 0) of_warp[threadIdx.x / warp] = value;

    // Separates the writes of of_warp[] by each warp from its reads by every thread.
    __syncthreads();

    // Every thread adds the few sums itself: no second round of shuffles, and no broadcast.
    T sum = of_warp[0];
    for (unsigned i = 1; i < warps; ++i) sum += of_warp[i];

    // Separates these reads of of_warp[] from the writes of the next call.
    __syncthreads();
    return sum;
}

}  // namespace coop
