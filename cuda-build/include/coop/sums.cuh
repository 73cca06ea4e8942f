// Sums of N doubles over a scope, with the meeting inside: every thread contributes, every block gets the same bits.
//
//     coop::sums<Scope, N> sums(scope, words);          // every thread of the scope
//     const double mean = sums.total({mine, other}, [&](const double (&total)[N]) { return total[0] / n; });
//
// or in two halves, with work between them that needs no sum yet, while the numbers travel:
//
//     sums.begin({mine, other});
//     ...                                                             // what the block's threads wrote before is seen here
//     const double mean = sums.end([&](const double (&total)[N]) { return total[0] / n; });
//
// `begin` holds a barrier of the block; then its first warp sends, and the others go on. If that warp has nothing to do between
// the halves, the meeting costs the others nothing but the wait for what is late.
//
// `total` is a barrier for execution, not for memory: it orders what the scope's threads did before it before what they do
// after it (none goes on before all have come), but what one block wrote to memory is not made visible to another by it. Use
// scope.sync() for that, or pass the data in words of their own (coop/exchange.cuh).
//
// A kernel has one object of a kind (scope, N, warps, first_listens): what it keeps is in shared memory, the same for all of a kind.
// Between `begin` and `end` of one, nothing else with the same N is summed, and each block calls them as often as all others.
//
// The function that makes something of the sums runs in the first warp alone, and what it returns is handed to all threads:
// a division in every thread would cost more than the handing over.
//
// How a grid adds. A sum travels as two 64-bit words, to which each block adds one number with a relaxed `red`:
//
//     upper word: 10 bits count of blocks | 10 bits count of numbers that did not fit | 44 bits of the number's upper part
//     lower word: 10 bits count of blocks | 54 bits of the number's lower 40 bits
//
// The number is an integer: the block's sum times a power of two that puts the last round's total at 2^62. Integers add up
// to the same whatever the order. The waiting threads poll the very words that carry the sum, so that there is no counter
// beside them, no fence, and no load after the barrier.
//
// Words are never set back. Every block knows what a word held after the last round in which it was used, and takes the
// difference, modulo 2^64; so a word needs no first value, and a launch that was cut short leaves nothing behind.
// Two sets are used in turn. A block adds to a set again only after the round between, in which all blocks took part, each
// after it had seen the set complete: so nobody's poll is overtaken.
//
// If the total leaves the range (a block's part is more than 2^11 times the last total, or the total less than 2^-10 of it, or
// infinite, or there was none), every block sees that in the same words, and the round is repeated by way of doubles in memory
// and a barrier, in a fixed order. So the result is that of double precision in any case, within a unit of 2^-52 of it for each
// block, and the same bits whenever grid and block are the same.
//
// Cost on an H200, 132 blocks of 256, two sums: see docs/when.md.
#pragma once

#include <coop/inbox.cuh>
#include <coop/scope.cuh>
#include <coop/word.cuh>

#include <type_traits>
#include <utility>

namespace coop {

// Memory of a grid's sums, which the host provides: any content, never in use by two launches at once.
struct grid_words {
    // Each word has a 128-byte line of its own, so that additions to different words do not wait for each other.
    struct alignas(128) line {
        word value;
    };
    line* lines;    // 4 * N + 1
    double* slots;  // 2 * N for each block
};

namespace detail {

constexpr unsigned warp_size = 32;
constexpr unsigned all_lanes = 0xffffffffu;

// Conversions between doubles and integers of less than 2^51, by the place of the binary point: the device's own take several times
// as long.
struct integer {
    double rounded;   // to the nearest
    long long value;  // the same
    __device__ explicit integer(double number) {
        const double shifted = number + 0x1.8p52;
        rounded = shifted - 0x1.8p52;
        value = __double_as_longlong(shifted) - 0x4338000000000000;
    }
};
__device__ inline double to_double(long long value) {
    return __longlong_as_double(value + 0x4338000000000000) - 0x1.8p52;
}
// Biased by 1023.
__device__ inline int exponent(double value) {
    return static_cast<int>(static_cast<word>(__double_as_longlong(value)) >> 52 & 0x7ff);
}

// The part of a sum that the block does by itself.
template <unsigned N, unsigned warps, bool first_listens>
class block_sums {
    static_assert(N >= 1 && N <= 4, "from one to four sums");

public:
    // In a warp, lanes_a_sum neighbouring lanes are concerned with each sum.
    static constexpr unsigned groups = N == 1 ? 1 : N == 2 ? 2 : 4;
    static constexpr unsigned lanes_a_sum = warp_size / groups;
    __device__ static unsigned lane() { return threadIdx.x % warp_size; }
    __device__ static unsigned of_sum() { return lane() / lanes_a_sum; }
    __device__ static unsigned place() { return lane() % lanes_a_sum; }

