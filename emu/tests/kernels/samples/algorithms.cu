// Matrices, sorting, graphs, grids of cells, bodies.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include <algorithm>

#include "sample.cuh"

namespace cg = cooperative_groups;

namespace {

__global__ void transpose(const unsigned* in, unsigned* out, unsigned width, unsigned height) {
    __shared__ unsigned tile[16][17];
    unsigned x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x, y = blockIdx.x * 16 + threadIdx.y;
    if (x < height && y < width) out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void multiply(const float* a, const float* b, float* c, int n) {
    __shared__ float ta[8][8], tb[8][8];
    const int row = blockIdx.y * 8 + threadIdx.y, column = blockIdx.x * 8 + threadIdx.x;
    float sum = 0;
    for (int tile = 0; tile < n; tile += 8) {
        ta[threadIdx.y][threadIdx.x] = a[row * n + tile + threadIdx.x];
        tb[threadIdx.y][threadIdx.x] = b[(tile + threadIdx.y) * n + column];
        __syncthreads();
        for (int k = 0; k < 8; ++k) sum += ta[threadIdx.y][k] * tb[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

__global__ void rows_by_warps(const int* begin, const int* columns, const float* values, const float* x, float* y, int rows) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    float sum = 0;
    for (int i = begin[row] + lane; i < begin[row + 1]; i += 32) sum += values[i] * x[columns[i]];
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, distance);
    if (lane == 0) y[row] = sum;
}

__global__ void bitonic(unsigned* data) {
    __shared__ unsigned tile[256];
    const unsigned i = threadIdx.x;
    tile[i] = data[i];
    __syncthreads();
    for (unsigned width = 2; width <= 256; width *= 2)
        for (unsigned distance = width / 2; distance > 0; distance /= 2) {
            const unsigned other = i ^ distance;
            if (other > i && (tile[i] > tile[other]) == ((i & width) == 0)) {
                const unsigned value = tile[i];
                tile[i] = tile[other];
                tile[other] = value;
            }
            __syncthreads();
        }
    data[i] = tile[i];
}

__global__ void odd_even_pass(unsigned* data, unsigned count, unsigned first) {
    const unsigned i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + first;
    if (i + 1 >= count || data[i] <= data[i + 1]) return;
    const unsigned value = data[i];
    data[i] = data[i + 1];
    data[i + 1] = value;
}

__global__ void radix_sort(unsigned* data, unsigned bits) {
    __shared__ unsigned tile[128], zeros[128];
    const unsigned i = threadIdx.x;
    tile[i] = data[i];
    for (unsigned bit = 0; bit < bits; ++bit) {
        __syncthreads();
        const unsigned value = tile[i];
        const bool one = value >> bit & 1;
        zeros[i] = !one;
        __syncthreads();
        for (unsigned distance = 1; distance < 128; distance *= 2) {
            const unsigned before = i >= distance ? zeros[i - distance] : 0;
            __syncthreads();
            zeros[i] += before;
            __syncthreads();
        }
        tile[one ? zeros[127] + i - zeros[i] : zeros[i] - 1] = value;
    }
    __syncthreads();
    data[i] = tile[i];
}

// Each thread finds the place of its element in the other half.
__global__ void merge(const unsigned* in, unsigned* out, unsigned half) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 2 * half) return;
    const bool upper = i >= half;
    const unsigned* const other = in + (upper ? 0 : half);
    unsigned low = 0, high = half;
    while (low < high) {
        const unsigned middle = (low + high) / 2;
        if (upper ? other[middle] <= in[i] : other[middle] < in[i])
            low = middle + 1;
        else
            high = middle;
    }
    out[i % half + low] = in[i];
}

__global__ void level(const int* begin, const int* edges, int* depth, int current, int* more, int nodes) {
    const int node = blockIdx.x * blockDim.x + threadIdx.x;
    // Others may put it at the next level meanwhile.
    if (node >= nodes || static_cast<volatile int*>(depth)[node] != current) return;
    for (int i = begin[node]; i < begin[node + 1]; ++i)
        if (atomicCAS(&depth[edges[i]], -1, current + 1) == -1) *static_cast<volatile int*>(more) = 1;
}

__global__ void whole_search(const int* begin, const int* edges, int* depth, int* queues, int* lengths, int nodes) {
    cg::grid_group grid = cg::this_grid();
    for (int current = 0;; ++current) {
        const int* const queue = queues + current % 2 * nodes;
        int* const next = queues + (current + 1) % 2 * nodes;
        const int length = lengths[current % 3];
        if (length == 0) return;
        for (int i = int(grid.thread_rank()); i < length; i += int(grid.size())) {
            const int node = queue[i];
            for (int edge = begin[node]; edge < begin[node + 1]; ++edge)
                if (atomicCAS(&depth[edges[edge]], -1, current + 1) == -1) next[atomicAdd(&lengths[(current + 1) % 3], 1)] = edges[edge];
        }
        if (grid.thread_rank() == 0) lengths[(current + 2) % 3] = 0;
        grid.sync();
    }
}

__global__ void components(const int* from, const int* to, int* label, int* changed, int edges) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= edges) return;
    const int a = atomicAdd(&label[from[i]], 0), b = atomicAdd(&label[to[i]], 0);
    if (a == b) return;
    atomicMin(&label[from[i]], min(a, b));
    atomicMin(&label[to[i]], min(a, b));
    atomicExch(changed, 1);
}

