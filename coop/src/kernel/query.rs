//! The questions that are asked of CUDA about a kernel.

use std::sync::Mutex;

use cuda_sys::{
    cudaFuncAttribute, cudaFuncAttributes, cudaFuncGetAttributes, cudaFuncSetAttribute,
    cudaLaunchConfig_t, cudaOccupancyMaxActiveBlocksPerMultiprocessor,
    cudaOccupancyMaxActiveClusters, cudaOccupancyMaxPotentialClusterSize,
};

use super::mode::Mode;
use crate::error::{Error, Result, check};
use crate::launch::attributes;
use crate::launch::prepared::{Entry, Prepared};
#[cfg(cudart_12_4)]
use crate::ordinal::Device;
use crate::param::ParamType;
use crate::plan;
use crate::residency::ClusterResidency;
use crate::shape::Cluster;

/// Blocks of `threads` threads and `dynamic` bytes of shared memory that one multiprocessor holds at once.
pub(super) fn blocks_per_multiprocessor(entry: Entry, threads: u32, dynamic: u32) -> Result<u32> {
    let mut blocks = 0;
    // SAFETY: writes one int; the entry is a kernel's.
    check("cudaOccupancyMaxActiveBlocksPerMultiprocessor", unsafe {
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &mut blocks,
            entry.0,
            threads as i32,
            dynamic as usize,
        )
    })?;
    Ok(blocks.max(0).unsigned_abs())
}

/// Clusters resident at once, and whether the kernel can have clusters of this size here.
pub(super) fn clusters(
    prepared: &Prepared,
    cluster: Cluster,
    mode: Mode,
) -> Result<ClusterResidency> {
    // SAFETY: all fields are integers and pointers that may be zero.
    let mut config: cudaLaunchConfig_t = unsafe { core::mem::zeroed() };
    config.gridDim = cluster.as_raw();
    config.blockDim = prepared.block.as_raw();
    config.dynamicSmemBytes = prepared.shared.0 as usize;
    let mut largest = 0;
    // SAFETY: writes one int; the configuration holds no pointer yet.
    check("cudaOccupancyMaxPotentialClusterSize", unsafe {
        cudaOccupancyMaxPotentialClusterSize(&mut largest, prepared.entry.0, &config)
    })?;
    if cluster.count() > u64::from(largest.unsigned_abs()) {
        return Err(Error::ClusterTooLarge {
            kernel: prepared.kernel,
            cluster,
            block: prepared.block,
            largest: largest.unsigned_abs(),
            device: prepared.device,
        });
    }
    let mut list = attributes::of(Some(cluster), mode == Mode::Cooperative);
    config.attrs = list.as_mut_ptr();
    config.numAttrs = list.len() as u32;
    let mut clusters = 0;
    // SAFETY: writes one int; the list of attributes lives until the call returns.
    check("cudaOccupancyMaxActiveClusters", unsafe {
        cudaOccupancyMaxActiveClusters(&mut clusters, prepared.entry.0, &config)
    })?;
    if clusters <= 0 {
        return Err(Error::NoResidentCluster {
            kernel: prepared.kernel,
            cluster,
            block: prepared.block,
            device: prepared.device,
        });
    }
    Ok(ClusterResidency {
        max_clusters: clusters.unsigned_abs(),
        cluster,
    })
}

/// What a kernel must be allowed before CUDA is asked what fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Allowance {
    /// Bytes of dynamic shared memory a block.
    pub dynamic_shared: u32,
    /// Clusters of more than [`plan::PORTABLE_CLUSTER`] blocks.
    pub large_clusters: bool,
}

impl Allowance {
    pub(super) fn new(dynamic_shared: u32, cluster: Option<Cluster>) -> Self {
        Self {
            dynamic_shared,
            large_clusters: cluster.is_some_and(|cluster| cluster.count() > plan::PORTABLE_CLUSTER),
        }
    }

    /// Does `ask` with the kernel allowed this much. What is less is raised, never lowered, and stays so if `ask`
    /// succeeds; if it fails, all is as before. One thread at a time, so that no two undo each other.
    pub(super) fn during<R>(self, entry: Entry, ask: impl FnOnce() -> Result<R>) -> Result<R> {
        use cudaFuncAttribute as A;
        static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
        // The lock guards no data, so a thread that panicked with it has left nothing half done.
        let _guard = ONE_AT_A_TIME
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let before = attributes(entry)?;
        let wanted = [
            (
                A::cudaFuncAttributeMaxDynamicSharedMemorySize,
                before.maxDynamicSharedSizeBytes,
                self.dynamic_shared as i32, // Within the device's limit, as checked.
            ),
            (
                A::cudaFuncAttributeNonPortableClusterSizeAllowed,
                before.nonPortableClusterSizeAllowed,
                i32::from(self.large_clusters),
            ),
        ];
        let raise = || {
            for (attribute, before, wanted) in wanted {
                if wanted > before {
                    set_attribute(entry, attribute, wanted)?;
                }
            }
            ask()
        };
        raise().inspect_err(|_| {
            for (attribute, before, wanted) in wanted {
                if wanted > before {
                    // Already failing: the first error is the one to tell.
                    let _ = set_attribute(entry, attribute, before);
                }
            }
        })
    }
}

