//! The rest of the runtime: present, so that every program links, and refused with `cudaErrorNotSupported`.

#![allow(non_snake_case)]

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use cuda_sys::*;

use crate::outcome::Outcome;

/// Refuses, and says so once a function on stderr: the code alone does not tell which of many calls it was.
fn refuse(name: &'static str) -> Outcome {
    static TOLD: Mutex<BTreeSet<&str>> = Mutex::new(BTreeSet::new());
    let mut told = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    if told.insert(name) {
        eprintln!("cudart-emu: {name} is not emulated: it returns cudaErrorNotSupported");
    }
    Err(cudaError::cudaErrorNotSupported)
}

macro_rules! unsupported {
    ($(fn $name:ident($($argument:ident: $type:ty),* $(,)?);)*) => {
        $crate::api::call::api! {$(
            /// Not emulated: returns `cudaErrorNotSupported`.
            fn $name($($argument: $type),*) {
                let _ = ($($argument,)*);
                refuse(stringify!($name))
            }
        )*}

        /// The names of the functions that are not emulated.
        pub const UNSUPPORTED: &[&str] = &[$(stringify!($name)),*];
    };
}

include!(concat!(env!("OUT_DIR"), "/unsupported.rs"));

/// The description of an element of a texture. It is only a record; what takes it is not emulated.
///
/// # Safety
///
/// None is needed: it takes numbers.
#[cfg_attr(cudart_symbols, unsafe(no_mangle))]
pub unsafe extern "C" fn cudaCreateChannelDesc(
    x: libc::c_int,
    y: libc::c_int,
    z: libc::c_int,
    w: libc::c_int,
    f: cudaChannelFormatKind,
) -> cudaChannelFormatDesc {
    cudaChannelFormatDesc { x, y, z, w, f }
}

const _: () = {
    let _one_type = [cuda_sys::cudaCreateChannelDesc, cudaCreateChannelDesc];
};

#[cfg(test)]
mod tests {
    use std::ptr::null_mut;

    use super::*;
    use crate::api::call::take_last_error;

    #[test]
    fn a_function_that_is_not_emulated_says_so_and_leaves_its_outputs_alone() {
        let mut array = null_mut();
        // SAFETY: the first pointer is to a live handle, the others are not read.
        let error = unsafe { cudaMallocArray(&mut array, std::ptr::null(), 1, 1, 0) };
        assert_eq!(error, cudaError::cudaErrorNotSupported);
        assert_eq!(take_last_error(), cudaError::cudaErrorNotSupported);
        assert!(array.is_null());
        assert!(UNSUPPORTED.contains(&"cudaMallocArray"));
    }
}
