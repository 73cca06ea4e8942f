//! csrc/lab/two_writers.cu: all threads of a block write one cell.

use coop::{DeviceBuffer, Kernel, SharedBytes, Stream};

use crate::hazard::{Asked, Hazard, LOCKSTEP, Part};

coop::kernels! {
    fn lab_two_writers(output: *mut u32);
    fn lab_one_result(output: *mut u32);
}

const BLOCKS: u32 = 8;

pub const HAZARD: Hazard = Hazard {
    name: "two-writers",
    line: "threads write one cell, and a barrier follows",
    parts: &[
        Part {
            name: "last-one-wins",
            is_right: false,
            expected: "one thread's number in each block; which, a barrier does not say",
            blocks: &[256],
            run: last_one_wins,
        },
        Part {
            name: "maximum",
            is_right: true,
            expected: "the largest number in each block",
            blocks: &[256],
            run: maximum,
        },
    ],
    schedule: LOCKSTEP,
    why: "After the barrier all threads read the same, as all writes are done. Nothing orders the writes themselves. Decide: one \
          thread writes, or an atomic function says which value stays.",
};

fn last_one_wins(asked: &Asked) -> coop::Result<bool> {
    show(&lab_two_writers, &asked.blocks)
}

fn maximum(asked: &Asked) -> coop::Result<bool> {
    show(&lab_one_result, &asked.blocks)
}

fn show(kernel: &Kernel<(*mut u32,)>, blocks: &[u32]) -> coop::Result<bool> {
    let mut all_right = true;
    for &threads in blocks {
        let launch = kernel.prepare(threads, SharedBytes(0))?;
        let stream = Stream::new()?;
        let mut output = DeviceBuffer::<u32>::uninit((BLOCKS * threads) as usize)?;
        // SAFETY: one element a thread, which lives until the stream has been waited for.
        unsafe { launch.launch(BLOCKS, &stream, (output.as_mut_ptr(),))? };
        stream.synchronize()?;
        let output = output.to_vec()?;
        let blocks = output.chunks(threads as usize);
        let agree = blocks
            .clone()
            .all(|all| all.iter().all(|&one| one == all[0]));
        let winners: Vec<u32> = blocks.map(|all| all[0]).collect();
        let word = if agree { "the same" } else { "not the same" };
        println!("{threads} threads read {word}; in {BLOCKS} blocks it is {winners:?}");
        all_right &= agree && winners.iter().all(|&winner| winner == threads - 1);
    }
    Ok(all_right)
}
