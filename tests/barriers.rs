//! The grid's barrier holds: for as many rounds as one likes, in the largest grid, beside other work.

// The library is what brings the kernels of csrc/ into the program.
use coop_kernels as _;

use std::time::{Duration, Instant};

use coop::{Block, DeviceBuffer, Grid, PinnedBuffer, SharedBytes, Stream};
use test_support::gpu;

// csrc/test/barriers.cu
coop::kernels! {
    /// Counts the blocks at each of `rounds` barriers.
    cooperative fn count_arrivals(arrived: *mut u32, wrong: *mut u32, rounds: u32);

    /// Counts the words of other blocks that were found as they were last written.
    cooperative fn exchange(words: *mut u32, matched: *mut u64, rounds: u32);

    /// Holds places on multiprocessors.
    fn hold(nanoseconds: u64, holding: *mut u32, released_at: *mut u64);

    /// One barrier, and the time when the first block was through.
    cooperative fn meet(arrived: *mut u32, seen: *mut u32, passed_at: *mut u64);
}

const SECONDS: u64 = 20;

#[test]
fn ten_thousand_barriers_in_one_launch_count_every_block_each_time() {
    let Some(_device) = gpu::device() else {
        return;
    };
    const ROUNDS: u32 = 10_000;
    let stream = Stream::new().unwrap();
    // What the emulator does thread after thread takes it a while.
    let blocks_of: &[u32] = if coop::EMULATED {
        &[32]
    } else {
        &[64, 256, 1024]
    };
    for &block in blocks_of {
        let launch = count_arrivals.prepare(block, SharedBytes(0)).unwrap();
        let limit = launch.residency().max_grid().x;
        // The largest grid twice: the first launch has left nothing behind that the second could trip over.
        let grids = match coop::EMULATED {
            true => [1, 2, 7, 7],
            false => [1, limit - 1, limit, limit],
        };
        for blocks in grids {
            let mut arrived = DeviceBuffer::<u32>::zeroed(ROUNDS as usize).unwrap();
            let mut wrong = DeviceBuffer::<u32>::zeroed(1).unwrap();
            let args = (arrived.as_mut_ptr(), wrong.as_mut_ptr(), ROUNDS);
            // SAFETY: one element a round and one more; they live until the stream was waited for. Every block makes
            // as many rounds.
            unsafe { launch.launch(blocks, &stream, args) }.unwrap();
            gpu::wait(&stream, SECONDS).unwrap();
            assert_eq!(
                wrong.to_vec().unwrap(),
                [0],
                "{blocks} blocks of {block}: rounds with blocks missing or too early"
            );
            assert_eq!(arrived.to_vec().unwrap(), [blocks; ROUNDS as usize]);
        }
    }
}

#[test]
fn after_each_barrier_every_block_reads_what_another_wrote_before_it() {
    let Some(_device) = gpu::device() else {
        return;
    };
    const ROUNDS: u32 = if coop::EMULATED { 20 } else { 500 };
    let stream = Stream::new().unwrap();
    for block in [32, 256, 1024] {
        let launch = exchange.prepare(block, SharedBytes(0)).unwrap();
        let limit = launch.residency().max_grid().x;
        for blocks in [2, limit - 1, limit] {
            let threads = u64::from(blocks) * u64::from(block);
            let mut words = DeviceBuffer::<u32>::zeroed(threads as usize).unwrap();
            let mut matched = DeviceBuffer::<u64>::zeroed(1).unwrap();
            let args = (words.as_mut_ptr(), matched.as_mut_ptr(), ROUNDS);
            // SAFETY: one element a thread and one more; they live until the stream was waited for. Every block makes
            // as many rounds.
            unsafe { launch.launch(blocks, &stream, args) }.unwrap();
            gpu::wait(&stream, SECONDS).unwrap();
            assert_eq!(
                matched.to_vec().unwrap(),
                [threads * u64::from(ROUNDS)],
                "{blocks} blocks of {block}: words found as they were last written"
            );
        }
    }
}

#[test]
fn a_cooperative_launch_waits_for_multiprocessors_that_another_stream_holds() {
    let Some(device) = gpu::device() else {
        return;
    };
    let limits = device.limits().unwrap();
    let block = Block::x(256);
    let holds = hold.prepare(block, SharedBytes(0)).unwrap();
    let meets = meet.prepare(block, SharedBytes(0)).unwrap();
    let grid = meets.residency().max_grid();
    assert_eq!(
        meets.residency().blocks_per_multiprocessor() * block.x,
        limits.max_threads_per_multiprocessor,
        "the grid takes the place of every thread, so that it cannot share a multiprocessor"
    );

    let held = (limits.multiprocessors / 4).max(1);
    let holding = PinnedBuffer::<u32>::zeroed(held as usize).unwrap();
    let mut released_at = DeviceBuffer::<u64>::zeroed(1).unwrap();
    let mut arrived = DeviceBuffer::<u32>::zeroed(1).unwrap();
    let mut seen = DeviceBuffer::<u32>::zeroed(grid.count() as usize).unwrap();
    let mut passed_at = DeviceBuffer::from_slice(&[u64::MAX]).unwrap();
    // The streams below do not wait for the copies above.
    device.synchronize().unwrap();

    let (one, other) = (
        Stream::non_blocking().unwrap(),
        Stream::non_blocking().unwrap(),
    );
    let nanoseconds = 200_000_000;
    let args = (
        nanoseconds,
        holding.device_ptr().unwrap(),
        released_at.as_mut_ptr(),
    );
    // SAFETY: one element a block and one more; they live until the stream was waited for.
    unsafe { holds.launch(Grid::x(held), &one, args) }.unwrap();
    let deadline = Instant::now() + Duration::from_secs(SECONDS);
    while (0..held as usize).any(|block| holding.read(block) != Some(1)) {
        assert!(
            Instant::now() < deadline,
            "the blocks that hold did not start"
        );
    }

    let args = (
        arrived.as_mut_ptr(),
        seen.as_mut_ptr(),
        passed_at.as_mut_ptr(),
    );
    // SAFETY: one element a block and two more; they live until the stream was waited for. Every block reaches the
    // one barrier.
    unsafe { meets.launch(grid, &other, args) }.unwrap();
    gpu::wait(&other, SECONDS).unwrap();
    gpu::wait(&one, SECONDS).unwrap();

    let blocks = grid.count() as u32;
    assert!(seen.to_vec().unwrap().iter().all(|&seen| seen == blocks));
    let (released_at, passed_at) = (released_at.to_vec().unwrap(), passed_at.to_vec().unwrap());
    assert!(
        released_at[0] > 0 && passed_at >= released_at,
        "a block was through at {passed_at:?} ns, before the multiprocessors were released at {released_at:?} ns"
    );
}
