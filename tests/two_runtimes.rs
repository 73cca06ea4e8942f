//! A shared library that brought a CUDA runtime of its own: its kernels are refused by name before anything is launched.
//! No device is needed to see it.

#![cfg(target_os = "linux")]
use std::ffi::CString;
use std::path::{Path, PathBuf};
use std::process::Command;

use coop::kernel::KernelRecord;
use coop::{CooperativeKernel, Error, SharedBytes};
use cuda_build::Toolkit;

type TwoPass = CooperativeKernel<(*const f32, *mut f32, *mut f64, u64)>;

/// csrc/two_pass.cu as a shared library, as a C++ project would build it: with the runtime that `-cudart` says.
fn library(folder: &Path, cudart: &str, more: &[&str]) -> PathBuf {
    let toolkit = Toolkit::find().unwrap();
    let path = folder.join("libalien.so");
    let lib_dir = toolkit.lib_dir().to_str().unwrap();
    let mut nvcc = Command::new(toolkit.nvcc().unwrap());
    nvcc.args([
        "-DCOOP_CRATE=coop_kernels",
        "-std=c++17",
        "-shared",
        "-Xcompiler=-fPIC",
        "-cudart",
        cudart,
    ])
    .args(["-I", "csrc/include", "-I", "cuda-build/include"])
    .args(["-L", lib_dir])
    .args(more)
    .arg("-o")
    .arg(&path)
    .arg("csrc/two_pass.cu");
    let output = nvcc
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    path
}

/// The kernel that a library exports. The library stays loaded.
fn kernel(library: &Path) -> TwoPass {
    let path = CString::new(library.to_str().unwrap()).unwrap();
    // SAFETY: the library runs nothing when it is loaded but the registration of its kernels.
    let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW) };
    assert!(!handle.is_null(), "{library:?} cannot be loaded");
    // SAFETY: the handle is that of a library that is loaded.
    let symbol = unsafe { libc::dlsym(handle, c"coop_kernel_coop_kernels__two_pass".as_ptr()) };
    assert!(!symbol.is_null());
    type Record = unsafe extern "C" fn() -> *const KernelRecord;
    // SAFETY: the function of this name is the one that coop/export.cuh defines, and it is of this type.
    let record = unsafe { core::mem::transmute::<*mut libc::c_void, Record>(symbol) };
    // SAFETY: as above.
    unsafe { TwoPass::exported("two_pass", &["input", "centred", "partial", "n"], record) }
}

/// Asserts that the kernel is refused with the files that have the two runtimes.
fn assert_refused(kernel: &TwoPass, cpp_file: &str) {
    let refused = kernel.as_raw().unwrap_err();
    assert_eq!(
        kernel.prepare(256, SharedBytes(0)).unwrap_err(),
        refused,
        "prepare says another thing, or needs a device first"
    );
    let Error::TwoRuntimes { kernel, rust, cpp } = &refused else {
        panic!("{refused}");
    };
    assert_eq!(*kernel, "two_pass");
    assert!(cpp.contains(cpp_file), "{cpp}");
    assert_ne!(rust, cpp);
    let text = refused.to_string();
    for part in [rust.as_str(), cpp, "`two_pass`", "-cudart shared"] {
        assert!(text.contains(part), "{part} is not in: {text}");
    }
}

/// Whether this program has the shared runtime.
fn is_dynamic() -> bool {
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
    maps.contains("libcudart.so")
}

#[test]
fn a_kernel_of_a_library_with_a_static_runtime_inside_is_refused_with_both_files() {
    for more in [&[][..], &["-Xlinker=-Bsymbolic"]] {
        let folder = tempfile::tempdir().unwrap();
        let kernel = kernel(&library(folder.path(), "static", more));
        assert_refused(&kernel, "libalien.so");
    }
}

#[test]
fn a_kernel_of_the_shared_runtime_is_refused_by_a_program_with_the_static_one_and_else_accepted() {
    let dynamic = is_dynamic();
    let folder = tempfile::tempdir().unwrap();
    let toolkit = Toolkit::find().unwrap();
    let rpath = format!("-Xlinker=-rpath,{}", toolkit.lib_dir().display());
    // Wheels have no libcudart.so, which is what `-cudart shared` looks for.
    let plain = folder.path().join("libcudart.so");
    let full = format!("libcudart.so.{}", toolkit.version().major);
    std::os::unix::fs::symlink(toolkit.lib_dir().join(full), plain).unwrap();
    let search = format!("-L{}", folder.path().display());
    let kernel = kernel(&library(folder.path(), "shared", &[&search, &rpath]));
    if dynamic {
        assert!(!kernel.as_raw().unwrap().is_null());
    } else {
        assert_refused(&kernel, "libcudart.so");
    }
}

#[test]
fn the_kernels_of_this_program_are_of_its_runtime() {
    assert!(coop_kernels::two_pass::two_pass.as_raw().is_ok());
}

/// The emulator is in the program, as it is a dependency of the tests, and the calls are the linked runtime's all the same.
#[test]
fn where_a_runtime_is_linked_it_has_the_symbols() {
    assert_ne!(
        coop::cuda_sys::cudaMalloc as *const (),
        cudart_emu::api::allocation::cudaMalloc as *const ()
    );
}