    // Adds `value` over the lanes of each sum.
    __device__ static double over_lanes(double value) {
#pragma unroll
        for (unsigned distance = lanes_a_sum / 2; distance > 0; distance /= 2) {
            value += __shfl_xor_sync(all_lanes, value, distance);
        }
        return value;
    }

    // Adds values over the warp, as far as its lanes stay busy: each gets a part of the sum that it is concerned with. In each
    // exchange a lane gives away half of the sums and keeps the other half.
    __device__ static double part_of_warp(const double (&mine)[N]) {
        double values[groups] = {};
#pragma unroll
        for (unsigned i = 0; i < N; ++i) values[i] = mine[i];
#pragma unroll
        for (unsigned half = groups / 2, distance = warp_size / 2; half > 0; half /= 2, distance /= 2) {
            const bool upper = (lane() & distance) != 0;
#pragma unroll
            for (unsigned i = 0; i < half; ++i) {
                const double kept = upper ? values[half + i] : values[i], given = upper ? values[i] : values[half + i];
                values[i] = kept + __shfl_xor_sync(all_lanes, given, distance);
            }
        }
        return values[0];
    }

    // Adds up `count` values for each sum in a fixed order: each lane of the warp gets that of its own sum.
    template <typename Values>
    __device__ static double gather(unsigned count, Values values) {
        double sum = 0;
        if (of_sum() < N) {
            for (unsigned i = place(); i < count; i += lanes_a_sum) sum += values(of_sum(), i);
        }
        return over_lanes(sum);
    }

    // Called by all, before a block barrier.
    __device__ static void init() {
        // Another shape would be summed wrongly: whole warps, in one dimension, no more of them than the type says.
        if (blockDim.x % warp_size != 0 || blockDim.x > warps * warp_size || blockDim.y * blockDim.z != 1) __trap();

        // The numbers of warps that a block has not are 0.
        for (unsigned i = threadIdx.x; i < rows * warp_size; i += blockDim.x) partial()[i / warp_size][i % warp_size] = 0;
    }
    // Every thread brings its numbers. Ends with a block barrier.
    __device__ static void bring(const double (&mine)[N]) {
        const unsigned w = threadIdx.x / warp_size;
        if (!first_listens || w > 0) partial()[w - first][lane()] = part_of_warp(mine);

        // Separates the writes of partial() by each warp from their reads by the first, in of_block(); and the reads of the last
        // round's result by every thread from the write of this round's. The next writes of partial() come after the barrier
        // in take().
        __syncthreads();
    }
    // The block's sums: each lane of the first warp gets its own. That warp alone adds up what the others brought, as it has
    // the time: the others are at work.
    __device__ static double of_block() {
        const unsigned count = (blockDim.x + warp_size - 1) / warp_size - first;
        const auto of_some = [](unsigned w) {
            double parts[at_once];
#pragma unroll
            for (unsigned i = 0; i < at_once; ++i) parts[i] = partial()[w + i][lane()];
            // An addition waits for the one before: so in pairs.
            return ((parts[0] + parts[1]) + (parts[2] + parts[3])) + ((parts[4] + parts[5]) + (parts[6] + parts[7]));
        };
        double sum = of_some(0);
        for (unsigned w = at_once; w < count; w += at_once) sum += of_some(w);
        return over_lanes(sum);
    }

