//! How a function of the runtime is written here: what all of them do on entry and on return.

use std::cell::Cell;

use cuda_sys::{cudaError, cudaError_t};

use crate::machine::callback::in_callback;
pub(crate) use crate::outcome::Outcome;

thread_local! {
    static LAST_ERROR: Cell<cudaError> = const { Cell::new(cudaError::cudaSuccess) };
    /// That of the program's functions that a stream has reached: on a device they run on another thread.
    static LAST_ERROR_OF_CALLBACKS: Cell<cudaError> = const { Cell::new(cudaError::cudaSuccess) };
}

fn last() -> &'static std::thread::LocalKey<Cell<cudaError>> {
    match in_callback() {
        true => &LAST_ERROR_OF_CALLBACKS,
        false => &LAST_ERROR,
    }
}

/// Runs the body of a function and keeps what failed for `cudaGetLastError` of this thread.
pub(crate) fn call(body: impl FnOnce() -> Outcome) -> cudaError_t {
    match body() {
        Ok(()) => cudaError::cudaSuccess,
        // An answer, and no failure.
        Err(cudaError::cudaErrorNotReady) => cudaError::cudaErrorNotReady,
        Err(error) => {
            last().set(error);
            error
        }
    }
}

/// The error of the last call of this thread that failed.
pub(crate) fn last_error() -> cudaError {
    last().get()
}

/// As [`last_error`], which is forgotten.
pub(crate) fn take_last_error() -> cudaError {
    last().replace(cudaError::cudaSuccess)
}

/// Writes a result where the caller wants it.
///
/// # Errors
///
/// `cudaErrorInvalidValue` for a null pointer.
///
/// # Safety
///
/// `place` is null or may be written.
pub(crate) unsafe fn give<T>(place: *mut T, value: T) -> Outcome {
    if place.is_null() {
        return Err(cudaError::cudaErrorInvalidValue);
    }
    // SAFETY: not null, and otherwise the caller's promise.
    unsafe { place.write(value) };
    Ok(())
}

/// Defines functions of the runtime: `fn name(arguments) { … Ok(()) }`, the body with `?` on codes.
///
/// The symbol is defined only where no real runtime is linked. A signature that differs from that of cuda-sys does not
/// compile: both functions are made one type of pointer. An argument that not all versions have is under a `cfg`.
macro_rules! api {
    ($($(#[$attribute:meta])* fn $name:ident($($(#[$cfg:meta])* $argument:ident: $type:ty),* $(,)?) $body:block)*) => {$(
        $(#[$attribute])*
        ///
        /// # Safety
        ///
        /// As the runtime has it: every pointer is null or good for what the function does with it.
        #[cfg_attr(cudart_symbols, unsafe(no_mangle))]
        #[allow(non_snake_case)]
        pub unsafe extern "C" fn $name($($(#[$cfg])* $argument: $type),*) -> cuda_sys::cudaError_t {
            $crate::hooks::refuse_in_kernel(stringify!($name));
            #[allow(unused_unsafe)]
            $crate::api::call::call(|| {
                // SAFETY: pointers from outside are null or good, by this function's contract.
                unsafe { $body }
            })
        }
        const _: () = {
            let _one_type = [cuda_sys::$name, $name];
        };
    )*};
}
pub(crate) use api;
