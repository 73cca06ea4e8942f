// Numbers of 16 bits, intrinsics and vector types. `wrong[0]` counts what is not as it should be, `wrong[1]` keeps a line of
// it. Compiles with nvcc, too, but for what compares with the host's own half precision.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <math_constants.h>

#include <coop/export.cuh>

namespace {

__device__ void expect(bool holds, unsigned* wrong, unsigned line) {
    if (holds) return;
    atomicAdd(wrong, 1u);
    atomicMax(wrong + 1, line);
}
#define EXPECT(...) expect((__VA_ARGS__), wrong, __LINE__)

__device__ bool same_float(float a, float b) { return __float_as_uint(a) == __float_as_uint(b) || (a != a && b != b); }

// The value of a half's bits, by its definition.
__device__ double half_value(unsigned bits) {
    const unsigned exponent = bits >> 10 & 31, fraction = bits & 1023;
    double value;
    if (exponent == 31) value = fraction == 0 ? CUDART_INF : CUDART_NAN;
    else if (exponent == 0) value = fraction / 16777216.0;
    else value = (1024 + fraction) / 16777216.0 * double(1u << (exponent - 1));
    return bits >> 15 != 0 ? -value : value;
}

// Each thread takes 1 of as many halves as there are threads in the grid: all 65536 of them, and what is around each.
__global__ void half_conversions(unsigned* wrong) {
    const unsigned threads = gridDim.x * blockDim.x;
    for (unsigned bits = blockIdx.x * blockDim.x + threadIdx.x; bits < 65536; bits += threads) {
        const __half h = __ushort_as_half(static_cast<unsigned short>(bits));
        const double value = half_value(bits);
        EXPECT(same_float(__half2float(h), float(value)));
        const float single = __uint_as_float(bits << 16);
        const __nv_bfloat16 b = __ushort_as_bfloat16(static_cast<unsigned short>(bits));
        EXPECT(same_float(__bfloat162float(b), single));
        if (value != value) {
            EXPECT(__hisnan(h) && __half_as_ushort(__float2half(float(value))) == 0x7fff);
        } else {
            EXPECT(__half_as_ushort(__float2half(float(value))) == bits);
        }
        if (single == single) EXPECT(__bfloat16_as_ushort(__float2bfloat16(single)) == bits);
        // Between a half and the next one further from 0: the middle goes to the even one, what is beside it to the nearer.
        if ((bits & 0x7fff) < 0x7bff) {
            const double next = half_value(bits + 1), middle = (value + next) / 2;
            const float below = float(value + (next - value) * 0.4375), above = float(value + (next - value) * 0.5625);
            EXPECT(__half_as_ushort(__float2half_rn(float(middle))) == bits + bits % 2);
            EXPECT(__half_as_ushort(__double2half(middle + (next - value) * 1e-9)) == bits + 1);
            EXPECT(__half_as_ushort(__double2half(middle - (next - value) * 1e-9)) == bits);
            EXPECT(__half_as_ushort(__float2half(below)) == bits && __half_as_ushort(__float2half(above)) == bits + 1);
            EXPECT(__half_as_ushort(__float2half_rz(above)) == bits);
            EXPECT(__half_as_ushort(__float2half_ru(below)) == (bits >> 15 != 0 ? bits : bits + 1));
            EXPECT(__half_as_ushort(__float2half_rd(above)) == (bits >> 15 != 0 ? bits + 1 : bits));
        }
        if ((bits & 0x7fff) < 0x7f7f) {
            const double low = single, high = __uint_as_float((bits + 1) << 16);
            EXPECT(__bfloat16_as_ushort(__float2bfloat16(float((low + high) / 2))) == bits + bits % 2);
            EXPECT(__bfloat16_as_ushort(__float2bfloat16_rz(float(low + (high - low) * 0.75))) == bits);
        }
    }
}

__device__ unsigned random_bits(unsigned& state) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state >> 8 & 0xffff;
}