    // Hands what f makes of the totals to all threads. Called by the first warp with the total of each sum in its first lane...
    template <typename F>
    __device__ static void publish(double total, F f) {
        double totals[N];
#pragma unroll
        for (unsigned i = 0; i < N; ++i) totals[i] = __shfl_sync(all_lanes, total, i * lanes_a_sum);
        const auto result = f(totals);
        using plain = std::remove_const_t<decltype(result)>;
        static_assert(sizeof(plain) <= board_bytes && std::is_trivially_copyable<plain>::value, "a few plain numbers");
        if (lane() == 0) *static_cast<plain*>(board()) = result;
    }
    // ...and by all threads.
    template <typename F>
    __device__ static auto take(F) {
        using result = decltype(std::declval<F>()(std::declval<const double (&)[N]>()));
        // Separates the write of the result by the first warp from its reads by every thread.
        __syncthreads();
        return *static_cast<const result*>(board());
    }

private:
    static constexpr unsigned first = first_listens ? 1 : 0;  // warp that brings something
    static constexpr unsigned at_once = 8;
    static constexpr unsigned rows = (warps - first + at_once - 1) / at_once * at_once;
    typedef double of_lanes[warp_size];
    __device__ static of_lanes* partial() {
        __shared__ double partial[rows][warp_size];
        return partial;
    }
    static constexpr unsigned board_bytes = 64;
    __device__ static void* board() {
        __shared__ __align__(16) unsigned char bytes[board_bytes];
        return bytes;
    }
};

}  // namespace detail

// Blocks of whole warps, `warps` at most, in one dimension; the kernel traps where they are not. `first_listens`: the first warp's
// numbers do not count.
template <class Scope, unsigned N, unsigned warps = 32, bool first_listens = false>
class sums;

// In a block: two block barriers a round.
template <unsigned N, unsigned warps, bool first_listens>
class sums<block_scope, N, warps, first_listens> : detail::block_sums<N, warps, first_listens> {
public:
    // Holds a block barrier.
    __device__ sums(block_scope, grid_words) {
        this->init();
        // Separates the zeros from the first numbers.
        __syncthreads();
    }

    __device__ void begin(const double (&mine)[N]) { this->bring(mine); }
    template <typename F>
    __device__ auto end(F f) {
        if (threadIdx.x < detail::warp_size) this->publish(this->of_block(), f);
        return this->take(f);
    }
    template <typename F>
    __device__ auto total(const double (&mine)[N], F f) {
        begin(mine);
        return end(f);
    }
};

// In a cluster: each block sends its sums to all.
template <unsigned N, unsigned warps, bool first_listens>
class sums<cluster_scope, N, warps, first_listens> : detail::block_sums<N, warps, first_listens> {
public:
    static constexpr unsigned most_blocks = 16;

    // Holds a cluster barrier.
    __device__ sums(cluster_scope scope, grid_words) : scope_(scope), inbox_(mail()[0]), other_(mail()[1]) {
        if (threadIdx.x == 0) {
            inbox::init(mail()[0]);
            inbox::init(mail()[1]);
        }
        this->init();
        for (unsigned i = threadIdx.x; i < 2 * N * most_blocks; i += blockDim.x) {
            slots()[i / (N * most_blocks)][i / most_blocks % N][i % most_blocks] = 0;
        }
        // Separates the zeros and the inboxes from what is sent.
        scope_.sync();
    }

    __device__ void begin(const double (&mine)[N]) {
        // Used in turn: a fast block sends for the next round while others of this one are still on their way. It sends for
        // the one after that only when all blocks have sent for the next, after they had received this one.
        turn_ ^= 1;
        detail::swap(inbox_, other_);
        this->bring(mine);
        if (threadIdx.x < detail::warp_size) {
            const double block = this->of_block();
            if (this->lane() == 0) inbox_.expect(bytes());
            for (unsigned i = this->place(); i < scope_.size() && this->of_sum() < N; i += this->lanes_a_sum) {
                inbox_.send(scope_, &slots()[turn_][this->of_sum()][scope_.rank()], i, block);
            }
        }
    }
    template <typename F>
    __device__ auto end(F f) {
        if (threadIdx.x < detail::warp_size) {
            inbox_.wait(bytes());
            __syncwarp();
            double sum = 0;
            if (this->of_sum() < N) {
#pragma unroll
                for (unsigned i = 0; i < most_blocks; i += this->lanes_a_sum) {
                    if (i + this->place() < most_blocks) sum += slots()[turn_][this->of_sum()][i + this->place()];
                }
            }
            this->publish(this->over_lanes(sum), f);
        }
        return this->take(f);
    }
    template <typename F>
    __device__ auto total(const double (&mine)[N], F f) {
        begin(mine);
        return end(f);
    }

private:
    __device__ unsigned bytes() const { return scope_.size() * N * sizeof(double); }
    typedef double of_blocks[N][most_blocks];
    __device__ static of_blocks* slots() {
        __shared__ double slots[2][N][most_blocks];
        return slots;
    }
    __device__ static inbox::storage* mail() {
        __shared__ inbox::storage mail[2];
        return mail;
    }

