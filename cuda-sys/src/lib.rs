//! The raw CUDA runtime API: every function, type and constant of `cuda_runtime_api.h`, under its C name.
//!
//! ```no_run
//! use cuda_sys::{cudaError, cudaGetDeviceCount};
//!
//! let mut count = 0;
//! // SAFETY: the pointer is to a live i32.
//! let error = unsafe { cudaGetDeviceCount(&mut count) };
//! if error == cudaError::cudaSuccess {
//!     println!("{count} devices");
//! }
//! ```
//!
//! # Bindings
//!
//! With the feature `bindgen` (default) they are generated from the headers that are found, so that they are exact for
//! any toolkit of CUDA 12 and 13, versions newer than this crate included. That needs libclang. Without the feature those
//! that are checked in for the major version are taken: of 12.9 or 13.0. An older runtime of the same major version lacks
//! some of the functions, which shows when a program that calls one is linked.
//!
//! An enumeration of C is a newtype over its integer with associated constants: `cudaError::cudaSuccess`. A runtime newer
//! than the headers returns values that these do not name; they keep their number. `{:?}` prints the
//! C name, or the number where there is none. `cudaError_t` must be used.
//!
//! The features `gl`, `egl`, `vdpau` and `profiler` add the functions of `cuda_gl_interop.h`, `cuda_egl_interop.h`,
//! `cuda_vdpau_interop.h` and `cuda_profiler_api.h`, without a header of OpenGL, EGL or VDPAU.
//!
//! The feature `per-thread-default-stream` links the forms of functions that C++ programs choose by
//! `CUDA_API_PER_THREAD_DEFAULT_STREAM`: the null stream is then that of the calling thread. It holds for every package of the
//! program, and `coop` refuses it.
//!
//! # Linking
//!
//! | feature | `CUDART_LINK` | |
//! |---|---|---|
//! | `static` (default) | `static` | the runtime is inside; of a CUDA program only the driver is then outside |
//! | `dynamic` | `dynamic` | the shared library is found at run time |
//! | neither | `external` | no link line: a C++ program that links this crate brings the runtime, or an emulator does |
//!
//! `static` wins over `dynamic`, and the environment variable over both. One process must have one runtime: kernels that
//! are known to one copy are unknown to another.
//!
//! # For build scripts of dependents
//!
//! | variable | |
//! |---|---|
//! | `DEP_CUDART_ROOT` | the toolkit; `cuda_build` takes it from there, so that kernels are compiled by the same one |
//! | `DEP_CUDART_INCLUDE` | its include directories, separated as in `PATH` |
//! | `DEP_CUDART_LIB` | the directory of its libraries |
//! | `DEP_CUDART_NVCC` | nvcc, if it has one |
//! | `DEP_CUDART_VERSION` | 13000 for CUDA 13.0 |
//! | `DEP_CUDART_LINK` | `static`, `dynamic` or `external` |
//!
//! The first four are absent where there is no toolkit, which is fine without `bindgen`, `static` and `dynamic`. With them, `cargo doc`
//! and `cargo check` do without one; `cargo build` says where it was looked for.
#![no_std]
#![warn(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod missing;

/// What is generated has the names and the style of C, and its documentation is NVIDIA's.
#[allow(
    missing_docs,
    non_camel_case_types,
    non_snake_case,
    non_upper_case_globals,
    unused_qualifications,
    clippy::all,
    clippy::missing_safety_doc
)]
mod bindings {
    include!(concat!(env!("OUT_DIR"), "/named.rs"));
}
#[allow(non_upper_case_globals)]
mod macros;

#[cfg(feature = "egl")]
#[allow(non_camel_case_types, non_snake_case, non_upper_case_globals)]
mod egl;
#[cfg(feature = "gl")]
#[allow(non_camel_case_types, non_snake_case, non_upper_case_globals)]
mod gl;
#[cfg(feature = "profiler")]
mod profiler;
#[cfg(feature = "vdpau")]
#[allow(non_snake_case)]
mod vdpau;

pub use bindings::*;
#[cfg(feature = "egl")]
pub use egl::*;
#[cfg(feature = "gl")]
pub use gl::*;
pub use macros::*;
#[doc(hidden)]
pub use missing::needs_a_toolkit;
#[cfg(feature = "profiler")]
pub use profiler::*;
#[cfg(feature = "vdpau")]
pub use vdpau::*;
