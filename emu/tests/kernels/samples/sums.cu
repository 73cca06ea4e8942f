// Sums, scans, histograms and compaction, in the ways of the textbooks.
#include <cooperative_groups.h>

#include <algorithm>
#include <numeric>

#include "sample.cuh"

namespace cg = cooperative_groups;

namespace {

constexpr unsigned n = 1000;

__global__ void add(const unsigned* a, const unsigned* b, unsigned* c, unsigned count) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) c[i] = a[i] + b[i];
}

__global__ void axpy(float a, const float* x, float* y, unsigned count) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) y[i] += a * x[i];
}

__global__ void tree_sum(const unsigned* in, unsigned* out, unsigned count) {
    __shared__ unsigned part[128];
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    part[threadIdx.x] = i < count ? in[i] : 0;
    __syncthreads();
    for (unsigned width = blockDim.x / 2; width > 0; width /= 2) {
        if (threadIdx.x < width) part[threadIdx.x] += part[threadIdx.x + width];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(out, part[0]);
}

__device__ unsigned warp_sum(unsigned value) {
    for (int distance = 16; distance > 0; distance /= 2) value += __shfl_down_sync(0xffffffffu, value, distance);
    return value;
}

__global__ void shuffle_sum(const unsigned* in, unsigned* out, unsigned count) {
    __shared__ unsigned warps[32];
    unsigned sum = 0;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) sum += in[i];
    sum = warp_sum(sum);
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = warp_sum(threadIdx.x < blockDim.x / 32 ? warps[threadIdx.x] : 0);
        if (threadIdx.x == 0) atomicAdd(out, sum);
    }
}

__device__ unsigned tickets = 0;

__global__ void last_block_sum(const unsigned* in, volatile unsigned* parts, unsigned* out, unsigned count) {
    __shared__ bool last;
    __shared__ unsigned sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) atomicAdd(&sum, in[i]);
    __syncthreads();
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = sum;
        __threadfence();
        last = atomicInc(&tickets, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) return;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    for (unsigned part = threadIdx.x; part < gridDim.x; part += blockDim.x) atomicAdd(&sum, parts[part]);
    __syncthreads();
    if (threadIdx.x == 0) *out = sum;
}

__global__ void cooperative_dot(const unsigned* a, const unsigned* b, unsigned* parts, unsigned* out, unsigned count) {
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    __shared__ unsigned sum;
    if (block.thread_rank() == 0) sum = 0;
    block.sync();
    unsigned own = 0;
    for (unsigned i = grid.thread_rank(); i < count; i += grid.size()) own += a[i] * b[i];
    atomicAdd(&sum, own);
    block.sync();
    if (block.thread_rank() == 0) parts[blockIdx.x] = sum;
    grid.sync();
    if (grid.thread_rank() == 0) {
        unsigned all = 0;
        for (unsigned part = 0; part < gridDim.x; ++part) all += parts[part];
        *out = all;
    }
}

__global__ void shared_histogram(const unsigned* in, unsigned* bins, unsigned count) {
    __shared__ unsigned local[64];
    for (unsigned bin = threadIdx.x; bin < 64; bin += blockDim.x) local[bin] = 0;
    __syncthreads();
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) atomicAdd(&local[in[i] % 64], 1u);
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < 64; bin += blockDim.x) atomicAdd(&bins[bin], local[bin]);
}

__global__ void global_histogram(const unsigned* in, unsigned* bins, unsigned count) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) atomicAdd(&bins[in[i] % 64], 1u);
}

__global__ void hillis_steele(const unsigned* in, unsigned* out, unsigned count) {
    extern __shared__ unsigned both[];
    unsigned from = 0;
    both[threadIdx.x] = threadIdx.x < count ? in[threadIdx.x] : 0;
    __syncthreads();
    for (unsigned distance = 1; distance < blockDim.x; distance *= 2) {
        const unsigned to = 1 - from;
        unsigned value = both[from * blockDim.x + threadIdx.x];
        if (threadIdx.x >= distance) value += both[from * blockDim.x + threadIdx.x - distance];
        both[to * blockDim.x + threadIdx.x] = value;
        from = to;
        __syncthreads();
    }
    if (threadIdx.x < count) out[threadIdx.x] = both[from * blockDim.x + threadIdx.x];
}

