// The rows of one block where not all of them have a place on the chip: what the iteration keeps for each.
//
// The first R rows of a thread live in its registers, the others in global memory. Entries are kept in shared memory as far as there
// is room; the others come through a ring.
#pragma once

#include "ring.cuh"
#include "slices.cuh"

namespace solver {

// What the iteration keeps for a row besides its direction.
template <typename Real>
struct state_in_memory {
    Real r, w, d;
    float inverse;
};

// Column: how an entry names its column: std::uint16_t as the block numbers it, std::uint32_t as the whole matrix does.
// keeps_w, keeps_d: whether these, too, are in registers for the first R rows; else w is in shared memory as far as there is room.
// batch: how many rows in memory a thread works on at a time.
template <typename Real, typename Column, unsigned R, unsigned batch, bool keeps_w, bool keeps_d>
class rows_in_memory {
public:
    static_assert(R <= 32, "a bit for each row");
    using state = state_in_memory<Real>;

    // Copies what is kept of the matrix to `shared`, aligned to 16, where the ring has its stages, then w, the steps that are
    // kept, and where the slices begin. Call it before a block barrier.
    __device__ rows_in_memory(const csr& a, const division& part, const work& memory, unsigned rank, void* shared)
        : memory_(memory), all_wanted_(part.wanted), first_(rank * part.rows),
          own_(first_ < a.n ? min(part.rows, a.n - first_) : 0), kept_steps_(part.kept_steps), kept_w_(part.kept_w),
          lanes_(part.lanes), lane_(threadIdx.x % part.lanes), group_(threadIdx.x / part.lanes),
          groups_(blockDim.x / part.lanes), w_(static_cast<Real*>(shared) + ring_bytes(part) / sizeof(Real)),
          values_(w_ + part.kept_w), columns_(reinterpret_cast<Column*>(values_ + part.kept_steps * warp)),
          slice_start_(reinterpret_cast<std::uint32_t*>(columns_ + part.kept_steps * warp)),
          ring_(static_cast<const Real*>(memory.values), static_cast<const Column*>(memory.columns), shared, part.stage_steps) {
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
        // Separates the writes of slice_start_ above from their reads.
        __syncthreads();
        first_coming_ = threadIdx.x / warp;
        while (first_coming_ < slices_ && slice_start_[first_coming_ + 1] <= kept_steps_) first_coming_ += blockDim.x / warp;
        coming_ = first_coming_;
        for (unsigned i = 0; i < ring<Real, Column>::stages; ++i) bring();
    }

    __device__ unsigned own() const { return own_; }
    __device__ unsigned first() const { return first_; }

    // f(row, state, wanted) for each row once; it may change d. Loads of rows in memory are under way together.
    template <typename F>
    __device__ __forceinline__ void turn(F f) {
        const unsigned group = anew(group_);
#pragma unroll
        for (int j = 0; j < int(R); ++j) {
            const unsigned row = j * groups_ + group;
            if (row >= own_ || lane_ != 0) continue;
            state at = state_[j];
            if (!keeps_d) at.d = real(memory_.d)[first_ + row];
            f(row, at, (wanted_ >> j & 1) != 0);
            if (keeps_d) {
                state_[j].d = at.d;
            } else {
                real(memory_.d)[first_ + row] = at.d;
            }
        }
        each_in_memory([&](unsigned row, state& at) {
            at.r = real(memory_.r)[first_ + row];
            at.d = real(memory_.d)[first_ + row];
            at.inverse = memory_.inverse[first_ + row];
        }, [&](unsigned row, state& at) {
            f(row, at, all_wanted_[first_ + row] != 0);
            real(memory_.d)[first_ + row] = at.d;
        });
    }

    // f(row, state) for each row once; it may change r.
    template <typename F>
    __device__ __forceinline__ void step(F f) {
        const unsigned group = anew(group_);
#pragma unroll
        for (int j = 0; j < int(R); ++j) {
            const unsigned row = j * groups_ + group;
            if (row >= own_ || lane_ != 0) continue;
            if (!keeps_w) state_[j].w = w_of(row);
            f(row, state_[j]);
        }
        each_in_memory([&](unsigned row, state& at) {
            at.r = real(memory_.r)[first_ + row];
            at.w = w_of(row);
            at.inverse = memory_.inverse[first_ + row];
        }, [&](unsigned row, state& at) {
            f(row, at);
            real(memory_.r)[first_ + row] = at.r;
        });
    }

    // w = A u, and f(row, w, u of the row) for each row once. Every thread of the block calls it.
    template <class Vector, typename F>
    __device__ __forceinline__ void multiply(const Vector& u, F f) {
        const auto take = [&](unsigned row, Real of_lane) {
            const Real w = lanes_sum(of_lane, lanes_);
            if (row < own_ && lane_ == 0) f(row, w, u.own(row));
            return w;
        };
        constexpr unsigned unrolled = keeps_w ? R : 0;
        static_assert(unrolled % 2 == 0, "rows are multiplied in pairs");
        const unsigned group = anew(group_);
#pragma unroll
        for (int j = 0; j < int(unrolled); j += 2) {
            Real w[2] = {};
            const unsigned row = j * groups_ + group;
            products(row, u, w);
            state_[j].w = take(row, w[0]);
            state_[j + 1].w = take(row + groups_, w[1]);
        }
        const unsigned end = slices_ * warp / lanes_;
        for (unsigned row = unrolled * groups_ + group; row < end; row += 2 * groups_) {
            Real w[2] = {};
            products(row, u, w);
#pragma unroll
            for (unsigned j = 0; j < 2; ++j) {
                const unsigned here = row + j * groups_;
                const Real of_row = take(here, w[j]);
                if (here < own_ && lane_ == 0) keep_w(here, of_row);
            }
        }
        // The first slices of the next product are on their way while the blocks meet.
        coming_ = first_coming_;
        for (unsigned i = 0; i < ring<Real, Column>::stages; ++i) bring();
    }

