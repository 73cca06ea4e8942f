// Numbers of 16 bits: a sign, an exponent, and `Fraction` bits. Each operation is exact and rounded once, to nearest.
#pragma once

#include <cuda_runtime.h>

namespace coop_emulator {

enum class rounding { nearest, to_zero, up, down };

// The bits of `value` rounded to a number with that many fraction bits, whose normal numbers begin at 2^Least.
template <int Fraction, int Least>
inline unsigned short narrow(double value, rounding mode = rounding::nearest) {
    constexpr unsigned infinite = 0x7fffu >> Fraction << Fraction;
    unsigned long long bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    const unsigned sign = unsigned(bits >> 63) << 15;
    const int biased = int(bits >> 52 & 0x7ff);
    unsigned long long significand = bits & 0xfffffffffffffull;
    if (biased == 0x7ff) return static_cast<unsigned short>(significand != 0 ? 0x7fff : sign | infinite);
    if (biased != 0) significand |= 1ull << 52;
    const int exponent = biased == 0 ? -1022 : biased - 1023;
    // In units of the result's last place there, of which `shift` bits are left over.
    const int scale = exponent > Least ? exponent : Least;
    const int shift = scale - exponent + 52 - Fraction;
    unsigned long long units = shift < 64 ? significand >> shift : 0;
    const bool exact = shift < 64 ? units << shift == significand : significand == 0;
    // How what is left over compares with half a unit.
    const unsigned long long half = shift <= 54 ? 1ull << (shift - 1) : 0;
    const unsigned long long left = shift < 64 ? significand - (units << shift) : significand;
    const int compared = half == 0 ? -1 : left < half ? -1 : left > half ? 1 : 0;
    switch (mode) {
        case rounding::nearest: units += compared > 0 || (compared == 0 && units % 2 != 0); break;
        case rounding::to_zero: break;
        case rounding::up: units += !exact && sign == 0; break;
        case rounding::down: units += !exact && sign != 0; break;
    }
    // The leading bit of a normal number is carried into its exponent.
    const unsigned long long result = units + ((unsigned long long)(scale - Least) << Fraction);
    if (result < infinite) return static_cast<unsigned short>(sign | result);
    const bool largest = mode == rounding::to_zero || (mode == rounding::up && sign != 0) || (mode == rounding::down && sign == 0);
    return static_cast<unsigned short>(sign | (largest ? infinite - 1 : infinite));
}

// The number that those bits are.
template <int Fraction, int Least>
inline double widen(unsigned short bits) {
    constexpr unsigned infinite = 0x7fffu >> Fraction << Fraction;
    const unsigned magnitude = bits & 0x7fff;
    const unsigned exponent = magnitude >> Fraction, fraction = magnitude & ((1u << Fraction) - 1);
    double value;
    if (magnitude > infinite) value = __builtin_nan("");
    else if (magnitude == infinite) value = __builtin_inf();
    else if (exponent == 0) value = __builtin_ldexp(fraction, Least - Fraction);
    else value = __builtin_ldexp(fraction + (1u << Fraction), int(exponent) - 1 + Least - Fraction);
    return bits >> 15 != 0 ? -value : value;
}

// a + b, of which the last bit says whether something was lost: rounded to fewer bits it is the sum, rounded once.
inline double add_to_odd(double a, double b) {
    const double sum = a + b;
    if (!std::isfinite(sum)) return sum;
    const double part = sum - a;
    const double lost = (a - (sum - part)) + (b - part);
    if (lost == 0) return sum;
    long long bits;
    __builtin_memcpy(&bits, &sum, sizeof bits);
    if (bits % 2 == 0) bits += (lost > 0) == (sum > 0) ? 1 : -1;
    double odd;
    __builtin_memcpy(&odd, &bits, sizeof odd);
    return odd;
}

template <int Fraction, int Least>
class small_float {
public:
    small_float() = default;
    small_float(float value) : bits_(narrow<Fraction, Least>(value)) {}
    small_float(double value) : bits_(narrow<Fraction, Least>(value)) {}
    small_float(int value) : small_float(double(value)) {}
    small_float(unsigned value) : small_float(double(value)) {}
    small_float(short value) : small_float(double(value)) {}
    small_float(unsigned short value) : small_float(double(value)) {}
    small_float(long value) : small_float((long long)value) {}
    small_float(unsigned long value) : small_float((unsigned long long)value) {}
    // 2^53 and more is far beyond what these have digits for: the last bit stands for what is lost.
    small_float(long long value)
        : small_float(add_to_odd(double(value / (1ll << 32)) * 4294967296., double(value % (1ll << 32)))) {}
    small_float(unsigned long long value)
        : small_float(add_to_odd(double(value >> 32) * 4294967296., double(value & 0xffffffffu))) {}

    static small_float of_bits(unsigned short bits) {
        small_float result;
        result.bits_ = bits;
        return result;
    }
    static small_float rounded(double value, rounding mode) { return of_bits(narrow<Fraction, Least>(value, mode)); }
    unsigned short bits() const { return bits_; }
    double exact() const { return widen<Fraction, Least>(bits_); }
    operator float() const { return float(exact()); }

    small_float& operator+=(small_float other) { return *this = *this + other; }
    small_float& operator-=(small_float other) { return *this = *this - other; }
    small_float& operator*=(small_float other) { return *this = *this * other; }
    small_float& operator/=(small_float other) { return *this = *this / other; }
    small_float& operator++() { return *this += small_float(1.0f); }
    small_float& operator--() { return *this -= small_float(1.0f); }

