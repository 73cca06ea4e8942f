// All sweeps in one cooperative launch; see csrc/heat.cu.
#pragma once

#include "exchange.cuh"

namespace heat {

extern __shared__ __align__(16) unsigned char heat_shared[];

// `in` and `out` have ny rows of nx cells and are not the same. Blocks of `Threads` threads, one a tile. `shown` has two fields of that
// size and `flags` a word every `flag_stride` for each block; `step` is the last step that they have seen. T is float or double, C
// the columns of a thread, R the rows of a warp in registers; where `Between`, it has others in shared memory; where
// `Masked`, the field may be of any size, else its width is a multiple of C, and no tile is larger than it.
template <typename T, unsigned C, unsigned R, unsigned Threads, bool Between, bool Masked>
__global__ void __launch_bounds__(Threads) relax(const T* in, T* out, plan p, T* shown, std::uint32_t* flags,
                                                 std::uint32_t step, std::uint64_t sweeps) {
    using part = typename piece<T, C>::part;
    constexpr unsigned warps = Threads / warp;
    constexpr unsigned edge_parts = 2 * warps * piece<T, C>::row;
    const unsigned lane = threadIdx.x % warp;
    const unsigned w = threadIdx.x / warp;

    // Shared memory: [2][warps][2] rows of edges, [warps][shared_rows] rows of cells.
    part* const edges = reinterpret_cast<part*>(heat_shared);
    cells<T, C, R> a;
    a.rows = R + (Between ? p.shared_rows : 0);
    a.find_edges();
    a.between = edges + 2 * edge_parts + w * p.shared_rows * piece<T, C>::row;
    __shared__ exchange_plan sides;
    if (threadIdx.x == 0) prepare<Masked>(sides, p);

    // Separates the writes of `sides` by the first thread from its reads by all.
    __syncthreads();

    // The tile's edge is never changed: it is the field's ring, which is fixed, or it is wrong as ghosts are, and this is no worse.
    a.held = (lane == 0 ? 1 : 0) | (lane == warp - 1 ? 1u << (C - 1) : 0);
    if (Masked) {
        for (unsigned c = 0; c < C; ++c) a.held |= unsigned(sides.first_x + lane * C + c + 1 >= p.nx) << c;
    }
    a.change_first = w == 0 ? 1 : 0;
    {
        const unsigned row = sides.first_y + w * a.rows;
        const unsigned column = sides.first_x + lane * C;
        const unsigned end = min(sides.first_y + p.height, p.ny) - 1;  // the first row that is not changed
        a.change_end = end > row ? min(end - row, a.rows) : 0;

        // What is outside the field, where a tile is, is never looked at by what is inside: any value will do.
        const T* source = in + std::size_t(min(row, p.ny - 1)) * p.nx + min(column, p.nx - 1);
        const unsigned most = Masked ? p.nx - 1 - min(column, p.nx - 1) : C;
        for_each_row<use::set, Between>(a, [&](unsigned r, T(&cells)[C]) {
#pragma unroll
            for (unsigned c = 0; c < C; ++c) cells[c] = source[Masked ? min(c, most) : c];
            if (row + r + 1 < p.ny) source += p.nx;
        });
    }

    unsigned parity = 0;
    for (std::uint64_t done = 0; true;) {
        const unsigned now = unsigned(min(std::uint64_t(p.depth), sweeps - done));
        unsigned left = now;
        for (keep(left); left > 0; --left) {
            sweep<Masked, Between>(a, edges + parity);
            parity ^= edge_parts;
        }
        done += now;
        if (done == sweeps) break;
        ++step;
        exchange<Masked, Between>(a, sides, p.nx, p.ny, shown, flags, step);
    }

    T* target = out + std::size_t(sides.first_y + w * a.rows) * p.nx + sides.first_x + lane * C;
    for_each_row<use::look, Between>(a, [&](unsigned r, T(&cells)[C]) {
        if (w * a.rows + r - sides.own_first < sides.own_rows) {
#pragma unroll
            for (unsigned c = 0; c < C; ++c) {
                if (lane * C + c - sides.own_x_first < sides.own_columns) target[c] = cells[c];
            }
        }
        target += p.nx;
    });
}

}  // namespace heat
