// What a kernel says in a programmatic dependent launch. Here a kernel starts when the one before it has ended, which is one of
// the orders that a device may take: there is nothing to wait for.
#pragma once

COOP_EMULATOR_INLINE void cudaGridDependencySynchronize() { __asm__ volatile("" ::: "memory"); }
COOP_EMULATOR_INLINE void cudaTriggerProgrammaticLaunchCompletion() { __asm__ volatile("" ::: "memory"); }
