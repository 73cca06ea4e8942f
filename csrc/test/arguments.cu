// Kernels whose parameters are of every kind that Rust can pass, each of which writes down what it was given.
#include <cstddef>
#include <cstdint>

#include <coop/export.cuh>

namespace arguments {

// y += a x. Any one-dimensional grid and block, launched either way: no block waits for another.
template <typename T>
__global__ void axpy(T a, const T* x, T* y, std::size_t n) {
    const std::size_t stride = gridDim.x * std::size_t(blockDim.x);
    for (std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x; i < n; i += stride) y[i] += a * x[i];
}

// The first N elements, converted. One thread.
template <typename From, typename To, int N>
__global__ void convert(const From* from, To* to) {
    for (int i = 0; i < N; ++i) to[i] = To(from[i]);
}

// data[0] = data[0] * scale + by. One thread.
__global__ void shift(double* data, long long by, double scale) { data[0] = data[0] * scale + double(by); }

enum class colour : std::int8_t { red = -1 };
enum weekday : std::uint16_t { monday = 1 };

// Writes the 15 arguments after `out` to it, in their order. One thread.
__global__ void every_scalar(double* out, bool b, signed char i8, unsigned char u8, short i16, unsigned short u16, int i32,
                             unsigned u32, long l, unsigned long ul, long long i64, std::size_t u64, float f32, double f64,
                             colour scoped, weekday unscoped) {
    const double all[] = {double(b),   double(i8), double(u8),  double(i16), double(u16), double(i32),    double(u32),     double(l),
                          double(ul), double(i64), double(u64), double(f32), f64,         double(scoped), double(unscoped)};
    for (unsigned i = 0; i < sizeof all / sizeof *all; ++i) out[i] = all[i];
}

// targets[0][0] = rows[0][0]; heads[1] = heads[0]; *count += *flag; out[0] = in[0] + the first of `bytes`. One thread.
__global__ void every_pointer(const float* const* rows, float** targets, const double** heads, const volatile unsigned* flag,
                              volatile unsigned* count, const float* __restrict__ in, float* __restrict__ out,
                              const void* bytes) {
    targets[0][0] = rows[0][0];
    heads[1] = heads[0];
    *count = *count + *flag;
    out[0] = in[0] + float(*static_cast<const unsigned char*>(bytes));
}

// Stated again in tests/support/argument_kernels.rs.
struct particle {
    float position[3];
    float mass;
};

// Stated again in tests/support/argument_kernels.rs.
struct alignas(16) quad {
    float lane[4];
};

// Writes the byte and the fields of both structs. The byte before each makes its alignment count. One thread.
__global__ void structs(unsigned char first, particle p, unsigned char second, quad q, double* out) {
    *out++ = first;
    for (float position : p.position) *out++ = position;
    *out++ = p.mass;
    *out++ = second;
    for (float lane : q.lane) *out++ = lane;
}

__device__ unsigned calls;

__global__ void count_call() { atomicAdd(&calls, 1u); }

__global__ void read_calls(unsigned* out) { *out = calls; }

}  // namespace arguments

// Known to Rust by its address alone. out[i] = in[i] * factor. Any one-dimensional grid and block.
extern "C" __global__ void arguments_by_address(const float* in, double* out, float factor, std::size_t n) {
    const std::size_t stride = gridDim.x * std::size_t(blockDim.x);
    for (std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x; i < n; i += stride) {
        out[i] = double(in[i]) * double(factor);
    }
}

COOP_KERNEL(axpy_f32, arguments::axpy<float>);
COOP_COOPERATIVE_KERNEL(axpy_f32_cooperative, arguments::axpy<float>);
COOP_KERNEL(axpy_f64, arguments::axpy<double>);
COOP_KERNEL(convert_four, arguments::convert<float, double, 4>);
COOP_KERNEL(shift, arguments::shift);
COOP_KERNEL(every_scalar, arguments::every_scalar);
COOP_KERNEL(every_pointer, arguments::every_pointer);
COOP_KERNEL(structs, arguments::structs);
COOP_KERNEL(count_call, arguments::count_call);
COOP_KERNEL(read_calls, arguments::read_calls);
