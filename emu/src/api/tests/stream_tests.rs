use std::ptr::null_mut;
use std::sync::atomic::{AtomicU32, Ordering};

use super::*;
use crate::api::allocation::{cudaFreeAsync, cudaMallocAsync};
use crate::api::copy::cudaMemsetAsync;
use crate::api::device::cudaDeviceSynchronize;
use crate::api::event::{cudaEventCreate, cudaEventRecord, cudaStreamWaitEvent};
use crate::api::tests_support::*;

const UNKNOWN: cudaError = cudaError::cudaErrorInvalidResourceHandle;

/// Counts how often it was called, in the word that it is given.
unsafe extern "C" fn count(word: *mut c_void) {
    // SAFETY: the tests hand on a live word.
    unsafe { &*word.cast::<AtomicU32>() }.fetch_add(1, Ordering::Relaxed);
}

fn give_count(stream: cudaStream_t, word: &AtomicU32) {
    let word = (word as *const AtomicU32).cast_mut().cast();
    // SAFETY: the word lives until the stream is done.
    fine(unsafe { cudaLaunchHostFunc(stream, Some(count), word) });
}

fn create(flags: c_uint) -> cudaStream_t {
    let mut stream = null_mut();
    // SAFETY: a live place.
    fine(unsafe { cudaStreamCreateWithFlags(&mut stream, flags) });
    stream
}

#[test]
fn a_stream_does_its_own_work_and_no_other() {
    let _alone = alone();
    let (first, second) = (create(0), create(0));
    let words = [AtomicU32::new(0), AtomicU32::new(0)];
    give_count(first, &words[0]);
    give_count(second, &words[1]);
    // SAFETY: live streams.
    unsafe {
        fine(cudaStreamSynchronize(second));
        assert_eq!(
            words.each_ref().map(|word| word.load(Ordering::Relaxed)),
            [0, 1]
        );
        fine(cudaDeviceSynchronize());
        assert_eq!(
            words.each_ref().map(|word| word.load(Ordering::Relaxed)),
            [1, 1]
        );
        fine(cudaStreamDestroy(first));
        refused(cudaStreamSynchronize(first), UNKNOWN);
        refused(cudaStreamDestroy(first), UNKNOWN);
    }
}

#[test]
fn the_default_stream_waits_for_blocking_streams_and_no_others() {
    let _alone = alone();
    let (blocking, apart) = (create(0), create(cuda_sys::cudaStreamNonBlocking));
    let words = [(); 3].map(|()| AtomicU32::new(0));
    give_count(blocking, &words[0]);
    give_count(apart, &words[1]);
    give_count(null_mut(), &words[2]);
    // SAFETY: the default stream.
    fine(unsafe { cudaStreamSynchronize(null_mut()) });
    let found = words.each_ref().map(|word| word.load(Ordering::Relaxed));
    assert_eq!(found, [1, 0, 1]);
    // SAFETY: takes nothing.
    fine(unsafe { cudaDeviceSynchronize() });
}

#[test]
fn an_event_makes_one_stream_wait_for_another() {
    let _alone = alone();
    let (first, second) = (create(1), create(1));
    let words = [AtomicU32::new(0), AtomicU32::new(0)];
    let mut event = null_mut();
    // SAFETY: live handles.
    unsafe {
        fine(cudaEventCreate(&mut event));
        give_count(first, &words[0]);
        fine(cudaEventRecord(event, first));
        fine(cudaStreamWaitEvent(second, event, 0));
        give_count(second, &words[1]);
        fine(cudaStreamSynchronize(second));
    }
    assert_eq!(
        words.each_ref().map(|word| word.load(Ordering::Relaxed)),
        [1, 1]
    );
}

#[test]
fn a_question_begins_the_work_beside_this_thread_and_leaves_no_error() {
    let _alone = alone();
    let stream = create(1);
    let word = AtomicU32::new(0);
    for _ in 0..3 {
        give_count(stream, &word);
    }
    let not_ready = cudaError::cudaErrorNotReady;
    // SAFETY: a live stream.
    let ask = || unsafe { cudaStreamQuery(stream) };
    assert_eq!(
        ask(),
        not_ready,
        "the first question always comes too early"
    );
    let end = std::time::Instant::now() + std::time::Duration::from_secs(10);
    while ask() == not_ready && std::time::Instant::now() < end {
        std::thread::yield_now();
    }
    fine(ask());
    assert_eq!(word.load(Ordering::Relaxed), 3);
    fine(crate::api::call::last_error());
}

