// Accesses outside of what there is.
#include <cuda_fp16.h>

#include "faulty.cuh"

namespace {

struct complex {
    float re, im;
};
__device__ __noinline__ complex product(complex a, complex b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
__device__ __noinline__ float2 product(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

__global__ void argument_past_the_end(complex* x, complex* out) {
    const unsigned i = threadIdx.x;
    out[i] = product(x[i], x[i + 1]);  //! Memory: past the end
}
FAULTY(argument_past_the_end) {
    array<complex> x(32), out(32);
    argument_past_the_end<<<1, 32>>>(x, out);
}

__global__ void result_past_the_end(complex* x, complex* out) {
    const unsigned i = threadIdx.x;
    out[i] = product(x[i], x[i]);  //! Memory: past the end
}
FAULTY(result_past_the_end) {
    array<complex> x(32), out(31);
    result_past_the_end<<<1, 32>>>(x, out);
}

__global__ void vector_argument_past_the_end(float2* x, float2* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = product(x[i], x[i + 1]);  //! Memory: past the end
}
FAULTY(vector_argument_past_the_end) {
    array<float2> x(64), out(64);
    vector_argument_past_the_end<<<2, 32>>>(x, out);
}

__global__ void null_argument(const complex* x, complex* out) {
    out[threadIdx.x] = product(out[threadIdx.x], x[threadIdx.x]);  //! Memory: null pointer
}
FAULTY(null_argument) {
    array<complex> out(32);
    null_argument<<<1, 32>>>(nullptr, out);
}

__device__ __noinline__ float length(complex a) { return a.re * a.re + a.im * a.im; }
__global__ void null_argument_alone(const complex* x, float* out) {
    out[threadIdx.x] = length(x[threadIdx.x]);  //! Memory: null pointer
}
FAULTY(null_argument_alone) {
    array<float> out(32);
    null_argument_alone<<<1, 32>>>(nullptr, out);
}

struct large {
    double values[6];
};
__device__ __noinline__ double first(large a) { return a.values[0] + a.values[5]; }
__device__ __noinline__ large filled(double value) { return {{value, value, value, value, value, value}}; }
__global__ void large_argument_past_the_end(large* x, double* out) {
    out[threadIdx.x] = first(x[threadIdx.x + 1]);  //! Memory: past the end
}
FAULTY(large_argument_past_the_end) {
    array<large> x(8);
    array<double> out(8);
    large_argument_past_the_end<<<1, 8>>>(x, out);
}
__global__ void large_result_past_the_end(large* x) {
    x[threadIdx.x + 1] = filled(threadIdx.x);  //! Memory: past the end
}
FAULTY(large_result_past_the_end) {
    array<large> x(8);
    large_result_past_the_end<<<1, 8>>>(x);
}

__global__ void before_the_begin(float* x) {
    x[threadIdx.x] = x[static_cast<int>(threadIdx.x) - 1];  //! Memory: 4 bytes before
}
FAULTY(before_the_begin) {
    array<float> x(64);
    before_the_begin<<<1, 64>>>(x);
}

__global__ void stencil_without_an_edge(const float* in, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = .25f * in[i] + .5f * in[i + 1];  //! Memory: past the end
    }
}
FAULTY(stencil_without_an_edge) {
    array<float> in(200), out(200);
    stencil_without_an_edge<<<4, 64>>>(in, out, 200);
}

__global__ void no_bound_for_the_tail(float* x, float a) {
    x[blockIdx.x * blockDim.x + threadIdx.x] *= a;  //! Memory: past the end
}
FAULTY(no_bound_for_the_tail) {
    array<float> x(1000);
    no_bound_for_the_tail<<<4, 256>>>(x, 2.f);
}

__global__ void pitch_of_the_other_side(const float* in, float* out, int rows, int columns) {
    const int column = threadIdx.x, row = blockIdx.x;
    if (row < rows && column < columns)
        out[column * columns + row] = in[row * columns + column];  //! Memory: past the end
}
FAULTY(pitch_of_the_other_side) {
    array<float> in(8 * 32), out(8 * 32);
    pitch_of_the_other_side<<<8, 32>>>(in, out, 8, 32);
}

__global__ void vector_load_past_the_end(const float4* in, float* out) {
    const float4 v = in[threadIdx.x];  //! Memory: past the end
    out[threadIdx.x] = v.x + v.y + v.z + v.w;
}
FAULTY(vector_load_past_the_end) {
    array<float> in(4 * 32 - 2), out(32);
    vector_load_past_the_end<<<1, 32>>>(reinterpret_cast<const float4*>(static_cast<float*>(in)), out);
}

__global__ void atomic_past_the_end(unsigned* bins, const unsigned* in) {
    atomicAdd(&bins[in[threadIdx.x]], 1u);  //! Memory: an atomic access
}
FAULTY(atomic_past_the_end) {
    array<unsigned> bins(16), in(std::vector<unsigned>(64, 16));
    atomic_past_the_end<<<1, 64>>>(bins, in);
}

__global__ void local_past_the_end(int* out, int n) {
    int a[8];
    for (int i = 0; i <= n; ++i) a[i] = i;  //! Memory: index 8 of an array
    out[threadIdx.x] = a[threadIdx.x % 8];
}
FAULTY(local_past_the_end) {
    array<int> out(8);
    local_past_the_end<<<1, 8>>>(out, 8);
}

__constant__ float weights[5] = {1, 2, 3, 2, 1};
__global__ void constant_past_the_end(float* out) {
    out[threadIdx.x] = weights[threadIdx.x];  //! Memory: of an array `float [5]`
}
FAULTY(constant_past_the_end) {
    array<float> out(8);
    constant_past_the_end<<<1, 8>>>(out);
}

__device__ int table[16];
__global__ void variable_past_the_end(int* out, int distance) {
    const int* const end = table + 16;
    out[threadIdx.x] = end[distance];  //! Memory: `table`
}
FAULTY(variable_past_the_end) {
    array<int> out(8);
    variable_past_the_end<<<1, 8>>>(out, 0);
}

__global__ void shared_past_the_end(int* out) {
    __shared__ int tile[32];
    tile[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x + 1];  //! Memory: of an array `int [32]`
}
FAULTY(shared_past_the_end) {
    array<int> out(32);
    shared_past_the_end<<<1, 32>>>(out);
}

__global__ void dynamic_past_the_end(int* out) {
    extern __shared__ int dynamic[];
    int* const second = dynamic + blockDim.x;
    dynamic[threadIdx.x] = threadIdx.x;
    second[threadIdx.x] = threadIdx.x;  //! Memory: of dynamic shared memory
    __syncthreads();
    out[threadIdx.x] = dynamic[threadIdx.x] + second[threadIdx.x];
}
FAULTY(dynamic_past_the_end) {
    array<int> out(64);
    dynamic_past_the_end<<<1, 64, 64 * sizeof(int) + 32>>>(out);
}

__global__ void after_free(float* x) {
    x[threadIdx.x] = 1;  //! Memory: freed
}
FAULTY(after_free) {
    float* freed = nullptr;
    {
        array<float> x(32);
        freed = x;
    }
    after_free<<<1, 32>>>(freed);
}

__global__ void host_pointer(int* x) {
    x[threadIdx.x] = 1;  //! Memory: host memory
}
FAULTY(host_pointer) {
    host_pointer<<<1, 32>>>(new int[32]);  // which stays, as it is used until somebody waits
}

// An array of pointers of which one was forgotten.
__global__ void null_in_a_table(float* const* rows, float* out) {
    out[threadIdx.x] = rows[blockIdx.x][threadIdx.x];  //! Memory: null pointer
}
FAULTY(null_in_a_table) {
    array<float> row(32, 1.f), out(32);
    array<float*> rows(std::vector<float*>{row, row, nullptr});
    null_in_a_table<<<3, 32>>>(rows, out);
}

__global__ void writes_a_constant(int* out) {
    const_cast<float&>(weights[2]) = 3;  //! Memory: `weights`, a __constant__ variable
    *out = 1;
}
FAULTY(writes_a_constant) {
    array<int> out(1);
    writes_a_constant<<<1, 1>>>(out);
}

__global__ void copy_past_the_end(char* to, const char* from, unsigned bytes) {
    memcpy(to, from, bytes);  //! Memory: past the end
}
FAULTY(copy_past_the_end) {
    array<char> to(100), from(101);
    copy_past_the_end<<<1, 1>>>(to, from, 101u);
}

__global__ void half_past_the_end(const __half2* in, float* out) {
    out[threadIdx.x] = __low2float(in[threadIdx.x]);  //! Memory: past the end
}
FAULTY(half_past_the_end) {
    array<unsigned> in(31);
    array<float> out(32);
    half_past_the_end<<<1, 32>>>(reinterpret_cast<const __half2*>(static_cast<unsigned*>(in)), out);
}

// Off by one in a grid-stride loop.
__global__ void one_too_many(unsigned* x, unsigned n) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i <= n; i += gridDim.x * blockDim.x)
        x[i] = i;  //! Memory: just past the end
}
FAULTY(one_too_many) {
    array<unsigned> x(777);
    one_too_many<<<2, 64>>>(x, 777u);
}

