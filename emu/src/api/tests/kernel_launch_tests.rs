use std::ptr::null_mut;

use cuda_sys::{cudaFuncAttribute, cudaFuncAttributes, cudaLaunchAttribute};

use super::*;
use crate::api::allocation::{cudaFree, cudaMalloc};
use crate::api::device::{cudaDeviceReset, cudaDeviceSynchronize};
use crate::api::function::*;
use crate::api::tests_support::*;

fn shape(grid: u32, block: u32, place: *mut u32, cooperative: bool) -> cudaError {
    let (mut place, mut value) = (place, 42_u32);
    let mut arguments: [*mut c_void; 2] = [(&raw mut place).cast(), (&raw mut value).cast()];
    let launch = if cooperative {
        cudaLaunchCooperativeKernel
    } else {
        cudaLaunchKernel
    };
    // SAFETY: the arguments are those of the kernel.
    unsafe {
        launch(
            store_entry(),
            dim(grid),
            dim(block),
            arguments.as_mut_ptr(),
            0,
            null_mut(),
        )
    }
}

#[test]
fn a_kernel_runs_with_copies_of_its_arguments_when_somebody_waits() {
    let _together = together();
    select(SMALL);
    let place = words(1);
    fine(shape(1, 1, place, false));
    assert_eq!(read(place, 1), [42]);
    fine(shape(4, 32, place, true));
    assert_eq!(read(place, 1), [42]);
}

#[test]
fn a_shape_that_the_device_does_not_take_is_refused_with_its_code() {
    let _together = together();
    select(SMALL);
    let place = words(1);
    let bad = cudaError::cudaErrorInvalidValue;
    for (grid, block) in [(0, 1), (1, 0), (1, 1025), (0x8000_0000, 1)] {
        refused(shape(grid, block, place, false), bad);
    }
    // SAFETY: refused before an argument is looked at.
    unsafe {
        let unknown = cudaLaunchKernel(place.cast(), dim(1), dim(1), null_mut(), 0, null_mut());
        refused(unknown, cudaError::cudaErrorInvalidDeviceFunction);
        let none = cudaLaunchKernel(store_entry(), dim(1), dim(1), null_mut(), 0, null_mut());
        refused(none, INVALID);
        let much = 48 * 1024 + 1;
        let shared = cudaLaunchKernel(store_entry(), dim(1), dim(1), null_mut(), much, null_mut());
        refused(shared, INVALID);
    }
}

#[test]
fn a_cooperative_grid_is_refused_with_one_block_too_many_and_where_there_is_no_such_launch() {
    let _together = together();
    select(SMALL);
    let place = words(1);
    let mut per_multiprocessor = 0;
    // SAFETY: a live place.
    fine(unsafe {
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &mut per_multiprocessor,
            store_entry(),
            256,
            0,
        )
    });
    assert_eq!(per_multiprocessor, 8);
    let limit = 2 * per_multiprocessor as u32;
    fine(shape(limit, 256, place, true));
    assert_eq!(read(place, 1), [42]);
    refused(
        shape(limit + 1, 256, place, true),
        cudaError::cudaErrorCooperativeLaunchTooLarge,
    );
    select(NO_COOPERATIVE);
    refused(
        shape(1, 1, words(1), true),
        cudaError::cudaErrorNotSupported,
    );
}

#[test]
fn attributes_of_a_launch_are_looked_at() {
    let _together = together();
    select(SMALL);
    let place = words(1);
    let (mut to, mut value) = (place, 9_u32);
    let mut arguments: [*mut c_void; 2] = [(&raw mut to).cast(), (&raw mut value).cast()];
    // SAFETY: zero is a value of all fields.
    let mut attribute: cudaLaunchAttribute = unsafe { std::mem::zeroed() };
    let mut launch = |attribute: &mut cudaLaunchAttribute, grid| {
        let config = cudaLaunchConfig_t {
            gridDim: dim(grid),
            blockDim: dim(1024),
            dynamicSmemBytes: 0,
            stream: null_mut(),
            attrs: attribute,
            numAttrs: 1,
        };
        // SAFETY: the configuration has one attribute, and the arguments are those of the kernel.
        unsafe { cudaLaunchKernelExC(&config, store_entry(), arguments.as_mut_ptr()) }
    };
    attribute.id = cudaLaunchAttributeID::cudaLaunchAttributeCooperative;
    attribute.val.cooperative = 1;
    fine(launch(&mut attribute, 4));
    refused(
        launch(&mut attribute, 5),
        cudaError::cudaErrorCooperativeLaunchTooLarge,
    );
    attribute.val.cooperative = 0;
    fine(launch(&mut attribute, 9));
    attribute.id = cudaLaunchAttributeID::cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim =
        cuda_sys::cudaLaunchAttributeValue__bindgen_ty_1 { x: 9, y: 1, z: 1 };
    refused(
        launch(&mut attribute, 9),
        cudaError::cudaErrorInvalidClusterSize,
    );
    attribute.val.clusterDim.x = 2;
    refused(
        launch(&mut attribute, 9),
        cudaError::cudaErrorInvalidClusterSize,
    );
    attribute.id = cudaLaunchAttributeID::cudaLaunchAttributeProgrammaticEvent;
    refused(launch(&mut attribute, 8), cudaError::cudaErrorNotSupported);
    assert_eq!(read(place, 1), [9]);
}

