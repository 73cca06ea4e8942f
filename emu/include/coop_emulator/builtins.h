// The built-in variables. They are calls, which are not instrumented as a variable would be.
#pragma once

namespace coop_emulator {
struct thread_index {};
struct block_index {};
struct block_extent {};
struct grid_extent {};
struct warp_size {};

// A use of one of the names below is a call of this: what is called like one of them and is none, is itself.
COOP_EMULATOR_INLINE uint3 value(const thread_index&) { return coop_emulator_thread_index(); }
COOP_EMULATOR_INLINE uint3 value(const block_index&) { return coop_emulator_block_index(); }
COOP_EMULATOR_INLINE dim3 value(const block_extent&) { return coop_emulator_block_extent(); }
COOP_EMULATOR_INLINE dim3 value(const grid_extent&) { return coop_emulator_grid_extent(); }
COOP_EMULATOR_INLINE constexpr int value(const warp_size&) { return 32; }
template <typename T>
COOP_EMULATOR_INLINE constexpr T&& value(T&& own) {
    return static_cast<T&&>(own);
}
}  // namespace coop_emulator

inline constexpr coop_emulator::thread_index threadIdx{};
inline constexpr coop_emulator::block_index blockIdx{};
inline constexpr coop_emulator::block_extent blockDim{};
inline constexpr coop_emulator::grid_extent gridDim{};
inline constexpr coop_emulator::warp_size warpSize{};

COOP_EMULATOR_INLINE long long clock64() { return static_cast<long long>(coop_emulator_clock()); }
namespace coop_emulator {
// `clock()` in a function of the device, which the host may call, too.
inline clock_t clock() { return coop_emulator_on_host() ? ::clock() : static_cast<int>(coop_emulator_clock()); }
}  // namespace coop_emulator

COOP_EMULATOR_INLINE void __trap() { coop_emulator_trap(); }
COOP_EMULATOR_INLINE void __nanosleep(unsigned) { coop_emulator_pause(); }