// A list whose last node leads to nowhere.
struct node {
    node* next;
    int value;
};
__global__ void list_without_an_end(node* nodes, int* sum) {
    int total = 0;
    const node* at = nodes;
    for (int i = 0; i < 4; ++i) {
        total += at->value;  //! Memory: null pointer
        at = at->next;
    }
    *sum = total;
}
FAULTY(list_without_an_end) {
    array<node> nodes(3);
    node* const begin = nodes;
    const node values[3] = {{begin + 1, 1}, {begin + 2, 2}, {nullptr, 3}};
    cudaMemcpy(begin, values, sizeof values, cudaMemcpyHostToDevice);
    array<int> sum(1);
    list_without_an_end<<<1, 1>>>(nodes, sum);
}

__device__ int* shared_address;
__global__ void shared_of_another_block(int* out) {
    __shared__ int value;
    value = 7;
    if (blockIdx.x == 0) {
        shared_address = &value;
        __threadfence();
        atomicExch(&out[0], 1);
        while (atomicAdd(&out[1], 0) == 0) {
        }
    } else {
        while (atomicAdd(&out[0], 0) == 0) {
        }
        out[2] = *static_cast<int* volatile&>(shared_address);  //! Memory: shared memory
        atomicExch(&out[1], 1);
    }
}
FAULTY(shared_of_another_block) {
    array<int> out(3);
    shared_of_another_block<<<2, 1>>>(out);
}

