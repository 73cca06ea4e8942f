//! csrc/lab/divergent_barrier.cu: barriers in branches.

use super::tile::{TileKernel, mirrored, mismatches, numbers, outputs};
use crate::hazard::{Asked, Hazard, LOCKSTEP, Part};

coop::kernels! {
    fn lab_divergent_barrier(input: *const u32, output: *mut u32);
    fn lab_uniform_barrier(input: *const u32, output: *mut u32);
}

const THREADS: u32 = 128;
const ELEMENTS: u32 = 4 * THREADS;

pub const HAZARD: Hazard = Hazard {
    name: "divergent-barrier",
    line: "a barrier in a branch that not all threads of the block take",
    parts: &[
        Part {
            name: "divergent",
            is_right: false,
            expected: "anything: a right answer, a wrong one, or a hang. CUDA leaves it undefined",
            blocks: &[],
            run: divergent,
        },
        Part {
            name: "uniform",
            is_right: true,
            expected: "no mismatch: each block is of one mind",
            blocks: &[],
            run: uniform,
        },
    ],
    schedule: LOCKSTEP,
    why: "__syncthreads() may stand in a branch if its condition is the same for the whole block, as one of blockIdx is. Two calls in \
          two branches are two barriers, and each is to be reached by every thread that has not returned.",
};

fn divergent(_: &Asked) -> coop::Result<bool> {
    show(&lab_divergent_barrier, |index| index % 2 == 1)
}

fn uniform(_: &Asked) -> coop::Result<bool> {
    show(&lab_uniform_barrier, |index| {
        index / THREADS as usize % 2 == 1
    })
}

/// Runs the kernel, which doubles some of the elements.
fn show(kernel: &TileKernel, doubled: impl Fn(usize) -> bool) -> coop::Result<bool> {
    let input = numbers(ELEMENTS);
    let outputs = outputs(kernel, &input, THREADS)?;
    let wrong = mismatches(&outputs, |index| {
        input[mirrored(index, THREADS)] * if doubled(index) { 2 } else { 1 }
    });
    println!("the launch succeeded; {wrong} of {ELEMENTS} elements are wrong");
    Ok(wrong == 0)
}
