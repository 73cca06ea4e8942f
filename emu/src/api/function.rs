//! Kernels: what they take, what is set for them, how many of their blocks are resident at once.

use std::ffi::c_void;

use cuda_occupancy::DeviceLimits;
use cuda_sys::{
    cudaError, cudaFuncAttribute, cudaFuncAttributes, cudaFuncCache, cudaLaunchConfig_t,
};
use libc::{c_char, c_int, c_uint};

use super::kernel_launch::attributes;
use crate::api::call::{Outcome, api, give};
use crate::launch::KernelCode;
use crate::machine::residency::{
    self, Settings, available_dynamic_shared, blocks_per_multiprocessor, cluster_blocks,
    largest_cluster, max_dynamic_shared, max_threads, parameter, resident_clusters,
};
use crate::machine::{Machine, context};

const INVALID: cudaError = cudaError::cudaErrorInvalidValue;

/// A kernel on the current device.
pub(super) struct Found {
    pub(super) machine: &'static Machine,
    pub(super) device: usize,
    pub(super) limits: &'static DeviceLimits,
    pub(super) kernel: &'static KernelCode,
    pub(super) settings: Settings,
}

/// # Errors
///
/// `cudaErrorInvalidDeviceFunction`, if there is no such kernel.
pub(super) fn find(entry: *const c_void) -> Outcome<Found> {
    let (machine, device) = context()?;
    let kernel = residency::find(entry)?;
    let set = machine
        .state()
        .functions
        .get(&(device, entry as usize))
        .copied();
    let settings = Settings {
        registers: machine.registers(kernel),
        ..set.unwrap_or_default()
    };
    Ok(Found {
        machine,
        device,
        limits: &machine.devices[device].limits,
        kernel,
        settings,
    })
}

impl Found {
    pub(super) fn blocks(&self, threads: u32, dynamic_shared: u32) -> u32 {
        blocks_per_multiprocessor(
            self.kernel,
            self.limits,
            self.settings,
            threads,
            dynamic_shared,
        )
    }

    /// Clusters of the launch that are resident at once on the device.
    pub(super) fn clusters(
        &self,
        threads: u32,
        dynamic_shared: u32,
        cluster: [u32; 3],
    ) -> Outcome<u32> {
        let blocks = cluster_blocks(self.limits, self.settings, cluster)?;
        Ok(resident_clusters(
            self.limits,
            self.blocks(threads, dynamic_shared),
            blocks,
        ))
    }
}

fn blocks(number: *mut c_int, entry: *const c_void, threads: c_int, dynamic: usize) -> Outcome {
    let found = find(entry)?;
    let threads = u32::try_from(threads)
        .ok()
        .filter(|&threads| threads > 0)
        .ok_or(INVALID)?;
    let dynamic = u32::try_from(dynamic).unwrap_or(u32::MAX);
    // SAFETY: null or may be written, by the contract of the functions below.
    unsafe { give(number, found.blocks(threads, dynamic) as c_int) }
}

/// Threads of a block and bytes of dynamic shared memory of a configuration.
fn shape(config: &cudaLaunchConfig_t) -> Outcome<(u32, u32)> {
    let block = config.blockDim;
    let threads = block
        .x
        .checked_mul(block.y)
        .and_then(|threads| threads.checked_mul(block.z))
        .filter(|&threads| threads > 0)
        .ok_or(INVALID)?;
    Ok((
        threads,
        u32::try_from(config.dynamicSmemBytes).unwrap_or(u32::MAX),
    ))
}

