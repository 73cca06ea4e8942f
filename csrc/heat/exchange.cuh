// Ghost cells: what a block shows its neighbours, and how it gets what they show.
//
// A block shows, on each side where it has a neighbour, `depth` rows or columns of its own cells, and gets as many. What it shows
// and what it gets has the same order, in shared memory and in the words: the rows above, those below, the columns left, those
// right. Rows are of the whole width of the tile, so that corners come with them. So an exchange has three parts: the
// cells go to shared memory, every thread stores and loads its share of the words, and the ghosts go to their threads.
#pragma once

#include <coop/halo.cuh>

#include "sweep.cuh"

namespace heat {

// Places in shared memory and in the words, counted in accesses of `together` values: 16 bytes of words, or 8 where a thread has
// one column of one word.
template <typename T, unsigned C>
struct access {
    static constexpr unsigned words = coop::halo_words<T>;
    static constexpr unsigned together = C * words >= 2 ? 2 / words : 1;
    static constexpr unsigned size = together * words;
    static constexpr unsigned pieces = C / together;  // of a thread's columns
};

// What a block knows of its exchange, the same each time. It lies in shared memory: the sweeps leave no registers for it.
struct exchange_plan {
    // Where the sides below, left and right begin in shared memory, and where the last one ends.
    unsigned below, left, right, end;
    unsigned most;  // accesses of the largest side
    // Where in the words each side begins that the block shows, and how far from there the neighbour's is.
    unsigned shown[4];
    int neighbour[4];
    unsigned row_step;     // from a row's piece to the next
    unsigned threads;      // lanes whose columns are in the field; at least a warp's unless masked
    unsigned buffer;       // accesses of one of the two buffers
    unsigned first_x, first_y;  // of the tile, in the field
    // In the tile: the own rows, and the threads' columns that are shown and ghosts.
    unsigned own_first, own_rows;
    bool has_above, has_below;
    unsigned shown_left, shown_right, ghost_left, ghost_right;  // the first column; `nowhere` if none
    unsigned own_x_first, own_x_end;  // columns
};

// Further than any row or column of a tile.
constexpr unsigned nowhere = 1u << 31;

template <typename T, unsigned C, bool Masked>
__device__ void prepare(exchange_plan& e, const plan& p) {
    using a = access<T, C>;
    const place at(p, blockIdx.x, Masked);
    const unsigned row_accesses = p.depth * a::pieces * warp;
    const unsigned own_rows = at.y.own_end - at.y.own_first;
    const unsigned column_accesses = own_rows * (p.depth / a::together);
    e.below = at.y.before ? row_accesses : 0;
    e.left = e.below + (at.y.after ? row_accesses : 0);
    e.right = e.left + (at.x.before ? column_accesses : 0);
    e.end = e.right + (at.x.after ? column_accesses : 0);
    e.most = max(at.y.before || at.y.after ? row_accesses : 0, at.x.before || at.x.after ? column_accesses : 0);

    // In the words: of each row of tiles the `depth` rows on both sides over the width of the field, in pieces of all threads; then
    // of each column of tiles the `depth` columns on both sides over the height of the field.
    const unsigned threads = (p.nx + C - 1) / C;
    const unsigned rows = p.depth * a::pieces * threads;
    const unsigned columns = p.ny * (p.depth / a::together);
    const unsigned all_rows = p.tiles_y * 2 * rows;
    const unsigned in_column = all_rows + at.y.own_first * (p.depth / a::together);
    for (unsigned side = 0; side < 2; ++side) {
        e.shown[side] = (at.tile_y * 2 + side) * rows + at.x.first / C;
        e.shown[2 + side] = in_column + (at.tile_x * 2 + side) * columns;
        e.neighbour[side] = side == 0 ? -int(rows) : int(rows);
        e.neighbour[2 + side] = side == 0 ? -int(columns) : int(columns);
    }
    e.row_step = threads;
    e.threads = threads - at.x.first / C;
    e.buffer = all_rows + p.tiles_x * 2 * columns;

    e.first_x = at.x.first;
    e.first_y = at.y.first;
    e.own_first = at.y.own_first - at.y.first;
    e.own_rows = own_rows;
    e.has_above = at.y.before;
    e.has_below = at.y.after;
    e.own_x_first = at.x.own_first - at.x.first;
    e.own_x_end = at.x.own_end - at.x.first;
    e.shown_left = at.x.before ? e.own_x_first : nowhere;
    e.ghost_left = at.x.before ? e.own_x_first - p.depth : nowhere;
    e.shown_right = at.x.after ? e.own_x_end - p.depth : nowhere;
    e.ghost_right = at.x.after ? e.own_x_end : nowhere;
}

// What is done with cells: they are looked at, some are changed, or all are set.
enum class use { look, change, set };

// Calls `each(row of the warp, cells)` for every row from the first to the last.
template <use Use, bool Between, typename T, unsigned C, unsigned R, typename Each>
__device__ void for_each_row(cells<T, C, R>& a, Each each) {
    const unsigned lane = threadIdx.x % warp;
#pragma unroll
    for (unsigned r = 0; r + 1 < R; ++r) each(r, a.in[r]);
    const unsigned between = a.rows - R;
    if constexpr (Between) {
        for (unsigned i = 0; i < between; ++i) {
            T row[C];
            typename piece<T, C>::part* const at = a.between + i * piece<T, C>::row;
            if (Use != use::set) piece<T, C>::get(at, lane, row);
            each(R - 1 + i, row);
            if (Use != use::look) piece<T, C>::put(at, lane, row);
        }
    }
    each(R - 1 + between, a.in[R - 1]);
}

// N values that lie in a row, at an address that is a multiple of all of them up to 16 bytes.
template <bool take, unsigned N, typename T>
__device__ void copy(T* at, T (&values)[N]) {
    using parts = piece<T, N>;
    typename parts::part* const part = reinterpret_cast<typename parts::part*>(at);
#pragma unroll
    for (unsigned i = 0; i < parts::count; ++i) {
        if (take) {
            const typename parts::part in = part[i];
#pragma unroll
            for (unsigned c = 0; c < parts::columns; ++c) values[i * parts::columns + c] = in.value[c];
        } else {
            typename parts::part out;
#pragma unroll
            for (unsigned c = 0; c < parts::columns; ++c) out.value[c] = values[i * parts::columns + c];
            part[i] = out;
        }
    }
}

// Copies between shared memory and the cells of this thread that are within `depth` rows from `above` or `below`, or `depth`
// columns from `left` or `right`: to the cells if `take`, else from them. All are counted from the tile's first; a
// difference that wraps is large, and so out of range.
template <bool take, bool Between, typename T, unsigned C, unsigned R>
__device__ void copy_sides(cells<T, C, R>& a, T* sides, const exchange_plan& e, unsigned depth, unsigned above, unsigned below,
                           unsigned left, unsigned right) {
    using acc = access<T, C>;
    const unsigned lane = threadIdx.x % warp;
    const unsigned first_row = threadIdx.x / warp * a.rows;

    const unsigned from_left = lane * C - left, from_right = lane * C - right;
    if (from_left < depth || from_right < depth) {
        const unsigned own = e.own_first - first_row, own_rows = e.own_rows;
        T* at = sides + (from_right < depth ? e.right * acc::together + from_right : e.left * acc::together + from_left);
        at -= int(own * depth);
        for_each_row<take ? use::change : use::look, Between>(a, [&](unsigned r, T(&row)[C]) {
            if (r - own < own_rows) copy<take, C>(at, row);
            at += depth;
        });
    }
    const auto rows = [&](unsigned from, unsigned begin) {
        // Only some warps have such rows; the others are spared the questions.
        if (from >= first_row + a.rows || first_row >= from + depth) return;
        for_each_row<take ? use::change : use::look, Between>(a, [&](unsigned r, T(&row)[C]) {
            const unsigned k = first_row + r - from;
            T* const at = sides + (begin + k * acc::pieces * warp + lane) * acc::together;
            if (k < depth) {
#pragma unroll
                for (unsigned i = 0; i < acc::pieces; ++i) {
#pragma unroll
                    for (unsigned c = 0; c < acc::together; ++c) {
                        T& cell = row[i * acc::together + c];
                        T& side = at[i * warp * acc::together + c];
                        if (take) {
                            cell = side;
                        } else {
                            side = cell;
                        }
                    }
                }
            }
        });
    };
    if (e.has_above) rows(above, 0);
    if (e.has_below) rows(below, e.below);
}

// Stores what this block shows as of `step`, waits for what its neighbours show, and makes it this block's ghosts. `sides` is shared
// memory of `e.end` accesses.
template <bool Masked, bool Between, typename T, unsigned C, unsigned R>
__device__ void exchange(cells<T, C, R>& a, T* sides, const exchange_plan& e, unsigned depth, unsigned long long* words,
                         unsigned step) {
    using acc = access<T, C>;

    copy_sides<false, Between>(a, sides, e, depth, e.own_first, e.own_first + e.own_rows - depth, e.shown_left, e.shown_right);

    // Separates the writes of sides[] by the threads whose cells they are from their reads below.
    __syncthreads();

    // In a round a thread has one access on each side: of the rows that with its number, which is of its own columns, and of the
    // columns that with its number.
    const unsigned lane = threadIdx.x % warp;
    const bool owns = lane * C >= e.own_x_first && lane * C < e.own_x_end;
    const bool in_field = !Masked || lane < e.threads;
    unsigned long long* const buffer = words + std::size_t(step % 2) * e.buffer * acc::size;
    // Read once: the compiler would read them again after every store of a word.
    const unsigned begin[4] = {0, e.below, e.left, e.right};
    const unsigned end[4] = {e.below, e.left, e.right, e.end};
    const unsigned most = e.most;
    unsigned shown[4], neighbour[4];
#pragma unroll
    for (unsigned side = 0; side < 4; ++side) shown[side] = e.shown[side], neighbour[side] = shown[side] + e.neighbour[side];
    const unsigned first_in_row = threadIdx.x / warp * e.row_step + lane;
    const unsigned next_in_row = blockDim.x / warp * e.row_step;

    unsigned in_row = first_in_row;
    for (unsigned i = threadIdx.x; i < most; i += blockDim.x, in_row += next_in_row) {
#pragma unroll
        for (unsigned side = 0; side < 4; ++side) {
            if (begin[side] + i < end[side] && (side >= 2 || owns)) {
                T values[acc::together];
                copy<true, acc::together>(sides + (begin[side] + i) * acc::together, values);
                coop::halo_store(buffer + std::size_t(shown[side] + (side < 2 ? in_row : i)) * acc::size, values, step);
            }
        }
    }
    in_row = first_in_row;
    for (unsigned i = threadIdx.x; i < most; i += blockDim.x, in_row += next_in_row) {
        const unsigned long long* source[4];
        bool wanted[4];
#pragma unroll
        for (unsigned side = 0; side < 4; ++side) {
            wanted[side] = begin[side] + i < end[side] && (side >= 2 || in_field);
            // All loads are made, so that they are under way together: some of a word that is nobody's.
            const unsigned at = neighbour[side] + (side < 2 ? in_row : i);
            source[side] = buffer + (wanted[side] ? std::size_t(at) * acc::size : 0);
        }
        T values[4][acc::together];
        bool arrived;
        do {
            bool now[4];
#pragma unroll
            for (unsigned side = 0; side < 4; ++side) now[side] = coop::halo_load(source[side], values[side], step);
            arrived = true;
#pragma unroll
            for (unsigned side = 0; side < 4; ++side) arrived = arrived && (now[side] || !wanted[side]);
        } while (!arrived);
#pragma unroll
        for (unsigned side = 0; side < 4; ++side) {
            if (wanted[side]) copy<false, acc::together>(sides + (begin[side] + i) * acc::together, values[side]);
        }
    }

    // Separates the writes of sides[] by the threads that loaded the ghosts from their reads by those whose cells they are; and the
    // last load of this step from the first store of the next one, as coop/halo.cuh asks.
    __syncthreads();

    copy_sides<true, Between>(a, sides, e, depth, e.own_first - depth, e.own_first + e.own_rows, e.ghost_left, e.ghost_right);
}

}  // namespace heat