__global__ void blelloch(unsigned* data) {
    __shared__ unsigned tile[256];
    const unsigned thread = threadIdx.x;
    tile[2 * thread] = data[2 * thread];
    tile[2 * thread + 1] = data[2 * thread + 1];
    unsigned offset = 1;
    for (unsigned width = 128; width > 0; width /= 2, offset *= 2) {
        __syncthreads();
        if (thread < width) tile[offset * (2 * thread + 2) - 1] += tile[offset * (2 * thread + 1) - 1];
    }
    if (thread == 0) tile[255] = 0;
    for (unsigned width = 1; width < 256; width *= 2) {
        offset /= 2;
        __syncthreads();
        if (thread < width) {
            const unsigned left = offset * (2 * thread + 1) - 1, right = offset * (2 * thread + 2) - 1;
            const unsigned value = tile[left];
            tile[left] = tile[right];
            tile[right] += value;
        }
    }
    __syncthreads();
    data[2 * thread] = tile[2 * thread];
    data[2 * thread + 1] = tile[2 * thread + 1];
}

// One pass: a block looks back at those before it until it finds one that knows its whole sum. A word holds the state in its
// upper bits: 0 nothing, 1 the block's own sum, 2 the sum up to it.
__global__ void look_back(const unsigned* in, unsigned* out, volatile unsigned* words, unsigned* next, unsigned count) {
    __shared__ unsigned number, before, warps[4];
    if (threadIdx.x == 0) number = atomicAdd(next, 1u);
    __syncthreads();
    const unsigned i = number * blockDim.x + threadIdx.x;
    unsigned value = i < count ? in[i] : 0;
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (unsigned distance = 1; distance < 32; distance *= 2) {
        const unsigned other = __shfl_up_sync(0xffffffffu, value, distance);
        if (lane >= distance) value += other;
    }
    if (lane == 31) warps[warp] = value;
    __syncthreads();
    for (unsigned other = 0; other < warp; ++other) value += warps[other];
    if (threadIdx.x == blockDim.x - 1) {
        words[number] = (number == 0 ? 2u : 1u) << 30 | value;
        __threadfence();
    }
    if (threadIdx.x == 0) {
        unsigned sum = 0;
        for (int block = int(number) - 1; block >= 0;) {
            const unsigned word = words[block];
            if (word >> 30 == 0) continue;
            sum += word & 0x3fffffffu;
            if (word >> 30 == 2) break;
            --block;
        }
        before = sum;
    }
    __syncthreads();
    value += before;
    if (threadIdx.x == blockDim.x - 1) {
        __threadfence();
        words[number] = 2u << 30 | value;
    }
    if (i < count) out[i] = value;
}

__global__ void compact_by_ballot(const unsigned* in, unsigned* out, unsigned* length, unsigned count) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    const bool keep = i < count && in[i] % 3 == 0;
    const unsigned kept = __ballot_sync(0xffffffffu, keep);
    unsigned base = 0;
    if (lane == 0) base = atomicAdd(length, unsigned(__popc(kept)));
    base = __shfl_sync(0xffffffffu, base, 0);
    if (keep) out[base + __popc(kept & ((1u << lane) - 1))] = in[i];
}

__global__ void compact_by_coalescing(const unsigned* in, unsigned* out, unsigned* length, unsigned count) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count || in[i] % 3 != 0) return;
    cg::coalesced_group active = cg::coalesced_threads();
    unsigned base = 0;
    if (active.thread_rank() == 0) base = atomicAdd(length, unsigned(active.size()));
    base = active.shfl(base, 0);
    out[base + active.thread_rank()] = in[i];
}

__global__ void segmented_maximum(const unsigned* in, unsigned* out) {
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    unsigned value = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (unsigned distance = 4; distance > 0; distance /= 2) value = max(value, tile.shfl_xor(value, distance));
    if (tile.thread_rank() == 0) out[(blockIdx.x * blockDim.x + threadIdx.x) / 8] = value;
}

unsigned total(const std::vector<unsigned>& values) { return std::accumulate(values.begin(), values.end(), 0u); }

std::vector<unsigned> histogram(const std::vector<unsigned>& values) {
    std::vector<unsigned> bins(64);
    for (unsigned value : values) ++bins[value % 64];
    return bins;
}

bool compacted(const std::vector<unsigned>& in, unsigned length, std::vector<unsigned> out) {
    std::vector<unsigned> kept;
    for (unsigned value : in)
        if (value % 3 == 0) kept.push_back(value);
    if (length != kept.size()) return false;
    out.resize(length);
    // The order is the blocks'.
    return histogram(out) == histogram(kept) && total(out) == total(kept);
}

