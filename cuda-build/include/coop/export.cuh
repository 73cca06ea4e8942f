// Exports a kernel to Rust under a C name, with its signature.
//
//     template <typename T> __global__ void scale(T* data, T factor, size_t n);
//     COOP_KERNEL(scale_f32, scale<float>)
//
// defines one C function, `coop_kernel_CRATE__scale_f32`, which returns the kernel's record: its entry point, the kind
// and size of each parameter, the architectures it was compiled for. CRATE is the macro COOP_CRATE, which cuda-build sets
// to the name of the package: kernels of two crates may have one name. Rust's `coop::kernels!` declares the same
// signature and compares the two before the first launch. Because Rust refers to that function, the linker keeps
// the object file that the kernel is registered in.
//
// COOP_KERNEL is for kernels launched the ordinary way, COOP_COOPERATIVE_KERNEL for those that wait for the whole
// grid (`cooperative_groups::this_grid().sync()`). The same kernel may be exported under several names.
//
//     struct particle { float position[3]; float mass; };
//     COOP_STRUCT(particle, position, mass)
//
// lets Rust compare the members of a structure, too, where it is a parameter or a parameter points to it. It stands before the
// exports, outside of every namespace, and names all members, in their order. Without it size and alignment are compared.
//
// The records are read by coop/src/kernel/record.rs: change both together, and COOP_RECORD_VERSION with them.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#ifndef COOP_CRATE
#error "define COOP_CRATE, the name of the crate or library whose kernels these are (-DCOOP_CRATE=name): cuda-build does"
#endif

#define COOP_RECORD_VERSION 3

// Numbers of 16 bits, whose headers need not be included for this one.
#ifdef COOP_EMULATED
namespace coop_emulator {
template <int Fraction, int Least>
class small_float;
}
#else
struct __half;
struct __nv_bfloat16;
#endif

namespace coop {

// What a parameter is. Integers are told apart by width and sign, so `long` and `long long` are one kind.
enum class kind : std::uint32_t {
    opaque = 0,  // a struct, by value: compared by size and alignment
    i8 = 1, i16 = 2, i32 = 3, i64 = 4,
    u8 = 5, u16 = 6, u32 = 7, u64 = 8,
    f32 = 9, f64 = 10,
    boolean = 11,
    nothing = 12,  // what a `void*` points to
    f16 = 13, bf16 = 14,
};

// `code`: the kind in the low 8 bits; above it two bits a pointer level, the outermost lowest,
// 1 for a pointer to something mutable and 2 for a pointer to something const.
struct parameter {
    std::uint32_t code;
    std::uint32_t size;          // bytes
    std::uint32_t alignment;     // bytes
    std::uint32_t pointee_size;  // bytes of what a pointer points to; 0 for void and for what is no pointer
};

struct structure;

// One member of a structure: an array is `count` elements of `type`, anything else 1.
struct member {
    const char* name;
    std::uint32_t offset;  // bytes
    std::uint32_t count;
    parameter type;
    const structure* structure_of;  // of which it is or to which it points, if that is known
};

struct structure {
    const char* name;
    std::uint64_t member_count;
    const member* members;
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
    // For each parameter the structure that it is or points to; null where COOP_STRUCT names none.
    const structure* const* structures;
};

namespace detail {

#ifdef COOP_EMULATED
using half = ::coop_emulator::small_float<10, -14>;
using bfloat16 = ::coop_emulator::small_float<7, -126>;
#else
using half = ::__half;
using bfloat16 = ::__nv_bfloat16;
#endif

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
    } else if constexpr (std::is_same<T, half>::value) {
        return static_cast<std::uint32_t>(kind::f16);
    } else if constexpr (std::is_same<T, bfloat16>::value) {
        return static_cast<std::uint32_t>(kind::bf16);
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

// What follows is each file's own: by the name of a type alone the linker would take one crate's `pair` for another's.
inline namespace {

// Of a structure that COOP_STRUCT names.
template <typename T>
struct structure_of {
    static const structure* get() { return nullptr; }
};

template <typename T>
const structure* structure_behind() {
    using bare = std::remove_cv_t<T>;
    if constexpr (std::is_pointer<bare>::value) {
        return structure_behind<std::remove_pointer_t<bare>>();
    } else {
        return structure_of<bare>::get();
    }
}

template <typename T>
constexpr std::uint32_t elements_of() {
    if constexpr (std::is_array<T>::value) {
        return std::uint32_t(std::extent<T>::value) * elements_of<std::remove_extent_t<T>>();
    } else {
        return 1;
    }
}

template <typename T>
member member_of(const char* name, std::size_t offset) {
    using element = std::remove_cv_t<std::remove_all_extents_t<T>>;
    return {name, std::uint32_t(offset), elements_of<T>(), parameter_of<element>(), structure_behind<element>()};
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
    static const structure* const structures[] = {structure_behind<Parameters>()..., nullptr};
    return {COOP_RECORD_VERSION,
            cooperative ? 1u : 0u,
            reinterpret_cast<const void*>(kernel),
            name,
            COOP_ARCHITECTURES,
            sizeof...(Parameters),
            parameters,
            reinterpret_cast<const void*>(&cudaRuntimeGetVersion),
            structures};
}

}  // namespace
}  // namespace detail
}  // namespace coop

