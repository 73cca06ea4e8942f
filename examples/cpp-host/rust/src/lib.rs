//! Running sums over the whole grid, for a C++ program: the kernel is the program's, and so are the memory, the stream and
//! the CUDA runtime. Rust sizes the grid, launches, and says what went wrong.
//!
//! `include/gridscan.h` is generated from this file.

use core::ffi::{c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

use coop::cuda_sys::cudaStream_t;
use coop::{Block, CooperativeKernel, Device, SharedBytes, Stream};

/// `__global__ void k(const uint32_t* input, uint64_t* sums, uint64_t* scratch, uint64_t n)`
type Kernel = CooperativeKernel<(*const u32, *mut u64, *mut u64, u64)>;

const BLOCK: Block = Block::x(256);
const SHARED: SharedBytes = SharedBytes(0);

/// A kernel that computes running sums, and what is known of it.
pub struct Scan {
    kernel: Kernel,
}

/// Takes the kernel at this address, of the parameters `(const uint32_t* input, uint64_t* sums, uint64_t* scratch,
/// uint64_t n)`, and checks that it can be launched on the current device. `*blocks` becomes the largest grid.
///
/// Null if it cannot, with the reason in `message`, which has room for `capacity` bytes. Free it with `gridscan_free`.
///
/// # Safety
///
/// `kernel` is the address of a `__global__` function of this process with these parameters. `blocks` can be written, and
/// so can `capacity` bytes at `message`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridscan_new(
    kernel: *const c_void,
    blocks: *mut u64,
    message: *mut c_char,
    capacity: usize,
) -> *mut Scan {
    let scan = told(message, capacity, || {
        // SAFETY: the caller's promise.
        let kernel = unsafe { Kernel::from_address("inclusive_scan", kernel) };
        let residency = *kernel.prepare(BLOCK, SHARED)?.residency();
        // SAFETY: as above.
        unsafe { blocks.write(residency.max_blocks()) };
        Ok(Box::new(Scan { kernel }))
    });
    scan.map_or(core::ptr::null_mut(), Box::into_raw)
}

/// Puts into `stream`: `sums[i] = input[0] + ... + input[i]` for all `i` less than `n`. Does not wait for it.
///
/// False if it could not, with the reason in `message`, which has room for `capacity` bytes.
///
/// # Safety
///
/// `scan` is of `gridscan_new`. `input`, `sums` and `scratch` have `n` elements each in the current device's memory, which
/// nothing else uses until the stream has passed. `stream` is one of that device. `capacity` bytes can be written at
/// `message`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridscan_run(
    scan: *const Scan,
    input: *const u32,
    sums: *mut u64,
    scratch: *mut u64,
    n: u64,
    stream: cudaStream_t,
    message: *mut c_char,
    capacity: usize,
) -> bool {
    let done = told(message, capacity, || {
        // SAFETY: the caller's promise.
        let (scan, stream) = unsafe { (&*scan, Stream::borrow_raw(stream, Device::current()?)) };
        let launch = scan.kernel.prepare(BLOCK, SHARED)?;
        let Some(grid) = launch.residency().grid_for(n, BLOCK.x) else {
            return Ok(());
        };
        // SAFETY: as above; every block of the kernel reaches every barrier.
        unsafe { launch.launch(grid, &stream, (input, sums, scratch, n)) }
    });
    done.is_some()
}

/// Frees it. Null is allowed.
///
/// # Safety
///
/// `scan` is null or of `gridscan_new`, and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridscan_free(scan: *mut Scan) {
    if !scan.is_null() {
        // SAFETY: the caller's promise.
        drop(unsafe { Box::from_raw(scan) });
    }
}

/// Does `call`; what goes wrong, a panic too, is written to `message`.
fn told<T>(
    message: *mut c_char,
    capacity: usize,
    call: impl FnOnce() -> coop::Result<T>,
) -> Option<T> {
    let text = match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(done)) => return Some(done),
        Ok(Err(error)) => error.to_string(),
        Err(_) => String::from("a bug: the Rust side panicked, see standard error"),
    };
    if capacity > 0 {
        let length = length_within(&text, capacity);
        // SAFETY: `capacity` bytes can be written there, as callers promise, and this is at most so many.
        unsafe {
            message.cast::<u8>().copy_from(text.as_ptr(), length);
            message.add(length).write(0);
        }
    }
    None
}

/// The length of as much of the text as fits into less than `capacity` bytes, in whole characters.
fn length_within(text: &str, capacity: usize) -> usize {
    (0..capacity.min(text.len() + 1))
        .rev()
        .find(|&end| text.is_char_boundary(end))
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_cut_between_characters_and_ends_with_a_zero() {
        let mut message = [1_u8; 8];
        let none: Option<()> = told(message.as_mut_ptr().cast(), 4, || {
            Err(coop::Error::NoSuchDevice {
                ordinal: 9,
                count: 1,
            })
        });
        assert!(none.is_none());
        assert_eq!(&message, b"the\0\x01\x01\x01\x01");
        assert_eq!(length_within("a\u{fc}b", 3), 1);
        assert_eq!(length_within("ab", 100), 2);
    }

    #[test]
    fn a_message_without_room_is_not_written() {
        let none: Option<()> = told(core::ptr::null_mut(), 0, || {
            panic!("told on standard error")
        });
        assert!(none.is_none());
    }
}