    cluster_scope scope_;
    inbox inbox_, other_;
    unsigned turn_ = 0;
};

// In a grid: see above.
template <unsigned N, unsigned warps, bool first_listens>
class sums<grid_scope, N, warps, first_listens> : detail::block_sums<N, warps, first_listens> {
    using base = detail::block_sums<N, warps, first_listens>;

public:
    // Holds a grid barrier, before which the words are as the last launch has left them.
    __device__ sums(grid_scope scope, grid_words memory) : scope_(scope), memory_(memory) {
        if (threadIdx.x < detail::warp_size) {
            kept& at = mine();
            at = {};
            if (has_word()) {
                at.before = load_relaxed(line(0));
                at.before_of_other = load_relaxed(line(1));
            }
            at.arrived = load_relaxed(counter());
        }
        this->init();
        // Separates the reads of the words above from the additions to them by any block.
        scope_.sync();
    }

    __device__ void begin(const double (&numbers)[N]) {
        this->bring(numbers);
        if (threadIdx.x < detail::warp_size) {
            kept& at = mine();
            at.block = this->of_block();
            at.sent = send(at);
        }
    }
    template <typename F>
    __device__ auto end(F f) {
        if (threadIdx.x < detail::warp_size) {
            kept& at = mine();
            double all;
            if (!at.sent || !receive(at, all)) all = in_slots(at);
            this->publish(all, f);
            remember(at, all);
        }
        return this->take(f);
    }
    template <typename F>
    __device__ auto total(const double (&numbers)[N], F f) {
        begin(numbers);
        // The blocks arrive within some time of each other, and polls would delay the additions of those that come later. Measured
        // with this pause and without: 1,250 and 1,380 ns at 132 blocks of 256, 2,050 and 2,840 at 528.
        if (threadIdx.x < detail::warp_size) __nanosleep(scope_.size());
        return end(f);
    }

private:
    static constexpr unsigned count_bit = 54, misfit_bit = 44;
    static constexpr long long upper_bias = 1ll << 33, lower_bias = 1ll << 39;  // so that both parts are positive
    static constexpr unsigned most_blocks = 1023;
    static constexpr int last_total_at = 62;  // bits above the unit
    static constexpr int misfit_at = 73;      // the upper part is less than upper_bias below it
    static constexpr long long least_upper = 1 << 12;  // below it the total is not precise to 2^-52

    __device__ bool has_word() const { return this->of_sum() < N && this->place() < 2; }
    __device__ bool is_upper() const { return this->place() == 0; }
    __device__ word* line(unsigned set) const {
        return &memory_.lines[(set * N + this->of_sum()) * 2 + this->place()].value;
    }
    __device__ word* counter() const { return &memory_.lines[4 * N].value; }

    // What each lane of the first warp keeps about its own sum and word: in shared memory, as registers are all threads'.
    struct kept {
        word before, before_of_other;  // what the word held before the round; the same of the other set's
        word arrived;
        double scale, unscale;
        double block;  // this block's sum
        unsigned sent;
    };
    __device__ static kept& mine() {
        __shared__ kept of_lanes[detail::warp_size];
        return of_lanes[base::lane()];
    }

