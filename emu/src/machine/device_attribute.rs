//! What an emulated device says of itself.

use cuda_sys::{cudaDeviceAttr, cudaError};

use crate::machine::description::Description;
use crate::outcome::Outcome;

/// Bytes of constant memory of every device.
pub(crate) const CONSTANT_BYTES: usize = 64 * 1024;
/// The largest pitch of a copy.
pub(crate) const MAX_PITCH: usize = i32::MAX as usize;

/// The value of an attribute. What has no meaning without hardware, such as the size of a cache, or is not emulated, such as
/// textures, is 0.
///
/// # Errors
///
/// `cudaErrorInvalidValue` for a number that is no attribute.
pub(crate) fn attribute(
    device: &Description,
    number: usize,
    attribute: cudaDeviceAttr,
) -> Outcome<i32> {
    use cudaDeviceAttr as A;
    let limits = &device.limits;
    let value = match attribute {
        A::cudaDevAttrMaxThreadsPerBlock => limits.max_threads_per_block,
        A::cudaDevAttrMaxBlockDimX => limits.max_block_dim[0],
        A::cudaDevAttrMaxBlockDimY => limits.max_block_dim[1],
        A::cudaDevAttrMaxBlockDimZ => limits.max_block_dim[2],
        A::cudaDevAttrMaxGridDimX => limits.max_grid_dim[0],
        A::cudaDevAttrMaxGridDimY => limits.max_grid_dim[1],
        A::cudaDevAttrMaxGridDimZ => limits.max_grid_dim[2],
        A::cudaDevAttrMaxSharedMemoryPerBlock => limits.shared_bytes_per_block,
        A::cudaDevAttrMaxSharedMemoryPerBlockOptin => limits.shared_bytes_per_block_optin,
        A::cudaDevAttrMaxSharedMemoryPerMultiprocessor => limits.shared_bytes_per_multiprocessor,
        A::cudaDevAttrReservedSharedMemoryPerBlock => limits.reserved_shared_bytes_per_block,
        A::cudaDevAttrTotalConstantMemory => CONSTANT_BYTES as u32,
        A::cudaDevAttrWarpSize => limits.warp_size,
        A::cudaDevAttrMaxPitch => MAX_PITCH as u32,
        A::cudaDevAttrMaxRegistersPerBlock => limits.registers_per_block,
        A::cudaDevAttrMaxRegistersPerMultiprocessor => limits.registers_per_multiprocessor,
        A::cudaDevAttrMultiProcessorCount => limits.multiprocessors,
        A::cudaDevAttrMaxThreadsPerMultiProcessor => limits.max_threads_per_multiprocessor,
        A::cudaDevAttrMaxBlocksPerMultiprocessor => limits.max_blocks_per_multiprocessor,
        A::cudaDevAttrComputeCapabilityMajor => limits.compute_capability.0,
        A::cudaDevAttrComputeCapabilityMinor => limits.compute_capability.1,
        A::cudaDevAttrCooperativeLaunch => limits.cooperative_launch.into(),
        A::cudaDevAttrClusterLaunch => limits.cluster_launch.into(),
        // No clock has a rate here, but programs divide by it: a round figure, in kHz.
        A::cudaDevAttrClockRate | A::cudaDevAttrMemoryClockRate => 1_000_000,
        A::cudaDevAttrPciBusId => number as u32 + 1,
        A::cudaDevAttrGpuOverlap
        | A::cudaDevAttrAsyncEngineCount
        | A::cudaDevAttrConcurrentKernels
        | A::cudaDevAttrCanMapHostMemory
        | A::cudaDevAttrUnifiedAddressing
        | A::cudaDevAttrManagedMemory
        | A::cudaDevAttrStreamPrioritiesSupported
        | A::cudaDevAttrHostRegisterSupported
        | A::cudaDevAttrCanUseHostPointerForRegisteredMem
        | A::cudaDevAttrMemoryPoolsSupported => 1,
        A(1..A_END) => 0,
        _ => return Err(cudaError::cudaErrorInvalidValue),
    };
    Ok(i32::try_from(value).unwrap_or(i32::MAX))
}

/// One past the last attribute.
const A_END: u32 = cudaDeviceAttr::cudaDevAttrMax.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_those_of_the_description() {
        let t4 = Description::named("t4").unwrap();
        let ask = |which| attribute(&t4, 2, which).unwrap();
        assert_eq!(ask(cudaDeviceAttr::cudaDevAttrMultiProcessorCount), 40);
        assert_eq!(ask(cudaDeviceAttr::cudaDevAttrComputeCapabilityMinor), 5);
        assert_eq!(
            ask(cudaDeviceAttr::cudaDevAttrMaxSharedMemoryPerBlockOptin),
            64 * 1024
        );
        assert_eq!(ask(cudaDeviceAttr::cudaDevAttrCooperativeLaunch), 1);
        assert_eq!(ask(cudaDeviceAttr::cudaDevAttrClusterLaunch), 0);
        let without = Description::named("no-cooperative").unwrap();
        let cooperative = attribute(&without, 0, cudaDeviceAttr::cudaDevAttrCooperativeLaunch);
        assert_eq!(cooperative, Ok(0));
    }

    #[test]
    fn every_number_up_to_the_last_is_answered_and_others_are_refused() {
        let small = Description::named("small").unwrap();
        for number in 1..A_END {
            assert!(
                attribute(&small, 0, cudaDeviceAttr(number)).is_ok(),
                "{number}"
            );
        }
        for number in [0, A_END, u32::MAX] {
            let refused = attribute(&small, 0, cudaDeviceAttr(number));
            assert_eq!(refused, Err(cudaError::cudaErrorInvalidValue), "{number}");
        }
    }
}
