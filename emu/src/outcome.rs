//! What a call comes to.

use cuda_sys::cudaError;

/// Done, or the code that the call returns.
pub(crate) type Outcome<T = ()> = Result<T, cudaError>;
