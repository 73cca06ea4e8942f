//! Kernels as textbooks have them, not written for this project: the same files on a GPU and emulated, each held to the
//! CPU exactly.

use coop::{Block, DeviceBuffer, Grid, SharedBytes, Stream};
use coop_kernels as _;
use test_support::gpu; // The archive of the kernels is part of it.

mod kernels {
    coop::kernels! {
        pub fn textbook_transpose(out: *mut f32, input: *const f32, width: i32, height: i32);
        pub fn textbook_scan_blocks(out: *mut u32, input: *const u32, block_sums: *mut u32, length: i32);
        pub fn textbook_add_block_offsets(out: *mut u32, offsets: *const u32, length: i32);
        pub fn textbook_histogram(bins: *mut u32, data: *const u8, length: i32);
    }
}

/// Pseudo-random numbers, the same in every run.
fn numbers(n: usize) -> Vec<u32> {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 32) as u32
    };
    (0..n).map(|_| next()).collect()
}

#[test]
fn a_matrix_of_any_shape_is_transposed_through_shared_tiles() {
    let Some(_) = gpu::device() else {
        return;
    };
    let stream = Stream::new().unwrap();
    let block = Block::xy(32, 8);
    let launch = kernels::textbook_transpose.prepare(block, SharedBytes(0));
    let launch = launch.unwrap();
    let shapes: [(usize, usize); 7] = [
        (1, 1),
        (32, 32),
        (31, 33),
        (64, 96),
        (100, 1),
        (1, 100),
        (129, 67),
    ];
    for (width, height) in shapes {
        let input: Vec<f32> = (0..width * height).map(|i| i as f32).collect();
        let on_device = DeviceBuffer::from_slice(&input).unwrap();
        let mut out = DeviceBuffer::<f32>::uninit(input.len()).unwrap();
        let grid = Grid::xy(width.div_ceil(32) as u32, height.div_ceil(32) as u32);
        let args = (
            out.as_mut_ptr(),
            on_device.as_ptr(),
            width as i32,
            height as i32,
        );
        // SAFETY: both matrices have width * height elements, and live until the stream has been waited for.
        unsafe { launch.launch(grid, &stream, args).unwrap() };
        gpu::wait(&stream, 20).unwrap();
        let expected: Vec<f32> = (0..width)
            .flat_map(|x| (0..height).map(move |y| (y * width + x) as f32))
            .collect();
        assert!(out.to_vec().unwrap() == expected, "{width} x {height}");
    }
}

/// The exclusive sums of all elements: blocks of 64 threads scan 128 each, and one of 256 threads the blocks' sums.
fn scan(input: &[u32], stream: &Stream) -> Vec<u32> {
    const EACH: usize = 128;
    const MOST_BLOCKS: usize = 512;
    let blocks = input.len().div_ceil(EACH);
    assert!(blocks <= MOST_BLOCKS);
    let bytes = |elements: usize| SharedBytes((4 * elements) as u32);
    let each = kernels::textbook_scan_blocks.prepare(Block::x(64), bytes(EACH));
    let sums_of_blocks = kernels::textbook_scan_blocks.prepare(Block::x(256), bytes(MOST_BLOCKS));
    let add = kernels::textbook_add_block_offsets.prepare(Block::x(64), SharedBytes(0));
    let (each, sums_of_blocks, add) = (each.unwrap(), sums_of_blocks.unwrap(), add.unwrap());

    let on_device = DeviceBuffer::from_slice(input).unwrap();
    let mut out = DeviceBuffer::<u32>::uninit(input.len()).unwrap();
    let mut sums = DeviceBuffer::<u32>::uninit(blocks).unwrap();
    let mut offsets = DeviceBuffer::<u32>::uninit(blocks).unwrap();
    let (length, grid) = (input.len() as i32, Grid::x(blocks as u32));
    // SAFETY: `out` has as many elements as the input, `sums` and `offsets` have one a block, of which there are no more
    // than one block scans; all live until the stream has been waited for.
    unsafe {
        let args = (
            out.as_mut_ptr(),
            on_device.as_ptr(),
            sums.as_mut_ptr(),
            length,
        );
        each.launch(grid, stream, args).unwrap();
        let none = std::ptr::null_mut();
        let args = (offsets.as_mut_ptr(), sums.as_ptr(), none, blocks as i32);
        sums_of_blocks.launch(1, stream, args).unwrap();
        let args = (out.as_mut_ptr(), offsets.as_ptr(), length);
        add.launch(grid, stream, args).unwrap();
    }
    gpu::wait(stream, 20).unwrap();
    out.to_vec().unwrap()
}

#[test]
fn prefix_sums_over_several_blocks_are_those_of_the_cpu() {
    let Some(_) = gpu::device() else {
        return;
    };
    let stream = Stream::new().unwrap();
    let sizes: &[usize] = match coop::EMULATED {
        true => &[1, 2, 127, 128, 129, 1000, 5000],
        false => &[1, 2, 127, 128, 129, 1000, 5000, 65_535, 65_536],
    };
    for &n in sizes {
        let input = numbers(n);
        let expected: Vec<u32> = input
            .iter()
            .scan(0_u32, |sum, &x| {
                let before = *sum;
                *sum = sum.wrapping_add(x);
                Some(before)
            })
            .collect();
        assert!(scan(&input, &stream) == expected, "{n} elements");
    }
}

#[test]
fn bytes_are_counted_by_any_grid_as_on_the_cpu() {
    let Some(_) = gpu::device() else {
        return;
    };
    let stream = Stream::new().unwrap();
    for threads in [32, 96, 256] {
        let launch = kernels::textbook_histogram.prepare(Block::x(threads), SharedBytes(0));
        let launch = launch.unwrap();
        for (n, grid) in [(1, 1), (255, 3), (4096, 2), (10_007, 5)] {
            // Few values are frequent, as threads that add to one bin are what can go wrong.
            let skewed = |x: &u32| ((x >> 24) & (x >> 16) & 255) as u8;
            let input: Vec<u8> = numbers(n).iter().map(skewed).collect();
            let on_device = DeviceBuffer::from_slice(&input).unwrap();
            let mut bins = DeviceBuffer::<u32>::zeroed(256).unwrap();
            let args = (bins.as_mut_ptr(), on_device.as_ptr(), n as i32);
            // SAFETY: n bytes and 256 bins, which live until the stream has been waited for.
            unsafe { launch.launch(Grid::x(grid), &stream, args).unwrap() };
            gpu::wait(&stream, 20).unwrap();
            let mut expected = vec![0_u32; 256];
            input
                .iter()
                .for_each(|&byte| expected[usize::from(byte)] += 1);
            let found = bins.to_vec().unwrap();
            assert_eq!(found, expected, "{n} bytes, {grid} blocks of {threads}");
        }
    }
}
