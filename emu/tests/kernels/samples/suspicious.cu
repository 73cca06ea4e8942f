// Right kernels that look like wrong ones.
#include <cooperative_groups.h>
#include <cuda_fp16.h>

#include <assert.h>

#include <cstdio>
#include <new>

#include "sample.cuh"

namespace cg = cooperative_groups;

namespace {

// --- long loops

__global__ void few_places(const float* x, float* out, int n) {
    float s = 0;
    for (int i = 0; i < n; ++i) s = s * .5f + x[i & 7];
    out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
SAMPLE(a_long_loop_over_few_places) {
    array<float> x(8, 1.f), out(4 * 256);
    few_places<<<4, 256>>>(x, out, 1500);
    return out.values() == std::vector<float>(4 * 256, 2.f);
}

__global__ void walk(unsigned* out, int n) {
    __shared__ unsigned next[16];
    if (threadIdx.x < 16) next[threadIdx.x] = (threadIdx.x + 1) % 16;
    __syncthreads();
    unsigned at = threadIdx.x % 16;
    for (int i = 0; i < n; ++i) at = next[at];
    out[threadIdx.x] = at;
}
SAMPLE(a_walk_around_a_table_of_16) {
    array<unsigned> out(64);
    walk<<<1, 64>>>(out, 16 * 200);
    const auto found = out.values();
    for (unsigned i = 0; i < 64; ++i)
        if (found[i] != i % 16) return false;
    return true;
}

__global__ void idle_maximum(unsigned* most, int n) {
    for (int i = 0; i < n; ++i) atomicMax(most, threadIdx.x);
}
SAMPLE(an_atomic_maximum_that_changes_nothing) {
    array<unsigned> most(1, 1000u);
    idle_maximum<<<2, 64>>>(most, 3000);
    return most.values()[0] == 1000;
}

__global__ void congruential(unsigned* out, unsigned n) {
    unsigned x = threadIdx.x;
    for (unsigned i = 0; i < n; ++i) x = x * 1664525u + 1013904223u;
    out[threadIdx.x] = x;
}
SAMPLE(arithmetic_alone) {
    array<unsigned> out(32);
    congruential<<<1, 32>>>(out, 200000u);
    unsigned x = 31;
    for (unsigned i = 0; i < 200000; ++i) x = x * 1664525u + 1013904223u;
    return out.values()[31] == x;
}

__global__ void collatz(unsigned* longest, unsigned n) {
    for (unsigned start = 1 + threadIdx.x; start <= n; start += blockDim.x) {
        unsigned steps = 0;
        for (unsigned long long x = start; x != 1; ++steps) x = x % 2 ? 3 * x + 1 : x / 2;
        atomicMax(longest, steps);
    }
}
SAMPLE(the_longest_way_of_collatz) {
    array<unsigned> longest(1);
    collatz<<<1, 64>>>(longest, 10000u);
    return longest.values()[0] == 261;
}

__global__ void one_computes(volatile unsigned* flag, unsigned* out, unsigned n) {
    if (blockIdx.x == 3) {
        if (threadIdx.x == 0) {
            unsigned x = 1;
            for (unsigned i = 0; i < n; ++i) x = x * 31 + out[i & 3];
            out[4] = x;
            __threadfence();
            *flag = 1;
        }
        return;
    }
    while (*flag == 0) {
    }
    __threadfence();
    if (threadIdx.x == 0) out[blockIdx.x] = static_cast<volatile unsigned*>(out)[4];
}
SAMPLE(one_block_that_computes_while_others_wait) {
    array<unsigned> flag(1), out(5);
    one_computes<<<4, 32>>>(flag, out, 30000u);
    unsigned x = 1;
    for (unsigned i = 0; i < 30000; ++i) x = x * 31;
    return out.values()[0] == x && out.values()[2] == x;
}

// Looks again and again at what nobody changes, and does its work meanwhile.
__global__ void looks_and_works(const volatile unsigned* stop, unsigned* out, unsigned n) {
    unsigned x = threadIdx.x;
    for (unsigned i = 0; i < n && *stop == 0; ++i) x = x * 31 + 7;
    out[threadIdx.x] = x;
}
SAMPLE(a_loop_that_looks_whether_to_stop) {
    array<unsigned> stop(1), out(64);
    looks_and_works<<<1, 64>>>(stop, out, 5000u);
    unsigned x = 5;
    for (unsigned i = 0; i < 5000; ++i) x = x * 31 + 7;
    return out.values()[5] == x;
}

__global__ void chain(unsigned* turn) {
    if (threadIdx.x == 0) {
        while (atomicAdd(&turn[0], 0u) != blockIdx.x) __nanosleep(50);
        turn[1 + blockIdx.x] = blockIdx.x * 3;
        __threadfence();
        atomicExch(&turn[0], blockIdx.x + 1);
    }
    __syncthreads();
}
SAMPLE(a_chain_of_blocks) {
    array<unsigned> turn(65);
    chain<<<64, 32>>>(turn);
    return turn.values()[64] == 63 * 3;
}

__global__ void rounds_of_votes(unsigned* out, unsigned rounds) {
    unsigned mine = threadIdx.x * 37 % 100, round = 0;
    while (__any_sync(0xffffffffu, mine > 0) && round < rounds) {
        if (mine > 0) --mine;
        ++round;
    }
    for (unsigned i = 0; i < 1000; ++i) mine += __shfl_xor_sync(0xffffffffu, mine, 1) & 1;
    out[threadIdx.x] = round + mine;
}
SAMPLE(a_long_loop_around_votes_and_shuffles) {
    array<unsigned> out(32);
    rounds_of_votes<<<1, 32>>>(out, 5000u);
    return out.values()[0] >= 90 && out.values()[0] < 5000;
}

// --- structures with padding, values and vectors

struct padded {
    int key;
    double value;
};
__global__ void padded_by_members(padded* a, padded* b) {
    a[threadIdx.x].key = threadIdx.x;
    a[threadIdx.x].value = threadIdx.x * .5;
    __syncthreads();
    b[threadIdx.x] = a[blockDim.x - 1 - threadIdx.x];
}
SAMPLE(a_structure_with_padding_by_its_members) {
    padded *a = nullptr, *b = nullptr;
    cudaMalloc(reinterpret_cast<void**>(&a), 32 * sizeof(padded));
    cudaMalloc(reinterpret_cast<void**>(&b), 32 * sizeof(padded));
    padded_by_members<<<1, 32>>>(a, b);
    padded out[32];
    cudaMemcpy(out, b, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(a);
    cudaFree(b);
    return out[0].key == 31 && out[31].value == 0 && out[1].value == 15;
}

__global__ void padded_copied(padded* to, const padded* from, char* bytes) {
    padded local;
    local.key = from[threadIdx.x].key + 1;
    local.value = from[threadIdx.x].value;
    memcpy(&to[threadIdx.x], &local, sizeof local);
    memcpy(bytes + threadIdx.x * sizeof local, &to[threadIdx.x], sizeof local);
}
SAMPLE(a_structure_with_padding_copied_by_bytes) {
    array<padded> from(std::vector<padded>(16, {3, .5}));
    padded* to = nullptr;
    char* bytes = nullptr;
    cudaMalloc(reinterpret_cast<void**>(&to), 16 * sizeof(padded));
    cudaMalloc(reinterpret_cast<void**>(&bytes), 16 * sizeof(padded));
    padded_copied<<<1, 16>>>(to, from, bytes);
    padded out[16];
    cudaMemcpy(out, bytes, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(to);
    cudaFree(bytes);
    return out[7].key == 4 && out[7].value == .5;
}

__global__ void shared_halves(const float* in, float* out) {
    __shared__ half values[64];
    __shared__ __half2 pairs[32];
    values[threadIdx.x] = __float2half(in[threadIdx.x]);
    __syncthreads();
    if (threadIdx.x < 32) pairs[threadIdx.x] = __halves2half2(values[2 * threadIdx.x], values[2 * threadIdx.x + 1]);
    __syncthreads();
    out[threadIdx.x] = __half2float(values[63 - threadIdx.x]) + __low2float(pairs[threadIdx.x / 2]);
}
SAMPLE(halves_in_shared_memory) {
    array<float> in(64, 1.5f), out(64);
    shared_halves<<<2, 64>>>(in, out);
    return out.values() == std::vector<float>(64, 3.f);
}

struct with_defaulted_constructor {
    with_defaulted_constructor() = default;
    int value;
    unsigned char small;
};
__global__ void classes_in_shared_memory(int* out) {
    __shared__ with_defaulted_constructor all[32];
    all[threadIdx.x].value = threadIdx.x;
    all[threadIdx.x].small = 1;
    __syncthreads();
    const with_defaulted_constructor other = all[31 - threadIdx.x];
    out[threadIdx.x] = other.value + other.small;
}
SAMPLE(a_class_with_a_defaulted_constructor_in_shared_memory) {
    array<int> out(32);
    classes_in_shared_memory<<<3, 32>>>(out);
    return out.values()[0] == 32;
}

struct complex {
    float re, im;
};
__device__ __noinline__ complex product(complex a, complex b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
__global__ void squares(complex* x) { x[threadIdx.x] = product(x[threadIdx.x], x[threadIdx.x]); }
__global__ void cubes(const complex* x, complex* out) { out[threadIdx.x] = product(product(x[threadIdx.x], x[threadIdx.x]), x[threadIdx.x]); }
SAMPLE(a_helper_that_takes_and_returns_values) {
    array<complex> x(std::vector<complex>(32, {0, 1})), out(32);
    cubes<<<1, 32>>>(x, out);
    squares<<<1, 32>>>(x);
    return out.values()[3].im == -1 && x.values()[4].re == -1;
}

union word_or_bytes {
    unsigned word;
    unsigned char bytes[4];
};
struct fields {
    unsigned low : 5, middle : 11, high : 16;
};
__global__ void unions_and_fields(unsigned* out) {
    __shared__ fields all[32];
    word_or_bytes u;
    u.word = 0x01020304u * (threadIdx.x + 1);
    all[threadIdx.x].low = threadIdx.x;
    all[threadIdx.x].middle = 3 * threadIdx.x;
    all[threadIdx.x].high = u.bytes[0];
    out[threadIdx.x] = all[threadIdx.x].low + all[threadIdx.x].middle + all[threadIdx.x].high;
}
SAMPLE(unions_and_bit_fields) {
    array<unsigned> out(32);
    unions_and_fields<<<1, 32>>>(out);
    return out.values()[10] == 10 + 30 + 44;
}

__global__ void vectors(const float4* in, double2* out, const int3* odd) {
    const float4 v = in[threadIdx.x];
    const int3 o = odd[threadIdx.x];
    out[threadIdx.x] = make_double2(v.x + v.w, v.y * v.z + o.x + o.y + o.z);
    reinterpret_cast<float2*>(out)[2 * threadIdx.x].x += 0;
}
SAMPLE(vectors_of_all_widths) {
    array<float4> in(std::vector<float4>(32, make_float4(1, 2, 3, 4)));
    array<double2> out(32);
    array<int3> odd(std::vector<int3>(32, make_int3(1, 2, 3)));
    vectors<<<1, 32>>>(in, out, odd);
    return out.values()[9].x == 5 && out.values()[9].y == 12;
}

// --- memory that is carved, made, reached in other ways

__global__ void carved(double* out, unsigned n) {
    extern __shared__ alignas(16) unsigned char memory[];
    double* const doubles = reinterpret_cast<double*>(memory);
    float* const floats = reinterpret_cast<float*>(doubles + n);
    unsigned char* const bytes = reinterpret_cast<unsigned char*>(floats + n);
    doubles[threadIdx.x] = threadIdx.x;
    floats[threadIdx.x] = 2.f * threadIdx.x;
    bytes[threadIdx.x] = static_cast<unsigned char>(threadIdx.x);
    __syncthreads();
    const unsigned other = n - 1 - threadIdx.x;
    out[threadIdx.x] = doubles[other] + floats[other] + bytes[other];
}
SAMPLE(dynamic_shared_memory_carved_into_three) {
    array<double> out(33);
    carved<<<2, 33, 33 * (8 + 4 + 1)>>>(out, 33u);
    return out.values()[0] == 4 * 32;
}

struct made {
    int a;
    float b;
    __device__ explicit made(int i) : a(i), b(.5f * i) {}
    __device__ float sum() const { return a + b; }
};
__global__ void placed(float* out) {
    __shared__ alignas(made) unsigned char room[32 * sizeof(made)];
    made* const all = reinterpret_cast<made*>(room);
    new (&all[threadIdx.x]) made(threadIdx.x);
    __syncthreads();
    out[threadIdx.x] = all[31 - threadIdx.x].sum();
}
SAMPLE(placement_in_shared_memory) {
    array<float> out(32);
    placed<<<1, 32>>>(out);
    return out.values()[1] == 45;
}

typedef int (*operation)(int);
__device__ int twice(int x) { return 2 * x; }
__device__ int squared(int x) { return x * x; }
__global__ void by_pointers(int* out) {
    const operation operations[2] = {twice, squared};
    const auto add = [=](int x) { return operations[threadIdx.x % 2](x) + 1; };
    out[threadIdx.x] = add(threadIdx.x);
}
SAMPLE(function_pointers_and_lambdas) {
    array<int> out(32);
    by_pointers<<<1, 32>>>(out);
    return out.values()[6] == 13 && out.values()[7] == 50;
}

__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__global__ void recursive(int* out) { out[threadIdx.x] = fibonacci(threadIdx.x % 12); }
SAMPLE(recursion) {
    array<int> out(32);
    recursive<<<1, 32>>>(out);
    return out.values()[11] == 89;
}

template <typename T, int N>
__device__ T reversed(T value) {
    __shared__ T tile[N];
    tile[threadIdx.x] = value;
    __syncthreads();
    const T other = tile[N - 1 - threadIdx.x];
    __syncthreads();
    return other;
}
__global__ void static_in_templates(float* a, int* b, const float* __restrict__ in) {
    a[threadIdx.x] = reversed<float, 64>(__ldg(&in[threadIdx.x]));
    b[threadIdx.x] = reversed<int, 64>(threadIdx.x);
}
SAMPLE(static_shared_memory_of_templates) {
    array<float> a(64), in(64, 3.f);
    array<int> b(64);
    static_in_templates<<<2, 64>>>(a, b, in);
    return a.values()[0] == 3 && b.values()[0] == 63;
}

__global__ void local_arrays(const int* in, int* out, int n) {
    int counts[10] = {};
    for (int i = threadIdx.x; i < n; i += blockDim.x) ++counts[in[i] % 10];
    for (int i = 0; i < 10; ++i) atomicAdd(&out[i], counts[i]);
}
SAMPLE(local_arrays_with_computed_indices) {
    array<int> in(std::vector<int>(1000, 7)), out(10);
    local_arrays<<<1, 64>>>(in, out, 1000);
    return out.values()[7] == 1000 && out.values()[0] == 0;
}

// One element past the end as an end, never read.
__global__ void ends(const int* begin, const int* end, int* sum) {
    for (const int* at = begin + threadIdx.x; at < end; at += blockDim.x) atomicAdd(sum, *at);
}
SAMPLE(an_end_that_is_only_compared) {
    array<int> in(100, 2), sum(1);
    ends<<<1, 64>>>(in, in + 100, sum);
    return sum.values()[0] == 200;
}

// --- barriers that look divergent

__global__ void early_exits(int* out, int n) {
    if (static_cast<int>(threadIdx.x / 32 * 32) >= n) return;
    __shared__ int tile[128];
    tile[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x ^ 1];
    __syncwarp();
}
SAMPLE(early_exits_of_whole_warps) {
    array<int> out(128);
    early_exits<<<1, 128>>>(out, 70);
    return out.values()[94] == 95 && out.values()[96] == 0;
}

__global__ void uniform_branches(int* out) {
    if (blockIdx.x % 2) {
        out[blockIdx.x] = __syncthreads_count(threadIdx.x < 10);
    } else {
        __syncthreads();
        if (threadIdx.x == 0) out[blockIdx.x] = 1;
    }
}
SAMPLE(branches_that_a_whole_block_takes) {
    array<int> out(4);
    uniform_branches<<<4, 64>>>(out);
    return out.values() == std::vector<int>{1, 10, 1, 10};
}

__global__ void warp_barriers_in_branches(int* out) {
    __shared__ int tile[32];
    if (threadIdx.x < 16) {
        tile[threadIdx.x] = 1;
        __syncwarp(0x0000ffffu);
    } else {
        tile[threadIdx.x] = 2;
        __syncwarp(0xffff0000u);
    }
    out[threadIdx.x] = tile[threadIdx.x ^ 1];
    if (threadIdx.x % 2) __syncwarp();
    else __syncwarp();
}
SAMPLE(barriers_of_a_warp_in_both_branches) {
    array<int> out(32);
    warp_barriers_in_branches<<<1, 32>>>(out);
    return out.values()[0] == 1 && out.values()[31] == 2;
}

__global__ void leaders(unsigned* count, unsigned* out) {
    const auto active = cg::coalesced_threads();
    if (threadIdx.x % 3 == 0) {
        const auto some = cg::coalesced_threads();
        unsigned first = 0;
        if (some.thread_rank() == 0) first = atomicAdd(count, some.size());
        out[threadIdx.x] = some.shfl(first, 0) + some.thread_rank();
    }
    active.sync();
}
SAMPLE(atomics_added_up_by_a_leader) {
    array<unsigned> count(1), out(64);
    leaders<<<1, 64>>>(count, out);
    return count.values()[0] == 22;
}

__global__ void pipelined(const int* in, int* out, int n) {
    __shared__ int stages[2][32];
    const auto block = cg::this_thread_block();
    stages[0][threadIdx.x] = in[threadIdx.x];
    block.sync();
    int sum = 0;
    for (int i = 0; i < n; ++i) {
        if (i + 1 < n) stages[(i + 1) % 2][threadIdx.x] = in[(i + 1) * 32 + threadIdx.x];
        sum += stages[i % 2][31 - threadIdx.x];
        block.sync();
    }
    out[threadIdx.x] = sum;
}
SAMPLE(two_buffers_in_turn) {
    array<int> in(32 * 9, 2), out(32);
    pipelined<<<1, 32>>>(in, out, 9);
    return out.values() == std::vector<int>(32, 18);
}

__global__ void printing_and_asserting(int* out) {
    assert(blockDim.x == 32);
    if (threadIdx.x == 0 && out[0] == 12345) printf("%d %s\n", out[0], "never");
    out[threadIdx.x] += 1;
}
SAMPLE(asserts_that_hold) {
    array<int> out(32);
    printing_and_asserting<<<1, 32>>>(out);
    return out.values()[31] == 1;
}

__global__ void nothing() {}
SAMPLE(two_thousand_empty_blocks) {
    nothing<<<2000, 1>>>();
    return cudaDeviceSynchronize() == cudaSuccess;
}

}  // namespace

// By which the linker takes this file.
extern "C" void emu_samples_of_what_is_suspicious() {}
