// A vector that is divided among the blocks of a scope: each block writes its own part, and gets copies of those elements of
// other blocks, its ghosts, that it asked for.
//
//     coop::exchange<Scope, double> u(scope, ...);
//     u.put(i, {value}, wanted);     // element i of this block's part; wanted: some block has it among its ghosts
//     __syncthreads();               // or sums::begin(), which holds one
//     u.get();                       // all threads of the block; u.get(false): one that does not read need not wait
//     ... u[column] ...              // own elements from 0 on, then the ghosts
//
// exchange<Scope, double, 2> has two numbers an element, which travel together: put(i, {one, other}, wanted), u[column][1].
//
// All of it lies in the block's shared memory, so what reads it does not care how large the scope is.
//
// Preconditions: the block has read what it got in step k when it arrives at a meeting of the scope (sums::begin, scope.sync()), and
// nobody puts for step k + 2 before that meeting has ended; the meeting need not make memory visible. Between the last read of step
// k by a thread of the block and the first put of step k + 1 there is a barrier of the block (sums::end holds one), as a block and a
// grid have one place for their own elements.
#pragma once

#include <cstdint>

#include <coop/inbox.cuh>
#include <coop/scope.cuh>
#include <coop/word.cuh>

namespace coop {

// An element that a block of a cluster sends to another.
struct send {
    std::uint16_t element;  // own, of the sender
    std::uint16_t slot;     // where it goes, counted from the receiver's first own element
    std::uint16_t block;    // the receiver
    std::uint16_t unused;
};

// N numbers that travel together.
template <typename T, unsigned N>
struct alignas(sizeof(T) * N) packet {
    T value[N];
    __device__ T& operator[](unsigned i) { return value[i]; }
    __device__ const T& operator[](unsigned i) const { return value[i]; }
};

namespace detail {

template <typename T, unsigned N>
struct element_of {
    using type = packet<T, N>;
    __device__ static type pack(const T (&values)[N]) {
        type element;
#pragma unroll
        for (unsigned i = 0; i < N; ++i) element[i] = values[i];
        return element;
    }
    __device__ static T get(const type& element, unsigned i) { return element[i]; }
};
template <typename T>
struct element_of<T, 1> {
    using type = T;
    __device__ static type pack(const T (&values)[1]) { return values[0]; }
    __device__ static T get(const type& element, unsigned) { return element; }
};

}  // namespace detail

// Where a block's part lies, in shared memory, which elements of others it gets, and which it gives.
template <typename Element>
struct parts {
    Element* elements;            // own + ghosts; in a cluster twice, the second `stride` after the first
    unsigned own;                 // elements of this block
    unsigned first;               // number of its first element in the whole vector
    const std::uint32_t* ghosts;  // numbers of elements in the whole vector; for a grid
    unsigned ghost_count;
    const send* sends;  // for a cluster
    unsigned send_count;
    unsigned stride;  // for a cluster: the same in all blocks
};

// T: float or double. N: 1 or 2.
template <class Scope, typename T, unsigned N = 1>
class exchange;

template <typename T, unsigned N>
class exchange<block_scope, T, N> {
public:
    using element = typename detail::element_of<T, N>::type;
    __device__ exchange(block_scope, parts<element> parts, void*) : elements_(parts.elements) {}
    __device__ void put(unsigned i, const T (&values)[N], bool) { elements_[i] = detail::element_of<T, N>::pack(values); }
    __device__ void get(bool = true) {}
    __device__ const element& operator[](unsigned i) const { return elements_[i]; }
    __device__ const element& own(unsigned i) const { return elements_[i]; }

private:
    element* elements_;
};

// A wanted element is sent to the blocks that want it.
//
// There are two buffers, used in turn: a fast block sends for step k + 1 while another still reads step k. It sends for
// step k + 2 only after the meeting to which that one came with step k read.
template <typename T, unsigned N>
class exchange<cluster_scope, T, N> {
public:
    using element = typename detail::element_of<T, N>::type;
    // Holds a cluster barrier.
    __device__ exchange(cluster_scope scope, parts<element> parts, void*)
        : scope_(scope), parts_(parts), now_(parts.elements), other_(parts.elements + parts.stride), inbox_(mail()[0]), other_inbox_(mail()[1]) {
        if (threadIdx.x == 0) {
            inbox::init(mail()[0]);
            inbox::init(mail()[1]);
        }
        scope_.sync();
    }
    __device__ void put(unsigned i, const T (&values)[N], bool) {
        other_[i] = detail::element_of<T, N>::pack(values);
    }
    __device__ void get(bool reads = true) {
        detail::swap(now_, other_);
        detail::swap(inbox_, other_inbox_);
        const unsigned bytes = parts_.ghost_count * sizeof(element);
        if (threadIdx.x == 0) inbox_.expect(bytes);
        // From the last thread on, as the first warp comes late from sums::begin().
        for (unsigned i = blockDim.x - 1 - threadIdx.x; i < parts_.send_count; i += blockDim.x) {
            const send one = parts_.sends[i];
            const element sent = now_[one.element];
            T values[N];
#pragma unroll
            for (unsigned i = 0; i < N; ++i) values[i] = detail::element_of<T, N>::get(sent, i);
            inbox_.send(scope_, reinterpret_cast<T*>(now_ + one.slot), one.block, values);
        }
        if (reads) {
            inbox_.wait(bytes);
        } else {
            inbox_.pass(bytes);
        }
    }
    __device__ const element& operator[](unsigned i) const { return now_[i]; }
    __device__ const element& own(unsigned i) const { return now_[i]; }

private:
    __device__ static inbox::storage* mail() {
        __shared__ inbox::storage mail[2];
        return mail;
    }