fn set_attribute(entry: Entry, attribute: cudaFuncAttribute, value: i32) -> Result<()> {
    // SAFETY: the entry is a kernel's.
    check("cudaFuncSetAttribute", unsafe {
        cudaFuncSetAttribute(entry.0, attribute, value)
    })
}

/// Loads the kernel's module, if it is not, and asks for its attributes.
pub(super) fn attributes(entry: Entry) -> Result<cudaFuncAttributes> {
    let mut attributes = core::mem::MaybeUninit::<cudaFuncAttributes>::zeroed();
    // SAFETY: writes the structure, all of whose fields are integers, for which zero is valid.
    unsafe {
        check(
            "cudaFuncGetAttributes",
            cudaFuncGetAttributes(attributes.as_mut_ptr(), entry.0),
        )?;
        Ok(attributes.assume_init())
    }
}

/// Compares the sizes of the parameters with a declaration, for a kernel that tells no types. Where the runtime cannot tell
/// either, the declaration is taken at its word.
pub(super) fn check_sizes(kernel: &'static str, entry: Entry, types: &[ParamType]) -> Result<()> {
    match parameter_sizes(entry)? {
        Some(sizes) => compare_sizes(kernel, types, &sizes),
        None => Ok(()),
    }
}

/// Bytes of each parameter of a kernel; `None` where the runtime is older than the question.
#[cfg(cudart_12_4)]
pub(crate) fn parameter_sizes(entry: Entry) -> Result<Option<Vec<usize>>> {
    use cuda_sys::{cudaError, cudaFuncGetParamInfo};

    let device = Device::current()?;
    // On a thread of its own, because the answer past the last parameter is an error, and the runtime keeps the last
    // error a thread: the caller's stays as it was.
    let ask = move || -> Result<Vec<usize>> {
        let entry = entry; // All of it, so that it is Send.
        device.make_current()?;
        attributes(entry)?;
        let mut sizes = Vec::new();
        loop {
            let (mut offset, mut size) = (0, 0);
            // SAFETY: writes two sizes; the entry is a kernel's, as promised to the constructor.
            match unsafe { cudaFuncGetParamInfo(entry.0, sizes.len(), &mut offset, &mut size) } {
                cudaError::cudaErrorInvalidValue => return Ok(sizes),
                code => check("cudaFuncGetParamInfo", code)?,
            }
            sizes.push(size);
        }
    };
    std::thread::spawn(ask)
        .join()
        .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        .map(Some)
}

#[cfg(not(cudart_12_4))]
pub(crate) fn parameter_sizes(_: Entry) -> Result<Option<Vec<usize>>> {
    Ok(None)
}

/// What the runtime calls a kernel: the C++ name, mangled unless it is `extern "C"`. `None` where the runtime is older than
/// the question.
#[cfg(cudart_12_4)]
pub(crate) fn name(entry: Entry) -> Result<Option<String>> {
    // First: an address that is no kernel's would be taken for a handle.
    attributes(entry)?;
    let mut name = core::ptr::null();
    // SAFETY: writes one pointer, to a string that lives as long as the kernel's module.
    unsafe {
        check(
            "cudaFuncGetName",
            cuda_sys::cudaFuncGetName(&mut name, entry.0),
        )?;
        Ok((!name.is_null()).then(|| {
            core::ffi::CStr::from_ptr(name)
                .to_string_lossy()
                .into_owned()
        }))
    }
}

#[cfg(not(cudart_12_4))]
pub(crate) fn name(entry: Entry) -> Result<Option<String>> {
    attributes(entry).map(|_| None)
}

fn compare_sizes(kernel: &'static str, rust: &[ParamType], cpp: &[usize]) -> Result<()> {
    if rust.len() != cpp.len() {
        return Err(Error::ArgumentCount {
            kernel,
            rust: rust.len(),
            cpp: cpp.len(),
        });
    }
    for (i, (&rust, &cpp)) in rust.iter().zip(cpp).enumerate() {
        if rust.size() != cpp {
            return Err(Error::ArgumentSize {
                kernel,
                index: i + 1,
                rust: Box::new(rust),
                cpp,
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::param::Param;

    #[test]
    fn a_kernel_by_address_is_compared_by_count_and_sizes() {
        let types = [u64::TYPE, f32::TYPE];
        assert!(compare_sizes("k", &types, &[8, 4]).is_ok());
        let count = compare_sizes("k", &types, &[8]).unwrap_err();
        assert_eq!(
            count,
            Error::ArgumentCount {
                kernel: "k",
                rust: 2,
                cpp: 1
            }
        );
        let size = compare_sizes("k", &types, &[8, 8]).unwrap_err().to_string();
        assert!(
            size.contains("argument 2: Rust declares float (f32) of 4 B, the kernel takes 8 B"),
            "{size}"
        );
    }
}
