// Loads and stores that say through which caches they go on a device, and hints. The compiler
// keeps all but __ldg() where they are.
#pragma once

#define COOP_EMULATOR_LOAD(name)                                  \
    template <typename T>                                         \
    COOP_EMULATOR_INLINE T name(const T* address) {               \
        __asm__ volatile("" ::: "memory");                        \
        return *address;                                          \
    }
#define COOP_EMULATOR_STORE(name)                                 \
    template <typename T>                                         \
    COOP_EMULATOR_INLINE void name(T* address, T value) {         \
        *address = value;                                         \
        __asm__ volatile("" ::: "memory");                        \
    }
template <typename T>
COOP_EMULATOR_INLINE T __ldg(const T* address) { return *address; }
COOP_EMULATOR_LOAD(__ldca)
COOP_EMULATOR_LOAD(__ldcg)
COOP_EMULATOR_LOAD(__ldcs)
COOP_EMULATOR_LOAD(__ldlu)
COOP_EMULATOR_LOAD(__ldcv)
COOP_EMULATOR_STORE(__stwb)
COOP_EMULATOR_STORE(__stcg)
COOP_EMULATOR_STORE(__stcs)
COOP_EMULATOR_STORE(__stwt)
#undef COOP_EMULATOR_LOAD
#undef COOP_EMULATOR_STORE

#define __builtin_assume(condition) static_cast<void>(0)
#define __assume(condition) static_cast<void>(0)