    cluster_scope scope_;
    parts<element> parts_;
    element *now_, *other_;
    inbox inbox_, other_inbox_;
};

namespace detail {

// A number as a word that says from which of two steps in turn it is: what is there, or what is to come. A double gives up
// its last bit for that, in all blocks alike; a float has 32 bits beside it.
__device__ inline double rounded(double value) {
    return __longlong_as_double(__double_as_longlong(value) & ~1ll);
}
__device__ inline float rounded(float value) { return value; }
__device__ inline word to_word(double value, unsigned step) {
    return static_cast<word>(__double_as_longlong(value)) | (step >> 1 & 1);
}
__device__ inline word to_word(float value, unsigned step) { return word(step) << 32 | __float_as_uint(value); }
__device__ inline bool is_of(double, word found, unsigned step) { return ((found ^ (step >> 1)) & 1) == 0; }
__device__ inline bool is_of(float, word found, unsigned step) { return found >> 32 == step; }
__device__ inline void from_word(double& value, word found) {
    value = __longlong_as_double(static_cast<long long>(found & ~word(1)));
}
__device__ inline void from_word(float& value, word found) { value = __uint_as_float(static_cast<unsigned>(found)); }

}  // namespace detail

// A wanted element goes through global memory, in words that carry a number and tell its step. Whoever wants it polls the words
// themselves: there is no flag, and so no fence between flag and data.
//
// Two sets of words are used in turn. Those of step k + 2 are written over those of step k after the meeting to which every block
// came with step k read: what it brought was computed from it. (A load that returned the later value would depend on itself,
// which the memory model forbids: no value out of thin air.) So whoever waits for step k finds step k - 2 or k, and one bit
// tells which.
template <typename T, unsigned N>
class exchange<grid_scope, T, N> {
public:
    using element = typename detail::element_of<T, N>::type;
    // Words that an element takes, in both sets.
    static constexpr unsigned words = 2 * N;

    // `memory`: so many words for each element of the whole vector, zeroed by the host before every launch, aligned to 16.
    __device__ exchange(grid_scope, parts<element> parts, void* memory) : parts_(parts), words_(static_cast<word*>(memory)) {}

    // Of a double all but the last bit arrives, here as elsewhere.
    __device__ void put(unsigned i, const T (&values)[N], bool wanted) {
        T sent[N];
#pragma unroll
        for (unsigned j = 0; j < N; ++j) sent[j] = detail::rounded(values[j]);
        word* const to = words_of(parts_.first + i);
        if constexpr (N == 1) {
            if (wanted) store_relaxed(to, detail::to_word(sent[0], step_));
        } else {
            const word_pair pair{detail::to_word(sent[0], step_), detail::to_word(sent[1], step_)};
            if (wanted) store_relaxed(reinterpret_cast<word_pair*>(to), pair);
        }
        parts_.elements[i] = detail::element_of<T, N>::pack(sent);
    }
    __device__ void get(bool = true) {
        // From the last thread on, as the first warp comes late from sums::begin().
        for (unsigned g = blockDim.x - 1 - threadIdx.x; g < parts_.ghost_count; g += blockDim.x) {
            const word* const from = words_of(parts_.ghosts[g]);
            T values[N];
            if constexpr (N == 1) {
                word found;
                do found = load_relaxed(from);
                while (!detail::is_of(T(), found, step_));
                detail::from_word(values[0], found);
            } else {
                word_pair found;
                do found = load_relaxed(reinterpret_cast<const word_pair*>(from));
                while (!detail::is_of(T(), found.first, step_) || !detail::is_of(T(), found.second, step_));
                detail::from_word(values[0], found.first);
                detail::from_word(values[1], found.second);
            }
            parts_.elements[parts_.own + g] = detail::element_of<T, N>::pack(values);
        }
        ++step_;
        // Separates the writes of ghosts by these threads from their reads by the block.
        __syncthreads();
    }
    __device__ const element& operator[](unsigned i) const { return parts_.elements[i]; }
    __device__ const element& own(unsigned i) const { return parts_.elements[i]; }

private:
    // The two sets of an element lie side by side.
    __device__ word* words_of(unsigned element) const { return words_ + (2 * element + step_ % 2) * N; }

    parts<element> parts_;
    word* words_;
    unsigned step_ = 2;  // so that the first of each set is told from zeros
};

}  // namespace coop
