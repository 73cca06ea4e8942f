// Tiles of several warps.
#pragma once

namespace cooperative_groups {
namespace emulated {

struct any_wide_tile {};

template <unsigned Size>
class wide_tile : public any_wide_tile {
    static_assert(Size == 64 || Size == 128 || Size == 256 || Size == 512,
                  "a tile has 1, 2, 4, 8, 16, 32, 64, 128, 256 or 512 threads");

public:
    static constexpr unsigned size() { return Size; }
    static constexpr unsigned num_threads() { return Size; }
    static unsigned thread_rank() { return thread_block::thread_rank() % Size; }
    unsigned long long meta_group_rank() const { return meta_rank_; }
    unsigned long long meta_group_size() const { return meta_size_; }

    static void sync(COOP_EMULATOR_HERE) { coop_emulator_tile_barrier(Size, file, line); }
    template <typename T>
    T shfl(T value, unsigned rank, COOP_EMULATOR_HERE) const {
        give(value);
        sync(file, line);
        const T result = taken<T>(first() + rank % Size);
        sync(file, line);
        return result;
    }
    int any(int predicate, COOP_EMULATOR_HERE) const {
        return reduced(predicate != 0, [](int a, int b) { return a | b; }, file, line);
    }
    int all(int predicate, COOP_EMULATOR_HERE) const {
        return reduced(predicate != 0, [](int a, int b) { return a & b; }, file, line);
    }

    // What all have given, in the order of their ranks.
    template <typename T, typename Operation>
    T reduced(T value, Operation&& operation, const char* file, int line) const {
        give(value);
        sync(file, line);
        if (thread_rank() == 0) {
            for (unsigned rank = 1; rank < Size; ++rank) value = operation(value, taken<T>(first() + rank));
            give(value);
        }
        sync(file, line);
        const T result = taken<T>(first());
        sync(file, line);
        return result;
    }

protected:
    wide_tile(unsigned meta_rank, unsigned meta_size) : meta_rank_(meta_rank), meta_size_(meta_size) {}

private:
    static unsigned first() { return thread_block::thread_rank() / Size * Size; }

    template <typename T>
    __attribute__((no_sanitize("thread"))) static void give(const T& value) {
        static_assert(std::is_trivially_copyable<T>::value && sizeof(T) <= 32, "tiles exchange plain values of up to 32 bytes");
        unsigned long long words[4] = {};
        __builtin_memcpy(words, &value, sizeof value);
        for (unsigned word = 0; word < (sizeof(T) + 7) / 8; ++word) coop_emulator_tile_give(word, words[word]);
    }
    template <typename T>
    __attribute__((no_sanitize("thread"))) static T taken(unsigned rank) {
        unsigned long long words[4] = {};
        for (unsigned word = 0; word < (sizeof(T) + 7) / 8; ++word) words[word] = coop_emulator_tile_take(rank, word);
        T value;
        __builtin_memcpy(static_cast<void*>(&value), words, sizeof value);
        return value;
    }

    unsigned meta_rank_, meta_size_;
};

}  // namespace emulated

// A device keeps here what the threads of such tiles exchange, if it is older.
template <unsigned MaxBlockSize = 1024>
struct alignas(8) block_tile_memory {
    char unused[8];
};
template <unsigned MaxBlockSize>
thread_block this_thread_block(block_tile_memory<MaxBlockSize>&) {
    return {};
}

namespace experimental {
using cooperative_groups::block_tile_memory;
using cooperative_groups::this_thread_block;
}  // namespace experimental

}  // namespace cooperative_groups
