// Barriers, latches, semaphores and pipelines of libcu++, and copies that go on beside the threads.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cuda/std/atomic>
#include <cuda/std/barrier>
#include <cuda/std/chrono>
#include <cuda_pipeline.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "sample.cuh"

namespace cg = cooperative_groups;

namespace {

using block_barrier = cuda::barrier<cuda::thread_scope_block>;

// Each warp works between its arrival and its wait.
__global__ void arrive_then_wait(const unsigned* in, unsigned* out) {
    __shared__ block_barrier meet;
    __shared__ unsigned tile[256];
    if (threadIdx.x == 0) init(&meet, blockDim.x);
    __syncthreads();
    unsigned own = 0;
    for (unsigned round = 0; round < 4; ++round) {
        tile[threadIdx.x] = in[threadIdx.x] + own;
        block_barrier::arrival_token token = meet.arrive();
        own += round;
        meet.wait(std::move(token));
        own += tile[blockDim.x - 1 - threadIdx.x];
        meet.arrive_and_wait();
    }
    out[threadIdx.x] = own;
}
SAMPLE(arrive_then_wait) {
    const std::vector<unsigned> in = numbers(256);
    array<unsigned> from(in), to(256);
    arrive_then_wait<<<1, 256>>>(from, to);
    std::vector<unsigned> own(256), tile(256);
    for (unsigned round = 0; round < 4; ++round) {
        for (unsigned i = 0; i < 256; ++i) tile[i] = in[i] + own[i];
        for (unsigned i = 0; i < 256; ++i) own[i] += round + tile[255 - i];
    }
    return to.values() == own;
}

// A producer's warp fills, the other warps take: two barriers of their own counts.
__global__ void full_and_empty(const unsigned* in, unsigned* out, unsigned rounds) {
    __shared__ block_barrier full, empty;
    __shared__ unsigned tile[32];
    if (threadIdx.x == 0) {
        init(&full, 32);
        init(&empty, blockDim.x - 32);
    }
    __syncthreads();
    for (unsigned round = 0; round < rounds; ++round) {
        if (threadIdx.x < 32) {
            if (round > 0) empty.wait_parity((round - 1) & 1);
            tile[threadIdx.x] = in[round * 32 + threadIdx.x];
            static_cast<void>(full.arrive());
        } else {
            full.wait_parity(round & 1);
            atomicAdd(&out[threadIdx.x % 32], tile[threadIdx.x % 32]);
            static_cast<void>(empty.arrive());
        }
    }
}
SAMPLE(full_and_empty) {
    const std::vector<unsigned> in = numbers(10 * 32);
    array<unsigned> from(in), to(32);
    full_and_empty<<<1, 96>>>(from, to, 10);
    std::vector<unsigned> sums(32);
    for (unsigned i = 0; i < in.size(); ++i) sums[i % 32] += 2 * in[i];
    return to.values() == sums;
}

// Threads leave one after the other; one arrives for several.
__global__ void drop_and_count(unsigned* out) {
    __shared__ block_barrier meet;
    if (threadIdx.x == 0) init(&meet, blockDim.x);
    __syncthreads();
    for (unsigned round = 0; round < threadIdx.x; ++round) meet.arrive_and_wait();
    atomicAdd(out, 1u);
    meet.arrive_and_drop();
    __syncthreads();
    if (threadIdx.x == 0) init(&meet, 10);
    __syncthreads();
    if (threadIdx.x == 1) static_cast<void>(meet.arrive(7));
    if (threadIdx.x < 3) {
        auto token = meet.arrive();
        while (!meet.try_wait_for(std::move(token), cuda::std::chrono::nanoseconds(50))) {
        }
        const cuda::std::chrono::nanoseconds moment(1);
        if (!meet.try_wait_parity_for(false, moment) || meet.try_wait_parity_for(true, moment)) atomicAdd(out, 1000u);
    }
}
SAMPLE(drop_and_count) {
    array<unsigned> out(1);
    drop_and_count<<<1, 24>>>(out);
    return out.values()[0] == 24;
}

struct twice {
    unsigned* sum;
    __device__ void operator()() const { *sum *= 2; }
};
__global__ void complete_with(unsigned* out) {
    using with = cuda::barrier<cuda::thread_scope_block, twice>;
    __shared__ unsigned sum;
    __shared__ alignas(with) char place[sizeof(with)];
    with* const meet = reinterpret_cast<with*>(place);
    if (threadIdx.x == 0) {
        sum = 0;
        init(meet, blockDim.x, twice{&sum});
    }
    __syncthreads();
    for (unsigned round = 0; round < 3; ++round) {
        atomicAdd(&sum, threadIdx.x);
        meet->arrive_and_wait();
    }
    if (threadIdx.x == 5) *out = sum;
}
SAMPLE(complete_with) {
    array<unsigned> out(1);
    complete_with<<<1, 32>>>(out);
    return out.values()[0] == 496 * (2 + 4 + 8);
}

// A barrier in global memory, between the blocks of a grid that fits.
__global__ void between_blocks(cuda::barrier<cuda::thread_scope_device>* meet, unsigned* data, unsigned* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    if (i == 0) init(meet, gridDim.x);
    cg::this_grid().sync();
    data[i] = i;
    __syncthreads();
    if (threadIdx.x == 0) meet->arrive_and_wait();
    __syncthreads();
    out[i] = data[n - 1 - i];
}
SAMPLE(runs_between_blocks) {
    array<unsigned> data(4 * 32), out(4 * 32);
    cuda::barrier<cuda::thread_scope_device>* meet;
    cudaMalloc(&meet, sizeof *meet);
    unsigned *data_at = data, *out_at = out;
    void* arguments[] = {&meet, &data_at, &out_at};
    cudaLaunchCooperativeKernel(between_blocks, dim3(4), dim3(32), arguments);
    std::vector<unsigned> expected(128);
    std::iota(expected.rbegin(), expected.rend(), 0u);
    const bool right = out.values() == expected;
    cudaFree(meet);
    return right;
}

// Two tiles in turn: one is copied while the other is used.
__global__ void copy_by_barriers(const int* in, int* out, unsigned tiles) {
    constexpr unsigned size = 64;
    __shared__ alignas(16) int tile[2][size];
    __shared__ block_barrier ready[2];
    const cg::thread_block block = cg::this_thread_block();
    if (block.thread_rank() == 0) {
        init(&ready[0], block.size());
        init(&ready[1], block.size());
    }
    block.sync();
    cuda::memcpy_async(block, tile[0], in, cuda::aligned_size_t<16>(sizeof tile[0]), ready[0]);
    for (unsigned i = 0; i < tiles; ++i) {
        const unsigned now = i % 2, next = 1 - now;
        if (i + 1 < tiles) cuda::memcpy_async(block, tile[next], in + (i + 1) * size, sizeof tile[0], ready[next]);
        ready[now].arrive_and_wait();
        out[i * size + threadIdx.x] = 3 * tile[now][size - 1 - threadIdx.x];
        block.sync();
    }
}
SAMPLE(copy_by_barriers) {
    const std::vector<unsigned> some = numbers(5 * 64);
    const std::vector<int> in(some.begin(), some.end());
    array<int> from(in), to(in.size());
    copy_by_barriers<<<1, 64>>>(from, to, 5);
    std::vector<int> expected(in.size());
    for (unsigned i = 0; i < in.size(); ++i) expected[i] = 3 * in[i / 64 * 64 + 63 - i % 64];
    return to.values() == expected;
}

// One thread copies for all.
__global__ void one_copies(const int* in, int* out) {
    __shared__ int tile[100];
    __shared__ block_barrier ready;
    if (threadIdx.x == 0) init(&ready, blockDim.x);
    __syncthreads();
    if (threadIdx.x == 7) cuda::memcpy_async(tile, in, sizeof tile, ready);
    ready.wait(ready.arrive());
    for (unsigned i = threadIdx.x; i < 100; i += blockDim.x) out[i] = tile[99 - i];
}
SAMPLE(one_copies) {
    std::vector<int> in(100);
    std::iota(in.begin(), in.end(), 5);
    array<int> from(in), to(100);
    one_copies<<<1, 40>>>(from, to);
    std::reverse(in.begin(), in.end());
    return to.values() == in;
}

template <unsigned Stages>
__global__ void pipeline_of_a_block(const int* in, int* out, unsigned tiles) {
    constexpr unsigned size = 64;
    __shared__ int tile[Stages][size];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, Stages> state;
    const cg::thread_block block = cg::this_thread_block();
    cuda::pipeline<cuda::thread_scope_block> pipe = cuda::make_pipeline(block, &state);
    for (unsigned i = 0, fetched = 0; i < tiles; ++i) {
        for (; fetched < tiles && fetched < i + Stages; ++fetched) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, tile[fetched % Stages], in + fetched * size, sizeof tile[0], pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        out[i * size + threadIdx.x] = tile[i % Stages][size - 1 - threadIdx.x] + int(i);
        pipe.consumer_release();
    }
}
__global__ void pipeline_of_roles(const int* in, int* out, unsigned tiles) {
    constexpr unsigned size = 64;
    __shared__ int tile[2][size];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    const cg::thread_block block = cg::this_thread_block();
    const bool produces = threadIdx.x < 32;
    auto pipe = cuda::make_pipeline(block, &state,
                                    produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
    for (unsigned i = 0; i < tiles; ++i) {
        if (produces) {
            pipe.producer_acquire();
            for (unsigned j = threadIdx.x; j < size; j += 32) cuda::memcpy_async(&tile[i % 2][j], &in[i * size + j], sizeof(int), pipe);
            pipe.producer_commit();
        } else {
            pipe.consumer_wait();
            out[i * size + threadIdx.x - 32] = tile[i % 2][size - 1 - (threadIdx.x - 32)] + int(i);
            pipe.consumer_release();
        }
    }
}
__global__ void pipeline_of_a_thread(const int* in, int* out, unsigned tiles) {
    __shared__ int tile[3][64];
    auto pipe = cuda::make_pipeline();
    unsigned fetched = 0;
    for (unsigned i = 0; i < tiles; ++i) {
        for (; fetched < tiles && fetched < i + 2; ++fetched) {
            pipe.producer_acquire();
            cuda::memcpy_async(&tile[fetched % 3][threadIdx.x], &in[fetched * 64 + threadIdx.x], sizeof(int), pipe);
            pipe.producer_commit();
        }
        if (i + 1 < tiles) cuda::pipeline_consumer_wait_prior<1>(pipe);
        else pipe.consumer_wait();
        __syncthreads();
        out[i * 64 + threadIdx.x] = tile[i % 3][63 - threadIdx.x] + int(i);
        pipe.consumer_release();
    }
}
__global__ void copies_of_words(const int* in, int* out, unsigned tiles) {
    __shared__ int tile[3][64];
    const auto fetch = [&](unsigned i) {
        if (i < tiles) __pipeline_memcpy_async(&tile[i % 3][threadIdx.x], &in[i * 64 + threadIdx.x], sizeof(int));
        __pipeline_commit();
    };
    fetch(0);
    for (unsigned i = 0; i < tiles; ++i) {
        fetch(i + 1);
        __pipeline_wait_prior(1);
        __syncthreads();
        out[i * 64 + threadIdx.x] = tile[i % 3][63 - threadIdx.x] + int(i);
    }
}
__global__ void copies_of_a_group(const int* in, int* out, unsigned tiles) {
    __shared__ int tile[2][64];
    const auto block = cg::this_thread_block();
    cg::memcpy_async(block, tile[0], in, sizeof tile[0]);
    for (unsigned i = 0; i < tiles; ++i) {
        if (i + 1 < tiles) {
            cg::memcpy_async(block, tile[(i + 1) % 2], in + (i + 1) * 64, sizeof tile[0]);
            cg::wait_prior<1>(block);
        } else {
            cg::wait(block);
        }
        out[i * 64 + threadIdx.x] = tile[i % 2][63 - threadIdx.x] + int(i);
        block.sync();
    }
}
template <typename Kernel>
bool reverses_tiles(Kernel kernel, unsigned threads) {
    constexpr unsigned tiles = 7;
    const std::vector<unsigned> some = numbers(tiles * 64);
    const std::vector<int> in(some.begin(), some.end());
    array<int> from(in), to(in.size());
    kernel<<<1, threads>>>(from, to, tiles);
    std::vector<int> expected(in.size());
    for (unsigned i = 0; i < in.size(); ++i) expected[i] = in[i / 64 * 64 + 63 - i % 64] + int(i / 64);
    return to.values() == expected;
}
SAMPLE(runs_pipeline_of_a_block) {
    return reverses_tiles(pipeline_of_a_block<1>, 64) && reverses_tiles(pipeline_of_a_block<2>, 64) &&
           reverses_tiles(pipeline_of_a_block<4>, 64);
}
SAMPLE(runs_pipeline_of_roles) { return reverses_tiles(pipeline_of_roles, 96); }
SAMPLE(runs_pipeline_of_a_thread) { return reverses_tiles(pipeline_of_a_thread, 64); }
SAMPLE(runs_copies_of_words) { return reverses_tiles(copies_of_words, 64); }
SAMPLE(runs_copies_of_a_group) { return reverses_tiles(copies_of_a_group, 64); }

__global__ void fill_with_zeros(const float4* in, float4* out) {
    __shared__ float4 tile[32];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 16, threadIdx.x % 2 == 0 ? 0 : 12);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = tile[31 - threadIdx.x];
}
SAMPLE(fill_with_zeros) {
    array<float4> in(32, float4{1, 2, 3, 4}), out(32);
    fill_with_zeros<<<1, 32>>>(in, out);
    const std::vector<float4> values = out.values();
    for (unsigned i = 0; i < 32; ++i) {
        const float rest = i % 2 == 0 ? 0 : 1;
        if (values[i].x != 1 || values[i].y != 2 * rest || values[i].w != 4 * rest) return false;
    }
    return true;
}

// The blocks count down; the last block's result is what all of them wrote.
__global__ void latch_between_blocks(cuda::latch<cuda::thread_scope_device>* done, unsigned* parts, unsigned* out) {
    if (blockIdx.x == 0) {
        done->wait();
        unsigned sum = 0;
        for (unsigned i = 1; i < gridDim.x; ++i) sum += parts[i];
        if (threadIdx.x == 0) *out = sum;
    } else if (threadIdx.x == 0) {
        parts[blockIdx.x] = blockIdx.x * blockIdx.x;
        done->count_down();
    }
}
__global__ void make_latch(cuda::latch<cuda::thread_scope_device>* done, unsigned count) {
    new (done) cuda::latch<cuda::thread_scope_device>(count);
}
SAMPLE(latch_between_blocks) {
    array<unsigned> parts(4), out(1);
    cuda::latch<cuda::thread_scope_device>* done;
    cudaMalloc(&done, sizeof *done);
    make_latch<<<1, 1>>>(done, 3);
    latch_between_blocks<<<4, 32>>>(done, parts, out);
    const bool right = out.values()[0] == 1 + 4 + 9;
    cudaFree(done);
    return right;
}

// A lock, and places in a queue of two.
__global__ void semaphores(unsigned* out) {
    __shared__ cuda::binary_semaphore<cuda::thread_scope_block> lock;
    __shared__ cuda::counting_semaphore<cuda::thread_scope_block, 2> places;
    __shared__ unsigned count, most, inside;
    if (threadIdx.x == 0) {
        new (&lock) cuda::binary_semaphore<cuda::thread_scope_block>(1);
        new (&places) cuda::counting_semaphore<cuda::thread_scope_block, 2>(2);
        count = most = inside = 0;
    }
    __syncthreads();
    if (threadIdx.x % 8 == 0) {
        places.acquire();
        const unsigned others = atomicAdd(&inside, 1u);
        atomicMax(&most, others + 1);
        lock.acquire();
        count = count + 1;
        lock.release();
        atomicSub(&inside, 1u);
        places.release();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        out[0] = count;
        out[1] = most;
        out[2] = lock.try_acquire_for(cuda::std::chrono::nanoseconds(100)) && !lock.try_acquire() &&
                 !lock.try_acquire_for(cuda::std::chrono::microseconds(1));
    }
}
SAMPLE(semaphores) {
    array<unsigned> out(3);
    semaphores<<<1, 128>>>(out);
    const std::vector<unsigned> values = out.values();
    return values[0] == 16 && values[1] >= 1 && values[1] <= 2 && values[2] == 1;
}

__global__ void of_the_system(cuda::std::atomic<int>* count, int* out) {
    __shared__ alignas(cuda::std::barrier<>) char place[sizeof(cuda::std::barrier<>)];
    cuda::std::barrier<>& meet = *reinterpret_cast<cuda::std::barrier<>*>(place);
    if (threadIdx.x == 0) new (&meet) cuda::std::barrier<>(blockDim.x);
    __syncthreads();
    count->fetch_add(1, cuda::std::memory_order_relaxed);
    meet.arrive_and_wait();
    if (threadIdx.x == 3) *out = count->load();
}
SAMPLE(of_the_system) {
    array<int> out(1), count(1);
    int* const place = count;
    of_the_system<<<1, 64>>>(reinterpret_cast<cuda::std::atomic<int>*>(place), out);
    return out.values()[0] == 64;
}

// Tiles of several warps, each for itself: the others wait for a result of theirs.
template <unsigned Size>
__global__ void wide_tiles(const int* in, int* out) {
    __shared__ cg::block_tile_memory<512> memory;
    __shared__ int data[512];
    const cg::thread_block block = cg::this_thread_block(memory);
    const auto tile = cg::tiled_partition<Size>(block);
    const unsigned rank = block.thread_rank(), first = unsigned(tile.meta_group_rank()) * Size;
    for (unsigned round = 0; round < tile.meta_group_rank() + 1; ++round) {
        data[rank] = in[rank] + int(round);
        tile.sync();
        const int other = data[first + Size - 1 - tile.thread_rank()];
        tile.sync();
        data[rank] = other;
    }
    const int sum = cg::reduce(tile, in[rank], cg::plus<int>());
    const int most = cg::reduce(tile, in[rank], cg::greater<int>());
    const bool votes = tile.any(tile.thread_rank() == Size - 1) && !tile.all(tile.thread_rank() != 3) && tile.all(1) && !tile.any(0);
    const auto warp = cg::tiled_partition<32>(tile);
    const bool right = warp.meta_group_size() == Size / 32 && warp.meta_group_rank() == tile.thread_rank() / 32;
    out[rank] = votes && right ? data[rank] + 10 * sum + 1000000 * most + int(tile.meta_group_size()) : -1;
}
template <unsigned Size>
bool tiles_are_right() {
    const std::vector<unsigned> some = numbers(512, 100);
    const std::vector<int> in(some.begin(), some.end());
    array<int> from(in), to(512);
    wide_tiles<Size><<<1, 512>>>(from, to);
    const std::vector<int> got = to.values();
    for (unsigned i = 0; i < 512; ++i) {
        const unsigned tile = i / Size, first = tile * Size;
        const int sum = std::accumulate(in.begin() + first, in.begin() + first + Size, 0);
        const int most = *std::max_element(in.begin() + first, in.begin() + first + Size);
        const int other = in[first + Size - 1 - i % Size] + int(tile);
        if (got[i] != other + 10 * sum + 1000000 * most + int(512 / Size)) return false;
    }
    return true;
}
SAMPLE(tiles_of_several_warps) { return tiles_are_right<64>() && tiles_are_right<128>() && tiles_are_right<512>(); }

}  // namespace

// By which the linker takes this file.
extern "C" void emu_samples_of_what_is_asynchronous() {}
