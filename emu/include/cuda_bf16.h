// Brain floats: the upper half of a float, 8 bits of exponent and 7 of fraction.
#pragma once

#include <coop_emulator/small_pair.h>

using __nv_bfloat16 = coop_emulator::small_float<7, -126>;
using __nv_bfloat162 = coop_emulator::small_pair<__nv_bfloat16>;
using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;

COOP_EMULATOR_SMALL_FLOAT(__nv_bfloat16, __nv_bfloat162, bfloat16, bfloat162, halves)

#define CUDART_INF_BF16 (__ushort_as_bfloat16(0x7f80))
#define CUDART_NAN_BF16 (__ushort_as_bfloat16(0x7fff))
#define CUDART_MIN_DENORM_BF16 (__ushort_as_bfloat16(0x0001))
#define CUDART_MAX_NORMAL_BF16 (__ushort_as_bfloat16(0x7f7f))
#define CUDART_NEG_ZERO_BF16 (__ushort_as_bfloat16(0x8000))
#define CUDART_ZERO_BF16 (__ushort_as_bfloat16(0x0000))
#define CUDART_ONE_BF16 (__ushort_as_bfloat16(0x3f80))