__global__ void shortest(int* distance, int n, int through) {
    const int i = blockIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= n || i == through || j == through) return;
    const int around = distance[i * n + through] + distance[through * n + j];
    if (around < distance[i * n + j]) distance[i * n + j] = around;
}

__global__ void heat_1d(const float* in, float* out, int n) {
    __shared__ float tile[64 + 2];
    const int i = blockIdx.x * 64 + threadIdx.x, own = threadIdx.x + 1;
    tile[own] = i < n ? in[i] : 0;
    if (threadIdx.x == 0) tile[0] = i > 0 ? in[i - 1] : 0;
    if (threadIdx.x == 63) tile[65] = i + 1 < n ? in[i + 1] : 0;
    __syncthreads();
    if (i < n) out[i] = .25f * tile[own - 1] + .5f * tile[own] + .25f * tile[own + 1];
}

__global__ void jacobi(float* a, float* b, int width, int height, int steps) {
    cg::grid_group grid = cg::this_grid();
    for (int step = 0; step < steps; ++step) {
        for (int i = int(grid.thread_rank()); i < width * height; i += int(grid.size())) {
            const int x = i % width, y = i / width;
            const bool edge = x == 0 || y == 0 || x == width - 1 || y == height - 1;
            b[i] = edge ? a[i] : .25f * (a[i - 1] + a[i + 1] + a[i - width] + a[i + width]);
        }
        grid.sync();
        float* const other = a;
        a = b;
        b = other;
    }
}

__global__ void life(const unsigned char* in, unsigned char* out, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n || y >= n) return;
    int around = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            if (dx != 0 || dy != 0) around += in[(y + dy + n) % n * n + (x + dx + n) % n];
    out[y * n + x] = around == 3 || (around == 2 && in[y * n + x]);
}

__constant__ float weights[5] = {.1f, .2f, .4f, .2f, .1f};

__global__ void convolve(const float* in, float* out, int n) {
    extern __shared__ float tile[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int at = threadIdx.x; at < int(blockDim.x) + 4; at += blockDim.x) {
        const int from = int(blockIdx.x * blockDim.x) + at - 2;
        tile[at] = from >= 0 && from < n ? in[from] : 0;
    }
    __syncthreads();
    if (i >= n) return;
    float sum = 0;
    for (int k = 0; k < 5; ++k) sum += weights[k] * tile[threadIdx.x + k];
    out[i] = sum;
}

__global__ void forces(const float4* bodies, float3* out, int n) {
    __shared__ float4 tile[32];
    const int i = blockIdx.x * 32 + threadIdx.x;
    const float4 own = bodies[i];
    float3 force = {0, 0, 0};
    for (int begin = 0; begin < n; begin += 32) {
        tile[threadIdx.x] = bodies[begin + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 32; ++j) {
            const float dx = tile[j].x - own.x, dy = tile[j].y - own.y, dz = tile[j].z - own.z;
            const float square = dx * dx + dy * dy + dz * dz + .01f;
            const float scale = tile[j].w / (square * sqrtf(square));
            force.x += dx * scale, force.y += dy * scale, force.z += dz * scale;
        }
        __syncthreads();
    }
    out[i] = force;
}

__global__ void pi_by_chance(unsigned long long* inside, unsigned rounds) {
    unsigned state = (blockIdx.x * blockDim.x + threadIdx.x) * 7919u + 17u, hits = 0;
    for (unsigned round = 0; round < rounds; ++round) {
        state = state * 1664525u + 1013904223u;
        const float x = float(state >> 8) / 16777216.f;
        state = state * 1664525u + 1013904223u;
        const float y = float(state >> 8) / 16777216.f;
        hits += x * x + y * y < 1;
    }
    atomicAdd(inside, static_cast<unsigned long long>(hits));
}

