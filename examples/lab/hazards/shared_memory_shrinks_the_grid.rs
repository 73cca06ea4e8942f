//! csrc/lab/shared_memory_shrinks_the_grid.cu: the largest cooperative grid, as a block's tile grows.

mod plot;

use std::fs;

use coop::{Block, DeviceBuffer, Error, Residency, SharedBytes, Stream};

use crate::hazard::{Asked, Hazard, LOCKSTEP, Part, SHRINKS};

coop::kernels! {
    cooperative fn lab_all_present(present: *mut u32, counted: *mut u32);
}

const BLOCK: Block = Block::x(256);
const KIB: u32 = 1024;
/// The tile's bytes that the plot and the table have, in steps of these.
const STEP: u32 = 16 * KIB;

pub const HAZARD: Hazard = Hazard {
    name: SHRINKS,
    line: "the tile grows, and a grid that was legal no longer fits",
    parts: &[
        Part {
            name: "table",
            is_right: true,
            expected: "the largest cooperative grid becomes smaller in steps, until not even one block fits",
            blocks: &[],
            run: table,
        },
        Part {
            name: "refused",
            is_right: true,
            expected: "the grid that fits with the smallest tile is launched, and refused with a larger one",
            blocks: &[],
            run: refused,
        },
    ],
    schedule: LOCKSTEP,
    why: "All blocks of a cooperative grid are resident at once, and share what their multiprocessor has. So the grid's limit depends \
          on the block, its registers and its shared memory: ask for it with the figures of the launch, and let loops stride over the grid.",
};

/// The largest grid for each tile of the table, until none fits.
fn residencies() -> coop::Result<(Vec<(u32, Residency)>, Error)> {
    let mut found = Vec::new();
    for step in 0.. {
        let bytes = (step * STEP).max(KIB);
        match lab_all_present.residency(BLOCK, SharedBytes(bytes)) {
            Ok(residency) => found.push((bytes, residency)),
            Err(error @ (Error::SharedMemoryTooLarge { .. } | Error::NoResidentBlock { .. })) => {
                return Ok((found, error));
            }
            Err(error) => return Err(error),
        }
    }
    unreachable!("a device has less shared memory than 64 TiB")
}

fn table(asked: &Asked) -> coop::Result<bool> {
    let (rows, end) = residencies()?;
    println!("tile, KiB  blocks/SM  largest grid  limited by");
    for (bytes, fits) in &rows {
        println!(
            "{:>9}  {:>9}  {:>12}  {}",
            bytes / KIB,
            fits.blocks_per_multiprocessor(),
            fits.max_blocks(),
            fits.limited_by()
        );
    }
    println!("{end}");
    let shrinks = rows
        .windows(2)
        .all(|pair| pair[1].1.max_blocks() <= pair[0].1.max_blocks());
    if let Some(path) = &asked.svg {
        let points: Vec<(u32, u64)> = rows
            .iter()
            .map(|(bytes, fits)| (bytes / KIB, fits.max_blocks()))
            .collect();
        let written = plot::svg(&points).and_then(|text| Ok(fs::write(path, text)?));
        match written {
            Ok(()) => println!("{} written", path.display()),
            Err(error) => {
                println!("{} cannot be written: {error}", path.display());
                return Ok(false);
            }
        }
    }
    Ok(shrinks)
}

fn refused(_: &Asked) -> coop::Result<bool> {
    let (rows, _) = residencies()?;
    let [(small, most), ..] = rows.as_slice() else {
        println!("no block fits at all");
        return Ok(false);
    };
    let blocks = most.max_grid().count() as u32;
    let met = launch(*small, blocks)?;
    println!(
        "{met} of {blocks} blocks met, with {} KiB each",
        small / KIB
    );
    let fewer = rows
        .iter()
        .find(|(_, fits)| fits.max_blocks() < most.max_blocks());
    let Some((large, _)) = fewer else {
        println!("no larger tile makes the grid smaller");
        return Ok(false);
    };
    match launch(*large, blocks) {
        Err(error @ Error::GridTooLarge { .. }) => {
            println!("with {} KiB each: {error}", large / KIB);
            Ok(met == blocks)
        }
        other => other.map(|_| false),
    }
}

/// How many blocks met at the barrier.
fn launch(bytes: u32, blocks: u32) -> coop::Result<u32> {
    let launch = lab_all_present.prepare(BLOCK, SharedBytes(bytes))?;
    let stream = Stream::new()?;
    let mut present = DeviceBuffer::<u32>::zeroed(blocks as usize)?;
    let mut counted = DeviceBuffer::<u32>::zeroed(1)?;
    let args = (present.as_mut_ptr(), counted.as_mut_ptr());
    // SAFETY: one element a block, and one; both live until the stream has been waited for. Every block reaches the barrier.
    unsafe { launch.launch(blocks, &stream, args)? };
    stream.synchronize()?;
    Ok(counted.to_vec()?[0])
}
