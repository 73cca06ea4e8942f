// `cuda::memcpy_async` with a barrier: what it copies is there when the phase is over that goes on.
#pragma once

#include <coop_emulator/scoped_barrier.h>

#include <cstddef>

namespace cuda {

// A number of bytes, and what both places are multiples of.
template <::std::size_t Alignment>
struct aligned_size_t {
    static constexpr ::std::size_t align = Alignment;
    ::std::size_t value;
    constexpr explicit aligned_size_t(::std::size_t value) : value(value) {}
    constexpr operator ::std::size_t() const { return value; }
};

enum async_contract_fulfillment { none, async };

namespace detail {

template <typename Size>
struct alignment_of {
    static constexpr ::std::size_t value = 1;
};
template <::std::size_t Alignment>
struct alignment_of<aligned_size_t<Alignment>> {
    static constexpr ::std::size_t value = Alignment;
};

struct alone {
    static constexpr unsigned thread_rank() { return 0; }
    static constexpr unsigned size() { return 1; }
};

// The part of the thread of a group, which `copy` is called with.
template <typename Group, typename Size, typename Copy>
COOP_EMULATOR_INLINE void copy_part(const Group& group, void* to, const void* from, Size size, Copy copy) {
    constexpr ::std::size_t alignment = alignment_of<Size>::value;
    const ::std::size_t bytes = size;
    require((reinterpret_cast<::std::size_t>(to) | reinterpret_cast<::std::size_t>(from) | bytes) % alignment == 0,
            "calls cuda::memcpy_async() with places or a size that are no multiples of what its aligned_size_t says");
    const ::std::size_t rank = group.thread_rank(), members = group.size(), units = (bytes + 15) / 16;
    const ::std::size_t begin = units * rank / members * 16, end = units * (rank + 1) / members * 16;
    if (begin < bytes) copy(static_cast<char*>(to) + begin, static_cast<const char*>(from) + begin, (end < bytes ? end : bytes) - begin);
}

template <typename Group, typename Size, thread_scope Scope, typename Completion>
COOP_EMULATOR_INLINE async_contract_fulfillment copy_by_barrier(const Group& group, void* to, const void* from, Size size,
                                                                barrier<Scope, Completion>& by) {
    copy_part(group, to, from, size, [&](char* to, const char* from, ::std::size_t bytes) {
        // Between blocks there is none that could do it later.
        if (Scope != thread_scope_block || coop_emulator_on_host()) memcpy(to, from, bytes);
        else coop_emulator_copy_later(to, from, bytes, &by);
    });
    return Scope == thread_scope_block ? async : none;
}

}  // namespace detail

template <typename T, typename Size, thread_scope Scope, typename Completion>
async_contract_fulfillment memcpy_async(T* to, const T* from, Size size, barrier<Scope, Completion>& by) {
    return detail::copy_by_barrier(detail::alone(), to, from, size, by);
}
template <typename Size, thread_scope Scope, typename Completion>
async_contract_fulfillment memcpy_async(void* to, const void* from, Size size, barrier<Scope, Completion>& by) {
    return detail::copy_by_barrier(detail::alone(), to, from, size, by);
}
template <typename Group, typename T, typename Size, thread_scope Scope, typename Completion>
async_contract_fulfillment memcpy_async(const Group& group, T* to, const T* from, Size size, barrier<Scope, Completion>& by) {
    return detail::copy_by_barrier(group, to, from, size, by);
}
template <typename Group, typename Size, thread_scope Scope, typename Completion>
async_contract_fulfillment memcpy_async(const Group& group, void* to, const void* from, Size size,
                                        barrier<Scope, Completion>& by) {
    return detail::copy_by_barrier(group, to, from, size, by);
}

}  // namespace cuda
