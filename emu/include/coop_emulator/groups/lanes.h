// Lanes of one warp, by their mask: what tiles and coalesced groups have in common.
#pragma once

namespace cooperative_groups {
namespace emulated {

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

class lanes {
public:
    lanes(unsigned mask, unsigned meta_rank, unsigned meta_size)
        : mask_(mask), meta_rank_(meta_rank), meta_size_(meta_size) {}

    unsigned emulated_mask() const { return mask_; }
    unsigned size() const { return unsigned(__builtin_popcount(mask_)); }
    unsigned num_threads() const { return size(); }
    unsigned thread_rank() const { return lanes_before(mask_); }
    // Of the groups that were made with this one: which it is, and how many there are.
    unsigned long long meta_group_rank() const { return meta_rank_; }
    unsigned long long meta_group_size() const { return meta_size_; }
    void sync(COOP_EMULATOR_HERE) const { __syncwarp(mask_, file, line); }

    template <typename T>
    T shfl(T value, int rank, COOP_EMULATOR_HERE) const {
        return coop_emulator::exchange(mask_, value, lane_of(mask_, unsigned(rank) % size()), file, line);
    }
    // What would come from beyond the group's ends is the thread's own.
    template <typename T>
    T shfl_up(T value, int delta, COOP_EMULATOR_HERE) const {
        const unsigned rank = thread_rank();
        const unsigned source = unsigned(delta) <= rank ? rank - unsigned(delta) : rank;
        return coop_emulator::exchange(mask_, value, lane_of(mask_, source), file, line);
    }
    template <typename T>
    T shfl_down(T value, int delta, COOP_EMULATOR_HERE) const {
        const unsigned rank = thread_rank();
        const unsigned source = rank + unsigned(delta) < size() ? rank + unsigned(delta) : rank;
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
    template <typename T>
    unsigned match_all(T value, int& same, COOP_EMULATOR_HERE) const {
        return packed(__match_all_sync(mask_, value, &same, file, line));
    }

private:
    unsigned packed(unsigned bits) const {
        unsigned result = 0;
        for (unsigned lane = 0, rank = 0; lane < 32; ++lane) {
            if ((mask_ >> lane & 1) != 0) result |= (bits >> lane & 1) << rank++;
        }
        return result;
    }

    unsigned mask_, meta_rank_, meta_size_;
};

}  // namespace emulated

class coalesced_group : public emulated::lanes {
public:
    explicit coalesced_group(unsigned mask, unsigned meta_rank = 0, unsigned meta_size = 1)
        : lanes(mask, meta_rank, meta_size) {}
};

inline coalesced_group coalesced_threads(COOP_EMULATOR_HERE) {
    return coalesced_group(coop_emulator_active_mask(file, line));
}

}  // namespace cooperative_groups
