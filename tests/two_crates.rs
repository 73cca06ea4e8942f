//! A program of two library crates that have kernels of the same names.

use coop::{Args, DeviceBuffer, Kernel, SharedBytes, Stream};
use test_support::gpu;

/// Launches one block of so many threads, and waits.
fn run<A: Args>(kernel: &Kernel<A>, threads: u32, args: A) {
    let stream = Stream::new().unwrap();
    let launch = kernel.prepare(threads, SharedBytes(0)).unwrap();
    // SAFETY: the callers' buffers have an element for each thread, and live on.
    unsafe { launch.launch(1, &stream, args).unwrap() };
    gpu::wait(&stream, 20).unwrap();
}

#[test]
fn two_crates_with_kernels_of_one_name_run_each_its_own() {
    let Some(_) = gpu::device() else {
        return;
    };
    let mut data = DeviceBuffer::from_slice(&[1_u32, 10, 100]).unwrap();
    run(&coop_test_left::scale, 3, (data.as_mut_ptr(),));
    assert_eq!(data.to_vec().unwrap(), [2, 20, 200]);
    run(&coop_test_right::scale, 3, (data.as_mut_ptr(),));
    assert_eq!(data.to_vec().unwrap(), [6, 60, 600]);
}

#[test]
fn a_structure_of_one_name_is_each_crates_own() {
    let Some(_) = gpu::device() else {
        return;
    };
    let mut left = DeviceBuffer::<coop_test_left::Pair>::zeroed(1).unwrap();
    run(&coop_test_left::set, 1, (left.as_mut_ptr(),));
    let mut right = DeviceBuffer::<coop_test_right::Pair>::zeroed(1).unwrap();
    run(&coop_test_right::set, 1, (right.as_mut_ptr(),));
    let wanted = coop_test_left::Pair {
        first: 2,
        second: 2,
    };
    assert_eq!(left.to_vec().unwrap(), [wanted]);
    let wanted = coop_test_right::Pair {
        first: 3,
        second: 3.0,
    };
    assert_eq!(right.to_vec().unwrap(), [wanted]);
}
