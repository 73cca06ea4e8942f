// What nobody wrote, what ends a program, what is no string.
#include <assert.h>

#include <climits>
#include <cstdio>
#include <cstdlib>

#include "faulty.cuh"

namespace {

__global__ void reads_what_nobody_wrote(const float* in, float* out) {
    out[threadIdx.x] = in[threadIdx.x];  //! Uninitialised: which nobody has written
}
FAULTY(reads_what_nobody_wrote) {
    array<float> out(32);
    reads_what_nobody_wrote<<<1, 32>>>(unwritten<float>(32), out);
}

struct pair {
    float a, b;
};
__device__ __noinline__ float sum_of(pair both) { return both.a + both.b; }
__global__ void unwritten_argument(const pair* in, float* out) {
    out[threadIdx.x] = sum_of(in[threadIdx.x]);  //! Uninitialised: which nobody has written
}
FAULTY(unwritten_argument) {
    array<float> out(32);
    unwritten_argument<<<1, 32>>>(unwritten<pair>(32), out);
}

__global__ void shared_of_half_a_block(float* out) {
    __shared__ float tile[64];
    if (threadIdx.x < 32) tile[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x];  //! Uninitialised: `tile`
}
FAULTY(shared_of_half_a_block) {
    array<float> out(64);
    shared_of_half_a_block<<<1, 64>>>(out);
}

__global__ void count_from_nothing(unsigned* count) {
    atomicAdd(count, 1u);  //! Uninitialised: which nobody has written
}
FAULTY(count_from_nothing) { count_from_nothing<<<1, 32>>>(unwritten<unsigned>(1)); }

__global__ void dynamic_from_nothing(int* out) {
    extern __shared__ int numbers_of_the_block[];
    out[threadIdx.x] = numbers_of_the_block[threadIdx.x];  //! Uninitialised: dynamic shared memory
}
FAULTY(dynamic_from_nothing) {
    array<int> out(32);
    dynamic_from_nothing<<<1, 32, 128>>>(out);
}

// The address is wrong because the index is nobody's.
__global__ void index_that_nobody_wrote(const int* index, float* x) {
    const int i = index[threadIdx.x];  //! Memory: nobody has written
    x[i] = 1;                          //!
}
FAULTY(index_that_nobody_wrote) {
    array<float> x(32);
    index_that_nobody_wrote<<<1, 32>>>(unwritten<int>(32), x);
}

__global__ void divided_by_zero(const int* in, int* out) {
    out[threadIdx.x] = 100 / in[threadIdx.x];  //! Arithmetic: division by zero
}
FAULTY(divided_by_zero) {
    array<int> in(32), out(32);
    divided_by_zero<<<1, 32>>>(in, out);
}

__global__ void remainder_of_zero(unsigned* x, unsigned n) {
    x[threadIdx.x] = threadIdx.x % n;  //! Arithmetic: division by zero
}
FAULTY(remainder_of_zero) {
    array<unsigned> x(32);
    remainder_of_zero<<<1, 32>>>(x, 0u);
}

__global__ void aborted(const int* in) {
    if (in[threadIdx.x] == 0) abort();  //! Trap: called abort()
}
FAULTY(aborted) {
    array<int> in(32);
    aborted<<<1, 32>>>(in);
}

__global__ void trapped(const int* in) {
    if (in[threadIdx.x] == 0) __trap();  //! Trap: called __trap()
}
FAULTY(trapped) {
    array<int> in(32);
    trapped<<<1, 32>>>(in);
}

__global__ void asserted(const int* in) {
    assert(in[threadIdx.x] != 0);  //! Assert: assertion
}
FAULTY(asserted) {
    array<int> in(32);
    asserted<<<1, 32>>>(in);
}

typedef int (*operation)(int);
__device__ int twice(int x) { return 2 * x; }
__global__ void null_function(int* out, int which) {
    const operation operations[2] = {twice, nullptr};
    out[threadIdx.x] = operations[which](threadIdx.x);  //! Memory: a null function pointer
}
FAULTY(null_function) {
    array<int> out(32);
    null_function<<<1, 32>>>(out, 1);
}

__device__ __noinline__ int deep(int depth, const int* in) {  //? StackOverflow: stack
    int local[32];
    for (int i = 0; i < 32; ++i) local[i] = in[0] + i;        //?
    return depth == 0 ? local[5] : deep(depth - 1, in) + local[depth % 32];  //?
}
__global__ void recursion_without_an_end(const int* in, int* out) {
    out[threadIdx.x] = deep(1 << 20, in);
}
FAULTY(recursion_without_an_end) {
    array<int> in(1), out(32);
    recursion_without_an_end<<<1, 32>>>(in, out);
}

__global__ void string_that_is_none(int number) {
    printf("%s\n", reinterpret_cast<const char*>(static_cast<unsigned long long>(number)));  //! Memory: printf
}
FAULTY(string_that_is_none) { string_that_is_none<<<1, 1>>>(5); }

__global__ void count_of_characters(int* count) {
    printf("four%n", count);  //! Memory: %n
}
FAULTY(count_of_characters) {
    array<int> count(1);
    count_of_characters<<<1, 1>>>(count);
}

__global__ void smallest_by_minus_one(const int* in, int* out) {
    out[threadIdx.x] = in[0] / in[1];  //! Arithmetic: -1
}
FAULTY(smallest_by_minus_one) {
    array<int> in(std::vector<int>{INT_MIN, -1}), out(1);
    smallest_by_minus_one<<<1, 1>>>(in, out);
}

__global__ void long_remainder_of_zero(const unsigned long long* in, unsigned long long* out) {
    out[threadIdx.x] = in[0] % in[1];  //! Arithmetic: division by zero
}
FAULTY(long_remainder_of_zero) {
    array<unsigned long long> in(std::vector<unsigned long long>{5, 0}), out(1);
    long_remainder_of_zero<<<1, 1>>>(in, out);
}

__device__ int odd(int n, const int* in);
__device__ __noinline__ int even(int n, const int* in) {          //? StackOverflow: stack
    int a[16];
    for (int i = 0; i < 16; ++i) a[i] = in[0] + n;                 //?
    return n == 0 ? a[3] : odd(n - 1, in) + a[n & 15];            //?
}
__device__ __noinline__ int odd(int n, const int* in) { return n == 0 ? 0 : even(n - 1, in) + in[0]; }  //?
__global__ void functions_that_call_each_other(const int* in, int* out) { out[threadIdx.x] = even(1 << 22, in); }
FAULTY(functions_that_call_each_other) {
    array<int> in(1), out(4);
    functions_that_call_each_other<<<1, 4>>>(in, out);
}

__global__ void large_local_array(int* out, int n) {   //? StackOverflow: stack
    volatile int a[40000];                       //?
    for (int i = 0; i < 40000; ++i) a[i] = n;    //?
    out[threadIdx.x] = a[n];                     //?
}
FAULTY(large_local_array) {
    array<int> out(1);
    large_local_array<<<1, 1>>>(out, 5);
}

__global__ void vector_that_nobody_wrote(const float4* in, float* out) {
    const float4 v = in[threadIdx.x];  //! Uninitialised: nobody has written
    out[threadIdx.x] = v.x + v.w;
}
FAULTY(vector_that_nobody_wrote) {
    array<float> out(4);
    vector_that_nobody_wrote<<<1, 4>>>(unwritten<float4>(4), out);
}

__global__ void bytes_that_nobody_wrote(const unsigned char* in, unsigned* out) {
    out[threadIdx.x] = in[threadIdx.x];  //! Uninitialised: nobody has written
}
FAULTY(bytes_that_nobody_wrote) {
    array<unsigned> out(32);
    unsigned char* in = unwritten<unsigned char>(32);
    cudaMemset(in, 1, 30);
    bytes_that_nobody_wrote<<<1, 32>>>(in, out);
}

struct two_numbers {
    int a, b;
};
__global__ void member_that_nobody_wrote(two_numbers* p, int* out) {
    p[threadIdx.x].a = 1;
    out[threadIdx.x] = p[threadIdx.x].a + p[threadIdx.x].b;  //! Uninitialised: nobody has written
}
FAULTY(member_that_nobody_wrote) {
    array<int> out(4);
    member_that_nobody_wrote<<<1, 4>>>(unwritten<two_numbers>(4), out);
}

__global__ void maximum_from_nothing(int* most) {
    atomicMax(most, int(threadIdx.x));  //! Uninitialised: nobody has written
}
FAULTY(maximum_from_nothing) { maximum_from_nothing<<<1, 4>>>(unwritten<int>(1)); }

__global__ void columns_of_a_tile_of_rows(float* out) {
    __shared__ float tile[8][9];
    if (threadIdx.x < 7) tile[threadIdx.y][threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.y * 8 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];  //! Uninitialised: `tile`
}
FAULTY(columns_of_a_tile_of_rows) {
    array<float> out(64);
    columns_of_a_tile_of_rows<<<1, dim3(8, 8)>>>(out);
}

__global__ void shared_index_that_nobody_wrote(float* x) {
    __shared__ int order[32];
    if (threadIdx.x < 16) order[threadIdx.x] = threadIdx.x;
    __syncthreads();
    x[order[threadIdx.x] * 1000] = 1;  //! Memory: thread
}
FAULTY(shared_index_that_nobody_wrote) {
    array<float> x(32);
    shared_index_that_nobody_wrote<<<1, 32>>>(x);
}

__global__ void text_elsewhere(const char* s) {
    printf("%s %d\n", s, 5);  //! Memory: printf
}
FAULTY(text_elsewhere) {
    text_elsewhere<<<1, 1>>>(reinterpret_cast<const char*>(0x1234567));
}

}  // namespace

extern "C" void emu_faulty_accesses();
extern "C" void emu_faulty_asynchronous();
extern "C" void emu_faulty_barriers();
extern "C" void emu_faulty_endless();
extern "C" void emu_faulty_indices();
extern "C" void emu_faulty_ways();

// The first kernel, or the one after another.
extern "C" const faulty* emu_faulty(const faulty* after) {
    emu_faulty_accesses();
    emu_faulty_asynchronous();
    emu_faulty_barriers();
    emu_faulty_endless();
    emu_faulty_indices();
    emu_faulty_ways();
    return after ? after->next : all_faulty();
}
