//! `coop/sums.cuh`, `coop/exchange.cuh` and `coop/inbox.cuh`: the same over a block, a cluster and the grid.

// The library is what brings the kernels of csrc/ into the program.
use coop_kernels as _;

use core::ffi::c_void;

use coop::vector::double2;
use coop::{Args, Block, Clusters, CooperativeKernel, DeviceBuffer, SharedBytes, Stream};
use test_support::{child, gpu};

// csrc/test/scopes.cu
coop::kernels! {
    /// One block.
    cooperative fn sums_of_block(scales: *const f64, rounds: u32, found: *mut double2, lines: *mut c_void, slots: *mut f64);
    /// One cluster.
    cooperative fn sums_of_cluster(scales: *const f64, rounds: u32, found: *mut double2, lines: *mut c_void, slots: *mut f64);
    /// The grid.
    cooperative fn sums_of_grid(scales: *const f64, rounds: u32, found: *mut double2, lines: *mut c_void, slots: *mut f64);
    /// One block.
    cooperative fn exchange_of_block_f64(steps: u32, wrong: *mut u32, words: *mut c_void, lines: *mut c_void, slots: *mut f64);
    /// One block, two numbers an element, read while the scope meets.
    cooperative fn exchange_of_block_f64x2(steps: u32, wrong: *mut u32, words: *mut c_void, lines: *mut c_void, slots: *mut f64);
    /// One cluster.
    cooperative fn exchange_of_cluster_f64(steps: u32, wrong: *mut u32, words: *mut c_void, lines: *mut c_void, slots: *mut f64);
    /// One cluster, two numbers an element, read while the scope meets.
    cooperative fn exchange_of_cluster_f64x2(steps: u32, wrong: *mut u32, words: *mut c_void, lines: *mut c_void, slots: *mut f64);
    /// The grid.
    cooperative fn exchange_of_grid_f64(steps: u32, wrong: *mut u32, words: *mut c_void, lines: *mut c_void, slots: *mut f64);
    /// The grid, two numbers an element, read while the scope meets.
    cooperative fn exchange_of_grid_f64x2(steps: u32, wrong: *mut u32, words: *mut c_void, lines: *mut c_void, slots: *mut f64);
    /// One block.
    cooperative fn exchange_of_block_f32(steps: u32, wrong: *mut u32, words: *mut c_void, lines: *mut c_void, slots: *mut f64);
    /// One block, two numbers an element, read while the scope meets.
    cooperative fn exchange_of_block_f32x2(steps: u32, wrong: *mut u32, words: *mut c_void, lines: *mut c_void, slots: *mut f64);
    /// One cluster.
    cooperative fn exchange_of_cluster_f32(steps: u32, wrong: *mut u32, words: *mut c_void, lines: *mut c_void, slots: *mut f64);
    /// One cluster, two numbers an element, read while the scope meets.
    cooperative fn exchange_of_cluster_f32x2(steps: u32, wrong: *mut u32, words: *mut c_void, lines: *mut c_void, slots: *mut f64);
    /// The grid.
    cooperative fn exchange_of_grid_f32(steps: u32, wrong: *mut u32, words: *mut c_void, lines: *mut c_void, slots: *mut f64);
    /// The grid, two numbers an element, read while the scope meets.
    cooperative fn exchange_of_grid_f32x2(steps: u32, wrong: *mut u32, words: *mut c_void, lines: *mut c_void, slots: *mut f64);
}

const SECONDS: u64 = 20;

/// What the blocks of a scope are launched as.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Scope {
    Grid,
    Cluster,
}

/// Launches on so many blocks, and waits.
fn launch<A: Args>(
    kernel: &CooperativeKernel<A>,
    scope: Scope,
    blocks: u32,
    threads: u32,
    args: A,
) {
    let stream = Stream::new().unwrap();
    let shared = SharedBytes(0);
    // SAFETY: the callers' buffers have the sizes that the kernels state, and live until the wait.
    unsafe {
        match scope {
            Scope::Grid => {
                let launch = kernel.prepare(threads, shared).unwrap();
                launch.launch(blocks, &stream, args).unwrap();
            }
            Scope::Cluster => {
                let launch = kernel.prepare_clusters(blocks, threads, shared).unwrap();
                launch.launch(Clusters::x(1), &stream, args).unwrap();
            }
        }
    }
    gpu::wait(&stream, SECONDS).unwrap();
}

