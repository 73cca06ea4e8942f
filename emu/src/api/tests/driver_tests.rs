use std::ptr::{null, null_mut};

use super::*;
use crate::api::call::take_last_error;
use crate::api::device::{cudaDeviceReset, cudaDeviceSynchronize};
use crate::api::tests_support::*;

fn handle_of_store() -> cudaFunction_t {
    let mut function = null_mut();
    // SAFETY: writes one handle.
    fine(unsafe { cudaGetFuncBySymbol(&mut function, store_entry()) });
    function
}

/// Launches the kernel that stores 42, by the driver's function of either kind.
fn store(function: cudaFunction_t, place: *mut u32, cooperative: bool) -> cudaError {
    let (mut place, mut value) = (place, 42_u32);
    let mut arguments: [*mut c_void; 2] = [(&raw mut place).cast(), (&raw mut value).cast()];
    let arguments = arguments.as_mut_ptr();
    let stream = null_mut();
    // SAFETY: the arguments are those of the kernel.
    unsafe {
        if cooperative {
            cu_launch_cooperative_kernel(function, 2, 1, 1, 32, 1, 1, 0, stream, arguments)
        } else {
            cu_launch_kernel(
                function,
                2,
                1,
                1,
                32,
                1,
                1,
                0,
                stream,
                arguments,
                null_mut(),
            )
        }
    }
}

#[test]
fn a_kernel_runs_by_its_handle_in_either_kind_of_launch() {
    let _together = together();
    select(SMALL);
    let function = handle_of_store();
    assert_eq!(function, handle_of_store());
    for cooperative in [false, true] {
        let place = words(1);
        fine(store(function, place, cooperative));
        assert_eq!(read(place, 1), [42], "cooperative: {cooperative}");
    }
}

#[test]
fn a_handle_is_of_one_device_and_ends_with_its_reset() {
    let _alone = alone();
    select(T4);
    let function = handle_of_store();
    let invalid = cudaError::cudaErrorInvalidResourceHandle;
    select(SMALL);
    assert_eq!(store(function, words(1), false), invalid);
    assert_eq!(store(null_mut(), words(1), false), invalid);
    select(T4);
    // SAFETY: takes nothing.
    fine(unsafe { cudaDeviceReset() });
    assert_eq!(store(function, words(1), false), invalid);
    let anew = handle_of_store();
    assert_ne!(anew, function);
    fine(store(anew, words(1), false));
    // SAFETY: takes nothing.
    fine(unsafe { cudaDeviceSynchronize() });
}

#[test]
fn an_error_of_the_drivers_is_not_the_runtimes_last() {
    let _together = together();
    select(NO_COOPERATIVE);
    let _ = take_last_error();
    let refused = store(handle_of_store(), words(1), true);
    assert_eq!(refused, cudaError::cudaErrorNotSupported);
    assert_eq!(take_last_error(), cudaError::cudaSuccess);
}

#[test]
fn a_function_of_the_driver_is_found_by_its_name_and_version() {
    let _together = together();
    select(SMALL);
    let found = |symbol: &CStr, version| {
        let (mut address, mut status) = (null_mut(), Query(77));
        // SAFETY: a string, and two places.
        let outcome =
            unsafe { entry_point(symbol.as_ptr(), &mut address, version, 1, &mut status) };
        outcome.unwrap();
        (address, status)
    };
    let cooperative = cu_launch_cooperative_kernel as *mut c_void;
    assert_eq!(
        found(c"cuLaunchCooperativeKernel", 12000),
        (cooperative, Query::cudaDriverEntryPointSuccess)
    );
    assert_eq!(
        found(c"cuLaunchCooperativeKernel", 8000),
        (null_mut(), Query::cudaDriverEntryPointVersionNotSufficent)
    );
    assert_eq!(
        found(c"cuMemAlloc", 12000),
        (null_mut(), Query::cudaDriverEntryPointSymbolNotFound)
    );
}

#[test]
fn what_is_not_asked_rightly_is_refused() {
    let _together = together();
    select(SMALL);
    let ask = |symbol, address, flags| {
        // SAFETY: null, or a string and a place; the status is optional.
        unsafe { entry_point(symbol, address, 12000, flags, null_mut()) }
    };
    let (name, mut address) = (c"cuLaunchKernel".as_ptr(), null_mut());
    assert_eq!(ask(name, &mut address, 0), Ok(()));
    assert_eq!(ask(null(), &mut address, 0), Err(INVALID));
    assert_eq!(ask(name, null_mut(), 0), Err(INVALID));
    assert_eq!(ask(name, &mut address, 3), Err(INVALID));
    let per_thread = cudaError::cudaErrorNotSupported;
    assert_eq!(ask(name, &mut address, 2), Err(per_thread));
}
