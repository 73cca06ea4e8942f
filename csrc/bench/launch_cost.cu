// What benches/launch_cost.rs measures against: the same launches from C++, compiled into the same program.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <coop/export.cuh>

// The least that a cooperative kernel can do, with arguments as a real one has them.
__global__ void launch_cost(const float* input, float* output, std::uint64_t n) {
    if (n != 0 && threadIdx.x == 0 && blockIdx.x == 0) output[0] = input[0];
}

COOP_COOPERATIVE_KERNEL(launch_cost, launch_cost);
COOP_KERNEL(launch_cost_ordinary, launch_cost);

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

// The same by the ordinary launch.
extern "C" cudaError_t coop_bench_launch_ordinary(unsigned count, unsigned blocks, unsigned threads,
                                                  const float* input, float* output, std::uint64_t n,
                                                  cudaStream_t stream) {
    for (unsigned i = 0; i < count; ++i) {
        void* arguments[] = {&input, &output, &n};
        const void* kernel = reinterpret_cast<const void*>(launch_cost);
        const cudaError_t error = cudaLaunchKernel(kernel, blocks, threads, arguments, 0, stream);
        if (error != cudaSuccess) return error;
    }
    return cudaSuccess;
}

// The driver's launches, as cuda.h has them; they return a CUresult, which is 0 where all is well.
using launch_cooperative = int (*)(cudaFunction_t, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                                   cudaStream_t, void**);
using launch_ordinary = int (*)(cudaFunction_t, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                                cudaStream_t, void**, void**);

// A function of the driver, and the kernel as the driver knows it: what coop resolves a launch to.
template <typename Launch>
struct driver {
    Launch launch = nullptr;
    cudaFunction_t kernel = nullptr;

    explicit driver(const char* name) {
        void* address = nullptr;
        cudaDriverEntryPointQueryResult found;
#if CUDART_VERSION >= 12050
        cudaGetDriverEntryPointByVersion(name, &address, 12000, cudaEnableLegacyStream, &found);
#else
        cudaGetDriverEntryPoint(name, &address, cudaEnableLegacyStream, &found);
#endif
        launch = reinterpret_cast<Launch>(address);
        cudaGetFuncBySymbol(&kernel, reinterpret_cast<const void*>(launch_cost));
    }

    explicit operator bool() const { return launch != nullptr && kernel != nullptr; }
};

// The same launches by the driver's functions; returns the first CUresult that is an error.
extern "C" int coop_bench_driver(unsigned count, unsigned blocks, unsigned threads, const float* input, float* output,
                                 std::uint64_t n, cudaStream_t stream) {
    static const driver<launch_cooperative> driver("cuLaunchCooperativeKernel");
    if (!driver) return cudaErrorSymbolNotFound;
    for (unsigned i = 0; i < count; ++i) {
        void* arguments[] = {&input, &output, &n};
        const int error = driver.launch(driver.kernel, blocks, 1, 1, threads, 1, 1, 0, stream, arguments);
        if (error != 0) return error;
    }
    return 0;
}

extern "C" int coop_bench_driver_ordinary(unsigned count, unsigned blocks, unsigned threads, const float* input,
                                          float* output, std::uint64_t n, cudaStream_t stream) {
    static const driver<launch_ordinary> driver("cuLaunchKernel");
    if (!driver) return cudaErrorSymbolNotFound;
    for (unsigned i = 0; i < count; ++i) {
        void* arguments[] = {&input, &output, &n};
        const int error = driver.launch(driver.kernel, blocks, 1, 1, threads, 1, 1, 0, stream, arguments, nullptr);
        if (error != 0) return error;
    }
    return 0;
}
