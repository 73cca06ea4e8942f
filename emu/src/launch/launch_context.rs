//! What all blocks of a launch know of it.

use std::ops::Range;
use std::ptr;

use super::cluster::Clusters;
use super::kernels::KernelCode;
use super::program_data::ProgramData;
use crate::judge::Memory;
use crate::judge::Uninitialised;
use crate::schedule::Schedule;

/// What all blocks of a launch know.
pub(crate) struct LaunchContext {
    pub(crate) kernel: &'static KernelCode,
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    pub(crate) dynamic_shared: u32,
    pub(crate) cooperative: bool,
    pub(crate) clusters: Clusters,
    pub(crate) multiprocessors: u32,
    pub(crate) schedule: Schedule,
    pub(crate) arguments: Arguments,
    pub(crate) program_data: Vec<ProgramData>,
    pub(crate) uninitialised: Uninitialised,
    pub(crate) max_steps: u64,
    pub(crate) memory: &'static dyn Memory,
}

/// The arguments, where a kernel may read them: aligned for any type.
pub(crate) struct Arguments {
    bytes: Vec<Vec<u128>>,
    pub(crate) pointers: Vec<*const std::ffi::c_void>,
}

impl Arguments {
    pub(crate) fn new(arguments: &[Vec<u8>]) -> Self {
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
        Arguments { bytes, pointers }
    }

    /// The argument that has an address, from which the kernel's call copies it.
    pub(crate) fn around(&self, address: usize) -> Option<Range<usize>> {
        let ranges = self.bytes.iter().map(|words| {
            let range = words.as_ptr_range();
            range.start as usize..range.end as usize
        });
        ranges.into_iter().find(|range| range.contains(&address))
    }
}

// SAFETY: the pointers are to `bytes`, which nobody writes.
unsafe impl Sync for Arguments {}
