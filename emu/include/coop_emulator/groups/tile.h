// Tiles: as many lanes of a warp as a power of two, one after the other.
#pragma once

namespace cooperative_groups {

namespace emulated {

template <unsigned Size>
class narrow_tile : public emulated::lanes {
    static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0, "a tile has as many threads as a power of two");

public:
    // The tile of the calling thread, among those of a parent.
    narrow_tile(unsigned meta_rank, unsigned meta_size)
        : lanes((Size == 32 ? 0xffffffffu : (1u << Size % 32) - 1) << (coop_emulator_lane() & ~(Size - 1)), meta_rank,
                meta_size) {}

    static constexpr unsigned size() { return Size; }
    static constexpr unsigned num_threads() { return Size; }
    unsigned thread_rank() const { return coop_emulator_lane() & (Size - 1); }

    template <typename T>
    T shfl(T value, int rank, COOP_EMULATOR_HERE) const {
        return coop_emulator::exchange(emulated_mask(), value, base() | (unsigned(rank) & (Size - 1)), file, line);
    }
    template <typename T>
    T shfl_up(T value, unsigned delta, COOP_EMULATOR_HERE) const {
        const unsigned rank = thread_rank();
        return coop_emulator::exchange(emulated_mask(), value, base() + (delta <= rank ? rank - delta : rank), file, line);
    }
    template <typename T>
    T shfl_down(T value, unsigned delta, COOP_EMULATOR_HERE) const {
        const unsigned rank = thread_rank();
        return coop_emulator::exchange(emulated_mask(), value, base() + (rank + delta < Size ? rank + delta : rank), file,
                                       line);
    }
    template <typename T>
    T shfl_xor(T value, unsigned bits, COOP_EMULATOR_HERE) const {
        const unsigned rank = thread_rank(), source = rank ^ bits;
        return coop_emulator::exchange(emulated_mask(), value, base() + (source < Size ? source : rank), file, line);
    }

private:
    static unsigned base() { return coop_emulator_lane() & ~(Size - 1); }
};

template <unsigned Size>
using tile_of_size = typename std::conditional<(Size > 32), wide_tile<(Size > 32 ? Size : 64)>,
                                               narrow_tile<(Size > 32 ? 32 : Size)>>::type;

}  // namespace emulated

template <unsigned Size, typename Parent = void>
class thread_block_tile;

template <unsigned Size>
class thread_block_tile<Size, void> : public emulated::tile_of_size<Size> {
public:
    thread_block_tile(unsigned meta_rank, unsigned meta_size) : emulated::tile_of_size<Size>(meta_rank, meta_size) {}
};

// The parent is known by name alone.
template <unsigned Size, typename Parent>
class thread_block_tile : public thread_block_tile<Size, void> {
public:
    using thread_block_tile<Size, void>::thread_block_tile;
};

inline thread_block_tile<1> this_thread() { return {0, 1}; }

}  // namespace cooperative_groups
