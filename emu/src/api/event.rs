//! Events: marks in the order of a stream, with the time when it came to them.

use cuda_sys::{cudaError, cudaEvent_t, cudaStream_t};
use libc::c_uint;

use crate::api::call::{Outcome, api, give};
use crate::machine::streams::Event;
use crate::machine::work::Work;
use crate::machine::{Machine, context};

const UNKNOWN: cudaError = cudaError::cudaErrorInvalidResourceHandle;

/// # Safety
///
/// `place` is null or may be written.
unsafe fn create(place: *mut cudaEvent_t, flags: c_uint) -> Outcome {
    let (machine, device) = context()?;
    let known = cuda_sys::cudaEventBlockingSync | cuda_sys::cudaEventDisableTiming;
    if flags & cuda_sys::cudaEventInterprocess != 0 {
        return Err(cudaError::cudaErrorNotSupported);
    }
    if place.is_null() || flags & !known != 0 {
        return Err(cudaError::cudaErrorInvalidValue);
    }
    let mut state = machine.state();
    let handle = state.new_handle();
    let event = Event {
        device,
        timed: flags & cuda_sys::cudaEventDisableTiming == 0,
        recorded: None,
        time: None,
        captured: None,
    };
    state.events.insert(handle, event);
    // SAFETY: by the contract.
    unsafe { give(place, handle as cudaEvent_t) }
}

fn find(machine: &Machine, event: cudaEvent_t) -> Outcome<Event> {
    let found = machine.state().events.get(&(event as usize)).cloned();
    found.ok_or(UNKNOWN)
}

fn record(event: cudaEvent_t, stream: cudaStream_t) -> Outcome {
    let (machine, device) = context()?;
    let found = find(machine, event)?;
    let mut state = machine.state();
    let key = state.stream_key(device, stream)?;
    let stream = state.stream(key)?;
    if stream.device != found.device {
        return Err(UNKNOWN);
    }
    // In a capture an event is a place in the graph, and takes no time.
    if let Some(captured) = stream.capture.clone() {
        if let Some(event) = state.events.get_mut(&(event as usize)) {
            event.captured = Some(captured);
        }
        return Ok(());
    }
    drop(state);
    machine.give(key, Work::Record(event as usize)).map(|_| ())
}

/// The operation that an event was recorded by, if it was.
fn recorded(event: &Event) -> Outcome<Vec<u64>> {
    match event.captured {
        Some(_) => Err(cudaError::cudaErrorCapturedEvent),
        None => Ok(event.recorded.into_iter().collect()),
    }
}

api! {
    /// An event that takes the time.
    fn cudaEventCreate(event: *mut cudaEvent_t) {
        create(event, cuda_sys::cudaEventDefault)
    }

    /// An event; with `cudaEventDisableTiming` it takes no time.
    fn cudaEventCreateWithFlags(event: *mut cudaEvent_t, flags: c_uint) {
        create(event, flags)
    }

    /// Ends an event.
    fn cudaEventDestroy(event: cudaEvent_t) {
        let (machine, _) = context()?;
        machine.state().events.remove(&(event as usize)).map(|_| ()).ok_or(UNKNOWN)
    }

    /// Marks where a stream is.
    fn cudaEventRecord(event: cudaEvent_t, stream: cudaStream_t) {
        record(event, stream)
    }

    /// As `cudaEventRecord`; external events in graphs are not emulated.
    fn cudaEventRecordWithFlags(event: cudaEvent_t, stream: cudaStream_t, flags: c_uint) {
        match flags {
            cuda_sys::cudaEventRecordDefault => record(event, stream),
            cuda_sys::cudaEventRecordExternal => Err(cudaError::cudaErrorNotSupported),
            _ => Err(cudaError::cudaErrorInvalidValue),
        }
    }

    /// Whether the stream has come to the mark. A question begins what is before it, beside this thread.
    fn cudaEventQuery(event: cudaEvent_t) {
        let (machine, _) = context()?;
        let found = find(machine, event)?;
        machine.advance(found.device, &recorded(&found)?)
    }

    /// Does what is before the mark and tells what went wrong in it.
    fn cudaEventSynchronize(event: cudaEvent_t) {
        let (machine, _) = context()?;
        let found = find(machine, event)?;
        machine.finish(found.device, &recorded(&found)?)
    }

    /// Milliseconds between two marks, as they were reached here.
    fn cudaEventElapsedTime(milliseconds: *mut f32, start: cudaEvent_t, end: cudaEvent_t) {
        let (machine, _) = context()?;
        let (start, end) = (find(machine, start)?, find(machine, end)?);
        for event in [&start, &end] {
            if !event.timed || event.recorded.is_none() || event.device != start.device {
                return Err(UNKNOWN);
            }
            recorded(event)?;
        }
        match (start.time, end.time) {
            (Some(start), Some(end)) => {
                let forward = end.saturating_duration_since(start).as_secs_f32();
                let backward = start.saturating_duration_since(end).as_secs_f32();
                give(milliseconds, (forward - backward) * 1e3)
            }
            _ => Err(cudaError::cudaErrorNotReady),
        }
    }

    /// Makes what a stream is given next wait for a mark. An event that was never recorded makes it wait for nothing.
    fn cudaStreamWaitEvent(stream: cudaStream_t, event: cudaEvent_t, flags: c_uint) {
        let (machine, device) = context()?;
        match flags {
            cuda_sys::cudaEventWaitDefault => {}
            cuda_sys::cudaEventWaitExternal => return Err(cudaError::cudaErrorNotSupported),
            _ => return Err(cudaError::cudaErrorInvalidValue),
        }
        let found = find(machine, event)?;
        let mut state = machine.state();
        let key = state.stream_key(device, stream)?;
        if let Some(captured) = found.captured {
            return state.join(key, captured);
        }
        let stream = state.stream(key)?;
        if let Some((capture, _)) = stream.capture.clone() {
            // Nothing is to wait for: then nothing leaves the capture.
            if found.recorded.is_none() {
                return Ok(());
            }
            if let Some(capture) = state.captures.get_mut(&capture) {
                capture.invalid = true;
            }
            return Err(cudaError::cudaErrorStreamCaptureIsolation);
        }
        stream.waits.extend(found.recorded);
        Ok(())
    }
}

#[cfg(test)]
#[path = "tests/event_tests.rs"]
mod tests;
