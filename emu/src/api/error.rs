//! Errors: their names and texts, and the last one of each thread. Versions.

use std::ffi::CStr;

use cuda_sys::{CUDART_VERSION, cudaError_t};
use libc::{c_char, c_int};

use super::error_text::text;
use crate::api::call::{api, give, last_error, take_last_error};

/// Number and name of every code in the bindings.
const NAMES: &[(cudaError_t, &CStr)] = include!(concat!(env!("OUT_DIR"), "/error_names.rs"));

/// What the runtime says of a number that it has no code for.
const UNKNOWN: &CStr = c"unrecognized error code";

/// The name of a code, as the bindings have it; `None` for a number that they have no code for.
#[must_use]
pub fn error_name(error: cudaError_t) -> Option<&'static CStr> {
    NAMES
        .iter()
        .find(|(code, _)| *code == error)
        .map(|(_, name)| *name)
}

/// The name of a code.
///
/// # Safety
///
/// None is needed: the text is static.
#[cfg_attr(cudart_symbols, unsafe(no_mangle))]
#[allow(non_snake_case)]
pub unsafe extern "C" fn cudaGetErrorName(error: cudaError_t) -> *const c_char {
    error_name(error).unwrap_or(UNKNOWN).as_ptr()
}

/// What a code means.
///
/// # Safety
///
/// None is needed: the text is static.
#[cfg_attr(cudart_symbols, unsafe(no_mangle))]
#[allow(non_snake_case)]
pub unsafe extern "C" fn cudaGetErrorString(error: cudaError_t) -> *const c_char {
    match error_name(error) {
        // A code of newer bindings that has no text here yet.
        Some(name) => text(error).unwrap_or(name).as_ptr(),
        None => UNKNOWN.as_ptr(),
    }
}

/// The error of the last call of this thread that failed, which is then forgotten.
///
/// # Safety
///
/// None is needed: it takes nothing.
#[cfg_attr(cudart_symbols, unsafe(no_mangle))]
#[allow(non_snake_case)]
pub unsafe extern "C" fn cudaGetLastError() -> cudaError_t {
    take_last_error()
}

/// The error of the last call of this thread that failed.
///
/// # Safety
///
/// None is needed: it takes nothing.
#[cfg_attr(cudart_symbols, unsafe(no_mangle))]
#[allow(non_snake_case)]
pub unsafe extern "C" fn cudaPeekAtLastError() -> cudaError_t {
    last_error()
}

const _: () = {
    let _one_type = [cuda_sys::cudaGetErrorName, cudaGetErrorName];
    let _one_type = [cuda_sys::cudaGetErrorString, cudaGetErrorString];
    let _one_type = [cuda_sys::cudaGetLastError, cudaGetLastError];
    let _one_type = [cuda_sys::cudaPeekAtLastError, cudaPeekAtLastError];
};

api! {
    /// The version of the driver: that of the bindings, as the driver is emulated too.
    fn cudaDriverGetVersion(driverVersion: *mut c_int) {
        give(driverVersion, CUDART_VERSION as c_int)
    }

    /// The version of the runtime: that of the bindings.
    fn cudaRuntimeGetVersion(runtimeVersion: *mut c_int) {
        give(runtimeVersion, CUDART_VERSION as c_int)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ptr::null_mut;

    use cuda_sys::cudaError;

    use super::*;

    fn name_and_text(error: cudaError) -> (&'static str, &'static str) {
        // SAFETY: both are static C strings.
        unsafe {
            (
                CStr::from_ptr(cudaGetErrorName(error)).to_str().unwrap(),
                CStr::from_ptr(cudaGetErrorString(error)).to_str().unwrap(),
            )
        }
    }

    #[test]
    fn every_code_of_the_bindings_has_its_name_and_a_text_of_its_own() {
        assert!(NAMES.len() > 120, "{}", NAMES.len());
        let texts: BTreeSet<_> = NAMES
            .iter()
            .map(|(code, name)| {
                let (given, text) = name_and_text(*code);
                assert_eq!(given, name.to_str().unwrap());
                assert_ne!(text, given, "no text for {given}");
                text
            })
            .collect();
        assert_eq!(texts.len(), NAMES.len());
        assert_eq!(
            name_and_text(cudaError::cudaErrorCooperativeLaunchTooLarge).0,
            "cudaErrorCooperativeLaunchTooLarge"
        );
    }

    #[test]
    fn a_number_without_a_code_is_unrecognized() {
        let unknown = "unrecognized error code";
        assert_eq!(name_and_text(cudaError(54321)), (unknown, unknown));
    }

    #[test]
    fn the_last_error_is_of_this_thread_and_taken_once() {
        // SAFETY: a null pointer is refused.
        unsafe {
            assert_eq!(
                cudaDriverGetVersion(null_mut()),
                cudaError::cudaErrorInvalidValue
            );
            let other = std::thread::spawn(|| cudaPeekAtLastError()).join().unwrap();
            assert_eq!(other, cudaError::cudaSuccess);
            assert_eq!(cudaPeekAtLastError(), cudaError::cudaErrorInvalidValue);
            assert_eq!(cudaGetLastError(), cudaError::cudaErrorInvalidValue);
            assert_eq!(cudaGetLastError(), cudaError::cudaSuccess);
        }
    }

    #[test]
    fn driver_and_runtime_are_of_the_version_of_the_bindings() {
        let (mut driver, mut runtime) = (0, 0);
        // SAFETY: both pointers are to live integers.
        unsafe {
            assert_eq!(cudaDriverGetVersion(&mut driver), cudaError::cudaSuccess);
            assert_eq!(cudaRuntimeGetVersion(&mut runtime), cudaError::cudaSuccess);
        }
        assert_eq!(
            (driver, runtime),
            (CUDART_VERSION as i32, CUDART_VERSION as i32)
        );
    }
}