#ifdef COOP_EMULATED
// Half `n` units of 2^-24 large, as an integer.
__device__ __int128 units(__half h) { return __int128(half_value(__half_as_ushort(h)) * 16777216.0); }
__device__ __int128 distance(__int128 a, __int128 b) { return a < b ? b - a : a - b; }
#endif

// Random operands; each result is the nearest half to the exact one, which is counted in integers of 2^-48.
__global__ void half_arithmetic(unsigned* wrong, unsigned rounds) {
    unsigned state = 0x9e3779b9u + 77 * (blockIdx.x * blockDim.x + threadIdx.x);
    for (unsigned round = 0; round < rounds; ++round) {
        const __half a = __ushort_as_half(static_cast<unsigned short>(random_bits(state)));
        const __half b = __ushort_as_half(static_cast<unsigned short>(random_bits(state)));
        const __half c = __ushort_as_half(static_cast<unsigned short>(random_bits(state)));
        const double x = half_value(__half_as_ushort(a)), y = half_value(__half_as_ushort(b));
        // Sums and products of two halves are exact in double precision.
        EXPECT(same_float(__half2float(a + b), __half2float(__double2half(x + y))));
        EXPECT(same_float(__half2float(__hsub(a, b)), __half2float(__double2half(x - y))));
        EXPECT(same_float(__half2float(a * b), __half2float(__double2half(x * y))));
        EXPECT((a < b) == (x < y) && (a == b) == (x == y) && __hge(a, b) == (x >= y));
        EXPECT(same_float(__half2float(-a), float(-x)) && same_float(__half2float(__habs(a)), float(fabs(x))));
#ifdef COOP_EMULATED
        const __half fused = __hfma(a, b, c);
        if (__hisnan(a) || __hisnan(b) || __hisnan(c) || __hisinf(a) || __hisinf(b) || __hisinf(c)) continue;
        const __int128 exact = units(a) * units(b) + (units(c) << 24);
        const __int128 limit = (__int128(65520) << 48);  // from here on it is infinite
        if (exact >= limit || exact <= -limit) {
            EXPECT(__hisinf(fused) == (exact > 0 ? 1 : -1));
            continue;
        }
        const unsigned bits = __half_as_ushort(fused);
        const __int128 off = distance(units(fused) << 24, exact);
        for (int step = -1; step <= 1; step += 2) {
            const unsigned other = bits + unsigned(step);
            if ((bits & 0x7fff) == 0 && step < 0) continue;
            if ((other & 0x7fff) >= 0x7c00) continue;
            const __int128 others = distance(units(__ushort_as_half(static_cast<unsigned short>(other))) << 24, exact);
            EXPECT(off < others || (off == others && bits % 2 == 0));
        }
#endif
    }
}

__global__ void half_pairs(unsigned* wrong, __half2* sums) {
    const __half2 a = __floats2half2_rn(1.5f, -2.0f), b = make_half2(__float2half(0.25f), __int2half_rn(3));
    EXPECT(__low2float(__hadd2(a, b)) == 1.75f && __high2float(__hadd2(a, b)) == 1.0f);
    const float2 both = __half22float2(__hfma2(a, b, __float2half2_rn(10.0f)));
    EXPECT(both.x == 10.375f && both.y == 4.0f);
    EXPECT(__hbgt2(b, a) == false && __hblt2(a, __float2half2_rn(2.0f)));
    EXPECT(__high2float(__lowhigh2highlow(a)) == 1.5f && __low2float(__highs2half2(a, b)) == -2.0f);
    EXPECT(__half2float(__low2half(__h2div(a, b))) == 6.0f);
    const __nv_bfloat162 c = __floats2bfloat162_rn(1.0f, 256.0f);
    EXPECT(__high2float(__hadd2(c, c)) == 512.0f);
    // 257 lies between 256 and 258, and 256 is the even one.
    EXPECT(__bfloat162float(__high2bfloat16(c) + __float2bfloat16(1.0f)) == 256.0f);
    EXPECT(__bfloat162float(__hfma(__float2bfloat16(3.0f), __float2bfloat16(0.5f), __float2bfloat16(1.0f))) == 2.5f);
    EXPECT(__half2float(__hmax(a.x, b.x)) == 1.5f && __half2int_rz(__float2half(-2.75f)) == -2);
    EXPECT(__half2float(hsqrt(__float2half(2.25f))) == 1.5f && __half2float(CUDART_INF_FP16) == CUDART_INF_F);
    atomicAdd(&sums[0], __floats2half2_rn(1.0f, 0.5f));
    const __half moved = __shfl_sync(0xffffffffu, __float2half(float(threadIdx.x)), 5);
    EXPECT(__half2float(moved) == 5.0f);
}