SAMPLE(vector_addition) {
    const auto a = numbers(n), b = numbers(n, 77);
    array<unsigned> da(a), db(b), dc(n);
    add<<<8, 128>>>(da, db, dc, n);
    const auto c = dc.values();
    for (unsigned i = 0; i < n; ++i)
        if (c[i] != a[i] + b[i]) return false;
    return true;
}

SAMPLE(axpy_in_a_grid_stride_loop) {
    array<float> x(n, 2.f), y(n, 1.f);
    axpy<<<2, 64>>>(3.f, x, y, n);
    return y.values() == std::vector<float>(n, 7.f);
}

SAMPLE(sum_by_a_tree) {
    const auto in = numbers(n);
    array<unsigned> din(in), out(1);
    tree_sum<<<8, 128>>>(din, out, n);
    return out.values()[0] == total(in);
}

SAMPLE(sum_by_shuffles) {
    const auto in = numbers(n);
    array<unsigned> din(in), out(1);
    shuffle_sum<<<3, 96>>>(din, out, n);
    return out.values()[0] == total(in);
}

SAMPLE(sum_by_the_last_block) {
    const auto in = numbers(n);
    array<unsigned> din(in), parts(16), out(1);
    for (int round = 0; round < 2; ++round) last_block_sum<<<16, 64>>>(din, parts, out, n);
    return out.values()[0] == total(in);
}

SAMPLE(dot_product_of_a_cooperative_grid) {
    const auto a = numbers(n), b = numbers(n, 50);
    array<unsigned> da(a), db(b), parts(4), out(1);
    unsigned *pa = da, *pb = db, *pp = parts, *po = out, count = n;
    void* arguments[] = {&pa, &pb, &pp, &po, &count};
    if (cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(cooperative_dot), 4, 64, arguments, 0, nullptr) != cudaSuccess) return false;
    return out.values()[0] == std::inner_product(a.begin(), a.end(), b.begin(), 0u);
}

SAMPLE(histogram_in_shared_memory) {
    const auto in = numbers(n);
    array<unsigned> din(in), bins(64);
    shared_histogram<<<4, 96>>>(din, bins, n);
    return bins.values() == histogram(in);
}

SAMPLE(histogram_in_global_memory) {
    const auto in = numbers(n);
    array<unsigned> din(in), bins(64);
    global_histogram<<<8, 128>>>(din, bins, n);
    return bins.values() == histogram(in);
}

SAMPLE(scan_of_hillis_and_steele) {
    auto in = numbers(200);
    array<unsigned> din(in), out(200);
    hillis_steele<<<1, 256, 2 * 256 * sizeof(unsigned)>>>(din, out, 200);
    std::partial_sum(in.begin(), in.end(), in.begin());
    return out.values() == in;
}

SAMPLE(scan_of_blelloch) {
    const auto in = numbers(256);
    array<unsigned> data(in);
    blelloch<<<1, 128>>>(data);
    const auto out = data.values();
    for (unsigned i = 0, sum = 0; i < 256; sum += in[i++])
        if (out[i] != sum) return false;
    return true;
}

SAMPLE(scan_with_decoupled_look_back) {
    auto in = numbers(2000);
    array<unsigned> din(in), out(2000), words(16), next(1);
    look_back<<<16, 128>>>(din, out, words, next, 2000);
    std::partial_sum(in.begin(), in.end(), in.begin());
    return out.values() == in;
}

SAMPLE(compaction_by_ballots) {
    const auto in = numbers(n);
    array<unsigned> din(in), out(n), length(1);
    compact_by_ballot<<<8, 128>>>(din, out, length, n);
    return compacted(in, length.values()[0], out.values());
}

SAMPLE(compaction_by_coalesced_groups) {
    const auto in = numbers(n);
    array<unsigned> din(in), out(n), length(1);
    compact_by_coalescing<<<8, 128>>>(din, out, length, n);
    return compacted(in, length.values()[0], out.values());
}

SAMPLE(maxima_of_tiles) {
    const auto in = numbers(256);
    array<unsigned> din(in), out(32);
    segmented_maximum<<<2, 128>>>(din, out);
    const auto found = out.values();
    for (unsigned tile = 0; tile < 32; ++tile)
        if (found[tile] != *std::max_element(in.begin() + 8 * tile, in.begin() + 8 * tile + 8)) return false;
    return true;
}

}  // namespace

// By which the linker takes this file.
extern "C" void emu_samples_of_sums() {}
