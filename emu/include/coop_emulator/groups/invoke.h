// What one thread of a group does for all.
#pragma once

namespace cooperative_groups {

// The first thread of the group calls it.
template <typename Group, typename Function, typename... Arguments>
void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
    if (group.thread_rank() == 0) std::forward<Function>(function)(std::forward<Arguments>(arguments)...);
}

// The same, and every thread of the group gets what it returns.
template <typename Group, typename Function, typename... Arguments>
auto invoke_one_broadcast(const Group& group, Function&& function, Arguments&&... arguments) {
    static_assert(std::is_base_of<emulated::lanes, Group>::value, "a tile or a coalesced group has shuffles");
    decltype(std::forward<Function>(function)(std::forward<Arguments>(arguments)...)) result{};
    if (group.thread_rank() == 0) result = std::forward<Function>(function)(std::forward<Arguments>(arguments)...);
    return group.shfl(result, 0);
}

}  // namespace cooperative_groups
