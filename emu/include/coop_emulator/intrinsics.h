// Mathematics and bits, by the names that CUDA has beside those of <cmath>.
#pragma once

using std::isfinite;
using std::isinf;
using std::isnan;

// CUDA's min and max take mixed types; they follow the usual arithmetic conversions.
template <typename A, typename B, typename = std::enable_if_t<std::is_arithmetic<A>::value && std::is_arithmetic<B>::value>>
COOP_EMULATOR_INLINE constexpr std::common_type_t<A, B> min(A a, B b) {
    using type = std::common_type_t<A, B>;
    if constexpr (std::is_floating_point<type>::value) return std::fmin(type(a), type(b));
    else return type(b) < type(a) ? type(b) : type(a);
}
template <typename A, typename B, typename = std::enable_if_t<std::is_arithmetic<A>::value && std::is_arithmetic<B>::value>>
COOP_EMULATOR_INLINE constexpr std::common_type_t<A, B> max(A a, B b) {
    using type = std::common_type_t<A, B>;
    if constexpr (std::is_floating_point<type>::value) return std::fmax(type(a), type(b));
    else return type(a) < type(b) ? type(b) : type(a);
}

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

COOP_EMULATOR_INLINE int __popc(unsigned bits) { return __builtin_popcount(bits); }
COOP_EMULATOR_INLINE int __popcll(unsigned long long bits) { return __builtin_popcountll(bits); }
COOP_EMULATOR_INLINE int __clz(int bits) { return bits == 0 ? 32 : __builtin_clz(unsigned(bits)); }
COOP_EMULATOR_INLINE int __clzll(long long bits) { return bits == 0 ? 64 : __builtin_clzll((unsigned long long)bits); }
COOP_EMULATOR_INLINE int __ffs(int bits) { return __builtin_ffs(bits); }
COOP_EMULATOR_INLINE int __ffsll(long long bits) { return __builtin_ffsll(bits); }
inline unsigned __brev(unsigned bits) {
    unsigned reversed = 0;
    for (unsigned i = 0; i < 32; ++i) reversed |= (bits >> i & 1) << (31 - i);
    return reversed;
}
COOP_EMULATOR_INLINE unsigned __umulhi(unsigned a, unsigned b) { return unsigned((unsigned long long)a * b >> 32); }
COOP_EMULATOR_INLINE int __mulhi(int a, int b) { return int((long long)a * b >> 32); }
COOP_EMULATOR_INLINE unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return (unsigned long long)((unsigned __int128)a * b >> 64);
}
COOP_EMULATOR_INLINE unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
    return unsigned((((unsigned long long)high << 32 | low) << (shift & 31)) >> 32);
}
COOP_EMULATOR_INLINE unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
    return unsigned(((unsigned long long)high << 32 | low) >> (shift & 31));
}

// Rounded to nearest and never fused with what follows: kernels are compiled with -ffp-contract=off.
COOP_EMULATOR_INLINE double __dadd_rn(double a, double b) { return a + b; }
COOP_EMULATOR_INLINE double __dsub_rn(double a, double b) { return a - b; }
COOP_EMULATOR_INLINE double __dmul_rn(double a, double b) { return a * b; }
COOP_EMULATOR_INLINE double __ddiv_rn(double a, double b) { return a / b; }
COOP_EMULATOR_INLINE double __fma_rn(double a, double b, double c) { return __builtin_fma(a, b, c); }
COOP_EMULATOR_INLINE double __dsqrt_rn(double a) { return __builtin_sqrt(a); }
COOP_EMULATOR_INLINE float __fadd_rn(float a, float b) { return a + b; }
COOP_EMULATOR_INLINE float __fsub_rn(float a, float b) { return a - b; }
COOP_EMULATOR_INLINE float __fmul_rn(float a, float b) { return a * b; }
COOP_EMULATOR_INLINE float __fdiv_rn(float a, float b) { return a / b; }
COOP_EMULATOR_INLINE float __fmaf_rn(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
COOP_EMULATOR_INLINE float __fsqrt_rn(float a) { return __builtin_sqrtf(a); }

// The fast ones are faster and less exact on a device; here they are exact.
COOP_EMULATOR_INLINE float __fdividef(float a, float b) { return a / b; }
COOP_EMULATOR_INLINE float __expf(float a) { return __builtin_expf(a); }
COOP_EMULATOR_INLINE float __logf(float a) { return __builtin_logf(a); }
COOP_EMULATOR_INLINE float __log2f(float a) { return __builtin_log2f(a); }
COOP_EMULATOR_INLINE float __sinf(float a) { return __builtin_sinf(a); }
COOP_EMULATOR_INLINE float __cosf(float a) { return __builtin_cosf(a); }
COOP_EMULATOR_INLINE float __powf(float a, float b) { return __builtin_powf(a, b); }
COOP_EMULATOR_INLINE float rsqrtf(float a) { return 1 / __builtin_sqrtf(a); }
COOP_EMULATOR_INLINE double rsqrt(double a) { return 1 / __builtin_sqrt(a); }
COOP_EMULATOR_INLINE float __saturatef(float a) { return a > 1 ? 1 : a > 0 ? a : 0; }

COOP_EMULATOR_INLINE unsigned __double2uint_rn(double a) { return unsigned(std::nearbyint(a)); }
COOP_EMULATOR_INLINE int __double2int_rn(double a) { return int(std::nearbyint(a)); }
COOP_EMULATOR_INLINE long long __double2ll_rn(double a) { return (long long)std::nearbyint(a); }
COOP_EMULATOR_INLINE int __float2int_rn(float a) { return int(std::nearbyintf(a)); }
COOP_EMULATOR_INLINE int __float2int_rz(float a) { return int(a); }

// Reads through another cache on a device.
template <typename T>
COOP_EMULATOR_INLINE T __ldg(const T* address) { return *address; }
template <typename T>
COOP_EMULATOR_INLINE T __ldcg(const T* address) { return *static_cast<const volatile T*>(address); }
template <typename T>
COOP_EMULATOR_INLINE void __stcg(T* address, T value) { *static_cast<volatile T*>(address) = value; }
