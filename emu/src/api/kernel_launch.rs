//! Launches: what is checked before a kernel is given to its stream.

use std::ffi::c_void;

use cuda_sys::{
    cudaError, cudaLaunchAttributeID, cudaLaunchAttributeValue, cudaLaunchConfig_t, cudaStream_t,
    dim3,
};

use super::function::{Found, find};
use crate::api::call::{Outcome, api};
use crate::launch::{Arguments, KernelCode, Launch, Parameter};
use crate::machine::residency::max_threads;
use crate::machine::work::Work;

const INVALID: cudaError = cudaError::cudaErrorInvalidValue;

/// How a kernel is to be launched.
pub(super) struct Shape {
    pub(super) grid: [u32; 3],
    pub(super) block: [u32; 3],
    pub(super) cluster: Option<[u32; 3]>,
    pub(super) dynamic_shared: usize,
    pub(super) cooperative: bool,
}

/// What the attributes of a configuration ask for.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Attributes {
    pub(super) cooperative: bool,
    pub(super) cluster: Option<[u32; 3]>,
}

/// # Errors
///
/// `cudaErrorNotSupported` for one that would change what the kernel does and is not emulated; `cudaErrorInvalidValue` if there
/// are no attributes where there should be.
pub(super) fn attributes(config: &cudaLaunchConfig_t) -> Outcome<Attributes> {
    let mut found = Attributes::default();
    if config.numAttrs == 0 {
        return Ok(found);
    }
    if config.attrs.is_null() {
        return Err(INVALID);
    }
    // SAFETY: the configuration says so many; the caller of the runtime's function answers for that.
    let given = unsafe { std::slice::from_raw_parts(config.attrs, config.numAttrs as usize) };
    for attribute in given {
        // SAFETY: the value is that of the attribute.
        unsafe { found.set(attribute.id, &attribute.val)? };
    }
    Ok(found)
}

impl Attributes {
    /// # Errors
    ///
    /// `cudaErrorNotSupported` for an attribute that would change what the kernel does and is not emulated.
    ///
    /// # Safety
    ///
    /// The value is that of the attribute.
    pub(super) unsafe fn set(
        &mut self,
        id: cudaLaunchAttributeID,
        value: &cudaLaunchAttributeValue,
    ) -> Outcome {
        use cudaLaunchAttributeID as A;
        // SAFETY: the number says which field of the union it is, by the contract.
        unsafe {
            match id {
                A::cudaLaunchAttributeCooperative => self.cooperative = value.cooperative != 0,
                A::cudaLaunchAttributeClusterDimension => {
                    let side = value.clusterDim;
                    self.cluster = Some([side.x, side.y, side.z]);
                }
                // That the kernel may start early. It starts when the one before it has ended, which is one of the orders
                // that a device may take.
                A::cudaLaunchAttributeProgrammaticStreamSerialization => {}
                // They are about speed.
                A::cudaLaunchAttributeIgnore
                | A::cudaLaunchAttributeAccessPolicyWindow
                | A::cudaLaunchAttributeSynchronizationPolicy
                | A::cudaLaunchAttributeClusterSchedulingPolicyPreference
                | A::cudaLaunchAttributePriority
                | A::cudaLaunchAttributeMemSyncDomainMap
                | A::cudaLaunchAttributeMemSyncDomain => {}
                // 14: the preferred carveout, which CUDA 12.0 does not name.
                A(14) => {}
                _ => return Err(cudaError::cudaErrorNotSupported),
            }
        }
        Ok(())
    }
}

pub(super) fn sides(dim: dim3) -> [u32; 3] {
    [dim.x, dim.y, dim.z]
}

/// Copies each argument.
///
/// # Safety
///
/// `arguments` is null or has a pointer for each parameter, null or to as many bytes as that has.
unsafe fn copy_arguments(kernel: &KernelCode, arguments: *mut *mut c_void) -> Outcome<Arguments> {
    if arguments.is_null() && !kernel.parameters.is_empty() {
        return Err(INVALID);
    }
    let copy = |(index, parameter): (usize, &Parameter)| {
        // SAFETY: there is one for each parameter, by the contract.
        let argument = unsafe { *arguments.add(index) };
        if argument.is_null() {
            return Err(INVALID);
        }
        // SAFETY: as many bytes as the parameter has, by the contract.
        Ok(unsafe { std::slice::from_raw_parts(argument.cast::<u8>(), parameter.size) })
    };
    let parameters = kernel.parameters.iter().enumerate();
    let bytes: Vec<&[u8]> = parameters.map(copy).collect::<Outcome<_>>()?;
    Ok(Arguments::new(&kernel.parameters, bytes))
}

/// The clusters of a launch: those that the kernel states, or else the launch.
fn cluster(kernel: &KernelCode, of_launch: Option<[u32; 3]>) -> Outcome<Option<[u32; 3]>> {
    match (kernel.cluster, of_launch) {
        (Some(stated), Some(asked)) if stated != asked => {
            Err(cudaError::cudaErrorInvalidClusterSize)
        }
        (stated, asked) => Ok(stated.or(asked)),
    }
}

