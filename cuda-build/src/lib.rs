//! CUDA in a build script: finds the toolkit, and compiles kernels into the crate.
//!
//! The shortest `build.rs`:
//!
//! ```no_run
//! fn main() {
//!     cuda_build::kernels("my_kernels").file("csrc/add.cu").build();
//! }
//! ```
//!
//! with, in `Cargo.toml`,
//!
//! ```toml
//! [build-dependencies]
//! cuda-build = "0.1"
//! ```
//!
//! A kernel declared `extern "C" __global__ void add(…)` is then the symbol `add` in the crate: its address is what
//! the launch functions of the CUDA runtime take. The runtime itself is linked by the crate `cuda-sys`.
//!
//! # What it decides, and who else may
//!
//! | | |
//! |---|---|
//! | which toolkit | `CUDA_PATH`, `CUDA_HOME`, `CUDA_ROOT`, `CUDA_TOOLKIT_ROOT_DIR`; else nvcc on `PATH`; else the usual places ([`Toolkit::find`]) |
//! | which architectures | [`Kernels::archs`]; else `CUDA_ARCHS`; else those of the last generations that the toolkit knows |
//! | which host compiler | `NVCC_CCBIN`; else `CXX`; else `c++` |
//! | how optimised | always fully, with line numbers for profilers, whatever Cargo's profile: debug code fits fewer blocks on a device |
//! | debugger's code | `COOP_DEVICE_DEBUG=1` |
//!
//! `CUDA_ARCHS` is a list such as `80,90`: a compute capability without its dot, with `a` or `f` for features of one
//! architecture or family (`90a`), and `-real` (machine code only) or `-virtual` (PTX only). Each gets machine code, and
//! the newest gets PTX too, for devices to come.
//!
//! Changing a source, a header that it includes, one of these variables or the toolkit compiles again, and only what it
//! concerns.
//!
//! # The toolkit alone
//!
//! ```no_run
//! # fn main() -> Result<(), cuda_build::ToolkitError> {
//! let toolkit = cuda_build::Toolkit::find()?;
//! println!("CUDA {} ({}) in {}", toolkit.version(), toolkit.layout(), toolkit.root().display());
//! # Ok(())
//! # }
//! ```
// A build script's `main` is the point of its example.
#![allow(clippy::needless_doctest_main)]
#![warn(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod arch;
mod archive;
mod compile;
mod depfile;
mod diagnostics;
mod emulated;
mod error;
mod flags;
mod host;
mod kernels;
mod stamp;

pub use cuda_toolkit::{Error as ToolkitError, Toolkit, Version};
pub use error::Error;
pub use kernels::{Kernels, kernels};
