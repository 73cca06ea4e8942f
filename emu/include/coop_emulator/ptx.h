// PTX of kernels' `asm`, as functions on the bits of registers: build/src/rewrite/ptx.rs calls them. A register has 64 bits; an
// instruction's type says which of them it takes.
#pragma once

namespace coop_emulator {
namespace ptx {

// What the operands of an `asm` are, in C++.
template <typename T>
COOP_EMULATOR_INLINE unsigned long long bits(T value) {
    static_assert(sizeof(T) <= 8, "an operand of asm has up to 8 bytes");
    unsigned long long all = 0;
    __builtin_memcpy(&all, &value, sizeof(T));
    return all;
}
template <typename T>
COOP_EMULATOR_INLINE void give(T& to, unsigned long long all) {
    typename std::remove_volatile<T>::type value;
    __builtin_memcpy(static_cast<void*>(&value), &all, sizeof value);
    to = value;
}

template <typename T>
COOP_EMULATOR_INLINE T in(unsigned long long all) {
    T value;
    __builtin_memcpy(&value, &all, sizeof value);
    return value;
}
template <>
COOP_EMULATOR_INLINE bool in<bool>(unsigned long long all) { return all != 0; }
// A small number that is signed is extended to the register.
template <typename T>
COOP_EMULATOR_INLINE unsigned long long out(T value) {
    if constexpr (std::is_integral<T>::value) return static_cast<unsigned long long>(value);
    else return bits(value);
}

// Memory.
enum order { weak_order, relaxed_order, acquire_order, release_order, acq_rel_order, volatile_order };

COOP_EMULATOR_INLINE unsigned long long of_shared(unsigned long long offset) {
    return reinterpret_cast<unsigned long long>(coop_emulator_shared_memory()) + static_cast<unsigned>(offset);
}
COOP_EMULATOR_INLINE unsigned long long to_shared(unsigned long long address) {
    return address - reinterpret_cast<unsigned long long>(coop_emulator_shared_memory());
}

// An address of so many values together, of which it has to be a multiple.
template <typename T, unsigned Count>
COOP_EMULATOR_INLINE unsigned long long at(unsigned long long address) {
    if (Count > 1 && address % (Count * sizeof(T)) != 0) coop_emulator_misaligned(address, Count * sizeof(T));
    return address;
}

template <bool Narrow>
struct scoped {
    COOP_EMULATOR_INLINE scoped() {
        if (Narrow) coop_emulator_narrow(1);
    }
    COOP_EMULATOR_INLINE ~scoped() {
        if (Narrow) coop_emulator_narrow(0);
    }
};
template <order Order, bool Narrow>
COOP_EMULATOR_INLINE void before() {
    if (Order == release_order || Order == acq_rel_order) coop_emulator_fence(!Narrow);
}
template <order Order, bool Narrow>
COOP_EMULATOR_INLINE void after() {
    if (Order == acquire_order || Order == acq_rel_order) coop_emulator_fence(!Narrow);
}

template <typename T, order Order, bool Narrow>
COOP_EMULATOR_INLINE unsigned long long load(unsigned long long address) {
    T value;
    if constexpr (Order == weak_order) {
        value = *reinterpret_cast<const T*>(address);
    } else if constexpr (Order == volatile_order) {
        value = *reinterpret_cast<const volatile T*>(address);
    } else {
        const scoped<Narrow> while_it_goes_on;
        __atomic_load(reinterpret_cast<T*>(address), &value, __ATOMIC_RELAXED);
    }
    after<Order, Narrow>();
    return out(value);
}
template <typename T, order Order, bool Narrow>
COOP_EMULATOR_INLINE void store(unsigned long long address, unsigned long long value) {
    T what = in<T>(value);
    before<Order, Narrow>();
    if constexpr (Order == weak_order) {
        *reinterpret_cast<T*>(address) = what;
    } else if constexpr (Order == volatile_order) {
        *reinterpret_cast<volatile T*>(address) = what;
    } else {
        const scoped<Narrow> while_it_goes_on;
        __atomic_store(reinterpret_cast<T*>(address), &what, __ATOMIC_RELAXED);
    }
}

template <typename T, order Order, bool Narrow, typename Operation>
COOP_EMULATOR_INLINE unsigned long long change(unsigned long long address, Operation operation) {
    before<Order, Narrow>();
    T old;
    {
        const scoped<Narrow> while_it_goes_on;
        old = update(reinterpret_cast<T*>(address), operation);
    }
    after<Order, Narrow>();
    return out(old);
}
#define COOP_EMULATOR_PTX_ATOMIC(name, expression)                                                             \
    template <typename T, order Order, bool Narrow>                                                            \
    COOP_EMULATOR_INLINE unsigned long long atomic_##name(unsigned long long address, unsigned long long value) { \
        const T by = in<T>(value);                                                                             \
        return change<T, Order, Narrow>(address, [=](T old) { return T(expression); });                        \
    }
COOP_EMULATOR_PTX_ATOMIC(add, old + by)
COOP_EMULATOR_PTX_ATOMIC(exch, (static_cast<void>(old), by))
COOP_EMULATOR_PTX_ATOMIC(and, old & by)
COOP_EMULATOR_PTX_ATOMIC(or, old | by)
COOP_EMULATOR_PTX_ATOMIC(xor, old ^ by)
COOP_EMULATOR_PTX_ATOMIC(min, by < old ? by : old)
COOP_EMULATOR_PTX_ATOMIC(max, old < by ? by : old)
COOP_EMULATOR_PTX_ATOMIC(inc, old >= by ? 0 : old + 1)
COOP_EMULATOR_PTX_ATOMIC(dec, old == 0 || old > by ? by : old - 1)
#undef COOP_EMULATOR_PTX_ATOMIC
template <typename T, order Order, bool Narrow>
COOP_EMULATOR_INLINE unsigned long long atomic_cas(unsigned long long address, unsigned long long expected,
                                                   unsigned long long value) {
    before<Order, Narrow>();
    T old;
    {
        const scoped<Narrow> while_it_goes_on;
        old = compare_and_swap(reinterpret_cast<T*>(address), in<T>(expected), in<T>(value));
    }
    after<Order, Narrow>();
    return out(old);
}

inline void barrier(unsigned number) { coop_emulator_block_barrier(number, coop_emulator_plain, 0, "asm", int(number)); }
inline unsigned warp() {
    const uint3 at = coop_emulator_thread_index(), extent = coop_emulator_block_extent();
    return ((at.z * extent.y + at.y) * extent.x + at.x) / 32;
}

// Arithmetic. Integers wrap around.
template <typename T, bool = std::is_integral<T>::value>
struct wraps {
    using type = T;
};
template <typename T>
struct wraps<T, true> {
    using type = typename std::make_unsigned<T>::type;
};
template <>
struct wraps<bool, true> {
    using type = bool;
};
template <typename T>
struct wide;
template <> struct wide<unsigned short> { using type = unsigned; };
template <> struct wide<short> { using type = int; };
template <> struct wide<unsigned> { using type = unsigned long long; };
template <> struct wide<int> { using type = long long; };
template <> struct wide<unsigned long long> { using type = unsigned __int128; };
template <> struct wide<long long> { using type = __int128; };

#define COOP_EMULATOR_PTX(name, ...)                                                                             \
    template <typename T>                                                                                        \
    COOP_EMULATOR_INLINE unsigned long long name(unsigned long long first, unsigned long long second = 0,        \
                                                 unsigned long long third = 0, unsigned long long fourth = 0) {  \
        using W [[maybe_unused]] = typename wraps<T>::type;                                                      \
        [[maybe_unused]] const T a = in<T>(first), b = in<T>(second), c = in<T>(third);                          \
        [[maybe_unused]] const W u = in<W>(first), v = in<W>(second), w = in<W>(third);                          \
        [[maybe_unused]] const unsigned d = unsigned(fourth);                                                    \
        __VA_ARGS__                                                                                              \
    }
#define COOP_EMULATOR_PTX_IS(name, ...) COOP_EMULATOR_PTX(name, return out(T(__VA_ARGS__));)
COOP_EMULATOR_PTX_IS(add, u + v)
COOP_EMULATOR_PTX_IS(add_sat, fmin(fmax(a + b, 0.0f), 1.0f))
COOP_EMULATOR_PTX_IS(sub, u - v)
COOP_EMULATOR_PTX_IS(mul, a * b)
COOP_EMULATOR_PTX_IS(mul_lo, typename wide<W>::type(u) * v)
COOP_EMULATOR_PTX_IS(mul_hi, typename wide<T>::type(a) * b >> 8 * sizeof(T))
COOP_EMULATOR_PTX(mul_wide, return out(typename wide<T>::type(typename wide<T>::type(a) * b));)
COOP_EMULATOR_PTX_IS(mad_lo, typename wide<W>::type(u) * v + w)
COOP_EMULATOR_PTX_IS(mad_hi, W(typename wide<T>::type(a) * b >> 8 * sizeof(T)) + w)
COOP_EMULATOR_PTX(mad_wide, using wider = typename wide<T>::type; return out(wider(wider(a) * b + in<wider>(third)));)
COOP_EMULATOR_PTX_IS(mad_rn, ::fma(a, b, c))
COOP_EMULATOR_PTX_IS(fma_rn, ::fma(a, b, c))
COOP_EMULATOR_PTX_IS(mul24_lo, (u & 0xffffff) * (v & 0xffffff))
COOP_EMULATOR_PTX_IS(div, a / b)
COOP_EMULATOR_PTX_IS(rem, a % b)
COOP_EMULATOR_PTX(abs, if constexpr (std::is_integral<T>::value) return out(T(a < 0 ? W(0) - u : u)); else return out(T(::fabs(a)));)
COOP_EMULATOR_PTX(neg, if constexpr (std::is_integral<T>::value) return out(T(W(0) - u)); else return out(T(-a));)
COOP_EMULATOR_PTX(min, if constexpr (std::is_integral<T>::value) return out(T(b < a ? b : a)); else return out(T(::fmin(a, b)));)
COOP_EMULATOR_PTX(max, if constexpr (std::is_integral<T>::value) return out(T(a < b ? b : a)); else return out(T(::fmax(a, b)));)
// Whose names are words of C++.
COOP_EMULATOR_PTX_IS(and_, u & v)
COOP_EMULATOR_PTX_IS(or_, u | v)
COOP_EMULATOR_PTX_IS(xor_, u ^ v)
COOP_EMULATOR_PTX(not_, if constexpr (std::is_same<T, bool>::value) return !a; else return out(T(~u));)
COOP_EMULATOR_PTX_IS(cnot, u == 0 ? 1 : 0)
// Shifts of as much as the type has bits, and more, leave nothing.
COOP_EMULATOR_PTX_IS(shl, unsigned(second) >= 8 * sizeof(T) ? W(0) : W(u << unsigned(second)))
COOP_EMULATOR_PTX_IS(shr, a >> (unsigned(second) >= 8 * sizeof(T) ? (std::is_signed<T>::value ? unsigned(8 * sizeof(T) - 1) : 0)
                                                                  : unsigned(second))
                          & (unsigned(second) >= 8 * sizeof(T) && !std::is_signed<T>::value ? T(0) : T(~T(0))))
COOP_EMULATOR_PTX_IS(shf_l_wrap, __funnelshift_l(u, v, unsigned(third)))
COOP_EMULATOR_PTX_IS(shf_r_wrap, __funnelshift_r(u, v, unsigned(third)))
COOP_EMULATOR_PTX_IS(shf_l_clamp, __funnelshift_lc(u, v, unsigned(third)))
COOP_EMULATOR_PTX_IS(shf_r_clamp, __funnelshift_rc(u, v, unsigned(third)))
COOP_EMULATOR_PTX(popc, return unsigned(__builtin_popcountll(u));)
COOP_EMULATOR_PTX(clz, return unsigned(u == 0 ? 8 * sizeof(T) : __builtin_clzll(u) - (64 - 8 * sizeof(T)));)
COOP_EMULATOR_PTX_IS(brev, __brevll(u) >> (64 - 8 * sizeof(T)))
template <typename T>
COOP_EMULATOR_INLINE unsigned long long bfind(unsigned long long first) {
    using W = typename wraps<T>::type;
    const T a = in<T>(first);
    const W looked = a < 0 ? W(~W(a)) : W(a);
    return looked == 0 ? 0xffffffffu : unsigned(63 - __builtin_clzll(looked));
}
template <typename T>
COOP_EMULATOR_INLINE unsigned long long bfind_shiftamt(unsigned long long first) {
    const unsigned found = unsigned(bfind<T>(first));
    return found == 0xffffffffu ? found : unsigned(8 * sizeof(T) - 1 - found);
}
// A field of bits, extended by its highest one where the type has a sign.
template <typename T>
COOP_EMULATOR_INLINE unsigned long long bfe(unsigned long long first, unsigned long long second, unsigned long long third) {
    using W = typename wraps<T>::type;
    const unsigned from = unsigned(second) & 0xff, count = unsigned(third) & 0xff, all = 8 * sizeof(T);
    const W u = in<W>(first);
    const unsigned top = from + count - 1 < all - 1 ? from + count - 1 : all - 1;
    const bool sign = count != 0 && std::is_signed<T>::value && (u >> top & 1) != 0;
    W field = 0;
    for (unsigned bit = 0; bit < all; ++bit) {
        const bool is_set = bit < count && from + bit < all ? (u >> (from + bit) & 1) != 0 : sign;
        field |= W(W(is_set) << bit);
    }
    return out(T(field));
}
template <typename T>
COOP_EMULATOR_INLINE unsigned long long bfi(unsigned long long field, unsigned long long into, unsigned long long from,
                                            unsigned long long count) {
    const unsigned begin = unsigned(from) & 0xff, bits = unsigned(count) & 0xff;
    using W = typename wraps<T>::type;
    W result = in<W>(into);
    for (unsigned bit = 0; bit < bits && begin + bit < 8 * sizeof(T); ++bit) {
        const W place = W(W(1) << (begin + bit));
        result = (in<W>(field) >> bit & 1) != 0 ? W(result | place) : W(result & ~place);
    }
    return out(T(result));
}
COOP_EMULATOR_PTX_IS(prmt, __byte_perm(u, v, unsigned(third)))
// Bit by bit, what a table of eight says.
template <typename T>
COOP_EMULATOR_INLINE unsigned long long lop3(unsigned long long a, unsigned long long b, unsigned long long c,
                                             unsigned long long table) {
    unsigned result = 0;
    for (unsigned row = 0; row < 8; ++row) {
        if ((table >> row & 1) == 0) continue;
        result |= unsigned((row & 4 ? a : ~a) & (row & 2 ? b : ~b) & (row & 1 ? c : ~c));
    }
    return result;
}
COOP_EMULATOR_PTX_IS(sad, w + (a < b ? v - u : u - v))
COOP_EMULATOR_PTX_IS(selp, third != 0 ? a : b)
COOP_EMULATOR_PTX(setp_eq, return a == b;)
COOP_EMULATOR_PTX(setp_ne, return a != b;)
COOP_EMULATOR_PTX(setp_lt, return a < b;)
COOP_EMULATOR_PTX(setp_le, return a <= b;)
COOP_EMULATOR_PTX(setp_gt, return a > b;)
COOP_EMULATOR_PTX(setp_ge, return a >= b;)
COOP_EMULATOR_PTX(setp_lo, return u < v;)
COOP_EMULATOR_PTX(setp_ls, return u <= v;)
COOP_EMULATOR_PTX(setp_hi, return u > v;)
COOP_EMULATOR_PTX(setp_hs, return u >= v;)
COOP_EMULATOR_PTX_IS(sqrt, ::sqrt(a))
COOP_EMULATOR_PTX_IS(rsqrt, 1 / ::sqrt(double(a)))
COOP_EMULATOR_PTX_IS(rcp, 1 / a)
COOP_EMULATOR_PTX_IS(ex2, ::exp2(a))
COOP_EMULATOR_PTX_IS(lg2, ::log2(a))
COOP_EMULATOR_PTX_IS(sin, ::sin(a))
COOP_EMULATOR_PTX_IS(cos, ::cos(a))
COOP_EMULATOR_PTX_IS(tanh, ::tanh(a))
COOP_EMULATOR_PTX_IS(copysign, ::copysign(b, a))
#undef COOP_EMULATOR_PTX_IS
#undef COOP_EMULATOR_PTX

// To the nearest, or for integers towards zero and to the nearest that there is.
template <typename To, typename From>
COOP_EMULATOR_INLINE unsigned long long convert(unsigned long long first) {
    const From from = in<From>(first);
    if constexpr (std::is_integral<To>::value && !std::is_integral<From>::value) {
        if (from != from) return 0;
        if (from <= static_cast<From>(std::numeric_limits<To>::min())) return out(std::numeric_limits<To>::min());
        if (from >= static_cast<From>(std::numeric_limits<To>::max())) return out(std::numeric_limits<To>::max());
    }
    return out(static_cast<To>(from));
}

}  // namespace ptx
}  // namespace coop_emulator

// Addresses of shared memory as PTX has them: 32 bits.
COOP_EMULATOR_INLINE std::size_t __cvta_generic_to_shared(const void* address) {
    return coop_emulator::ptx::to_shared(reinterpret_cast<unsigned long long>(address));
}
COOP_EMULATOR_INLINE void* __cvta_shared_to_generic(std::size_t offset) {
    return reinterpret_cast<void*>(coop_emulator::ptx::of_shared(offset));
}
COOP_EMULATOR_INLINE std::size_t __cvta_generic_to_global(const void* address) { return reinterpret_cast<std::size_t>(address); }
COOP_EMULATOR_INLINE void* __cvta_global_to_generic(std::size_t address) { return reinterpret_cast<void*>(address); }
