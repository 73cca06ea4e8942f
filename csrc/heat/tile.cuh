// Which cells a block holds, which of them are its own, and where each is in the words that neighbours read. Nothing here computes.
//
// The field is divided into tiles of the same size, one a block, that overlap: a tile has, on each side where it has a
// neighbour, `depth` ghost cells. They are the neighbour's own; after they were fetched, `depth` sweeps can be done before they are
// needed again, because what is wrong at the tile's edge comes one cell further in with each sweep.
#pragma once

#include <cstdint>

namespace heat {

constexpr unsigned warp = 32;

// How the field is divided. Stated again in src/heat/plan.rs, which makes it.
struct plan {
    std::uint32_t nx, ny;            // cells of the field, its fixed ring included
    std::uint32_t tiles_x, tiles_y;  // blocks
    std::uint32_t width, height;     // cells of a tile, ghosts included
    std::uint32_t depth;             // ghost cells on a side, and sweeps between exchanges; a multiple of a thread's columns
    std::uint32_t shared_rows;       // of a warp's rows, those in shared memory
};

// One dimension of a tile. Positions are those of the field.
struct extent {
    unsigned first;  // of the tile
    unsigned own_first, own_end;
    bool before, after;  // whether there is a neighbour on that side

    // Tile `i` of `tiles`, `size` cells each, of a field of `n`. Where `within`, the last tile is moved back into the field.
    __device__ extent(unsigned i, unsigned tiles, unsigned size, unsigned n, unsigned depth, bool within) {
        const unsigned step = size - 2 * depth;
        before = i > 0;
        after = i + 1 < tiles;
        first = i * step;
        own_first = before ? first + depth : 0;
        own_end = after ? first + size - depth : n;
        if (within && !after) first = n - size;
    }
    __device__ bool owns(unsigned at) const { return at >= own_first && at < own_end; }
};

// Where a block is in the field.
struct place {
    unsigned tile_x, tile_y;
    extent x, y;

    __device__ place(const plan& p, unsigned block, bool masked)
        : tile_x(block % p.tiles_x),
          tile_y(block / p.tiles_x),
          x(tile_x, p.tiles_x, p.width, p.nx, p.depth, !masked),
          y(tile_y, p.tiles_y, p.height, p.ny, p.depth, !masked) {}
};

}  // namespace heat
