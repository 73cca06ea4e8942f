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
// A kernel that is exported.
void coop_emulator_register(const coop::kernel_record* record, coop_emulator::invoke invoke);
// A launch in two parts, as its brackets and its call are: how, and the kernel with code at that address, with its arguments.
void coop_emulator_configure(dim3 grid, dim3 block, std::size_t shared, cudaStream_t stream);
void coop_emulator_queue(const void* code, void** arguments);
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

template <unsigned X, unsigned Y = 1, unsigned Z = 1>
struct cluster_of {
    static constexpr std::uint32_t sides[3] = {X, Y, Z};
};
// Without `__cluster_dims__`.
using no_cluster = cluster_of<0, 0, 0>;

// How a kernel is called. build/src/code.rs finds it in the object, behind the kernel, and the table of the object's kernels
// has it: so a kernel is known by its address alone.
struct called {
    invoke call;
    const parameter* parameters;
    std::uint64_t parameter_count;
    std::uint32_t cluster[3];
};
template <typename... Parameters>
struct parameters {
    // One more than there are, so that a kernel without parameters has a table too.
    static constexpr parameter list[] = {{sizeof(Parameters), alignof(Parameters)}..., {}};
};
template <typename Cluster, typename... Parameters>
struct signature {
    static const called value;
};
template <typename Cluster, typename... Parameters>
const called signature<Cluster, Parameters...>::value = {invoker<Parameters...>::call,
                                                         parameters<Parameters...>::list,
                                                         sizeof...(Parameters),
                                                         {Cluster::sides[0], Cluster::sides[1], Cluster::sides[2]}};

// What a kernel does if the host calls it. By value, so that in the kernel itself no parameter needs an address.
template <typename Cluster = no_cluster, typename... Parameters>
__attribute__((noinline, noclone, no_sanitize("thread"))) void queue(Parameters... arguments) {
    const void* pointers[] = {__builtin_addressof(arguments)..., nullptr};
    __asm__ volatile("" : : "r"(&signature<Cluster, Parameters...>::value));
    coop_emulator_queue(__builtin_return_address(0), const_cast<void**>(pointers));
}

// `<<<grid, block, shared, stream>>>`
inline void configure(dim3 grid, dim3 block, std::size_t shared = 0, cudaStream_t stream = nullptr) {
    coop_emulator_configure(grid, block, shared, stream);
}

}  // namespace coop_emulator
