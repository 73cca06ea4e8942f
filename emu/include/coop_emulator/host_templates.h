// What C++ has beside the runtime's functions: as in CUDA, a pointer to memory, a variable of the device and a kernel are
// taken with their own types.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

// Memory, by a pointer to the caller's own type.
template <typename T>
cudaError_t cudaMalloc(T** pointer, std::size_t bytes) {
    return cudaMalloc(reinterpret_cast<void**>(pointer), bytes);
}
template <typename T>
cudaError_t cudaMallocHost(T** pointer, std::size_t bytes, unsigned flags = 0) {
    return cudaHostAlloc(reinterpret_cast<void**>(pointer), bytes, flags);
}
inline cudaError_t cudaMallocHost(void** pointer, std::size_t bytes, unsigned flags) {
    return cudaHostAlloc(pointer, bytes, flags);
}
template <typename T>
cudaError_t cudaHostAlloc(T** pointer, std::size_t bytes, unsigned flags) {
    return cudaHostAlloc(reinterpret_cast<void**>(pointer), bytes, flags);
}
template <typename T>
cudaError_t cudaHostGetDevicePointer(T** pointer, void* host, unsigned flags) {
    return cudaHostGetDevicePointer(reinterpret_cast<void**>(pointer), host, flags);
}
template <typename T>
cudaError_t cudaMallocManaged(T** pointer, std::size_t bytes, unsigned flags = cudaMemAttachGlobal) {
    return cudaMallocManaged(reinterpret_cast<void**>(pointer), bytes, flags);
}
template <typename T>
cudaError_t cudaMallocAsync(T** pointer, std::size_t bytes, cudaStream_t stream) {
    return cudaMallocAsync(reinterpret_cast<void**>(pointer), bytes, stream);
}
template <typename T>
cudaError_t cudaMallocFromPoolAsync(T** pointer, std::size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
    return cudaMallocFromPoolAsync(reinterpret_cast<void**>(pointer), bytes, pool, stream);
}
inline cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
    return cudaMallocFromPoolAsync(pointer, bytes, pool, stream);
}
template <typename T>
cudaError_t cudaMallocAsync(T** pointer, std::size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
    return cudaMallocFromPoolAsync(reinterpret_cast<void**>(pointer), bytes, pool, stream);
}
template <typename T>
cudaError_t cudaMallocPitch(T** pointer, std::size_t* pitch, std::size_t width, std::size_t height) {
    return cudaMallocPitch(reinterpret_cast<void**>(pointer), pitch, width, height);
}
template <typename T>
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T* pointer, std::size_t bytes = 0, unsigned flags = cudaMemAttachSingle) {
    return cudaStreamAttachMemAsync(stream, static_cast<void*>(pointer), bytes, flags);
}

// Variables of the device.
template <typename T>
cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, std::size_t bytes, std::size_t offset = 0,
                               cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    return cudaMemcpyToSymbol(static_cast<const void*>(&symbol), from, bytes, offset, kind);
}
template <typename T>
cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, std::size_t bytes, std::size_t offset = 0,
                                    cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = nullptr) {
    return cudaMemcpyToSymbolAsync(static_cast<const void*>(&symbol), from, bytes, offset, kind, stream);
}
template <typename T>
cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, std::size_t bytes, std::size_t offset = 0,
                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    return cudaMemcpyFromSymbol(to, static_cast<const void*>(&symbol), bytes, offset, kind);
}
template <typename T>
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, std::size_t bytes, std::size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = nullptr) {
    return cudaMemcpyFromSymbolAsync(to, static_cast<const void*>(&symbol), bytes, offset, kind, stream);
}
template <typename P, typename T>
cudaError_t cudaGetSymbolAddress(P** address, const T& symbol) {
    return cudaGetSymbolAddress(reinterpret_cast<void**>(address), static_cast<const void*>(&symbol));
}
template <typename T>
cudaError_t cudaGetSymbolSize(std::size_t* bytes, const T& symbol) {
    return cudaGetSymbolSize(bytes, static_cast<const void*>(&symbol));
}

// Kernels. A pointer to anything may be an address of one; `nullptr` and `void*` are the functions' own.
namespace coop_emulator {
template <typename T>
const void* address_of_kernel(T* kernel) {
    return reinterpret_cast<const void*>(kernel);
}
}  // namespace coop_emulator