__global__ void mandelbrot(unsigned* out, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= width) return;
    const float cx = 3.f * float(x) / float(width) - 2.f, cy = 2.f * float(y) / float(height) - 1.f;
    float zx = 0, zy = 0;
    unsigned steps = 0;
    for (; steps < 5000 && zx * zx + zy * zy < 4; ++steps) {
        const float next = zx * zx - zy * zy + cx;
        zy = 2 * zx * zy + cy;
        zx = next;
    }
    out[y * width + x] = steps;
}

__global__ void fetched_ahead(const unsigned* in, unsigned* out, unsigned tiles) {
    __shared__ unsigned both[2][64];
    cg::thread_block block = cg::this_thread_block();
    cg::memcpy_async(block, both[0], in, 64 * sizeof(unsigned));
    unsigned sum = 0;
    for (unsigned tile = 0; tile < tiles; ++tile) {
        if (tile + 1 < tiles) {
            cg::memcpy_async(block, both[(tile + 1) % 2], in + (tile + 1) * 64, 64 * sizeof(unsigned));
            cg::wait_prior<1>(block);
        } else {
            cg::wait(block);
        }
        sum += both[tile % 2][63 - threadIdx.x];
        block.sync();
    }
    out[threadIdx.x] = sum;
}

__global__ void split_barrier(const unsigned* in, unsigned* halo, unsigned* out) {
    cg::grid_group grid = cg::this_grid();
    const unsigned own = unsigned(grid.thread_rank()), n = unsigned(grid.size());
    halo[own] = in[own] * 2;
    auto token = grid.barrier_arrive();
    unsigned inner = 0;
    for (unsigned i = 0; i < 100; ++i) inner += in[own] ^ i;
    grid.barrier_wait(std::move(token));
    out[own] = inner + halo[(own + 1) % n];
}

std::vector<unsigned> sorted(std::vector<unsigned> values) {
    std::sort(values.begin(), values.end());
    return values;
}

// A ring with chords: edges of 64 nodes, and where each node's begin.
void graph(std::vector<int>& begin, std::vector<int>& edges) {
    begin.push_back(0);
    for (int node = 0; node < 64; ++node) {
        edges.push_back((node + 1) % 64);
        if (node % 5 == 0) edges.push_back((node * 7 + 3) % 64);
        begin.push_back(int(edges.size()));
    }
}

std::vector<int> depths(const std::vector<int>& begin, const std::vector<int>& edges) {
    std::vector<int> depth(64, -1), queue{0};
    depth[0] = 0;
    for (size_t at = 0; at < queue.size(); ++at)
        for (int i = begin[queue[at]]; i < begin[queue[at] + 1]; ++i)
            if (depth[edges[i]] < 0) {
                depth[edges[i]] = depth[queue[at]] + 1;
                queue.push_back(edges[i]);
            }
    return depth;
}

SAMPLE(transposition_through_a_padded_tile) {
    const auto in = numbers(40 * 25);
    array<unsigned> din(in), out(in.size());
    transpose<<<dim3(3, 2), dim3(16, 16)>>>(din, out, 40, 25);
    const auto found = out.values();
    for (unsigned y = 0; y < 25; ++y)
        for (unsigned x = 0; x < 40; ++x)
            if (found[x * 25 + y] != in[y * 40 + x]) return false;
    return true;
}

SAMPLE(product_of_matrices_by_tiles) {
    const int n = 24;
    std::vector<float> a(n * n), b(n * n);
    for (int i = 0; i < n * n; ++i) a[i] = float(i % 7), b[i] = float(i % 5);
    array<float> da(a), db(b), dc(size_t(n * n), 0.f);
    multiply<<<dim3(3, 3), dim3(8, 8)>>>(da, db, dc, n);
    const auto c = dc.values();
    for (int row = 0; row < n; ++row)
        for (int column = 0; column < n; ++column) {
            float sum = 0;
            for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
            if (c[row * n + column] != sum) return false;
        }
    return true;
}

SAMPLE(sparse_product_a_warp_a_row) {
    std::vector<int> begin, columns;
    graph(begin, columns);
    std::vector<float> x(64), right(64);
    for (int i = 0; i < 64; ++i) x[i] = float(i);
    for (int row = 0; row < 64; ++row)
        for (int i = begin[row]; i < begin[row + 1]; ++i) right[row] += 2 * x[columns[i]];
    array<int> dbegin(begin), dcolumns(columns);
    array<float> values(columns.size(), 2.f), dx(x), y(64, 0.f);
    rows_by_warps<<<16, 128>>>(dbegin, dcolumns, values, dx, y, 64);
    return y.values() == right;
}

