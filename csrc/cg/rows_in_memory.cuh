// The rows of one block where not all of them have a place on the chip: what the iteration keeps for each.
//
// The first R rows of a thread live in its registers, the others in global memory. Entries are kept in shared memory as far as there
// is room; the others come through a ring.
#pragma once

#include "ring.cuh"
#include "slices.cuh"

namespace solver {

// What the iteration keeps for a row.
template <typename Real>
struct row_state {
    Real r, p, s, w, d;
    float inverse;
};

// Column: how an entry names its column: std::uint16_t as the block numbers it, std::uint32_t as the whole matrix does.
// batch: how many rows in memory a thread works on at a time.
template <typename Real, typename Column, unsigned R, unsigned batch>
class rows_in_memory {
public:
    static_assert(R <= 32, "a bit for each row");
    // Where a thread has many rows, d, which is needed every other step only, has no place in its registers.
    static constexpr bool d_in_registers = R * sizeof(Real) < 64;

    // Copies what is kept of the matrix to `shared`, aligned to 16, where the ring has its stages, then w, the steps that are
    // kept, and where the slices begin. Call it before a block barrier.
    __device__ rows_in_memory(const csr& a, const division& part, const work& memory, unsigned rank, void* shared)
        : memory_(memory), all_wanted_(part.wanted), first_(rank * part.rows),
          own_(first_ < a.n ? min(part.rows, a.n - first_) : 0), kept_steps_(part.kept_steps), kept_w_(part.kept_w),
          lanes_(part.lanes), w_(static_cast<Real*>(shared) + ring_bytes(part) / sizeof(Real)), values_(w_ + part.kept_w),
          columns_(reinterpret_cast<Column*>(values_ + part.kept_steps * warp)),
          slice_start_(reinterpret_cast<std::uint32_t*>(columns_ + part.kept_steps * warp)),
          ring_(static_cast<const Real*>(memory.values), static_cast<const Column*>(memory.columns), shared, part.stage_steps) {
        lane_ = threadIdx.x % lanes_;
        group_ = threadIdx.x / lanes_;
        groups_ = blockDim.x / lanes_;
        slices_ = (own_ * lanes_ + warp - 1) / warp;

        const std::uint32_t* const start = part.slice_start + rank * (part.rows * lanes_ / warp);
        first_step_ = start[0];
        for (unsigned i = threadIdx.x; i <= slices_; i += blockDim.x) slice_start_[i] = start[i] - first_step_;
        const unsigned kept = min(start[slices_] - first_step_, kept_steps_) * warp;
        for (unsigned i = threadIdx.x; i < kept; i += blockDim.x) {
            values_[i] = static_cast<const Real*>(memory_.values)[first_step_ * warp + i];
            columns_[i] = static_cast<const Column*>(memory_.columns)[first_step_ * warp + i];
        }
#pragma unroll
        for (int j = 0; j < int(R); ++j) {
            const unsigned row = j * groups_ + group_;
            if (row >= own_) continue;
            state_[j].inverse = memory_.inverse[first_ + row];
            if (all_wanted_[first_ + row]) wanted_ |= 1u << j;
        }
    }

    __device__ unsigned own() const { return own_; }
    __device__ unsigned first() const { return first_; }

    // f(row, state, counts, wanted) for the rows of this thread: it may change r, p and s, and d only if `with_d`. Every lane
    // of a row has it, and comes to the same; one of them counts.
    template <typename F>
    __device__ void update(bool with_d, F f) {
#pragma unroll
        for (int j = 0; j < int(R); ++j) {
            const unsigned row = j * groups_ + group_;
            if (row >= own_) continue;
            if constexpr (d_in_registers) {
                f(row, state_[j], lane_ == 0, (wanted_ >> j & 1) != 0);
            } else {
                row_state<Real> state = state_[j];
                if (with_d) state.d = real(memory_.d)[first_ + row];
                f(row, state, lane_ == 0, (wanted_ >> j & 1) != 0);
                // Separates the loads of d by the lanes of a row from the store by one of them.
                if (lanes_ > 1) __syncwarp(__activemask());
                if (with_d && lane_ == 0) real(memory_.d)[first_ + row] = state.d;
                state_[j] = state;
            }
        }
        const unsigned in_registers = R * groups_;
        for (unsigned row = in_registers + threadIdx.x; row < own_; row += batch * blockDim.x) {
            // Their loads are under way together.
            row_state<Real> states[batch];
#pragma unroll
            for (unsigned j = 0; j < batch; ++j) {
                const unsigned here = row + j * blockDim.x, i = first_ + here;
                if (here >= own_) continue;
                states[j].r = real(memory_.r)[i];
                states[j].p = real(memory_.p)[i];
                states[j].s = real(memory_.s)[i];
                states[j].w = here - in_registers < kept_w_ ? w_[here - in_registers] : real(memory_.w)[i];
                states[j].inverse = memory_.inverse[i];
                if (with_d) states[j].d = real(memory_.d)[i];
            }
#pragma unroll
            for (unsigned j = 0; j < batch; ++j) {
                const unsigned here = row + j * blockDim.x, i = first_ + here;
                if (here >= own_) continue;
                f(here, states[j], true, all_wanted_[i] != 0);
                real(memory_.r)[i] = states[j].r;
                real(memory_.p)[i] = states[j].p;
                real(memory_.s)[i] = states[j].s;
                if (with_d) real(memory_.d)[i] = states[j].d;
            }
        }
    }

