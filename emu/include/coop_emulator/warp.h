// Warp shuffles, votes, matches and reductions.
#pragma once

namespace coop_emulator {

template <typename T>
COOP_EMULATOR_INLINE unsigned long long to_bits(T value) {
    static_assert(std::is_trivially_copyable<T>::value && sizeof(T) <= 8, "warps exchange values of up to 8 bytes");
    unsigned long long bits = 0;
    __builtin_memcpy(&bits, &value, sizeof value);
    return bits;
}

template <typename T>
COOP_EMULATOR_INLINE T from_bits(unsigned long long bits) {
    T value;
    __builtin_memcpy(static_cast<void*>(&value), &bits, sizeof value);
    return value;
}

// The value of lane `source`. What is larger than a word goes word by word.
template <typename T>
__attribute__((no_sanitize("thread"))) inline T exchange(unsigned mask, T value, unsigned source, const char* file,
                                                         int line) {
    static_assert(std::is_trivially_copyable<T>::value && sizeof(T) <= 32, "shuffles take plain values of up to 32 bytes");
    unsigned long long words[(sizeof(T) + 7) / 8] = {};
    __builtin_memcpy(words, &value, sizeof value);
    for (unsigned long long& word : words) {
        word = coop_emulator_warp(coop_emulator_exchange, mask, word, source, file, line);
    }
    __builtin_memcpy(static_cast<void*>(&value), words, sizeof value);
    return value;
}

}  // namespace coop_emulator

COOP_EMULATOR_INLINE void __syncwarp(unsigned mask = 0xffffffffu, COOP_EMULATOR_HERE) {
    coop_emulator_warp(coop_emulator_sync, mask, 0, 0, file, line);
}
COOP_EMULATOR_INLINE unsigned __activemask(COOP_EMULATOR_HERE) { return coop_emulator_active_mask(file, line); }

COOP_EMULATOR_INLINE unsigned __ballot_sync(unsigned mask, int predicate, COOP_EMULATOR_HERE) {
    return static_cast<unsigned>(coop_emulator_warp(coop_emulator_ballot, mask, predicate != 0, 0, file, line));
}
COOP_EMULATOR_INLINE int __any_sync(unsigned mask, int predicate, COOP_EMULATOR_HERE) {
    return static_cast<int>(coop_emulator_warp(coop_emulator_any, mask, predicate != 0, 0, file, line));
}
COOP_EMULATOR_INLINE int __all_sync(unsigned mask, int predicate, COOP_EMULATOR_HERE) {
    return static_cast<int>(coop_emulator_warp(coop_emulator_all, mask, predicate != 0, 0, file, line));
}
template <typename T>
COOP_EMULATOR_INLINE unsigned __match_any_sync(unsigned mask, T value, COOP_EMULATOR_HERE) {
    return static_cast<unsigned>(
        coop_emulator_warp(coop_emulator_match, mask, coop_emulator::to_bits(value), 0, file, line));
}

// All of the mask if every lane has the same value, else none.
template <typename T>
COOP_EMULATOR_INLINE unsigned __match_all_sync(unsigned mask, T value, int* same, COOP_EMULATOR_HERE) {
    const unsigned matching = __match_any_sync(mask, value, file, line);
    *same = matching == __ballot_sync(mask, 1, file, line);
    return *same != 0 ? matching : 0;
}

// A shuffle that would leave its segment of `width` lanes returns the lane's own value.
template <typename T>
inline T __shfl_sync(unsigned mask, T value, int source, int width = 32, COOP_EMULATOR_HERE) {
    const unsigned lane = coop_emulator_lane();
    const unsigned segment = lane & ~unsigned(width - 1);
    return coop_emulator::exchange(mask, value, segment | (unsigned(source) & unsigned(width - 1)), file, line);
}
template <typename T>
inline T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32, COOP_EMULATOR_HERE) {
    const unsigned lane = coop_emulator_lane();
    const unsigned within = lane & unsigned(width - 1);
    return coop_emulator::exchange(mask, value, delta <= within ? lane - delta : lane, file, line);
}
template <typename T>
inline T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32, COOP_EMULATOR_HERE) {
    const unsigned lane = coop_emulator_lane();
    const unsigned within = lane & unsigned(width - 1);
    return coop_emulator::exchange(mask, value, within + delta < unsigned(width) ? lane + delta : lane, file, line);
}
template <typename T>
inline T __shfl_xor_sync(unsigned mask, T value, int bits, int width = 32, COOP_EMULATOR_HERE) {
    const unsigned lane = coop_emulator_lane();
    const unsigned source = lane ^ unsigned(bits);
    // Segments below the lane's own may be read, those above not.
    const unsigned end = (lane & ~unsigned(width - 1)) + unsigned(width);
    return coop_emulator::exchange(mask, value, source < end ? source : lane, file, line);
}

namespace coop_emulator {

template <typename T, typename Operation>
inline T reduce_mask(unsigned mask, T value, Operation operation, const char* file, int line) {
    T result{};
    bool first = true;
    for (unsigned lane = 0; lane < 32; ++lane) {
        if ((mask >> lane & 1) == 0) continue;
        const T other = exchange(mask, value, lane, file, line);
        result = first ? other : operation(result, other);
        first = false;
    }
    return result;
}

}  // namespace coop_emulator

#define COOP_EMULATOR_REDUCE(name, type, expression)                                                             \
    inline type name(unsigned mask, type value, COOP_EMULATOR_HERE) {                                            \
        return coop_emulator::reduce_mask(mask, value, [](type a, type b) -> type { return expression; }, file, line); \
    }
COOP_EMULATOR_REDUCE(__reduce_add_sync, unsigned, a + b)
COOP_EMULATOR_REDUCE(__reduce_add_sync, int, int(unsigned(a) + unsigned(b)))
COOP_EMULATOR_REDUCE(__reduce_min_sync, unsigned, a < b ? a : b)
COOP_EMULATOR_REDUCE(__reduce_min_sync, int, a < b ? a : b)
COOP_EMULATOR_REDUCE(__reduce_max_sync, unsigned, a < b ? b : a)
COOP_EMULATOR_REDUCE(__reduce_max_sync, int, a < b ? b : a)
COOP_EMULATOR_REDUCE(__reduce_and_sync, unsigned, a & b)
COOP_EMULATOR_REDUCE(__reduce_or_sync, unsigned, a | b)
COOP_EMULATOR_REDUCE(__reduce_xor_sync, unsigned, a ^ b)
#undef COOP_EMULATOR_REDUCE
