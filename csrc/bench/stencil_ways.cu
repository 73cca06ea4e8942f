// What benches/ways measures the stencil against: Jacobi sweeps as plain kernels, for a stream, a graph, and a graph with
// programmatic dependent launches. A sweep a kernel, each thread some cells in registers; and several sweeps a kernel, each block a
// tile in shared memory with a margin that shrinks by a cell a sweep.
//
// In a sweep every cell becomes a quarter of (left + above) + (right + below); the outermost ring stays as it is.
#include <cuda_runtime.h>

#include <cstdint>

#include <coop/export.cuh>

namespace bench {

template <bool Dependent>
__device__ void wait_for_the_sweep_before() {
#if __CUDA_ARCH__ >= 900
    if (Dependent) {
        cudaGridDependencySynchronize();
        cudaTriggerProgrammaticLaunchCompletion();
    }
#endif
}

__device__ bool is_inner(unsigned x, unsigned y, unsigned nx, unsigned ny) {
    return x > 0 && x + 1 < nx && y > 0 && y + 1 < ny;
}

struct four {
    float v[4];
};

__device__ four load(const float* row, unsigned x) {
    const float4 cells = *reinterpret_cast<const float4*>(row + x);
    return {{cells.x, cells.y, cells.z, cells.w}};
}

// One sweep. A thread has four columns and `Rows` rows, and reads each row once; nx is a multiple of 4.
template <unsigned Rows, bool Dependent>
__global__ void sweep(const float* before, float* after, std::uint32_t nx, std::uint32_t ny) {
    const unsigned x = 4 * (blockIdx.x * blockDim.x + threadIdx.x), y0 = Rows * (blockIdx.y * blockDim.y + threadIdx.y);
    wait_for_the_sweep_before<Dependent>();
    if (x >= nx || y0 >= ny) return;
    four above = load(before + std::size_t(y0 > 0 ? y0 - 1 : 0) * nx, x), own = load(before + std::size_t(y0) * nx, x);
#pragma unroll
    for (unsigned r = 0; r < Rows; ++r) {
        const unsigned y = y0 + r;
        if (y >= ny) return;
        const float* row = before + std::size_t(y) * nx;
        const four below = load(y + 1 < ny ? row + nx : row, x);
        const float left = x > 0 ? row[x - 1] : 0.0f, right = x + 4 < nx ? row[x + 4] : 0.0f;
        float next[4];
#pragma unroll
        for (unsigned i = 0; i < 4; ++i) {
            const float l = i > 0 ? own.v[i - 1] : left, r4 = i < 3 ? own.v[i + 1] : right;
            next[i] = is_inner(x + i, y, nx, ny) ? 0.25f * ((l + above.v[i]) + (r4 + below.v[i])) : own.v[i];
        }
        *reinterpret_cast<float4*>(after + std::size_t(y) * nx + x) = make_float4(next[0], next[1], next[2], next[3]);
        above = own;
        own = below;
    }
}

// `depth` sweeps of a tile of `side` x `side` cells a block, with a margin of `depth` cells around it. Dynamic shared memory: two
// fields of (side + 2 depth)^2 cells.
template <bool Dependent>
__global__ void sweeps(const float* before, float* after, std::uint32_t nx, std::uint32_t ny, std::uint32_t side,
                       std::uint32_t depth) {
    extern __shared__ float fields[];
    const int width = int(side + 2 * depth);
    float *from = fields, *to = fields + width * width;
    // Where the tile with its margin begins in the field; outside the field there is nothing to read.
    const int x0 = int(blockIdx.x * side) - int(depth), y0 = int(blockIdx.y * side) - int(depth);
    const auto is_in = [&](int x, int y) { return x >= 0 && y >= 0 && x < int(nx) && y < int(ny); };
    wait_for_the_sweep_before<Dependent>();

    for (int y = threadIdx.y; y < width; y += blockDim.y)
        for (int x = threadIdx.x; x < width; x += blockDim.x)
            from[y * width + x] = is_in(x0 + x, y0 + y) ? before[std::size_t(y0 + y) * nx + (x0 + x)] : 0.0f;

    for (int done = 1; done <= int(depth); ++done) {
        // Separates the writes of the sweep before, or of the copy above, from the reads of neighbours; and its reads from the
        // writes over what it read.
        __syncthreads();

        for (int y = done + threadIdx.y; y < width - done; y += blockDim.y)
            for (int x = done + threadIdx.x; x < width - done; x += blockDim.x) {
                const float* cell = from + y * width + x;
                const bool inner = x0 + x > 0 && y0 + y > 0 && x0 + x + 1 < int(nx) && y0 + y + 1 < int(ny);
                to[y * width + x] = inner ? 0.25f * ((cell[-1] + cell[-width]) + (cell[1] + cell[width])) : *cell;
            }
        float* const other = from;
        from = to;
        to = other;
    }

    // A thread writes what it made in the last sweep itself.
    for (int y = depth + threadIdx.y; y < width - int(depth); y += blockDim.y)
        for (int x = depth + threadIdx.x; x < width - int(depth); x += blockDim.x)
            if (is_in(x0 + x, y0 + y)) after[std::size_t(y0 + y) * nx + (x0 + x)] = from[y * width + x];
}

}  // namespace bench

COOP_KERNEL(bench_sweep_1, bench::sweep<1, false>);
COOP_KERNEL(bench_sweep_2, bench::sweep<2, false>);
COOP_KERNEL(bench_sweep_4, bench::sweep<4, false>);
COOP_KERNEL(bench_sweep_8, bench::sweep<8, false>);
COOP_KERNEL(bench_sweep_1_dependent, bench::sweep<1, true>);
COOP_KERNEL(bench_sweep_2_dependent, bench::sweep<2, true>);
COOP_KERNEL(bench_sweep_4_dependent, bench::sweep<4, true>);
COOP_KERNEL(bench_sweep_8_dependent, bench::sweep<8, true>);
COOP_KERNEL(bench_sweeps, bench::sweeps<false>);
COOP_KERNEL(bench_sweeps_dependent, bench::sweeps<true>);