SAMPLE(bitonic_sort) {
    const auto in = numbers(256);
    array<unsigned> data(in);
    bitonic<<<1, 256>>>(data);
    return data.values() == sorted(in);
}

SAMPLE(odd_even_sort_over_launches) {
    const auto in = numbers(100);
    array<unsigned> data(in);
    for (unsigned pass = 0; pass < 100; ++pass) odd_even_pass<<<2, 32>>>(data, 100, pass % 2);
    return data.values() == sorted(in);
}

SAMPLE(radix_sort_of_a_block) {
    const auto in = numbers(128, 256);
    array<unsigned> data(in);
    radix_sort<<<1, 128>>>(data, 8);
    return data.values() == sorted(in);
}

SAMPLE(merge_by_search) {
    auto in = numbers(200);
    std::sort(in.begin(), in.begin() + 100);
    std::sort(in.begin() + 100, in.end());
    array<unsigned> din(in), out(200);
    merge<<<2, 128>>>(din, out, 100);
    return out.values() == sorted(in);
}

SAMPLE(breadth_first_search_by_levels) {
    std::vector<int> begin, edges;
    graph(begin, edges);
    std::vector<int> depth(64, -1);
    depth[0] = 0;
    array<int> dbegin(begin), dedges(edges), ddepth(depth), more(1);
    int again = 1;
    for (int current = 0; again != 0; ++current) {
        cudaMemset(static_cast<int*>(more), 0, sizeof(int));
        level<<<2, 32>>>(dbegin, dedges, ddepth, current, more, 64);
        again = more.values()[0];
    }
    return ddepth.values() == depths(begin, edges);
}

SAMPLE(breadth_first_search_in_one_launch) {
    std::vector<int> begin, edges;
    graph(begin, edges);
    std::vector<int> depth(64, -1);
    depth[0] = 0;
    array<int> dbegin(begin), dedges(edges), ddepth(depth), queues(2 * 64), lengths(std::vector<int>{1, 0, 0});
    int *a = dbegin, *b = dedges, *c = ddepth, *d = queues, *e = lengths, nodes = 64;
    void* arguments[] = {&a, &b, &c, &d, &e, &nodes};
    if (cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(whole_search), 3, 32, arguments, 0, nullptr) != cudaSuccess) return false;
    return ddepth.values() == depths(begin, edges);
}

SAMPLE(connected_components) {
    std::vector<int> from, to, label(60);
    for (int i = 0; i < 60; ++i) label[i] = i;
    for (int i = 0; i + 3 < 60; ++i) from.push_back(i), to.push_back(i + 3);
    array<int> dfrom(from), dto(to), dlabel(label), changed(1);
    int again = 1;
    while (again != 0) {
        cudaMemset(static_cast<int*>(changed), 0, sizeof(int));
        components<<<2, 32>>>(dfrom, dto, dlabel, changed, int(from.size()));
        again = changed.values()[0];
    }
    const auto found = dlabel.values();
    for (int i = 0; i < 60; ++i)
        if (found[i] != i % 3) return false;
    return true;
}

SAMPLE(shortest_ways_between_all) {
    const int n = 40;
    std::vector<int> distance(n * n, 100000);
    for (int i = 0; i < n; ++i) distance[i * n + i] = 0, distance[i * n + (i + 1) % n] = 1, distance[i * n + (i * 3 + 1) % n] = 4;
    array<int> ddistance(distance);
    for (int k = 0; k < n; ++k) shortest<<<dim3(2, n), 32>>>(ddistance, n, k);
    for (int k = 0; k < n; ++k)
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) distance[i * n + j] = std::min(distance[i * n + j], distance[i * n + k] + distance[k * n + j]);
    // A node's way to itself is 0 in both; the kernel leaves the row and the column that it goes through.
    return ddistance.values() == distance;
}

SAMPLE(heat_in_a_rod) {
    std::vector<float> rod(150);
    for (int i = 0; i < 150; ++i) rod[i] = float(i % 10);
    array<float> a(rod), b(150, 0.f);
    heat_1d<<<3, 64>>>(a, b, 150);
    const auto found = b.values();
    for (int i = 0; i < 150; ++i) {
        const float left = i > 0 ? rod[i - 1] : 0, right = i < 149 ? rod[i + 1] : 0;
        if (found[i] != .25f * left + .5f * rod[i] + .25f * right) return false;
    }
    return true;
}

