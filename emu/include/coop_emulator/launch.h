// How the emulator calls a kernel: with a pointer to each argument.
#pragma once

#include <cstddef>
#include <utility>

namespace coop {
struct kernel_record;
}

extern "C" void coop_emulator_register(const coop::kernel_record* record, void (*invoke)(const void* const* arguments));

namespace coop_emulator {

template <auto Kernel>
struct invoker;

template <typename... Parameters, void (*Kernel)(Parameters...)>
struct invoker<Kernel> {
    // The arguments are the launch's own memory, which device code may not touch: not instrumented.
    __attribute__((no_sanitize("thread"))) static void call(const void* const* arguments) {
        call(arguments, std::index_sequence_for<Parameters...>());
    }

private:
    template <std::size_t... I>
    __attribute__((no_sanitize("thread"))) static void call([[maybe_unused]] const void* const* arguments,
                                                            std::index_sequence<I...>) {
        Kernel(*static_cast<const Parameters*>(arguments[I])...);
    }
};

template <auto Kernel>
int register_kernel(const coop::kernel_record* record) {
    coop_emulator_register(record, invoker<Kernel>::call);
    return 0;
}

}  // namespace coop_emulator
