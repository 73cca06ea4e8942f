// The built-in variables. They are calls, which are not instrumented as a variable would be.
#pragma once

#define threadIdx (coop_emulator_thread_index())
#define blockIdx (coop_emulator_block_index())
#define blockDim (::dim3(coop_emulator_block_extent()))
#define gridDim (::dim3(coop_emulator_grid_extent()))
#define warpSize (32)

COOP_EMULATOR_INLINE long long clock64() { return static_cast<long long>(coop_emulator_clock()); }
COOP_EMULATOR_INLINE int coop_emulator_clock32() { return static_cast<int>(coop_emulator_clock()); }
#define clock() coop_emulator_clock32()

COOP_EMULATOR_INLINE void __trap() { coop_emulator_trap(); }
COOP_EMULATOR_INLINE void __nanosleep(unsigned) { coop_emulator_pause(); }
