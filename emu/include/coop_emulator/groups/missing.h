// What is in CUDA's groups and not here: whoever uses it is told its name.
#pragma once

namespace cooperative_groups {

template <typename... Any>
void multi_grid_group_is_not_emulated(Any...) = delete;
class multi_grid_group {
    multi_grid_group() = delete;
};
multi_grid_group this_multi_grid() = delete;

// Tiles of more than a warp.
template <unsigned TileCommunicationSize = 0, unsigned MaxBlockSize = 1024>
struct block_tile_memory {
    static_assert(TileCommunicationSize > MaxBlockSize * 1024,
                  "the emulator has tiles of 1, 2, 4, 8, 16 and 32 threads: no block_tile_memory");
};

}  // namespace cooperative_groups
