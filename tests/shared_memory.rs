//! Dynamic shared memory beyond 48 KiB: the opt-in is made by coop, counts static memory, and comes before the query.

mod support;

// The library is what brings the kernels of csrc/ into the program.
use coop_kernels as _;

use coop::occupancy::Resource;
use coop::{Block, CooperativeKernel, CooperativeLaunch, DeviceBuffer, Error, Grid};
use coop::{SharedBytes, Stream};
use support::raw;
use test_support::gpu;

// csrc/test/shared_memory.cu. The first five are one kernel, each with an opt-in of its own.
coop::kernels! {
    /// 48 KiB of dynamic shared memory beside the static bytes.
    cooperative fn tile_beside_static(partial: *mut u64, totals: *mut u64, words: u32);

    /// As much dynamic shared memory as the device allows.
    cooperative fn tile_of_any_size(partial: *mut u64, totals: *mut u64, words: u32);

    /// A tile that outgrows the grid.
    cooperative fn tile_that_grows(partial: *mut u64, totals: *mut u64, words: u32);

    /// Asked about before the opt-in.
    cooperative fn tile_asked_before(partial: *mut u64, totals: *mut u64, words: u32);

    /// Refused an opt-in.
    cooperative fn tile_too_large(partial: *mut u64, totals: *mut u64, words: u32);

    /// No block waits for another.
    fn tile_sums(sums: *mut u64, words: u32);
}

type Args = (*mut u64, *mut u64, u32);

const SECONDS: u64 = 20;
const BLOCK: Block = Block::x(256);
const KIB: u32 = 1024;
/// Static shared memory of each kernel, bytes a block.
const STATIC: u32 = 16;

/// Dynamic shared memory that a kernel may have at present, bytes a block.
fn allowed(kernel: &CooperativeKernel<Args>) -> u32 {
    let attributes = raw::attributes(kernel.as_raw().unwrap());
    assert_eq!(attributes.sharedSizeBytes as u32, STATIC);
    attributes.maxDynamicSharedSizeBytes.unsigned_abs()
}

/// Launches with tiles that fill the dynamic shared memory, and asserts what every block finds.
fn assert_right(launch: &CooperativeLaunch<Args>, grid: Grid) {
    let words = launch.shared().0 / 4;
    let blocks = grid.count();
    let mut partial = DeviceBuffer::<u64>::zeroed(blocks as usize).unwrap();
    let mut totals = DeviceBuffer::<u64>::zeroed(blocks as usize).unwrap();
    let stream = Stream::new().unwrap();
    let args = (partial.as_mut_ptr(), totals.as_mut_ptr(), words);
    // SAFETY: one element a block each, which live until the stream was waited for; every block reaches the barrier.
    unsafe { launch.launch(grid, &stream, args) }.unwrap();
    gpu::wait(&stream, SECONDS).unwrap();

    let words = u64::from(words);
    let of_all = sum_below(blocks * words);
    let last_of_tile = |block| block * words + words - 1;
    let expected: Vec<u64> = (0..blocks)
        .map(|block| of_all + last_of_tile(block))
        .collect();
    assert_eq!(totals.to_vec().unwrap(), expected);
}

/// 0 + 1 + ... up to, and without, `n`.
const fn sum_below(n: u64) -> u64 {
    n * (n - 1) / 2
}

#[test]
fn forty_eight_kib_of_dynamic_shared_memory_beside_sixteen_static_bytes_work() {
    let Some(device) = gpu::device() else {
        return;
    };
    let usual = device.limits().unwrap().shared_bytes_per_block;
    for dynamic in [usual - STATIC, usual - STATIC + 4, 48 * KIB, 48 * KIB + 4] {
        let launch = tile_beside_static
            .prepare(BLOCK, SharedBytes(dynamic))
            .unwrap();
        assert_right(&launch, launch.residency().max_grid());
        assert!(allowed(&tile_beside_static) >= dynamic);
    }
}

#[test]
fn dynamic_shared_memory_of_100_kib_and_up_to_the_limit_needs_nothing_of_the_caller() {
    let Some(device) = gpu::device() else {
        return;
    };
    let most = device.limits().unwrap().shared_bytes_per_block_optin - STATIC;
    // The largest first: what follows needs less than the kernel is allowed by then.
    for dynamic in [most, 100 * KIB, 64 * KIB, 4] {
        let dynamic = dynamic.min(most);
        let launch = tile_of_any_size
            .prepare(BLOCK, SharedBytes(dynamic))
            .unwrap();
        let limit = launch.residency().max_grid();
        for blocks in [1, limit.x - 1, limit.x] {
            assert_right(&launch, Grid::x(blocks));
        }
        assert_eq!(allowed(&tile_of_any_size), most, "it was lowered");
    }
}

