// Barriers of the block, and fences. One thread runs at a time and accesses are in program order, so that a fence has
// nothing to do but to keep the compiler from moving accesses over it, and to tell who looks for races.
#pragma once

COOP_EMULATOR_INLINE void __syncthreads(COOP_EMULATOR_HERE) { coop_emulator_block_barrier(0, coop_emulator_plain, 0, file, line); }
COOP_EMULATOR_INLINE int __syncthreads_count(int predicate, COOP_EMULATOR_HERE) {
    return static_cast<int>(coop_emulator_block_barrier(0, coop_emulator_count, predicate != 0, file, line) & 0xffff);
}
// The upper half counts the threads that took part.
COOP_EMULATOR_INLINE int __syncthreads_and(int predicate, COOP_EMULATOR_HERE) {
    const unsigned counts = coop_emulator_block_barrier(0, coop_emulator_and, predicate != 0, file, line);
    return (counts & 0xffff) == counts >> 16;
}
COOP_EMULATOR_INLINE int __syncthreads_or(int predicate, COOP_EMULATOR_HERE) {
    return (coop_emulator_block_barrier(0, coop_emulator_or, predicate != 0, file, line) & 0xffff) != 0;
}

COOP_EMULATOR_INLINE void __threadfence_block() { coop_emulator_fence(0); }
COOP_EMULATOR_INLINE void __threadfence() { coop_emulator_fence(1); }
COOP_EMULATOR_INLINE void __threadfence_system() { coop_emulator_fence(1); }
