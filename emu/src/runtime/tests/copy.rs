use std::ptr::null_mut;

use super::*;
use crate::runtime::memory::{cudaFree, cudaMallocHost, cudaMallocPitch};
use crate::runtime::stream::{cudaStreamCreate, cudaStreamDestroy, cudaStreamSynchronize};
use crate::runtime::tests_support::*;
use cudaMemcpyKind as K;

const INVALID: cudaError = cudaError::cudaErrorInvalidValue;

#[test]
fn bytes_go_to_the_device_and_back_and_between() {
    let _together = together();
    let (first, second) = (words(3), words(3));
    let values = [1_u32, 2, 3];
    // SAFETY: all ends have 12 bytes.
    unsafe {
        fine(cudaMemcpy(
            first.cast(),
            values.as_ptr().cast(),
            12,
            K::cudaMemcpyHostToDevice,
        ));
        fine(cudaMemcpy(
            second.cast(),
            first.cast(),
            12,
            K::cudaMemcpyDefault,
        ));
        assert_eq!(read(second, 3), values);
        fine(cudaMemset(second.add(1).cast(), 0x1ab, 4));
        assert_eq!(read(second, 3), [1, 0xabab_abab, 3]);
    }
}

#[test]
fn a_direction_that_does_not_fit_is_refused() {
    let _together = together();
    let device = words(1);
    let mut host = 0_u32;
    let host: *mut c_void = (&raw mut host).cast();
    // SAFETY: all ends have 4 bytes.
    unsafe {
        for (to, from, kind) in [
            (host, host, K::cudaMemcpyHostToDevice),
            (device.cast(), device.cast(), K::cudaMemcpyHostToDevice),
            (device.cast(), device.cast(), K::cudaMemcpyDeviceToHost),
            (host, host, K::cudaMemcpyDeviceToDevice),
            (device.cast(), host, K::cudaMemcpyHostToHost),
        ] {
            refused(cudaMemcpy(to, from, 4, kind), INVALID);
        }
        let unknown = cudaMemcpy(host, device.cast(), 4, K(9));
        refused(unknown, cudaError::cudaErrorInvalidMemcpyDirection);
        refused(cudaMemset(host, 0, 4), INVALID);
    }
}

#[test]
fn what_is_out_of_range_freed_or_null_is_refused_and_nothing_is_copied() {
    let _together = together();
    let device = words(4);
    let mut host = [7_u32; 8];
    let to_host = K::cudaMemcpyDeviceToHost;
    // SAFETY: what does not fit is refused.
    unsafe {
        refused(
            cudaMemcpy(host.as_mut_ptr().cast(), device.cast(), 17, to_host),
            INVALID,
        );
        refused(
            cudaMemcpy(host.as_mut_ptr().cast(), device.add(4).cast(), 4, to_host),
            INVALID,
        );
        refused(cudaMemset(device.cast(), 0, 17), INVALID);
        refused(cudaMemcpy(null_mut(), device.cast(), 4, to_host), INVALID);
        fine(cudaFree(device.cast()));
        refused(
            cudaMemcpy(host.as_mut_ptr().cast(), device.cast(), 4, to_host),
            INVALID,
        );
        fine(cudaMemcpy(null_mut(), null_mut(), 0, to_host));
    }
    assert_eq!(host, [7; 8]);
}

#[test]
fn rows_are_copied_and_filled_with_their_pitches() {
    let _together = together();
    let (mut place, mut pitch) = (null_mut(), 0);
    let from: Vec<u8> = (0..12).collect();
    let mut back = [0_u8; 10];
    // SAFETY: each end has its rows.
    unsafe {
        fine(cudaMallocPitch(&mut place, &mut pitch, 4, 3));
        assert_eq!(pitch, 512);
        let from = from.as_ptr().cast();
        fine(cudaMemcpy2D(
            place,
            pitch,
            from,
            4,
            4,
            3,
            K::cudaMemcpyHostToDevice,
        ));
        fine(cudaMemset2D(place.add(1), pitch, 99, 2, 2));
        let to = back.as_mut_ptr().cast();
        fine(cudaMemcpy2D(
            to,
            3,
            place,
            pitch,
            3,
            3,
            K::cudaMemcpyDeviceToHost,
        ));
        let narrow = cudaMemcpy2D(to, 2, place, pitch, 3, 3, K::cudaMemcpyDeviceToHost);
        refused(narrow, cudaError::cudaErrorInvalidPitchValue);
        let high = cudaMemset2D(place, pitch, 0, 4, 4);
        refused(high, INVALID);
    }
    assert_eq!(back, [0, 99, 99, 4, 99, 99, 8, 9, 10, 0]);
}

#[test]
fn a_copy_to_pinned_memory_is_not_done_before_somebody_waits_and_one_to_plain_memory_is() {
    let _together = together();
    let device = words(1);
    let (mut stream, mut pinned, mut plain) = (null_mut(), null_mut(), 0_u32);
    let to_host = K::cudaMemcpyDeviceToHost;
    // SAFETY: all ends have 4 bytes and live until the stream is done.
    unsafe {
        fine(cudaStreamCreate(&mut stream));
        fine(cudaMallocHost(&mut pinned, 4));
        pinned.cast::<u32>().write(0);
        let mut value = 5_u32;
        let from: *const c_void = (&raw const value).cast();
        fine(cudaMemcpyAsync(
            device.cast(),
            from,
            4,
            K::cudaMemcpyHostToDevice,
            stream,
        ));
        // The program's own memory may be used again at once.
        value = 6;
        assert_eq!(value, 6);
        fine(cudaMemcpyAsync(pinned, device.cast(), 4, to_host, stream));
        assert_eq!(pinned.cast::<u32>().read(), 0, "not yet");
        fine(cudaStreamSynchronize(stream));
        assert_eq!(pinned.cast::<u32>().read(), 5);
        let to = (&raw mut plain).cast();
        fine(cudaMemcpyAsync(to, device.cast(), 4, to_host, stream));
        assert_eq!(plain, 5);
        fine(cudaStreamDestroy(stream));
    }
}
