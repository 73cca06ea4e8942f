// All threads of a launch.
#pragma once

namespace cooperative_groups {

class grid_group {
public:
    class arrival_token {};

    bool is_valid() const { return coop_emulator_is_cooperative() != 0; }
    void sync(COOP_EMULATOR_HERE) const { emulated::barrier(coop_emulator_grid, file, line); }
    arrival_token barrier_arrive(COOP_EMULATOR_HERE) const {
        coop_emulator_arrive(coop_emulator_grid, file, line);
        return {};
    }
    void barrier_wait(arrival_token&&, COOP_EMULATOR_HERE) const { coop_emulator_wait(coop_emulator_grid, file, line); }

    static unsigned long long size() { return num_threads(); }
    static unsigned long long num_threads() { return num_blocks() * emulated::count_of(coop_emulator_block_extent()); }
    static unsigned long long thread_rank() {
        const uint3 extent = coop_emulator_block_extent();
        return block_rank() * emulated::count_of(extent) + emulated::rank_of(coop_emulator_thread_index(), extent);
    }
    static dim3 thread_index() {
        return emulated::sum(emulated::product(coop_emulator_block_index(), coop_emulator_block_extent()),
                             coop_emulator_thread_index());
    }
    static dim3 dim_threads() { return emulated::product(coop_emulator_grid_extent(), coop_emulator_block_extent()); }

    static unsigned long long num_blocks() {
        const uint3 extent = coop_emulator_grid_extent();
        return (unsigned long long)extent.x * extent.y * extent.z;
    }
    static unsigned long long block_rank() {
        const uint3 index = coop_emulator_block_index(), extent = coop_emulator_grid_extent();
        return ((unsigned long long)index.z * extent.y + index.y) * extent.x + index.x;
    }
    static dim3 block_index() { return coop_emulator_block_index(); }
    static dim3 dim_blocks() { return coop_emulator_grid_extent(); }
    static dim3 group_dim() { return coop_emulator_grid_extent(); }

    static dim3 dim_clusters() {
        return emulated::quotient(coop_emulator_grid_extent(), coop_emulator_cluster_extent());
    }
    static dim3 cluster_index() {
        return emulated::quotient(coop_emulator_block_index(), coop_emulator_cluster_extent());
    }
    static unsigned long long num_clusters() {
        return num_blocks() / emulated::count_of(coop_emulator_cluster_extent());
    }
    static unsigned long long cluster_rank() {
        const uint3 index = cluster_index(), extent = dim_clusters();
        return ((unsigned long long)index.z * extent.y + index.y) * extent.x + index.x;
    }
};

inline grid_group this_grid() { return {}; }

}  // namespace cooperative_groups
