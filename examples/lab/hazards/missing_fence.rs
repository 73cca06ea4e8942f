//! csrc/lab/missing_fence.cu: a page handed over by a flag, with and without the fences on both sides.

use coop::{Block, CooperativeKernel, DeviceBuffer, SharedBytes, Stream};

use crate::hazard::{Asked, Hazard, LOCKSTEP, Part};

coop::kernels! {
    cooperative fn lab_no_fence_before(pages: *mut u32, flags: *mut u32, output: *mut u32);
    cooperative fn lab_no_fence_after(pages: *mut u32, flags: *mut u32, output: *mut u32);
    cooperative fn lab_narrow_fence(pages: *mut u32, flags: *mut u32, output: *mut u32);
    cooperative fn lab_both_fences(pages: *mut u32, flags: *mut u32, output: *mut u32);
}

type HandOver = CooperativeKernel<(*mut u32, *mut u32, *mut u32)>;

const BLOCK: Block = Block::x(1);
const PAIRS: u32 = 16;
/// As in the kernel.
const PAGE_WORDS: usize = 32;
const LAUNCHES: usize = if coop::EMULATED { 1 } else { 1000 };

pub const HAZARD: Hazard = Hazard {
    name: "missing-fence",
    line: "data and a flag, without a fence on one of the two sides",
    parts: &[
        Part {
            name: "before-the-flag",
            is_right: false,
            expected: "mostly right; the flag may be seen before the page is",
            blocks: &[],
            run: before,
        },
        Part {
            name: "after-the-flag",
            is_right: false,
            expected: "mostly right; the page may be read before the flag is seen",
            blocks: &[],
            run: after,
        },
        Part {
            name: "of-the-block",
            is_right: false,
            expected: "mostly right; __threadfence_block() promises nothing to another block",
            blocks: &[],
            run: narrow,
        },
        Part {
            name: "fences",
            is_right: true,
            expected: "no stale word",
            blocks: &[],
            run: both,
        },
    ],
    schedule: LOCKSTEP,
    why: "A volatile or atomic flag is never torn and never kept in a register, and orders nothing else. The writer needs a fence \
          between the data and the flag, the reader one between the flag and the data, both wide enough for the two threads.",
};

fn before(_: &Asked) -> coop::Result<bool> {
    show(&lab_no_fence_before)
}

fn after(_: &Asked) -> coop::Result<bool> {
    show(&lab_no_fence_after)
}

fn narrow(_: &Asked) -> coop::Result<bool> {
    show(&lab_narrow_fence)
}

fn both(_: &Asked) -> coop::Result<bool> {
    show(&lab_both_fences)
}

fn show(kernel: &HandOver) -> coop::Result<bool> {
    let launch = kernel.prepare(BLOCK, SharedBytes(0))?;
    let stream = Stream::new()?;
    let words = PAIRS as usize * PAGE_WORDS;
    let mut stale = 0;
    for _ in 0..LAUNCHES {
        let mut pages = DeviceBuffer::<u32>::zeroed(words)?;
        let mut flags = DeviceBuffer::<u32>::zeroed(PAIRS as usize)?;
        let mut output = DeviceBuffer::<u32>::uninit(words)?;
        let args = (pages.as_mut_ptr(), flags.as_mut_ptr(), output.as_mut_ptr());
        // SAFETY: a page and a flag for each pair of blocks, all of which live until the stream has been waited for. All blocks are
        // resident, so that each flag is raised.
        unsafe { launch.launch(2 * PAIRS, &stream, args)? };
        stream.synchronize()?;
        let read = output.to_vec()?;
        let expected = (0..words).map(|i| (i % PAGE_WORDS) as u32 + 1);
        stale += read.iter().zip(expected).filter(|(a, b)| **a != *b).count();
    }
    println!("{stale} of {} words were read too early", LAUNCHES * words);
    Ok(stale == 0)
}
