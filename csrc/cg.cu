// Conjugate gradients with a Jacobi preconditioner: the whole solve in one cooperative launch.
//
// Two grid-wide barriers an iteration. The textbook's three phases (update the direction p, multiply q = A p, update x
// and r) need a barrier after each, because p must be complete before it is multiplied. Here the direction is not read
// from memory while it is being multiplied: every thread makes the elements it needs anew from the preconditioned residual
// z and the last direction, which are both complete. The old direction is kept in a second buffer until all have read it.
//
// The residual that the iteration carries along drifts from b - A x by rounding. So when it is small enough, b - A x is
// computed anew, in twice the precision; if that is not small enough, a correction d with A d = b - A x is looked for in
// the same way and added to x (iterative refinement), until it is, or no longer falls.
//
// All sums are made in a fixed order, so a solve gives the same bits each time with the same grid and block.
#include <cooperative_groups.h>

#include <coop/export.cuh>

namespace cg = cooperative_groups;

namespace solver {

constexpr unsigned warp = 32;

// A matrix of n rows in compressed rows, with its diagonal's reciprocals. Stated again in src/cg.rs.
struct csr {
    const std::uint32_t* row_ptr;  // n + 1
    const std::uint32_t* columns;
    const double* values;
    const double* inverse_diagonal;  // n
    std::uint32_t n;
    std::uint32_t lanes;  // threads that share a row: a power of two, at most 32
};

// n elements each, and what the blocks tell each other. Stated again in src/cg.rs.
struct work {
    double* x;  // in: the first guess; out: the solution
    const double* b;
    double* d;
    double* r;
    double* z;
    double* p[2];
    double* q;
    double* partial;  // 4 elements a block
};

enum status : std::uint32_t {
    running = 0,
    converged = 1,
    max_iterations = 2,
    stagnated = 3,
    not_positive_definite = 4,
    not_finite = 5,
};

// Stated again in src/cg.rs.
struct outcome {
    double relative_residual;
    std::uint32_t iterations;
    std::uint32_t status;
};

struct limits {
    double tolerance;  // of |r| / |b|
    std::uint32_t max_iterations;
    std::uint32_t report_every;  // iterations
};

// Adds `value` over groups of `lanes` neighbouring threads, a power of two up to a warp: each thread gets its group's sum.
// All lanes of the warp call it.
__device__ double lanes_sum(double value, unsigned lanes) {
    for (unsigned distance = lanes / 2; distance > 0; distance /= 2) {
        value += __shfl_xor_sync(0xffffffffu, value, distance);
    }
    return value;
}

// Adds each of `values` over the grid: the same bits in every thread. `slots` has N elements a block.
//
// Holds a grid-wide barrier, which also separates what was written before the call from what is read after it. Two calls
// that follow each other need different slots: a slow block may still be reading those of the first.
template <unsigned N>
__device__ void grid_sums(double (&values)[N], double* slots) {
    __shared__ double of_warp[N][warp];
    const unsigned lane = threadIdx.x % warp;
#pragma unroll
    for (unsigned i = 0; i < N; ++i) {
        values[i] = lanes_sum(values[i], warp);
        if (lane == 0) of_warp[i][threadIdx.x / warp] = values[i];
    }

    // Separates the writes of of_warp[] by each warp from their reads by the first threads.
    __syncthreads();

    if (threadIdx.x < N) {
        double sum = 0;
        for (unsigned i = 0; i < blockDim.x / warp; ++i) sum += of_warp[threadIdx.x][i];
        slots[threadIdx.x * gridDim.x + blockIdx.x] = sum;
    }

    // Separates the writes of slots[] by every block from their reads by every block, and, as it begins with a block
    // barrier, the reads of of_warp[] above from the writes of the next call.
    cg::this_grid().sync();

    // Every warp adds up for itself: the few loads are cheaper than a block barrier.
#pragma unroll
    for (unsigned i = 0; i < N; ++i) {
        double sum = 0;
        for (unsigned block = lane; block < gridDim.x; block += warp) sum += slots[i * gridDim.x + block];
        values[i] = lanes_sum(sum, warp);
    }
}

// b - A x of one row, in twice the precision: products and sums with their rounding errors (Dekker, Knuth). `lanes` threads
// share the row and each gets the result; all lanes of the warp call it.
__device__ double row_residual(const csr& a, const double* x, const double* b, unsigned row, unsigned lane) {
    double sum = 0, error = 0;
    const auto add = [&](double value) {
        const double before = sum;
        sum += value;
        const double added = sum - before;
        error += (before - (sum - added)) + (value - added);
    };
    if (row < a.n) {
        if (lane == 0) sum = b[row];
        const unsigned end = a.row_ptr[row + 1];
        for (unsigned k = a.row_ptr[row] + lane; k < end; k += a.lanes) {
            const double factor = x[a.columns[k]];
            const double product = __dmul_rn(-a.values[k], factor);  // not to be fused with the sum
            error += fma(-a.values[k], factor, -product);
            add(product);
        }
    }
    for (unsigned distance = a.lanes / 2; distance > 0; distance /= 2) {
        error += __shfl_xor_sync(0xffffffffu, error, distance);
        add(__shfl_xor_sync(0xffffffffu, sum, distance));
    }
    return sum + error;
}

// Any one-dimensional grid, blocks of whole warps. `history`, where not null, has max_iterations + 1 elements and gets
// |r| / |b| after each iteration. `report`, where not null, is mapped host memory of one word, which the host may look at
// while the kernel runs: the iteration plus one in its upper half, |r| / |b| as a float in the lower.
__global__ void __launch_bounds__(1024)
solve(csr a, work w, limits limit, double* history, volatile unsigned long long* report, outcome* result) {
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned threads = gridDim.x * blockDim.x;
    const bool reporter = thread == 0;

    // For a product with the matrix `lanes` threads share a row, else a thread has rows of its own.
    const unsigned lane = thread % a.lanes;
    const unsigned first_row = thread / a.lanes;
    const unsigned rows_at_once = threads / a.lanes;
    // Rows are counted up to a whole warp's, so that all lanes of a warp meet in lanes_sum.
    const unsigned row_end = (a.n + warp - 1) / warp * warp;

    // Used in turn: no two sums that follow each other share slots.
    double* const slots_a = w.partial;
    double* const slots_b = w.partial + gridDim.x;

    // The direction, and where the next one is written while this one is still read.
    double* p = w.p[0];
    double* p_next = w.p[1];

    double relative = 0;
    double previous = INFINITY;
    std::uint32_t iteration = 0;
    std::uint32_t status = running;

    // Every thread has the same numbers in what the loops decide by, so the whole grid leaves each of them together.
    while (true) {
        // r = b - A x, z = r / diagonal, d = 0, p = 0, and |b|^2, |r|^2, r.z.
        double start[3] = {0, 0, 0};
        for (unsigned row = first_row; row < row_end; row += rows_at_once) {
            const double r = row_residual(a, w.x, w.b, row, lane);
            if (row < a.n && lane == 0) {
                const double z = r * a.inverse_diagonal[row];
                w.r[row] = r;
                w.z[row] = z;
                w.d[row] = 0;
                p[row] = 0;
                start[0] += w.b[row] * w.b[row];
                start[1] += r * r;
                start[2] += r * z;
            }
        }
        // Its barrier also separates the writes of r, z, d and p above from their reads below, and the reads of x above from
        // its writes below.
        grid_sums(start, slots_b);

        // For b = 0 the residual is taken as it is: nothing is divided by 0.
        const double scale = start[0] > 0 ? 1 / sqrt(start[0]) : 1;
        relative = sqrt(start[1]) * scale;
        double rz = start[2];
        double beta = 0;
        if (relative <= limit.tolerance) {
            status = converged;
        } else if (status == running && relative > previous / 2) {
            status = stagnated;
        }
        previous = relative;

        // Conjugate gradients for A d = r.
        for (; true; ++iteration) {
            if (reporter && history) history[iteration] = relative;
            if (reporter && report && iteration % limit.report_every == 0) {
                *report = (iteration + 1ull) << 32 | __float_as_uint(float(relative));
            }
            if (!isfinite(relative)) status = not_finite;
            if (status != running || relative <= limit.tolerance) break;
            if (iteration == limit.max_iterations) {
                status = max_iterations;
                break;
            }

            // p = z + beta p_old, q = A p, and p.q.
            double* const p_old = p;
            p = p_next;
            p_next = p_old;
            double pq[1] = {0};
            for (unsigned row = first_row; row < row_end; row += rows_at_once) {
                const bool exists = row < a.n;
                double q = 0;
                if (exists) {
                    const unsigned end = a.row_ptr[row + 1];
                    for (unsigned k = a.row_ptr[row] + lane; k < end; k += a.lanes) {
                        const unsigned column = a.columns[k];
                        q += a.values[k] * (w.z[column] + beta * p_old[column]);
                    }
                }
                q = lanes_sum(q, a.lanes);
                if (exists && lane == 0) {
                    const double own = w.z[row] + beta * p_old[row];
                    p[row] = own;
                    w.q[row] = q;
                    pq[0] += own * q;
                }
            }
            // Its barrier also separates the writes of p and q above from their reads below, the reads of z above from its
            // writes below, and the reads of p_old above from its writes as p in the next iteration.
            grid_sums(pq, slots_a);
            if (!(pq[0] > 0)) {
                // A positive definite matrix makes p.q positive for every p but 0.
                status = isfinite(pq[0]) ? not_positive_definite : not_finite;
                break;
            }

            // d += alpha p, r -= alpha q, z = r / diagonal, and |r|^2, r.z.
            const double alpha = rz / pq[0];
            double next[2] = {0, 0};
            for (unsigned row = thread; row < a.n; row += threads) {
                w.d[row] += alpha * p[row];
                const double r = w.r[row] - alpha * w.q[row];
                const double z = r * a.inverse_diagonal[row];
                w.r[row] = r;
                w.z[row] = z;
                next[0] += r * r;
                next[1] += r * z;
            }
            // Its barrier also separates the writes of z above from their reads in the next iteration, and the reads of p
            // and q above from the next iteration's writes.
            grid_sums(next, slots_b);

            relative = sqrt(next[0]) * scale;
            beta = next[1] / rz;
            rz = next[1];
        }

        for (unsigned row = thread; row < a.n; row += threads) w.x[row] += w.d[row];
        if (status != running) break;

        // Separates the writes of x above from their reads by every block, the reads of d above from its writes, and the
        // reads of slots_b in the last sum from their writes in the next.
        cg::this_grid().sync();
    }

    if (reporter) *result = {relative, iteration, status};
}

}  // namespace solver

COOP_COOPERATIVE_KERNEL(cg_solve, solver::solve);
