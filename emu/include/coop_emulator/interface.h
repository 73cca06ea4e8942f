// What the emulator supplies: the only functions that these headers call. Their other side is src/hooks/interface.rs.
#pragma once

// Where a thread is from, for reports. `const`: a thread stays what it is for as long as a function runs.
extern "C" {
__attribute__((const)) uint3 coop_emulator_thread_index();
__attribute__((const)) uint3 coop_emulator_block_index();
__attribute__((const)) uint3 coop_emulator_block_extent();
__attribute__((const)) uint3 coop_emulator_grid_extent();
__attribute__((const)) unsigned coop_emulator_lane();
__attribute__((const)) unsigned coop_emulator_multiprocessor();
__attribute__((const)) int coop_emulator_is_cooperative();
__attribute__((const)) int coop_emulator_on_host();

// Waits for the block; returns over how many of its threads `predicate` held. `barrier` is its number, 0 to 15.
enum coop_emulator_block_barrier_kind {
    coop_emulator_plain,
    coop_emulator_count,
    coop_emulator_and,
    coop_emulator_or
};
unsigned coop_emulator_block_barrier(unsigned barrier, int kind, int predicate, const char* file, int line);

// A barrier in halves.
enum coop_emulator_scope { coop_emulator_grid, coop_emulator_cluster, coop_emulator_block };
void coop_emulator_arrive(int scope, const char* file, int line);
void coop_emulator_wait(int scope, const char* file, int line);

// Where this block's shared memory begins, as PTX numbers it.
void* coop_emulator_shared_memory();
// An access at an address that is no multiple of so many bytes.
[[noreturn]] void coop_emulator_misaligned(unsigned long long address, unsigned long long bytes);

// The blocks of a cluster; 1, 1, 1 in a launch without clusters.
__attribute__((const)) uint3 coop_emulator_cluster_extent();
// Where block number `rank` of the cluster has what this one has at an address of its shared memory.
void* coop_emulator_map_shared(const void* address, unsigned rank);
// The number of the block of the cluster that has the shared memory at an address; -1 if none.
int coop_emulator_shared_rank(const void* address);

// What the lanes in `mask` do together; every one of them calls with the same mask.
enum coop_emulator_collective {
    coop_emulator_sync,
    coop_emulator_exchange,
    coop_emulator_ballot,
    coop_emulator_any,
    coop_emulator_all,
    coop_emulator_match
};
// sync: 0. exchange: the `value` of lane `source`. ballot: the lanes whose value is not 0; any and all: 0 or 1. match: the lanes with the same.
unsigned long long coop_emulator_warp(int collective, unsigned mask, unsigned long long value, unsigned source,
                                      const char* file, int line);
// The lanes of this warp that are here together.
unsigned coop_emulator_active_mask(const char* file, int line);

// The barrier of a tile of so many threads, more than a warp; and what its threads give each other, in up to 4 words.
void coop_emulator_tile_barrier(unsigned size, const char* file, int line);
void coop_emulator_tile_give(unsigned word, unsigned long long value);
unsigned long long coop_emulator_tile_take(unsigned rank, unsigned word);

// A copy that the thread begins, of zeros if `from` is null: done when it waits for it, or when `object` is completed, if that is
// not null. What is begun until it closes them is a batch; it waits for all batches that are closed but the last `keep`.
void coop_emulator_copy_later(void* to, const void* from, std::size_t bytes, const void* object);
void coop_emulator_close_copies();
void coop_emulator_finish_copies(unsigned keep);
void coop_emulator_finish_copies_of(const void* object);

// Waits at an object until one of its words is not `value` any more.
enum coop_emulator_object {
    coop_emulator_barrier,
    coop_emulator_latch,
    coop_emulator_semaphore,
    coop_emulator_stage_in_use,
    coop_emulator_stage_to_come
};
void coop_emulator_await(int object, const void* address, const unsigned* word, unsigned value, const char* file, int line);
// An object is used as it must not be.
[[noreturn]] void coop_emulator_misuse(const char* what);

unsigned long long coop_emulator_clock();        // goes on with the accesses of this launch
unsigned long long coop_emulator_nanoseconds();  // real time
void coop_emulator_pause();                      // a place where another thread may go on
// A fence of the device and wider, or of the block; and whether the thread's atomic functions are of block scope from now on.
void coop_emulator_fence(int of_device);
void coop_emulator_narrow(int is_narrow);
[[noreturn]] void coop_emulator_trap();
}

// Where a barrier is called, as default arguments of the functions that the kernel calls.
#define COOP_EMULATOR_HERE const char *file = __builtin_FILE(), int line = __builtin_LINE()
#define COOP_EMULATOR_INLINE inline __attribute__((always_inline))
