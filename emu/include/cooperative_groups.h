// Cooperative groups: the grid, the block, tiles of a warp, and the lanes that are together.
//
// A block's barrier is __syncthreads(), and a grid's begins with the arrival of every thread of a block.
#pragma once

#include <cuda_runtime.h>

namespace cooperative_groups {

namespace emulated {

COOP_EMULATOR_INLINE unsigned rank_of(uint3 index, uint3 extent) {
    return (index.z * extent.y + index.y) * extent.x + index.x;
}
COOP_EMULATOR_INLINE unsigned count_of(uint3 extent) { return extent.x * extent.y * extent.z; }

// How many of the lanes in `mask` are before this one.
COOP_EMULATOR_INLINE unsigned lanes_before(unsigned mask) {
    return unsigned(__builtin_popcount(mask & ((1u << coop_emulator_lane()) - 1)));
}

// The lane that is number `rank` of those in `mask`.
inline unsigned lane_of(unsigned mask, unsigned rank) {
    for (unsigned lane = 0; lane < 32; ++lane) {
        if ((mask >> lane & 1) != 0 && rank-- == 0) return lane;
    }
    return 32;
}

}  // namespace emulated

class grid_group {
public:
    struct arrival_token {};

    bool is_valid() const { return coop_emulator_is_cooperative() != 0; }
    void sync(COOP_EMULATOR_HERE) const {
        coop_emulator_grid_arrive(file, line);
        coop_emulator_grid_wait(file, line);
    }
    arrival_token barrier_arrive(COOP_EMULATOR_HERE) const {
        coop_emulator_grid_arrive(file, line);
        return {};
    }
    void barrier_wait(arrival_token&&, COOP_EMULATOR_HERE) const { coop_emulator_grid_wait(file, line); }

    unsigned long long size() const { return num_threads(); }
    unsigned long long num_threads() const {
        return num_blocks() * emulated::count_of(coop_emulator_block_extent());
    }
    unsigned long long thread_rank() const {
        const uint3 extent = coop_emulator_block_extent();
        return block_rank() * emulated::count_of(extent) + emulated::rank_of(coop_emulator_thread_index(), extent);
    }
    unsigned long long num_blocks() const {
        const uint3 extent = coop_emulator_grid_extent();
        return (unsigned long long)extent.x * extent.y * extent.z;
    }
    unsigned long long block_rank() const {
        const uint3 index = coop_emulator_block_index(), extent = coop_emulator_grid_extent();
        return ((unsigned long long)index.z * extent.y + index.y) * extent.x + index.x;
    }
    dim3 block_index() const { return coop_emulator_block_index(); }
    dim3 dim_blocks() const { return coop_emulator_grid_extent(); }
    dim3 group_dim() const { return coop_emulator_grid_extent(); }
};

class thread_block {
public:
    struct arrival_token {};

    static void sync(COOP_EMULATOR_HERE) { coop_emulator_block_barrier(0, 0, file, line); }
    static unsigned size() { return num_threads(); }
    static unsigned num_threads() { return emulated::count_of(coop_emulator_block_extent()); }
    static unsigned thread_rank() {
        return emulated::rank_of(coop_emulator_thread_index(), coop_emulator_block_extent());
    }
    static dim3 group_index() { return coop_emulator_block_index(); }
    static dim3 thread_index() { return coop_emulator_thread_index(); }
    static dim3 group_dim() { return coop_emulator_block_extent(); }
    static dim3 dim_threads() { return coop_emulator_block_extent(); }
};

namespace emulated {

// Lanes of one warp, by their mask: what tiles and coalesced groups have in common.
class lanes {
public:
    explicit lanes(unsigned mask) : mask_(mask) {}
    unsigned mask() const { return mask_; }
    unsigned size() const { return unsigned(__builtin_popcount(mask_)); }
    unsigned num_threads() const { return size(); }
    unsigned thread_rank() const { return lanes_before(mask_); }
    void sync(COOP_EMULATOR_HERE) const { __syncwarp(mask_, file, line); }

