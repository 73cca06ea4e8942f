//! What the runtime tells of the driver: a kernel's handle, and the driver's launches, which take it.

use std::ffi::{CStr, c_void};
use std::sync::{Mutex, PoisonError};

use cuda_sys::{
    cudaDriverEntryPointQueryResult as Query, cudaError, cudaFunction_t,
    cudaGetDriverEntryPointFlags, cudaStream_t,
};
use libc::{c_char, c_uint, c_ulonglong};

use super::function::find;
use super::kernel_launch::{Shape, launch};
use crate::api::call::{Outcome, api, give};
use crate::hooks::refuse_in_kernel;
use crate::machine::context;

const INVALID: cudaError = cudaError::cudaErrorInvalidValue;

/// A kernel in the context of a device: what a `CUfunction` points to here.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Function {
    device: usize,
    entry: usize,
}

/// Those that were asked for, and whether their context still lives. None is freed, so that an old handle is known as such.
static FUNCTIONS: Mutex<Vec<(&Function, bool)>> = Mutex::new(Vec::new());

fn with_functions<R>(f: impl FnOnce(&mut Vec<(&'static Function, bool)>) -> R) -> R {
    f(&mut FUNCTIONS.lock().unwrap_or_else(PoisonError::into_inner))
}

/// The one handle of a kernel in the context of a device.
fn handle(wanted: Function) -> cudaFunction_t {
    let found = with_functions(|functions| {
        let known = functions
            .iter()
            .find(|(function, live)| *live && **function == wanted);
        known.map(|&(function, _)| function).unwrap_or_else(|| {
            let new: &'static Function = Box::leak(Box::new(wanted));
            functions.push((new, true));
            new
        })
    });
    std::ptr::from_ref(found).cast_mut().cast()
}

/// The kernel of a handle.
///
/// # Errors
///
/// `cudaErrorInvalidResourceHandle`, which is the driver's `CUDA_ERROR_INVALID_HANDLE`, for what is none, or of a context that
/// was reset or is not current.
fn kernel(handle: cudaFunction_t) -> Outcome<*const c_void> {
    let (_, device) = context()?;
    let wanted = handle.cast_const().cast::<Function>();
    let found = with_functions(|functions| {
        let live = |(function, live): &(&'static Function, bool)| {
            *live && std::ptr::eq(*function, wanted) && function.device == device
        };
        functions
            .iter()
            .find(|known| live(known))
            .map(|known| known.0)
    });
    let function = found.ok_or(cudaError::cudaErrorInvalidResourceHandle)?;
    Ok(function.entry as *const c_void)
}

/// The context of a device was reset: its handles are none any more.
pub(super) fn forget(device: usize) {
    with_functions(|functions| {
        for (function, live) in functions {
            *live &= function.device != device;
        }
    });
}

/// A launch of the driver's. Its error is not kept for `cudaGetLastError`, which is the runtime's.
///
/// # Safety
///
/// As the driver has it: an argument of the right size for each parameter.
unsafe fn launch_function(
    handle: cudaFunction_t,
    shape: Shape,
    arguments: *mut *mut c_void,
    stream: cudaStream_t,
) -> cudaError {
    let launched = kernel(handle).and_then(|entry| {
        // SAFETY: by the contract.
        unsafe { launch(entry, shape, arguments, stream) }
    });
    launched.err().unwrap_or(cudaError::cudaSuccess)
}

/// # Safety
///
/// As the driver has it.
unsafe extern "system" fn cu_launch_kernel(
    function: cudaFunction_t,
    grid_x: c_uint,
    grid_y: c_uint,
    grid_z: c_uint,
    block_x: c_uint,
    block_y: c_uint,
    block_z: c_uint,
    dynamic_shared: c_uint,
    stream: cudaStream_t,
    arguments: *mut *mut c_void,
    extra: *mut *mut c_void,
) -> cudaError {
    refuse_in_kernel("cuLaunchKernel");
    // The other way to give arguments, in one buffer.
    if !extra.is_null() {
        return cudaError::cudaErrorNotSupported;
    }
    let shape = shape(
        [grid_x, grid_y, grid_z],
        [block_x, block_y, block_z],
        dynamic_shared,
        false,
    );
    // SAFETY: by the contract.
    unsafe { launch_function(function, shape, arguments, stream) }
}

/// # Safety
///
/// As the driver has it.
unsafe extern "system" fn cu_launch_cooperative_kernel(
    function: cudaFunction_t,
    grid_x: c_uint,
    grid_y: c_uint,
    grid_z: c_uint,
    block_x: c_uint,
    block_y: c_uint,
    block_z: c_uint,
    dynamic_shared: c_uint,
    stream: cudaStream_t,
    arguments: *mut *mut c_void,
) -> cudaError {
    refuse_in_kernel("cuLaunchCooperativeKernel");
    let shape = shape(
        [grid_x, grid_y, grid_z],
        [block_x, block_y, block_z],
        dynamic_shared,
        true,
    );
    // SAFETY: by the contract.
    unsafe { launch_function(function, shape, arguments, stream) }
}

fn shape(grid: [u32; 3], block: [u32; 3], dynamic_shared: u32, cooperative: bool) -> Shape {
    Shape {
        grid,
        block,
        cluster: None,
        dynamic_shared: dynamic_shared as usize,
        cooperative,
    }
}

/// The emulated functions of the driver, with the version of CUDA that brought each.
fn entry_points() -> [(&'static CStr, c_uint, *mut c_void); 2] {
    [
        (c"cuLaunchKernel", 4000, cu_launch_kernel as *mut c_void),
        (
            c"cuLaunchCooperativeKernel",
            9000,
            cu_launch_cooperative_kernel as *mut c_void,
        ),
    ]
}

/// # Safety
///
/// The pointers are null or good for what they are.
unsafe fn entry_point(
    symbol: *const c_char,
    address: *mut *mut c_void,
    version: c_uint,
    flags: c_ulonglong,
    status: *mut Query,
) -> Outcome {
    use cudaGetDriverEntryPointFlags as F;
    context()?;
    if symbol.is_null() {
        return Err(INVALID);
    }
    // The null stream of a thread's own is not among what is emulated of the driver.
    if flags == c_ulonglong::from(F::cudaEnablePerThreadDefaultStream.0) {
        return Err(cudaError::cudaErrorNotSupported);
    }
    if flags > c_ulonglong::from(F::cudaEnableLegacyStream.0) {
        return Err(INVALID);
    }
    // SAFETY: a string, by the contract.
    let symbol = unsafe { CStr::from_ptr(symbol) };
    let found = entry_points().into_iter().find(|known| known.0 == symbol);
    let (result, function) = match found {
        Some((_, since, function)) if since <= version => {
            (Query::cudaDriverEntryPointSuccess, function)
        }
        Some(_) => (
            Query::cudaDriverEntryPointVersionNotSufficent,
            std::ptr::null_mut(),
        ),
        None => (
            Query::cudaDriverEntryPointSymbolNotFound,
            std::ptr::null_mut(),
        ),
    };
    // SAFETY: null or may be written, by the contract.
    unsafe {
        give(address, function)?;
        // The status is optional.
        if status.is_null() {
            return Ok(());
        }
        give(status, result)
    }
}

api! {
    /// The handle of a kernel in the context of the current device. It lasts until the device is reset.
    fn cudaGetFuncBySymbol(function: *mut cudaFunction_t, entry: *const c_void) {
        let device = find(entry)?.device;
        give(function, handle(Function { device, entry: entry as usize }))
    }
}

#[cfg(has_driver_entry_point)]
api! {
    /// A function of the driver: `cuLaunchKernel` and `cuLaunchCooperativeKernel` are there, others are not found.
    fn cudaGetDriverEntryPoint(
        symbol: *const c_char, address: *mut *mut c_void, flags: c_ulonglong, status: *mut Query,
    ) {
        entry_point(symbol, address, c_uint::MAX, flags, status)
    }
}

#[cfg(has_driver_entry_point_by_version)]
api! {
    /// As `cudaGetDriverEntryPoint`, for a function as of that version.
    fn cudaGetDriverEntryPointByVersion(
        symbol: *const c_char, address: *mut *mut c_void, version: c_uint, flags: c_ulonglong, status: *mut Query,
    ) {
        entry_point(symbol, address, version, flags, status)
    }
}

#[cfg(test)]
#[path = "tests/driver_tests.rs"]
mod tests;
