// NVIDIA's host-only occupancy calculator, which comes with the toolkit, as a program: a line of numbers in, the blocks of a
// multiprocessor out.
#include <cuda_occupancy.h>

#include <cstdio>

namespace {

// Named as in cudaDeviceProp and cudaFuncAttributes: by these names the calculator's constructors take them over.
struct Device {
    int major, minor, multiProcessorCount, warpSize, maxThreadsPerBlock, maxThreadsPerMultiProcessor;
    int regsPerBlock, regsPerMultiprocessor, sharedMemPerBlock, sharedMemPerBlockOptin;
    int sharedMemPerMultiprocessor, reservedSharedMemPerBlock;
};

struct Kernel {
    int numRegs, sharedSizeBytes, maxThreadsPerBlock, maxDynamicSharedSizeBytes;
};

}  // namespace

int main() {
    Device d;
    Kernel k;
    int threads, dynamic;
    while (std::scanf("%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d", &d.major, &d.minor, &d.multiProcessorCount,
                      &d.warpSize, &d.maxThreadsPerBlock, &d.maxThreadsPerMultiProcessor, &d.regsPerBlock,
                      &d.regsPerMultiprocessor, &d.sharedMemPerBlock, &d.sharedMemPerBlockOptin,
                      &d.sharedMemPerMultiprocessor, &d.reservedSharedMemPerBlock, &k.numRegs, &k.sharedSizeBytes,
                      &k.maxThreadsPerBlock, &k.maxDynamicSharedSizeBytes, &threads, &dynamic) == 18) {
        const cudaOccDeviceProp device(d);
        const cudaOccFuncAttributes kernel(k);
        const cudaOccDeviceState state;
        cudaOccResult result;
        const cudaOccError status = cudaOccMaxActiveBlocksPerMultiprocessor(&result, &device, &kernel, &state, threads,
                                                                            static_cast<std::size_t>(dynamic));
        std::printf("%d\n", status == CUDA_OCC_SUCCESS ? result.activeBlocksPerMultiprocessor : -static_cast<int>(status));
    }
}
