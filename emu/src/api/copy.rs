//! Copies and fills, in one dimension and two.

use cuda_sys::{
    cudaError, cudaMemcpy3DParms, cudaMemcpyKind, cudaMemsetParams, cudaPitchedPtr, cudaPos,
    cudaStream_t,
};
use libc::{c_int, c_void};

use super::device::device;
use crate::api::call::{Outcome, api};
use crate::machine::context;
use crate::machine::device_attribute::MAX_PITCH;
use crate::machine::streams::StreamKey;
use crate::machine::work::{Copy, Fill, Work, fits};

/// The default stream of the current device, for calls that name none.
pub(super) const DEFAULT: cudaStream_t = std::ptr::null_mut();

/// Whether rows of `width` bytes may be that far apart.
fn is_pitch(width: usize, pitch: usize) -> bool {
    (width..=MAX_PITCH).contains(&pitch)
}

/// Checks a copy and gives it to a stream. Waits for it, if `wait`, or if its target is the program's own memory: such copies
/// are done on return on a device too.
///
/// # Safety
///
/// Where an end is the program's memory, it is good for the copy, on return at the latest if that is the source.
pub(super) unsafe fn copy(
    mut copy: Copy,
    kind: cudaMemcpyKind,
    stream: cudaStream_t,
    wait: bool,
) -> Outcome {
    let (machine, device) = context()?;
    let mut state = machine.state();
    let key = state.stream_key(device, stream)?;
    if copy.width == 0 || copy.height == 0 {
        return fits(kind, None, None).or_else(|error| match error {
            cudaError::cudaErrorInvalidMemcpyDirection => Err(error),
            _ => Ok(()),
        });
    }
    let (to, from) = copy.ends(&state.memory)?;
    fits(kind, to, from)?;
    let captured = state.stream(key)?.capture.is_some();
    let waits = !captured && (wait || to.is_none());
    // A copy that is done on return comes after the work of the devices that own its ends.
    let owners = [to, from].into_iter().flatten().map(|end| end.device);
    let before: Vec<(usize, Vec<u64>)> = owners
        .filter(|owner| waits && *owner != device)
        .map(|owner| (owner, state.queue.of_device(owner)))
        .collect();
    drop(state);
    if captured && wait {
        return machine.state().not_capturing(key);
    }
    for (owner, numbers) in before {
        machine.finish(owner, &numbers)?;
    }
    if from.is_none() && !captured {
        // SAFETY: the program's memory, by the contract.
        unsafe { copy.stage() };
    }
    let number = machine.give(key, Work::Copy(copy))?;
    match number {
        Some(number) if wait || to.is_none() => machine.finish(device, &[number]),
        _ => Ok(()),
    }
}

/// Checks a fill and gives it to a stream.
fn fill(fill: Fill, stream: cudaStream_t) -> Outcome {
    let (machine, device) = context()?;
    let mut state = machine.state();
    let key: StreamKey = state.stream_key(device, stream)?;
    if fill.width == 0 || fill.height == 0 {
        return Ok(());
    }
    fill.place(&state.memory)?;
    drop(state);
    machine.give(key, Work::Fill(fill)).map(|_| ())
}

fn rows(
    (to, to_pitch): (*mut c_void, usize),
    (from, from_pitch): (*const c_void, usize),
    width: usize,
    height: usize,
) -> Outcome<Copy> {
    if !is_pitch(width, to_pitch) || !is_pitch(width, from_pitch) {
        return Err(cudaError::cudaErrorInvalidPitchValue);
    }
    Ok(Copy {
        to: to as usize,
        to_pitch,
        from: from as usize,
        from_pitch,
        width,
        height,
        staged: None,
    })
}

/// A copy in one dimension.
pub(super) fn line(to: *mut c_void, from: *const c_void, bytes: usize) -> Copy {
    Copy {
        to: to as usize,
        to_pitch: bytes,
        from: from as usize,
        from_pitch: bytes,
        width: bytes,
        height: 1,
        staged: None,
    }
}

/// What a copy node does: a copy in one dimension, of one byte at least, checked as the call that does the same.
///
/// # Errors
///
/// `cudaErrorInvalidValue` for one that is empty, and as the call.
pub(super) fn copy_node(
    (to, from): (*mut c_void, *const c_void),
    bytes: usize,
    kind: cudaMemcpyKind,
) -> Outcome<Work> {
    let (machine, _) = context()?;
    if bytes == 0 {
        return Err(cudaError::cudaErrorInvalidValue);
    }
    let copy = line(to, from, bytes);
    let (to, from) = copy.ends(&machine.state().memory)?;
    fits(kind, to, from)?;
    Ok(Work::Copy(copy))
}

/// What a copy node does that is given by its places and extents: rows of memory, of one slice.
///
/// # Errors
///
/// `cudaErrorNotSupported` for arrays and for more than a slice; else as [`copy_node`].
pub(super) fn rows_node(asked: &cudaMemcpy3DParms) -> Outcome<Work> {
    const INVALID: cudaError = cudaError::cudaErrorInvalidValue;
    let (machine, _) = context()?;
    if !asked.srcArray.is_null() || !asked.dstArray.is_null() || asked.extent.depth > 1 {
        return Err(cudaError::cudaErrorNotSupported);
    }
    let (width, height) = (asked.extent.width, asked.extent.height);
    if width == 0 || height == 0 || asked.extent.depth == 0 {
        return Err(INVALID);
    }
    let end = |end: &cudaPitchedPtr, at: &cudaPos| {
        let row = at.z.checked_mul(end.ysize)?.checked_add(at.y)?;
        let offset = row.checked_mul(end.pitch)?.checked_add(at.x)?;
        Some((end.ptr.wrapping_byte_add(offset), end.pitch))
    };
    let (to, to_pitch) = end(&asked.dstPtr, &asked.dstPos).ok_or(INVALID)?;
    let (from, from_pitch) = end(&asked.srcPtr, &asked.srcPos).ok_or(INVALID)?;
    if height == 1 {
        return copy_node((to, from), width, asked.kind);
    }
    let copy = rows((to, to_pitch), (from, from_pitch), width, height)?;
    let (to, from) = copy.ends(&machine.state().memory)?;
    fits(asked.kind, to, from)?;
    Ok(Work::Copy(copy))
}

