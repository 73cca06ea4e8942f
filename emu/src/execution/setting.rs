//! What all blocks of a launch know of it.

use std::ptr;

use super::Memory;
use super::cluster::Clusters;
use super::program_data::ProgramData;
use super::registry::KernelCode;
use super::schedule::Schedule;
use super::uninitialised::Uninitialised;

/// What all blocks of a launch know.
pub(super) struct Setting {
    pub(super) kernel: &'static KernelCode,
    pub(super) grid: [u32; 3],
    pub(super) block: [u32; 3],
    pub(super) dynamic_shared: u32,
    pub(super) cooperative: bool,
    pub(super) clusters: Clusters,
    pub(super) multiprocessors: u32,
    pub(super) schedule: Schedule,
    pub(super) arguments: Arguments,
    pub(super) program_data: Vec<ProgramData>,
    pub(super) uninitialised: Uninitialised,
    pub(super) memory: &'static dyn Memory,
}

/// The arguments, where a kernel may read them: aligned for any type.
pub(super) struct Arguments {
    _bytes: Vec<Vec<u128>>,
    pub(super) pointers: Vec<*const std::ffi::c_void>,
}

impl Arguments {
    pub(super) fn new(arguments: &[Vec<u8>]) -> Self {
        let bytes: Vec<Vec<u128>> = arguments
            .iter()
            .map(|argument| {
                let mut words = vec![0u128; argument.len().div_ceil(16).max(1)];
                // SAFETY: that many words have at least as many bytes as the argument.
                unsafe {
                    ptr::copy_nonoverlapping(
                        argument.as_ptr(),
                        words.as_mut_ptr().cast(),
                        argument.len(),
                    )
                };
                words
            })
            .collect();
        let pointers = bytes.iter().map(|words| words.as_ptr().cast()).collect();
        Arguments {
            _bytes: bytes,
            pointers,
        }
    }
}

// SAFETY: the pointers are to `bytes`, which nobody writes.
unsafe impl Sync for Arguments {}
