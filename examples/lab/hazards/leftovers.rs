//! csrc/lab/leftovers.cu: shared memory as a block finds it.

use coop::{DeviceBuffer, Kernel, SharedBytes, Stream};

use crate::hazard::{Asked, Hazard, LOCKSTEP, Part};

coop::kernels! {
    fn lab_leftovers(found: *mut u32);
    fn lab_no_leftovers(found: *mut u32);
}

const THREADS: u32 = 256;
/// More than are resident, so that some come after others.
const BLOCKS: u32 = if coop::EMULATED { 64 } else { 16_384 };
/// What block 0 leaves in its cells; each later one leaves one more.
const FIRST_MARK: u32 = 1000;

pub const HAZARD: Hazard = Hazard {
    name: "leftovers",
    line: "a block reads shared memory that it has not written",
    parts: &[
        Part {
            name: "unwritten",
            is_right: false,
            expected: "whatever is there: often what an earlier block has left",
            blocks: &[],
            run: unwritten,
        },
        Part {
            name: "written-first",
            is_right: true,
            expected: "zeros",
            blocks: &[],
            run: written_first,
        },
    ],
    schedule: LOCKSTEP,
    why: "Shared memory is not zeroed when a block begins. On an idle machine it may happen to be zero, until an earlier block was \
          there.",
};

fn unwritten(_: &Asked) -> coop::Result<bool> {
    show(&lab_leftovers)
}

fn written_first(_: &Asked) -> coop::Result<bool> {
    show(&lab_no_leftovers)
}

fn show(kernel: &Kernel<(*mut u32,)>) -> coop::Result<bool> {
    let launch = kernel.prepare(THREADS, SharedBytes(0))?;
    let stream = Stream::new()?;
    let mut found = DeviceBuffer::<u32>::uninit((BLOCKS * THREADS) as usize)?;
    // SAFETY: one element a thread, which lives until the stream has been waited for.
    unsafe { launch.launch(BLOCKS, &stream, (found.as_mut_ptr(),))? };
    stream.synchronize()?;
    let found = found.to_vec()?;
    let marks = FIRST_MARK..FIRST_MARK + BLOCKS;
    let left = found.iter().filter(|cell| marks.contains(cell)).count();
    let others = found.iter().filter(|&&cell| cell != 0).count() - left;
    let cells = found.len();
    println!(
        "of {cells} cells {left} held the mark of another block, {others} something else that is not 0"
    );
    Ok(left + others == 0)
}