#define COOP_EACH_1_(what, last) what(last)
#define COOP_EACH_2_(what, first, ...) what(first), COOP_EACH_1_(what, __VA_ARGS__)
#define COOP_EACH_3_(what, first, ...) what(first), COOP_EACH_2_(what, __VA_ARGS__)
#define COOP_EACH_4_(what, first, ...) what(first), COOP_EACH_3_(what, __VA_ARGS__)
#define COOP_EACH_5_(what, first, ...) what(first), COOP_EACH_4_(what, __VA_ARGS__)
#define COOP_EACH_6_(what, first, ...) what(first), COOP_EACH_5_(what, __VA_ARGS__)
#define COOP_EACH_7_(what, first, ...) what(first), COOP_EACH_6_(what, __VA_ARGS__)
#define COOP_EACH_8_(what, first, ...) what(first), COOP_EACH_7_(what, __VA_ARGS__)
#define COOP_EACH_9_(what, first, ...) what(first), COOP_EACH_8_(what, __VA_ARGS__)
#define COOP_EACH_10_(what, first, ...) what(first), COOP_EACH_9_(what, __VA_ARGS__)
#define COOP_EACH_11_(what, first, ...) what(first), COOP_EACH_10_(what, __VA_ARGS__)
#define COOP_EACH_12_(what, first, ...) what(first), COOP_EACH_11_(what, __VA_ARGS__)
#define COOP_EACH_13_(what, first, ...) what(first), COOP_EACH_12_(what, __VA_ARGS__)
#define COOP_EACH_14_(what, first, ...) what(first), COOP_EACH_13_(what, __VA_ARGS__)
#define COOP_EACH_15_(what, first, ...) what(first), COOP_EACH_14_(what, __VA_ARGS__)
#define COOP_EACH_16_(what, first, ...) what(first), COOP_EACH_15_(what, __VA_ARGS__)
#define COOP_EACH_17_(what, first, ...) what(first), COOP_EACH_16_(what, __VA_ARGS__)
#define COOP_EACH_18_(what, first, ...) what(first), COOP_EACH_17_(what, __VA_ARGS__)
#define COOP_EACH_19_(what, first, ...) what(first), COOP_EACH_18_(what, __VA_ARGS__)
#define COOP_EACH_20_(what, first, ...) what(first), COOP_EACH_19_(what, __VA_ARGS__)
#define COOP_EACH_21_(what, first, ...) what(first), COOP_EACH_20_(what, __VA_ARGS__)
#define COOP_EACH_22_(what, first, ...) what(first), COOP_EACH_21_(what, __VA_ARGS__)
#define COOP_EACH_23_(what, first, ...) what(first), COOP_EACH_22_(what, __VA_ARGS__)
#define COOP_EACH_24_(what, first, ...) what(first), COOP_EACH_23_(what, __VA_ARGS__)
#define COOP_SELECT_(_1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, _13, _14, _15, _16, _17, _18, _19, _20, _21, _22, _23, _24, chosen, ...) chosen
// `what(argument)` for each of up to 24 arguments.
#define COOP_EACH_(what, ...) COOP_SELECT_(__VA_ARGS__, COOP_EACH_24_, COOP_EACH_23_, COOP_EACH_22_, COOP_EACH_21_, COOP_EACH_20_, COOP_EACH_19_, COOP_EACH_18_, COOP_EACH_17_, COOP_EACH_16_, COOP_EACH_15_, COOP_EACH_14_, COOP_EACH_13_, COOP_EACH_12_, COOP_EACH_11_, COOP_EACH_10_, COOP_EACH_9_, COOP_EACH_8_, COOP_EACH_7_, COOP_EACH_6_, COOP_EACH_5_, COOP_EACH_4_, COOP_EACH_3_, COOP_EACH_2_, COOP_EACH_1_, )(what, __VA_ARGS__)

