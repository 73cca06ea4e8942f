// `cuda::std::`: the same of the widest scope.
#pragma once

#include <coop_emulator/scoped_barrier.h>
#include <coop_emulator/scoped_counters.h>

namespace cuda {
namespace std {

using ::std::memory_order;
using ::std::memory_order_acq_rel;
using ::std::memory_order_acquire;
using ::std::memory_order_consume;
using ::std::memory_order_relaxed;
using ::std::memory_order_release;
using ::std::memory_order_seq_cst;

template <typename T>
using atomic = ::cuda::atomic<T, thread_scope_system>;
template <typename T>
using atomic_ref = ::cuda::atomic_ref<T, thread_scope_system>;
using atomic_bool = atomic<bool>;
using atomic_int = atomic<int>;
using atomic_uint = atomic<unsigned>;
using atomic_long = atomic<long>;
using atomic_ulong = atomic<unsigned long>;
using atomic_llong = atomic<long long>;
using atomic_ullong = atomic<unsigned long long>;
inline void atomic_thread_fence(memory_order order) { ::cuda::atomic_thread_fence(order, thread_scope_system); }

template <typename Completion = ::cuda::detail::nothing_to_complete>
using barrier = ::cuda::barrier<thread_scope_system, Completion>;
using latch = ::cuda::latch<thread_scope_system>;
template <::std::ptrdiff_t Most = INT_MAX>
using counting_semaphore = ::cuda::counting_semaphore<thread_scope_system, Most>;
using binary_semaphore = counting_semaphore<1>;

}  // namespace std
}  // namespace cuda
