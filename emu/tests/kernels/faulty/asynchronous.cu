// Barriers, latches, semaphores and pipelines of libcu++ that nobody completes, and copies that are used before they are there.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cuda_pipeline.h>

#include "faulty.cuh"

namespace cg = cooperative_groups;

namespace {

using block_barrier = cuda::barrier<cuda::thread_scope_block>;

// One thread does not arrive.
__global__ void arrival_missing_at_an_object(int* out) {
    __shared__ block_barrier meet;
    if (threadIdx.x == 0) init(&meet, blockDim.x);
    __syncthreads();
    if (threadIdx.x != 5) meet.arrive_and_wait();  //! Deadlock: a cuda::barrier at which not as many arrive as it expects
    out[threadIdx.x] = 1;
}
FAULTY(arrival_missing_at_an_object) {
    array<int> out(64);
    arrival_missing_at_an_object<<<1, 64>>>(out);
}

__global__ void too_many_arrivals(int* out) {
    __shared__ block_barrier meet;
    if (threadIdx.x == 0) init(&meet, 47);
    __syncthreads();
    static_cast<void>(meet.arrive(3));  //! BlockBarrier: more often than it expects
    out[threadIdx.x] = 1;
}
FAULTY(too_many_arrivals) {
    array<int> out(33);
    too_many_arrivals<<<1, 33>>>(out);
}

// The wait is for the phase after the one that is completed.
__global__ void wrong_parity(int* out) {
    __shared__ block_barrier meet;
    if (threadIdx.x == 0) init(&meet, blockDim.x);
    __syncthreads();
    static_cast<void>(meet.arrive());
    if (threadIdx.x == 0) {
        meet.wait_parity(false);
        meet.wait_parity(true);  //! Deadlock: a cuda::barrier at which not as many arrive as it expects
        out[0] = 1;
    }
}
FAULTY(wrong_parity) {
    array<int> out(1);
    wrong_parity<<<1, 64>>>(out);
}

// Arrival is enough for who writes, not for who reads.
__global__ void arrives_and_does_not_wait(int* out) {
    __shared__ block_barrier meet;
    __shared__ int tile[64];
    if (threadIdx.x == 0) init(&meet, blockDim.x);
    __syncthreads();
    tile[threadIdx.x] = int(threadIdx.x);  //? Race: nothing orders them
    static_cast<void>(meet.arrive());
    out[threadIdx.x] = threadIdx.x == 63 ? 0 : tile[threadIdx.x + 1];  //?
}
FAULTY(arrives_and_does_not_wait) {
    array<int> out(64);
    arrives_and_does_not_wait<<<1, 64>>>(out);
}

__global__ void copy_read_before_the_wait(const int* in, int* out) {
    __shared__ block_barrier ready;
    __shared__ int tile[64];
    if (threadIdx.x == 0) init(&ready, blockDim.x);
    tile[threadIdx.x] = 0;
    __syncthreads();
    cuda::memcpy_async(cg::this_thread_block(), tile, in, sizeof tile, ready);
    out[threadIdx.x] = tile[threadIdx.x];  //! Uninitialised: to which an asynchronous copy has begun that is not complete
    ready.arrive_and_wait();
}
FAULTY(copy_read_before_the_wait) {
    array<int> in(64), out(64);
    copy_read_before_the_wait<<<1, 64>>>(in, out);
}

// The next copy goes to a tile that others still read.
__global__ void copy_into_what_others_read(const int* in, int* out) {
    __shared__ int tile[64];
    const auto block = cg::this_thread_block();
    for (int i = 0; i < 2; ++i) {
        cg::memcpy_async(block, tile, in + i * 64, sizeof tile);  //? Race: nothing orders them
        cg::wait(block);
        out[i * 64 + threadIdx.x] = tile[63 - threadIdx.x];  //?
    }
}
FAULTY(copy_into_what_others_read) {
    array<int> in(128), out(128);
    copy_into_what_others_read<<<1, 64>>>(in, out);
}

__global__ void batch_not_waited_for(const int* in, int* out) {
    __shared__ int tile[2][64];
    for (int i = 0; i < 2; ++i) {
        __pipeline_memcpy_async(&tile[i][threadIdx.x], &in[i * 64 + threadIdx.x], sizeof(int));
        __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    out[threadIdx.x] = tile[0][threadIdx.x] + tile[1][threadIdx.x];  //! Uninitialised: asynchronous copy
}
FAULTY(batch_not_waited_for) {
    array<int> in(128), out(64);
    batch_not_waited_for<<<1, 64>>>(in, out);
}

__global__ void copy_past_the_end_of_an_object(const int* in, int* out) {
    __shared__ int tile[64];
    auto pipe = cuda::make_pipeline();
    cuda::memcpy_async(&tile[threadIdx.x], &in[threadIdx.x + 1], sizeof(int), pipe);  //! Memory: past the end
    pipe.producer_commit();
    pipe.consumer_wait();
    out[threadIdx.x] = tile[threadIdx.x];
}
FAULTY(copy_past_the_end_of_an_object) {
    array<int> in(64), out(64);
    copy_past_the_end_of_an_object<<<1, 64>>>(in, out);
}

// Consumers that never release a stage.
__global__ void stage_not_released(const int* in, int* out) {
    __shared__ int tile[2][64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    const auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    for (int i = 0; i < 4; ++i) {
        pipe.producer_acquire();  //! Deadlock: a stage of a cuda::pipeline that not all consumers release
        cuda::memcpy_async(block, tile[i % 2], in + i * 64, sizeof tile[0], pipe);
        pipe.producer_commit();
        pipe.consumer_wait();
        out[i * 64 + threadIdx.x] = tile[i % 2][threadIdx.x];
    }
}
FAULTY(stage_not_released) {
    array<int> in(256), out(256);
    stage_not_released<<<1, 64>>>(in, out);
}

__global__ void stage_not_committed(const int* in, int* out) {
    __shared__ int tile[64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
    const auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state, 32);
    if (threadIdx.x < 31) {
        pipe.producer_acquire();
        cuda::memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int), pipe);
        pipe.producer_commit();
    } else if (threadIdx.x >= 32) {
        pipe.consumer_wait();  //! Deadlock: a stage of a cuda::pipeline that not all producers commit
        out[threadIdx.x] = tile[threadIdx.x - 32];
    }
}
FAULTY(stage_not_committed) {
    array<int> in(64), out(64);
    stage_not_committed<<<1, 64>>>(in, out);
}

__global__ void latch_not_counted_down(cuda::latch<cuda::thread_scope_device>* done, int* out) {
    if (blockIdx.x == 0) {
        done->wait();  //! Deadlock: a cuda::latch that is not counted down
        out[0] = 1;
    } else if (threadIdx.x == 0) {
        done->count_down();
    }
}
__global__ void make_latch(cuda::latch<cuda::thread_scope_device>* done, int count) {
    new (done) cuda::latch<cuda::thread_scope_device>(count);
}
FAULTY(latch_not_counted_down) {
    auto* const done = unwritten<cuda::latch<cuda::thread_scope_device>>(1);
    array<int> out(1);
    make_latch<<<1, 1>>>(done, 3);
    latch_not_counted_down<<<3, 1>>>(done, out);
    cudaFree(done);
}

__global__ void lock_taken_twice_of_an_object(int* out) {
    __shared__ cuda::binary_semaphore<cuda::thread_scope_block> lock;
    if (threadIdx.x == 0) {
        new (&lock) cuda::binary_semaphore<cuda::thread_scope_block>(1);
        lock.acquire();
        lock.acquire();  //! Deadlock: a cuda::counting_semaphore that nobody releases
        out[0] = 1;
    }
}
FAULTY(lock_taken_twice_of_an_object) {
    array<int> out(1);
    lock_taken_twice_of_an_object<<<1, 32>>>(out);
}

// A warp of the second tile does not come.
__global__ void warp_missing_in_a_tile(int* out) {
    const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
    if (threadIdx.x >= 96) return;
    tile.sync();  //! BlockBarrier: wait for their tiles
    out[threadIdx.x] = 1;
}
FAULTY(warp_missing_in_a_tile) {
    array<int> out(128);
    warp_missing_in_a_tile<<<1, 128>>>(out);
}

// The barrier of a tile is none of the block.
__global__ void tile_for_a_block(int* out) {
    __shared__ int data[128];
    const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
    data[threadIdx.x] = 1;  //? Race: nothing orders them
    tile.sync();
    out[threadIdx.x] = data[127 - threadIdx.x];  //?
}
FAULTY(tile_for_a_block) {
    array<int> out(128);
    tile_for_a_block<<<1, 128>>>(out);
}

}  // namespace

// By which the linker takes this file.
extern "C" void emu_faulty_asynchronous() {}
