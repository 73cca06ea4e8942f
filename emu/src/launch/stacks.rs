//! Stacks of CUDA threads: one mapping for all threads of a block.
//!
//! Guard pages are few, because a process may have 65,530 mappings and a grid more threads: one below the mapping. A stack
//! that grows into its neighbour is noticed where a function is entered ([`super::hooks`]).

use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::ptr;
use std::sync::{Mutex, PoisonError};

use corosensei::stack::{Stack, StackPointer};

/// Bytes of one thread's stack.
pub(crate) const STACK_BYTES: usize = 64 << 10;
/// What must be left of it where a function is entered: the emulator's own functions, and `printf`, run on it too.
pub(crate) const STACK_RESERVE: usize = 12 << 10;
/// Neighbouring stacks are that far apart, so that their tops, which are in use, are in different sets of a cache.
const STRIDE: usize = STACK_BYTES + 9 * 64;
const GUARD: usize = 4096;

/// Mappings of blocks that have ended, for those to come: pages that were touched once need not be made again.
static POOL: Mutex<Vec<Mapping>> = Mutex::new(Vec::new());
/// The most of them that are kept; of blocks of 256 threads they hold some 70 MB.
const POOLED: usize = 32;

/// Memory that is nobody else's, with a guard page at its low end.
#[derive(Debug)]
struct Mapping {
    begin: *mut libc::c_void,
    bytes: usize,
}

// SAFETY: plain memory, not bound to the thread that mapped it.
unsafe impl Send for Mapping {}

impl Mapping {
    fn new(bytes: usize) -> io::Result<Self> {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        let access = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: a new mapping wherever the system likes; no memory that anybody uses is changed.
        let begin = unsafe { libc::mmap(ptr::null_mut(), bytes, access, flags, -1, 0) };
        if begin == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let mapping = Mapping { begin, bytes };
        // SAFETY: the first page of the mapping above, which nothing uses.
        if unsafe { libc::mprotect(begin, GUARD, libc::PROT_NONE) } != 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(mapping)
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: the mapping of `new`, which nobody uses any more.
        unsafe { libc::munmap(self.begin, self.bytes) };
    }
}

/// The stacks of one resident block, whose coroutines go before it does.
#[derive(Debug)]
pub(crate) struct Slab {
    /// Always there, until it is given back.
    mapping: Option<Mapping>,
    low: usize,
    bytes: usize,
}

impl Slab {
    /// Stacks for `count` threads. Memory that is not touched costs nothing.
    pub(crate) fn new(count: usize) -> io::Result<Self> {
        let bytes = GUARD + (count * STRIDE).next_multiple_of(GUARD);
        let pooled = {
            let mut pool = POOL.lock().unwrap_or_else(PoisonError::into_inner);
            let place = pool.iter().position(|mapping| mapping.bytes == bytes);
            place.map(|place| pool.swap_remove(place))
        };
        let mapping = match pooled {
            Some(mapping) => mapping,
            None => Mapping::new(bytes)?,
        };
        Ok(Slab {
            low: mapping.begin as usize + GUARD,
            mapping: Some(mapping),
            bytes: bytes - GUARD,
        })
    }

    /// The addresses of all stacks, and of the guard below them.
    pub(crate) fn range(&self) -> Range<usize> {
        self.low - GUARD..self.low + self.bytes
    }

    /// The stack of thread `index`, which is less than the count of [`Slab::new`].
    pub(crate) fn stack(&self, index: usize) -> ThreadStack {
        let low = self.low + index * STRIDE;
        debug_assert!(low + STACK_BYTES <= self.low + self.bytes);
        ThreadStack { low }
    }
}

impl Drop for Slab {
    fn drop(&mut self) {
        let mut pool = POOL.lock().unwrap_or_else(PoisonError::into_inner);
        // The oldest goes: blocks are mostly of the size of the last ones.
        if pool.len() == POOLED {
            pool.remove(0);
        }
        pool.extend(self.mapping.take());
    }
}

/// One thread's stack in a [`Slab`], which outlives it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ThreadStack {
    low: usize,
}

impl ThreadStack {
    /// The lowest address.
    pub(crate) fn low(self) -> usize {
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
