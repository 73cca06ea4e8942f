// Kernels that never end.
#include <cooperative_groups.h>

#include "faulty.cuh"

namespace cg = cooperative_groups;

namespace {

__global__ void flag_that_nobody_sets(volatile int* flag, int* out) {
    while (flag[0] == 0) {  //! Deadlock: spin, reading
    }
    out[threadIdx.x] = 1;
}
FAULTY(flag_that_nobody_sets) {
    array<int> flag(1), out(64);
    flag_that_nobody_sets<<<2, 32>>>(flag, out);
}

__global__ void plain_flag(int* flag, int* out) {
    while (*flag == 0) {  //! Deadlock: spin, reading
    }
    *out = 1;
}
FAULTY(plain_flag) {
    array<int> flag(1), out(1);
    plain_flag<<<1, 32>>>(flag, out);
}

__global__ void lock_taken_twice(int* lock, int* count) {
    if (threadIdx.x != 0) return;
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    while (atomicCAS(lock, 0, 1) != 0) {  //! Deadlock: spin, reading
    }
    ++*count;
    atomicExch(lock, 0);
}
FAULTY(lock_taken_twice) {
    array<int> lock(1), count(1);
    lock_taken_twice<<<1, 32>>>(lock, count);
}

// Two locks, in different orders.
__global__ void locks_in_two_orders(volatile int* state, int* locks) {
    if (threadIdx.x != 0) return;
    const int first = blockIdx.x, second = 1 - first;
    atomicExch(&locks[first], 1);
    state[first] = 1;
    while (state[second] == 0) {
    }
    while (atomicCAS(&locks[second], 0, 1) != 0) {  //! Deadlock: spin, reading
    }
    atomicExch(&locks[first], 0);
}
FAULTY(locks_in_two_orders) {
    array<int> state(2), locks(2);
    locks_in_two_orders<<<2, 32>>>(state, locks);
}

__global__ void lock_of_one_warp(int* lock, int* count) {
    while (atomicCAS(lock, 0, 1) != 0) __nanosleep(100);  //! Deadlock: spin, reading
    ++*count;
}
FAULTY(lock_of_one_warp) {
    array<int> lock(1), count(1);
    lock_of_one_warp<<<1, 32>>>(lock, count);
}

__global__ void barrier_by_hand_without_a_place(unsigned* count) {
    if (threadIdx.x == 0) {
        atomicAdd(count, 1u);
        while (*static_cast<volatile unsigned*>(count) < gridDim.x) {  //! Deadlock: have no place
        }
    }
    __syncthreads();
}
FAULTY(barrier_by_hand_without_a_place) {
    array<unsigned> count(1);
    barrier_by_hand_without_a_place<<<132 * 32 + 1, 1024>>>(count);
}

__global__ void counts_while_it_waits(volatile int* flag, unsigned* looks) {
    unsigned count = 0;
    while (*flag == 0) ++count;  //! Runaway: COOP_EMU_MAX_STEPS
    *looks = count;
}
FAULTY(counts_while_it_waits) {
    array<int> flag(1);
    array<unsigned> looks(1);
    counts_while_it_waits<<<1, 32>>>(flag, looks);
}

__global__ void loop_around_a_block_barrier(volatile int* flag) {
    while (*flag == 0)     //?
        __syncthreads();  //? Runaway: COOP_EMU_MAX_STEPS
}
FAULTY(loop_around_a_block_barrier) {
    array<int> flag(1);
    loop_around_a_block_barrier<<<1, 64>>>(flag);
}

__global__ void loop_around_a_warp_barrier(volatile int* flag) {
    do
        __syncwarp();      //? Runaway: COOP_EMU_MAX_STEPS
    while (*flag == 0);  //?
}
FAULTY(loop_around_a_warp_barrier) {
    array<int> flag(1);
    loop_around_a_warp_barrier<<<2, 64>>>(flag);
}

__global__ void loop_around_a_vote(volatile int* flag) {
    while (__any_sync(0xffffffffu, *flag == 0)) {  //? Runaway: COOP_EMU_MAX_STEPS
    }
}
FAULTY(loop_around_a_vote) {
    array<int> flag(1);
    loop_around_a_vote<<<1, 32>>>(flag);
}

__global__ void loop_around_a_grid_barrier(volatile int* flag) {
    while (*flag == 0)            //?
        cg::this_grid().sync();  //? Runaway: COOP_EMU_MAX_STEPS
}
FAULTY(loop_around_a_grid_barrier) {
    array<int> flag(1);
    int* pointer = flag;
    void* arguments[] = {&pointer};
    cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(loop_around_a_grid_barrier), 4, 32, arguments, 0, nullptr);
}

__global__ void loop_around_an_atomic(unsigned* count) {
    while (true) atomicAdd(count, 1u);  //! Runaway: COOP_EMU_MAX_STEPS
}
FAULTY(loop_around_an_atomic) {
    array<unsigned> count(1);
    loop_around_an_atomic<<<1, 32>>>(count);
}

__global__ void loop_that_steps_by_nothing(unsigned* x, unsigned n, unsigned step) {
    for (unsigned i = threadIdx.x; i < n; i += step) x[i] = i;  //! Deadlock: spin, reading
}
FAULTY(loop_that_steps_by_nothing) {
    array<unsigned> x(64);
    loop_that_steps_by_nothing<<<1, 1>>>(x, 64u, 0u);
}

