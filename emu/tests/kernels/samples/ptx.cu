// PTX in `asm`: memory ordering, special registers, arithmetic.
#include <algorithm>
#include <numeric>

#include "sample.cuh"

namespace {

__device__ unsigned load_acquire(const unsigned* at) {
    unsigned value;
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(at) : "memory");
    return value;
}
__device__ void store_release(unsigned* at, unsigned value) {
    asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(at), "r"(value) : "memory");
}

// Each block hands on to the next one.
__global__ void chain_of_blocks(unsigned* flags, unsigned* data) {
    if (threadIdx.x != 0) return;
    const unsigned i = blockIdx.x;
    if (i > 0) {
        while (load_acquire(&flags[i - 1]) == 0) {
        }
        data[i] = data[i - 1] + i;
    }
    store_release(&flags[i], 1);
}
SAMPLE(acquire_and_release) {
    array<unsigned> flags(4), data(4);
    chain_of_blocks<<<4, 32>>>(flags, data);
    return data.values() == std::vector<unsigned>{0, 1, 3, 6};
}

// Relaxed accesses with fences, and a count by `red` and `atom`.
__global__ void fences_and_counts(unsigned* count, unsigned long long* sum, float* total, unsigned* data, unsigned* last) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i] = i;
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
    asm volatile("red.relaxed.gpu.global.add.u64 [%0], %1;" ::"l"(sum), "l"((unsigned long long)i) : "memory");
    asm volatile("red.global.add.f32 [%0], %1;" ::"l"(total), "f"(0.5f) : "memory");
    unsigned before;
    asm volatile("atom.acq_rel.gpu.global.add.u32 %0, [%1], %2;" : "=r"(before) : "l"(count), "r"(1) : "memory");
    if (before + 1 == gridDim.x * blockDim.x) {
        unsigned all = 0, found;
        for (unsigned j = 0; j <= before; ++j) all += data[j];
        asm volatile("membar.gl;" ::: "memory");
        asm volatile("atom.cas.b32 %0, [%1], %2, %3;" : "=r"(found) : "l"(last), "r"(0), "r"(all) : "memory");
        if (found != 0) *last = 0;
    }
}
SAMPLE(fences_and_counts) {
    array<unsigned> count(1), data(128), last(1);
    array<unsigned long long> sum(1);
    array<float> total(1);
    fences_and_counts<<<4, 32>>>(count, sum, total, data, last);
    return sum.values()[0] == 8128 && total.values()[0] == 64 && last.values()[0] == 8128;
}

// Shared memory by its 32-bit addresses, vectors, and `bar.sync`.
__global__ void shared_by_address(const float4* in, float4* out, int* flags) {
    __shared__ float4 tile[64];
    __shared__ int number;
    const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(&tile[threadIdx.x]));
    float x, y, z, w;
    asm volatile("ld.global.nc.L1::no_allocate.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(x), "=f"(y), "=f"(z), "=f"(w) : "l"(in + threadIdx.x));
    asm volatile("st.shared.v4.f32 [%0], {%1, %2, %3, %4};" ::"r"(to), "f"(w), "f"(z), "f"(y), "f"(x) : "memory");
    if (threadIdx.x == 0) {
        unsigned long long at;
        asm("cvta.to.shared.u64 %0, %1;" : "=l"(at) : "l"(&number));
        asm volatile("st.shared.s32 [%0], %1;" ::"r"((unsigned)at), "r"(-7) : "memory");
    }
    asm volatile("bar.sync 0;" ::: "memory");
    asm volatile(
        "{\n\t"
        ".reg .u32 t;\n\t"
        "ld.shared.v2.f32 {%0, %1}, [%4];\n\t"
        "ld.shared.v2.f32 {%2, %3}, [%4+8];\n\t"
        "mov.u32 t, %%laneid;\n\t"
        "}"
        : "=f"(x), "=f"(y), "=f"(z), "=f"(w)
        : "r"(static_cast<unsigned>(__cvta_generic_to_shared(&tile[63 - threadIdx.x]))));
    out[threadIdx.x] = make_float4(x, y, z, w);
    if (number != -7) *flags = 1;
}
SAMPLE(shared_by_address) {
    std::vector<float4> in(64), expected(64);
    for (unsigned i = 0; i < 64; ++i) {
        in[i] = float4{float(i), float(i + 1), float(i + 2), float(i + 3)};
        expected[63 - i] = float4{float(i + 3), float(i + 2), float(i + 1), float(i)};
    }
    array<float4> from(in), to(64);
    array<int> flags(1);
    shared_by_address<<<1, 64>>>(from, to, flags);
    const std::vector<float4> got = to.values();
    for (unsigned i = 0; i < 64; ++i) {
        if (got[i].x != expected[i].x || got[i].y != expected[i].y || got[i].z != expected[i].z || got[i].w != expected[i].w) return false;
    }
    return flags.values()[0] == 0;
}

