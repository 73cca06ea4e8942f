// Blocks that are resident together and reach each other's shared memory. A launch without clusters has clusters of one.
#pragma once

namespace cooperative_groups {

class cluster_group {
public:
    class arrival_token {};

    static void sync(COOP_EMULATOR_HERE) { emulated::barrier(coop_emulator_cluster, file, line); }
    static arrival_token barrier_arrive(COOP_EMULATOR_HERE) {
        coop_emulator_arrive(coop_emulator_cluster, file, line);
        return {};
    }
    static void barrier_wait(arrival_token&&, COOP_EMULATOR_HERE) {
        coop_emulator_wait(coop_emulator_cluster, file, line);
    }
    static void barrier_wait(COOP_EMULATOR_HERE) { coop_emulator_wait(coop_emulator_cluster, file, line); }

    // Where block `rank` has what this block has at `address`, which is in its shared memory.
    template <typename T>
    static T* map_shared_rank(T* address, int rank) {
        return static_cast<T*>(coop_emulator_map_shared(const_cast<std::remove_cv_t<T>*>(address), unsigned(rank)));
    }
    // The block that has the shared memory at `address`.
    static unsigned query_shared_rank(const void* address) { return unsigned(coop_emulator_shared_rank(address)); }

    static unsigned size() { return num_threads(); }
    static unsigned num_threads() { return num_blocks() * emulated::count_of(coop_emulator_block_extent()); }
    static unsigned thread_rank() {
        const uint3 extent = coop_emulator_block_extent();
        return block_rank() * emulated::count_of(extent) + emulated::rank_of(coop_emulator_thread_index(), extent);
    }
    static dim3 thread_index() {
        return emulated::sum(emulated::product(block_index(), coop_emulator_block_extent()),
                             coop_emulator_thread_index());
    }
    static dim3 dim_threads() {
        return emulated::product(coop_emulator_cluster_extent(), coop_emulator_block_extent());
    }

    static unsigned num_blocks() { return emulated::count_of(coop_emulator_cluster_extent()); }
    static unsigned block_rank() { return emulated::rank_of(block_index(), coop_emulator_cluster_extent()); }
    static dim3 block_index() {
        return emulated::remainder(coop_emulator_block_index(), coop_emulator_cluster_extent());
    }
    static dim3 dim_blocks() { return coop_emulator_cluster_extent(); }
};

inline cluster_group this_cluster() { return {}; }

}  // namespace cooperative_groups
