//! What PTX knows of memory and C++ does not: the functions behind `include/coop_emulator/ptx.h`.

use std::ffi::c_void;

use super::interface::{block, fail};
use crate::judge::Fault;
use crate::judge::source::Told;

/// Where the block's shared memory begins: addresses in it are numbered from there.
#[unsafe(no_mangle)]
pub extern "C" fn coop_emulator_shared_memory() -> *mut c_void {
    // SAFETY: the current block; the reference ends with the statement.
    unsafe { (*block()).shared.storage.start as *mut c_void }
}

/// A vector at an address that is no multiple of its size.
#[unsafe(no_mangle)]
pub extern "C" fn coop_emulator_misaligned(address: u64, bytes: u64) -> ! {
    let before = format!("an access of {bytes} bytes at {address:#x}");
    let what = Told::here(&before, &format!(", which is no multiple of {bytes}"));
    fail(Fault::Misaligned, what);
}
