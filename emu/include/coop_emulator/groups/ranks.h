// Numbers of what is in three dimensions: x goes fastest.
#pragma once

namespace cooperative_groups {
namespace emulated {

COOP_EMULATOR_INLINE unsigned rank_of(uint3 index, uint3 extent) {
    return (index.z * extent.y + index.y) * extent.x + index.x;
}
COOP_EMULATOR_INLINE unsigned count_of(uint3 extent) { return extent.x * extent.y * extent.z; }

COOP_EMULATOR_INLINE uint3 quotient(uint3 a, uint3 b) { return {a.x / b.x, a.y / b.y, a.z / b.z}; }
COOP_EMULATOR_INLINE uint3 remainder(uint3 a, uint3 b) { return {a.x % b.x, a.y % b.y, a.z % b.z}; }
COOP_EMULATOR_INLINE uint3 product(uint3 a, uint3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
COOP_EMULATOR_INLINE uint3 sum(uint3 a, uint3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }

// Arrives at a barrier of `among`, and waits there.
COOP_EMULATOR_INLINE void barrier(int among, const char* file, int line) {
    coop_emulator_arrive(among, file, line);
    coop_emulator_wait(among, file, line);
}

}  // namespace emulated
}  // namespace cooperative_groups
