use std::ptr::null_mut;

use super::*;
use crate::api::allocation::{cudaFree, cudaMallocHost, cudaMallocPitch};
use crate::api::stream::{cudaStreamCreate, cudaStreamDestroy, cudaStreamSynchronize};
use crate::api::tests_support::*;
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

#[test]
fn rows_go_in_every_direction_in_the_order_of_a_stream() {
    let _together = together();
    let (mut stream, mut first, mut second, mut pitch) = (null_mut(), null_mut(), null_mut(), 0);
    let from: Vec<u8> = (0..12).collect();
    let (mut back, mut copy) = ([0_u8; 12], [0_u8; 12]);
    // SAFETY: each end has its rows, and lives until the stream is done.
    unsafe {
        fine(cudaStreamCreate(&mut stream));
        fine(cudaMallocPitch(&mut first, &mut pitch, 4, 3));
        fine(cudaMallocPitch(&mut second, &mut pitch, 4, 3));
        let (source, to) = (from.as_ptr().cast(), back.as_mut_ptr());
        let rows = |to, to_pitch, from, from_pitch, kind| {
            cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, 4, 3, kind, stream)
        };
        fine(rows(first, pitch, source, 4, K::cudaMemcpyHostToDevice));
        fine(cudaMemset2DAsync(first.add(3), pitch, 77, 1, 3, stream));
        fine(rows(
            second,
            pitch,
            first,
            pitch,
            K::cudaMemcpyDeviceToDevice,
        ));
        fine(rows(to.cast(), 4, second, pitch, K::cudaMemcpyDeviceToHost));
        fine(rows(
            copy.as_mut_ptr().cast(),
            4,
            to.cast(),
            4,
            K::cudaMemcpyHostToHost,
        ));
        let narrow = cudaMemset2DAsync(first, 3, 0, 4, 3, stream);
        refused(narrow, INVALID);
        fine(cudaStreamSynchronize(stream));
        fine(cudaStreamDestroy(stream));
    }
    assert_eq!(back, [0, 1, 2, 77, 4, 5, 6, 77, 8, 9, 10, 77]);
    assert_eq!(copy, back);
}

#[test]
fn bytes_go_from_one_device_to_another() {
    let _alone = alone();
    select(SMALL);
    let here = words(2);
    select(BROKEN);
    let there = words(2);
    let (mut stream, values) = (null_mut(), [5_u32, 6]);
    // SAFETY: all ends have 8 bytes.
    unsafe {
        fine(cudaStreamCreate(&mut stream));
        fine(cudaMemcpy(
            there.cast(),
            values.as_ptr().cast(),
            8,
            K::cudaMemcpyHostToDevice,
        ));
        fine(cudaMemcpyPeer(here.cast(), SMALL, there.cast(), BROKEN, 4));
        let (to, from) = (here.add(1).cast(), there.add(1).cast());
        fine(cudaMemcpyPeerAsync(to, SMALL, from, BROKEN, 4, stream));
        fine(cudaStreamSynchronize(stream));
        assert_eq!(read(here, 2), values);
        let missing = cudaError::cudaErrorInvalidDevice;
        refused(cudaMemcpyPeer(to, SMALL, from, 99, 4), missing);
        refused(
            cudaMemcpyPeerAsync(to, -1, from, BROKEN, 4, stream),
            missing,
        );
        fine(cudaStreamDestroy(stream));
    }
}
