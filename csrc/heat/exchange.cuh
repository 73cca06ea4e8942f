// Ghost cells: what a block shows its neighbours, and how it gets what they show.
//
// A field in device memory takes what is shown, each cell at its place. A block stores its own cells that are within `depth` of a
// side where it has a neighbour, raises its flag, waits for the flags of its neighbours, and loads its ghosts. Each
// cell goes from the registers (or the shared memory) of the thread that has it to those of the threads whose ghost it is: no
// thread of a block hands another anything. There are two such fields, used in turn (coop/flag.cuh says why that is enough).
#pragma once

#include <coop/flag.cuh>

#include "sweep.cuh"

namespace heat {

// Flags lie so many words apart, so that a poll does not delay another flag's.
constexpr unsigned flag_stride = 32;

// What a block knows of its exchange, the same each time. It lies in shared memory: the sweeps leave no registers for it. Rows and
// columns are those of the tile; where there is no neighbour on a side, no row or column is within reach of it.
struct exchange_plan {
    unsigned first_x, first_y;                              // of the tile, in the field
    unsigned own_first, own_rows, own_x_first, own_columns;
    unsigned inner_first, inner_rows, inner_x_first, inner_columns;      // own cells that nobody else has
    unsigned ghost_first, ghost_rows, ghost_x_first, ghost_columns;      // own cells and ghosts
    unsigned neighbour[8];                                  // their blocks
    unsigned neighbours;
};

template <bool Masked>
__device__ void prepare(exchange_plan& e, const plan& p) {
    const place at(p, blockIdx.x, Masked);
    const auto divide = [&](const extent& a, unsigned& own, unsigned& owns, unsigned& inner, unsigned& inners, unsigned& ghost,
                            unsigned& ghosts) {
        const unsigned before = a.before ? p.depth : 0, after = a.after ? p.depth : 0;
        own = a.own_first - a.first;
        owns = a.own_end - a.own_first;
        inner = own + before;
        inners = owns > before + after ? owns - before - after : 0;
        ghost = own - before;
        ghosts = before + owns + after;
    };
    e.first_x = at.x.first;
    e.first_y = at.y.first;
    divide(at.y, e.own_first, e.own_rows, e.inner_first, e.inner_rows, e.ghost_first, e.ghost_rows);
    divide(at.x, e.own_x_first, e.own_columns, e.inner_x_first, e.inner_columns, e.ghost_x_first, e.ghost_columns);
    e.neighbours = 0;
    for (int y = -int(at.y.before); y <= int(at.y.after); ++y) {
        for (int x = -int(at.x.before); x <= int(at.x.after); ++x) {
            if (x != 0 || y != 0) e.neighbour[e.neighbours++] = blockIdx.x + y * int(p.tiles_x) + x;
        }
    }
}

// A thread's columns of one row in the field: in pieces of up to 16 bytes if `Whole`, else those of them that are in it, one by one.
template <bool Whole, typename T, unsigned C>
struct in_field {
    using beside = piece<T, C>;
    using part = typename beside::part;

    __device__ static void put(T* at, const T (&row)[C], unsigned columns) {
        if constexpr (Whole) {
            beside::template put<1>(reinterpret_cast<part*>(at), row);
        } else {
#pragma unroll
            for (unsigned c = 0; c < C; ++c) {
                if (c < columns) at[c] = row[c];
            }
        }
    }
    __device__ static void get(const T* at, T (&row)[C], unsigned columns) {
        if constexpr (Whole) {
            beside::template get<1>(reinterpret_cast<const part*>(at), row);
        } else {
#pragma unroll
            for (unsigned c = 0; c < C; ++c) {
                if (c < columns) row[c] = at[c];
            }
        }
    }
};

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
#pragma unroll 4
        for (unsigned i = 0; i < between; ++i) {
            T row[C];
            typename piece<T, C>::part* const at = a.between + i * piece<T, C>::row + lane;
            if (Use != use::set) piece<T, C>::get(at, row);
            each(R - 1 + i, row);
            if (Use != use::look) piece<T, C>::put(at, row);
        }
    }
    each(R - 1 + between, a.in[R - 1]);
}

// Shows what the neighbours need as of `step`, waits for what they show, and makes it this block's ghosts. `fields` are two of nx * ny
// cells.
template <bool Masked, bool Between, typename T, unsigned C, unsigned R>
__device__ void exchange(cells<T, C, R>& a, const exchange_plan& e, unsigned nx, unsigned ny, T* fields, unsigned* flags,
                         unsigned step) {
    const unsigned lane = threadIdx.x % warp;
    const unsigned first_row = threadIdx.x / warp * a.rows;
    const unsigned column = lane * C;
    const unsigned columns = Masked ? nx - min(e.first_x + column, nx) : C;  // of the thread's, in the field
    T* const first = fields + (std::size_t(step % 2) * ny + e.first_y + first_row) * nx + e.first_x + column;
    const auto within = [](unsigned at, unsigned from, unsigned count) { return at - from < count; };

    {
        const bool owns = within(column, e.own_x_first, e.own_columns);
        const bool at_side = owns && !within(column, e.inner_x_first, e.inner_columns);
        const unsigned own = e.own_first, own_rows = e.own_rows, inner = e.inner_first, inner_rows = e.inner_rows;
        T* at = first;
        for_each_row<use::look, Between>(a, [&](unsigned r, T(&row)[C]) {
            const unsigned y = first_row + r;
            if (within(y, own, own_rows) && (within(y, inner, inner_rows) ? at_side : owns)) {
                in_field<!Masked, T, C>::put(at, row, columns);
            }
            at += nx;
        });
    }

    // Separates the stores above by all threads from the flag that says that they are made.
    __syncthreads();
    if (threadIdx.x == 0) coop::flag_raise(flags + blockIdx.x * flag_stride);
    if (threadIdx.x < e.neighbours) coop::flag_wait(flags + e.neighbour[threadIdx.x] * flag_stride, step);
    // Separates the flags that some threads waited for from the loads below by all.
    __syncthreads();

    {
        const bool wanted = within(column, e.ghost_x_first, e.ghost_columns) && (!Masked || columns > 0);
        const bool at_side = wanted && !within(column, e.own_x_first, e.own_columns);
        const unsigned own = e.own_first, own_rows = e.own_rows, ghost = e.ghost_first, ghost_rows = e.ghost_rows;
        const T* at = first;
        for_each_row<use::change, Between>(a, [&](unsigned r, T(&row)[C]) {
            const unsigned y = first_row + r;
            if (within(y, ghost, ghost_rows) && (within(y, own, own_rows) ? at_side : wanted)) {
                in_field<!Masked, T, C>::get(at, row, columns);
            }
            at += nx;
        });
    }
}

}  // namespace heat
