// cooperative_groups::reduce over tiles and coalesced groups, and the operations it is mostly used with.
#pragma once

#include <cooperative_groups.h>

namespace cooperative_groups {

template <typename T>
struct plus { T operator()(T a, T b) const { return a + b; } };
template <typename T>
struct less { T operator()(T a, T b) const { return b < a ? b : a; } };
template <typename T>
struct greater { T operator()(T a, T b) const { return a < b ? b : a; } };
template <typename T>
struct bit_and { T operator()(T a, T b) const { return a & b; } };
template <typename T>
struct bit_or { T operator()(T a, T b) const { return a | b; } };
template <typename T>
struct bit_xor { T operator()(T a, T b) const { return a ^ b; } };

// Every member gets the result; the members' values are taken in the order of their ranks.
template <typename Group, typename T, typename Operation>
T reduce(const Group& group, T value, Operation&& operation, COOP_EMULATOR_HERE) {
    return coop_emulator::reduce_mask(group.emulated_mask(), value, operation, file, line);
}

}  // namespace cooperative_groups