template <typename T>
cudaError_t cudaLaunchKernel(T* kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared = 0,
                             cudaStream_t stream = nullptr) {
    return cudaLaunchKernel(coop_emulator::address_of_kernel(kernel), grid, block, arguments, shared, stream);
}
template <typename T>
cudaError_t cudaLaunchCooperativeKernel(T* kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared = 0,
                                        cudaStream_t stream = nullptr) {
    return cudaLaunchCooperativeKernel(coop_emulator::address_of_kernel(kernel), grid, block, arguments, shared, stream);
}
// The arguments are converted to what the kernel takes.
template <typename... Parameters, typename... Arguments>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(Parameters...), Arguments&&... arguments) {
    return [&](Parameters... converted) {
        const void* pointers[] = {static_cast<const void*>(&converted)..., nullptr};
        return cudaLaunchKernelExC(config, coop_emulator::address_of_kernel(kernel), const_cast<void**>(pointers));
    }(std::forward<Arguments>(arguments)...);
}
template <typename T>
cudaError_t cudaFuncSetAttribute(T* kernel, cudaFuncAttribute attribute, int value) {
    return cudaFuncSetAttribute(coop_emulator::address_of_kernel(kernel), attribute, value);
}
template <typename T>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, T* kernel) {
    return cudaFuncGetAttributes(attributes, coop_emulator::address_of_kernel(kernel));
}
template <typename T>
cudaError_t cudaFuncSetCacheConfig(T* kernel, cudaFuncCache config) {
    return cudaFuncSetCacheConfig(coop_emulator::address_of_kernel(kernel), config);
}
template <typename T>
cudaError_t cudaFuncSetSharedMemConfig(T* kernel, cudaSharedMemConfig config) {
    return cudaFuncSetSharedMemConfig(coop_emulator::address_of_kernel(kernel), config);
}
template <typename T>
cudaError_t cudaFuncGetName(const char** name, T* kernel) {
    return cudaFuncGetName(name, coop_emulator::address_of_kernel(kernel));
}
template <typename T>
cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, T* kernel) {
    return cudaGetFuncBySymbol(function, coop_emulator::address_of_kernel(kernel));
}

// Occupancy.
template <typename T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, T* kernel, int threads, std::size_t shared) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, coop_emulator::address_of_kernel(kernel), threads, shared);
}
template <typename T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, T* kernel, int threads, std::size_t shared,
                                                                   unsigned flags) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, coop_emulator::address_of_kernel(kernel), threads,
                                                                  shared, flags);
}
template <typename T>
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, T* kernel, int blocks, int threads) {
    return cudaOccupancyAvailableDynamicSMemPerBlock(bytes, coop_emulator::address_of_kernel(kernel), blocks, threads);
}
template <typename T>
cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, T* kernel, const cudaLaunchConfig_t* config) {
    return cudaOccupancyMaxActiveClusters(clusters, coop_emulator::address_of_kernel(kernel), config);
}
template <typename T>
cudaError_t cudaOccupancyMaxPotentialClusterSize(int* size, T* kernel, const cudaLaunchConfig_t* config) {
    return cudaOccupancyMaxPotentialClusterSize(size, coop_emulator::address_of_kernel(kernel), config);
}

