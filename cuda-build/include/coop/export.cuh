// Exports a kernel to Rust under a C name, with its signature.
//
//     template <typename T> __global__ void scale(T* data, T factor, size_t n);
//     COOP_KERNEL(scale_f32, scale<float>)
//
// defines one C function, `coop_kernel_scale_f32`, which returns the kernel's record: its entry point, the kind
// and size of each parameter, the architectures it was compiled for. Rust's `coop::kernels!` declares the same
// signature and compares the two before the first launch. Because Rust refers to that function, the linker keeps
// the object file that the kernel is registered in.
//
// COOP_KERNEL is for kernels launched the ordinary way, COOP_COOPERATIVE_KERNEL for those that wait for the whole
// grid (`cooperative_groups::this_grid().sync()`). The same kernel may be exported under several names.
//
// The records are read by coop/src/kernel/record.rs: change both together, and COOP_RECORD_VERSION with them.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <type_traits>

#define COOP_RECORD_VERSION 2

namespace coop {

// What a parameter is. Integers are told apart by width and sign, so `long` and `long long` are one kind.
enum class kind : std::uint32_t {
    opaque = 0,  // a struct, by value: compared by size and alignment
    i8 = 1, i16 = 2, i32 = 3, i64 = 4,
    u8 = 5, u16 = 6, u32 = 7, u64 = 8,
    f32 = 9, f64 = 10,
    boolean = 11,
    nothing = 12,  // what a `void*` points to
};

// `code`: the kind in the low 8 bits; above it two bits a pointer level, the outermost lowest,
// 1 for a pointer to something mutable and 2 for a pointer to something const.
struct parameter {
    std::uint32_t code;
    std::uint32_t size;          // bytes
    std::uint32_t alignment;     // bytes
    std::uint32_t pointee_size;  // bytes of what a pointer points to; 0 for void and for what is no pointer
};

struct kernel_record {
    std::uint32_t version;
    std::uint32_t cooperative;  // 0 or 1
    const void* entry;          // what cudaLaunchKernel takes
    const char* name;
    const char* architectures;  // compute capabilities times ten, e.g. "800,900"
    std::uint64_t parameter_count;
    const parameter* parameters;
    // A function of the CUDA runtime that this object file calls, and that knows its kernels: two runtimes in one
    // process are told by its address.
    const void* runtime;
};

namespace detail {

template <typename T>
constexpr kind integer_kind() {
    constexpr std::uint32_t first = std::is_signed<T>::value ? 1 : 5;
    return static_cast<kind>(first + (sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3));
}

template <typename T>
constexpr std::uint32_t code_of() {
    if constexpr (std::is_pointer<T>::value) {
        using pointee = std::remove_pointer_t<T>;
        constexpr std::uint32_t inner = code_of<std::remove_cv_t<pointee>>();
        constexpr std::uint32_t level = std::is_const<pointee>::value ? 2 : 1;
        static_assert((inner >> 30) == 0, "a kernel parameter with more than 12 levels of pointers");
        return (inner & 0xff) | ((((inner >> 8) << 2) | level) << 8);
    } else if constexpr (std::is_enum<T>::value) {
        return code_of<std::underlying_type_t<T>>();
    } else if constexpr (std::is_void<T>::value) {
        return static_cast<std::uint32_t>(kind::nothing);
    } else if constexpr (std::is_function<T>::value) {
        return static_cast<std::uint32_t>(kind::opaque);  // neither type nor size is compared
    } else if constexpr (std::is_same<T, bool>::value) {
        return static_cast<std::uint32_t>(kind::boolean);
    } else if constexpr (std::is_same<T, float>::value) {
        return static_cast<std::uint32_t>(kind::f32);
    } else if constexpr (std::is_same<T, double>::value) {
        return static_cast<std::uint32_t>(kind::f64);
    } else if constexpr (std::is_integral<T>::value && sizeof(T) <= 8) {
        return static_cast<std::uint32_t>(integer_kind<T>());
    } else {
        return static_cast<std::uint32_t>(kind::opaque);
    }
}

template <typename T>
constexpr std::uint32_t pointee_size_of() {
    using pointee = std::remove_cv_t<std::remove_pointer_t<T>>;
    if constexpr (!std::is_pointer<T>::value || std::is_void<pointee>::value || std::is_function<pointee>::value) {
        return 0;
    } else {
        return sizeof(pointee);
    }
}

template <typename T>
constexpr parameter parameter_of() {
    return {code_of<T>(), sizeof(T), alignof(T), pointee_size_of<T>()};
}

#define COOP_STRINGIFY_(...) #__VA_ARGS__
#define COOP_STRINGIFY(...) COOP_STRINGIFY_(__VA_ARGS__)

#ifdef __CUDA_ARCH_LIST__
#define COOP_ARCHITECTURES COOP_STRINGIFY(__CUDA_ARCH_LIST__)
#else
#define COOP_ARCHITECTURES ""
#endif

template <typename... Parameters>
kernel_record record_of(const char* name, bool cooperative, void (*kernel)(Parameters...)) {
    // One more than there are, so that a kernel without parameters has a table too.
    static const parameter parameters[] = {parameter_of<Parameters>()..., parameter{}};
    return {COOP_RECORD_VERSION,
            cooperative ? 1u : 0u,
            reinterpret_cast<const void*>(kernel),
            name,
            COOP_ARCHITECTURES,
            sizeof...(Parameters),
            parameters,
            reinterpret_cast<const void*>(&cudaRuntimeGetVersion)};
}

}  // namespace detail
}  // namespace coop

// The emulator has to know before a launch how to call a kernel; a device has its own way.
#ifdef COOP_EMULATED
#include <coop_emulator/launch.h>
#define COOP_REGISTER_(exported, ...)                                                              \
    [[maybe_unused]] static const int coop_registered_##exported =                                 \
        ::coop_emulator::register_kernel<__VA_ARGS__>(coop_kernel_##exported())
#else
#define COOP_REGISTER_(exported, ...) static_assert(true, "")
#endif

#define COOP_EXPORT_(exported, cooperative, ...)                                                   \
    extern "C" const ::coop::kernel_record* coop_kernel_##exported() {                             \
        static const ::coop::kernel_record record =                                                \
            ::coop::detail::record_of(#exported, cooperative, __VA_ARGS__);                        \
        return &record;                                                                            \
    }                                                                                              \
    COOP_REGISTER_(exported, __VA_ARGS__);                                                         \
    static_assert(true, "")

// The second argument is the kernel; the commas of its template arguments need no parentheses.
#define COOP_KERNEL(exported, ...) COOP_EXPORT_(exported, false, __VA_ARGS__)
#define COOP_COOPERATIVE_KERNEL(exported, ...) COOP_EXPORT_(exported, true, __VA_ARGS__)
