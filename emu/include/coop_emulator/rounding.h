// Arithmetic and conversions by the name of their rounding: _rn to nearest, _rz to zero, _ru up, _rd down.
#pragma once

#include <cfenv>

namespace coop_emulator {

template <typename T>
COOP_EMULATOR_INLINE void hide(T& value) {
    __asm__ volatile("" : "+m"(value));
}

// What an operation gives under another rounding of the processor. The operands and the result go through memory that the
// compiler knows nothing of, so that it moves nothing over the changes.
template <int Mode, typename Result, typename Operation, typename... Operands>
__attribute__((no_sanitize("thread"))) inline Result rounded(Operation operation, Operands... operands) {
    const int before = std::fegetround();
    std::fesetround(Mode);
    (hide(operands), ...);
    Result result = operation(operands...);
    hide(result);
    std::fesetround(before);
    return result;
}

// A whole number as an integer: what is too large or too small becomes the largest or smallest, what is none 0 (as a
// `long long`, the smallest).
template <typename Integer>
inline Integer to_integer(double whole) {
    constexpr Integer smallest = std::numeric_limits<Integer>::min(), largest = std::numeric_limits<Integer>::max();
    if (whole != whole) return sizeof(Integer) == 8 ? Integer(1ull << 63) : 0;
    if (whole <= double(smallest)) return smallest;
    if (whole >= double(largest)) return largest;
    return Integer(whole);
}

}  // namespace coop_emulator

#define COOP_EMULATOR_ROUNDED(name, type, parameters, arguments, expression)                                         \
    COOP_EMULATOR_INLINE type name##_rn parameters { return expression; }                                            \
    inline type name##_rz parameters {                                                                               \
        return coop_emulator::rounded<FE_TOWARDZERO, type>([] parameters __attribute__((no_sanitize("thread"))) -> type { return expression; }, COOP_EMULATOR_LIST arguments); \
    }                                                                                                                \
    inline type name##_ru parameters {                                                                               \
        return coop_emulator::rounded<FE_UPWARD, type>([] parameters __attribute__((no_sanitize("thread"))) -> type { return expression; }, COOP_EMULATOR_LIST arguments); \
    }                                                                                                                \
    inline type name##_rd parameters {                                                                               \
        return coop_emulator::rounded<FE_DOWNWARD, type>([] parameters __attribute__((no_sanitize("thread"))) -> type { return expression; }, COOP_EMULATOR_LIST arguments); \
    }
#define COOP_EMULATOR_LIST(...) __VA_ARGS__

// Never fused with what follows: kernels are compiled with -ffp-contract=off.
COOP_EMULATOR_ROUNDED(__dadd, double, (double a, double b), (a, b), a + b)
COOP_EMULATOR_ROUNDED(__dsub, double, (double a, double b), (a, b), a - b)
COOP_EMULATOR_ROUNDED(__dmul, double, (double a, double b), (a, b), a * b)
COOP_EMULATOR_ROUNDED(__ddiv, double, (double a, double b), (a, b), a / b)
COOP_EMULATOR_ROUNDED(__drcp, double, (double a), (a), 1 / a)
COOP_EMULATOR_ROUNDED(__dsqrt, double, (double a), (a), __builtin_sqrt(a))
COOP_EMULATOR_ROUNDED(__fma, double, (double a, double b, double c), (a, b, c), __builtin_fma(a, b, c))
COOP_EMULATOR_ROUNDED(__fadd, float, (float a, float b), (a, b), a + b)
COOP_EMULATOR_ROUNDED(__fsub, float, (float a, float b), (a, b), a - b)
COOP_EMULATOR_ROUNDED(__fmul, float, (float a, float b), (a, b), a * b)
COOP_EMULATOR_ROUNDED(__fdiv, float, (float a, float b), (a, b), a / b)
COOP_EMULATOR_ROUNDED(__frcp, float, (float a), (a), 1 / a)
COOP_EMULATOR_ROUNDED(__fsqrt, float, (float a), (a), __builtin_sqrtf(a))
COOP_EMULATOR_ROUNDED(__fmaf, float, (float a, float b, float c), (a, b, c), __builtin_fmaf(a, b, c))
COOP_EMULATOR_ROUNDED(__double2float, float, (double a), (a), float(a))
COOP_EMULATOR_ROUNDED(__int2float, float, (int a), (a), float(a))
COOP_EMULATOR_ROUNDED(__uint2float, float, (unsigned a), (a), float((long long)a))
COOP_EMULATOR_ROUNDED(__ll2float, float, (long long a), (a), float(a))
COOP_EMULATOR_ROUNDED(__ll2double, double, (long long a), (a), double(a))
#undef COOP_EMULATOR_ROUNDED
#undef COOP_EMULATOR_LIST

