// What benches/ways measures the solver against: the same iteration as two plain kernels, the fewest that launches can do it
// in, for a stream, a graph, and a graph with programmatic dependent launches.
//
// The product with the matrix takes p = z + beta p_old as it goes, of the neighbours too, so that no kernel is needed to make p
// first. Each sum is added up by the blocks that find it, in a word that the kernel before the last has set to 0.
#include <cuda_runtime.h>

#include <cstdint>

#include <coop/export.cuh>

namespace bench {

// How kernels of the sequence follow each other.
enum class order {
    whole,      // a kernel starts when the one before has ended
    dependent,  // it is put in place before, and waits there
    early,      // and lets the next one be put in place before it waits
};

template <order Order>
__device__ void wait_for_the_kernel_before() {
#if __CUDA_ARCH__ >= 900
    if (Order == order::early) cudaTriggerProgrammaticLaunchCompletion();
    if (Order != order::whole) cudaGridDependencySynchronize();
    if (Order == order::dependent) cudaTriggerProgrammaticLaunchCompletion();
#endif
}

// Adds `value` over the block, and that to `*sum`.
__device__ void add_to(double* sum, double value) {
    __shared__ double of_warp[32];
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (unsigned o = 16; o > 0; o /= 2) value += __shfl_xor_sync(0xffffffffu, value, o);
    if (lane == 0) of_warp[warp] = value;

    // Separates the warps' sums from their reads.
    __syncthreads();

    if (warp == 0) {
        value = lane < blockDim.x / 32 ? of_warp[lane] : 0.0;
        for (unsigned o = 16; o > 0; o /= 2) value += __shfl_xor_sync(0xffffffffu, value, o);
        if (lane == 0) atomicAdd(sum, value);
    }
}

// p = z + beta p_old, q = A p, *pq += p.q; beta = rz / rz_old, and 0 where there was none before. `Lanes` threads a row.
template <unsigned Lanes, order Order>
__global__ void direction(const std::uint32_t* __restrict__ row_ptr, const std::uint32_t* __restrict__ columns,
                          const double* __restrict__ values, std::uint32_t n, const double* z, const double* p_old,
                          double* p, double* q, const double* rz_old, const double* rz, double* pq, double* zero) {
    const unsigned lane = threadIdx.x % Lanes;
    const unsigned first = (blockIdx.x * blockDim.x + threadIdx.x) / Lanes, stride = gridDim.x * blockDim.x / Lanes;

    // The matrix is nobody's to write: what of it comes first is there when the kernel before ends.
    std::uint32_t begin = 0, end = 0;
    if (first < n) begin = row_ptr[first], end = row_ptr[first + 1];
    wait_for_the_kernel_before<Order>();

    if (blockIdx.x == 0 && threadIdx.x == 0) *zero = 0.0;
    const double beta = *rz_old > 0.0 ? *rz / *rz_old : 0.0;
    double sum = 0.0;
    // Whole warps go round, so that the lanes of a row are there for each other.
    const unsigned rounds = (n + stride - 1) / stride;
    for (unsigned round = 0, row = first; round < rounds; ++round, row += stride) {
        if (round > 0 && row < n) begin = row_ptr[row], end = row_ptr[row + 1];
        if (row >= n) begin = end = 0;
        double product = 0.0;
        for (std::uint32_t k = begin + lane; k < end; k += Lanes) {
            const std::uint32_t column = columns[k];
            product += values[k] * (z[column] + beta * p_old[column]);
        }
        for (unsigned o = Lanes / 2; o > 0; o /= 2) product += __shfl_xor_sync(0xffffffffu, product, o);
        if (lane == 0 && row < n) {
            const double own = z[row] + beta * p_old[row];
            p[row] = own;
            q[row] = product;
            sum += own * product;
        }
    }
    add_to(pq, sum);
}

// x += alpha p, r -= alpha q, z = r / diagonal, *rz_new += r.z; alpha = rz / pq.
template <order Order>
__global__ void update(std::uint32_t n, const double* p, const double* q, const double* __restrict__ inverse_diagonal,
                       double* x, double* r, double* z, const double* rz, const double* pq, double* rz_new,
                       double* zero) {
    const unsigned first = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
    double inverse = first < n ? inverse_diagonal[first] : 0.0;
    wait_for_the_kernel_before<Order>();

    if (blockIdx.x == 0 && threadIdx.x == 0) *zero = 0.0;
    const double alpha = *rz / *pq;
    double sum = 0.0;
    for (unsigned i = first; i < n; i += stride) {
        if (i != first) inverse = inverse_diagonal[i];
        x[i] += alpha * p[i];
        const double residual = r[i] - alpha * q[i];
        r[i] = residual;
        z[i] = inverse * residual;
        sum += inverse * residual * residual;
    }
    add_to(rz_new, sum);
}

// x = 0, r = b, z = r / diagonal, p = 0, *rz += r.z.
__global__ void begin(std::uint32_t n, const double* b, const double* inverse_diagonal, double* x, double* r, double* z,
                      double* p, double* rz) {
    double sum = 0.0;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        x[i] = p[i] = 0.0;
        r[i] = b[i];
        z[i] = inverse_diagonal[i] * b[i];
        sum += z[i] * b[i];
    }
    add_to(rz, sum);
}

// The two numbers between calls of a library: *minus and *plus are -/+ *over / *under. One thread.
__global__ void quotient(const double* over, const double* under, double* plus, double* minus) {
    *plus = *over / *under;
    *minus = -*plus;
}

// z = r / diagonal, which no library has in one pass.
__global__ void precondition(std::uint32_t n, const double* inverse_diagonal, const double* r, double* z) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        z[i] = inverse_diagonal[i] * r[i];
}

}  // namespace bench

#define BENCH_EXPORT(name)                                                                         \
    COOP_KERNEL(bench_direction_1_##name, bench::direction<1, bench::order::name>);                \
    COOP_KERNEL(bench_direction_2_##name, bench::direction<2, bench::order::name>);                \
    COOP_KERNEL(bench_direction_4_##name, bench::direction<4, bench::order::name>);                \
    COOP_KERNEL(bench_direction_8_##name, bench::direction<8, bench::order::name>);                \
    COOP_KERNEL(bench_direction_16_##name, bench::direction<16, bench::order::name>);              \
    COOP_KERNEL(bench_update_##name, bench::update<bench::order::name>)
BENCH_EXPORT(whole);
BENCH_EXPORT(dependent);
BENCH_EXPORT(early);
COOP_KERNEL(bench_begin, bench::begin);
COOP_KERNEL(bench_quotient, bench::quotient);
COOP_KERNEL(bench_precondition, bench::precondition);
