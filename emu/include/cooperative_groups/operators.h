// The operations of reductions and scans.
#pragma once

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

}  // namespace cooperative_groups