    // f(row, exists, lane, lanes) gives each lane of a row its start, r; d and w are 0. Every thread of the block calls it.
    template <typename F>
    __device__ void start(F f) {
#pragma unroll
        for (int j = 0; j < int(R); ++j) {
            const unsigned row = j * groups_ + group_;
            state_[j].r = f(first_ + row, row < own_, lane_, lanes_);
            state_[j].d = state_[j].w = 0;
            if (row >= own_ || lane_ != 0) continue;
            if (!keeps_d) real(memory_.d)[first_ + row] = 0;
            if (!keeps_w) keep_w(row, 0);
        }
        const unsigned end = (own_ + warp - 1) / warp * warp;  // so that all lanes of a warp call f
        for (unsigned row = R * groups_ + group_; row < end; row += groups_) {
            const Real r = f(first_ + row, row < own_, lane_, lanes_);
            if (row < own_ && lane_ == 0) {
                real(memory_.r)[first_ + row] = r;
                real(memory_.d)[first_ + row] = 0;
                keep_w(row, 0);
            }
        }
        // Separates the writes of rows in memory above from their reads by other threads of the block.
        __syncthreads();
    }

private:
    __device__ static Real* real(void* memory) { return static_cast<Real*>(memory); }
    __device__ static unsigned ring_bytes(const division& part) {
        return ring<Real, Column>::bytes(part.stage_steps, blockDim.x / warp);
    }

    // load(row, state) for some rows of this thread in memory, then use(row, state) for the same.
    template <typename Load, typename Use>
    __device__ __forceinline__ void each_in_memory(Load load, Use use) {
        for (unsigned row = R * groups_ + threadIdx.x; row < own_; row += batch * blockDim.x) {
            state states[batch];
#pragma unroll
            for (unsigned j = 0; j < batch; ++j) {
                const unsigned here = row + j * blockDim.x;
                if (here < own_) load(here, states[j]);
            }
#pragma unroll
            for (unsigned j = 0; j < batch; ++j) {
                const unsigned here = row + j * blockDim.x;
                if (here < own_) use(here, states[j]);
            }
        }
    }

    // The slices of a row and of the next of this thread times u.
    template <class Vector>
    __device__ __forceinline__ void products(unsigned row, const Vector& u, Real (&sums)[2]) {
        const unsigned one = row * lanes_ / warp, other = one + blockDim.x / warp;
        if constexpr (R > 0) {  // else few are kept
            if (other < slices_ && slice_start_[other + 1] <= kept_steps_) {
                const unsigned begin = slice_start_[one], steps = slice_start_[one + 1] - begin, next = slice_start_[other];
                if (slice_start_[other + 1] - next == steps) {
                    slice_products(values_ + begin * warp, columns_ + begin * warp, (next - begin) * warp, steps, u, sums);
                    return;
                }
            }
        }
        sums[0] = product(one, u);
        sums[1] = product(other, u);
    }

    // Slice number `slice` of the block times u.
    template <class Vector>
    __device__ __forceinline__ Real product(unsigned slice, const Vector& u) {
        if (slice >= slices_) return 0;
        const unsigned begin = slice_start_[slice], end = slice_start_[slice + 1];
        const bool is_kept = end <= kept_steps_;
        if (!is_kept) {
            ring_.take();
            if (!ring_.fits(end - begin)) {
                bring();
                // By itself, as loads from any memory would be slower than those from shared memory.
                const unsigned first = (first_step_ + begin) * warp;
                return slice_product<Real>(static_cast<const Real*>(memory_.values) + first,
                                           static_cast<const Column*>(memory_.columns) + first, end - begin, u);
            }
        }
        const Real sum = slice_product<Real>(is_kept ? values_ + begin * warp : ring_.values(),
                                             is_kept ? columns_ + begin * warp : ring_.columns(), end - begin, u);
        if (!is_kept) bring();
        return sum;
    }
    // Has the next slice of this warp brought by the ring. Those that are kept come before the others.
    __device__ __forceinline__ void bring() {
        const unsigned begin = coming_ < slices_ ? slice_start_[coming_] : 0;
        ring_.bring(first_step_ + begin, coming_ < slices_ ? slice_start_[coming_ + 1] - begin : 0);
        coming_ += blockDim.x / warp;
    }

    // w of a row that has it not in registers.
    __device__ Real w_of(unsigned row) const {
        const unsigned i = row - (keeps_w ? R * groups_ : 0);
        if (i < kept_w_) return w_[i];
        return real(memory_.w)[first_ + row];
    }
    __device__ void keep_w(unsigned row, Real w) {
        const unsigned i = row - (keeps_w ? R * groups_ : 0);
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
    unsigned first_coming_, coming_;  // of this warp's slices: the first that is not kept, and the next to be brought
    unsigned wanted_ = 0;
    state state_[R == 0 ? 1 : R] = {};
};

}  // namespace solver
