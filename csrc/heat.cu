// Heat on a plate: sweeps of the five-point Jacobi relaxation, thousands of them in one cooperative launch.
//
// In each sweep every cell but those of the outermost ring becomes a quarter of (left + above) + (right + below), added in this
// order, so that the field is that of a plain loop on the CPU to the last bit.
//
// The field stays on the chip from the first sweep to the last. A block has a tile of it, in registers and shared memory, and does
// as many sweeps as the tile has ghost cells on a side before it needs its neighbours (heat/tile.cuh). Within a block the
// warps tell each other their edges through shared memory, with one block barrier a sweep (heat/sweep.cuh). There is no barrier of
// the grid: a block that needs ghosts waits for the flags of its neighbours alone (heat/exchange.cuh, coop/flag.cuh). The launch is
// cooperative because blocks wait for each other.
#include <coop/export.cuh>

#include "heat/kernel.cuh"

// Name, type, columns of a thread, rows of a warp in registers, threads, whether it has rows in shared memory too, whether any
// cell may be outside the field. Stated again in src/heat/variant.rs.
#define HEAT(name, ...) COOP_COOPERATIVE_KERNEL(name, heat::relax<__VA_ARGS__>)

COOP_STRUCT(heat::plan, nx, ny, tiles_x, tiles_y, width, height, depth, shared_rows);

HEAT(heat_f32_1x4, float, 1, 4, 256, false, false);
HEAT(heat_f32_2x12, float, 2, 12, 128, false, false);
HEAT(heat_f32_4x8, float, 4, 8, 256, false, false);
HEAT(heat_f32_4x12, float, 4, 12, 256, false, false);
HEAT(heat_f32_4x10, float, 4, 10, 384, false, false);
HEAT(heat_f32_4x16, float, 4, 16, 256, false, false);
HEAT(heat_f32_8x22, float, 8, 22, 256, false, false);
HEAT(heat_f32_8x14_shared, float, 8, 14, 384, true, false);
HEAT(heat_f32_2x12_masked, float, 2, 12, 128, false, true);
HEAT(heat_f32_4x12_masked, float, 4, 12, 256, true, true);
HEAT(heat_f32_4x16_masked, float, 4, 16, 512, true, true);
HEAT(heat_f64_1x4, double, 1, 4, 256, false, false);
HEAT(heat_f64_2x12, double, 2, 12, 128, false, false);
HEAT(heat_f64_4x16, double, 4, 16, 256, false, false);
HEAT(heat_f64_4x20_shared, double, 4, 20, 256, true, false);
HEAT(heat_f64_1x4_masked, double, 1, 4, 256, true, true);
HEAT(heat_f64_4x14_masked, double, 4, 14, 256, true, true);
