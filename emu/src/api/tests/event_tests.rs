use std::ptr::null_mut;
use std::time::Duration;

use libc::c_void;

use super::*;
use crate::api::stream::{cudaLaunchHostFunc, cudaStreamCreateWithFlags};
use crate::api::tests_support::*;

unsafe extern "C" fn sleep(_: *mut c_void) {
    std::thread::sleep(Duration::from_millis(20));
}

fn event(flags: u32) -> cudaEvent_t {
    let mut event = null_mut();
    // SAFETY: a live place.
    fine(unsafe { cudaEventCreateWithFlags(&mut event, flags) });
    event
}

#[test]
fn the_time_between_two_marks_is_what_the_work_took() {
    let _together = together();
    let (mut stream, mut milliseconds) = (null_mut(), 0.0);
    let (start, end) = (event(0), event(0));
    // SAFETY: live handles and places.
    unsafe {
        fine(cudaStreamCreateWithFlags(&mut stream, 1));
        fine(cudaEventRecord(start, stream));
        fine(cudaLaunchHostFunc(stream, Some(sleep), null_mut()));
        fine(cudaEventRecord(end, stream));
        let early = cudaEventElapsedTime(&mut milliseconds, start, end);
        assert_eq!(early, cudaError::cudaErrorNotReady);
        fine(cudaEventSynchronize(end));
        fine(cudaEventQuery(start));
        fine(cudaEventElapsedTime(&mut milliseconds, start, end));
    }
    assert!((20.0..2000.0).contains(&milliseconds), "{milliseconds}");
}

#[test]
fn an_event_that_was_never_recorded_is_reached_and_has_no_time() {
    let _together = together();
    let (fresh, untimed) = (event(0), event(cuda_sys::cudaEventDisableTiming));
    let mut milliseconds = 0.0;
    // SAFETY: live handles and places.
    unsafe {
        fine(cudaEventQuery(fresh));
        fine(cudaEventSynchronize(fresh));
        refused(
            cudaEventElapsedTime(&mut milliseconds, fresh, fresh),
            UNKNOWN,
        );
        fine(cudaEventRecord(untimed, 2 as cudaStream_t));
        fine(cudaEventSynchronize(untimed));
        refused(
            cudaEventElapsedTime(&mut milliseconds, untimed, untimed),
            UNKNOWN,
        );
        fine(cudaEventDestroy(fresh));
        refused(cudaEventRecord(fresh, null_mut()), UNKNOWN);
    }
}

#[test]
fn an_event_belongs_to_its_device() {
    let _together = together();
    select(SMALL);
    let mine = event(0);
    select(T4);
    // SAFETY: a live event, and the stream of this thread on another device.
    refused(unsafe { cudaEventRecord(mine, 2 as cudaStream_t) }, UNKNOWN);
}

#[test]
fn an_event_is_recorded_with_flags_that_there_are() {
    let _together = together();
    let event = event(0);
    // SAFETY: a live event, the default stream.
    unsafe {
        fine(cudaEventRecordWithFlags(
            event,
            null_mut(),
            cuda_sys::cudaEventRecordDefault,
        ));
        fine(cudaEventSynchronize(event));
        refused(
            cudaEventRecordWithFlags(event, null_mut(), cuda_sys::cudaEventRecordExternal),
            cudaError::cudaErrorNotSupported,
        );
        refused(
            cudaEventRecordWithFlags(event, null_mut(), 2),
            cudaError::cudaErrorInvalidValue,
        );
    }
}