/// `coop::grid_words` for four sums at most, of any content.
fn memory(blocks: u32) -> (DeviceBuffer<u64>, DeviceBuffer<f64>) {
    (
        DeviceBuffer::from_slice(&vec![0xdead_beef_dead_beef; 17 * 16]).unwrap(),
        DeviceBuffer::from_slice(&vec![-1.0; 8 * blocks as usize]).unwrap(),
    )
}

fn clusters(device: coop::Device) -> bool {
    device.limits().unwrap().cluster_launch
}

#[test]
fn every_block_gets_the_sums_of_all_threads_whatever_their_size_was_the_round_before() {
    let Some(device) = gpu::device() else {
        return;
    };
    // As large as the last, larger and smaller than its words reach, none at all, and none that is a number.
    let scales = [
        1.0,
        1.0,
        0.75,
        1e3,
        1e-3,
        1e30,
        3e-300,
        1e-300,
        0.0,
        0.0,
        -5.0,
        1e-9,
        -1.0,
        f64::INFINITY,
        1.0,
        f64::NAN,
        1e300,
        1.0,
        1.0 / 3.0,
    ];
    let on_device = DeviceBuffer::from_slice(&scales).unwrap();
    let mut cases = vec![
        (&sums_of_block, Scope::Grid, vec![1]),
        (&sums_of_grid, Scope::Grid, vec![1, 2, 7]),
    ];
    if clusters(device) {
        cases.push((&sums_of_cluster, Scope::Cluster, vec![1, 2, 4]));
    }
    gpu::each_schedule(|schedule| {
        for (kernel, scope, sizes) in &cases {
            for &blocks in sizes {
                for threads in [32, 96] {
                    let what = format!("{scope:?} of {blocks} x {threads}, {schedule}");
                    let (mut lines, mut slots) = memory(blocks);
                    let count = f64::from(blocks * threads);
                    let numbers = count * (count + 1.0) / 2.0;
                    // Twice with the same words: a launch leaves nothing behind that the next one minds.
                    for _ in 0..2 {
                        let mut found =
                            DeviceBuffer::<double2>::zeroed(scales.len() * blocks as usize)
                                .unwrap();
                        let args = (
                            on_device.as_ptr(),
                            scales.len() as u32,
                            found.as_mut_ptr(),
                            lines.as_mut_ptr().cast::<c_void>(),
                            slots.as_mut_ptr(),
                        );
                        launch(kernel, *scope, blocks, threads, args);
                        let found = found.to_vec().unwrap();
                        for (round, found) in found.chunks(blocks as usize).enumerate() {
                            let bits = |sum: &double2| [sum.x.to_bits(), sum.y.to_bits()];
                            assert!(
                                found.iter().all(|sum| bits(sum) == bits(&found[0])),
                                "{what}, round {round}: {found:?}"
                            );
                            let (sum, wanted) = (found[0].x, scales[round] * numbers);
                            let close = (sum - wanted).abs() <= 1e-13 * wanted.abs();
                            let same = sum == wanted || sum.is_nan() && wanted.is_nan();
                            assert!(
                                close || same,
                                "{what}, round {round}: {sum:e} for {wanted:e}"
                            );
                            assert_eq!(found[0].y, count, "{what}, round {round}");
                        }
                    }
                }
            }
        }
    });
}