// The block with which most threads fit, and the grid that fills the device with such blocks. `shared_of` says how much dynamic
// shared memory a block of so many threads has.
template <typename SharedOf, typename T>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int* grid, int* block, T* kernel, SharedOf shared_of,
                                                                    int limit = 0, unsigned flags = 0) {
    if (grid == nullptr || block == nullptr || kernel == nullptr) return cudaErrorInvalidValue;
    const void* const entry = coop_emulator::address_of_kernel(kernel);
    int device = 0, threads_of_device = 0, multiprocessors = 0, warp = 0;
    cudaFuncAttributes attributes;
    cudaError_t error = cudaGetDevice(&device);
    if (error == cudaSuccess) error = cudaDeviceGetAttribute(&threads_of_device, cudaDevAttrMaxThreadsPerBlock, device);
    if (error == cudaSuccess) error = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    if (error == cudaSuccess) error = cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, device);
    if (error == cudaSuccess) error = cudaFuncGetAttributes(&attributes, entry);
    if (error != cudaSuccess) return error;
    int most = attributes.maxThreadsPerBlock < threads_of_device ? attributes.maxThreadsPerBlock : threads_of_device;
    if (limit > 0 && limit < most) most = limit;
    int best = 0;
    *block = *grid = 0;
    // The most threads first, then by whole warps.
    for (int threads = most; threads > 0; threads = (threads - 1) / warp * warp) {
        int blocks = 0;
        error = cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, entry, threads, shared_of(threads), flags);
        if (error != cudaSuccess) return error;
        if (blocks * threads > best) {
            best = blocks * threads;
            *block = threads;
            *grid = blocks * multiprocessors;
        }
    }
    return cudaSuccess;
}
template <typename SharedOf, typename T>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* grid, int* block, T* kernel, SharedOf shared_of, int limit = 0) {
    return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(grid, block, kernel, shared_of, limit);
}
template <typename T>
cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* grid, int* block, T* kernel, std::size_t shared = 0, int limit = 0,
                                                        unsigned flags = 0) {
    const auto same = [=](int) { return shared; };
    return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(grid, block, kernel, same, limit, flags);
}
template <typename T>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid, int* block, T* kernel, std::size_t shared = 0, int limit = 0) {
    return cudaOccupancyMaxPotentialBlockSizeWithFlags(grid, block, kernel, shared, limit);
}

// The runtime's other names for its functions.
inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned flags) { return cudaEventCreateWithFlags(event, flags); }
template <typename T>
cudaChannelFormatDesc cudaCreateChannelDesc() {
    constexpr int bits = sizeof(T) * 8;
    constexpr auto kind = std::is_floating_point<T>::value ? cudaChannelFormatKindFloat
                          : std::is_signed<T>::value       ? cudaChannelFormatKindSigned
                                                           : cudaChannelFormatKindUnsigned;
    static_assert(std::is_arithmetic<T>::value && sizeof(T) <= 4, "an element of an array has numbers of up to 4 bytes");
    return cudaCreateChannelDesc(bits, 0, 0, 0, kind);
}
#define COOP_EMULATOR_CHANNELS(base, one, kind)                                                                        \
    template <>                                                                                                        \
    inline cudaChannelFormatDesc cudaCreateChannelDesc<base##1>() {                                                    \
        return cudaCreateChannelDesc(sizeof(one) * 8, 0, 0, 0, kind);                                                  \
    }                                                                                                                  \
    template <>                                                                                                        \
    inline cudaChannelFormatDesc cudaCreateChannelDesc<base##2>() {                                                    \
        return cudaCreateChannelDesc(sizeof(one) * 8, sizeof(one) * 8, 0, 0, kind);                                    \
    }                                                                                                                  \
    template <>                                                                                                        \
    inline cudaChannelFormatDesc cudaCreateChannelDesc<base##4>() {                                                    \
        return cudaCreateChannelDesc(sizeof(one) * 8, sizeof(one) * 8, sizeof(one) * 8, sizeof(one) * 8, kind);        \
    }
COOP_EMULATOR_CHANNELS(char, char, cudaChannelFormatKindSigned)
COOP_EMULATOR_CHANNELS(uchar, char, cudaChannelFormatKindUnsigned)
COOP_EMULATOR_CHANNELS(short, short, cudaChannelFormatKindSigned)
COOP_EMULATOR_CHANNELS(ushort, short, cudaChannelFormatKindUnsigned)
COOP_EMULATOR_CHANNELS(int, int, cudaChannelFormatKindSigned)
COOP_EMULATOR_CHANNELS(uint, int, cudaChannelFormatKindUnsigned)
COOP_EMULATOR_CHANNELS(float, float, cudaChannelFormatKindFloat)
#undef COOP_EMULATOR_CHANNELS
inline cudaPitchedPtr make_cudaPitchedPtr(void* pointer, std::size_t pitch, std::size_t width, std::size_t height) {
    return {pointer, pitch, width, height};
}
inline cudaPos make_cudaPos(std::size_t x, std::size_t y, std::size_t z) { return {x, y, z}; }
inline cudaExtent make_cudaExtent(std::size_t width, std::size_t height, std::size_t depth) { return {width, height, depth}; }
