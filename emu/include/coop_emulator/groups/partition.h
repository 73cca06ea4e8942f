// Groups made of groups.
#pragma once

namespace cooperative_groups {

// A block, or lanes of a warp: for functions that take any of them.
class thread_group {
public:
    thread_group(const thread_block&) : mask_(0) {}
    thread_group(const emulated::lanes& lanes) : mask_(lanes.emulated_mask()) {}

    unsigned size() const { return mask_ == 0 ? thread_block::size() : unsigned(__builtin_popcount(mask_)); }
    unsigned num_threads() const { return size(); }
    unsigned thread_rank() const { return mask_ == 0 ? thread_block::thread_rank() : emulated::lanes_before(mask_); }
    void sync(COOP_EMULATOR_HERE) const {
        if (mask_ == 0) thread_block::sync(file, line);
        else __syncwarp(mask_, file, line);
    }
    unsigned emulated_mask() const { return mask_; }

private:
    unsigned mask_;  // 0: the block
};

namespace emulated {

template <unsigned Size, unsigned Outer, typename Parent>
thread_block_tile<Size, Parent> tile_of(unsigned rank, unsigned members) {
    static_assert(Size <= Outer, "a tile is no larger than what it is a part of");
    return {rank / Size, (members + Size - 1) / Size};
}

// The lanes in `mask` that are together with this one when every `size` of them are.
inline coalesced_group part_of(unsigned mask, unsigned size) {
    const unsigned rank = lanes_before(mask), members = unsigned(__builtin_popcount(mask));
    unsigned part = 0;
    for (unsigned i = rank / size * size; i < rank / size * size + size && i < members; ++i) part |= 1u << lane_of(mask, i);
    return coalesced_group(part, rank / size, (members + size - 1) / size);
}

}  // namespace emulated

template <unsigned Size>
thread_block_tile<Size, thread_block> tiled_partition(const thread_block& block) {
    return emulated::tile_of<Size, 1024, thread_block>(block.thread_rank(), block.size());
}
template <unsigned Size, unsigned Outer, typename Parent>
thread_block_tile<Size, thread_block_tile<Outer, Parent>> tiled_partition(const thread_block_tile<Outer, Parent>& tile) {
    return emulated::tile_of<Size, Outer, thread_block_tile<Outer, Parent>>(tile.thread_rank(), Outer);
}

// Parts of a size that is known only now, a power of two up to a warp.
inline coalesced_group tiled_partition(const thread_group& parent, unsigned size) {
    if (size == 0 || size > 32 || (size & (size - 1)) != 0) __trap();
    if (parent.emulated_mask() != 0) return emulated::part_of(parent.emulated_mask(), size);
    const unsigned rank = parent.thread_rank(), members = parent.size();
    const unsigned first = coop_emulator_lane() & ~(size - 1), end = min(size, members - rank / size * size);
    return coalesced_group((end == 32 ? 0xffffffffu : (1u << end % 32) - 1) << first, rank / size,
                           (members + size - 1) / size);
}

// The members with the same label.
template <typename Label>
coalesced_group labeled_partition(const emulated::lanes& parent, Label label, COOP_EMULATOR_HERE) {
    static_assert(std::is_integral<Label>::value, "a label is an integer");
    const unsigned part = __match_any_sync(parent.emulated_mask(), label, file, line);
    // The first lane of each part counts it.
    const unsigned firsts = __ballot_sync(parent.emulated_mask(), emulated::lanes_before(part) == 0, file, line);
    const unsigned first = unsigned(__builtin_ctz(part));
    return coalesced_group(part, unsigned(__builtin_popcount(firsts & ((1u << first) - 1))),
                           unsigned(__builtin_popcount(firsts)));
}

// The members for which the predicate holds, or those for which it does not.
inline coalesced_group binary_partition(const emulated::lanes& parent, bool predicate, COOP_EMULATOR_HERE) {
    return labeled_partition(parent, int(predicate), file, line);
}

// What groups have, by function.
template <typename Group>
void sync(const Group& group, COOP_EMULATOR_HERE) {
    group.sync(file, line);
}
template <typename Group>
auto thread_rank(const Group& group) {
    return group.thread_rank();
}
template <typename Group>
auto group_size(const Group& group) {
    return group.num_threads();
}

}  // namespace cooperative_groups