__global__ void local_of_another_thread(int** addresses, int* out) {
    int own = threadIdx.x;
    addresses[threadIdx.x] = &own;
    __syncthreads();
    out[threadIdx.x] = *addresses[(threadIdx.x + 1) % blockDim.x];  //! Memory: another thread
    __syncthreads();
    out[threadIdx.x] += own;
}
FAULTY(local_of_another_thread) {
    array<int*> addresses(32);
    array<int> out(32);
    local_of_another_thread<<<1, 32>>>(addresses, out);
}

// --- at addresses that are no multiples

__global__ void vector_at_4_bytes(const float* in, float* out) {
    out[threadIdx.x] = reinterpret_cast<const float4*>(in + threadIdx.x)->w;  //! Misaligned: no multiple of 16
}
FAULTY(vector_at_4_bytes) {
    array<float> in(64), out(32);
    vector_at_4_bytes<<<1, 32>>>(in, out);
}

__global__ void pair_of_doubles_at_8_bytes(double* x) {
    double2* const pairs = reinterpret_cast<double2*>(x + 1);
    pairs[threadIdx.x].y = 1;  //! Misaligned: no multiple of 16
}
FAULTY(pair_of_doubles_at_8_bytes) {
    array<double> x(65);
    pair_of_doubles_at_8_bytes<<<1, 32>>>(x);
}

__global__ void double_at_4_bytes(const char* bytes, double* out) {
    out[threadIdx.x] = *reinterpret_cast<const double*>(bytes + 4 + 8 * threadIdx.x);  //! Misaligned: no multiple of 8
}
FAULTY(double_at_4_bytes) {
    array<char> bytes(300);
    array<double> out(32);
    double_at_4_bytes<<<1, 32>>>(bytes, out);
}

__global__ void carved_without_padding(double* out, unsigned n) {
    extern __shared__ __align__(16) unsigned char memory[];
    float* const floats = reinterpret_cast<float*>(memory);
    double* const doubles = reinterpret_cast<double*>(floats + n);
    doubles[threadIdx.x] = threadIdx.x;  //! Misaligned: no multiple of 8
    out[threadIdx.x] = doubles[threadIdx.x];
}
FAULTY(carved_without_padding) {
    array<double> out(32);
    carved_without_padding<<<1, 32, 1024>>>(out, 33u);
}

__global__ void int_in_a_packet(const unsigned char* packets, unsigned* out) {
    const unsigned char* const packet = packets + 9 * threadIdx.x;
    out[threadIdx.x] = *reinterpret_cast<const unsigned*>(packet + 1);  //! Misaligned: no multiple of 4
}
FAULTY(int_in_a_packet) {
    array<unsigned char> packets(9 * 32);
    array<unsigned> out(32);
    int_in_a_packet<<<1, 32>>>(packets, out);
}

__global__ void atomic_at_2_bytes(unsigned short* x) {
    atomicAdd(reinterpret_cast<unsigned*>(x + 1), 1u);  //! Misaligned: no multiple of 4
}
FAULTY(atomic_at_2_bytes) {
    array<unsigned short> x(8);
    atomic_at_2_bytes<<<1, 1>>>(x);
}

}  // namespace

// By which the linker takes this file.
extern "C" void emu_faulty_accesses() {}
