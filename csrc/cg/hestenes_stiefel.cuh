// Conjugate gradients as in the textbook (Hestenes and Stiefel, 1952), with two meetings an iteration:
//
//     p = z + beta p,  w = A p,  alpha = z.r / p.w,  d += alpha p,  r -= alpha w,  beta = (z.r) / (z.r before)     z = r / diagonal
//
// It keeps the least for a row, r and w besides p, and so most of the matrix finds a place on the chip: for systems so large that what
// is read from memory costs more than a meeting.
#pragma once

#include "decision.cuh"

namespace solver {

// Rows: rows_in_memory. Vector: coop::exchange, or one in memory.
template <typename Real, class Scope, class Rows, class Vector, unsigned warps>
class hestenes_stiefel {
public:
    __device__ hestenes_stiefel(Scope scope, const work& memory, Rows& rows, Vector& vector)
        : rows_(rows), p_(vector), curvature_(scope, {static_cast<coop::grid_words::line*>(memory.lines), memory.slots}),
          residual_(scope, {static_cast<coop::grid_words::line*>(memory.lines) + 5, memory.slots + 2 * scope.size()}) {}

    // Sums of two numbers of each thread, and what f makes of them.
    template <typename F>
    __device__ auto meet(double one, double other, F f) {
        return residual_.total({one, other}, [&](const double(&total)[2]) { return f(total[0], total[1]); });
    }

    // A correction begins. The first step() only looks at r.
    __device__ void begin() {
        now_ = {0, 0, 0, running, 0, 0};
        zr_ = 0;
        is_first_ = true;
        has_direction_ = false;
    }

    // One iteration. `iteration`: how many there were before.
    __device__ decision step(std::uint32_t iteration, goal goal) {
        moved_ = !is_first_;
        Real alpha = 0;
        if (!is_first_) {
            const Real beta = Real(now_.beta), before = Real(now_.alpha);
            rows_.turn([&](unsigned row, auto& at, bool wanted) {
                const Real old = has_direction_ ? p_.own(row) : Real(0);
                at.d += before * old;
                p_.put(row, {Real(at.inverse) * at.r + beta * old}, wanted);
            });
            has_direction_ = true;
            // Separates the writes by put() from the reads in the product.
            p_.get();

            double pw = 0;
            rows_.multiply(p_, [&](unsigned, Real w, Real p) { pw += double(w) * double(p); });
            was_read(p_, 0);
            const decision next = curvature_.total({pw}, [&](const double(&total)[1]) {
                const double alpha = divisor(total[0]).under(zr_);
                return decide(alpha, 0, 1, total[0], true, {-1, iteration + 1}, iteration);
            });
            if (next.status != running) {
                // p lacks its step, and gets none.
                moved_ = false;
                return now_ = {0, 0, now_.rr, next.status, 0, next.doubt};
            }
            now_.alpha = next.alpha;
            alpha = Real(next.alpha);
        }
        double zr = 0, rr = 0;
        rows_.step([&](unsigned, auto& at) {
            at.r -= alpha * at.w;
            zr += double(Real(at.inverse) * at.r) * double(at.r);
            rr += double(at.r) * double(at.r);
        });
        const double last_alpha = now_.alpha;
        now_ = meet(zr, rr, [&](double zr, double rr) {
            const double beta = is_first_ ? 0 : divisor(zr_).under(zr);
            zr_ = zr;
            return decide(last_alpha, beta, rr, 1, false, goal, iteration + moved_);
        });
        is_first_ = false;
        return now_;
    }
    // Whether the last step() was one of conjugate gradients.
    __device__ bool moved() const { return moved_; }

    // f(row, d), the correction, for this thread's rows.
    template <typename F>
    __device__ void finish(F f) {
        const Real last = Real(now_.alpha);
        rows_.turn([&](unsigned row, auto& at, bool) { f(row, at.d + (has_direction_ ? last * p_.own(row) : Real(0))); });
    }

private:
    // A vector on the chip is nobody else's to write.
    template <class InMemory>
    __device__ static auto was_read(const InMemory& p, int) -> decltype(p.was_read()) { p.was_read(); }
    template <class OnChip>
    __device__ static void was_read(const OnChip&, long) {}

    Rows& rows_;
    Vector& p_;
    coop::sums<Scope, 1, warps> curvature_;
    coop::sums<Scope, 2, warps> residual_;
    decision now_{};
    double zr_ = 0;  // in the first warp
    bool is_first_ = true, has_direction_ = false, moved_ = false;
};

}  // namespace solver
