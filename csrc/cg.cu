// Conjugate gradients with a Jacobi preconditioner: the whole solve in one launch, written once for a block, a cluster and
// the grid.
//
// Where all rows have a place on the chip, the blocks meet once an iteration, while the matrix is multiplied (cg/meurant.cuh). Where
// they have not, what is read from memory costs more than a meeting, and the textbook's method keeps and reads the least
// (cg/hestenes_stiefel.cuh).
//
// The residual that the iteration carries along drifts from b - A x by rounding. So when it is small enough, b - A x is
// computed anew, in twice the precision; if that is not small enough, a correction d with A d = b - A x is looked for in
// the same way and added to x (iterative refinement), until it is, or no longer falls. That is also why the iteration may run
// in single precision.
//
// All sums are made in a fixed order, or of integers: a solve gives the same bits each time with the same grid and block.
#include <coop/barrier.cuh>
#include <coop/export.cuh>

#include "cg/hestenes_stiefel.cuh"
#include "cg/meurant.cuh"
#include "cg/rows_in_memory.cuh"
#include "cg/rows_on_chip.cuh"

namespace solver {

// u in global memory, where a block's rows are too many for its shared memory.
template <typename Real>
class in_memory {
public:
    __device__ in_memory(unsigned* word, Real* all, unsigned first) : barrier_(word), all_(all), first_(first) {}
    __device__ void put(unsigned i, const Real (&value)[1], bool) { all_[first_ + i] = value[0]; }
    // Separates the writes of u by every block from their reads by every block.
    __device__ void get() { barrier_.sync(); }
    // What the next sum is made of was read, and put() of the next step waits for that sum. It takes no fence: a load that returned
    // the later value would depend on itself, which the memory model forbids (no value out of thin air). The emulator does not
    // follow dependencies, and is told by one.
    __device__ void was_read() const {
#ifdef COOP_EMULATED
        __threadfence();
#endif
    }
    __device__ Real own(unsigned i) const { return all_[first_ + i]; }
    // Columns as the whole matrix numbers them.
    __device__ Real operator[](std::uint32_t column) const { return all_[column]; }

protected:
    coop::grid_barrier barrier_;
    Real* all_;
    unsigned first_;
};

// The same, with columns as the block numbers them: half as many bytes to read.
template <typename Real>
class in_memory_by_block : public in_memory<Real> {
public:
    __device__ in_memory_by_block(unsigned* word, Real* all, unsigned first, unsigned own, const std::uint32_t* ghosts)
        : in_memory<Real>(word, all, first), own_(own), ghosts_(ghosts) {}
    __device__ Real operator[](std::uint16_t column) const {
        if (__builtin_expect(column >= own_, false)) return this->all_[ghosts_[column - own_]];
        return this->all_[this->first_ + column];
    }

private:
    unsigned own_;
    const std::uint32_t* ghosts_;
};

// b - A x of one row, in twice the precision: products and sums with their rounding errors (Dekker, Knuth). `lanes` threads
// share the row and each gets the result; all lanes of the warp call it.
__device__ __noinline__ double row_residual(const csr& a, const double* x, const double* b, unsigned row, bool exists, unsigned lane,
                                      unsigned lanes) {
    double sum = 0, error = 0;
    const auto add = [&](double value) {
        const double before = sum;
        sum += value;
        const double added = sum - before;
        error += (before - (sum - added)) + (value - added);
    };
    if (exists) {
        if (lane == 0) sum = b[row];
        const unsigned end = a.row_ptr[row + 1];
        for (unsigned k = a.row_ptr[row] + lane; k < end; k += lanes) {
            const double factor = x[a.columns[k]];
            const double product = __dmul_rn(-a.values[k], factor);  // not to be fused with the sum
            error += fma(-a.values[k], factor, -product);
            add(product);
        }
    }
    for (unsigned distance = lanes / 2; distance > 0; distance /= 2) {
        error += __shfl_xor_sync(0xffffffffu, error, distance);
        add(__shfl_xor_sync(0xffffffffu, sum, distance));
    }
    return sum + error;
}

// Blocks of whole warps. `history`, where not null, has max_iterations + 1 elements and gets |r| / |b| after each iteration.
// `report`, where not null, is mapped host memory of one word, which the host may look at while the kernel runs: the
// iteration plus one in its upper half, |r| / |b| as a float in the lower.
template <typename Real, class Method, class Scope, class Rows, class Vector>
__device__ void solve(Scope scope, const csr& a, const work& memory, const limits& limit, Rows& rows, Vector& vector,
                      double* history, volatile unsigned long long* report, outcome* result) {
    Method method(scope, memory, rows, vector);
    const bool reporter = scope.rank() == 0 && threadIdx.x == 0;

    // Another correction has to be worth it. In single precision even a small gain is: what a correction leaves is the noise of its
    // own rounding, which the next one takes away at once.
    const double worth = limit.drop > 0 ? 0.95 : 0.5;
    double relative = 0, previous = INFINITY;
    std::uint32_t iteration = 0;
    decision now{0, 0, 0, running, 0, 0};

    // Every thread has the same numbers in what the loops decide by, so all leave each of them together.
    while (true) {
        // r = b - A x, and |b|^2 and |r|^2.
        double bb = 0, rr = 0;
        rows.start([&](unsigned row, bool exists, unsigned lane, unsigned lanes) {
            const double r = row_residual(a, memory.x, memory.b, row, exists, lane, lanes);
            if (exists && lane == 0) {
                bb += memory.b[row] * memory.b[row];
                rr += r * r;
            }
            return Real(r * limit.unit);
        });
        struct norms {
            double of_b, of_r;
        };
        const norms norm = method.meet(bb, rr, [](double bb, double rr) { return norms{sqrt(bb), sqrt(rr)}; });

        // For b = 0 the residual is taken as it is: nothing is divided by 0.
        const double scale = norm.of_b > 0 ? 1 / norm.of_b : 1;
        relative = norm.of_r * scale;
        if (relative <= limit.tolerance) {
            now.status = converged;
        } else if (!isfinite(relative)) {
            now.status = not_finite;
        } else if (now.status == running && relative > previous * worth) {
            now.status = now.doubt ? not_positive_definite : stagnated;
        }
        previous = relative;
        if (reporter && history) history[iteration] = relative;
        if (now.status != running) break;

        // Conjugate gradients for A d = r.
        const double enough = fmax(limit.tolerance, limit.drop * relative) / scale * limit.unit;
        const goal goal{enough * enough, limit.max_iterations};
        method.begin();
        while (true) {
            now = method.step(iteration, goal);
            iteration += method.moved();
            if (reporter) {
                const bool due = report && iteration % limit.report_every == 0;
                if (history || due) relative = sqrt(now.rr) * scale / limit.unit;
                if (history) history[iteration] = relative;
                if (due) *report = (iteration + 1ull) << 32 | __float_as_uint(float(relative));
            }
            if (now.leave || now.doubt || now.status != running) break;
        }
        relative = sqrt(now.rr) * scale / limit.unit;
        const double by_unit = 1 / limit.unit;  // a power of two
        method.finish([&](unsigned row, Real d) { memory.x[rows.first() + row] += double(d) * by_unit; });
        if (now.status != running) break;

        // Separates the writes of x above from their reads by every block.
        scope.sync();
    }

    if (reporter) *result = {relative, iteration, now.status};
}

// The vector of a block in shared memory, with what the exchange needs; `next` is what follows it there.
template <class Scope, typename Real, unsigned N>
__device__ coop::exchange<Scope, Real, N> exchange_in(unsigned char* shared, Scope scope, const csr& a, const division& part,
                                                      const work& memory, void*& next) {
    using element = typename coop::exchange<Scope, Real, N>::element;
    constexpr bool is_cluster = std::is_same<Scope, coop::cluster_scope>::value;
    element* const elements = reinterpret_cast<element*>(shared);
    const unsigned stride = part.rows + part.kept_ghosts;
    coop::send* const sends = reinterpret_cast<coop::send*>(elements + (is_cluster ? 2 : 1) * stride);
    std::uint32_t* const ghosts = reinterpret_cast<std::uint32_t*>(sends + part.kept_sends);
    next = ghosts + part.kept_ghosts;

    const unsigned rank = scope.rank(), first = rank * part.rows, own = first < a.n ? min(part.rows, a.n - first) : 0;
    const unsigned first_ghost = part.ghost_start[rank], ghost_count = part.ghost_start[rank + 1] - first_ghost;
    for (unsigned g = threadIdx.x; g < ghost_count; g += blockDim.x) ghosts[g] = part.ghosts[first_ghost + g];
    unsigned send_count = 0;
    if (part.send_start) {
        const unsigned first_send = part.send_start[rank];
        send_count = part.send_start[rank + 1] - first_send;
        for (unsigned i = threadIdx.x; i < send_count; i += blockDim.x) sends[i] = part.sends[first_send + i];
    }
    // The first meeting in solve() separates these writes of shared memory from their reads.
    return {scope, {elements, own, first, ghosts, ghost_count, sends, send_count, stride}, memory.words};
}

// Everything on the chip, R rows a thread.
template <class Scope, typename Real, unsigned threads, unsigned R>
__global__ void __launch_bounds__(threads, 1)
on_chip(csr a, division part, work memory, limits limit, double* history, volatile unsigned long long* report,
        outcome* result) {
    extern __shared__ __align__(16) unsigned char shared[];
    const Scope scope;
    void* next;
    auto vector = exchange_in<Scope, Real, 2>(shared, scope, a, part, memory, next);
    rows_on_chip<Real, R> own(a, part, memory, scope.rank(), next);
    using method = meurant<Real, Scope, decltype(own), decltype(vector), threads / warp>;
    solve<Real, method>(scope, a, memory, limit, own, vector, history, report, result);
    // A block that has ended can no longer be sent to.
    scope.sync();
}

// The vector in shared memory, R rows a thread in registers, as much of the rest on the chip as has a place there.
template <typename Real, unsigned threads, unsigned R, unsigned batch, bool keeps_w, bool keeps_d>
__global__ void __launch_bounds__(threads, 1)
partly_on_chip(csr a, division part, work memory, limits limit, double* history, volatile unsigned long long* report,
               outcome* result) {
    extern __shared__ __align__(16) unsigned char shared[];
    const coop::grid_scope scope;
    void* next;
    auto vector = exchange_in<coop::grid_scope, Real, 1>(shared, scope, a, part, memory, next);
    rows_in_memory<Real, std::uint16_t, R, batch, keeps_w, keeps_d> own(a, part, memory, scope.rank(), next);
    using method = hestenes_stiefel<Real, coop::grid_scope, decltype(own), decltype(vector), threads / warp>;
    solve<Real, method>(scope, a, memory, limit, own, vector, history, report, result);
}

// For rows too many for the chip: the vector in global memory, too. Column: std::uint32_t where a block's rows are too many for
// 16 bits.
template <typename Real, typename Column, unsigned threads, unsigned R, unsigned batch>
__global__ void __launch_bounds__(threads, 1)
streamed(csr a, division part, work memory, limits limit, double* history, volatile unsigned long long* report,
         outcome* result) {
    extern __shared__ __align__(16) unsigned char shared[];
    const coop::grid_scope scope;
    const unsigned rank = scope.rank();
    rows_in_memory<Real, Column, R, batch, false, false> own(a, part, memory, rank, shared);
    const auto run = [&](auto vector) {
        using method = hestenes_stiefel<Real, coop::grid_scope, decltype(own), decltype(vector), threads / warp>;
        solve<Real, method>(scope, a, memory, limit, own, vector, history, report, result);
    };
    if constexpr (sizeof(Column) == 2) {
        run(in_memory_by_block<Real>(memory.barrier, static_cast<Real*>(memory.u), own.first(), own.own(),
                                     part.ghosts + part.ghost_start[rank]));
    } else {
        run(in_memory<Real>(memory.barrier, static_cast<Real*>(memory.u), own.first()));
    }
}

}  // namespace solver

