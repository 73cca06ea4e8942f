// What is in CUDA's groups and not here: whoever uses it is told its name.
#pragma once

namespace cooperative_groups {

template <typename... Any>
void multi_grid_group_is_not_emulated(Any...) = delete;
class multi_grid_group {
    multi_grid_group() = delete;
};
multi_grid_group this_multi_grid() = delete;

}  // namespace cooperative_groups