SAMPLE(jacobi_in_one_launch) {
    const int width = 20, height = 12;
    std::vector<float> plate(width * height), next;
    for (int i = 0; i < width; ++i) plate[i] = 64;
    array<float> a(plate), b(plate.size(), 0.f);
    float *pa = a, *pb = b;
    int w = width, h = height, steps = 6;
    void* arguments[] = {&pa, &pb, &w, &h, &steps};
    if (cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(jacobi), 4, 32, arguments, 0, nullptr) != cudaSuccess) return false;
    const auto found = a.values();
    for (int step = 0; step < steps; ++step) {
        next = plate;
        for (int y = 1; y < height - 1; ++y)
            for (int x = 1; x < width - 1; ++x) {
                const int i = y * width + x;
                next[i] = .25f * (plate[i - 1] + plate[i + 1] + plate[i - width] + plate[i + width]);
            }
        plate = next;
    }
    return found == plate;
}

SAMPLE(game_of_life) {
    std::vector<unsigned char> cells(20 * 20);
    for (int at : {1, 22, 40, 41, 42}) cells[at] = 1;
    array<unsigned char> a(cells), b(cells.size());
    for (int step = 0; step < 40; ++step) {
        life<<<dim3(3, 3), dim3(8, 8)>>>(a, b, 20);
        life<<<dim3(3, 3), dim3(8, 8)>>>(b, a, 20);
    }
    // A glider is where it was after 80 steps on a ring of 20.
    return a.values() == cells;
}

SAMPLE(convolution_with_constant_weights) {
    std::vector<float> in(100, 1.f);
    array<float> din(in), out(100, 0.f);
    convolve<<<2, 64, (64 + 4) * sizeof(float)>>>(din, out, 100);
    const auto found = out.values();
    return std::abs(found[50] - 1) < 1e-5f && std::abs(found[0] - .7f) < 1e-5f && std::abs(found[99] - .7f) < 1e-5f;
}

SAMPLE(bodies_by_tiles) {
    std::vector<float4> bodies(96);
    for (int i = 0; i < 96; ++i) bodies[i] = make_float4(float(i % 7), float(i % 11), float(i % 13), 1);
    array<float4> dbodies(bodies);
    array<float3> out(std::vector<float3>(96));
    forces<<<3, 32>>>(dbodies, out, 96);
    float x = 0;
    for (const float3& force : out.values()) x += force.x;
    return std::abs(x) < 1e-2f;  // what acts on one acts back on another
}

SAMPLE(pi_by_chance_with_arithmetic_alone) {
    array<unsigned long long> inside(1);
    pi_by_chance<<<2, 32>>>(inside, 20000);
    const double pi = 4. * double(inside.values()[0]) / (64. * 20000.);
    return pi > 3.12 && pi < 3.16;
}

SAMPLE(the_mandelbrot_set) {
    array<unsigned> out(64 * 16);
    mandelbrot<<<dim3(2, 16), 32>>>(out, 64, 16);
    const auto found = out.values();
    return found[8 * 64 + 42] == 5000 && found[0] < 10;
}

SAMPLE(tiles_fetched_ahead) {
    const auto in = numbers(64 * 5);
    array<unsigned> din(in), out(64);
    fetched_ahead<<<1, 64>>>(din, out, 5);
    const auto found = out.values();
    for (unsigned i = 0; i < 64; ++i) {
        unsigned sum = 0;
        for (unsigned tile = 0; tile < 5; ++tile) sum += in[tile * 64 + 63 - i];
        if (found[i] != sum) return false;
    }
    return true;
}

SAMPLE(work_between_the_halves_of_a_barrier) {
    const auto in = numbers(128);
    array<unsigned> din(in), halo(128), out(128);
    unsigned *a = din, *b = halo, *c = out;
    void* arguments[] = {&a, &b, &c};
    if (cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(split_barrier), 2, 64, arguments, 0, nullptr) != cudaSuccess) return false;
    const auto found = out.values();
    for (unsigned i = 0; i < 128; ++i) {
        unsigned inner = 0;
        for (unsigned k = 0; k < 100; ++k) inner += in[i] ^ k;
        if (found[i] != inner + 2 * in[(i + 1) % 128]) return false;
    }
    return true;
}

}  // namespace

extern "C" void emu_samples_of_ptx();
extern "C" void emu_samples_of_sums();
extern "C" void emu_samples_of_waiting();
extern "C" void emu_samples_of_what_is_asynchronous();
extern "C" void emu_samples_of_what_is_suspicious();

// The samples of all files, one after the other; null after the last.
extern "C" const sample* emu_sample(const sample* after) {
    emu_samples_of_ptx();
    emu_samples_of_sums();
    emu_samples_of_waiting();
    emu_samples_of_what_is_asynchronous();
    emu_samples_of_what_is_suspicious();
    return after == nullptr ? samples() : after->next;
}