__global__ void bit_functions(unsigned* wrong, unsigned opaque) {
    const unsigned x = opaque;  // 0x12345678
    EXPECT(__popc(x) == 13 && __popcll(1ull << 40 | 1) == 2 && __clz(int(x)) == 3 && __clz(0) == 32);
    EXPECT(__ffs(int(x)) == 4 && __ffs(0) == 0 && __ffsll(1ll << 33) == 34 && __clzll(1) == 63);
    EXPECT(__brev(x) == 0x1e6a2c48u && __brevll(x) == 0x1e6a2c4800000000ull);
    EXPECT(__byte_perm(x, 0xaabbccddu, 0x7041) == 0xaa78dd56u && __byte_perm(0x80u, 0, 0x9888) == 0x00ffffffu);
    EXPECT(__funnelshift_l(x, 0x9abcdef0u, 8) == 0xbcdef012u && __funnelshift_r(x, 0x9abcdef0u, 8) == 0xf0123456u);
    EXPECT(__funnelshift_lc(x, 1, 40) == x && __funnelshift_rc(x, 1, 32) == 1 && __funnelshift_l(x, 1, 32) == 1);
    EXPECT(__umulhi(x, 0x10000u) == 0x1234u && __mulhi(-2, 3) == -1 && __umul64hi(1ull << 63, 6) == 3);
    EXPECT(__mul64hi(-1, 5) == -1 && __mul24(0x00ffffff, 2) == -2 && __umul24(0xff000003u, 5) == 15);
    EXPECT(__sad(-5, 7, 1u) == 13 && __usad(3u, 10u, 1u) == 8 && __hadd(-3, -4) == -4 && __rhadd(-3, -4) == -3);
    EXPECT(__uhadd(0xffffffffu, 1u) == 0x80000000u && __urhadd(0xffffffffu, 0u) == 0x80000000u);
    EXPECT(__dp4a(int(0x01ff0203u), int(0x02020402u), 100) == 100 + 2 - 2 + 8 + 6);
    EXPECT(__dp4a(0x01ff0203u, 0x02020402u, 100u) == 100u + 2 + 510 + 8 + 6);
    EXPECT(__dp2a_lo(int(0x0100fffeu), int(0x00000302u), 1) == 1 - 4 + 768 && __dp2a_hi(int(0x0100fffeu), int(0x03020000u), 1) == 1 - 4 + 768);
}

