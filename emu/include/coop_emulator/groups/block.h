// The threads of a block. Its barrier is __syncthreads().
#pragma once

namespace cooperative_groups {

class thread_block {
public:
    class arrival_token {};

    static void sync(COOP_EMULATOR_HERE) { coop_emulator_block_barrier(0, coop_emulator_plain, 0, file, line); }
    static arrival_token barrier_arrive(COOP_EMULATOR_HERE) {
        coop_emulator_arrive(coop_emulator_block, file, line);
        return {};
    }
    static void barrier_wait(arrival_token&&, COOP_EMULATOR_HERE) { coop_emulator_wait(coop_emulator_block, file, line); }

    static unsigned size() { return num_threads(); }
    static unsigned num_threads() { return emulated::count_of(coop_emulator_block_extent()); }
    static unsigned thread_rank() {
        return emulated::rank_of(coop_emulator_thread_index(), coop_emulator_block_extent());
    }
    static dim3 group_index() { return coop_emulator_block_index(); }
    static dim3 thread_index() { return coop_emulator_thread_index(); }
    static dim3 group_dim() { return coop_emulator_block_extent(); }
    static dim3 dim_threads() { return coop_emulator_block_extent(); }
};

inline thread_block this_thread_block() { return {}; }

}  // namespace cooperative_groups