/// Checks a launch and says how many of its blocks are resident at once.
fn check(found: &Found, shape: &Shape) -> Outcome<u32> {
    // CUDA 13 has this for all shapes; cudaErrorInvalidConfiguration is of older versions.
    const SHAPE: cudaError = cudaError::cudaErrorInvalidValue;
    const RESOURCES: cudaError = cudaError::cudaErrorLaunchOutOfResources;
    let limits = found.limits;
    let within = |sides: [u32; 3], most: [u32; 3]| {
        sides
            .iter()
            .zip(most)
            .all(|(&side, most)| (1..=most).contains(&side))
    };
    if !within(shape.grid, limits.max_grid_dim) || !within(shape.block, limits.max_block_dim) {
        return Err(SHAPE);
    }
    let threads: u32 = shape.block.iter().product();
    if threads > limits.max_threads_per_block {
        return Err(SHAPE);
    }
    if threads > found.kernel.max_threads {
        return Err(SHAPE);
    }
    if threads > max_threads(found.kernel, limits, found.settings) {
        return Err(RESOURCES);
    }
    if shape.cooperative && !limits.cooperative_launch {
        return Err(cudaError::cudaErrorNotSupported);
    }
    let dynamic = u32::try_from(shape.dynamic_shared).map_err(|_| INVALID)?;
    let most = crate::machine::residency::max_dynamic_shared(found.kernel, limits, found.settings);
    if dynamic > most
        || dynamic.saturating_add(found.kernel.static_shared) > limits.shared_bytes_per_block_optin
    {
        return Err(INVALID);
    }
    let resident = match cluster(found.kernel, shape.cluster)? {
        Some(cluster) => {
            let blocks: u32 =
                crate::machine::residency::cluster_blocks(limits, found.settings, cluster)?;
            if shape
                .grid
                .iter()
                .zip(cluster)
                .any(|(grid, side)| grid % side != 0)
            {
                return Err(cudaError::cudaErrorInvalidClusterSize);
            }
            u64::from(found.clusters(threads, dynamic, cluster)?) * u64::from(blocks)
        }
        None => u64::from(found.blocks(threads, dynamic)) * u64::from(limits.multiprocessors),
    };
    if resident == 0 {
        return Err(RESOURCES);
    }
    let blocks: u128 = shape.grid.iter().map(|&side| u128::from(side)).product();
    if shape.cooperative && blocks > u128::from(resident) {
        return Err(cudaError::cudaErrorCooperativeLaunchTooLarge);
    }
    Ok(u32::try_from(resident).unwrap_or(u32::MAX))
}

/// The call of a kernel of the current device, as far as it does not depend on a stream.
///
/// # Safety
///
/// As [`copy_arguments`].
pub(super) unsafe fn call(
    found: &Found,
    shape: &Shape,
    arguments: *mut *mut c_void,
) -> Outcome<Launch> {
    let resident_blocks = check(found, shape)?;
    Ok(Launch {
        kernel: found.kernel,
        grid: shape.grid,
        block: shape.block,
        cluster: cluster(found.kernel, shape.cluster)?,
        dynamic_shared: shape.dynamic_shared as u32,
        cooperative: shape.cooperative,
        resident_blocks,
        // SAFETY: by the contract.
        arguments: unsafe { copy_arguments(found.kernel, arguments)? },
    })
}

/// The same call in another shape.
pub(super) fn reshaped(found: &Found, shape: &Shape, call: &Launch) -> Outcome<Launch> {
    Ok(Launch {
        cluster: cluster(found.kernel, shape.cluster)?,
        cooperative: shape.cooperative,
        resident_blocks: check(found, shape)?,
        ..call.clone()
    })
}

/// # Safety
///
/// As [`copy_arguments`].
pub(super) unsafe fn launch(
    entry: *const c_void,
    shape: Shape,
    arguments: *mut *mut c_void,
    stream: cudaStream_t,
) -> Outcome {
    let found = find(entry)?;
    // SAFETY: by the contract.
    let call = unsafe { call(&found, &shape, arguments)? };
    let mut state = found.machine.state();
    let key = state.stream_key(found.device, stream)?;
    if state.stream(key)?.device != found.device {
        return Err(cudaError::cudaErrorInvalidResourceHandle);
    }
    drop(state);
    found.machine.give(key, Work::Kernel(call)).map(|_| ())
}

api! {
    /// Launches a kernel: its blocks come as there is place, in any order.
    fn cudaLaunchKernel(
        entry: *const c_void, grid: dim3, block: dim3, arguments: *mut *mut c_void, dynamic_shared: usize,
        stream: cudaStream_t,
    ) {
        let (grid, block) = (sides(grid), sides(block));
        let shape = Shape { grid, block, cluster: None, dynamic_shared, cooperative: false };
        launch(entry, shape, arguments, stream)
    }

    /// Launches a kernel whose blocks are all resident at once, or refuses with `cudaErrorCooperativeLaunchTooLarge`.
    fn cudaLaunchCooperativeKernel(
        entry: *const c_void, grid: dim3, block: dim3, arguments: *mut *mut c_void, dynamic_shared: usize,
        stream: cudaStream_t,
    ) {
        let (grid, block) = (sides(grid), sides(block));
        let shape = Shape { grid, block, cluster: None, dynamic_shared, cooperative: true };
        launch(entry, shape, arguments, stream)
    }

    /// Launches a kernel as its attributes say: cooperative, in clusters.
    fn cudaLaunchKernelExC(config: *const cudaLaunchConfig_t, entry: *const c_void, arguments: *mut *mut c_void) {
        let config = config.as_ref().ok_or(INVALID)?;
        let attributes = attributes(config)?;
        let shape = Shape {
            grid: sides(config.gridDim),
            block: sides(config.blockDim),
            cluster: attributes.cluster,
            dynamic_shared: config.dynamicSmemBytes,
            cooperative: attributes.cooperative,
        };
        launch(entry, shape, arguments, config.stream)
    }
}

#[cfg(test)]
#[path = "tests/kernel_launch_tests.rs"]
mod tests;