api! {
    /// What a kernel takes. Registers are those that the configuration states, or a figure that never limits occupancy: the
    /// host's compiler does not tell.
    fn cudaFuncGetAttributes(attributes: *mut cudaFuncAttributes, entry: *const c_void) {
        let found = find(entry)?;
        let (major, minor) = found.limits.compute_capability;
        // Zeroed, as later versions have more fields.
        let mut a: cudaFuncAttributes = std::mem::zeroed();
        a.sharedSizeBytes = found.kernel.static_shared as usize;
        a.maxThreadsPerBlock = max_threads(found.kernel, found.limits, found.settings) as c_int;
        a.numRegs = found.settings.registers() as c_int;
        a.ptxVersion = (10 * major + minor) as c_int;
        a.binaryVersion = a.ptxVersion;
        a.maxDynamicSharedSizeBytes = max_dynamic_shared(found.kernel, found.limits, found.settings) as c_int;
        a.preferredShmemCarveout = found.settings.carveout.unwrap_or(-1);
        a.nonPortableClusterSizeAllowed = found.settings.non_portable_cluster.into();
        if let Some([x, y, z]) = found.kernel.cluster {
            a.clusterDimMustBeSet = 1;
            a.requiredClusterWidth = x as c_int;
            a.requiredClusterHeight = y as c_int;
            a.requiredClusterDepth = z as c_int;
        }
        give(attributes, a)
    }

    /// Sets what a kernel may take on the current device.
    fn cudaFuncSetAttribute(entry: *const c_void, attribute: cudaFuncAttribute, value: c_int) {
        let found = find(entry)?;
        let mut settings = found.settings;
        match attribute {
            cudaFuncAttribute::cudaFuncAttributeMaxDynamicSharedMemorySize => {
                let bytes = u32::try_from(value).map_err(|_| INVALID)?;
                let all = bytes.checked_add(found.kernel.static_shared).ok_or(INVALID)?;
                if all > found.limits.shared_bytes_per_block_optin {
                    return Err(INVALID);
                }
                settings.max_dynamic_shared = Some(bytes);
            }
            cudaFuncAttribute::cudaFuncAttributePreferredSharedMemoryCarveout => {
                if !(-1..=100).contains(&value) {
                    return Err(INVALID);
                }
                settings.carveout = Some(value);
            }
            cudaFuncAttribute::cudaFuncAttributeNonPortableClusterSizeAllowed => {
                if !found.limits.cluster_launch {
                    return Err(cudaError::cudaErrorNotSupported);
                }
                settings.non_portable_cluster = value != 0;
            }
            cudaFuncAttribute(10..16) => return Err(cudaError::cudaErrorNotSupported),
            _ => return Err(INVALID),
        }
        found.machine.state().functions.insert((found.device, entry as usize), settings);
        Ok(())
    }

    /// Takes a preference between shared memory and cache, which changes nothing.
    fn cudaFuncSetCacheConfig(entry: *const c_void, _config: cudaFuncCache) {
        find(entry).map(|_| ())
    }

    /// The name a kernel is exported under.
    fn cudaFuncGetName(name: *mut *const c_char, entry: *const c_void) {
        give(name, find(entry)?.kernel.name.as_ptr())
    }

    /// Where a parameter is among the arguments, and its size.
    fn cudaFuncGetParamInfo(entry: *const c_void, index: usize, offset: *mut usize, size: *mut usize) {
        let (at, bytes) = parameter(find(entry)?.kernel, index).ok_or(INVALID)?;
        give(offset, at)?;
        // The size is optional.
        if size.is_null() { Ok(()) } else { give(size, bytes) }
    }

    /// Blocks that are resident at once on a multiprocessor.
    fn cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        number: *mut c_int, entry: *const c_void, threads: c_int, dynamic: usize,
    ) {
        blocks(number, entry, threads, dynamic)
    }

    /// The same: caches, which the flags are about, are not emulated.
    fn cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        number: *mut c_int, entry: *const c_void, threads: c_int, dynamic: usize, flags: c_uint,
    ) {
        if flags & !cuda_sys::cudaOccupancyDisableCachingOverride != 0 {
            return Err(INVALID);
        }
        blocks(number, entry, threads, dynamic)
    }

    /// The most dynamic shared memory with which so many blocks are resident at once on a multiprocessor.
    fn cudaOccupancyAvailableDynamicSMemPerBlock(
        bytes: *mut usize, entry: *const c_void, number: c_int, threads: c_int,
    ) {
        let found = find(entry)?;
        let positive = |value| u32::try_from(value).ok().filter(|&value| value > 0).ok_or(INVALID);
        let (number, threads) = (positive(number)?, positive(threads)?);
        let most = available_dynamic_shared(found.kernel, found.limits, found.settings, number, threads);
        give(bytes, most.ok_or(INVALID)? as usize)
    }

    /// The largest cluster of which one at least is resident.
    fn cudaOccupancyMaxPotentialClusterSize(
        size: *mut c_int, entry: *const c_void, config: *const cudaLaunchConfig_t,
    ) {
        let found = find(entry)?;
        if !found.limits.cluster_launch {
            return Err(cudaError::cudaErrorNotSupported);
        }
        let (threads, dynamic) = shape(config.as_ref().ok_or(INVALID)?)?;
        let most = (1..=largest_cluster(found.settings))
            .rev()
            .find(|&blocks| found.clusters(threads, dynamic, [blocks, 1, 1]).is_ok_and(|clusters| clusters > 0));
        give(size, most.unwrap_or(0) as c_int)
    }

    /// Clusters that are resident at once on the device.
    fn cudaOccupancyMaxActiveClusters(number: *mut c_int, entry: *const c_void, config: *const cudaLaunchConfig_t) {
        let found = find(entry)?;
        let config = config.as_ref().ok_or(INVALID)?;
        let (threads, dynamic) = shape(config)?;
        let cluster = found.kernel.cluster.or(attributes(config)?.cluster).unwrap_or([1, 1, 1]);
        give(number, found.clusters(threads, dynamic, cluster)? as c_int)
    }
}
