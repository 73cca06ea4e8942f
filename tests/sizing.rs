//! How large a cooperative grid may be: at the limit it runs, one block beyond it is refused, and it is never changed.

// The library is what brings the kernels of csrc/ into the program.
use coop_kernels as _;

use coop::cuda_sys::{cudaError, cudaLaunchCooperativeKernel};
use coop::occupancy::Resource;
use coop::{Block, CooperativeLaunch, Device, DeviceBuffer, Error, Grid, SharedBytes, Stream};
use test_support::gpu;

coop::kernels! {
    /// csrc/test/sizing.cu: every block finds the sum of all elements.
    cooperative fn grid_totals(input: *const u32, partial: *mut u64, totals: *mut u64, n: u64);
}

type Launch = CooperativeLaunch<(*const u32, *mut u64, *mut u64, u64)>;

const SECONDS: u64 = 20;
const BLOCK: u32 = 256;
/// What the results hold where no block has written.
const UNTOUCHED: u64 = u64::MAX;
/// Results beyond those of the grid, where a block too many would write.
const BEYOND: usize = 64;

fn prepare(block: impl Into<Block>) -> Launch {
    grid_totals.prepare(block, SharedBytes(0)).unwrap()
}

/// The elements 1, 2, ... n: one that is left out or counted twice changes their sum.
fn elements(n: u64) -> DeviceBuffer<u32> {
    let elements: Vec<u32> = (1..=n as u32).collect();
    DeviceBuffer::from_slice(&elements).unwrap()
}

const fn sum(n: u64) -> u64 {
    n * (n + 1) / 2
}

/// Tries to launch with the first `n` elements, and returns what the blocks found, followed by what they must not touch.
fn launch(
    launch: &Launch,
    grid: Grid,
    input: &DeviceBuffer<u32>,
    n: u64,
) -> (coop::Result<()>, Vec<u64>) {
    assert!(n <= input.len() as u64);
    // A grid that is too large is not meant to run; if it does, there is room for what could be resident.
    let blocks = grid.count().min(launch.residency().max_blocks()) as usize;
    let untouched = vec![UNTOUCHED; blocks + BEYOND];
    let mut partial = DeviceBuffer::from_slice(&untouched).unwrap();
    let mut totals = DeviceBuffer::from_slice(&untouched).unwrap();
    let stream = Stream::new().unwrap();
    let args = (input.as_ptr(), partial.as_mut_ptr(), totals.as_mut_ptr(), n);
    // SAFETY: the input has n elements and the results one a block; they live until the stream was waited for.
    let launched = unsafe { launch.launch(grid, &stream, args) };
    gpu::wait(&stream, SECONDS).unwrap();
    (launched, totals.to_vec().unwrap())
}

/// Launches, and asserts that exactly the blocks of `grid` ran and that each found the sum of all.
fn assert_right(prepared: &Launch, grid: Grid, input: &DeviceBuffer<u32>, n: u64) {
    let (launched, totals) = launch(prepared, grid, input, n);
    launched.unwrap();
    let (of_blocks, beyond) = totals.split_at(grid.count() as usize);
    let what = format!("grid {grid}, block {}, {n} elements", prepared.block());
    assert!(
        of_blocks.iter().all(|&total| total == sum(n)),
        "{what}: not {} in every block: {of_blocks:?}",
        sum(n)
    );
    assert!(
        beyond.iter().all(|&total| total == UNTOUCHED),
        "{what}: more blocks ran: {beyond:?}"
    );
}

/// Tries to launch, and asserts that no block ran.
fn assert_refused(prepared: &Launch, grid: Grid, input: &DeviceBuffer<u32>) -> Error {
    let (launched, totals) = launch(prepared, grid, input, input.len() as u64);
    assert!(
        totals.iter().all(|&total| total == UNTOUCHED),
        "grid {grid}: blocks ran"
    );
    launched.unwrap_err()
}