__global__ void special_registers(unsigned* wrong) {
    unsigned lane, warp, tid, ntid, ctaid, nctaid, lower, equal, sm;
    unsigned long long clock, timer;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    asm("mov.u32 %0, %%warpid;" : "=r"(warp));
    asm("mov.u32 %0, %%tid.x;" : "=r"(tid));
    asm("mov.u32 %0, %%ntid.x;" : "=r"(ntid));
    asm("mov.u32 %0, %%ctaid.x;" : "=r"(ctaid));
    asm("mov.u32 %0, %%nctaid.x;" : "=r"(nctaid));
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lower));
    asm("mov.u32 %0, %%lanemask_eq;" : "=r"(equal));
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(clock));
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(timer));
    asm volatile("nanosleep.u32 %0;" ::"r"(20));
    const bool right = lane == threadIdx.x % 32 && warp == threadIdx.x / 32 && tid == threadIdx.x && ntid == blockDim.x &&
                       ctaid == blockIdx.x && nctaid == gridDim.x && equal == 1u << lane && lower == equal - 1 && sm < 1000 && clock + timer > 0;
    if (!right) atomicAdd(wrong, 1u);
}
SAMPLE(special_registers) {
    array<unsigned> wrong(1);
    special_registers<<<2, 96>>>(wrong);
    return wrong.values()[0] == 0;
}

#define UNARY(name, text, from, to, in, out)              \
    __device__ to name(from a) {                           \
        to d;                                              \
        asm(text " %0, %1;" : out(d) : in(a));             \
        return d;                                          \
    }
UNARY(popc, "popc.b32", unsigned, unsigned, "r", "=r")
UNARY(clz, "clz.b32", unsigned, unsigned, "r", "=r")
UNARY(brev, "brev.b32", unsigned, unsigned, "r", "=r")
UNARY(bfind, "bfind.u32", unsigned, unsigned, "r", "=r")
UNARY(absolute, "abs.s32", int, int, "r", "=r")

__global__ void arithmetic(unsigned* wrong) {
    const unsigned a = 0x80f00f01u, b = 0x12345678u, c = 0x0ff00ff0u;
    unsigned d;
    unsigned long long wide;
    int s;
    float f;
#define EXPECT(condition) do { if (!(condition)) atomicAdd(wrong, 1u); } while (0)
    EXPECT(popc(a) == 10 && clz(b) == 3 && brev(1) == 0x80000000u && bfind(b) == 28 && absolute(-9) == 9);
    asm("bfe.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(b), "r"(8), "r"(12));
    EXPECT(d == 0x456);
    asm("bfe.s32 %0, %1, 28, 4;" : "=r"(s) : "r"(a));
    EXPECT(s == -8);
    asm("bfi.b32 %0, %1, %2, 8, 8;" : "=r"(d) : "r"(0xabu), "r"(b));
    EXPECT(d == 0x1234ab78u);
    asm("prmt.b32 %0, %1, %2, 0x3715;" : "=r"(d) : "r"(a), "r"(b));
    EXPECT(d == 0x80120f56u);
    asm("lop3.b32 %0, %1, %2, %3, 0xE8;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    EXPECT(d == ((a & b) | (a & c) | (b & c)));
    asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    EXPECT(d == a * b + c);
    asm("mul.hi.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
    EXPECT(d == __umulhi(a, b));
    asm("mul.wide.u32 %0, %1, %2;" : "=l"(wide) : "r"(a), "r"(b));
    EXPECT(wide == 1ull * a * b);
    asm("mad.wide.s32 %0, %1, %2, %3;" : "=l"(wide) : "r"(-5), "r"(7), "l"(100ll));
    EXPECT(wide == 65);
    asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(36));
    EXPECT(d == __funnelshift_l(a, b, 36));
    asm("shr.s32 %0, %1, 40;" : "=r"(s) : "r"(-5));
    EXPECT(s == -1);
    asm("shl.b32 %0, %1, %2;" : "=r"(d) : "r"(b), "r"(32));
    EXPECT(d == 0);
    asm("mov.b64 %0, {%1, %2};" : "=l"(wide) : "r"(a), "r"(b));
    EXPECT(wide == (1ull * b << 32 | a));
    asm("{ .reg .b32 low; mov.b64 {low, %0}, %1; }" : "=r"(d) : "l"(wide));
    EXPECT(d == b);
    asm("fma.rn.f32 %0, %1, %2, 0f3F800000;" : "=f"(f) : "f"(2.5f), "f"(4.0f));
    EXPECT(f == 11);
    asm("{ .reg .pred p; setp.lt.s32 p, %1, 0; selp.b32 %0, 1, 2, p; @p add.u32 %0, %0, 10; }" : "=r"(d) : "r"(-3));
    EXPECT(d == 11);
    asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(s) : "f"(-2.75f));
    EXPECT(s == -2);
    asm("add.u32 %0, %0, %1;" : "+r"(d) : "r"(5));
    EXPECT(d == 16);
}
SAMPLE(arithmetic_in_asm) {
    array<unsigned> wrong(1);
    arithmetic<<<1, 32>>>(wrong);
    return wrong.values()[0] == 0;
}

}  // namespace

// By which the linker takes this file.
extern "C" void emu_samples_of_ptx() {}