/// A fault of the device is the process's: each shape in one of its own.
#[test]
fn blocks_of_a_shape_that_would_be_summed_wrongly_end_in_a_trap() {
    const WIDTH: &str = "COOP_TEST_WIDTH";
    let Some(_device) = gpu::device() else {
        return;
    };
    if !child::is() {
        for width in ["48", "31", "1", "16 x 4"] {
            child::passes(&[(WIDTH, width)], 60);
        }
        return;
    }
    let block = match std::env::var(WIDTH).unwrap().as_str() {
        "16 x 4" => Block::xy(16, 4),
        width => Block::x(width.parse().unwrap()),
    };
    let scales = DeviceBuffer::from_slice(&[1.0]).unwrap();
    let (mut lines, mut slots) = memory(1);
    let mut found = DeviceBuffer::<double2>::zeroed(1).unwrap();
    let stream = Stream::new().unwrap();
    let args = (
        scales.as_ptr(),
        1,
        found.as_mut_ptr(),
        lines.as_mut_ptr().cast::<c_void>(),
        slots.as_mut_ptr(),
    );
    let launch = sums_of_block.prepare(block, SharedBytes(0)).unwrap();
    // SAFETY: the buffers have the sizes that the kernel states, and live until the wait.
    unsafe { launch.launch(1, &stream, args) }.unwrap();
    let fault = gpu::wait(&stream, SECONDS).unwrap_err();
    assert!(
        fault.to_string().contains("cudaErrorLaunchFailure"),
        "{fault}"
    );
    // What is dropped now can only fail.
    std::mem::forget((scales, lines, slots, found, stream));
}

#[test]
fn a_grid_of_more_blocks_than_a_word_counts_gets_its_sums_too() {
    let Some(_device) = gpu::device() else {
        return;
    };
    let most = sums_of_grid
        .prepare(32, SharedBytes(0))
        .unwrap()
        .residency()
        .max_grid()
        .x;
    if most <= 1023 {
        return gpu::skipped("the device holds at most 1023 blocks of 32 threads");
    }
    let scales = [1.0; 3];
    let on_device = DeviceBuffer::from_slice(&scales).unwrap();
    let (mut lines, mut slots) = memory(most);
    let mut found = DeviceBuffer::<double2>::zeroed(scales.len() * most as usize).unwrap();
    let args = (
        on_device.as_ptr(),
        scales.len() as u32,
        found.as_mut_ptr(),
        lines.as_mut_ptr().cast::<c_void>(),
        slots.as_mut_ptr(),
    );
    launch(&sums_of_grid, Scope::Grid, most, 32, args);
    let count = f64::from(most * 32);
    for sum in found.to_vec().unwrap() {
        assert_eq!((sum.x, sum.y), (count * (count + 1.0) / 2.0, count));
    }
}

#[test]
fn every_block_finds_its_own_elements_and_its_ghosts_of_each_step() {
    let Some(device) = gpu::device() else {
        return;
    };
    let steps = if coop::EMULATED { 5 } else { 2000 };
    let mut cases = Vec::new();
    for kernel in [
        &exchange_of_block_f64,
        &exchange_of_block_f64x2,
        &exchange_of_block_f32,
        &exchange_of_block_f32x2,
    ] {
        cases.push((kernel, Scope::Grid, vec![1]));
    }
    for kernel in [
        &exchange_of_grid_f64,
        &exchange_of_grid_f64x2,
        &exchange_of_grid_f32,
        &exchange_of_grid_f32x2,
    ] {
        cases.push((kernel, Scope::Grid, vec![1, 2, 7]));
    }
    if clusters(device) {
        for kernel in [
            &exchange_of_cluster_f64,
            &exchange_of_cluster_f64x2,
            &exchange_of_cluster_f32,
            &exchange_of_cluster_f32x2,
        ] {
            cases.push((kernel, Scope::Cluster, vec![1, 2, 4]));
        }
    }
    gpu::each_schedule(|schedule| {
        for (kernel, scope, sizes) in &cases {
            for &blocks in sizes {
                let threads = 64;
                let (mut lines, mut slots) = memory(blocks);
                let mut words =
                    DeviceBuffer::<u64>::zeroed(4 * (blocks * threads) as usize).unwrap();
                let mut wrong = DeviceBuffer::<u32>::zeroed(1).unwrap();
                let args = (
                    steps,
                    wrong.as_mut_ptr(),
                    words.as_mut_ptr().cast::<c_void>(),
                    lines.as_mut_ptr().cast::<c_void>(),
                    slots.as_mut_ptr(),
                );
                launch(kernel, *scope, blocks, threads, args);
                let what = format!("{} on {blocks} blocks, {schedule}", kernel.name());
                assert_eq!(wrong.to_vec().unwrap(), [0], "{what}");
            }
        }
    });
}