#[test]
fn grid_at_the_limit_runs_and_is_right_for_every_block_size() {
    let Some(_device) = gpu::device() else {
        return;
    };
    let n = 100_003;
    let input = elements(n);
    for block in [1, 32, 33, 256, 1000, 1024] {
        let prepared = prepare(block);
        let limit = prepared.residency().max_grid().x;
        for blocks in [1, 2, limit - 1, limit] {
            assert_right(&prepared, Grid::x(blocks), &input, n);
        }
    }
}

#[test]
fn grid_one_over_the_limit_is_refused_with_both_numbers_and_the_reason() {
    let Some(device) = gpu::device() else {
        return;
    };
    let prepared = prepare(BLOCK);
    let limit = prepared.residency().max_blocks();
    let multiprocessors = device.limits().unwrap().multiprocessors;
    let error = assert_refused(&prepared, Grid::x(limit as u32 + 1), &elements(10));
    let text = error.to_string();
    let Error::GridTooLarge {
        requested,
        residency,
        ..
    } = error
    else {
        panic!("{error:?}");
    };
    assert_eq!(
        (
            requested,
            residency.max_blocks(),
            residency.multiprocessors()
        ),
        (limit + 1, limit, multiprocessors)
    );
    let per_multiprocessor = limit / u64::from(multiprocessors);
    for part in [
        format!("a grid of {} blocks", limit + 1),
        format!("at most {limit} can"),
        format!("{per_multiprocessor} block"),
        format!("x {multiprocessors} SMs"),
        format!("limited by {}", residency.limited_by()),
    ] {
        assert!(text.contains(&part), "`{part}` is not in: {text}");
    }
}

#[test]
fn a_grid_that_is_too_large_is_never_shrunk() {
    let Some(_device) = gpu::device() else {
        return;
    };
    let prepared = prepare(BLOCK);
    let input = elements(10);
    let limit = prepared.residency().max_grid().x;
    for grid in [
        Grid::x(limit + 1),
        Grid::x(2 * limit),
        Grid::x(u32::MAX),
        Grid::xy(u32::MAX, u32::MAX),
        Grid::xyz(u32::MAX, u32::MAX, u32::MAX),
        // Products that are 0 and 1 in 32 bits.
        Grid::xy(1 << 16, 1 << 16),
        Grid::xy(641, 6_700_417),
    ] {
        let error = assert_refused(&prepared, grid, &input);
        let Error::GridTooLarge { requested, .. } = error else {
            panic!("{error:?}");
        };
        assert_eq!(requested, grid.count());
    }
}

#[test]
fn cuda_itself_takes_the_grid_at_the_limit_and_refuses_one_block_more() {
    let Some(_device) = gpu::device() else {
        return;
    };
    let entry = grid_totals.as_raw().unwrap();
    let stream = Stream::new().unwrap();
    for threads in [32, 256, 1024] {
        let limit = prepare(threads).residency().max_grid().x;
        let mut results = DeviceBuffer::<u64>::zeroed(2 * (limit as usize + 1)).unwrap();
        let ask = |blocks: u32, results: &mut DeviceBuffer<u64>| {
            let mut input = std::ptr::null::<u32>();
            let mut partial = results.as_mut_ptr();
            let mut totals = partial.wrapping_add(blocks as usize);
            let mut n = 0_u64;
            let mut args = [
                (&raw mut input).cast(),
                (&raw mut partial).cast(),
                (&raw mut totals).cast(),
                (&raw mut n).cast(),
            ];
            // SAFETY: the arguments are of the kernel's types; there is no input, and two results for each block.
            unsafe {
                cudaLaunchCooperativeKernel(
                    entry,
                    Grid::x(blocks).as_raw(),
                    Block::x(threads).as_raw(),
                    args.as_mut_ptr(),
                    0,
                    stream.as_raw(),
                )
            }
        };
        assert_eq!(ask(limit, &mut results), cudaError::cudaSuccess);
        gpu::wait(&stream, SECONDS).unwrap();
        assert_eq!(
            ask(limit + 1, &mut results),
            cudaError::cudaErrorCooperativeLaunchTooLarge
        );
        gpu::wait(&stream, SECONDS).unwrap();
    }
}