__global__ void rounded_functions(unsigned* wrong, float third) {
    // Between 0x3eaaaaaa and 0x3eaaaaab, nearer to the latter.
    const float one = 3.0f * third;
    EXPECT(__float_as_uint(__fdiv_rn(one, 3.0f)) == 0x3eaaaaabu && __float_as_uint(__fdiv_rz(one, 3.0f)) == 0x3eaaaaaau);
    EXPECT(__float_as_uint(__fdiv_ru(one, 3.0f)) == 0x3eaaaaabu && __float_as_uint(__fdiv_rd(-one, 3.0f)) == 0xbeaaaaabu);
    EXPECT(__fadd_ru(one, 1e-20f) > one && __fadd_rn(one, 1e-20f) == one && __fadd_rd(one, -1e-20f) < one);
    EXPECT(__dadd_ru(1.0, 1e-30) > 1.0 && __dmul_rd(0.1, 0.1) < __dmul_ru(0.1, 0.1) && __dsqrt_rz(2.0) < __dsqrt_ru(2.0));
    EXPECT(__fmaf_rn(one, 2.0f, 3.0f) == 5.0f && __fma_rn(2.0, 3.0, 4.0) == 10.0 && __frcp_rn(4.0f) == 0.25f);
    EXPECT(__int2float_rz(0x7fffffff) == 2147483520.0f && __int2float_rn(0x7fffffff) == 2147483648.0f);
    EXPECT(__double2float_rd(0.1) < 0.1 && double(__double2float_ru(0.1)) > 0.1);
    EXPECT(__float2int_rn(2.5f) == 2 && __float2int_rn(3.5f) == 4 && __float2int_rz(-2.9f) == -2);
    EXPECT(__float2int_ru(2.1f) == 3 && __float2int_rd(-2.1f) == -3 && __float2uint_rn(-5.0f) == 0);
    EXPECT(__float2int_rz(1e20f) == 0x7fffffff && __float2int_rz(CUDART_NAN_F) == 0 && __double2ll_rd(-0.5) == -1);
    EXPECT(__double2hiint(1.0) == 0x3ff00000 && __hiloint2double(0x40000000, 0) == 2.0 && __int_as_float(0x3f800000) == 1.0f);
    EXPECT(__saturatef(1.5f) == 1.0f && __saturatef(-2.0f) == 0.0f && __saturatef(0.25f) == 0.25f);
    EXPECT(rsqrtf(4.0f) == 0.5f && fabsf(__fdividef(7.0f, 2.0f) - 3.5f) < 1e-6f && fabsf(__expf(1.0f) - 2.7182818f) < 1e-5f);
    float sine, cosine;
    sincospif(0.5f, &sine, &cosine);
    EXPECT(sine == 1.0f && cosine == 0.0f && sinpif(1.0f) == 0.0f && cospif(1.0f) == -1.0f && sinpif(-1.5f) == 1.0f);
    sincosf(0.0f, &sine, &cosine);
    EXPECT(sine == 0.0f && cosine == 1.0f && fabs(normcdf(0.0) - 0.5) < 1e-15 && fabs(CUDART_PI - acos(-1.0)) < 1e-15);
}

template <typename Vector, unsigned Size, unsigned Alignment>
__device__ void check_vector(unsigned* wrong) {
    EXPECT(sizeof(Vector) == Size && alignof(Vector) == Alignment);
}

__global__ void vector_types(unsigned* wrong, const float4* input, float4* output) {
    check_vector<char1, 1, 1>(wrong);
    check_vector<char2, 2, 2>(wrong);
    check_vector<char3, 3, 1>(wrong);
    check_vector<uchar4, 4, 4>(wrong);
    check_vector<short2, 4, 4>(wrong);
    check_vector<ushort3, 6, 2>(wrong);
    check_vector<short4, 8, 8>(wrong);
    check_vector<int2, 8, 8>(wrong);
    check_vector<uint3, 12, 4>(wrong);
    check_vector<int4, 16, 16>(wrong);
    check_vector<float1, 4, 4>(wrong);
    check_vector<float3, 12, 4>(wrong);
    check_vector<float4, 16, 16>(wrong);
    check_vector<longlong2, 16, 16>(wrong);
    check_vector<double2, 16, 16>(wrong);
    check_vector<double3, 24, 8>(wrong);
    check_vector<dim3, 12, 4>(wrong);
    const float4 v = __ldg(input + threadIdx.x);
    __stcg(output + threadIdx.x, make_float4(v.w, v.z, __ldcg(&input[threadIdx.x].y), v.x));
    const uchar4 c = make_uchar4(1, 2, 3, 4);
    EXPECT(c.x + c.y + c.z + c.w == 10 && make_double2(1, 2).y == 2.0 && make_int3(1, 2, 3).z == 3);
}

}  // namespace

COOP_KERNEL(emu_half_conversions, half_conversions);
COOP_KERNEL(emu_half_arithmetic, half_arithmetic);
COOP_KERNEL(emu_half_pairs, half_pairs);
COOP_KERNEL(emu_bit_functions, bit_functions);
COOP_KERNEL(emu_rounded_functions, rounded_functions);
COOP_KERNEL(emu_vector_types, vector_types);
