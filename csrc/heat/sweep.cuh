// One sweep over a tile whose cells are in registers and shared memory.
//
// A thread has C columns beside each other; a warp has the whole width of the tile and some of its rows, the warps lie below
// each other. Of a warp's rows the first R - 1 and the last are in registers, those between in shared memory, where only the
// thread that they belong to touches them.
//
// The new value of a cell is a quarter of (left + above) + (right + below). The sum right + below of a cell is left + above of the
// cell that lies diagonally below it: each such sum is made once and used twice. `corner[c]` is it for a row.
#pragma once

#include "tile.cuh"

namespace heat {

__device__ inline float add(float a, float b) { return __fadd_rn(a, b); }
__device__ inline double add(double a, double b) { return __dadd_rn(a, b); }
// Not to be fused with the additions, so that every bit is that of the CPU.
__device__ inline float quarter(float a) { return __fmul_rn(0.25f, a); }
__device__ inline double quarter(double a) { return __dmul_rn(0.25, a); }

// A thread's columns of one row, in pieces of up to 16 bytes; from one to the next it is `stride` pieces.
template <typename T, unsigned C>
struct piece {
    static constexpr unsigned columns = C * sizeof(T) > 16 ? 16 / sizeof(T) : C;
    static constexpr unsigned count = C / columns;
    struct alignas(sizeof(T) * columns) part {
        T value[columns];
    };

    // In shared memory the threads of a warp have their pieces beside each other.
    template <unsigned stride = warp>
    __device__ static void put(part* first, const T (&values)[C]) {
#pragma unroll
        for (unsigned i = 0; i < count; ++i) {
            part out;
#pragma unroll
            for (unsigned c = 0; c < columns; ++c) out.value[c] = values[i * columns + c];
            first[i * stride] = out;
        }
    }
    template <unsigned stride = warp>
    __device__ static void get(const part* first, T (&values)[C]) {
#pragma unroll
        for (unsigned i = 0; i < count; ++i) {
            const part in = first[i * stride];
#pragma unroll
            for (unsigned c = 0; c < columns; ++c) values[i * columns + c] = in.value[c];
        }
    }
    static constexpr unsigned row = count * warp;  // parts of a row
};

// Has the compiler keep a number that it would rather make anew in each sweep, in front of what waits for it.
__device__ inline void keep(unsigned& number) {
#ifndef COOP_EMULATED
    asm volatile("" : "+r"(number));
#else
    (void)number;
#endif
}

// A thread's share of a tile.
template <typename T, unsigned C, unsigned R>
struct cells {
    using part = typename piece<T, C>::part;

    T in[R][C];     // the first R - 1 rows and the last
    part* between;  // the rows between, `row` parts each
    unsigned rows;  // of the warp
    unsigned held;  // bit c: column c is never changed
    unsigned change_first, change_end;  // the rows that are changed; unless masked, only the first and last may not be

    // The edges: two rows of each warp, its first and its last. Where this thread's part of the first is, in parts, and of the
    // rows above and below the warp's; and the column left of the thread's in the one below, in values.
    unsigned edge, edge_above, edge_below, edge_below_left;