#[test]
fn grids_of_one_two_and_three_dimensions_have_one_limit_and_one_result() {
    let Some(_device) = gpu::device() else {
        return;
    };
    let n = 100_003;
    let input = elements(n);
    for block in [Block::x(256), Block::xy(16, 16), Block::xyz(8, 8, 4)] {
        let prepared = prepare(block);
        let residency = *prepared.residency();
        assert_eq!(residency, *prepare(BLOCK).residency());
        let (of_one, all) = (
            residency.blocks_per_multiprocessor(),
            residency.multiprocessors(),
        );
        for grid in [
            Grid::x(of_one * all),
            Grid::xy(1, of_one * all),
            Grid::xy(all, of_one),
            Grid::xyz(1, of_one, all),
            Grid::xyz(all, 1, of_one),
        ] {
            assert_right(&prepared, grid, &input, n);
            let more = Grid {
                y: grid.y + 1,
                ..grid
            };
            let error = assert_refused(&prepared, more, &input);
            let Error::GridTooLarge { requested, .. } = error else {
                panic!("{error:?}");
            };
            assert_eq!(requested, more.count());
        }
    }
}

#[test]
fn problems_smaller_and_larger_than_the_grid_equal_the_sum_on_the_host() {
    let Some(_device) = gpu::device() else {
        return;
    };
    let prepared = prepare(BLOCK);
    let residency = prepared.residency();
    let (block, limit) = (u64::from(BLOCK), residency.max_blocks());
    let resident = limit * block;
    let largest = 3 * resident + 7;
    let input = elements(largest.max(1_000_003));
    for n in [
        1,
        31,
        32,
        33,
        block - 1,
        block,
        block + 1,
        resident - block - 1,
        resident - 1,
        resident,
        resident + 1,
        1_000_003,
        largest,
    ] {
        let fitting = residency.grid_for(n, BLOCK).unwrap();
        assert_eq!(fitting.count(), n.div_ceil(block).min(limit));
        for grid in [Grid::x(1), fitting, residency.max_grid()] {
            assert_right(&prepared, grid, &input, n);
        }
    }
}

#[test]
fn blocks_without_any_element_still_reach_every_barrier() {
    let Some(_device) = gpu::device() else {
        return;
    };
    let input = elements(33);
    for block in [32, 33, 256, 1024] {
        let prepared = prepare(block);
        for n in [0, 1, 33] {
            assert_right(&prepared, prepared.residency().max_grid(), &input, n);
        }
    }
}

#[test]
fn an_empty_problem_succeeds_without_a_launch() {
    let Some(_device) = gpu::device() else {
        return;
    };
    assert_eq!(prepare(BLOCK).residency().grid_for(0, BLOCK), None);
    let nothing = DeviceBuffer::<f32>::from_slice(&[]).unwrap();
    let stream = Stream::new().unwrap();
    let centred = coop_kernels::two_pass::centre(&nothing, &stream).unwrap();
    assert!(centred.is_empty());
    let sum = coop_kernels::reduce::Sum::<f32>::new()
        .unwrap()
        .of(&nothing, &stream)
        .unwrap();
    assert_eq!(sum.to_bits(), 0.0_f64.to_bits());
}

#[test]
fn a_dimension_of_zero_is_an_error_that_names_it() {
    let Some(_device) = gpu::device() else {
        return;
    };
    let prepared = prepare(BLOCK);
    let input = elements(10);
    for (axis, [x, y, z]) in [('x', [0, 1, 1]), ('y', [1, 0, 1]), ('z', [1, 1, 0])] {
        let of_grid = assert_refused(&prepared, Grid::xyz(x, y, z), &input);
        assert_eq!(of_grid, Error::ZeroDimension { what: "grid", axis });
        let of_block = grid_totals.prepare(Block::xyz(x, y, z), SharedBytes(0));
        let what = "block";
        assert_eq!(of_block.unwrap_err(), Error::ZeroDimension { what, axis });
    }
}

