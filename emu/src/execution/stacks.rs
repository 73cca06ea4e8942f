//! Stacks of CUDA threads: one mapping for all threads of a block.
//!
//! Guard pages are few, because a process may have 65,530 mappings and a grid more threads: one below the mapping. A stack
//! that grows into its neighbour is noticed where a function is entered ([`super::hooks`]).

use std::io;
use std::num::NonZeroUsize;
use std::ptr;

use corosensei::stack::{Stack, StackPointer};

/// Bytes of one thread's stack.
pub(super) const STACK_BYTES: usize = 64 << 10;
/// What must be left of it where a function is entered: the emulator's own functions, and `printf`, run on it too.
pub(super) const STACK_RESERVE: usize = 12 << 10;
/// Neighbouring stacks are that far apart, so that their tops, which are in use, are in different sets of a cache.
const STRIDE: usize = STACK_BYTES + 9 * 64;
const GUARD: usize = 4096;

/// The stacks of one resident block.
#[derive(Debug)]
pub(super) struct Slab {
    mapping: *mut libc::c_void,
    bytes: usize,
}

impl Slab {
    /// Stacks for `count` threads. Memory that is not touched costs nothing.
    pub(super) fn new(count: usize) -> io::Result<Self> {
        let bytes = GUARD + (count * STRIDE).next_multiple_of(GUARD);
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: a new mapping wherever the system likes; no memory that anybody uses is changed.
        let mapping = unsafe {
            libc::mmap(
                ptr::null_mut(),
                bytes,
                libc::PROT_READ | libc::PROT_WRITE,
                flags,
                -1,
                0,
            )
        };
        if mapping == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let slab = Slab { mapping, bytes };
        // SAFETY: the first page of the mapping above, which nothing uses.
        if unsafe { libc::mprotect(mapping, GUARD, libc::PROT_NONE) } != 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(slab)
    }

    /// The stack of thread `index`, which is less than the count of [`Slab::new`].
    pub(super) fn stack(&self, index: usize) -> ThreadStack {
        let low = self.mapping as usize + GUARD + index * STRIDE;
        debug_assert!(low + STACK_BYTES <= self.mapping as usize + self.bytes);
        ThreadStack { low }
    }
}

impl Drop for Slab {
    fn drop(&mut self) {
        // SAFETY: the mapping of `new`, whose coroutines are gone: the block that owns this slab drops them first.
        unsafe { libc::munmap(self.mapping, self.bytes) };
    }
}

/// One thread's stack in a [`Slab`], which outlives it.
#[derive(Debug, Clone, Copy)]
pub(super) struct ThreadStack {
    low: usize,
}

impl ThreadStack {
    /// The lowest address.
    pub(super) fn low(self) -> usize {
        self.low
    }
}

// SAFETY: base and limit are the ends of writable memory that is this stack's alone, both multiples of 16 (the mapping
// begins at a page, GUARD and STRIDE are multiples of 64); the block keeps the slab until its coroutines are gone.
unsafe impl Stack for ThreadStack {
    fn base(&self) -> StackPointer {
        NonZeroUsize::new(self.low + STACK_BYTES).unwrap_or(NonZeroUsize::MIN)
    }

    fn limit(&self) -> StackPointer {
        NonZeroUsize::new(self.low).unwrap_or(NonZeroUsize::MIN)
    }
}