COOP_STRUCT(solver::csr, row_ptr, columns, values, n);
COOP_STRUCT(coop::send, element, slot, block, unused);
COOP_STRUCT(solver::division, slice_start, ghost_start, ghosts, wanted, send_start, sends, rows, lanes, kept_steps, kept_ghosts,
            kept_sends, kept_w, stage_steps);
COOP_STRUCT(solver::work, x, b, values, columns, inverse, d, r, w, u, words, lines, slots, barrier);
COOP_STRUCT(solver::limits, tolerance, unit, drop, max_iterations, report_every);
COOP_STRUCT(solver::outcome, relative_residual, iterations, status);

// Threads at most: those of the rows, and where everything is on the chip the warp that meets. Then rows a thread in registers, and
// rows in memory that it works on at a time.
COOP_COOPERATIVE_KERNEL(cg_block_1, solver::on_chip<coop::block_scope, double, 544, 1>);
COOP_COOPERATIVE_KERNEL(cg_block_2, solver::on_chip<coop::block_scope, double, 544, 2>);
COOP_COOPERATIVE_KERNEL(cg_cluster_1, solver::on_chip<coop::cluster_scope, double, 544, 1>);
COOP_COOPERATIVE_KERNEL(cg_cluster_2, solver::on_chip<coop::cluster_scope, double, 544, 2>);
COOP_COOPERATIVE_KERNEL(cg_grid_1, solver::on_chip<coop::grid_scope, double, 544, 1>);
COOP_COOPERATIVE_KERNEL(cg_grid_2, solver::on_chip<coop::grid_scope, double, 544, 2>);
COOP_COOPERATIVE_KERNEL(cg_grid_5, solver::on_chip<coop::grid_scope, double, 512, 5>);
COOP_COOPERATIVE_KERNEL(cg_grid_8_more, solver::partly_on_chip<double, 512, 8, 2, true, false>);
COOP_COOPERATIVE_KERNEL(cg_grid_16_more, solver::partly_on_chip<double, 512, 16, 2, false, false>);
COOP_COOPERATIVE_KERNEL(cg_streamed, solver::streamed<double, std::uint16_t, 1024, 0, 2>);
COOP_COOPERATIVE_KERNEL(cg_streamed_wide, solver::streamed<double, std::uint32_t, 1024, 0, 2>);
COOP_COOPERATIVE_KERNEL(cg_grid_16_more_f32, solver::partly_on_chip<float, 512, 16, 4, true, true>);
COOP_COOPERATIVE_KERNEL(cg_streamed_f32, solver::streamed<float, std::uint16_t, 1024, 0, 4>);
COOP_COOPERATIVE_KERNEL(cg_streamed_wide_f32, solver::streamed<float, std::uint32_t, 1024, 0, 4>);
