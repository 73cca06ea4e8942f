// NVIDIA's host-only occupancy calculator behind C names, for tests/occupancy_oracle.rs.
//
// It comes with the toolkit and is written for the host: neither a GPU nor the runtime takes part.

#include <cuda_occupancy.h>

namespace {

// The fields have the names of cudaDeviceProp and cudaFuncAttributes: by these the calculator's own
// constructors take them over, as they would the runtime's structures.
struct Device {
    int major;
    int minor;
    int multiProcessorCount;
    int warpSize;
    int maxThreadsPerBlock;
    int maxThreadsPerMultiProcessor;
    int regsPerBlock;
    int regsPerMultiprocessor;
    int sharedMemPerBlock;
    int sharedMemPerBlockOptin;
    int sharedMemPerMultiprocessor;
    int reservedSharedMemPerBlock;
};

struct Kernel {
    int numRegs;
    int sharedSizeBytes;
    int maxThreadsPerBlock;
    int maxDynamicSharedSizeBytes;
    int barriers; // not in cudaFuncAttributes; the calculator's constructor sets 1
};

// Blocks per multiprocessor: in all, and by each resource (INT_MAX: no limit).
struct Occupancy {
    int blocks;
    int by_threads;
    int by_blocks;
    int by_registers;
    int by_shared;
    int by_barriers;
    unsigned limiting; // set of cudaOccLimitingFactor
};

struct BlockSize {
    int threads;
    int min_grid;
};

cudaOccFuncAttributes attributes(const Kernel &kernel) {
    cudaOccFuncAttributes attributes(kernel);
    attributes.numBlockBarriers = kernel.barriers;
    return attributes;
}

} // namespace

// Each returns the calculator's status: 0 for success.

extern "C" int coop_oracle_occupancy(const Device *device, const Kernel *kernel, int threads,
                                     int dynamic_shared_bytes, Occupancy *out) {
    const cudaOccDeviceProp properties(*device);
    const cudaOccFuncAttributes function = attributes(*kernel);
    const cudaOccDeviceState state;
    cudaOccResult result;
    const cudaOccError status = cudaOccMaxActiveBlocksPerMultiprocessor(
        &result, &properties, &function, &state, threads, static_cast<size_t>(dynamic_shared_bytes));
    if (status == CUDA_OCC_SUCCESS) {
        *out = {result.activeBlocksPerMultiprocessor, result.blockLimitWarps,
                result.blockLimitBlocks,              result.blockLimitRegs,
                result.blockLimitSharedMem,           result.blockLimitBarriers,
                result.limitingFactors};
    }
    return status;
}

// The search for the block size with the same dynamic shared memory for every block size.
extern "C" int coop_oracle_block_size(const Device *device, const Kernel *kernel,
                                      int dynamic_shared_bytes, BlockSize *out) {
    const cudaOccDeviceProp properties(*device);
    const cudaOccFuncAttributes function = attributes(*kernel);
    const cudaOccDeviceState state;
    return cudaOccMaxPotentialOccupancyBlockSize(&out->min_grid, &out->threads, &properties,
                                                 &function, &state,
                                                 static_cast<size_t>(dynamic_shared_bytes));
}

// The same search with dynamic shared memory for each thread of the block.
extern "C" int coop_oracle_block_size_variable(const Device *device, const Kernel *kernel,
                                               int dynamic_shared_bytes_per_thread,
                                               BlockSize *out) {
    const cudaOccDeviceProp properties(*device);
    const cudaOccFuncAttributes function = attributes(*kernel);
    const cudaOccDeviceState state;
    const auto shared_bytes = [=](int threads) {
        return static_cast<size_t>(dynamic_shared_bytes_per_thread) * static_cast<size_t>(threads);
    };
    return cudaOccMaxPotentialOccupancyBlockSizeVariableSMem(
        &out->min_grid, &out->threads, &properties, &function, &state, shared_bytes);
}
