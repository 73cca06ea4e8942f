//! csrc/lab/moved_barrier.cu: the barrier in the wrong place.

use super::tile::{numbers, table};
use crate::hazard::{Asked, Hazard, LOCKSTEP, Part};

coop::kernels! {
    fn lab_moved_barrier(input: *const u32, output: *mut u32);
}

pub const HAZARD: Hazard = Hazard {
    name: "moved-barrier",
    line: "the barrier of reversed-tile, below the read",
    parts: &[Part {
        name: "below-the-read",
        is_right: false,
        expected: "as without a barrier",
        blocks: &[32, 256, 1024],
        run: below,
    }],
    schedule: LOCKSTEP,
    why: "A barrier orders what stands above it before what stands below. The read has to be below; where the barrier is matters, \
          and not whether there is one.",
};

fn below(asked: &Asked) -> coop::Result<bool> {
    table(&lab_moved_barrier, &numbers(65_536), &asked.blocks)
}
