//! The sum of all elements, held to the same sum on the CPU bit by bit.

use std::time::Duration;

use coop::{DeviceBuffer, Error, Stream};
use coop_kernels::reduce::{Element, Sum, sum_on_host};
use test_support::gpu;

const SIZES: &[usize] = match coop::EMULATED {
    true => &[0, 1, 5, 1023, 40_001],
    false => &[0, 1, 2, 3, 4, 5, 1023, 1024, 300_001, (1 << 20) + 7],
};

/// Numbers of both signs over many magnitudes, whose sum depends on the order.
fn numbers(n: usize) -> impl Iterator<Item = f64> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    (0..n).map(move |_| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let fraction = (state >> 11) as f64 / (1_u64 << 53) as f64 - 0.5;
        fraction * f64::from(1 << (state >> 59))
    })
}

/// That every grid gives the bits of the sum on the host, for every size.
fn assert_one_sum<T: Element + Into<f64>>(of: impl Fn(f64) -> T) {
    let stream = Stream::new().unwrap();
    let most = Sum::<T>::new().unwrap().residency().max_grid().x;
    let grids: &[u32] = match coop::EMULATED {
        true => &[7, most],
        false => &[1, 7, 132.min(most), most],
    };
    let with_grid = |&blocks| Sum::<T>::with_grid(blocks).unwrap();
    let mut sums: Vec<_> = grids.iter().map(with_grid).collect();
    for &n in SIZES {
        let input: Vec<T> = numbers(n).map(&of).collect();
        let wanted = sum_on_host(&input);
        let input = DeviceBuffer::from_slice(&input).unwrap();
        for sum in &mut sums {
            let found = sum.of(&input, &stream).unwrap();
            assert_eq!(
                found.to_bits(),
                wanted.to_bits(),
                "{n} elements, {} blocks: {found} and {wanted}",
                sum.grid().x
            );
        }
    }
}

#[test]
fn every_grid_sums_single_precision_to_the_bits_of_the_host() {
    if gpu::device().is_some() {
        assert_one_sum(|x| x as f32);
    }
}

#[test]
fn every_grid_sums_double_precision_to_the_bits_of_the_host() {
    if gpu::device().is_some() {
        assert_one_sum(|x| x);
    }
}

#[test]
fn the_order_of_the_numbers_is_one_that_matters() {
    // Else the two tests above would prove nothing.
    let forth: f64 = numbers(300_001).sum();
    let back: f64 = numbers(300_001).collect::<Vec<_>>().iter().rev().sum();
    assert_ne!(forth.to_bits(), back.to_bits());
}

#[test]
fn a_sum_of_single_precision_is_made_in_double() {
    let Some(_) = gpu::device() else {
        return;
    };
    let stream = Stream::new().unwrap();
    // Far from any power of two: in single precision the first number would swallow the others.
    let mut numbers = vec![1.0_f32; 1003];
    numbers[0] = 16_777_216.0;
    let on_device = DeviceBuffer::from_slice(&numbers).unwrap();
    let sum = Sum::new().unwrap().of(&on_device, &stream).unwrap();
    assert_eq!(sum, 16_777_216.0 + 1002.0);
}

#[test]
fn a_number_that_is_none_or_infinite_is_not_lost() {
    let Some(_) = gpu::device() else {
        return;
    };
    let stream = Stream::new().unwrap();
    let mut sum = Sum::<f32>::new().unwrap();
    let places: &[usize] = if coop::EMULATED {
        &[1002]
    } else {
        &[0, 500, 1000, 1002]
    };
    for &at in places {
        let mut input = vec![1.0_f32; 1003];
        input[at] = f32::NAN;
        let on_device = DeviceBuffer::from_slice(&input).unwrap();
        assert!(sum.of(&on_device, &stream).unwrap().is_nan(), "{at}");
        input[at] = f32::INFINITY;
        let on_device = DeviceBuffer::from_slice(&input).unwrap();
        assert_eq!(sum.of(&on_device, &stream).unwrap(), f64::INFINITY, "{at}");
    }
    let clean = DeviceBuffer::from_slice(&[1.0_f32; 1003]).unwrap();
    assert_eq!(sum.of(&clean, &stream).unwrap(), 1003.0);
}

#[test]
fn a_timed_sum_is_the_sum_and_takes_time() {
    let Some(_) = gpu::device() else {
        return;
    };
    const N: usize = 1 << 16;
    let stream = Stream::new().unwrap();
    let input = DeviceBuffer::from_slice(&vec![0.5_f64; N]).unwrap();
    let (sum, time) = Sum::new().unwrap().timed(&input, &stream).unwrap();
    assert_eq!(sum, N as f64 / 2.0);
    assert!(
        time > Duration::ZERO && time < Duration::from_secs(10),
        "{time:?}"
    );
}

#[test]
fn a_grid_that_is_empty_or_too_large_is_refused_and_not_changed() {
    let Some(_) = gpu::device() else {
        return;
    };
    let stream = Stream::new().unwrap();
    let input = DeviceBuffer::from_slice(&[1.0_f64; 10]).unwrap();
    let most = Sum::<f64>::new().unwrap().residency().max_grid().x;
    let mut large = Sum::<f64>::with_grid(most + 1).unwrap();
    assert_eq!(large.grid().x, most + 1);
    let error = large.of(&input, &stream).unwrap_err();
    let Error::GridTooLarge {
        requested,
        residency,
        ..
    } = error
    else {
        panic!("another error: {error}");
    };
    assert_eq!(
        (requested, residency.max_blocks()),
        (u64::from(most) + 1, u64::from(most))
    );
    let mut none = Sum::<f64>::with_grid(0).unwrap();
    let error = none.of(&input, &stream).unwrap_err();
    assert!(matches!(error, Error::ZeroDimension { .. }), "{error}");
}

#[test]
fn a_buffer_of_another_device_is_refused_with_both() {
    let Some(devices) = gpu::devices(2) else {
        return;
    };
    let stream = Stream::new().unwrap();
    let mut sum = Sum::<f32>::new().unwrap();
    devices[1].make_current().unwrap();
    let input = DeviceBuffer::from_slice(&[1.0_f32; 10]).unwrap();
    devices[0].make_current().unwrap();
    let error = sum.of(&input, &stream).unwrap_err();
    let Error::WrongDevice { owner, current, .. } = error else {
        panic!("another error: {error}");
    };
    assert_eq!((owner, current), (devices[1], devices[0]));
}
