//! csrc/lab/reversed_tile.cu: a tile turned around, with and without the barrier.

use super::early_return;
use super::tile::{numbers, table};
use crate::hazard::{Asked, Hazard, LOCKSTEP, Part};

coop::kernels! {
    fn lab_reversed_tile(input: *const u32, output: *mut u32);
    fn lab_reversed_tile_with_barrier(input: *const u32, output: *mut u32);
}

const ELEMENTS: u32 = 65_536;
const BLOCKS: &[u32] = &[32, 64, 128, 256, 512, 1024];

pub const HAZARD: Hazard = Hazard {
    name: "reversed-tile",
    line: "each block reverses its tile through shared memory; the barrier in the middle is forgotten",
    parts: &[
        Part {
            name: "no-barrier",
            is_right: false,
            expected: "wrong where a thread reads what another warp has not written yet: how often, nobody can say",
            blocks: BLOCKS,
            run: without,
        },
        Part {
            name: "block-32-hides-it",
            is_right: false,
            expected: "no mismatch, mostly: the lanes of one warp happen to write before any of them reads. It races all the same",
            blocks: &[32],
            run: without,
        },
        Part {
            name: "early-return",
            is_right: false,
            expected: "the barrier is there, and 160 of 256 threads return above it: the launch succeeds, the answer is wrong",
            blocks: &[],
            run: early_return::leaves,
        },
        Part {
            name: "barrier",
            is_right: true,
            expected: "no mismatch, for every size of block",
            blocks: BLOCKS,
            run: with,
        },
    ],
    schedule: LOCKSTEP,
    why: "A thread's write is ordered before another thread's read by a barrier between the two, and by nothing else. Without it a \
          test tells of luck: of one warp, which mostly runs in step, and of the order in which warps were scheduled.",
};

fn without(asked: &Asked) -> coop::Result<bool> {
    table(&lab_reversed_tile, &numbers(ELEMENTS), &asked.blocks)
}

fn with(asked: &Asked) -> coop::Result<bool> {
    table(
        &lab_reversed_tile_with_barrier,
        &numbers(ELEMENTS),
        &asked.blocks,
    )
}
