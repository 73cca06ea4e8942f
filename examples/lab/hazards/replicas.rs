//! csrc/lab/replicas.cu: replicas of which some are down, and a majority; and blocks, of which none may be missing.

use coop::{Block, CooperativeKernel, DeviceBuffer, SharedBytes, Stream};

use crate::hazard::{Asked, Hazard, LOCKSTEP, Part};

coop::kernels! {
    cooperative fn lab_replicas(answer: u32, down: u32, votes: *mut u32, readout: *mut u32);
    cooperative fn lab_replicas_that_leave(answer: u32, down: u32, votes: *mut u32, readout: *mut u32);
}

type Replicas = CooperativeKernel<(u32, u32, *mut u32, *mut u32)>;

const REPLICAS: u32 = 6;
const DOWN: u32 = 2;
const ANSWER: u32 = 42;
const BLOCK: Block = Block::x(1);

pub const HAZARD: Hazard = Hazard {
    name: "replicas",
    line: "replicas that are down are outvoted; blocks that are missing are waited for",
    parts: &[
        Part {
            name: "majority",
            is_right: true,
            expected: "n - k of n replicas are available: 4 of 6 with 2 down. The answer is read out as long as they are more than half",
            blocks: &[],
            run: majority,
        },
        Part {
            name: "missing-blocks",
            is_right: false,
            expected: "a hang: 4 of 6 blocks are a majority, and wait for the other 2 all the same",
            blocks: &[],
            run: missing,
        },
    ],
    schedule: LOCKSTEP,
    why: "Availability counts what is left of replicas that fail one by one, at any time, and a majority goes on without the rest. \
          Residency counts how many blocks a device holds at once, before the launch: none of them fails, and a barrier needs all. So \
          the one is a margin to be used up, the other a limit to be kept.",
};

fn majority(_: &Asked) -> coop::Result<bool> {
    println!("down  available  readout");
    let mut right = true;
    for down in 0..=REPLICAS {
        let available = REPLICAS - down;
        let found = readout(&lab_replicas, down)?;
        let text = match found {
            0 => String::from("no majority"),
            answer => answer.to_string(),
        };
        println!("{down:>4}  {available:>9}  {text}");
        right &= found == if 2 * available > REPLICAS { ANSWER } else { 0 };
    }
    let residency = lab_replicas.residency(BLOCK, SharedBytes(0))?;
    println!(
        "available: n - k = {REPLICAS} - {DOWN} = {} replicas",
        REPLICAS - DOWN
    );
    println!("resident: {residency}");
    Ok(right)
}

fn missing(_: &Asked) -> coop::Result<bool> {
    let found = readout(&lab_replicas_that_leave, DOWN)?;
    println!("the readout is {found}");
    Ok(found == ANSWER)
}

/// What the majority of the replicas says, of which the first ones are down.
fn readout(kernel: &Replicas, down: u32) -> coop::Result<u32> {
    let launch = kernel.prepare(BLOCK, SharedBytes(0))?;
    let stream = Stream::new()?;
    let mut votes = DeviceBuffer::<u32>::zeroed(REPLICAS as usize)?;
    let mut readout = DeviceBuffer::<u32>::zeroed(1)?;
    let args = (ANSWER, down, votes.as_mut_ptr(), readout.as_mut_ptr());
    // SAFETY: one vote a block, and one readout; both live until the stream has been waited for. That it may hang is what is shown.
    unsafe { launch.launch(REPLICAS, &stream, args)? };
    stream.synchronize()?;
    Ok(readout.to_vec()?[0])
}
