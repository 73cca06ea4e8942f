// Conjugate gradients with one meeting an iteration (Chronopoulos and Gear, 1989): with u = r / diagonal, A u is multiplied instead
// of A p, and s = A p follows from it as p follows from u. It keeps fewer numbers for a row than Meurant's way (meurant.cuh), and
// reads one vector in the product: for systems whose rows are in memory.
#pragma once

#include "decision.cuh"

namespace solver {

// Rows: rows_in_memory. Vector: coop::exchange, or one in memory.
template <typename Real, class Scope, class Rows, class Vector, unsigned warps>
class chronopoulos_gear {
public:
    static constexpr unsigned sum_count = 3;
    using sums = coop::sums<Scope, sum_count, warps>;

    __device__ chronopoulos_gear(Rows& rows, Vector& vector, sums& meeting) : rows_(rows), vector_(vector), meeting_(meeting) {}

    __device__ void begin() {
        now_ = {0, 0, 0, running, 0, 0};
        last_alpha_ = by_ru_ = by_alpha_ = 0;
        is_first_ = true;
    }

    // One iteration: the step that the last meeting decided, then the next meeting. `iteration`: how many were done.
    __device__ decision step(std::uint32_t iteration, goal goal) {
        // u = r / diagonal, u.r and |r|^2. d is brought up to date every other step, from two directions at once.
        const Real alpha = Real(now_.alpha), beta = Real(now_.beta), before = Real(last_alpha_);
        const bool with_d = iteration % 2 == 1;
        double ru = 0, rr = 0;
        rows_.update(with_d, [&](unsigned row, auto& at, bool counts, bool wanted) {
            const Real p = at.p;
            at.p = at.inverse * at.r + beta * p;
            at.s = at.w + beta * at.s;
            at.r -= alpha * at.s;
            if (with_d) at.d += before * p + alpha * at.p;
            const Real next = at.inverse * at.r;
            if (counts) {
                ru += double(at.r) * double(next);
                rr += double(at.r) * double(at.r);
                vector_.put(row, {next}, wanted);
            }
        });
        last_alpha_ = with_d ? 0 : now_.alpha;
        // Separates the writes by put() from the reads in the product.
        vector_.get();

        // w = A u, and w.u.
        double wu = 0;
        rows_.multiply(vector_, [&](unsigned, Real w, Real own) { wu += double(w) * double(own); });

        now_ = meeting_.total({ru, rr, wu}, [&](const double(&total)[sum_count]) {
            const double ru = total[0], rr = total[1], wu = total[2];
            const double beta = ru * by_ru_;
            const double curvature = wu - beta * ru * by_alpha_;
            const divisor by(ru);
            by_ru_ = by.under(1);
            by_alpha_ = by.under(curvature);
            return decide(divisor(curvature).under(ru), beta, rr, curvature, is_first_ || !(wu > 0), goal, iteration);
        });
        is_first_ = false;
        return now_;
    }
    __device__ bool counts() const { return true; }

    // f(row, d), the correction, for this thread's rows.
    template <typename F>
    __device__ void finish(F f) {
        rows_.update(true, [&](unsigned row, auto& at, bool counts, bool) {
            if (counts) f(row, at.d + Real(last_alpha_) * at.p);
        });
    }

private:
    Rows& rows_;
    Vector& vector_;
    sums& meeting_;
    decision now_{};
    double last_alpha_ = 0;            // where d lacks a step
    double by_ru_ = 0, by_alpha_ = 0;  // reciprocals, of the last step; in the first warp
    bool is_first_ = true;
};

}  // namespace solver