/// What a fill node does.
///
/// # Errors
///
/// `cudaErrorInvalidValue` for an element that is not 1, 2 or 4 bytes, a pitch below the width, a fill that is empty, or does
/// not lie in device memory.
pub(super) fn fill_node(fill: &cudaMemsetParams) -> Outcome<Work> {
    const INVALID: cudaError = cudaError::cudaErrorInvalidValue;
    let (machine, _) = context()?;
    let element = fill.elementSize as usize;
    if ![1, 2, 4].contains(&element) || fill.width == 0 || fill.height == 0 {
        return Err(INVALID);
    }
    let width = fill.width.checked_mul(element).ok_or(INVALID)?;
    // Of one row the pitch is not looked at.
    if fill.height > 1 && !is_pitch(width, fill.pitch) {
        return Err(INVALID);
    }
    let fill = Fill {
        to: fill.dst as usize,
        pitch: fill.pitch,
        value: fill.value,
        element,
        width,
        height: fill.height,
    };
    fill.place(&machine.state().memory)?;
    Ok(Work::Fill(fill))
}

fn fill_rows(to: *mut c_void, pitch: usize, value: c_int, width: usize, height: usize) -> Fill {
    Fill {
        to: to as usize,
        pitch,
        // The low byte, as in C.
        value: value as u32,
        element: 1,
        width,
        height,
    }
}

api! {
    /// Copies bytes, after the work of the blocking streams; done on return.
    fn cudaMemcpy(to: *mut c_void, from: *const c_void, bytes: usize, kind: cudaMemcpyKind) {
        copy(line(to, from, bytes), kind, DEFAULT, true)
    }

    /// Copies bytes in the order of a stream.
    fn cudaMemcpyAsync(to: *mut c_void, from: *const c_void, bytes: usize, kind: cudaMemcpyKind, stream: cudaStream_t) {
        copy(line(to, from, bytes), kind, stream, false)
    }

    /// Copies rows of bytes; done on return.
    fn cudaMemcpy2D(
        to: *mut c_void, to_pitch: usize, from: *const c_void, from_pitch: usize,
        width: usize, height: usize, kind: cudaMemcpyKind,
    ) {
        copy(rows((to, to_pitch), (from, from_pitch), width, height)?, kind, DEFAULT, true)
    }

    /// Copies rows of bytes in the order of a stream.
    fn cudaMemcpy2DAsync(
        to: *mut c_void, to_pitch: usize, from: *const c_void, from_pitch: usize,
        width: usize, height: usize, kind: cudaMemcpyKind, stream: cudaStream_t,
    ) {
        copy(rows((to, to_pitch), (from, from_pitch), width, height)?, kind, stream, false)
    }

    /// Copies bytes between devices; in the order of the default stream.
    fn cudaMemcpyPeer(to: *mut c_void, to_device: c_int, from: *const c_void, from_device: c_int, bytes: usize) {
        device(to_device)?;
        device(from_device)?;
        copy(line(to, from, bytes), cudaMemcpyKind::cudaMemcpyDeviceToDevice, DEFAULT, true)
    }

    /// Copies bytes between devices in the order of a stream.
    fn cudaMemcpyPeerAsync(
        to: *mut c_void, to_device: c_int, from: *const c_void, from_device: c_int,
        bytes: usize, stream: cudaStream_t,
    ) {
        device(to_device)?;
        device(from_device)?;
        copy(line(to, from, bytes), cudaMemcpyKind::cudaMemcpyDeviceToDevice, stream, false)
    }

    /// Fills bytes, in the order of the default stream.
    fn cudaMemset(to: *mut c_void, value: c_int, bytes: usize) {
        fill(fill_rows(to, bytes, value, bytes, 1), DEFAULT)
    }

    /// Fills bytes in the order of a stream.
    fn cudaMemsetAsync(to: *mut c_void, value: c_int, bytes: usize, stream: cudaStream_t) {
        fill(fill_rows(to, bytes, value, bytes, 1), stream)
    }

    /// Fills rows of bytes, in the order of the default stream.
    fn cudaMemset2D(to: *mut c_void, pitch: usize, value: c_int, width: usize, height: usize) {
        // As a device has it; copies have a code of their own.
        if !is_pitch(width, pitch) {
            return Err(cudaError::cudaErrorInvalidValue);
        }
        fill(fill_rows(to, pitch, value, width, height), DEFAULT)
    }

    /// Fills rows of bytes in the order of a stream.
    fn cudaMemset2DAsync(
        to: *mut c_void, pitch: usize, value: c_int, width: usize, height: usize, stream: cudaStream_t,
    ) {
        // As a device has it; copies have a code of their own.
        if !is_pitch(width, pitch) {
            return Err(cudaError::cudaErrorInvalidValue);
        }
        fill(fill_rows(to, pitch, value, width, height), stream)
    }
}

#[cfg(test)]
#[path = "tests/copy_tests.rs"]
mod tests;
