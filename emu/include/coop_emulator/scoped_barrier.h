// `cuda::barrier`: one word of 64 bits, as on a device. From the low bits up: arrivals that are missing in this phase, arrivals that
// a phase takes, and the number of the phase.
#pragma once

#include <coop_emulator/scoped_wait.h>

#include <cstddef>
#include <new>

namespace cuda {
namespace detail {

struct nothing_to_complete {
    void operator()() const {}
};

struct barrier_word {
    static constexpr int count_bits = 20;
    static constexpr unsigned long long most = (1ull << count_bits) - 1;

    unsigned long long bits;

    constexpr unsigned long long missing() const { return bits & most; }
    constexpr unsigned long long expected() const { return bits >> count_bits & most; }
    constexpr unsigned phase() const { return unsigned(bits >> 2 * count_bits); }
    static constexpr unsigned long long of(unsigned phase, unsigned long long expected) {
        return static_cast<unsigned long long>(phase & 0xffffff) << 2 * count_bits | expected << count_bits | expected;
    }
};

struct pipeline_access;

}  // namespace detail

template <thread_scope Scope = thread_scope_system, typename Completion = detail::nothing_to_complete>
class barrier : Completion {
    using state = detail::barrier_word;

public:
    // The phase in which a thread has arrived.
    class arrival_token {
    public:
        arrival_token() = default;

    private:
        friend class barrier;
        explicit arrival_token(unsigned phase) : phase(phase) {}
        unsigned phase;
    };

    barrier() = default;
    barrier(::std::ptrdiff_t expected, Completion completion = Completion())
        : Completion(completion), word(state::of(0, checked(expected))) {}
    barrier(const barrier&) = delete;
    barrier& operator=(const barrier&) = delete;

    friend void init(barrier* which, ::std::ptrdiff_t expected, Completion completion = Completion()) {
        new (which) barrier(expected, completion);
    }

    static constexpr ::std::ptrdiff_t max() noexcept { return state::most; }

    [[nodiscard]] arrival_token arrive(::std::ptrdiff_t count = 1) { return arrival_token(arrived(count, 0)); }
    void arrive_and_drop() { arrived(1, 1); }
    void arrive_and_wait(COOP_EMULATOR_HERE) { wait(arrive(), file, line); }

    // Until the phase of the token is over.
    void wait(arrival_token&& token, COOP_EMULATOR_HERE) const { wait_past(token.phase, file, line); }
    // Until a phase of that parity is over.
    void wait_parity(bool parity, COOP_EMULATOR_HERE) const { wait_past_parity(parity, coop_emulator_barrier, file, line); }

    bool test_wait(arrival_token token) const { return now().phase() != token.phase; }
    bool test_wait_parity(bool parity) const { return (now().phase() & 1) != unsigned(parity); }
    bool try_wait(arrival_token token) const { return paused() && test_wait(token); }
    bool try_wait_parity(bool parity) const { return paused() && test_wait_parity(parity); }
    template <typename Duration>
    bool try_wait_for(arrival_token token, const Duration& time) const {
        return detail::await_for(time, [&] { return test_wait(token); });
    }
    template <typename Duration>
    bool try_wait_parity_for(bool parity, const Duration& time) const {
        return detail::await_for(time, [&] { return test_wait_parity(parity); });
    }
    template <typename Clock, typename Duration>
    bool try_wait_until(arrival_token token, const ::std::chrono::time_point<Clock, Duration>& time) const {
        return try_wait_for(token, time - Clock::now());
    }
    template <typename Clock, typename Duration>
    bool try_wait_parity_until(bool parity, const ::std::chrono::time_point<Clock, Duration>& time) const {
        return try_wait_parity_for(parity, time - Clock::now());
    }

private:
    friend struct detail::pipeline_access;

    static unsigned long long checked(::std::ptrdiff_t expected) {
        detail::require(expected >= 0 && expected <= max(), "makes a cuda::barrier for a number of threads that it cannot have");
        return static_cast<unsigned long long>(expected);
    }

    state now() const { return {word.load(memory_order_acquire)}; }

    static bool paused() {
        if (!coop_emulator_on_host()) coop_emulator_pause();
        return true;
    }

    // So many arrivals, and so many fewer from the next phase on. Returns the phase in which that was.
    unsigned arrived(::std::ptrdiff_t count, unsigned long long dropped) {
        const unsigned long long arrivals = static_cast<unsigned long long>(count);
        state old = {word.load(memory_order_relaxed)}, after;
        do {
            detail::require(count > 0 && arrivals <= old.missing(),
                            "arrives at a cuda::barrier more often than it expects in one phase, or not at all");
            after.bits = old.bits - arrivals - (dropped << state::count_bits);
        } while (!word.compare_exchange_strong(old.bits, after.bits, memory_order_acq_rel, memory_order_relaxed));
        if (after.missing() == 0) {
            // The last one does what is left to do, before anybody goes on.
            if (Scope == thread_scope_block && !coop_emulator_on_host()) coop_emulator_finish_copies_of(this);
            static_cast<Completion&>(*this)();
            word.store(state::of(after.phase() + 1, after.expected()), memory_order_release);
        }
        return old.phase();
    }

    void wait_past(unsigned phase, const char* file, int line) const {
        for (state at = now(); at.phase() == phase; at = now()) await(at, coop_emulator_barrier, file, line);
    }
    void wait_past_parity(bool parity, coop_emulator_object object, const char* file, int line) const {
        for (state at = now(); (at.phase() & 1) == unsigned(parity); at = now()) await(at, object, file, line);
    }
    // The upper half has the phase, and does not change when others arrive.
    void await(state at, coop_emulator_object object, const char* file, int line) const {
        detail::await(object, this, reinterpret_cast<const unsigned*>(&word) + 1, unsigned(at.bits >> 32), file, line);
    }

    atomic<unsigned long long, Scope> word;
};

namespace device {
// The words of a device's own barriers are not those of here.
template <typename Any>
void barrier_native_handle(Any&) = delete;
template <typename... Any>
void barrier_arrive_tx(Any&&...) = delete;
template <typename... Any>
void barrier_expect_tx(Any&&...) = delete;
template <typename... Any>
void memcpy_async_tx(Any&&...) = delete;
}  // namespace device

}  // namespace cuda

#include <coop_emulator/scoped_copies.h>
