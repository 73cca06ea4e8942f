//! csrc/lab/spinning_blocks.cu: all blocks wait for all, more than are resident.

use coop::{Block, DeviceBuffer, Error, SharedBytes, Stream};

use crate::hazard::{Asked, Hazard, LOCKSTEP, Part};

coop::kernels! {
    fn lab_spinning_blocks(arrived: *mut u32, passed: *mut u32);
    cooperative fn lab_spinning_blocks_resident(arrived: *mut u32, passed: *mut u32);
}

const BLOCK: Block = Block::x(1024);

pub const HAZARD: Hazard = Hazard {
    name: "spinning-blocks",
    line: "every block waits for every other, and one more than fits is launched",
    parts: &[
        Part {
            name: "ordinary-launch",
            is_right: false,
            expected: "a hang: the last block gets no place before another returns, and none returns before the last has come",
            blocks: &[],
            run: ordinary,
        },
        Part {
            name: "cooperative-launch",
            is_right: true,
            expected: "the same grid is refused before anything is launched",
            blocks: &[],
            run: refused,
        },
        Part {
            name: "as-many-as-fit",
            is_right: true,
            expected: "all blocks pass",
            blocks: &[],
            run: as_many_as_fit,
        },
    ],
    schedule: LOCKSTEP,
    why: "Atomics and fences order what running blocks do. No fence and no atomic function makes a block run. An ordinary launch \
          promises nothing of the kind; a cooperative one promises it, and is refused where it cannot be kept.",
};

fn most_blocks() -> coop::Result<u32> {
    let residency = lab_spinning_blocks_resident.residency(BLOCK, SharedBytes(0))?;
    println!("{residency}");
    Ok(residency.max_grid().count() as u32)
}

fn ordinary(_: &Asked) -> coop::Result<bool> {
    let blocks = most_blocks()? + 1;
    let launch = lab_spinning_blocks.prepare(BLOCK, SharedBytes(0))?;
    println!("{blocks} blocks are launched");
    count(blocks, |stream, args| {
        // SAFETY: two counters, which live until the stream has been waited for. That it may hang is what is shown.
        unsafe { launch.launch(blocks, stream, args) }
    })
}

fn refused(_: &Asked) -> coop::Result<bool> {
    match cooperative(most_blocks()? + 1) {
        Err(error @ Error::GridTooLarge { .. }) => {
            println!("{error}");
            Ok(true)
        }
        other => other.map(|_| false),
    }
}

fn as_many_as_fit(_: &Asked) -> coop::Result<bool> {
    cooperative(most_blocks()?)
}

fn cooperative(blocks: u32) -> coop::Result<bool> {
    let launch = lab_spinning_blocks_resident.prepare(BLOCK, SharedBytes(0))?;
    count(blocks, |stream, args| {
        // SAFETY: two counters, which live until the stream has been waited for; all blocks are resident.
        unsafe { launch.launch(blocks, stream, args) }
    })
}

/// Launches, and prints how many blocks passed; whether it was all of them.
fn count(
    blocks: u32,
    launch: impl FnOnce(&Stream, (*mut u32, *mut u32)) -> coop::Result<()>,
) -> coop::Result<bool> {
    let stream = Stream::new()?;
    let mut arrived = DeviceBuffer::<u32>::zeroed(1)?;
    let mut passed = DeviceBuffer::<u32>::zeroed(1)?;
    launch(&stream, (arrived.as_mut_ptr(), passed.as_mut_ptr()))?;
    stream.synchronize()?;
    let passed = passed.to_vec()?[0];
    println!("{passed} of {blocks} blocks passed");
    Ok(passed == blocks)
}
