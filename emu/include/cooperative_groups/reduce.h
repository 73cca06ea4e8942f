// cooperative_groups::reduce over tiles and coalesced groups.
#pragma once

#include <cooperative_groups.h>

#include <cooperative_groups/operators.h>

namespace cooperative_groups {
namespace emulated {

template <typename Group, typename T, typename Operation>
T reduce(std::true_type, const Group& wide, T value, Operation&& operation, const char* file, int line) {
    return wide.reduced(value, operation, file, line);
}
template <typename Group, typename T, typename Operation>
T reduce(std::false_type, const Group& group, T value, Operation&& operation, const char* file, int line) {
    static_assert(std::is_base_of<lanes, Group>::value, "a reduction is over a tile or a coalesced group");
    return coop_emulator::reduce_mask(group.emulated_mask(), value, operation, file, line);
}

}  // namespace emulated

// Every member gets the result; the members' values are taken in the order of their ranks.
template <typename Group, typename T, typename Operation>
auto reduce(const Group& group, T value, Operation&& operation, COOP_EMULATOR_HERE) {
    return emulated::reduce(std::is_base_of<emulated::any_wide_tile, Group>(), group, value, operation, file, line);
}

template <typename... Any>
void reduce_update_async(Any&&...) = delete;
template <typename... Any>
void reduce_store_async(Any&&...) = delete;

}  // namespace cooperative_groups
