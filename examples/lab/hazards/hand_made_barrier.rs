//! csrc/lab/hand_made_barrier.cu: a grid barrier of one counter, right, and without one thing each.

use coop::{Block, CooperativeKernel, DeviceBuffer, SharedBytes, Stream};

use crate::hazard::{Asked, Hazard, Part};

coop::kernels! {
    cooperative fn lab_barrier_without_fences(arrived: *mut u32, cells: *mut u32, wrong: *mut u32, count: u32);
    cooperative fn lab_barrier_without_the_block(arrived: *mut u32, cells: *mut u32, wrong: *mut u32, count: u32);
    cooperative fn lab_barrier_once(arrived: *mut u32, cells: *mut u32, wrong: *mut u32, count: u32);
    cooperative fn lab_barrier(arrived: *mut u32, cells: *mut u32, wrong: *mut u32, count: u32);
}

type Rounds = CooperativeKernel<(*mut u32, *mut u32, *mut u32, u32)>;

const BLOCK: Block = Block::x(64);
const ROUNDS: u32 = if coop::EMULATED { 4 } else { 1000 };
const MOST_BLOCKS: Option<u32> = if coop::EMULATED { Some(4) } else { None };

pub const HAZARD: Hazard = Hazard {
    name: "hand-made-barrier",
    line: "a grid barrier made of a counter, with one thing left out",
    parts: &[
        Part {
            name: "no-fences",
            is_right: false,
            expected: "mostly right: the counter may be seen before what the block wrote",
            blocks: &[],
            run: without_fences,
        },
        Part {
            name: "no-block-barrier",
            is_right: false,
            expected: "wrong where the first thread tells of writes that another one has not made yet",
            blocks: &[],
            run: without_the_block,
        },
        Part {
            name: "used-twice",
            is_right: false,
            expected: "wrong from the second barrier on, which lets everyone through",
            blocks: &[],
            run: once,
        },
        Part {
            name: "right",
            is_right: true,
            expected: "no cell is wrong",
            blocks: &[],
            run: all,
        },
    ],
    // Blocks that run in turns, each as far as it goes, are in order with each other though the barrier lets them through.
    schedule: "random:1",
    why: "A grid barrier is four things: a block barrier, a fence and an arrival by one thread; a wait, a fence and a block barrier. \
          And a count that no earlier barrier has reached. cooperative_groups and coop/barrier.cuh have all of them.",
};

fn without_fences(_: &Asked) -> coop::Result<bool> {
    show(&lab_barrier_without_fences)
}

fn without_the_block(_: &Asked) -> coop::Result<bool> {
    show(&lab_barrier_without_the_block)
}

fn once(_: &Asked) -> coop::Result<bool> {
    show(&lab_barrier_once)
}

fn all(_: &Asked) -> coop::Result<bool> {
    show(&lab_barrier)
}

fn show(kernel: &Rounds) -> coop::Result<bool> {
    let launch = kernel.prepare(BLOCK, SharedBytes(0))?;
    let blocks = launch.residency().max_grid().count() as u32;
    let blocks = MOST_BLOCKS.map_or(blocks, |most| blocks.min(most));
    let stream = Stream::new()?;
    let mut arrived = DeviceBuffer::<u32>::zeroed(1)?;
    let mut cells = DeviceBuffer::<u32>::zeroed((blocks * BLOCK.x) as usize)?;
    let mut wrong = DeviceBuffer::<u32>::zeroed(1)?;
    let args = (
        arrived.as_mut_ptr(),
        cells.as_mut_ptr(),
        wrong.as_mut_ptr(),
        ROUNDS,
    );
    // SAFETY: a cell a thread and two counters, which live until the stream has been waited for; all blocks are resident.
    unsafe { launch.launch(blocks, &stream, args)? };
    stream.synchronize()?;
    let wrong = wrong.to_vec()?[0];
    let reads = u64::from(blocks * BLOCK.x) * u64::from(ROUNDS);
    println!(
        "{wrong} of {reads} cells were read too early or too late, in {ROUNDS} rounds of {blocks} blocks"
    );
    Ok(wrong == 0)
}
