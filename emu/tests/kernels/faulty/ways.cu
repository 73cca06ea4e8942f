// Memory that is not there, reached in all ways that the language has.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_fp16.h>

#include <cstdlib>

#include "faulty.cuh"

namespace cg = cooperative_groups;

namespace {

__global__ void read_only_load_past_the_end(const float* __restrict__ x, float* out) {
    out[threadIdx.x] = __ldg(&x[threadIdx.x + 1]);  //! Memory: past the end
}
FAULTY(read_only_load_past_the_end) {
    array<float> x(32), out(32);
    read_only_load_past_the_end<<<1, 32>>>(x, out);
}

__global__ void swap_past_the_end(int* locks, int n) {
    atomicCAS(&locks[n], 0, 1);  //! Memory: past the end
}
FAULTY(swap_past_the_end) {
    array<int> locks(4);
    swap_past_the_end<<<1, 1>>>(locks, 4);
}

__global__ void atomic_double_past_the_end(double* x) {
    atomicAdd(&x[threadIdx.x], 1.0);  //! Memory: past the end
}
FAULTY(atomic_double_past_the_end) {
    array<double> x(31);
    atomic_double_past_the_end<<<1, 32>>>(x);
}

__global__ void fill_past_the_end(char* x, int n) {
    memset(x, 0, n);  //! Memory: past the end
}
FAULTY(fill_past_the_end) {
    array<char> x(64);
    fill_past_the_end<<<1, 1>>>(x, 68);
}

struct arrays {
    float *x, *y;
    int n;
};
__global__ void freed_member_of_an_argument(arrays a) {
    a.y[threadIdx.x] = a.x[threadIdx.x];  //! Memory: freed
}
FAULTY(freed_member_of_an_argument) {
    array<float> x(32);
    float* y = nullptr;
    cudaMalloc(&y, 128);
    cudaFree(y);
    freed_member_of_an_argument<<<1, 32>>>(arrays{x, y, 32});
}

__global__ void text_without_an_end(char* s) {
    int i = 0;
    while (s[i] != 0) ++i;  //! Memory: past the end
    s[0] = char(i);
}
FAULTY(text_without_an_end) {
    array<char> s(5, 'a');
    text_without_an_end<<<1, 1>>>(s);
}

__global__ void row_behind_the_last(char* x, size_t pitch, int rows) {
    float* row = reinterpret_cast<float*>(x + rows * pitch);
    row[threadIdx.x] = 1;  //! Memory: past the end
}
FAULTY(row_behind_the_last) {
    void* x = nullptr;
    size_t pitch = 0;
    cudaMallocPitch(&x, &pitch, 100, 4);
    row_behind_the_last<<<1, 32>>>(static_cast<char*>(x), pitch, 4);
}

__global__ void one_block_of_rows_too_many(const float* x, float* y, int n) {
    y += blockIdx.y * n + blockIdx.x * blockDim.x;
    y[threadIdx.x] = x[threadIdx.x];  //! Memory: past the end
}
FAULTY(one_block_of_rows_too_many) {
    array<float> x(64), y(64 * 3);
    one_block_of_rows_too_many<<<dim3(1, 4), 64>>>(x, y, 64);
}

template <typename T, int N>
__global__ void template_past_the_end(T* x) {
    x[threadIdx.x + N] *= T(2);  //! Memory: past the end
}
FAULTY(template_past_the_end) {
    array<double> x(32);
    template_past_the_end<double, 1><<<1, 32>>>(x);
}

struct functor {
    float* x;
    __device__ float& operator()(int i) const { return x[i]; }
    __device__ void set(int i) { (*this)(i) = 1; }  //? Memory: past the end
};
__global__ void function_object_past_the_end(functor f) {
    f.set(threadIdx.x);  //?
}
FAULTY(function_object_past_the_end) {
    array<float> x(16);
    function_object_past_the_end<<<1, 32>>>(functor{x});
}

template <typename F>
__device__ __noinline__ void each(int n, F f) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) f(i);
}
__global__ void lambda_past_the_end(float* x, int n) {
    each(n, [=](int i) {
        x[i + 1] = 2;  //! Memory: past the end
    });
}
FAULTY(lambda_past_the_end) {
    array<float> x(100);
    lambda_past_the_end<<<1, 32>>>(x, 100);
}

__device__ float* device_pointer;
__global__ void pointer_that_is_never_set() {
    device_pointer[threadIdx.x] = 1;  //! Memory: null pointer
}
FAULTY(pointer_that_is_never_set) { pointer_that_is_never_set<<<1, 32>>>(); }

__global__ void pointer_that_nobody_wrote(float** rows) {
    rows[0][threadIdx.x] = 1;  //! Misaligned: nobody has written
}
FAULTY(pointer_that_nobody_wrote) { pointer_that_nobody_wrote<<<1, 32>>>(unwritten<float*>(4)); }

