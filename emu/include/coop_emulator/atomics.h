// Atomic functions, by the compiler's own atomics, which it instruments.
//
// `_block` and `_system` say who must see the operation as one. Here everybody does, and who looks for races is told.
#pragma once

namespace coop_emulator {

template <std::size_t Size>
struct word;
template <>
struct word<2> { using type = unsigned short; };
template <>
struct word<4> { using type = unsigned; };
template <>
struct word<8> { using type = unsigned long long; };

template <typename T>
COOP_EMULATOR_INLINE T compare_and_swap(T* address, T expected, T desired) {
    using bits = typename word<sizeof(T)>::type;
    bits old, wanted;
    __builtin_memcpy(&old, &expected, sizeof old);
    __builtin_memcpy(&wanted, &desired, sizeof wanted);
    __atomic_compare_exchange_n(reinterpret_cast<bits*>(address), &old, wanted, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    T result;
    __builtin_memcpy(static_cast<void*>(&result), &old, sizeof result);
    return result;
}

// What the hardware does in one operation and the host's does not: tried until nobody came between.
template <typename T, typename Operation>
COOP_EMULATOR_INLINE T update(T* address, Operation operation) {
    using bits = typename word<sizeof(T)>::type;
    bits* const target = reinterpret_cast<bits*>(address);
    bits old = __atomic_load_n(target, __ATOMIC_RELAXED);
    while (true) {
        T before;
        __builtin_memcpy(static_cast<void*>(&before), &old, sizeof before);
        const T after = operation(before);
        bits wanted;
        __builtin_memcpy(&wanted, &after, sizeof wanted);
        if (__atomic_compare_exchange_n(target, &old, wanted, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) return before;
    }
}

// While there is one, atomic functions are of block scope.
struct narrow {
    COOP_EMULATOR_INLINE narrow() { coop_emulator_narrow(1); }
    COOP_EMULATOR_INLINE ~narrow() { coop_emulator_narrow(0); }
};

}  // namespace coop_emulator

#define COOP_EMULATOR_ATOMIC_SCOPES(type, name, parameters, arguments)                   \
    COOP_EMULATOR_INLINE type name##_block parameters {                                  \
        const coop_emulator::narrow scope;                                               \
        return name arguments;                                                           \
    }                                                                                    \
    COOP_EMULATOR_INLINE type name##_system parameters { return name arguments; }

#define COOP_EMULATOR_ATOMIC(type, name, expression)                                     \
    COOP_EMULATOR_INLINE type name(type* address, type value) { return expression; }     \
    COOP_EMULATOR_ATOMIC_SCOPES(type, name, (type* address, type value), (address, value))

#define COOP_EMULATOR_BITWISE(type)                                                      \
    COOP_EMULATOR_ATOMIC(type, atomicAnd, __atomic_fetch_and(address, value, __ATOMIC_RELAXED)) \
    COOP_EMULATOR_ATOMIC(type, atomicOr, __atomic_fetch_or(address, value, __ATOMIC_RELAXED))   \
    COOP_EMULATOR_ATOMIC(type, atomicXor, __atomic_fetch_xor(address, value, __ATOMIC_RELAXED))

#define COOP_EMULATOR_EXTREMES(type)                                                                   \
    COOP_EMULATOR_ATOMIC(type, atomicMin,                                                              \
                         coop_emulator::update(address, [=](type old) { return value < old ? value : old; })) \
    COOP_EMULATOR_ATOMIC(type, atomicMax,                                                              \
                         coop_emulator::update(address, [=](type old) { return old < value ? value : old; }))

#define COOP_EMULATOR_EXCHANGE(type)                                                                   \
    COOP_EMULATOR_ATOMIC(type, atomicExch, __atomic_exchange_n(address, value, __ATOMIC_RELAXED))

#define COOP_EMULATOR_CAS(type)                                                                        \
    COOP_EMULATOR_INLINE type atomicCAS(type* address, type compare, type value) {                     \
        return coop_emulator::compare_and_swap(address, compare, value);                               \
    }                                                                                                  \
    COOP_EMULATOR_ATOMIC_SCOPES(type, atomicCAS, (type* address, type compare, type value), (address, compare, value))

COOP_EMULATOR_ATOMIC(int, atomicAdd, __atomic_fetch_add(address, value, __ATOMIC_RELAXED))
COOP_EMULATOR_ATOMIC(unsigned, atomicAdd, __atomic_fetch_add(address, value, __ATOMIC_RELAXED))
COOP_EMULATOR_ATOMIC(unsigned long long, atomicAdd, __atomic_fetch_add(address, value, __ATOMIC_RELAXED))
COOP_EMULATOR_ATOMIC(float, atomicAdd, coop_emulator::update(address, [=](float old) { return old + value; }))
COOP_EMULATOR_ATOMIC(double, atomicAdd, coop_emulator::update(address, [=](double old) { return old + value; }))
COOP_EMULATOR_ATOMIC(int, atomicSub, __atomic_fetch_sub(address, value, __ATOMIC_RELAXED))
COOP_EMULATOR_ATOMIC(unsigned, atomicSub, __atomic_fetch_sub(address, value, __ATOMIC_RELAXED))
COOP_EMULATOR_ATOMIC(unsigned, atomicInc,
                     coop_emulator::update(address, [=](unsigned old) { return old >= value ? 0 : old + 1; }))
COOP_EMULATOR_ATOMIC(unsigned, atomicDec, coop_emulator::update(address, [=](unsigned old) {
                         return old == 0 || old > value ? value : old - 1;
                     }))
COOP_EMULATOR_EXTREMES(int)
COOP_EMULATOR_EXTREMES(unsigned)
COOP_EMULATOR_EXTREMES(long long)
COOP_EMULATOR_EXTREMES(unsigned long long)
COOP_EMULATOR_BITWISE(int)
COOP_EMULATOR_BITWISE(unsigned)
COOP_EMULATOR_BITWISE(unsigned long long)
COOP_EMULATOR_EXCHANGE(int)
COOP_EMULATOR_EXCHANGE(unsigned)
COOP_EMULATOR_EXCHANGE(unsigned long long)
COOP_EMULATOR_ATOMIC(float, atomicExch, coop_emulator::update(address, [=](float) { return value; }))
COOP_EMULATOR_CAS(int)
COOP_EMULATOR_CAS(unsigned)
COOP_EMULATOR_CAS(unsigned long long)
COOP_EMULATOR_CAS(unsigned short)

#undef COOP_EMULATOR_CAS
#undef COOP_EMULATOR_EXCHANGE
#undef COOP_EMULATOR_EXTREMES
#undef COOP_EMULATOR_BITWISE
#undef COOP_EMULATOR_ATOMIC
#undef COOP_EMULATOR_ATOMIC_SCOPES
