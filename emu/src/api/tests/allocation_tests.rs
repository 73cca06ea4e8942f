use std::ptr::null_mut;

use super::*;
use crate::api::tests_support::*;

fn attributes(pointer: *const c_void) -> cudaPointerAttributes {
    // SAFETY: a live place; zero is a value of all fields.
    unsafe {
        let mut found = std::mem::zeroed();
        fine(cudaPointerGetAttributes(&mut found, pointer));
        found
    }
}

#[test]
fn device_memory_is_poisoned_and_freed_once() {
    let _together = together();
    let place = words(100);
    assert_eq!(read(place, 100), [crate::memory::POISON; 100]);
    assert_eq!(
        attributes(place.cast()).type_,
        cudaMemoryType::cudaMemoryTypeDevice
    );
    // SAFETY: what is no device memory is refused.
    unsafe {
        refused(cudaFree(place.add(1).cast()), INVALID);
        refused(cudaFreeHost(place.cast()), INVALID);
        fine(cudaFree(place.cast()));
        refused(cudaFree(place.cast()), INVALID);
        let mut local = 0_u32;
        refused(cudaFree((&raw mut local).cast()), INVALID);
        fine(cudaFree(null_mut()));
    }
}

#[test]
fn more_than_the_device_has_is_refused() {
    let _together = together();
    let mut place = null_mut();
    // SAFETY: a live pointer.
    unsafe {
        refused(
            cudaMalloc(&mut place, 2 << 30),
            cudaError::cudaErrorMemoryAllocation,
        );
        refused(cudaMalloc(null_mut(), 4), INVALID);
        fine(cudaMalloc(&mut place, 0));
    }
    assert!(place.is_null());
}

#[test]
fn pinned_memory_has_one_address_on_both_sides() {
    let _together = together();
    let (mut host, mut device, mut flags) = (null_mut(), null_mut(), 0);
    // SAFETY: live places; the memory is as large as it was asked for.
    unsafe {
        fine(cudaHostAlloc(&mut host, 64, cuda_sys::cudaHostAllocMapped));
        host.cast::<u64>().write(5);
        fine(cudaHostGetDevicePointer(&mut device, host, 0));
        assert_eq!(device, host);
        fine(cudaHostGetFlags(&mut flags, host));
        assert_eq!(flags, cuda_sys::cudaHostAllocMapped);
        let found = attributes(host);
        assert_eq!(found.type_, cudaMemoryType::cudaMemoryTypeHost);
        assert_eq!(found.devicePointer, host);
        refused(cudaFree(host), INVALID);
        fine(cudaFreeHost(host));
        refused(cudaFreeHost(host), INVALID);
        refused(cudaHostGetDevicePointer(&mut device, host, 0), INVALID);
        refused(cudaHostAlloc(&mut host, 64, 1 << 20), INVALID);
    }
}

#[test]
fn the_programs_memory_is_unknown_until_it_is_registered() {
    let _together = together();
    let mut memory = [0_u64; 8];
    let pointer = (&raw mut memory).cast();
    assert_eq!(
        attributes(pointer).type_,
        cudaMemoryType::cudaMemoryTypeUnregistered
    );
    // SAFETY: the memory is live and that large.
    unsafe {
        fine(cudaHostRegister(pointer, 64, 0));
        assert_eq!(
            attributes(pointer).type_,
            cudaMemoryType::cudaMemoryTypeHost
        );
        refused(
            cudaHostRegister(pointer, 64, 0),
            cudaError::cudaErrorHostMemoryAlreadyRegistered,
        );
        fine(cudaHostUnregister(pointer));
        refused(
            cudaHostUnregister(pointer),
            cudaError::cudaErrorHostMemoryNotRegistered,
        );
    }
}

#[test]
fn memory_in_the_order_of_a_stream_is_freed_when_the_stream_comes_to_it() {
    let _together = together();
    let mut place = null_mut();
    let own = 2 as cudaStream_t;
    // SAFETY: a live pointer, and the stream of this thread.
    unsafe {
        fine(cudaMallocAsync(&mut place, 256, own));
        fine(cudaFreeAsync(place, own));
        refused(cudaFreeAsync(place, own), INVALID);
        fine(crate::api::stream::cudaStreamSynchronize(own));
        refused(cudaFree(place), INVALID);
    }
}

#[test]
fn managed_memory_is_of_the_host_and_of_devices() {
    let _together = together();
    let mut place = null_mut();
    // SAFETY: live places; the memory is as large as it was asked for.
    unsafe {
        fine(cudaMallocManaged(
            &mut place,
            8,
            cuda_sys::cudaMemAttachGlobal,
        ));
        place.cast::<u32>().write(3);
        let found = attributes(place);
        assert_eq!(found.type_, cudaMemoryType::cudaMemoryTypeManaged);
        assert_eq!((found.devicePointer, found.hostPointer), (place, place));
        assert_eq!(read(place.cast(), 1), [3]);
        fine(cudaFree(place));
        refused(cudaFree(place), INVALID);
        refused(
            cudaMallocManaged(&mut place, 0, cuda_sys::cudaMemAttachGlobal),
            INVALID,
        );
        refused(cudaMallocManaged(&mut place, 8, 8), INVALID);
    }
}
