// `cuda::atomic` and `cuda::atomic_ref`: the compiler's own atomics, which it instruments, with fences where the order asks
// for them. An operation of block scope is told as one.
#pragma once

#include <sched.h>

#include <atomic>
#include <type_traits>

namespace cuda {

enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };

using ::std::memory_order;
using ::std::memory_order_acq_rel;
using ::std::memory_order_acquire;
using ::std::memory_order_consume;
using ::std::memory_order_relaxed;
using ::std::memory_order_release;
using ::std::memory_order_seq_cst;

inline void atomic_thread_fence(memory_order order, thread_scope scope = thread_scope_system) {
    if (order != memory_order_relaxed) coop_emulator_fence(scope < thread_scope_block);
}

namespace detail {

// An operation goes on while there is one: what came before is ordered at its begin, what comes after at its end.
template <thread_scope Scope>
struct ordered {
    memory_order order;

    COOP_EMULATOR_INLINE explicit ordered(memory_order order) : order(order) {
        if (order != memory_order_relaxed && order != memory_order_acquire && order != memory_order_consume)
            coop_emulator_fence(Scope < thread_scope_block);
        if (Scope >= thread_scope_block) coop_emulator_narrow(1);
    }
    COOP_EMULATOR_INLINE ~ordered() {
        if (Scope >= thread_scope_block) coop_emulator_narrow(0);
        if (order != memory_order_relaxed && order != memory_order_release) coop_emulator_fence(Scope < thread_scope_block);
    }
};

// The operations, on the value that `Self` has the address of.
template <typename Self, typename T, thread_scope Scope>
struct atomic_operations {
    static_assert(::std::is_trivially_copyable<T>::value && sizeof(T) <= 8 && (sizeof(T) & (sizeof(T) - 1)) == 0,
                  "the emulator has atomic values of 1, 2, 4 and 8 bytes");
    using value_type = T;
    static constexpr bool is_always_lock_free = true;
    bool is_lock_free() const { return true; }

    COOP_EMULATOR_INLINE T load(memory_order order = memory_order_seq_cst) const {
        const ordered<Scope> while_it_goes_on(order);
        T value;
        __atomic_load(address(), &value, __ATOMIC_RELAXED);
        return value;
    }
    COOP_EMULATOR_INLINE void store(T value, memory_order order = memory_order_seq_cst) const {
        const ordered<Scope> while_it_goes_on(order);
        __atomic_store(address(), &value, __ATOMIC_RELAXED);
    }
    COOP_EMULATOR_INLINE T exchange(T value, memory_order order = memory_order_seq_cst) const {
        const ordered<Scope> while_it_goes_on(order);
        T before;
        __atomic_exchange(address(), &value, &before, __ATOMIC_RELAXED);
        return before;
    }
    COOP_EMULATOR_INLINE bool compare_exchange_strong(T& expected, T value, memory_order order, memory_order) const {
        const ordered<Scope> while_it_goes_on(order);
        return __atomic_compare_exchange(address(), &expected, &value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    }
    COOP_EMULATOR_INLINE bool compare_exchange_strong(T& expected, T value, memory_order order = memory_order_seq_cst) const {
        return compare_exchange_strong(expected, value, order, order);
    }
    COOP_EMULATOR_INLINE bool compare_exchange_weak(T& expected, T value, memory_order order = memory_order_seq_cst) const {
        return compare_exchange_strong(expected, value, order, order);
    }
    COOP_EMULATOR_INLINE bool compare_exchange_weak(T& expected, T value, memory_order order, memory_order otherwise) const {
        return compare_exchange_strong(expected, value, order, otherwise);
    }

    template <typename By>
    COOP_EMULATOR_INLINE T fetch_add(By by, memory_order order = memory_order_seq_cst) const {
        return update(order, [=](T old) { return T(old + by); });
    }
    template <typename By>
    COOP_EMULATOR_INLINE T fetch_sub(By by, memory_order order = memory_order_seq_cst) const {
        return update(order, [=](T old) { return T(old - by); });
    }
    COOP_EMULATOR_INLINE T fetch_and(T bits, memory_order order = memory_order_seq_cst) const {
        return update(order, [=](T old) { return T(old & bits); });
    }
    COOP_EMULATOR_INLINE T fetch_or(T bits, memory_order order = memory_order_seq_cst) const {
        return update(order, [=](T old) { return T(old | bits); });
    }
    COOP_EMULATOR_INLINE T fetch_xor(T bits, memory_order order = memory_order_seq_cst) const {
        return update(order, [=](T old) { return T(old ^ bits); });
    }
    COOP_EMULATOR_INLINE T fetch_min(T other, memory_order order = memory_order_seq_cst) const {
        return update(order, [=](T old) { return other < old ? other : old; });
    }
    COOP_EMULATOR_INLINE T fetch_max(T other, memory_order order = memory_order_seq_cst) const {
        return update(order, [=](T old) { return old < other ? other : old; });
    }

    // Others run in between.
    void wait(T old, memory_order order = memory_order_seq_cst) const {
        while (true) {
            const T now = load(order);
            if (__builtin_memcmp(&now, &old, sizeof now) != 0) return;
            if (coop_emulator_on_host()) sched_yield();
            else coop_emulator_pause();
        }
    }
    void notify_one() const {}
    void notify_all() const {}

    operator T() const { return load(); }
    T operator++() const { return fetch_add(1) + 1; }
    T operator--() const { return fetch_sub(1) - 1; }
    T operator++(int) const { return fetch_add(1); }
    T operator--(int) const { return fetch_sub(1); }
    template <typename By>
    T operator+=(By by) const {
        return fetch_add(by) + by;
    }
    template <typename By>
    T operator-=(By by) const {
        return fetch_sub(by) - by;
    }
    T operator&=(T bits) const { return fetch_and(bits) & bits; }
    T operator|=(T bits) const { return fetch_or(bits) | bits; }
    T operator^=(T bits) const { return fetch_xor(bits) ^ bits; }

private:
    COOP_EMULATOR_INLINE T* address() const { return static_cast<const Self*>(this)->place(); }

    template <typename Operation>
    COOP_EMULATOR_INLINE T update(memory_order order, Operation operation) const {
        const ordered<Scope> while_it_goes_on(order);
        T old;
        __atomic_load(address(), &old, __ATOMIC_RELAXED);
        while (true) {
            T wanted = operation(old);
            if (__atomic_compare_exchange(address(), &old, &wanted, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) return old;
        }
    }
};

}  // namespace detail

template <typename T, thread_scope Scope = thread_scope_system>
struct atomic : detail::atomic_operations<atomic<T, Scope>, T, Scope> {
    atomic() = default;
    constexpr atomic(T value) : value(value) {}
    atomic(const atomic&) = delete;
    atomic& operator=(const atomic&) = delete;
    T operator=(T value) {
        this->store(value);
        return value;
    }

private:
    friend struct detail::atomic_operations<atomic, T, Scope>;
    T* place() const { return &value; }
    alignas(sizeof(T)) mutable T value;
};

template <typename T, thread_scope Scope = thread_scope_system>
struct atomic_ref : detail::atomic_operations<atomic_ref<T, Scope>, T, Scope> {
    explicit atomic_ref(T& value) : value(&value) {}
    atomic_ref(const atomic_ref&) = default;
    atomic_ref& operator=(const atomic_ref&) = delete;
    T operator=(T value) const {
        this->store(value);
        return value;
    }

private:
    friend struct detail::atomic_operations<atomic_ref, T, Scope>;
    T* place() const { return value; }
    T* value;
};

}  // namespace cuda