    __device__ void find_edges() {
        using p = piece<T, C>;
        const unsigned lane = threadIdx.x % warp;
        const unsigned w = threadIdx.x / warp;
        // At the tile's own edge, where there is no warp, some row: what comes of it is of no use.
        const unsigned above = w > 0 ? 2 * w - 1 : 0;
        const unsigned below = w + 1 < blockDim.x / warp ? 2 * w + 2 : 2 * w;
        edge = 2 * w * p::row + lane;
        edge_above = above * p::row + lane;
        edge_below = below * p::row + lane;
        edge_below_left = (below * p::row + (p::count - 1) * warp + (lane > 0 ? lane - 1 : 0)) * p::columns + p::columns - 1;
        keep(edge);
        keep(edge_above);
        keep(edge_below);
        keep(edge_below_left);
    }
};

template <typename T, unsigned C>
__device__ void corner_sums(T (&sums)[C], const T (&row)[C], T left, const T (&above)[C]) {
#pragma unroll
    for (unsigned c = 0; c < C; ++c) sums[c] = add(c == 0 ? left : row[c - 1], above[c]);
}

template <bool Masked, typename T, unsigned C>
__device__ void change(T (&row)[C], const T (&sums)[C], const T (&below)[C], T right, unsigned held, bool changes) {
#pragma unroll
    for (unsigned c = 0; c < C; ++c) {
        const T value = quarter(add(sums[c], c + 1 < C ? below[c + 1] : right));
        // Unless masked, only the tile's first and last column are ever held.
        const bool may_be_held = Masked || c == 0 || c + 1 == C;
        if (changes && !(may_be_held && (held >> c & 1))) row[c] = value;
    }
}

// What the lane to the left or right has. What the first and the last lane get is of no use, and is used for a column alone
// that is not changed.
template <typename T>
__device__ T from_left(T value) {
    return __shfl_up_sync(0xffffffffu, value, 1);
}
template <typename T>
__device__ T from_right(T value) {
    return __shfl_down_sync(0xffffffffu, value, 1);
}

// `edges` is for this sweep alone: those of the sweep before may still be read.
template <bool Masked, bool Between, typename T, unsigned C, unsigned R>
__device__ void sweep(cells<T, C, R>& a, typename piece<T, C>::part* edges) {
    using rows = piece<T, C>;
    static_assert(R >= 3, "the first row, the last, and one between");
    const unsigned lane = threadIdx.x % warp;
    const auto changes = [&](unsigned r) { return !Masked || (r >= a.change_first && r < a.change_end); };

    rows::put(edges + a.edge, a.in[0]);
    rows::put(edges + a.edge + rows::row, a.in[R - 1]);

    // Row 0 and the last one wait for the other warps' rows; those between do not.
    T second[C], sums[C], below[C];
    corner_sums(second, a.in[1], from_left(a.in[1][C - 1]), a.in[0]);
    const T second_right = from_right(second[0]);
#pragma unroll
    for (unsigned c = 0; c < C; ++c) sums[c] = second[c];
#pragma unroll
    for (unsigned r = 1; r + 2 < R; ++r) {
        corner_sums(below, a.in[r + 1], from_left(a.in[r + 1][C - 1]), a.in[r]);
        change<Masked>(a.in[r], sums, below, from_right(below[0]), a.held, changes(r));
#pragma unroll
        for (unsigned c = 0; c < C; ++c) sums[c] = below[c];
    }
    T row[C];
    if constexpr (Between) {
        // The rows between, two of them read ahead; after them comes the last one. What is used in turn goes round in six rows.
        const unsigned between = a.rows - R;
        const auto change_one = [&](unsigned i, T(&row)[C], const T(&next)[C]) {
#pragma unroll
            for (unsigned c = 0; c < C; ++c) sums[c] = below[c];
            corner_sums(below, next, from_left(next[C - 1]), row);
            change<Masked>(row, sums, below, from_right(below[0]), a.held, changes(R - 1 + i));
            rows::put(a.between + i * rows::row + lane, row);
        };
        T next[C];
        rows::get(a.between + lane, row);
        if (between > 1) rows::get(a.between + rows::row + lane, next);
        corner_sums(below, row, from_left(row[C - 1]), a.in[R - 2]);
        change<Masked>(a.in[R - 2], sums, below, from_right(below[0]), a.held, changes(R - 2));
#pragma unroll 6
        for (unsigned i = 0; i + 2 < between; ++i) {
            T later[C];
            rows::get(a.between + (i + 2) * rows::row + lane, later);
            change_one(i, row, next);
#pragma unroll
            for (unsigned c = 0; c < C; ++c) row[c] = next[c], next[c] = later[c];
        }
        if (between > 1) {
            change_one(between - 2, row, next);
#pragma unroll
            for (unsigned c = 0; c < C; ++c) row[c] = next[c];
        }
        change_one(between - 1, row, a.in[R - 1]);
    } else {
        corner_sums(below, a.in[R - 1], from_left(a.in[R - 1][C - 1]), a.in[R - 2]);
        change<Masked>(a.in[R - 2], sums, below, from_right(below[0]), a.held, changes(R - 2));
    }
    const T first_left = from_left(a.in[0][C - 1]);
    const T last_right = from_right(a.in[R - 1][0]);

    // Separates the writes of edges[] by each warp from their reads by the warps above and below; and, as a warp that is here has
    // read those of the sweep before, those reads from the writes of the next sweep.
    __syncthreads();

    // What is waited for comes last, and no lane asks another.
    T first[C], end[C];
    rows::get(edges + a.edge_above, row);
    corner_sums(first, a.in[0], first_left, row);
    rows::get(edges + a.edge_below, row);
    corner_sums(end, row, reinterpret_cast<const T*>(edges)[a.edge_below_left], a.in[R - 1]);
    const unsigned last = a.rows - 1;
    change<Masked>(a.in[0], first, second, second_right, a.held, a.change_first == 0 && a.change_end > 0);
    change<Masked>(a.in[R - 1], below, end, add(row[C - 1], last_right), a.held, last >= a.change_first && last < a.change_end);
}

}  // namespace heat