__global__ void unsigned_that_goes_below_zero(const float* x, float* out, unsigned n) {
    float sum = 0;
    for (unsigned i = n - 1; i >= 0; --i) sum += x[i & 7];  //! Runaway: COOP_EMU_MAX_STEPS
    *out = sum;
}
FAULTY(unsigned_that_goes_below_zero) {
    array<float> x(8), out(1);
    unsigned_that_goes_below_zero<<<1, 1>>>(x, out, 8u);
}

__global__ void arithmetic_without_an_end(unsigned* out) {
    unsigned x = 2 * threadIdx.x + 1;
    do x *= 1664525u;  //? Runaway: COOP_EMU_MAX_STEPS
    while (x != 2);    //?
    *out = x;
}
FAULTY(arithmetic_without_an_end) {
    array<unsigned> out(1);
    arithmetic_without_an_end<<<1, 32>>>(out);
}

__global__ void ring_list(unsigned* next, unsigned* out) {
    unsigned at = threadIdx.x;
    while (at != 1000) at = next[at];  //! Deadlock: spin, reading
    *out = at;
}
FAULTY(ring_list) {
    std::vector<unsigned> next(32);
    for (unsigned i = 0; i < 32; ++i) next[i] = (i + 1) % 32;
    array<unsigned> list(next), out(1);
    ring_list<<<1, 32>>>(list, out);
}

__global__ void waits_and_writes(volatile int* flag, int* x) {
    while (*flag == 0) x[threadIdx.x] += 1;  //? Runaway: COOP_EMU_MAX_STEPS
}
FAULTY(waits_and_writes) {
    array<int> flag(1), x(32);
    waits_and_writes<<<1, 32>>>(flag, x);
}

__global__ void turn_that_nobody_has(volatile int* turn) {
    if (threadIdx.x != 0) return;
    for (int i = 0; i < 10; ++i) {
        while (*turn != int(blockIdx.x)) {  //! Deadlock: spin, reading
        }
        __threadfence();
        *turn = 2;
    }
}
FAULTY(turn_that_nobody_has) {
    array<int> turn(1);
    turn_that_nobody_has<<<2, 32>>>(turn);
}

__global__ void barrier_by_hand_that_is_not_reset(unsigned* count) {
    for (int round = 0; round < 2; ++round) {
        __syncthreads();
        if (threadIdx.x == 0) {
            atomicAdd(count, 1u);
            while (atomicAdd(count, 0u) != gridDim.x) {  //! Deadlock: spin, reading
            }
        }
        __syncthreads();
    }
}
FAULTY(barrier_by_hand_that_is_not_reset) {
    array<unsigned> count(1);
    barrier_by_hand_that_is_not_reset<<<4, 32>>>(count);
}

__global__ void marks_in_a_circle(int* next, int* mark) {
    int at = 0;
    while (at >= 0) {       //?
        mark[at] = 1;       //? Deadlock: spin, reading
        at = next[at];      //?
    }
}
FAULTY(marks_in_a_circle) {
    array<int> next(std::vector<int>{1, 2, 3, 1}), mark(4);
    marks_in_a_circle<<<1, 1>>>(next, mark);
}

__global__ void shared_flag_of_another_value(int* out) {
    __shared__ volatile int ready;
    if (threadIdx.x == 0) ready = 0;
    __syncthreads();
    if (threadIdx.x >= 32) {
        while (ready != 2) {  //! Deadlock: spin, reading
        }
    } else if (threadIdx.x == 0) {
        ready = 1;
    }
    __syncthreads();  //!
    out[threadIdx.x] = 1;
}
FAULTY(shared_flag_of_another_value) {
    array<int> out(64);
    shared_flag_of_another_value<<<1, 64>>>(out);
}

__global__ void search_that_does_not_narrow(const int* x, int n, int wanted, int* out) {
    int low = 0, high = n;
    while (low < high) {  //?
        const int middle = (low + high) / 2;    //?
        if (x[middle] <= wanted) low = middle;  //? Deadlock: spin, reading
        else high = middle;
    }
    *out = low;
}
FAULTY(search_that_does_not_narrow) {
    std::vector<int> v(64);
    for (int i = 0; i < 64; ++i) v[i] = i;
    array<int> x(v), out(1);
    search_that_does_not_narrow<<<1, 1>>>(x, 64, 5, out);
}

__global__ void queue_that_waits_for_more(int* tail, int* head, int* done) {
    while (true) {
        const int h = atomicAdd(head, 0);  //? Deadlock: spin, reading
        if (h < atomicAdd(tail, 0)) {      //?
            if (atomicCAS(head, h, h + 1) == h) atomicAdd(done, 1);
        } else if (atomicAdd(done, 0) == 100) {  //?
            return;
        }
    }
}
FAULTY(queue_that_waits_for_more) {
    array<int> tail(1, 50), head(1), done(1);
    queue_that_waits_for_more<<<2, 32>>>(tail, head, done);
}

}  // namespace

// By which the linker takes this file.
extern "C" void emu_faulty_endless() {}
