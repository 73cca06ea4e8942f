//! Whether the object file of a kernel and this crate call one CUDA runtime.
//!
//! A kernel is registered with the runtime that its object file was linked with. Where a shared library brought one of
//! its own, every call from here would be answered with "invalid device function" at best.

use core::ffi::c_void;

use crate::error::{Error, Result};

/// Compares the runtime that the kernel's object file calls, told by the address of `cudaRuntimeGetVersion` there, with
/// the one that this crate calls. An address is the same from everywhere in a process that has the function once.
#[cfg(unix)]
pub(crate) fn check(kernel: &'static str, of_kernel: *const c_void) -> Result<()> {
    let ours = cuda_sys::cudaRuntimeGetVersion as *const c_void;
    if of_kernel == ours {
        return Ok(());
    }
    Err(Error::TwoRuntimes {
        kernel,
        rust: file_of(ours),
        cpp: file_of(of_kernel),
    })
}

/// Every file has its own stub for a function of a DLL there, so addresses tell nothing.
#[cfg(not(unix))]
pub(crate) fn check(_: &'static str, _: *const c_void) -> Result<()> {
    Ok(())
}

/// The program or shared library that an address lies in.
#[cfg(unix)]
fn file_of(address: *const c_void) -> String {
    use core::ffi::CStr;

    let mut found = core::mem::MaybeUninit::<libc::Dl_info>::zeroed();
    // SAFETY: any address may be asked; writes the structure, whose fields are pointers, for which null is valid.
    let name = unsafe {
        libc::dladdr(address, found.as_mut_ptr());
        found.assume_init().dli_fname
    };
    if name.is_null() {
        return format!("a file that is not known (address {address:p})");
    }
    // SAFETY: the loader's, NUL-terminated; it lives as long as the file is loaded, and it is copied here.
    unsafe { CStr::from_ptr(name) }
        .to_string_lossy()
        .into_owned()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn one_runtime_is_accepted() {
        check("k", cuda_sys::cudaRuntimeGetVersion as *const c_void).unwrap();
    }

    #[test]
    fn another_runtime_is_refused_with_the_files_of_both() {
        // A function of the C library, in the place of a runtime there.
        let other = libc::malloc as *const c_void;
        let error = check("k", other).unwrap_err();
        let Error::TwoRuntimes { kernel, cpp, .. } = &error else {
            panic!("{error}");
        };
        assert_eq!((*kernel, cpp), ("k", &file_of(other)));
        let text = error.to_string();
        for part in ["kernel `k`", "libc", "two CUDA runtimes", "CUDART_LINK"] {
            assert!(text.contains(part), "{part} is not in: {text}");
        }
    }

    #[test]
    fn an_address_in_no_file_is_told_as_a_number() {
        let text = file_of(core::ptr::without_provenance(16));
        assert!(text.contains("0x10"), "{text}");
    }
}
