//! The runtime's own answers about a kernel, past everything that coop remembers.

use std::ffi::c_void;

use coop::CudaError;
use coop::cuda_sys::{
    cudaError, cudaFuncAttributes, cudaFuncGetAttributes,
    cudaOccupancyMaxActiveBlocksPerMultiprocessor,
};

/// `cudaFuncGetAttributes` of a kernel on the current device.
pub fn attributes(kernel: *const c_void) -> cudaFuncAttributes {
    let mut attributes = std::mem::MaybeUninit::<cudaFuncAttributes>::zeroed();
    // SAFETY: writes the structure, all of whose fields are integers, for which zero is valid.
    let (code, attributes) = unsafe {
        let code = cudaFuncGetAttributes(attributes.as_mut_ptr(), kernel);
        (code, attributes.assume_init())
    };
    CudaError::check("cudaFuncGetAttributes", code).expect("a kernel has attributes");
    attributes
}

/// `cudaOccupancyMaxActiveBlocksPerMultiprocessor` of a kernel on the current device. Where the query does not accept a
/// block at all, none fits.
pub fn blocks_per_multiprocessor(kernel: *const c_void, threads: u32, dynamic: u32) -> u32 {
    let mut blocks = 0;
    // SAFETY: writes one int.
    let code = unsafe {
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &mut blocks,
            kernel,
            threads as i32,
            dynamic as usize,
        )
    };
    if code == cudaError::cudaErrorInvalidValue {
        return 0;
    }
    CudaError::check("cudaOccupancyMaxActiveBlocksPerMultiprocessor", code)
        .expect("a kernel has an occupancy");
    blocks.unsigned_abs()
}