__global__ void asynchronous_copy_past_the_end(const int* in, int* out) {
    __shared__ int tile[64];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, tile, in, sizeof(int) * 64);  //? Memory: past the end
    cg::wait(block);  //?
    out[threadIdx.x] = tile[threadIdx.x];
}
FAULTY(asynchronous_copy_past_the_end) {
    array<int> in(60), out(64);
    asynchronous_copy_past_the_end<<<1, 64>>>(in, out);
}

__global__ void __cluster_dims__(2, 1, 1) past_the_variable_of_a_cluster(int* out) {
    __shared__ int value[32];
    auto cluster = cg::this_cluster();
    value[threadIdx.x] = threadIdx.x;
    cluster.sync();
    const int* other = cluster.map_shared_rank(value, 1 - cluster.block_rank());
    out[threadIdx.x] = other[threadIdx.x + 32];  //! Memory: shared memory
    cluster.sync();
}
FAULTY(past_the_variable_of_a_cluster) {
    array<int> out(32);
    past_the_variable_of_a_cluster<<<2, 32>>>(out);
}

struct base {
    virtual __device__ int value() const = 0;
};
struct derived : base {
    int v;
    __device__ int value() const override { return v; }
};
__global__ void virtual_call_of_no_object(const base* b, int* out) {
    out[threadIdx.x] = b->value();  //! Memory: thread
}
FAULTY(virtual_call_of_no_object) {
    array<char> memory(64);
    array<int> out(1);
    virtual_call_of_no_object<<<1, 1>>>(reinterpret_cast<base*>(static_cast<char*>(memory)), out);
}

typedef int (*unary)(int);
__global__ void function_that_nobody_wrote(const unary* f, int* out) {
    out[threadIdx.x] = f[0](1);  //! Memory: thread
}
FAULTY(function_that_nobody_wrote) {
    array<int> out(1);
    function_that_nobody_wrote<<<1, 1>>>(unwritten<unary>(1), out);
}

__global__ void memory_of_malloc(int* out) {
    int* p = static_cast<int*>(malloc(16));
    p[threadIdx.x] = 1;  //! Memory: thread
    out[threadIdx.x] = p[threadIdx.x];
    free(p);
}
FAULTY(memory_of_malloc) {
    array<int> out(4);
    memory_of_malloc<<<1, 4>>>(out);
}

__global__ void pair_of_shorts_at_2_bytes(const short* x, short* out) {
    out[threadIdx.x] = reinterpret_cast<const short2*>(x + 1 + 2 * threadIdx.x)->y;  //! Misaligned: no multiple of 4
}
FAULTY(pair_of_shorts_at_2_bytes) {
    array<short> x(100), out(32);
    pair_of_shorts_at_2_bytes<<<1, 32>>>(x, out);
}

__global__ void pair_of_halves_at_2_bytes(__half* x) {
    __half2* pairs = reinterpret_cast<__half2*>(x + 1);
    pairs[threadIdx.x] = __hadd2(pairs[threadIdx.x], pairs[threadIdx.x]);  //! Misaligned: no multiple of 4
}
FAULTY(pair_of_halves_at_2_bytes) {
    array<unsigned short> x(100);
    pair_of_halves_at_2_bytes<<<1, 32>>>(reinterpret_cast<__half*>(static_cast<unsigned short*>(x)));
}

__global__ void vector_store_at_8_bytes(int* x) {
    reinterpret_cast<int4*>(x + 2)[threadIdx.x] = make_int4(1, 2, 3, 4);  //! Misaligned: no multiple of 16
}
FAULTY(vector_store_at_8_bytes) {
    array<int> x(200);
    vector_store_at_8_bytes<<<1, 32>>>(x);
}

__global__ void long_atomic_at_4_bytes(unsigned* x) {
    atomicAdd(reinterpret_cast<unsigned long long*>(x + 1), 1ull);  //! Misaligned: no multiple of 8
}
FAULTY(long_atomic_at_4_bytes) {
    array<unsigned> x(8);
    long_atomic_at_4_bytes<<<1, 1>>>(x);
}

__global__ void volatile_at_3_bytes(char* x) {
    *reinterpret_cast<volatile int*>(x + 3) = 1;  //! Misaligned: no multiple of 4
}
FAULTY(volatile_at_3_bytes) {
    array<char> x(64);
    volatile_at_3_bytes<<<1, 1>>>(x);
}

__device__ __noinline__ float length_of(float4 v) { return v.x + v.y + v.z + v.w; }
__global__ void vector_argument_at_4_bytes(const float* x, float* out) {
    out[threadIdx.x] = length_of(*reinterpret_cast<const float4*>(x + threadIdx.x));  //! Misaligned: no multiple of 16
}
FAULTY(vector_argument_at_4_bytes) {
    array<float> x(64), out(32);
    vector_argument_at_4_bytes<<<1, 32>>>(x, out);
}

}  // namespace

// By which the linker takes this file.
extern "C" void emu_faulty_ways() {}
