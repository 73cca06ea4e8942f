// Half precision: 5 bits of exponent, 10 of fraction.
#pragma once

#include <coop_emulator/small_pair.h>

using __half = coop_emulator::small_float<10, -14>;
using __half2 = coop_emulator::small_pair<__half>;
using half = __half;
using half2 = __half2;
using __nv_half = __half;
using __nv_half2 = __half2;

COOP_EMULATOR_SMALL_FLOAT(__half, __half2, half, half2, halves)

#define CUDART_INF_FP16 (__ushort_as_half(0x7c00))
#define CUDART_NAN_FP16 (__ushort_as_half(0x7fff))
#define CUDART_MIN_DENORM_FP16 (__ushort_as_half(0x0001))
#define CUDART_MAX_NORMAL_FP16 (__ushort_as_half(0x7bff))
#define CUDART_NEG_ZERO_FP16 (__ushort_as_half(0x8000))
#define CUDART_ZERO_FP16 (__ushort_as_half(0x0000))
#define CUDART_ONE_FP16 (__ushort_as_half(0x3c00))
