//! Every element less the mean of all, held to the CPU.

use coop::{DeviceBuffer, Error, SharedBytes, Stream};
use coop_kernels::two_pass;
use test_support::gpu;

/// Whole numbers, so that their sum is exact in every order and the result is one, whatever the grid.
fn input(n: usize) -> Vec<f32> {
    (0..n).map(|i| ((i * 7919) % 1009) as f32 - 300.0).collect()
}

fn centred_on_host(input: &[f32]) -> Vec<f32> {
    let sum: f64 = input.iter().map(|&x| f64::from(x)).sum();
    let mean = sum / input.len() as f64;
    input
        .iter()
        .map(|&x| (f64::from(x) - mean) as f32)
        .collect()
}

#[test]
fn any_number_of_elements_is_centred_as_on_the_cpu() {
    let Some(_) = gpu::device() else {
        return;
    };
    let stream = Stream::new().unwrap();
    for n in [0, 1, 2, 31, 255, 256, 257, 1000, 1 << 20, (1 << 20) + 7] {
        let input = input(n);
        let on_device = DeviceBuffer::from_slice(&input).unwrap();
        let centred = two_pass::centre(&on_device, &stream).unwrap();
        assert!(
            centred.to_vec().unwrap() == centred_on_host(&input),
            "{n} elements"
        );
        assert!(on_device.to_vec().unwrap() == input, "the input is kept");
    }
}

#[test]
fn every_grid_from_one_block_to_the_largest_has_the_same_result() {
    let Some(_) = gpu::device() else {
        return;
    };
    let stream = Stream::new().unwrap();
    for threads in [32, 256, 1024] {
        let launch = two_pass::two_pass.prepare(threads, SharedBytes(0)).unwrap();
        let most = launch.residency().max_grid().x;
        let mut partial = DeviceBuffer::<f64>::uninit(most as usize).unwrap();
        // With three elements all blocks but one are without a share.
        for n in [3, 100_003] {
            let input = input(n);
            let on_device = DeviceBuffer::from_slice(&input).unwrap();
            for grid in [1, 7.min(most), most - 1, most] {
                let mut centred = DeviceBuffer::<f32>::zeroed(n).unwrap();
                let args = (
                    on_device.as_ptr(),
                    centred.as_mut_ptr(),
                    partial.as_mut_ptr(),
                    n as u64,
                );
                // SAFETY: n elements twice, one a block; all live until the stream has been waited for.
                unsafe { launch.launch(grid, &stream, args).unwrap() };
                gpu::wait(&stream, 20).unwrap();
                assert!(
                    centred.to_vec().unwrap() == centred_on_host(&input),
                    "{n} elements, {grid} blocks of {threads} threads"
                );
            }
        }
    }
}

#[test]
fn an_infinite_element_makes_every_result_infinite_or_none() {
    let Some(_) = gpu::device() else {
        return;
    };
    let stream = Stream::new().unwrap();
    let mut input = input(5000);
    input[4321] = f32::INFINITY;
    let on_device = DeviceBuffer::from_slice(&input).unwrap();
    let centred = two_pass::centre(&on_device, &stream).unwrap();
    let centred = centred.to_vec().unwrap();
    assert!(centred[4321].is_nan());
    assert!((0..5000).all(|i| i == 4321 || centred[i] == f32::NEG_INFINITY));
}

#[test]
fn the_residency_is_that_of_the_kernel_that_is_launched() {
    let Some(device) = gpu::device() else {
        return;
    };
    let residency = two_pass::residency().unwrap();
    let launch = two_pass::two_pass.prepare(256, SharedBytes(0)).unwrap();
    assert_eq!(&residency, launch.residency());
    let multiprocessors = device.limits().unwrap().multiprocessors;
    assert_eq!(residency.multiprocessors(), multiprocessors);
}

#[test]
fn a_buffer_of_another_device_is_refused_with_both() {
    let Some(devices) = gpu::devices(2) else {
        return;
    };
    let input = DeviceBuffer::from_slice(&[1.0_f32; 10]).unwrap();
    devices[1].make_current().unwrap();
    let stream = Stream::new().unwrap();
    let error = two_pass::centre(&input, &stream).unwrap_err();
    devices[0].make_current().unwrap();
    let Error::WrongDevice { owner, current, .. } = error else {
        panic!("another error: {error}");
    };
    assert_eq!((owner, current), (devices[0], devices[1]));
}