    friend small_float operator+(small_float a, small_float b) { return add_to_odd(a.exact(), b.exact()); }
    friend small_float operator-(small_float a, small_float b) { return add_to_odd(a.exact(), -b.exact()); }
    // A product has no more digits than a double, and a quotient rounded to a double is on the right side of each middle.
    friend small_float operator*(small_float a, small_float b) { return a.exact() * b.exact(); }
    friend small_float operator/(small_float a, small_float b) { return a.exact() / b.exact(); }
    friend small_float operator+(small_float a) { return a; }
    friend small_float operator-(small_float a) { return of_bits(a.bits_ ^ 0x8000); }
    friend bool operator==(small_float a, small_float b) { return a.exact() == b.exact(); }
    friend bool operator!=(small_float a, small_float b) { return a.exact() != b.exact(); }
    friend bool operator<(small_float a, small_float b) { return a.exact() < b.exact(); }
    friend bool operator<=(small_float a, small_float b) { return a.exact() <= b.exact(); }
    friend bool operator>(small_float a, small_float b) { return a.exact() > b.exact(); }
    friend bool operator>=(small_float a, small_float b) { return a.exact() >= b.exact(); }

    friend small_float __hadd(small_float a, small_float b) { return a + b; }
    friend small_float __hsub(small_float a, small_float b) { return a - b; }
    friend small_float __hmul(small_float a, small_float b) { return a * b; }
    friend small_float __hdiv(small_float a, small_float b) { return a / b; }
    friend small_float __hadd_rn(small_float a, small_float b) { return a + b; }
    friend small_float __hsub_rn(small_float a, small_float b) { return a - b; }
    friend small_float __hmul_rn(small_float a, small_float b) { return a * b; }
    friend small_float __hfma(small_float a, small_float b, small_float c) {
        return add_to_odd(a.exact() * b.exact(), c.exact());
    }
    friend small_float __hadd_sat(small_float a, small_float b) { return saturated(a + b); }
    friend small_float __hsub_sat(small_float a, small_float b) { return saturated(a - b); }
    friend small_float __hmul_sat(small_float a, small_float b) { return saturated(a * b); }
    friend small_float __hfma_sat(small_float a, small_float b, small_float c) { return saturated(__hfma(a, b, c)); }
    friend small_float __hfma_relu(small_float a, small_float b, small_float c) {
        const small_float result = __hfma(a, b, c);
        return result < small_float(0.0f) ? small_float(0.0f) : result;
    }
    friend small_float __hneg(small_float a) { return -a; }
    friend small_float __habs(small_float a) { return of_bits(a.bits_ & 0x7fff); }

    friend bool __heq(small_float a, small_float b) { return a == b; }
    friend bool __hne(small_float a, small_float b) { return a < b || a > b; }
    friend bool __hlt(small_float a, small_float b) { return a < b; }
    friend bool __hle(small_float a, small_float b) { return a <= b; }
    friend bool __hgt(small_float a, small_float b) { return a > b; }
    friend bool __hge(small_float a, small_float b) { return a >= b; }
    // True of what is not a number, too.
    friend bool __hequ(small_float a, small_float b) { return !__hne(a, b); }
    friend bool __hneu(small_float a, small_float b) { return !(a == b); }
    friend bool __hltu(small_float a, small_float b) { return !(a >= b); }
    friend bool __hleu(small_float a, small_float b) { return !(a > b); }
    friend bool __hgtu(small_float a, small_float b) { return !(a <= b); }
    friend bool __hgeu(small_float a, small_float b) { return !(a < b); }
    friend bool __hisnan(small_float a) { return a != a; }
    friend int __hisinf(small_float a) { return std::isinf(a.exact()) ? (a.exact() < 0 ? -1 : 1) : 0; }
    friend small_float __hmin(small_float a, small_float b) { return std::fmin(a.exact(), b.exact()); }
    friend small_float __hmax(small_float a, small_float b) { return std::fmax(a.exact(), b.exact()); }
    friend small_float __hmin_nan(small_float a, small_float b) { return a != a ? a : b != b ? b : __hmin(a, b); }
    friend small_float __hmax_nan(small_float a, small_float b) { return a != a ? a : b != b ? b : __hmax(a, b); }

    friend small_float hsqrt(small_float a) { return std::sqrt(a.exact()); }
    friend small_float hrsqrt(small_float a) { return 1 / std::sqrt(a.exact()); }
    friend small_float hrcp(small_float a) { return 1 / a.exact(); }
    friend small_float hexp(small_float a) { return std::exp(a.exact()); }
    friend small_float hexp2(small_float a) { return std::exp2(a.exact()); }
    friend small_float hexp10(small_float a) { return std::pow(10.0, a.exact()); }
    friend small_float hlog(small_float a) { return std::log(a.exact()); }
    friend small_float hlog2(small_float a) { return std::log2(a.exact()); }
    friend small_float hlog10(small_float a) { return std::log10(a.exact()); }
    friend small_float hsin(small_float a) { return std::sin(a.exact()); }
    friend small_float hcos(small_float a) { return std::cos(a.exact()); }
    friend small_float htanh(small_float a) { return std::tanh(a.exact()); }
    friend small_float hfloor(small_float a) { return std::floor(a.exact()); }
    friend small_float hceil(small_float a) { return std::ceil(a.exact()); }
    friend small_float htrunc(small_float a) { return std::trunc(a.exact()); }
    friend small_float hrint(small_float a) { return std::nearbyint(a.exact()); }

    friend small_float atomicAdd(small_float* address, small_float value) {
        return update(address, [=](small_float old) { return old + value; });
    }
    friend small_float __ldg(const small_float* address) { return *address; }

private:
    static small_float saturated(small_float a) {
        return a > small_float(1.0f) ? small_float(1.0f) : a > small_float(0.0f) ? a : small_float(0.0f);
    }

    unsigned short bits_;
};

}  // namespace coop_emulator
