// The rows of one block where all of them have a place on the chip: what the iteration keeps for them in registers, R rows a
// thread, and their entries in shared memory.
//
// The first warp has no rows: it is the one that meets the other blocks (coop/sums.cuh) while the others multiply.
#pragma once

#include "slices.cuh"

namespace solver {

// What the iteration keeps for a row.
template <typename Real, typename Inverse>
struct state_on_chip {
    Real r, p, s, w, v, d;
    Inverse inverse;
};

template <typename Real, unsigned R>
class rows_on_chip {
public:
    static_assert(R <= 32, "a bit for each row");
    using column = std::uint16_t;
    // Conversions take their time; registers are short where rows are many.
    using state = state_on_chip<Real, std::conditional_t<R <= 2, Real, float>>;

    // Copies the matrix to `shared`, aligned to 16: values, columns, and where the slices begin. Call it before a block barrier.
    __device__ rows_on_chip(const csr& a, const division& part, const work& memory, unsigned rank, void* shared)
        : first_(rank * part.rows), own_(first_ < a.n ? min(part.rows, a.n - first_) : 0), lanes_(part.lanes),
          lane_(threadIdx.x % part.lanes), group_(threadIdx.x / part.lanes - warp / part.lanes),
          groups_((blockDim.x - warp) / part.lanes), values_(static_cast<Real*>(shared)),
          columns_(reinterpret_cast<column*>(values_ + part.kept_steps * warp)),
          slice_start_(reinterpret_cast<std::uint32_t*>(columns_ + part.kept_steps * warp)) {
        const unsigned slices = (own_ * lanes_ + warp - 1) / warp;
        const std::uint32_t* const start = part.slice_start + rank * (part.rows * lanes_ / warp);
        const unsigned first_step = start[0], places = (start[slices] - first_step) * warp;
        for (unsigned i = threadIdx.x; i <= slices; i += blockDim.x) slice_start_[i] = start[i] - first_step;
        for (unsigned i = threadIdx.x; i < places; i += blockDim.x) {
            values_[i] = static_cast<const Real*>(memory.values)[first_step * warp + i];
            columns_[i] = static_cast<const column*>(memory.columns)[first_step * warp + i];
        }
        if (threadIdx.x >= warp) {
            mine_ = own_;
            slices_ = slices;
        }
#pragma unroll
        for (int j = 0; j < int(R); ++j) {
            const unsigned row = j * groups_ + group_;
            if (row >= mine_) continue;
            state_[j].inverse = memory.inverse[first_ + row];
            if (part.wanted[first_ + row]) wanted_ |= 1u << j;
        }
    }

    __device__ unsigned first() const { return first_; }

    // f(row, state, counts, wanted) for the rows of this thread. Every lane of a row has it, and comes to the same; one of them
    // counts.
    template <typename F>
    __device__ __forceinline__ void update(F f) {
        const unsigned group = R > 2 ? anew(group_) : group_;
#pragma unroll
        for (int j = 0; j < int(R); ++j) {
            const unsigned row = j * groups_ + group;
            if (row < mine_) f(row, state_[j], lane_ == 0, (wanted_ >> j & 1) != 0);
        }
    }

    // w and v = A times the two vectors of u. Every thread of the block calls it.
    template <class Vector>
    __device__ __forceinline__ void multiply(const Vector& u) {
        const unsigned group = R > 2 ? anew(group_) : group_;
#pragma unroll
        for (int j = 0; j < int(R); ++j) {
            const unsigned slice = (j * groups_ + group) * lanes_ / warp;
            coop::packet<Real, 2> sums{};
            if (slice < slices_) {
                const unsigned begin = slice_start_[slice], end = slice_start_[slice + 1];
                sums = slice_product<coop::packet<Real, 2>>(values_ + begin * warp, columns_ + begin * warp, end - begin, u);
            }
            sums = lanes_sum(sums, lanes_);
            state_[j].w = sums[0];
            state_[j].v = sums[1];
        }
    }

    // f(row, exists, lane, lanes) gives each lane of a row its start, r; all else is 0. Every thread of the block calls it.
    template <typename F>
    __device__ void start(F f) {
#pragma unroll
        for (int j = 0; j < int(R); ++j) {
            const unsigned row = j * groups_ + group_;
            state_[j].r = f(first_ + row, row < mine_, lane_, lanes_);
            state_[j].p = state_[j].s = state_[j].w = state_[j].v = state_[j].d = 0;
        }
    }

private:
    unsigned first_, own_;
    unsigned mine_ = 0, slices_ = 0;  // rows and slices that this thread's warp may have
    unsigned lanes_, lane_, group_, groups_;
    Real* values_;
    column* columns_;
    std::uint32_t* slice_start_;
    unsigned wanted_ = 0;
    state state_[R] = {};
};

}  // namespace solver
