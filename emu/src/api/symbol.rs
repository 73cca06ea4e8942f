//! `__device__` and `__constant__` variables, which a program names by their address: here they are where it says.

use cuda_sys::{cudaError, cudaMemcpyKind, cudaStream_t};
use libc::c_void;

use super::copy::{DEFAULT, copy, line};
use crate::api::call::{Outcome, api, give};
use crate::launch::{data_variable, program_data};
use crate::machine::context;

/// Takes note of a variable; from then on copies take it for device memory. Its end, or where the variable is not known that
/// of the piece of the program's writable data that it is in.
///
/// # Errors
///
/// `cudaErrorInvalidSymbol` for an address of anything else.
fn end(symbol: *const c_void) -> Outcome<usize> {
    let (machine, device) = context()?;
    let address = symbol as usize;
    let piece = program_data()
        .into_iter()
        .find(|piece| piece.writable && piece.range.contains(&address));
    let end = piece.ok_or(cudaError::cudaErrorInvalidSymbol)?.range.end;
    let variable = data_variable(address).filter(|variable| variable.range.contains(&address));
    let end = variable.map_or(end, |variable| variable.range.end);
    machine.state().memory.variable(address, end, device);
    Ok(end)
}

/// The address `offset` bytes into a variable of at least `offset + bytes` bytes.
///
/// # Errors
///
/// As [`end`]; `cudaErrorInvalidValue` if there cannot be that many.
fn inside(symbol: *const c_void, offset: usize, bytes: usize) -> Outcome<*mut c_void> {
    let room = end(symbol)? - symbol as usize;
    match offset.checked_add(bytes) {
        Some(all) if all <= room => Ok(symbol.cast_mut().wrapping_byte_add(offset)),
        _ => Err(cudaError::cudaErrorInvalidValue),
    }
}

/// Refuses a copy that would not begin, or end, on a device.
///
/// # Errors
///
/// `cudaErrorInvalidMemcpyDirection`.
fn direction(kind: cudaMemcpyKind, host: cudaMemcpyKind) -> Outcome {
    let fine = kind == host
        || kind == cudaMemcpyKind::cudaMemcpyDeviceToDevice
        || kind == cudaMemcpyKind::cudaMemcpyDefault;
    fine.then_some(())
        .ok_or(cudaError::cudaErrorInvalidMemcpyDirection)
}

const TO: cudaMemcpyKind = cudaMemcpyKind::cudaMemcpyHostToDevice;
const FROM: cudaMemcpyKind = cudaMemcpyKind::cudaMemcpyDeviceToHost;
const ANY: cudaMemcpyKind = cudaMemcpyKind::cudaMemcpyDefault;

api! {
    /// Where a variable is.
    fn cudaGetSymbolAddress(address: *mut *mut c_void, symbol: *const c_void) {
        end(symbol)?;
        give(address, symbol.cast_mut())
    }

    /// The bytes of a variable.
    fn cudaGetSymbolSize(bytes: *mut usize, symbol: *const c_void) {
        context()?;
        let found = data_variable(symbol as usize).filter(|variable| variable.range.start == symbol as usize);
        give(bytes, found.ok_or(cudaError::cudaErrorInvalidSymbol)?.range.len())
    }

    /// Copies bytes into a variable; done on return.
    fn cudaMemcpyToSymbol(
        symbol: *const c_void, from: *const c_void, bytes: usize, offset: usize, kind: cudaMemcpyKind,
    ) {
        direction(kind, TO)?;
        copy(line(inside(symbol, offset, bytes)?, from, bytes), ANY, DEFAULT, true)
    }

    /// Copies bytes into a variable in the order of a stream.
    fn cudaMemcpyToSymbolAsync(
        symbol: *const c_void, from: *const c_void, bytes: usize, offset: usize, kind: cudaMemcpyKind,
        stream: cudaStream_t,
    ) {
        direction(kind, TO)?;
        copy(line(inside(symbol, offset, bytes)?, from, bytes), ANY, stream, false)
    }

    /// Copies bytes out of a variable; done on return.
    fn cudaMemcpyFromSymbol(
        to: *mut c_void, symbol: *const c_void, bytes: usize, offset: usize, kind: cudaMemcpyKind,
    ) {
        direction(kind, FROM)?;
        copy(line(to, inside(symbol, offset, bytes)?, bytes), ANY, DEFAULT, true)
    }

    /// Copies bytes out of a variable in the order of a stream.
    fn cudaMemcpyFromSymbolAsync(
        to: *mut c_void, symbol: *const c_void, bytes: usize, offset: usize, kind: cudaMemcpyKind,
        stream: cudaStream_t,
    ) {
        direction(kind, FROM)?;
        copy(line(to, inside(symbol, offset, bytes)?, bytes), ANY, stream, false)
    }
}