    // A round by way of the words: adds this block's sums. False, in all blocks alike, if there is no last total to go by.
    __device__ bool send(kept& at) {
        if (scope_.size() > most_blocks || __any_sync(detail::all_lanes, has_word() && at.scale == 0)) return false;
        turn_ ^= 1;
        detail::swap(at.before, at.before_of_other);
        if (has_word()) {
            const double scaled = at.block * at.scale;
            const bool fits = detail::exponent(scaled) < 1023 + misfit_at;  // false for a NaN
            const detail::integer upper(at.block * (at.scale * 0x1p-40));
            const detail::integer lower(fma(-upper.rounded, 0x1p40, scaled));
            word number = word(1) << count_bit;
            if (!fits) {
                number += is_upper() ? (word(1) << misfit_bit) + upper_bias : lower_bias;
            } else {
                number += is_upper() ? upper.value + upper_bias : lower.value + lower_bias;
            }
            add_relaxed(line(turn_), number);
        }
        return true;
    }
    // Waits until all blocks have added. False, in all blocks alike, if a total was out of range; then the next way is taken.
    __device__ bool receive(kept& at, double& all) {
        double part = 0;
        bool in_range = true;
        if (has_word()) {
            const word* const polled = line(turn_);
            const word before = at.before;
            word sum;
            do sum = load_relaxed(polled) - before;
            while ((sum >> count_bit) != scope_.size());
            at.before = before + sum;
            const word payload = sum & ((word(1) << count_bit) - 1);
            const long long blocks = scope_.size();
            if (is_upper()) {
                const word biased = payload & ((word(1) << misfit_bit) - 1);
                const long long upper = static_cast<long long>(biased) - upper_bias * blocks;
                in_range = payload >> misfit_bit == 0 && (upper >= least_upper || upper <= -least_upper);
                part = detail::to_double(upper) * (at.unscale * 0x1p40);
            } else {
                part = detail::to_double(static_cast<long long>(payload) - lower_bias * blocks) * at.unscale;
            }
        }
        // The upper and the lower part, which neighbouring lanes have.
        all = part + __shfl_xor_sync(detail::all_lanes, part, 1);
        return __all_sync(detail::all_lanes, in_range);
    }

    // One round by way of doubles in memory: a fixed order, any range. Not inlined, as it is rare; static, so that what this
    // object holds stays in registers.
    __device__ static __noinline__ double by_slots(grid_words memory, double mine, unsigned rank, unsigned size, word wanted,
                                                   unsigned turn) {
        // Used in turn: the slots of the round before may still be read by a slow block; those of the one before that are
        // not, for the slow block has come to the round before.
        double* const slots = memory.slots + turn * N * size;
        if (base::of_sum() < N && base::place() == 0) slots[base::of_sum() * size + rank] = mine;

        // Separates the writes of the slots by every block from their reads by this warp: the first lane's fences stand between its
        // own accesses to the counter and the warp's, which the barriers of the warp order.
        __syncwarp();
        if (base::lane() == 0) {
            word* const counter = &memory.lines[4 * N].value;
            __threadfence();
            add_relaxed(counter, word(1));
            while (static_cast<long long>(load_relaxed(counter) - wanted) < 0) {
            }
            __threadfence();
        }
        __syncwarp();

        return base::gather(size, [&](unsigned sum, unsigned block) { return __ldcg(&slots[sum * size + block]); });
    }
    __device__ double in_slots(kept& at) {
        slow_turn_ ^= 1;
        at.arrived += scope_.size();
        return by_slots(memory_, at.block, scope_.rank(), scope_.size(), at.arrived, slow_turn_);
    }

    // Makes the scale of the next round, a power of two, of this total; 0 where there is none.
    __device__ static void remember(kept& at, double total) {
        const unsigned exponent = detail::exponent(total);
        const bool usable = exponent > last_total_at && exponent < 0x7fe;
        const auto power = [](unsigned biased) { return __longlong_as_double(static_cast<long long>(word(biased) << 52)); };
        at.scale = usable ? power(2 * 1023 + last_total_at - exponent) : 0;
        at.unscale = usable ? power(exponent - last_total_at) : 0;
    }

    grid_scope scope_;
    grid_words memory_;
    unsigned turn_ = 0, slow_turn_ = 0;
};

}  // namespace coop
