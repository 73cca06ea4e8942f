// What a meeting of the blocks decides: the next step, or how the solve ends.
#pragma once

#include "system.cuh"

namespace solver {

struct decision {
    double alpha, beta;    // of the step
    double rr;             // |r|^2
    std::uint32_t status;  // running: go on
    std::uint32_t leave;   // the correction is done
    std::uint32_t doubt;   // it was left because the matrix seems not to be positive definite
};

// When to stop.
struct goal {
    double rr;  // |r|^2 of a correction that is done
    std::uint32_t max_iterations;
};

// Quotients by one divisor, to the last bits (Goldschmidt): the iteration's scalars need no more, and IEEE's division takes longer.
class divisor {
public:
#ifdef COOP_EMULATED
    __device__ explicit divisor(double value) : value_(value) {}
    __device__ double under(double dividend) const { return dividend / value_; }
#else
    __device__ explicit divisor(double value) : error_(0) {
        asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(value_) : "d"(value));
        error_ = fma(-value, value_, 1.0);  // 2^-20
    }
    __device__ double under(double dividend) const {
        const double near = dividend * value_, nearer = fma(near, error_, near);
        return fma(nearer, error_ * error_, nearer);
    }
#endif

private:
    double value_;
#ifndef COOP_EMULATED
    double error_;
#endif
};

// The step, if the solve goes on. `curvature`: p.Ap, which a positive definite matrix makes positive for every p but 0;
// `is_certain`: it was computed without the subtraction of near numbers, so that it is not rounding that makes it negative.
// The comparisons are of bits, as integers: those of doubles take long, and each would wait for another.
__device__ inline decision decide(double alpha, double beta, double rr, double curvature, bool is_certain, goal goal,
                                  std::uint32_t iteration) {
    constexpr long long infinity = 0x7ff0000000000000;
    const long long of_rr = __double_as_longlong(rr), of_curvature = __double_as_longlong(curvature);
    // rr is a sum of squares: no sign, unless it is no number.
    const bool is_finite = of_rr >= 0 && of_rr < infinity, is_done = of_rr <= __double_as_longlong(goal.rr);
    const bool has_curvature = (of_curvature & infinity) != infinity, is_positive = of_curvature > 0;
    const bool goes_on = is_finite && !is_done && iteration != goal.max_iterations;
    const bool leave = is_finite && is_done;
    // A new start helps where it was rounding.
    const bool doubt = goes_on && has_curvature && !is_positive;
    const std::uint32_t status = !is_finite || (goes_on && !has_curvature) ? not_finite
                                 : doubt && is_certain                      ? not_positive_definite
                                 : leave || goes_on                         ? running
                                                                            : max_iterations;
    return {alpha, beta, rr, status, leave, doubt};
}

}  // namespace solver
