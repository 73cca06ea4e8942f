//! `coop/barrier.cuh`: the barrier holds whichever way it meets, whatever was in its word, for grids of every shape.

// The library is what brings the kernels of csrc/ into the program.
use coop_kernels as _;

use coop::{DeviceBuffer, Grid, SharedBytes, Stream};
use test_support::gpu;

// csrc/test/grid_barrier.cu
coop::kernels! {
    /// Counts the words of other blocks that were found as they were last written.
    cooperative fn own_barrier_exchange(words: *mut u32, matched: *mut u64, count: *mut u32, rounds: u32, how: u32);

    /// Counts the blocks at each of `rounds` barriers.
    cooperative fn own_barrier_count(arrived: *mut u32, wrong: *mut u32, count: *mut u32, rounds: u32, how: u32);
}

const SECONDS: u64 = 20;
/// The values of `coop::meeting`.
const WAYS: [(u32, &str); 3] = [(0, "automatic"), (1, "counted"), (2, "groups")];

#[test]
fn what_a_block_wrote_before_it_arrived_is_read_by_every_other_after_it_waited() {
    let Some(_device) = gpu::device() else {
        return;
    };
    let rounds: u32 = if coop::EMULATED { 8 } else { 500 };
    let stream = Stream::new().unwrap();
    // The word is used from one launch to the next, and what is in it does not matter.
    let mut count = DeviceBuffer::from_slice(&[0xdead_beef_u32]).unwrap();
    gpu::each_schedule(|schedule| {
        // What the emulator does thread after thread takes it a while.
        let blocks: &[u32] = if coop::EMULATED {
            &[40]
        } else {
            &[32, 96, 1024]
        };
        for &block in blocks {
            let launch = own_barrier_exchange.prepare(block, SharedBytes(0)).unwrap();
            let most = match coop::EMULATED {
                true => 8,
                false => launch.residency().max_grid().x,
            };
            let grids = [
                Grid::x(1),
                Grid::x(2),
                Grid::x(most - 1),
                Grid::x(most),
                Grid::xyz(2, 1, 2),
            ];
            for (grid, (how, way)) in grids
                .into_iter()
                .flat_map(|grid| WAYS.map(|way| (grid, way)))
            {
                let threads = grid.count() * u64::from(block);
                let mut words = DeviceBuffer::<u32>::zeroed(threads as usize).unwrap();
                let mut matched = DeviceBuffer::<u64>::zeroed(1).unwrap();
                let args = (
                    words.as_mut_ptr(),
                    matched.as_mut_ptr(),
                    count.as_mut_ptr(),
                    rounds,
                    how,
                );
                // SAFETY: one element a thread, one, and one; they live until the stream was waited for. Every block makes
                // as many rounds.
                unsafe { launch.launch(grid, &stream, args) }.unwrap();
                gpu::wait(&stream, SECONDS).unwrap();
                assert_eq!(
                    matched.to_vec().unwrap(),
                    [threads * u64::from(rounds)],
                    "{grid} of {block} threads, {way}, {schedule}: words found as they were last written"
                );
            }
        }
    });
}

#[test]
fn a_count_that_begins_just_below_its_overflow_is_set_anew_by_the_launch() {
    let Some(_device) = gpu::device() else {
        return;
    };
    let rounds: usize = if coop::EMULATED { 20 } else { 10_000 };
    let stream = Stream::new().unwrap();
    let launch = own_barrier_count.prepare(64, SharedBytes(0)).unwrap();
    gpu::each_schedule(|schedule| {
        for before in [0, 1, 0x7fff_ffff, u32::MAX - 3] {
            let blocks = 5;
            let mut count = DeviceBuffer::from_slice(&[before]).unwrap();
            let mut arrived = DeviceBuffer::<u32>::zeroed(rounds).unwrap();
            let mut wrong = DeviceBuffer::<u32>::zeroed(1).unwrap();
            let args = (
                arrived.as_mut_ptr(),
                wrong.as_mut_ptr(),
                count.as_mut_ptr(),
                rounds as u32,
                WAYS[1].0,
            );
            // SAFETY: one element a round, one, and one; they live until the stream was waited for. Every block makes as
            // many rounds.
            unsafe { launch.launch(blocks, &stream, args) }.unwrap();
            gpu::wait(&stream, SECONDS).unwrap();
            assert_eq!(
                wrong.to_vec().unwrap(),
                [0],
                "{before:#x} before, {schedule}"
            );
            assert_eq!(arrived.to_vec().unwrap(), vec![blocks; rounds]);
            // The first of the barriers is not counted.
            assert_eq!(count.to_vec().unwrap(), [blocks * (rounds as u32 - 1)]);
        }
    });
}
