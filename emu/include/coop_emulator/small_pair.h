// Two numbers of 16 bits in one word, with the operations of each on both.
#pragma once

#include <coop_emulator/small_float.h>

namespace coop_emulator {

#define COOP_EMULATOR_BOTH2(name, one) \
    friend small_pair name(small_pair a, small_pair b) { return {one(a.x, b.x), one(a.y, b.y)}; }
#define COOP_EMULATOR_BOTH1(name, one) \
    friend small_pair name(small_pair a) { return {one(a.x), one(a.y)}; }
#define COOP_EMULATOR_BOTH3(name, one) \
    friend small_pair name(small_pair a, small_pair b, small_pair c) { return {one(a.x, b.x, c.x), one(a.y, b.y, c.y)}; }
// 1 where it holds; a bit mask of both; whether it holds of both.
#define COOP_EMULATOR_COMPARISON(name, one)                                                                            \
    friend small_pair name##2(small_pair a, small_pair b) {                                                            \
        return {Number(one(a.x, b.x) ? 1.0f : 0.0f), Number(one(a.y, b.y) ? 1.0f : 0.0f)};                             \
    }                                                                                                                  \
    friend unsigned name##2_mask(small_pair a, small_pair b) {                                                         \
        return (one(a.x, b.x) ? 0xffffu : 0) | (one(a.y, b.y) ? 0xffff0000u : 0);                                      \
    }

template <typename Number>
struct alignas(4) small_pair {
    Number x, y;

    small_pair() = default;
    small_pair(Number x, Number y) : x(x), y(y) {}

    small_pair& operator+=(small_pair other) { return *this = *this + other; }
    small_pair& operator-=(small_pair other) { return *this = *this - other; }
    small_pair& operator*=(small_pair other) { return *this = *this * other; }
    small_pair& operator/=(small_pair other) { return *this = *this / other; }

    COOP_EMULATOR_BOTH2(operator+, __hadd)
    COOP_EMULATOR_BOTH2(operator-, __hsub)
    COOP_EMULATOR_BOTH2(operator*, __hmul)
    COOP_EMULATOR_BOTH2(operator/, __hdiv)
    COOP_EMULATOR_BOTH1(operator-, __hneg)
    friend bool operator==(small_pair a, small_pair b) { return a.x == b.x && a.y == b.y; }
    friend bool operator!=(small_pair a, small_pair b) { return a.x != b.x && a.y != b.y; }

    COOP_EMULATOR_BOTH2(__hadd2, __hadd)
    COOP_EMULATOR_BOTH2(__hsub2, __hsub)
    COOP_EMULATOR_BOTH2(__hmul2, __hmul)
    COOP_EMULATOR_BOTH2(__h2div, __hdiv)
    COOP_EMULATOR_BOTH2(__hadd2_rn, __hadd)
    COOP_EMULATOR_BOTH2(__hmul2_rn, __hmul)
    COOP_EMULATOR_BOTH2(__hadd2_sat, __hadd_sat)
    COOP_EMULATOR_BOTH2(__hmul2_sat, __hmul_sat)
    COOP_EMULATOR_BOTH3(__hfma2, __hfma)
    COOP_EMULATOR_BOTH3(__hfma2_sat, __hfma_sat)
    COOP_EMULATOR_BOTH3(__hfma2_relu, __hfma_relu)
    COOP_EMULATOR_BOTH1(__hneg2, __hneg)
    COOP_EMULATOR_BOTH1(__habs2, __habs)
    COOP_EMULATOR_BOTH2(__hmin2, __hmin)
    COOP_EMULATOR_BOTH2(__hmax2, __hmax)
    COOP_EMULATOR_BOTH1(h2sqrt, hsqrt)
    COOP_EMULATOR_BOTH1(h2rsqrt, hrsqrt)
    COOP_EMULATOR_BOTH1(h2rcp, hrcp)
    COOP_EMULATOR_BOTH1(h2exp, hexp)
    COOP_EMULATOR_BOTH1(h2exp2, hexp2)
    COOP_EMULATOR_BOTH1(h2log, hlog)
    COOP_EMULATOR_BOTH1(h2log2, hlog2)
    COOP_EMULATOR_BOTH1(h2sin, hsin)
    COOP_EMULATOR_BOTH1(h2cos, hcos)
    COOP_EMULATOR_BOTH1(h2floor, hfloor)
    COOP_EMULATOR_BOTH1(h2ceil, hceil)
    COOP_EMULATOR_COMPARISON(__heq, __heq)
    COOP_EMULATOR_COMPARISON(__hne, __hne)
    COOP_EMULATOR_COMPARISON(__hlt, __hlt)
    COOP_EMULATOR_COMPARISON(__hle, __hle)
    COOP_EMULATOR_COMPARISON(__hgt, __hgt)
    COOP_EMULATOR_COMPARISON(__hge, __hge)
    friend bool __hbeq2(small_pair a, small_pair b) { return __heq(a.x, b.x) && __heq(a.y, b.y); }
    friend bool __hbne2(small_pair a, small_pair b) { return __hne(a.x, b.x) && __hne(a.y, b.y); }
    friend bool __hblt2(small_pair a, small_pair b) { return __hlt(a.x, b.x) && __hlt(a.y, b.y); }
    friend bool __hble2(small_pair a, small_pair b) { return __hle(a.x, b.x) && __hle(a.y, b.y); }
    friend bool __hbgt2(small_pair a, small_pair b) { return __hgt(a.x, b.x) && __hgt(a.y, b.y); }
    friend bool __hbge2(small_pair a, small_pair b) { return __hge(a.x, b.x) && __hge(a.y, b.y); }