COOP_EMULATOR_INLINE float __ull2float_rn(unsigned long long a) { return float(a); }
COOP_EMULATOR_INLINE double __ull2double_rn(unsigned long long a) { return double(a); }
COOP_EMULATOR_INLINE double __int2double_rn(int a) { return a; }
COOP_EMULATOR_INLINE double __uint2double_rn(unsigned a) { return a; }
// 1 / sqrt(a) is within an ulp of a double, whose rounding to a float is the result's but where it is all but a middle.
COOP_EMULATOR_INLINE float __frsqrt_rn(float a) { return float(1 / __builtin_sqrt(double(a))); }

#define COOP_EMULATOR_TO_INTEGER(name, type, from)                                                                  \
    inline type name##_rn(from a) { return coop_emulator::to_integer<type>(__builtin_nearbyint(a)); }               \
    inline type name##_rz(from a) { return coop_emulator::to_integer<type>(__builtin_trunc(a)); }                   \
    inline type name##_ru(from a) { return coop_emulator::to_integer<type>(__builtin_ceil(a)); }                    \
    inline type name##_rd(from a) { return coop_emulator::to_integer<type>(__builtin_floor(a)); }
COOP_EMULATOR_TO_INTEGER(__float2int, int, float)
COOP_EMULATOR_TO_INTEGER(__float2uint, unsigned, float)
COOP_EMULATOR_TO_INTEGER(__float2ll, long long, float)
COOP_EMULATOR_TO_INTEGER(__float2ull, unsigned long long, float)
COOP_EMULATOR_TO_INTEGER(__double2int, int, double)
COOP_EMULATOR_TO_INTEGER(__double2uint, unsigned, double)
COOP_EMULATOR_TO_INTEGER(__double2ll, long long, double)
COOP_EMULATOR_TO_INTEGER(__double2ull, unsigned long long, double)
#undef COOP_EMULATOR_TO_INTEGER

#define COOP_EMULATOR_BITS(name, to, from)              \
    COOP_EMULATOR_INLINE to name(from value) {          \
        static_assert(sizeof(to) == sizeof(from), "");  \
        to result;                                      \
        __builtin_memcpy(&result, &value, sizeof value);\
        return result;                                  \
    }
COOP_EMULATOR_BITS(__float_as_uint, unsigned, float)
COOP_EMULATOR_BITS(__float_as_int, int, float)
COOP_EMULATOR_BITS(__uint_as_float, float, unsigned)
COOP_EMULATOR_BITS(__int_as_float, float, int)
COOP_EMULATOR_BITS(__double_as_longlong, long long, double)
COOP_EMULATOR_BITS(__longlong_as_double, double, long long)
#undef COOP_EMULATOR_BITS
COOP_EMULATOR_INLINE int __double2hiint(double a) { return int(__double_as_longlong(a) >> 32); }
COOP_EMULATOR_INLINE int __double2loint(double a) { return int(__double_as_longlong(a)); }
COOP_EMULATOR_INLINE double __hiloint2double(int high, int low) {
    return __longlong_as_double((long long)((unsigned long long)unsigned(high) << 32 | unsigned(low)));
}
