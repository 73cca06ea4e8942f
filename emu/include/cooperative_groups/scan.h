// Prefix sums over tiles and coalesced groups, and with other operations than the sum.
#pragma once

#include <cooperative_groups.h>

#include <cooperative_groups/operators.h>

namespace cooperative_groups {

// Of the values of the members up to this one, in the order of their ranks.
template <typename Group, typename T, typename Operation>
T inclusive_scan(const Group& group, T value, Operation&& operation, COOP_EMULATOR_HERE) {
    static_assert(std::is_base_of<emulated::lanes, Group>::value, "a scan is over a tile or a coalesced group");
    const unsigned mask = group.emulated_mask();
    T result = value;
    bool first = true;
    for (unsigned lane = 0; lane < 32; ++lane) {
        if ((mask >> lane & 1) == 0) continue;
        const T other = coop_emulator::exchange(mask, value, lane, file, line);
        if (lane > coop_emulator_lane()) continue;
        result = first ? other : operation(result, other);
        first = false;
    }
    return result;
}
template <typename Group, typename T>
T inclusive_scan(const Group& group, T value, COOP_EMULATOR_HERE) {
    return inclusive_scan(group, value, plus<T>(), file, line);
}

// Of the values of the members before this one; T() for the first.
template <typename Group, typename T, typename Operation>
T exclusive_scan(const Group& group, T value, Operation&& operation, COOP_EMULATOR_HERE) {
    const T result = group.shfl_up(inclusive_scan(group, value, operation, file, line), 1, file, line);
    return group.thread_rank() == 0 ? T() : result;
}
template <typename Group, typename T>
T exclusive_scan(const Group& group, T value, COOP_EMULATOR_HERE) {
    return exclusive_scan(group, value, plus<T>(), file, line);
}

template <typename... Any>
void inclusive_scan_update(Any&&...) = delete;
template <typename... Any>
void exclusive_scan_update(Any&&...) = delete;

}  // namespace cooperative_groups
