// `cuda::latch` and `cuda::counting_semaphore`: a number that threads wait at.
#pragma once

#include <coop_emulator/scoped_wait.h>

#include <climits>
#include <cstddef>

namespace cuda {

// Opens once, when it was counted down to 0.
template <thread_scope Scope = thread_scope_system>
class latch {
public:
    explicit latch(::std::ptrdiff_t expected) : missing(unsigned(expected)) {}
    latch() = default;
    latch(const latch&) = delete;
    latch& operator=(const latch&) = delete;

    friend void init(latch* which, ::std::ptrdiff_t expected) { new (which) latch(expected); }

    static constexpr ::std::ptrdiff_t max() noexcept { return INT_MAX; }

    void count_down(::std::ptrdiff_t by = 1) {
        const unsigned before = missing.fetch_sub(unsigned(by), memory_order_acq_rel);
        detail::require(before >= unsigned(by), "counts a cuda::latch down below 0");
    }
    bool try_wait() const { return missing.load(memory_order_acquire) == 0; }
    void wait(COOP_EMULATOR_HERE) const {
        while (const unsigned now = missing.load(memory_order_acquire)) {
            detail::await(coop_emulator_latch, this, reinterpret_cast<const unsigned*>(&missing), now, file, line);
        }
    }
    void arrive_and_wait(::std::ptrdiff_t by = 1, COOP_EMULATOR_HERE) {
        count_down(by);
        wait(file, line);
    }

private:
    atomic<unsigned, Scope> missing;
};

template <thread_scope Scope = thread_scope_system, ::std::ptrdiff_t Most = INT_MAX>
class counting_semaphore {
    static_assert(Most >= 0 && Most <= INT_MAX, "a semaphore counts to what an int holds");

public:
    explicit counting_semaphore(::std::ptrdiff_t count) : free(unsigned(count)) {}
    counting_semaphore() = default;
    counting_semaphore(const counting_semaphore&) = delete;
    counting_semaphore& operator=(const counting_semaphore&) = delete;

    friend void init(counting_semaphore* which, ::std::ptrdiff_t count) { new (which) counting_semaphore(count); }

    static constexpr ::std::ptrdiff_t max() noexcept { return Most; }

    void release(::std::ptrdiff_t by = 1) {
        const unsigned before = free.fetch_add(unsigned(by), memory_order_acq_rel);
        detail::require(by >= 0 && before + unsigned(by) <= unsigned(Most), "releases a semaphore beyond its maximum");
    }
    bool try_acquire() {
        unsigned now = free.load(memory_order_relaxed);
        while (now > 0) {
            if (free.compare_exchange_strong(now, now - 1, memory_order_acq_rel, memory_order_relaxed)) return true;
        }
        return false;
    }
    void acquire(COOP_EMULATOR_HERE) {
        while (!try_acquire()) {
            detail::await(coop_emulator_semaphore, this, reinterpret_cast<const unsigned*>(&free), 0, file, line);
        }
    }
    template <typename Duration>
    bool try_acquire_for(const Duration& time) {
        return detail::await_for(time, [&] { return try_acquire(); });
    }
    template <typename Clock, typename Duration>
    bool try_acquire_until(const ::std::chrono::time_point<Clock, Duration>& time) {
        return try_acquire_for(time - Clock::now());
    }

private:
    atomic<unsigned, Scope> free;
};

template <thread_scope Scope = thread_scope_system>
using binary_semaphore = counting_semaphore<Scope, 1>;

}  // namespace cuda
