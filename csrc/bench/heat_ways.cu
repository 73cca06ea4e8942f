// What benches/heat.rs measures csrc/heat.cu against: kernels of one sweep, which read the field from memory and write it back.
#include <coop/export.cuh>

namespace {

__device__ float quarter(float sum) { return 0.25f * sum; }
__device__ double quarter(double sum) { return 0.25 * sum; }

// A thread a cell; two-dimensional grid and blocks.
template <typename T>
__global__ void one_sweep(const T* __restrict__ before, T* __restrict__ after, std::uint32_t nx, std::uint32_t ny) {
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= nx || y >= ny) return;
    const std::size_t at = std::size_t(y) * nx + x;
    if (x == 0 || y == 0 || x + 1 == nx || y + 1 == ny) {
        after[at] = before[at];
    } else {
        after[at] = quarter((before[at - 1] + before[at - nx]) + (before[at + 1] + before[at + nx]));
    }
}

// A thread four cells beside each other; nx is a multiple of 4.
__global__ void one_sweep_by_four(const float* __restrict__ before, float* __restrict__ after, std::uint32_t nx,
                                  std::uint32_t ny) {
    const unsigned x = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= nx || y >= ny) return;
    const std::size_t at = std::size_t(y) * nx + x;
    const float4 here = *reinterpret_cast<const float4*>(before + at);
    float4 value = here;
    if (y > 0 && y + 1 < ny) {
        const float4 above = *reinterpret_cast<const float4*>(before + at - nx);
        const float4 below = *reinterpret_cast<const float4*>(before + at + nx);
        if (x > 0) value.x = quarter((before[at - 1] + above.x) + (here.y + below.x));
        value.y = quarter((here.x + above.y) + (here.z + below.y));
        value.z = quarter((here.y + above.z) + (here.w + below.z));
        if (x + 4 < nx) value.w = quarter((here.z + above.w) + (before[at + 4] + below.w));
    }
    *reinterpret_cast<float4*>(after + at) = value;
}

}  // namespace

COOP_KERNEL(bench_heat_one_f32, one_sweep<float>);
COOP_KERNEL(bench_heat_one_f64, one_sweep<double>);
COOP_KERNEL(bench_heat_four_f32, one_sweep_by_four);
