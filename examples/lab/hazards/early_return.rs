//! csrc/lab/early_return.cu: threads that return above a barrier.

use super::tile::{TileKernel, mirrored, mismatches, outputs};
use crate::hazard::{Asked, Hazard, LOCKSTEP, Part};

coop::kernels! {
    fn lab_early_return(input: *const u32, output: *mut u32);
    fn lab_no_early_return(input: *const u32, output: *mut u32);
}

const THREADS: u32 = 256;
/// Those whose element is not 0.
const STAY: u32 = 96;

pub const HAZARD: Hazard = Hazard {
    name: "early-return",
    line: "threads that seem to have nothing to do return above a barrier",
    parts: &[
        Part {
            name: "return",
            is_right: false,
            expected: "96 of 256 threads reach the barrier, which waits for no more: the launch succeeds, the answer is wrong",
            blocks: &[],
            run: leaves,
        },
        Part {
            name: "no-return",
            is_right: true,
            expected: "no mismatch: all write their cells and reach the barrier",
            blocks: &[],
            run: stays,
        },
    ],
    schedule: LOCKSTEP,
    why: "A block barrier waits for the threads that have not returned. Who returns does no harm to the barrier, but what it was to \
          write before, and to read after, is missing. Leave out the work, not the barrier.",
};

pub fn leaves(_: &Asked) -> coop::Result<bool> {
    show(&lab_early_return)
}

fn stays(_: &Asked) -> coop::Result<bool> {
    show(&lab_no_early_return)
}

fn show(kernel: &TileKernel) -> coop::Result<bool> {
    let input: Vec<u32> = (1..=THREADS)
        .map(|i| if i <= STAY { i } else { 0 })
        .collect();
    let outputs = outputs(kernel, &input, THREADS)?;
    let wrong = mismatches(&outputs, |index| input[mirrored(index, THREADS)]);
    println!("the launch succeeded; {wrong} of {THREADS} elements are wrong");
    Ok(wrong == 0)
}
