use std::ptr::null_mut;

use super::*;
use crate::api::allocation::{cudaFree, cudaMallocManaged};
use crate::api::stream::{cudaStreamCreate, cudaStreamDestroy, cudaStreamGetPriority};
use crate::api::tests_support::*;

#[cfg(not(cuda_major = "12"))]
fn there(number: i32) -> Place {
    cudaMemLocation {
        type_: cudaMemLocationType::cudaMemLocationTypeDevice,
        id: number,
    }
}
#[cfg(cuda_major = "12")]
fn there(number: i32) -> Place {
    number
}

#[test]
fn advice_is_for_managed_memory_as_far_as_it_goes() {
    let _together = together();
    select(SMALL);
    let device = words(4);
    let mut managed = null_mut();
    let advice = cudaMemoryAdvise::cudaMemAdviseSetPreferredLocation;
    // SAFETY: live places and memory.
    unsafe {
        fine(cudaMallocManaged(
            &mut managed,
            64,
            cuda_sys::cudaMemAttachGlobal,
        ));
        fine(cudaMemAdvise(managed, 64, advice, there(SMALL)));
        refused(cudaMemAdvise(managed, 65, advice, there(SMALL)), INVALID);
        refused(
            cudaMemAdvise(managed, 64, advice, there(99)),
            cudaError::cudaErrorInvalidDevice,
        );
        refused(
            cudaMemAdvise(managed, 64, cudaMemoryAdvise(77), there(SMALL)),
            INVALID,
        );
        refused(
            cudaMemAdvise(device.cast(), 16, advice, there(SMALL)),
            INVALID,
        );
        let prefetch = |pointer: *const c_void, bytes| {
            cudaMemPrefetchAsync(
                pointer,
                bytes,
                there(SMALL),
                #[cfg(not(cuda_major = "12"))]
                0,
                null_mut(),
            )
        };
        fine(prefetch(managed, 64));
        refused(prefetch(managed, 0), INVALID);
        refused(prefetch(device.cast(), 16), INVALID);
        fine(cudaStreamAttachMemAsync(
            null_mut(),
            managed,
            0,
            cuda_sys::cudaMemAttachGlobal,
        ));
        refused(cudaStreamAttachMemAsync(null_mut(), managed, 0, 8), INVALID);
        fine(cudaFree(managed));
        fine(cudaFree(device.cast()));
    }
}

#[test]
fn an_attribute_of_a_stream_is_what_was_set_and_can_be_copied() {
    use cudaLaunchAttributeID as A;
    let _together = together();
    select(SMALL);
    let (mut first, mut second) = (null_mut(), null_mut());
    // SAFETY: live places; zero is a value of the union.
    unsafe {
        fine(cudaStreamCreate(&mut first));
        fine(cudaStreamCreate(&mut second));
        let mut value: cudaLaunchAttributeValue = std::mem::zeroed();
        value.accessPolicyWindow.num_bytes = 4096;
        let window = A::cudaLaunchAttributeAccessPolicyWindow;
        fine(cudaStreamSetAttribute(first, window, &value));
        fine(cudaStreamCopyAttributes(second, first));
        let mut found: cudaLaunchAttributeValue = std::mem::zeroed();
        fine(cudaStreamGetAttribute(second, window, &mut found));
        assert_eq!(found.accessPolicyWindow.num_bytes, 4096);
        value.priority = -3;
        fine(cudaStreamSetAttribute(
            first,
            A::cudaLaunchAttributePriority,
            &value,
        ));
        let mut priority = 0;
        fine(cudaStreamGetPriority(first, &mut priority));
        assert_eq!(priority, -3);
        refused(
            cudaStreamSetAttribute(first, A::cudaLaunchAttributeCooperative, &value),
            INVALID,
        );
        fine(cudaStreamDestroy(first));
        fine(cudaStreamDestroy(second));
    }
}
