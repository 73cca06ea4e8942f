//! What a launch knows of its kernel, once everything was checked. Plain data; nothing here calls CUDA.

use core::ffi::c_void;

use crate::ordinal::Device;
use crate::residency::Residency;
use crate::shape::{Block, SharedBytes};

/// The address of a kernel's host stub: a name to CUDA, never called or read from here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry(pub *const c_void);

// SAFETY: only passed to CUDA as a name.
unsafe impl Send for Entry {}
// SAFETY: as above.
unsafe impl Sync for Entry {}

/// All that a launch needs to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Prepared {
    pub entry: Entry,
    pub kernel: &'static str,
    pub device: Device,
    pub block: Block,
    pub shared: SharedBytes,
    pub residency: Residency,
    pub max_grid_dim: [u32; 3],
}