#[test]
fn what_is_set_for_a_kernel_is_told_and_limited() {
    let _alone = alone();
    select(BROKEN);
    let attribute = cudaFuncAttribute::cudaFuncAttributeMaxDynamicSharedMemorySize;
    let entry = store_entry();
    let (mut offset, mut size, mut blocks) = (0, 0, 0);
    // SAFETY: live places; zero is a value of all fields.
    unsafe {
        let mut found: cudaFuncAttributes = std::mem::zeroed();
        fine(cudaFuncSetAttribute(entry, attribute, 227 * 1024));
        fine(cudaFuncGetAttributes(&mut found, entry));
        assert_eq!(found.maxDynamicSharedSizeBytes, 227 * 1024);
        refused(
            cudaFuncSetAttribute(entry, attribute, 227 * 1024 + 1),
            INVALID,
        );
        refused(cudaFuncSetAttribute(entry, attribute, -1), INVALID);
        fine(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &mut blocks,
            entry,
            256,
            100 * 1024,
        ));
        assert_eq!(blocks, 2);
        fine(cudaFuncGetParamInfo(entry, 1, &mut offset, &mut size));
        assert_eq!((offset, size), (8, 4));
        refused(
            cudaFuncGetParamInfo(entry, 2, &mut offset, &mut size),
            INVALID,
        );
        fine(cudaDeviceReset());
    }
}

#[test]
fn a_fault_shows_when_somebody_waits_and_stays_until_a_reset() {
    let _alone = alone();
    select(BROKEN);
    let illegal = cudaError::cudaErrorIllegalAddress;
    let place = words(4);
    // SAFETY: past the end, and refused by the emulator.
    fine(shape(1, 1, unsafe { place.add(4) }, false));
    // What comes after it is not done, and not refused yet.
    fine(shape(1, 1, place, false));
    let mut other = null_mut();
    // SAFETY: live places.
    unsafe {
        refused(cudaDeviceSynchronize(), illegal);
        let report = crate::last_report().unwrap();
        assert_eq!((report.code, report.kernel), (illegal, "store"));
        assert!(
            report
                .to_string()
                .contains("past the end of an allocation of 16 bytes"),
            "{report}"
        );
        refused(cudaMalloc(&mut other, 4), illegal);
        refused(cudaDeviceSynchronize(), illegal);
        refused(shape(1, 1, place, false), illegal);
        select(SMALL);
        fine(cudaDeviceSynchronize());
        select(BROKEN);
        fine(cudaDeviceReset());
        fine(cudaDeviceSynchronize());
        refused(cudaFree(place.cast()), INVALID);
    }
    fine(shape(1, 1, words(1), false));
    // SAFETY: takes nothing.
    fine(unsafe { cudaDeviceSynchronize() });
}

#[test]
fn a_kernel_has_a_name_and_as_much_shared_memory_as_its_blocks_leave() {
    let _together = together();
    select(SMALL);
    let (entry, mut name, mut bytes, mut blocks) = (store_entry(), std::ptr::null(), 0, 0);
    // SAFETY: live places; the name is a static string.
    unsafe {
        fine(cudaFuncGetName(&mut name, entry));
        assert_eq!(std::ffi::CStr::from_ptr(name), c"store");
        refused(
            cudaFuncGetName(&mut name, (&raw const blocks).cast()),
            cudaError::cudaErrorInvalidDeviceFunction,
        );
        fine(cudaFuncSetCacheConfig(
            entry,
            cuda_sys::cudaFuncCache::cudaFuncCachePreferL1,
        ));
        fine(cudaOccupancyAvailableDynamicSMemPerBlock(
            &mut bytes, entry, 8, 256,
        ));
        assert!(bytes > 0);
        // With so much there are as many blocks, with a granule more there are fewer.
        for (dynamic, fits) in [(bytes, true), (bytes + 1024, false)] {
            fine(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                &mut blocks,
                entry,
                256,
                dynamic,
            ));
            assert_eq!(blocks >= 8, fits, "{blocks} blocks with {dynamic} bytes");
        }
        refused(
            cudaOccupancyAvailableDynamicSMemPerBlock(&mut bytes, entry, 0, 256),
            INVALID,
        );
    }
}
