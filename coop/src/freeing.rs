//! Giving memory back: with its device current, and not while this thread captures a graph.
//!
//! To free is to wait for the device, which ends a capture with an error, and the memory is not freed. So what is dropped
//! during one is kept until it ends.

use core::cell::RefCell;
use core::ffi::c_void;

use cuda_sys::{cudaError_t, cudaFree, cudaFreeHost};

use crate::ordinal::Device;

/// Memory that nobody uses any more, and how it is freed.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Memory {
    OfDevice(Device, *mut c_void),
    Pinned(*mut c_void),
}

impl Memory {
    /// # Safety
    ///
    /// As [`free`].
    unsafe fn free_now(self) {
        // An error is that of an earlier kernel, or a context that is gone: there is nobody left to tell.
        let _: cudaError_t = match self {
            Self::OfDevice(device, pointer) => device.while_current(|| {
                // SAFETY: live and unused, as promised.
                unsafe { cudaFree(pointer) }
            }),
            // SAFETY: as above.
            Self::Pinned(pointer) => unsafe { cudaFreeHost(pointer) },
        };
    }
}

struct Captures {
    /// How many captures of this thread are under way.
    depth: u32,
    kept: Vec<Memory>,
}

thread_local! {
    static CAPTURES: RefCell<Captures> = const { RefCell::new(Captures { depth: 0, kept: Vec::new() }) };
}

/// Frees now, or when the captures of this thread have ended. Null is nothing.
///
/// # Safety
///
/// The memory is a live allocation of its kind, and the caller's alone. `cudaFree` waits for the device, so that kernels
/// that were launched may still use it.
pub(crate) unsafe fn free(memory: Memory) {
    let (Memory::OfDevice(_, pointer) | Memory::Pinned(pointer)) = memory;
    if pointer.is_null() {
        return;
    }
    let kept = CAPTURES.try_with(|captures| {
        let mut captures = captures.borrow_mut();
        let capturing = captures.depth > 0;
        if capturing {
            captures.kept.push(memory);
        }
        capturing
    });
    // Where the thread ends, nothing of it is captured.
    if !kept.unwrap_or(false) {
        // SAFETY: as promised to this function.
        unsafe { memory.free_now() };
    }
}

/// A capture of this thread. While there is one, nothing is freed; when the last is dropped, all that was kept is.
#[derive(Debug)]
pub(crate) struct Capturing(());

impl Capturing {
    pub(crate) fn begin() -> Self {
        CAPTURES.with_borrow_mut(|captures| captures.depth += 1);
        Self(())
    }
}

impl Drop for Capturing {
    fn drop(&mut self) {
        let kept = CAPTURES.with_borrow_mut(|captures| {
            captures.depth -= 1;
            if captures.depth == 0 {
                core::mem::take(&mut captures.kept)
            } else {
                Vec::new()
            }
        });
        for memory in kept {
            // SAFETY: promised when it was kept, and nobody has had it since.
            unsafe { memory.free_now() };
        }
    }
}