    // w = A u, and f(row, w, u of the row) for each row once. Every thread of the block calls it.
    template <class Vector, typename F>
    __device__ void multiply(const Vector& u, F f) {
        unsigned coming = threadIdx.x / warp;  // the next slice to be brought
        for (unsigned i = 0; i < ring<Real, Column>::stages; ++i) coming = bring(coming);
        const auto multiply_row = [&](unsigned row) {
            const Real own = row < own_ ? u.own(row) : Real(0);
            const Real w = lanes_sum(product(row * lanes_ / warp, u, coming), lanes_);
            if (row < own_ && lane_ == 0) f(row, w, own);
            return w;
        };
#pragma unroll
        for (int j = 0; j < int(R); ++j) state_[j].w = multiply_row(j * groups_ + group_);
        const unsigned end = slices_ * warp / lanes_;
        for (unsigned row = R * groups_ + group_; row < end; row += groups_) {
            const Real w = multiply_row(row);
            if (row < own_ && lane_ == 0) keep_w(row, w);
        }
    }

    // f(row, exists, lane, lanes) gives each lane of a row its start, r; d, p, s and w are 0. Every thread of the block calls
    // it.
    template <typename F>
    __device__ void start(F f) {
#pragma unroll
        for (int j = 0; j < int(R); ++j) {
            const unsigned row = j * groups_ + group_;
            state_[j].r = f(first_ + row, row < own_, lane_, lanes_);
            state_[j].d = state_[j].p = state_[j].s = state_[j].w = 0;
            if (!d_in_registers && row < own_ && lane_ == 0) real(memory_.d)[first_ + row] = 0;
        }
        const unsigned end = (own_ + warp - 1) / warp * warp;  // so that all lanes of a warp call f
        for (unsigned row = R * groups_ + group_; row < end; row += groups_) {
            const Real r = f(first_ + row, row < own_, lane_, lanes_);
            if (row < own_ && lane_ == 0) {
                const unsigned i = first_ + row;
                real(memory_.r)[i] = r;
                real(memory_.d)[i] = real(memory_.p)[i] = real(memory_.s)[i] = 0;
                keep_w(row, 0);
            }
        }
    }

private:
    __device__ static Real* real(void* memory) { return static_cast<Real*>(memory); }
    __device__ static unsigned ring_bytes(const division& part) {
        return ring<Real, Column>::bytes(part.stage_steps, blockDim.x / warp);
    }

    // Slice number `slice` of the block times u.
    template <class Vector>
    __device__ __forceinline__ Real product(unsigned slice, const Vector& u, unsigned& coming) {
        if (slice >= slices_) return 0;
        const unsigned begin = slice_start_[slice], end = slice_start_[slice + 1];
        if (end <= kept_steps_) {
            return slice_product<Real>(values_ + begin * warp, columns_ + begin * warp, end - begin, u);
        }
        ring_.take();
        const Real sum = ring_.fits(end - begin)
                             ? slice_product<Real>(ring_.values(), ring_.columns(), end - begin, u)
                             : slice_product<Real>(static_cast<const Real*>(memory_.values) + (first_step_ + begin) * warp,
                                          static_cast<const Column*>(memory_.columns) + (first_step_ + begin) * warp,
                                          end - begin, u);
        coming = bring(coming);
        return sum;
    }
    // Has the next slice of this warp that is not kept, from `slice` on, brought by the ring; gives the one after it.
    __device__ unsigned bring(unsigned slice) {
        const unsigned warps = blockDim.x / warp;
        while (slice < slices_ && slice_start_[slice + 1] <= kept_steps_) slice += warps;
        const unsigned begin = slice < slices_ ? slice_start_[slice] : 0;
        ring_.bring(first_step_ + begin, slice < slices_ ? slice_start_[slice + 1] - begin : 0);
        return slice + warps;
    }

    __device__ void keep_w(unsigned row, Real w) {
        const unsigned i = row - R * groups_;
        if (i < kept_w_) {
            w_[i] = w;
        } else {
            real(memory_.w)[first_ + row] = w;
        }
    }

    const work& memory_;
    const std::uint8_t* all_wanted_;
    unsigned first_, own_, slices_, first_step_, kept_steps_, kept_w_;
    unsigned lanes_, lane_, group_, groups_;
    Real* w_;
    Real* values_;
    Column* columns_;
    std::uint32_t* slice_start_;
    ring<Real, Column> ring_;
    unsigned wanted_ = 0;
    row_state<Real> state_[R == 0 ? 1 : R] = {};
};

}  // namespace solver
