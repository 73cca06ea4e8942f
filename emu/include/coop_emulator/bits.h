// Integers and their bits.
#pragma once

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
COOP_EMULATOR_INLINE unsigned umin(unsigned a, unsigned b) { return min(a, b); }
COOP_EMULATOR_INLINE unsigned umax(unsigned a, unsigned b) { return max(a, b); }
COOP_EMULATOR_INLINE long long llmin(long long a, long long b) { return min(a, b); }
COOP_EMULATOR_INLINE long long llmax(long long a, long long b) { return max(a, b); }
COOP_EMULATOR_INLINE unsigned long long ullmin(unsigned long long a, unsigned long long b) { return min(a, b); }
COOP_EMULATOR_INLINE unsigned long long ullmax(unsigned long long a, unsigned long long b) { return max(a, b); }

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
inline unsigned long long __brevll(unsigned long long bits) {
    return (unsigned long long)__brev(unsigned(bits)) << 32 | __brev(unsigned(bits >> 32));
}
// Each four bits of the selector choose a byte of y and x together; with the highest of them set, its sign eight times.
inline unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
    const unsigned long long bytes = (unsigned long long)y << 32 | x;
    unsigned result = 0;
    for (unsigned i = 0; i < 4; ++i) {
        const unsigned choice = selector >> (4 * i) & 15;
        unsigned byte = unsigned(bytes >> (8 * (choice & 7))) & 255;
        if (choice & 8) byte = byte & 128 ? 255 : 0;
        result |= byte << (8 * i);
    }
    return result;
}
// The upper, or lower, half of the two words together after a shift. The plain ones wrap the shift, the others clamp it.
COOP_EMULATOR_INLINE unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
    return unsigned((((unsigned long long)high << 32 | low) << (shift & 31)) >> 32);
}
COOP_EMULATOR_INLINE unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
    return unsigned(((unsigned long long)high << 32 | low) >> (shift & 31));
}
COOP_EMULATOR_INLINE unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
    return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
COOP_EMULATOR_INLINE unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
    return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}

COOP_EMULATOR_INLINE unsigned __umulhi(unsigned a, unsigned b) { return unsigned((unsigned long long)a * b >> 32); }
COOP_EMULATOR_INLINE int __mulhi(int a, int b) { return int((long long)a * b >> 32); }
COOP_EMULATOR_INLINE unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return (unsigned long long)((unsigned __int128)a * b >> 64);
}
COOP_EMULATOR_INLINE long long __mul64hi(long long a, long long b) { return (long long)((__int128)a * b >> 64); }
// Of the lower 24 bits.
COOP_EMULATOR_INLINE unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }
COOP_EMULATOR_INLINE int __mul24(int a, int b) {
    return int(unsigned(int(unsigned(a) << 8) >> 8) * unsigned(int(unsigned(b) << 8) >> 8));
}
// |a - b| + c
COOP_EMULATOR_INLINE unsigned __usad(unsigned a, unsigned b, unsigned c) { return (a > b ? a - b : b - a) + c; }
COOP_EMULATOR_INLINE unsigned __sad(int a, int b, unsigned c) {
    return (a > b ? unsigned(a) - unsigned(b) : unsigned(b) - unsigned(a)) + c;
}
// The mean, rounded down; with r, up.
COOP_EMULATOR_INLINE int __hadd(int a, int b) { return int(((long long)a + b) >> 1); }
COOP_EMULATOR_INLINE int __rhadd(int a, int b) { return int(((long long)a + b + 1) >> 1); }
COOP_EMULATOR_INLINE unsigned __uhadd(unsigned a, unsigned b) { return unsigned(((unsigned long long)a + b) >> 1); }
COOP_EMULATOR_INLINE unsigned __urhadd(unsigned a, unsigned b) { return unsigned(((unsigned long long)a + b + 1) >> 1); }

// The sum of the products of four bytes, and c; of two halves with the lower, or upper, two bytes.
inline int __dp4a(int a, int b, int c) {
    unsigned sum = unsigned(c);
    for (int i = 0; i < 32; i += 8) sum += unsigned(int(static_cast<signed char>(a >> i)) * static_cast<signed char>(b >> i));
    return int(sum);
}
inline unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
    for (int i = 0; i < 32; i += 8) c += (a >> i & 255) * (b >> i & 255);
    return c;
}
inline int __dp2a_lo(int a, int b, int c) {
    unsigned sum = unsigned(c);
    for (int i = 0; i < 2; ++i) sum += unsigned(int(static_cast<short>(a >> (16 * i))) * static_cast<signed char>(b >> (8 * i)));
    return int(sum);
}
inline int __dp2a_hi(int a, int b, int c) { return __dp2a_lo(a, b >> 16, c); }
inline unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c) {
    for (int i = 0; i < 2; ++i) c += (a >> (16 * i) & 0xffff) * (b >> (8 * i) & 255);
    return c;
}
inline unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c) { return __dp2a_lo(a, b >> 16, c); }