    template <typename T>
    T shfl(T value, unsigned rank, COOP_EMULATOR_HERE) const {
        return coop_emulator::exchange(mask_, value, lane_of(mask_, rank % size()), file, line);
    }
    template <typename T>
    T shfl_up(T value, unsigned delta, COOP_EMULATOR_HERE) const {
        const unsigned rank = thread_rank();
        return coop_emulator::exchange(mask_, value, lane_of(mask_, delta <= rank ? rank - delta : rank), file, line);
    }
    template <typename T>
    T shfl_down(T value, unsigned delta, COOP_EMULATOR_HERE) const {
        const unsigned rank = thread_rank();
        const unsigned source = rank + delta < size() ? rank + delta : rank;
        return coop_emulator::exchange(mask_, value, lane_of(mask_, source), file, line);
    }
    int any(int predicate, COOP_EMULATOR_HERE) const { return __any_sync(mask_, predicate, file, line); }
    int all(int predicate, COOP_EMULATOR_HERE) const { return __all_sync(mask_, predicate, file, line); }
    // One bit a member, by rank.
    unsigned ballot(int predicate, COOP_EMULATOR_HERE) const {
        return packed(__ballot_sync(mask_, predicate, file, line));
    }
    template <typename T>
    unsigned match_any(T value, COOP_EMULATOR_HERE) const {
        return packed(__match_any_sync(mask_, value, file, line));
    }

private:
    unsigned packed(unsigned bits) const {
        unsigned result = 0;
        for (unsigned lane = 0, rank = 0; lane < 32; ++lane) {
            if ((mask_ >> lane & 1) != 0) result |= (bits >> lane & 1) << rank++;
        }
        return result;
    }

    unsigned mask_;
};

}  // namespace emulated

class coalesced_group : public emulated::lanes {
public:
    using lanes::lanes;
};

template <unsigned Size, typename Parent = void>
class thread_block_tile : public emulated::lanes {
    static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0,
                  "the emulator has tiles of 1, 2, 4, 8, 16 and 32 threads");

public:
    thread_block_tile()
        : lanes((Size == 32 ? 0xffffffffu : (1u << Size % 32) - 1) << (coop_emulator_lane() & ~(Size - 1))) {}
    static constexpr unsigned size() { return Size; }
    static constexpr unsigned num_threads() { return Size; }
    unsigned thread_rank() const { return coop_emulator_lane() & (Size - 1); }
    unsigned meta_group_rank() const { return thread_block::thread_rank() / Size; }
    unsigned meta_group_size() const { return (thread_block::num_threads() + Size - 1) / Size; }

    template <typename T>
    T shfl(T value, unsigned rank, COOP_EMULATOR_HERE) const {
        return __shfl_sync(mask(), value, int(rank), Size, file, line);
    }
    template <typename T>
    T shfl_up(T value, unsigned delta, COOP_EMULATOR_HERE) const {
        return __shfl_up_sync(mask(), value, delta, Size, file, line);
    }
    template <typename T>
    T shfl_down(T value, unsigned delta, COOP_EMULATOR_HERE) const {
        return __shfl_down_sync(mask(), value, delta, Size, file, line);
    }
    template <typename T>
    T shfl_xor(T value, unsigned bits, COOP_EMULATOR_HERE) const {
        return __shfl_xor_sync(mask(), value, int(bits), Size, file, line);
    }
};

inline grid_group this_grid() { return {}; }
inline thread_block this_thread_block() { return {}; }
inline thread_block_tile<1> this_thread() { return {}; }
inline coalesced_group coalesced_threads(COOP_EMULATOR_HERE) {
    return coalesced_group(coop_emulator_active_mask(file, line));
}

template <unsigned Size, typename Parent>
thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
    return {};
}

// A barrier over a group, by function.
template <typename Group>
void sync(const Group& group, COOP_EMULATOR_HERE) {
    group.sync(file, line);
}

}  // namespace cooperative_groups
