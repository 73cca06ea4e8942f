// What CUDA 12 had and CUDA 13 has no more, or has with other parameters: programs that were written for it compile.
#pragma once

inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
    const cudaError_t error = coop_emulator_properties(properties, device);
    if (error != cudaSuccess) return error;
#define COOP_EMULATOR_ASK(member, attribute) cudaDeviceGetAttribute(&properties->member, attribute, device)
    COOP_EMULATOR_ASK(clockRate, cudaDevAttrClockRate);
    COOP_EMULATOR_ASK(deviceOverlap, cudaDevAttrGpuOverlap);
    COOP_EMULATOR_ASK(kernelExecTimeoutEnabled, cudaDevAttrKernelExecTimeout);
    COOP_EMULATOR_ASK(computeMode, cudaDevAttrComputeMode);
    COOP_EMULATOR_ASK(memoryClockRate, cudaDevAttrMemoryClockRate);
    COOP_EMULATOR_ASK(singleToDoublePrecisionPerfRatio, cudaDevAttrSingleToDoublePrecisionPerfRatio);
#undef COOP_EMULATOR_ASK
    properties->cooperativeMultiDeviceLaunch = 0;
    return cudaSuccess;
}

inline cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
inline cudaError_t cudaThreadExit() { return cudaDeviceReset(); }

// Places by the number of a device.
inline cudaMemLocation coop_emulator_location(int device) {
    return {device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice, {device}};
}
inline cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, int device, cudaStream_t stream = nullptr) {
    return cudaMemPrefetchAsync(pointer, bytes, coop_emulator_location(device), 0, stream);
}
inline cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice, int device) {
    return cudaMemAdvise(pointer, bytes, advice, coop_emulator_location(device));
}
inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph, cudaGraphNode_t*, char*, std::size_t) {
    return cudaGraphInstantiate(executable, graph, 0);
}
inline cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                            std::size_t count) {
    return cudaGraphAddDependencies(graph, from, to, nullptr, count);
}
inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph, cudaGraphNode_t* node,
                                       cudaGraphExecUpdateResult* result) {
    cudaGraphExecUpdateResultInfo info{};
    const cudaError_t error = cudaGraphExecUpdate(executable, graph, &info);
    if (node != nullptr) *node = info.errorNode;
    if (result != nullptr) *result = info.result;
    return error;
}
