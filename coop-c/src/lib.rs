//! `coop` for C and C++: what `include/coop/coop.h` declares.
//!
//! The header is generated from this file and `types.rs`, so their documentation speaks to C. Each function is a border: it
//! checks pointers, stops panics, keeps the error's text for the thread, and leaves the rest to `coop`.

#![warn(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod failure;
mod kernels;
mod last_error;
mod types;

use core::ffi::{c_char, c_int, c_void};

use coop::cuda_sys::cudaStream_t;
use coop::{Device, SharedBytes, Stream};

use failure::Failure;
pub use types::{Dim3, Residency, Resource, Status};

/// How many blocks of `kernel` can be resident on the calling thread's current device at once, and what limits them.
///
/// `kernel` is what `cudaLaunchKernel` takes as `func`: for `__global__ void k(...)` that is `(const void*)k`. `block` is
/// in threads, `shared_bytes` the dynamic shared memory of a block. More than 48 KiB of it is opted in to here.
///
/// Asks once and remembers: the same question again costs some tens of nanoseconds.
///
/// Returns `COOP_STATUS_SUCCESS` and fills `*residency`, or the first check that fails; `*residency` is then as it was.
/// May be called from any thread.
///
/// # Safety
///
/// `kernel` is a kernel of this process whose code is never unloaded. `residency` is null, which is refused, or can be
/// written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn coop_query_residency(
    kernel: *const c_void,
    block: Dim3,
    shared_bytes: u32,
    residency: *mut Residency,
) -> Status {
    last_error::guard(|| {
        if residency.is_null() {
            return Err(Failure::null("residency"));
        }
        // SAFETY: the caller's promise.
        let kernel = unsafe { kernels::of(kernel)? };
        let launch = kernel.prepare(block, SharedBytes(shared_bytes))?;
        // SAFETY: not null, so the caller promises that it can be written.
        unsafe { residency.write(launch.residency().into()) };
        Ok(())
    })
}

/// Launches `kernel` cooperatively, after every check: `cooperative_groups::this_grid().sync()` is then a barrier.
///
/// `grid` is in blocks, `block` in threads, `shared_bytes` the dynamic shared memory of a block. `arguments` has
/// `argument_count` pointers, one to each argument of the kernel, in order; they are copied before the call returns. The
/// number is compared with the kernel's (by a runtime of CUDA 12.4 or later), types are not. `stream` is a `cudaStream_t` of
/// the current device; null is the legacy default stream.
///
/// Returns `COOP_STATUS_SUCCESS` once the launch is in the stream; it does not wait for the kernel, whose faults show at
/// the next call that does. A grid of more blocks than are resident at once is refused, never shrunk. Else the first check
/// that fails, and then nothing was launched. May be called from any thread.
///
/// # Safety
///
/// `kernel` is a kernel of this process whose code is never unloaded. Each argument is of the type of the kernel's
/// parameter. Every block reaches every grid barrier.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn coop_launch(
    kernel: *const c_void,
    grid: Dim3,
    block: Dim3,
    arguments: *mut *mut c_void,
    argument_count: usize,
    shared_bytes: u32,
    stream: cudaStream_t,
) -> Status {
    last_error::guard(|| {
        // SAFETY: the caller's promise.
        let (arguments, kernel) =
            unsafe { (list(arguments, argument_count)?, kernels::of(kernel)?) };
        let launch = kernel.prepare(block, SharedBytes(shared_bytes))?;
        // SAFETY: a stream of the current device, which outlives this call.
        let stream = unsafe { Stream::borrow_raw(stream, Device::current()?) };
        // SAFETY: the caller's promises are those that are asked for.
        unsafe { launch.launch(grid, &stream, arguments)? };
        Ok(())
    })
}

/// The caller's list, of which no pointer is null.
///
/// # Safety
///
/// `arguments` is null or has `count` pointers.
unsafe fn list<'a>(
    arguments: *const *mut c_void,
    count: usize,
) -> Result<&'a [*mut c_void], Failure> {
    if count == 0 {
        return Ok(&[]);
    }
    if arguments.is_null() {
        return Err(Failure::null("arguments"));
    }
    // SAFETY: not null, so it has as many pointers as the caller says.
    let list = unsafe { core::slice::from_raw_parts(arguments, count) };
    match list.iter().position(|argument| argument.is_null()) {
        Some(index) => Err(Failure::null(&format!("arguments[{index}]"))),
        None => Ok(list),
    }
}

/// What the latest call of this thread that failed had to say: what was given, what is allowed, what to do. UTF-8, one
/// line without a full stop; empty if none has failed. A call that succeeds leaves it.
///
/// Never null. Valid until the thread's next call of a function that returns a status.
#[unsafe(no_mangle)]
pub extern "C" fn coop_last_error() -> *const c_char {
    last_error::text()
}

/// The `cudaError_t` behind the latest call of this thread that failed; 0 where CUDA was not asked, or none has failed.
#[unsafe(no_mangle)]
pub extern "C" fn coop_last_cuda_error() -> c_int {
    last_error::cuda()
}

/// The version of the library, as `COOP_VERSION` has that of the header: 100 for 0.1.0, 10203 for 1.2.3.
///
/// A program that finds another major version here, or before 1.0 another minor version, than it was compiled with cannot
/// use the library.
#[unsafe(no_mangle)]
pub extern "C" fn coop_version() -> u32 {
    types::VERSION
}