    friend float __low2float(small_pair a) { return a.x; }
    friend float __high2float(small_pair a) { return a.y; }

    // Each of the two is added as one operation; both together are not.
    friend small_pair atomicAdd(small_pair* address, small_pair value) {
        return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y)};
    }
    friend small_pair __ldg(const small_pair* address) { return *address; }
};

#undef COOP_EMULATOR_BOTH1
#undef COOP_EMULATOR_BOTH2
#undef COOP_EMULATOR_BOTH3
#undef COOP_EMULATOR_COMPARISON

}  // namespace coop_emulator

// What is named after the type: `__float2half`, `__halves2half2`.
#define COOP_EMULATOR_SMALL_FLOAT(type, pair, name, name2, names)                                                          \
    inline float __##name##2float(type a) { return a; }                                                                    \
    inline type __float2##name(float a) { return a; }                                                                      \
    inline type __float2##name##_rn(float a) { return a; }                                                                 \
    inline type __float2##name##_rz(float a) { return type::rounded(a, ::coop_emulator::rounding::to_zero); }              \
    inline type __float2##name##_ru(float a) { return type::rounded(a, ::coop_emulator::rounding::up); }                   \
    inline type __float2##name##_rd(float a) { return type::rounded(a, ::coop_emulator::rounding::down); }                 \
    inline type __double2##name(double a) { return a; }                                                                    \
    inline type __int2##name##_rn(int a) { return a; }                                                                     \
    inline type __uint2##name##_rn(unsigned a) { return a; }                                                               \
    inline type __short2##name##_rn(short a) { return a; }                                                                 \
    inline type __ushort2##name##_rn(unsigned short a) { return a; }                                                       \
    inline type __ll2##name##_rn(long long a) { return a; }                                                                \
    inline type __ull2##name##_rn(unsigned long long a) { return a; }                                                      \
    inline int __##name##2int_rn(type a) { return __float2int_rn(a); }                                                     \
    inline int __##name##2int_rz(type a) { return __float2int_rz(a); }                                                     \
    inline int __##name##2int_ru(type a) { return __float2int_ru(a); }                                                     \
    inline int __##name##2int_rd(type a) { return __float2int_rd(a); }                                                     \
    inline unsigned __##name##2uint_rn(type a) { return __float2uint_rn(a); }                                              \
    inline unsigned __##name##2uint_rz(type a) { return __float2uint_rz(a); }                                              \
    inline unsigned short __##name##_as_ushort(type a) { return a.bits(); }                                                \
    inline short __##name##_as_short(type a) { return static_cast<short>(a.bits()); }                                      \
    inline type __ushort_as_##name(unsigned short bits) { return type::of_bits(bits); }                                    \
    inline type __short_as_##name(short bits) { return type::of_bits(static_cast<unsigned short>(bits)); }                 \
    inline pair make_##name2(type x, type y) { return {x, y}; }                                                            \
    inline pair __##names##2##name2(type x, type y) { return {x, y}; }                                                     \
    inline pair __##name##2##name2(type a) { return {a, a}; }                                                              \
    inline pair __float2##name2##_rn(float a) { return {a, a}; }                                                           \
    inline pair __floats2##name2##_rn(float x, float y) { return {x, y}; }                                                 \
    inline pair __float22##name2##_rn(float2 a) { return {a.x, a.y}; }                                                     \
    inline float2 __##name2##2float2(pair a) { return {a.x, a.y}; }                                                        \
    inline type __low2##name(pair a) { return a.x; }                                                                       \
    inline type __high2##name(pair a) { return a.y; }                                                                      \
    inline pair __low2##name2(pair a) { return {a.x, a.x}; }                                                               \
    inline pair __high2##name2(pair a) { return {a.y, a.y}; }                                                              \
    inline pair __lowhigh2highlow(pair a) { return {a.y, a.x}; }                                                           \
    inline pair __lows2##name2(pair a, pair b) { return {a.x, b.x}; }                                                      \
    inline pair __highs2##name2(pair a, pair b) { return {a.y, b.y}; }
