//! CUDA in a build script: finds the toolkit, and compiles kernels into the crate.
//!
//! The shortest `build.rs`:
//!
//! ```no_run
//! fn main() {
//!     cuda_build::kernels("my_kernels").file("csrc/add.cu").build();
//! }
//! ```

mod arch;
mod env;
mod error;
mod flags;
mod kernels;
mod layout;
mod toolkit;
mod version;

pub use error::Error;
pub use kernels::{Kernels, kernels};
pub use toolkit::Toolkit;
pub use version::Version;