#define COOP_MEMBER_(name) ::coop::detail::member_of<decltype(self::name)>(#name, offsetof(self, name))
#define COOP_STRUCT(type, ...)                                                                     \
    template <>                                                                                    \
    struct coop::detail::structure_of<type> {                                                      \
        using self = type;                                                                         \
        static const ::coop::structure* get() {                                                    \
            static const ::coop::member members[] = {COOP_EACH_(COOP_MEMBER_, __VA_ARGS__)};       \
            static const ::coop::structure found = {#type, sizeof members / sizeof *members, members}; \
            return &found;                                                                         \
        }                                                                                          \
    };

// CUDA's vectors. Those of four elements of 8 bytes have other names in CUDA 13: only size and alignment are compared.
#define COOP_VECTORS_(base)            \
    COOP_STRUCT(base##1, x)            \
    COOP_STRUCT(base##2, x, y)         \
    COOP_STRUCT(base##3, x, y, z)
#define COOP_VECTORS_OF_4_(base)       \
    COOP_VECTORS_(base)                \
    COOP_STRUCT(base##4, x, y, z, w)

COOP_VECTORS_OF_4_(char)
COOP_VECTORS_OF_4_(uchar)
COOP_VECTORS_OF_4_(short)
COOP_VECTORS_OF_4_(ushort)
COOP_VECTORS_OF_4_(int)
COOP_VECTORS_OF_4_(uint)
COOP_VECTORS_OF_4_(float)
COOP_VECTORS_(long)
COOP_VECTORS_(ulong)
COOP_VECTORS_(longlong)
COOP_VECTORS_(ulonglong)
COOP_VECTORS_(double)

#undef COOP_VECTORS_
#undef COOP_VECTORS_OF_4_

#define COOP_SYMBOL_OF_(crate, exported) coop_kernel_##crate##__##exported
#define COOP_SYMBOL__(crate, exported) COOP_SYMBOL_OF_(crate, exported)
#define COOP_SYMBOL_(exported) COOP_SYMBOL__(COOP_CRATE, exported)

// The emulator has to know before a launch how to call a kernel; a device has its own way.
#ifdef COOP_EMULATED
#include <coop_emulator/launch.h>
#define COOP_REGISTER_(exported, ...)                                                              \
    [[maybe_unused]] static const int coop_registered_##exported =                                 \
        ::coop_emulator::register_kernel<__VA_ARGS__>(COOP_SYMBOL_(exported)());
#else
#define COOP_REGISTER_(exported, ...)
#endif

#define COOP_EXPORT_(exported, cooperative, ...)                                                   \
    extern "C" const ::coop::kernel_record* COOP_SYMBOL_(exported)() {                             \
        static const ::coop::kernel_record record =                                                \
            ::coop::detail::record_of(#exported, cooperative, __VA_ARGS__);                        \
        return &record;                                                                            \
    }                                                                                              \
    COOP_REGISTER_(exported, __VA_ARGS__)

// The second argument is the kernel; the commas of its template arguments need no parentheses. A semicolon may follow.
#define COOP_KERNEL(exported, ...) COOP_EXPORT_(exported, false, __VA_ARGS__)
#define COOP_COOPERATIVE_KERNEL(exported, ...) COOP_EXPORT_(exported, true, __VA_ARGS__)