#[test]
fn a_forked_process_is_told_that_it_cannot_use_the_runtime() {
    let _together = together();
    // SAFETY: takes nothing.
    fine(unsafe { cudaDeviceSynchronize() });
    // SAFETY: the child makes one call, which takes no lock that another thread may hold, and ends.
    let status = unsafe {
        let child = libc::fork();
        if child == 0 {
            libc::_exit(cudaDeviceSynchronize().0 as i32);
        }
        let mut status = 0;
        assert_eq!(libc::waitpid(child, &mut status, 0), child);
        libc::WEXITSTATUS(status)
    };
    assert_eq!(status, cudaError::cudaErrorInitializationError.0 as i32);
}

#[test]
fn work_that_nobody_waits_for_is_done_after_a_while() {
    let _together = together();
    let stream = create(1);
    static WORD: AtomicU32 = AtomicU32::new(0);
    give_count(stream, &WORD);
    for _ in 0..200 {
        std::thread::sleep(std::time::Duration::from_millis(10));
        if WORD.load(Ordering::Relaxed) == 1 {
            return;
        }
    }
    panic!("not done after 2 s");
}

#[test]
fn a_function_of_the_program_must_not_call_the_runtime() {
    unsafe extern "C" fn calls(word: *mut c_void) {
        // SAFETY: takes nothing; the test hands on a live word.
        unsafe { word.cast::<cudaError>().write(cudaDeviceSynchronize()) };
    }
    let _together = together();
    let stream = create(1);
    let mut answer = cudaError::cudaSuccess;
    // SAFETY: the word lives until the stream is done.
    unsafe {
        fine(cudaLaunchHostFunc(
            stream,
            Some(calls),
            (&raw mut answer).cast(),
        ));
        fine(cudaStreamSynchronize(stream));
    }
    assert_eq!(answer, cudaError::cudaErrorNotPermitted);
}

#[test]
fn a_stream_tells_what_it_was_created_with() {
    let _together = together();
    let mut stream = null_mut();
    let (mut flags, mut priority, mut device) = (9, 9, 9);
    // SAFETY: live places.
    unsafe {
        select(T4);
        fine(cudaStreamCreateWithPriority(&mut stream, 1, -99));
        select(SMALL);
        fine(cudaStreamGetFlags(stream, &mut flags));
        fine(cudaStreamGetPriority(stream, &mut priority));
        fine(cudaStreamGetDevice(stream, &mut device));
        refused(
            cudaStreamCreateWithFlags(&mut stream, 2),
            cudaError::cudaErrorInvalidValue,
        );
    }
    assert_eq!((flags, priority, device), (1, GREATEST_PRIORITY, T4));
}

/// Writes into the word what it is told: the stream and the status, in halves.
unsafe extern "C" fn told(stream: cudaStream_t, status: cudaError, word: *mut c_void) {
    let value = (stream as u32) << 16 | status.0;
    // SAFETY: the tests hand on a live word.
    unsafe { &*word.cast::<AtomicU32>() }.store(value, Ordering::Relaxed);
}

#[test]
fn a_callback_is_told_its_stream_and_what_failed_there() {
    let _alone = alone();
    select(BROKEN);
    let (stream, word) = (create(1), AtomicU32::new(0));
    let argument: *mut c_void = (&raw const word).cast_mut().cast();
    let failed = cudaError::cudaErrorIllegalAddress;
    let half = (stream as u32) << 16;
    // SAFETY: the word lives until the stream is done; what was freed is not touched.
    unsafe {
        fine(cudaStreamAddCallback(stream, Some(told), argument, 0));
        fine(cudaStreamSynchronize(stream));
        assert_eq!(word.load(Ordering::Relaxed), half);
        // What another stream has freed meanwhile is a fault of this one.
        let (other, mut place) = (create(1), null_mut());
        fine(cudaMallocAsync(&mut place, 64, other));
        fine(cudaFreeAsync(place, other));
        fine(cudaMemsetAsync(place, 0, 64, stream));
        fine(cudaStreamSynchronize(other));
        fine(cudaStreamAddCallback(stream, Some(told), argument, 0));
        refused(cudaStreamSynchronize(stream), failed);
        assert_eq!(word.load(Ordering::Relaxed), half | failed.0);
        fine(crate::api::device::cudaDeviceReset());
        select(SMALL);
        let invalid = cudaError::cudaErrorInvalidValue;
        refused(
            cudaStreamAddCallback(null_mut(), None, argument, 0),
            invalid,
        );
        refused(
            cudaStreamAddCallback(null_mut(), Some(told), argument, 1),
            invalid,
        );
    }
}

#[test]
fn no_two_streams_have_one_number() {
    let _together = together();
    let streams = [create(0), create(0), null_mut(), 2 as cudaStream_t];
    let number = |stream| {
        let mut number = 0;
        // SAFETY: a live place.
        fine(unsafe { cudaStreamGetId(stream, &mut number) });
        number
    };
    let numbers: std::collections::BTreeSet<c_ulonglong> = streams.map(number).into();
    assert_eq!(numbers.len(), 4);
    assert_eq!(streams.map(number), streams.map(number));
}
