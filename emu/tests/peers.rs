//! Kernels that use another device's memory: right once that is enabled, and named where it is not.

mod support;

use std::ffi::c_void;
use std::ptr::null_mut;

use cuda_sys::{cudaError, cudaMemcpyKind, dim3};
use cudart_emu::api::allocation::{cudaMalloc, cudaMallocAsync};
use cudart_emu::api::copy::cudaMemcpy;
use cudart_emu::api::device::{
    cudaDeviceEnablePeerAccess, cudaDeviceReset, cudaDeviceSynchronize, cudaSetDevice,
};
use cudart_emu::api::kernel_launch::cudaLaunchKernel;
use cudart_emu::{Configuration, configure, last_report, set_schedule};
use cudart_emu_test_kernels as kernels;
use support::SCHEDULES;

#[track_caller]
fn fine(code: cudaError) {
    assert_eq!(code, cudaError::cudaSuccess);
}

/// Memory of a device, which becomes the current one; of its pool if so.
fn words_of(device: i32, words: &[u32], pooled: bool) -> *mut u32 {
    let (mut memory, bytes) = (null_mut(), size_of_val(words));
    // SAFETY: writes a pointer; copies within an array and an allocation as long.
    unsafe {
        fine(cudaSetDevice(device));
        fine(match pooled {
            true => cudaMallocAsync(&mut memory, bytes, null_mut()),
            false => cudaMalloc(&mut memory, bytes),
        });
        let up = cudaMemcpyKind::cudaMemcpyHostToDevice;
        fine(cudaMemcpy(memory, words.as_ptr().cast(), bytes, up));
    }
    memory.cast()
}

fn read(from: *const u32) -> u32 {
    let mut word = 0;
    let down = cudaMemcpyKind::cudaMemcpyDefault;
    // SAFETY: a word of an allocation, and one of this function.
    fine(unsafe { cudaMemcpy((&raw mut word).cast(), from.cast(), 4, down) });
    word
}

/// Launches a kernel of one thread on the current device, and waits.
fn launch(kernel: *const c_void, arguments: &mut [*mut c_void]) -> cudaError {
    let one = dim3 { x: 1, y: 1, z: 1 };
    // SAFETY: the kernel's arguments.
    unsafe {
        fine(cudaLaunchKernel(
            kernel,
            one,
            one,
            arguments.as_mut_ptr(),
            0,
            null_mut(),
        ));
        cudaDeviceSynchronize()
    }
}

/// `out[0] = data[index]`.
fn read_at(data: *mut u32, index: u32, out: *mut u32) -> cudaError {
    let (mut data, mut index, mut out) = (data, index, out);
    launch(
        kernels::read_at(),
        &mut [
            (&raw mut data).cast(),
            (&raw mut index).cast(),
            (&raw mut out).cast(),
        ],
    )
}

/// `data[index] = 1`.
fn write_at(data: *mut u32, index: i64) -> cudaError {
    let (mut data, mut index) = (data, index);
    launch(
        kernels::write_at(),
        &mut [(&raw mut data).cast(), (&raw mut index).cast()],
    )
}

/// The report of a launch that device 0 refused, and both devices as new.
fn refused(code: cudaError) -> String {
    assert_eq!(code, cudaError::cudaErrorIllegalAddress);
    for device in [1, 0] {
        // SAFETY: takes a number; nothing of the device is used afterwards.
        unsafe {
            fine(cudaSetDevice(device));
            fine(cudaDeviceReset());
        }
    }
    last_report().unwrap().to_string()
}

#[test]
fn a_kernel_uses_a_peers_memory_only_where_that_is_enabled_and_else_is_told_what_is_missing() {
    let devices = ["small", "small", "t4"].map(|name| name.parse().unwrap());
    let usual = Configuration::from_environment().unwrap();
    configure(Configuration {
        devices: devices.into(),
        ..usual
    })
    .unwrap();
    for schedule in SCHEDULES {
        set_schedule(schedule).unwrap();

        let there = words_of(1, &[3, 5, 8], false);
        let out = words_of(0, &[0], false);
        let report = refused(read_at(there, 1, out));
        let says = "memory of device 1, which device 0 reaches only after cudaDeviceEnablePeerAccess(1, 0) with device 0 current";
        assert!(report.contains(says), "{report}");

        let there = words_of(1, &[3, 5, 8], false);
        let out = words_of(0, &[0], false);
        // SAFETY: takes numbers.
        fine(unsafe { cudaDeviceEnablePeerAccess(1, 0) });
        fine(read_at(there, 2, out));
        assert_eq!(read(out), 8, "{schedule}");
        fine(write_at(there, 0));
        assert_eq!(read(there), 1, "{schedule}");
        let report = refused(read_at(there, 3, out));
        assert!(
            report.contains("just past the end of an allocation of 12 bytes"),
            "{report}"
        );

        let pooled = words_of(1, &[3], true);
        let out = words_of(0, &[0], false);
        // SAFETY: takes numbers.
        fine(unsafe { cudaDeviceEnablePeerAccess(1, 0) });
        let report = refused(read_at(pooled, 0, out));
        assert!(
            report.contains("memory of device 1, which is of its pool (cudaMallocAsync)"),
            "{report}"
        );

        let other_kind = words_of(2, &[3], false);
        let out = words_of(0, &[0], false);
        let report = refused(read_at(other_kind, 0, out));
        assert!(
            report.contains("memory of device 2, which device 0 cannot access"),
            "{report}"
        );
    }
}
