//! Streams.

use cuda_sys::{cudaError, cudaHostFn_t, cudaStream_t, cudaStreamCallback_t};
use libc::{c_int, c_uint, c_ulonglong, c_void};

use crate::api::call::{Outcome, api, give};
use crate::machine::streams::{Stream, StreamKey};
use crate::machine::work::{HostCall, Work};
use crate::machine::{Machine, context};

/// The highest priority, which is the lowest number.
pub(super) const GREATEST_PRIORITY: c_int = -5;

/// # Safety
///
/// `place` is null or may be written.
unsafe fn create(place: *mut cudaStream_t, flags: c_uint, priority: c_int) -> Outcome {
    let (machine, device) = context()?;
    if place.is_null() || flags & !cuda_sys::cudaStreamNonBlocking != 0 {
        return Err(cudaError::cudaErrorInvalidValue);
    }
    let mut state = machine.state();
    let handle = state.new_handle();
    let blocking = flags & cuda_sys::cudaStreamNonBlocking == 0;
    // Beyond the range it is the nearest in it.
    let stream = Stream::new(device, blocking, priority.clamp(GREATEST_PRIORITY, 0));
    state.streams.insert(StreamKey::Created(handle), stream);
    // SAFETY: by the contract.
    unsafe { give(place, handle as cudaStream_t) }
}

/// The stream that a handle names, with the machine and the stream's device.
fn find(handle: cudaStream_t) -> Outcome<(&'static Machine, StreamKey, Stream)> {
    let (machine, device) = context()?;
    let mut state = machine.state();
    let key = state.stream_key(device, handle)?;
    let stream = state.stream(key)?.clone();
    Ok((machine, key, stream))
}

/// What must be done so that all of a stream is. The default stream has been waited for when all that it would wait for is.
fn targets(machine: &Machine, key: StreamKey) -> Outcome<Vec<u64>> {
    let mut state = machine.state();
    state.not_capturing(key)?;
    let stream = state.stream(key)?;
    let mut targets = stream.waits.clone();
    targets.extend(stream.last);
    if let StreamKey::Legacy(_) = key {
        targets = state.before(key)?;
        state.stream(key)?.waits.clone_from(&targets);
    }
    Ok(targets)
}

api! {
    /// A stream that waits for the default stream, and that for it.
    fn cudaStreamCreate(stream: *mut cudaStream_t) {
        create(stream, cuda_sys::cudaStreamDefault, 0)
    }

    /// A stream; `cudaStreamNonBlocking` sets it apart from the default stream.
    fn cudaStreamCreateWithFlags(stream: *mut cudaStream_t, flags: c_uint) {
        create(stream, flags, 0)
    }

    /// As `cudaStreamCreateWithFlags`; the priority is kept and changes nothing.
    fn cudaStreamCreateWithPriority(stream: *mut cudaStream_t, flags: c_uint, priority: c_int) {
        create(stream, flags, priority)
    }

    /// Ends a stream. What was given to it is still done.
    fn cudaStreamDestroy(stream: cudaStream_t) {
        let (machine, _) = context()?;
        let mut state = machine.state();
        let key = StreamKey::Created(stream as usize);
        let gone = state.streams.remove(&key).ok_or(cudaError::cudaErrorInvalidResourceHandle)?;
        if let Some((capture, _)) = gone.capture
            && let Some(capture) = state.captures.get_mut(&capture)
        {
            capture.invalid = true;
        }
        // The default stream still waits for it.
        if gone.blocking {
            let legacy = state.stream_key(gone.device, std::ptr::null_mut())?;
            let last = gone.last.into_iter().chain(gone.waits);
            state.stream(legacy)?.waits.extend(last);
        }
        Ok(())
    }

    /// Does the work of a stream and tells what went wrong in it.
    fn cudaStreamSynchronize(stream: cudaStream_t) {
        let (machine, key, stream) = find(stream)?;
        let targets = targets(machine, key)?;
        machine.finish(stream.device, &targets)
    }

    /// Whether the work of a stream is done. A question begins it, beside this thread.
    fn cudaStreamQuery(stream: cudaStream_t) {
        let (machine, key, stream) = find(stream)?;
        let targets = targets(machine, key)?;
        machine.advance(stream.device, &targets)
    }

    /// The flags that a stream was created with.
    fn cudaStreamGetFlags(stream: cudaStream_t, flags: *mut c_uint) {
        let (_, key, stream) = find(stream)?;
        let apart = matches!(key, StreamKey::Created(_)) && !stream.blocking;
        give(flags, if apart { cuda_sys::cudaStreamNonBlocking } else { cuda_sys::cudaStreamDefault })
    }

    /// The priority that a stream was created with.
    fn cudaStreamGetPriority(stream: cudaStream_t, priority: *mut c_int) {
        give(priority, find(stream)?.2.priority)
    }

    /// The device of a stream.
    fn cudaStreamGetDevice(stream: cudaStream_t, device: *mut c_int) {
        give(device, find(stream)?.2.device as c_int)
    }

    /// A number that no other stream has.
    fn cudaStreamGetId(stream: cudaStream_t, number: *mut c_ulonglong) {
        give(number, match find(stream)?.1 {
            StreamKey::Legacy(device) => device as c_ulonglong,
            StreamKey::PerThread(_, thread) => thread,
            StreamKey::Created(handle) => handle as c_ulonglong,
        })
    }

    /// Calls a function of the program when the stream comes to it. It must not call the runtime.
    fn cudaLaunchHostFunc(stream: cudaStream_t, function: cudaHostFn_t, argument: *mut c_void) {
        let (machine, key, _) = find(stream)?;
        let function = function.ok_or(cudaError::cudaErrorInvalidValue)?;
        let call = HostCall::Function { function, argument: argument as usize };
        machine.give(key, Work::Host(call)).map(|_| ())
    }

    /// Calls a function of the program when the stream comes to it, and tells it what has failed there. It must not call the
    /// runtime.
    fn cudaStreamAddCallback(
        stream: cudaStream_t, function: cudaStreamCallback_t, argument: *mut c_void, flags: c_uint,
    ) {
        let (machine, key, _) = find(stream)?;
        let function = function.ok_or(cudaError::cudaErrorInvalidValue)?;
        if flags != 0 {
            return Err(cudaError::cudaErrorInvalidValue);
        }
        machine.state().not_capturing(key)?;
        let call = HostCall::Callback { function, stream: stream as usize, argument: argument as usize };
        machine.give(key, Work::Host(call)).map(|_| ())
    }
}

#[cfg(test)]
#[path = "tests/stream_tests.rs"]
mod tests;
