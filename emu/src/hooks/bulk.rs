//! The C library's copies and fills, as kernels call them (`coop_emulator/bulk.h`). Host code may call them too.

use std::ffi::{c_int, c_void};

use crate::judge::Access;
use crate::launch::current_thread::touch_range;

/// `memcpy`.
///
/// # Safety
///
/// As C has it; where a kernel calls it, what it must not touch ends the launch.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn coop_emulator_memcpy(
    to: *mut c_void,
    from: *const c_void,
    bytes: usize,
) -> *mut c_void {
    // SAFETY: by the contract; a move is right for ends that overlap too.
    unsafe { coop_emulator_memmove(to, from, bytes) }
}

/// `memmove`.
///
/// # Safety
///
/// As for [`coop_emulator_memcpy`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn coop_emulator_memmove(
    to: *mut c_void,
    from: *const c_void,
    bytes: usize,
) -> *mut c_void {
    if bytes > 0 {
        touch_range(from as usize, bytes, Access::Read, false);
        touch_range(to as usize, bytes, Access::Write, true);
        // SAFETY: both ends may be touched, by the checks above or by the contract.
        unsafe { std::ptr::copy(from.cast::<u8>(), to.cast::<u8>(), bytes) };
    }
    to
}

/// `memset`.
///
/// # Safety
///
/// As for [`coop_emulator_memcpy`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn coop_emulator_memset(
    to: *mut c_void,
    value: c_int,
    bytes: usize,
) -> *mut c_void {
    if bytes > 0 {
        touch_range(to as usize, bytes, Access::Write, true);
        // SAFETY: may be written, by the check above or by the contract; the byte is the low one, as in C.
        unsafe { to.cast::<u8>().write_bytes(value as u8, bytes) };
    }
    to
}
