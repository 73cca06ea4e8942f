//! csrc/lab/tail_exit.cu: blocks without work leave before a grid barrier.

use coop::{Block, CooperativeKernel, DeviceBuffer, SharedBytes, Stream};

use crate::hazard::{Asked, Hazard, LOCKSTEP, Part};

coop::kernels! {
    cooperative fn lab_tail_exit(input: *const u32, copy: *mut u32, output: *mut u32, n: u32);
    cooperative fn lab_tail_stays(input: *const u32, copy: *mut u32, output: *mut u32, n: u32);
}

type TailKernel = CooperativeKernel<(*const u32, *mut u32, *mut u32, u32)>;

const THREADS: u32 = 128;
const BLOCKS: u32 = 4;
/// Three blocks of work.
const ELEMENTS: u32 = 3 * THREADS;

pub const HAZARD: Hazard = Hazard {
    name: "tail-exit",
    line: "blocks without work return before a grid barrier",
    parts: &[
        Part {
            name: "exit",
            is_right: false,
            expected: "a hang: three blocks wait for the fourth, which has returned",
            blocks: &[],
            run: exit,
        },
        Part {
            name: "stay",
            is_right: true,
            expected: "no mismatch: the block without work comes to the barrier",
            blocks: &[],
            run: stay,
        },
    ],
    schedule: LOCKSTEP,
    why: "A grid barrier counts all blocks that were launched, and nobody tells it that one has returned. The bounds check goes \
          around the work, not around the barrier.",
};

fn exit(_: &Asked) -> coop::Result<bool> {
    show(&lab_tail_exit)
}

fn stay(_: &Asked) -> coop::Result<bool> {
    show(&lab_tail_stays)
}

fn show(kernel: &TailKernel) -> coop::Result<bool> {
    let launch = kernel.prepare(Block::x(THREADS), SharedBytes(0))?;
    let stream = Stream::new()?;
    let numbers: Vec<u32> = (0..ELEMENTS).collect();
    let input = DeviceBuffer::from_slice(&numbers)?;
    let mut copy = DeviceBuffer::<u32>::uninit(numbers.len())?;
    let mut output = DeviceBuffer::<u32>::uninit(numbers.len())?;
    println!("{BLOCKS} blocks of {THREADS} threads, {ELEMENTS} elements");
    let args = (
        input.as_ptr(),
        copy.as_mut_ptr(),
        output.as_mut_ptr(),
        ELEMENTS,
    );
    // SAFETY: all have so many elements, and live until the stream has been waited for. That it may hang is what is shown.
    unsafe { launch.launch(BLOCKS, &stream, args)? };
    stream.synchronize()?;
    let output = output.to_vec()?;
    let wrong = output.iter().rev().zip(&numbers);
    let wrong = wrong.filter(|(found, wanted)| found != wanted).count();
    println!("{wrong} of {ELEMENTS} elements are wrong");
    Ok(wrong == 0)
}