#[test]
fn a_block_beyond_a_limit_is_refused_with_the_limit_that_is_broken() {
    let Some(device) = gpu::device() else {
        return;
    };
    let refusal = |block: Block| grid_totals.prepare(block, SharedBytes(0)).unwrap_err();
    let too_large = |axis, given, limit| Error::DimensionTooLarge {
        what: "block",
        axis,
        given,
        limit,
        device,
    };
    assert_eq!(refusal(Block::x(2048)), too_large('x', 2048, 1024));
    assert_eq!(refusal(Block::xyz(1, 1, 65)), too_large('z', 65, 64));
    let error = refusal(Block::xy(1024, 2));
    assert!(
        matches!(
            error,
            Error::BlockTooLarge {
                given: 2048,
                limit: 1024,
                ..
            }
        ),
        "{error:?}"
    );
}

#[test]
fn no_resident_block_is_an_error_of_its_own_that_says_what_is_short() {
    let error = Error::NoResidentBlock {
        kernel: "k",
        block: Block::x(1024),
        dynamic: 1000,
        limited_by: Resource::Registers,
        registers_per_thread: 82,
        registers_per_multiprocessor: 65_536,
        device: Device::from_raw(0),
    };
    let text = error.to_string();
    for part in [
        "1024 threads",
        "1000 B",
        "device 0",
        "limited by registers (82 registers x 1024 threads = 83968, and a multiprocessor has 65536)",
        Resource::Registers.advice(),
    ] {
        assert!(text.contains(part), "`{part}` is not in: {text}");
    }
}

#[test]
fn a_stream_of_another_device_is_refused_before_the_launch() {
    let Some(device) = gpu::device() else {
        return;
    };
    let other = Device::from_raw(device.as_raw() + 1);
    let stream = Stream::new().unwrap();
    // SAFETY: the stream is not used, because the launch is refused; it says that it is of another device.
    let theirs = unsafe { Stream::borrow_raw(stream.as_raw(), other) };
    // SAFETY: as above.
    let refused = unsafe {
        prepare(BLOCK).launch(
            1,
            &theirs,
            (
                std::ptr::null(),
                std::ptr::null_mut(),
                std::ptr::null_mut(),
                0,
            ),
        )
    };
    let error = refused.unwrap_err();
    let text = error.to_string();
    assert!(
        matches!(error, Error::WrongDevice { owner, current, .. } if (owner, current) == (device, other)),
        "{error:?}"
    );
    assert!(text.contains("kernel `grid_totals`"), "{text}");
    gpu::wait(&stream, SECONDS).unwrap();
}

#[test]
fn a_launch_prepared_on_one_device_is_refused_where_another_is_current() {
    let Some(devices) = gpu::devices(2) else {
        return;
    };
    let (first, second) = (devices[0], devices[1]);
    let n = 1000;
    let of_first = prepare(BLOCK);
    assert_eq!(of_first.device(), first);
    let input = elements(n);
    assert_right(&of_first, of_first.residency().max_grid(), &input, n);

    second.make_current().unwrap();
    let input = elements(n);
    let error = assert_refused(&of_first, Grid::x(1), &input);
    assert!(
        matches!(error, Error::WrongDevice { owner, current, .. } if (owner, current) == (first, second)),
        "{error:?}"
    );
    let of_second = prepare(BLOCK);
    assert_eq!(of_second.device(), second);
    assert_eq!(
        of_second.residency().multiprocessors(),
        second.limits().unwrap().multiprocessors
    );
    assert_right(&of_second, of_second.residency().max_grid(), &input, n);
}