#[test]
fn a_tile_that_outgrows_the_cooperative_grid_is_refused_with_the_grid_that_would_fit() {
    let Some(_device) = gpu::device() else {
        return;
    };
    let prepare = |kib: u32| {
        tile_that_grows
            .prepare(BLOCK, SharedBytes(kib * KIB))
            .unwrap()
    };
    let grid = prepare(1).residency().max_grid();
    assert_right(&prepare(1), grid);

    let grown = (2..).find(|&kib| prepare(kib).residency().max_blocks() < grid.count());
    let kib = grown.expect("a tile grows until fewer fit");
    assert_right(&prepare(kib - 1), grid);
    let launch = prepare(kib);
    let stream = Stream::new().unwrap();
    // SAFETY: nothing is launched.
    let refused = unsafe {
        launch.launch(
            grid,
            &stream,
            (std::ptr::null_mut(), std::ptr::null_mut(), 0),
        )
    };
    let error = refused.unwrap_err();
    let text = error.to_string();
    let Error::GridTooLarge {
        requested,
        residency,
        ..
    } = error
    else {
        panic!("{error:?}");
    };
    assert_eq!(requested, grid.count());
    assert_eq!(residency.limited_by(), Resource::SharedMemory);
    assert!(
        text.contains("limited by shared memory")
            && text.contains(&format!("Launch at most {} blocks", residency.max_blocks())),
        "{text}"
    );
    assert_right(&launch, residency.max_grid());

    // The ordinary launch of the same grid with the same tile.
    let words = kib * KIB / 4;
    let mut sums = DeviceBuffer::<u64>::zeroed(grid.count() as usize).unwrap();
    let ordinary = tile_sums.prepare(BLOCK, SharedBytes(kib * KIB)).unwrap();
    // SAFETY: one element a block, which live until the stream was waited for.
    unsafe { ordinary.launch(grid, &stream, (sums.as_mut_ptr(), words)) }.unwrap();
    gpu::wait(&stream, SECONDS).unwrap();
    let words = u64::from(words);
    let expected: Vec<u64> = (0..grid.count())
        .map(|block| {
            sum_below((block + 1) * words)
                - if block == 0 {
                    0
                } else {
                    sum_below(block * words)
                }
        })
        .collect();
    assert_eq!(sums.to_vec().unwrap(), expected);
}

#[test]
fn shared_memory_over_the_opt_in_limit_is_refused_with_that_limit_and_changes_nothing() {
    let Some(device) = gpu::device() else {
        return;
    };
    let limit = device.limits().unwrap().shared_bytes_per_block_optin;
    let before = allowed(&tile_too_large);
    for dynamic in [limit - STATIC + 1, limit + 1, 1 << 30, u32::MAX] {
        let error = tile_too_large
            .prepare(BLOCK, SharedBytes(dynamic))
            .unwrap_err();
        let text = error.to_string();
        assert_eq!(
            error,
            Error::SharedMemoryTooLarge {
                kernel: "tile_too_large",
                dynamic: SharedBytes(dynamic),
                static_bytes: STATIC,
                limit,
                device,
            }
        );
        assert!(
            text.contains(&format!("at most {limit} B ({} KiB)", limit / KIB))
                && !text.contains("48 KiB"),
            "{text}"
        );
        assert_eq!(allowed(&tile_too_large), before);
    }
    let launch = tile_too_large
        .prepare(BLOCK, SharedBytes(limit - STATIC))
        .unwrap();
    assert_right(&launch, launch.residency().max_grid());
}

#[test]
fn occupancy_is_asked_after_the_opt_in() {
    let Some(_device) = gpu::device() else {
        return;
    };
    let dynamic = 60_000;
    let entry = tile_asked_before.as_raw().unwrap();
    let query = || raw::blocks_per_multiprocessor(entry, BLOCK.x, dynamic);
    assert_eq!(query(), 0, "before the opt-in nothing fits");

    let launch = tile_asked_before
        .prepare(BLOCK, SharedBytes(dynamic))
        .unwrap();
    let blocks = launch.residency().blocks_per_multiprocessor();
    assert!(blocks >= 1);
    assert_eq!(query(), blocks);
    assert_right(&launch, launch.residency().max_grid());

    // Asking for less does not lower it.
    tile_asked_before.prepare(BLOCK, SharedBytes(1024)).unwrap();
    assert_eq!(query(), blocks);
}
