//! Finds the CUDA toolkit, for build scripts: one root, from which headers, nvcc and libraries all come.
//!
//! ```no_run
//! # fn main() -> Result<(), cuda_toolkit::Error> {
//! let toolkit = cuda_toolkit::Toolkit::find()?;
//! println!("CUDA {} ({}) in {}", toolkit.version(), toolkit.layout(), toolkit.root().display());
//! # Ok(())
//! # }
//! ```
//!
//! It has no dependencies, and knows nothing of compiling and linking.

#![warn(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod env;
mod error;
mod layout;
mod toolkit;
mod version;

pub use env::Env;
pub use error::Error;
pub use toolkit::Toolkit;
pub use version::Version;
