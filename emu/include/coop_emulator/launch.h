// How the emulator calls a kernel: by its address, with a pointer to each argument.
#pragma once

namespace coop {
struct kernel_record;
}

namespace coop_emulator {

using invoke = void (*)(const void* kernel, const void* const* arguments);

struct parameter {
    std::uint32_t size;       // bytes
    std::uint32_t alignment;  // bytes
};

}  // namespace coop_emulator

extern "C" {
// A kernel that is exported, and one that is launched by its address alone.
void coop_emulator_register(const coop::kernel_record* record, coop_emulator::invoke invoke);
void coop_emulator_register_function(const void* kernel, const char* name, coop_emulator::invoke invoke,
                                     const coop_emulator::parameter* parameters, std::uint64_t parameter_count);
// A kernel that is always launched in clusters of as many blocks.
void coop_emulator_register_cluster(const void* kernel, unsigned x, unsigned y, unsigned z);
}

namespace coop_emulator {

template <typename... Parameters>
struct invoker {
    // The arguments are the launch's own memory, which device code may not touch: not instrumented.
    __attribute__((no_sanitize("thread"))) static void call(const void* kernel, const void* const* arguments) {
        call(reinterpret_cast<void (*)(Parameters...)>(const_cast<void*>(kernel)), arguments,
             std::index_sequence_for<Parameters...>());
    }

private:
    template <std::size_t... I>
    __attribute__((no_sanitize("thread"))) static void call(void (*kernel)(Parameters...),
                                                            [[maybe_unused]] const void* const* arguments,
                                                            std::index_sequence<I...>) {
        kernel(*static_cast<const Parameters*>(arguments[I])...);
    }
};

template <typename... Parameters>
invoke invoke_of(void (*)(Parameters...)) {
    return invoker<Parameters...>::call;
}

template <auto Kernel>
int register_kernel(const coop::kernel_record* record) {
    coop_emulator_register(record, invoke_of(Kernel));
    return 0;
}

template <typename... Parameters>
int register_function(void (*kernel)(Parameters...), const char* name) {
    // One more than there are, so that a kernel without parameters has a table too.
    static const parameter parameters[] = {{sizeof(Parameters), alignof(Parameters)}..., {}};
    coop_emulator_register_function(reinterpret_cast<const void*>(kernel), name, invoker<Parameters...>::call, parameters,
                                    sizeof...(Parameters));
    return 0;
}

template <typename... Parameters>
int register_cluster(void (*kernel)(Parameters...), dim3 cluster) {
    coop_emulator_register_cluster(reinterpret_cast<const void*>(kernel), cluster.x, cluster.y, cluster.z);
    return 0;
}

// A kernel, and how it is to be launched: called with the arguments, it is. Errors are the last error's, as CUDA has it.
template <typename... Parameters>
struct configured {
    void (*kernel)(Parameters...);
    dim3 grid, block;
    std::size_t shared;
    cudaStream_t stream;

    void operator()(Parameters... arguments) const {
        // It may be any that there is a pointer to: only here it is known what it takes.
        register_function(kernel, nullptr);
        const void* pointers[] = {&arguments..., nullptr};
        cudaLaunchKernel(reinterpret_cast<const void*>(kernel), grid, block, const_cast<void**>(pointers), shared, stream);
    }
};

// `kernel<<<grid, block, shared, stream>>>`
template <typename... Parameters>
configured<Parameters...> launch(void (*kernel)(Parameters...), dim3 grid, dim3 block, std::size_t shared = 0,
                                 cudaStream_t stream = nullptr) {
    return {kernel, grid, block, shared, stream};
}

}  // namespace coop_emulator
