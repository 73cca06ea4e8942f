//! The C library's copies and fills, as kernels call them (`coop_emulator/bulk.h`). Host code may call them too.

use std::ffi::{c_int, c_void};

use super::place::with_place;
use crate::launch::current_thread::{Touch, touch_range};

/// `memcpy`.
///
/// # Safety
///
/// As C has it; where a kernel calls it, what it must not touch ends the launch.
unsafe extern "C" fn memcpy(
    to: *mut c_void,
    from: *const c_void,
    bytes: usize,
    place: usize,
) -> *mut c_void {
    // SAFETY: by the contract; a move is right for ends that overlap too.
    unsafe { memmove(to, from, bytes, place) }
}

/// `memmove`.
///
/// # Safety
///
/// As for [`memcpy`].
unsafe extern "C" fn memmove(
    to: *mut c_void,
    from: *const c_void,
    bytes: usize,
    place: usize,
) -> *mut c_void {
    if bytes > 0 {
        touch_range(from as usize, bytes, Touch::read(place));
        touch_range(to as usize, bytes, Touch::write(place));
        // SAFETY: both ends may be touched, by the checks above or by the contract.
        unsafe { std::ptr::copy(from.cast::<u8>(), to.cast::<u8>(), bytes) };
    }
    to
}

/// `memset`.
///
/// # Safety
///
/// As for [`memcpy`].
unsafe extern "C" fn memset(
    to: *mut c_void,
    value: c_int,
    bytes: usize,
    place: usize,
) -> *mut c_void {
    if bytes > 0 {
        touch_range(to as usize, bytes, Touch::write(place));
        // SAFETY: may be written, by the check above or by the contract; the byte is the low one, as in C.
        unsafe { to.cast::<u8>().write_bytes(value as u8, bytes) };
    }
    to
}

with_place!(fourth coop_emulator_memcpy memcpy);
with_place!(fourth coop_emulator_memmove memmove);
with_place!(fourth coop_emulator_memset memset);
