// What benches/launch_cost.rs measures against: the same launch from C++, compiled into the same program.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <coop/export.cuh>

// The least that a cooperative kernel can do, with arguments as a real one has them.
__global__ void launch_cost(const float* input, float* output, std::uint64_t n) {
    if (n != 0 && threadIdx.x == 0 && blockIdx.x == 0) output[0] = input[0];
}

COOP_COOPERATIVE_KERNEL(launch_cost, launch_cost);

// `count` launches of `blocks` x `threads`, one after the other; returns the first error.
extern "C" cudaError_t coop_bench_launch(unsigned count, unsigned blocks, unsigned threads, const float* input,
                                         float* output, std::uint64_t n, cudaStream_t stream) {
    for (unsigned i = 0; i < count; ++i) {
        void* arguments[] = {&input, &output, &n};
        const void* kernel = reinterpret_cast<const void*>(launch_cost);
        const cudaError_t error = cudaLaunchCooperativeKernel(kernel, blocks, threads, arguments, 0, stream);
        if (error != cudaSuccess) return error;
    }
    return cudaSuccess;
}
