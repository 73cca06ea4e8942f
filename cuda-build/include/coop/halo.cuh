// Values that a block hands to its neighbours in words that say themselves from which step they are: no barrier, no flag,
// no fence. Whoever finds the step it waits for has the value.
//
//     coop::halo_store(words, values, step);                        // the owner
//     while (!coop::halo_load(words, values, step)) {}              // the neighbour
//
// A word has 64 bits, and its upper half is the step. A `float` is one word; a `double` is two, one for each half of its bits, of
// the same step. A word is written and read as one (a relaxed access of 8 bytes at its natural alignment), so that value and
// step are always of one store. Two words that lie in 16 aligned bytes go in one instruction; each is still looked at by itself,
// because such a vector is two accesses to the memory model, in any order.
//
// Who calls      any thread, alone; all blocks are resident (a cooperative launch).
// Scope, order   the device; nothing but the value itself is handed over.
// Cost           benches/barriers.rs prints it: on an H200 about half of a barrier of the grid, as one trip to the L2 cache
//                and one back is all there is.
//
// The words      Two buffers, used in turn: those of step s are in buffer s % 2.
// No overtaking  A block stores step s + 2 over step s only after it has loaded step s + 1 of every neighbour that reads it; each
//                of those stored s + 1 only after all of its threads had loaded step s: that takes, in each block, a
//                __syncthreads() between the last load of a step and the first store of the next. A load that was waited for
//                has its value before the stores that depend on it are made, so that no fence is needed.
// No stale word  Steps of one set of words are numbered on from launch to launch: the host passes where they begin, and fills
//                the words with zeros before step 1. A step comes again after 2^32 exchanges, and until then the word was
//                written 2^31 times. A set of words is for one shape; another shape begins with zeros again.
#pragma once

#include <cstring>

#include <coop/word.cuh>

namespace coop {

// Words that one value takes.
template <typename T>
constexpr unsigned halo_words = sizeof(T) / 4;

namespace detail {

__device__ inline unsigned long long halo_word(unsigned bits, unsigned step) {
    return static_cast<unsigned long long>(step) << 32 | bits;
}

}  // namespace detail

// Stores N values as of `step`. `words` has N * halo_words<T>; they are aligned to 16 bytes if there is more than one.
template <typename T, unsigned N>
__device__ void halo_store(unsigned long long* words, const T (&values)[N], unsigned step) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "values of 4 or 8 bytes");
    constexpr unsigned count = N * halo_words<T>;
    static_assert(count == 1 || count % 2 == 0, "one word, or pairs of them");
    unsigned bits[count];
    memcpy(bits, values, sizeof bits);
    if constexpr (count == 1) {
        store_relaxed(words, detail::halo_word(bits[0], step));
    } else {
#pragma unroll
        for (unsigned i = 0; i < count; i += 2) {
            store_relaxed(reinterpret_cast<word_pair*>(words + i),
                          {detail::halo_word(bits[i], step), detail::halo_word(bits[i + 1], step)});
        }
    }
}

// Whether all of the N values at `words` are of `step`; if so, `values` has them. Looks once.
template <typename T, unsigned N>
__device__ bool halo_load(const unsigned long long* words, T (&values)[N], unsigned step) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "values of 4 or 8 bytes");
    constexpr unsigned count = N * halo_words<T>;
    static_assert(count == 1 || count % 2 == 0, "one word, or pairs of them");
    unsigned bits[count];
    bool arrived = true;
    if constexpr (count == 1) {
        const unsigned long long word = load_relaxed(words);
        bits[0] = static_cast<unsigned>(word);
        arrived = word >> 32 == step;
    } else {
#pragma unroll
        for (unsigned i = 0; i < count; i += 2) {
            const word_pair pair = load_relaxed(reinterpret_cast<const word_pair*>(words + i));
            bits[i] = static_cast<unsigned>(pair.first);
            bits[i + 1] = static_cast<unsigned>(pair.second);
            arrived = arrived && pair.first >> 32 == step && pair.second >> 32 == step;
        }
    }
    memcpy(values, bits, sizeof bits);
    return arrived;
}

}  // namespace coop
