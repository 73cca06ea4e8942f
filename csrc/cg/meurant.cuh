// Conjugate gradients with the meeting behind the product (Meurant, 1987, as Chen and Carson overlap it, 2020).
//
// With z = r / diagonal, y = s / diagonal, where s = A p: the step takes
//
//     d += alpha p,  r -= alpha s,  p = z + beta p,  s = (w - alpha v) + beta s       w = A z, v = A y, of the last z and y
//
// and the next step's numbers come from sums over p, s, z and r alone:
//
//     alpha = z.r / p.s,  beta = (alpha^2 y.s - z.r) / z.r = alpha y.s / p.s - 1
//
// so that the meeting can be under way while A z and A y are multiplied. w - alpha v is A z without a product; it serves for one
// step, and is then computed anew, so that it does not drift. The two products are one pass through the matrix.
#pragma once

#include "decision.cuh"

namespace solver {

// Rows: rows_on_chip. Vector: coop::exchange of two numbers.
template <typename Real, class Scope, class Rows, class Vector, unsigned warps>
class meurant {
public:
    __device__ meurant(Scope scope, const work& memory, Rows& rows, Vector& vector)
        : rows_(rows), vector_(vector),
          meeting_(scope, {static_cast<coop::grid_words::line*>(memory.lines), memory.slots}) {}

    // Sums of two numbers of each thread, and what f makes of them.
    template <typename F>
    __device__ auto meet(double one, double other, F f) {
        return meeting_.total({one, other}, [&](const double(&total)[4]) { return f(total[0], total[1]); });
    }

    // A correction begins. The first step() only makes w, the second only looks at r.
    __device__ void begin() {
        now_ = {0, 0, 0, running, 0, 0};
        made_ = 0;
    }

    // One iteration: the step that the last meeting decided, then the next meeting. `iteration`: how many there were before.
    __device__ decision step(std::uint32_t iteration, goal goal) {
        const Real alpha = Real(now_.alpha), beta = Real(now_.beta);
        double ps = 0, ys = 0, zr = 0, rr = 0;
        rows_.update([&](unsigned row, auto& at, bool counts, bool wanted) {
            const Real inverse = Real(at.inverse);
            at.d += alpha * at.p;
            at.r -= alpha * at.s;
            const Real z = inverse * at.r;
            at.p = z + beta * at.p;
            at.s = at.w - alpha * at.v + beta * at.s;
            const Real y = inverse * at.s;
            if (counts) {
                vector_.put(row, {z, y}, wanted);
                ps += double(at.p) * double(at.s);
                ys += double(y) * double(at.s);
                zr += double(z) * double(at.r);
                rr += double(at.r) * double(at.r);
            }
        });
        // Holds the barrier that separates the writes by put() from the reads below.
        meeting_.begin({ps, ys, zr, rr});
        vector_.get(threadIdx.x >= warp);
        rows_.multiply(vector_);
        // Holds the barrier that separates the reads of the vector above from the next writes.
        now_ = meeting_.end([&](const double(&total)[4]) {
            const double ps = total[0], ys = total[1], zr = total[2], rr = total[3];
            // w is there only now, so there is no p.s yet.
            if (made_ == 0) return decision{0, 0, rr, running, 0, 0};
            const divisor by(ps);
            const double alpha = by.under(zr);
            return decide(alpha, fma(alpha, by.under(ys), -1.0), rr, ps, made_ == 1, goal, iteration + (made_ > 1));
        });
        moved_ = made_ > 1;
        made_ = made_ < 2 ? made_ + 1 : 2;
        return now_;
    }
    // Whether the last step() was one of conjugate gradients.
    __device__ bool moved() const { return moved_; }

    // f(row, d), the correction, for this thread's rows.
    template <typename F>
    __device__ void finish(F f) {
        rows_.update([&](unsigned row, auto& at, bool counts, bool) {
            if (counts) f(row, at.d);
        });
    }

private:
    Rows& rows_;
    Vector& vector_;
    coop::sums<Scope, 4, warps, true> meeting_;  // the first warp has no rows
    decision now_{};
    unsigned made_ = 0;  // calls of step() for this correction, up to 2
    bool moved_ = false;
};

}  // namespace solver
