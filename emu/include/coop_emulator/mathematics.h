// Mathematical functions, by the names that CUDA has beside those of <cmath>.
#pragma once

using std::isfinite;
using std::isinf;
using std::isnan;
using std::signbit;

// The C library may have functions of these names, too, which are no inline ones.
#define rsqrtf coop_emulator_rsqrtf
#define rsqrt coop_emulator_rsqrt
#define sinpif coop_emulator_sinpif
#define sinpi coop_emulator_sinpi
#define cospif coop_emulator_cospif
#define cospi coop_emulator_cospi

// The fast ones are faster and less exact on a device; here they are as exact as the others.
COOP_EMULATOR_INLINE float __fdividef(float a, float b) { return a / b; }
COOP_EMULATOR_INLINE float fdividef(float a, float b) { return a / b; }
COOP_EMULATOR_INLINE float __expf(float a) { return __builtin_expf(a); }
COOP_EMULATOR_INLINE float __exp10f(float a) { return __builtin_powf(10, a); }
COOP_EMULATOR_INLINE float __logf(float a) { return __builtin_logf(a); }
COOP_EMULATOR_INLINE float __log2f(float a) { return __builtin_log2f(a); }
COOP_EMULATOR_INLINE float __log10f(float a) { return __builtin_log10f(a); }
COOP_EMULATOR_INLINE float __sinf(float a) { return __builtin_sinf(a); }
COOP_EMULATOR_INLINE float __cosf(float a) { return __builtin_cosf(a); }
COOP_EMULATOR_INLINE float __tanf(float a) { return __builtin_tanf(a); }
COOP_EMULATOR_INLINE float __tanhf(float a) { return __builtin_tanhf(a); }
COOP_EMULATOR_INLINE float __powf(float a, float b) { return __builtin_powf(a, b); }
COOP_EMULATOR_INLINE void __sincosf(float a, float* sine, float* cosine) {
    *sine = __builtin_sinf(a);
    *cosine = __builtin_cosf(a);
}
// Between 0 and 1; 0 of what is not a number.
COOP_EMULATOR_INLINE float __saturatef(float a) { return a > 1 ? 1 : a > 0 ? a : 0; }

COOP_EMULATOR_INLINE float rsqrtf(float a) { return 1 / __builtin_sqrtf(a); }
COOP_EMULATOR_INLINE double rsqrt(double a) { return 1 / __builtin_sqrt(a); }
COOP_EMULATOR_INLINE float rcbrtf(float a) { return 1 / __builtin_cbrtf(a); }
COOP_EMULATOR_INLINE double rcbrt(double a) { return 1 / __builtin_cbrt(a); }
COOP_EMULATOR_INLINE float rhypotf(float a, float b) { return 1 / __builtin_hypotf(a, b); }
COOP_EMULATOR_INLINE double rhypot(double a, double b) { return 1 / __builtin_hypot(a, b); }
COOP_EMULATOR_INLINE float norm3df(float a, float b, float c) { return float(__builtin_sqrt(double(a) * a + double(b) * b + double(c) * c)); }
COOP_EMULATOR_INLINE double norm3d(double a, double b, double c) { return std::hypot(a, b, c); }
COOP_EMULATOR_INLINE float rnorm3df(float a, float b, float c) { return 1 / norm3df(a, b, c); }
COOP_EMULATOR_INLINE double rnorm3d(double a, double b, double c) { return 1 / norm3d(a, b, c); }
COOP_EMULATOR_INLINE double normcdf(double a) { return std::erfc(-a * 0.70710678118654752440) / 2; }
COOP_EMULATOR_INLINE float normcdff(float a) { return float(normcdf(double(a))); }

// Of a times pi: exact where a is a multiple of a half.
inline double sinpi(double a) {
    const double within = std::remainder(a, 2.0);  // -1 to 1
    const double folded = within > 0.5 ? 1 - within : within < -0.5 ? -1 - within : within;
    if (folded == 0) return std::copysign(0.0, a);
    if (folded == 0.5 || folded == -0.5) return 2 * folded;
    return std::sin(folded * 3.14159265358979323846);
}
inline double cospi(double a) {
    const double within = std::fabs(std::remainder(a, 2.0));  // 0 to 1
    return within == 0.5 ? 0.0 : within < 0.25 ? std::cos(within * 3.14159265358979323846) : sinpi(0.5 - within);
}
inline float sinpif(float a) { return float(sinpi(double(a))); }
inline float cospif(float a) { return float(cospi(double(a))); }
inline void sincospi(double a, double* sine, double* cosine) {
    *sine = sinpi(a);
    *cosine = cospi(a);
}
inline void sincospif(float a, float* sine, float* cosine) {
    *sine = sinpif(a);
    *cosine = cospif(a);
}
