//! What both kinds of kernel do: agree on the signature, and find out once what a launch needs.
//!
//! The order of the checks is here, the rules are in `plan`, the calls in `query`.

use core::ffi::{CStr, c_void};

use cuda_occupancy::{DeviceLimits, KernelResources, MAX_BARRIERS_PER_BLOCK, occupancy};
use cuda_sys::cudaError;
use once_cell::sync::OnceCell;

use super::mode::Mode;
use super::query;
use super::record::{self, Export, KernelRecord};
use super::runtime;
use crate::block_size::{self, BlockSize};
use crate::cache::Cache;
use crate::device::resets;
use crate::error::{CudaError, Error, Result};
use crate::launch::prepared::{Entry, Prepared};
use crate::ordinal::Device;
use crate::param::ParamType;
use crate::plan::{self, Request};
use crate::residency::{ClusterResidency, Residency};
use crate::shape::{Block, Cluster, SharedBytes};

/// A kernel without its argument types.
#[derive(Debug)]
pub(crate) struct Core {
    mode: Mode,
    name: &'static str,
    arguments: &'static [&'static str],
    types: &'static [ParamType],
    source: Source,
    found: OnceCell<Found>,
    prepared: Cache<Shape, Prepared>,
    clusters: Cache<(Cluster, Shape), (Prepared, ClusterResidency)>,
}

#[derive(Debug)]
enum Source {
    Exported(unsafe extern "C" fn() -> *const KernelRecord),
    Address(Entry),
    /// Of arguments that nobody declares: there is nothing to compare.
    Untyped(Entry),
}

/// What was found behind the source, once its signature was seen to be right.
#[derive(Debug, Clone, Copy)]
struct Found {
    entry: Entry,
    /// Compute capabilities times ten; empty where the kernel is known by address only.
    architectures: &'static CStr,
}

impl Found {
    const fn by_address(entry: Entry) -> Self {
        Self {
            entry,
            architectures: c"",
        }
    }
}

/// What an answer depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Shape {
    device: Device,
    block: Block,
    shared: SharedBytes,
    /// An answer is of no use after a reset, which forgets what the kernel was allowed.
    resets: u32,
}

impl Core {
    pub(super) const fn exported(
        mode: Mode,
        name: &'static str,
        arguments: &'static [&'static str],
        types: &'static [ParamType],
        record: unsafe extern "C" fn() -> *const KernelRecord,
    ) -> Self {
        Self::new(mode, name, arguments, types, Source::Exported(record))
    }

    pub(super) const fn from_address(
        mode: Mode,
        name: &'static str,
        types: &'static [ParamType],
        address: *const c_void,
    ) -> Self {
        Self::new(mode, name, &[], types, Source::Address(Entry(address)))
    }

    /// A kernel whose signature was compared by who calls this.
    pub(crate) fn checked(mode: Mode, name: &'static str, export: &Export<'static>) -> Self {
        let core = Self::untyped(mode, name, Entry(export.entry));
        let found = Found {
            entry: Entry(export.entry),
            architectures: export.architectures,
        };
        Self {
            found: OnceCell::with_value(found),
            ..core
        }
    }

    pub(crate) const fn untyped(mode: Mode, name: &'static str, entry: Entry) -> Self {
        Self::new(mode, name, &[], &[], Source::Untyped(entry))
    }

    const fn new(
        mode: Mode,
        name: &'static str,
        arguments: &'static [&'static str],
        types: &'static [ParamType],
        source: Source,
    ) -> Self {
        Self {
            mode,
            name,
            arguments,
            types,
            source,
            found: OnceCell::new(),
            prepared: Cache::new(),
            clusters: Cache::new(),
        }
    }

    pub(crate) const fn name(&self) -> &'static str {
        self.name
    }

    pub(super) fn entry(&self) -> Result<*const c_void> {
        Ok(self.found()?.entry.0)
    }

    /// Compares the two signatures, the first time.
    fn found(&self) -> Result<&Found> {
        self.found.get_or_try_init(|| match self.source {
            Source::Exported(record) => {
                // SAFETY: the function is one of coop/export.cuh's: that was promised to `exported`.
                let export = unsafe { record::read(self.name, record())? };
                runtime::check(self.name, export.runtime)?;
                record::check(self.name, self.mode, self.arguments, self.types, &export)?;
                Ok(Found {
                    entry: Entry(export.entry),
                    architectures: export.architectures,
                })
            }
            Source::Address(entry) => {
                query::check_sizes(self.name, entry, self.types)?;
                Ok(Found::by_address(entry))
            }
            Source::Untyped(entry) => Ok(Found::by_address(entry)),
        })
    }

    /// What `take` makes of the prepared launch, without a copy where it is remembered.
    #[inline]
    pub(crate) fn prepare<R>(
        &self,
        block: Block,
        shared: SharedBytes,
        take: impl FnOnce(&Prepared) -> R,
    ) -> Result<R> {
        // First, as it needs no device: a kernel of another runtime or signature is told where there is none, too.
        self.found()?;
        let shape = Shape {
            device: Device::current()?,
            block,
            shared,
            resets: resets(),
        };
        match self.prepared.get(&shape) {
            Some(prepared) => Ok(take(prepared)),
            None => self.prepare_anew(shape).map(|prepared| take(&prepared)),
        }
    }

    #[cold]
    fn prepare_anew(&self, shape: Shape) -> Result<Prepared> {
        let prepared = self.ask(shape, None, |prepared| Ok(*prepared))?;
        self.prepared.insert(shape, prepared);
        Ok(prepared)
    }

    pub(crate) fn prepare_clusters(
        &self,
        cluster: Cluster,
        block: Block,
        shared: SharedBytes,
    ) -> Result<(Prepared, ClusterResidency)> {
        self.found()?;
        let shape = Shape {
            device: Device::current()?,
            block,
            shared,
            resets: resets(),
        };
        if let Some(prepared) = self.clusters.get(&(cluster, shape)) {
            return Ok(*prepared);
        }
        plan::check_cluster(shape.device, shape.device.limits()?, cluster)?;
        let found = self.ask(shape, Some(cluster), |prepared| {
            let residency = query::clusters(prepared, cluster, self.mode)?;
            Ok((*prepared, residency))
        })?;
        self.clusters.insert((cluster, shape), found);
        Ok(found)
    }

    pub(super) fn max_potential_block_size(
        &self,
        max_threads: u32,
        shared: impl Fn(u32) -> SharedBytes,
    ) -> Result<Option<BlockSize>> {
        self.found()?;
        let device = Device::current()?;
        let resources = self.resources(device)?;
        let max_threads = max_threads.min(resources.max_threads_per_block);
        block_size::max_potential_block_size(device.limits()?, max_threads, |threads| {
            let shape = Shape {
                device,
                block: Block::x(threads),
                shared: shared(threads),
                resets: resets(),
            };
            let blocks = self.ask(shape, None, |prepared| {
                Ok(prepared.residency.blocks_per_multiprocessor())
            });
            match blocks {
                Ok(blocks) => Ok(blocks),
                Err(
                    Error::NoResidentBlock { .. }
                    | Error::SharedMemoryTooLarge { .. }
                    | Error::BlockTooLarge { .. },
                ) => Ok(0),
                Err(error) => Err(error),
            }
        })
    }

    /// Every check, then what the kernel must be allowed, then the queries: `more` may ask on. What is refused before
    /// the allowance has changed nothing; what is refused after it has it taken back.
    fn ask<R>(
        &self,
        shape: Shape,
        cluster: Option<Cluster>,
        more: impl FnOnce(&Prepared) -> Result<R>,
    ) -> Result<R> {
        let Shape {
            device,
            block,
            shared,
            ..
        } = shape;
        let limits = device.limits()?;
        let entry = self.found()?.entry;
        let resources = self.resources(device)?;
        let request = Request {
            kernel: self.name,
            device,
            block,
            shared,
        };
        plan::check_block(&request, &resources, limits)?;
        plan::check_shared(&request, &resources, limits)?;
        if self.mode == Mode::Cooperative {
            plan::check_cooperative(device, limits)?;
        }
        query::Allowance::new(shared.0, cluster).during(entry, || {
            more(&Prepared {
                entry,
                kernel: self.name,
                device,
                block,
                shared,
                residency: self.residency(&request, entry, limits)?,
                max_grid_dim: limits.max_grid_dim,
            })
        })
    }

    /// What the query says, and by the formula why.
    fn residency(
        &self,
        request: &Request,
        entry: Entry,
        limits: &DeviceLimits,
    ) -> Result<Residency> {
        let threads = request.block.count() as u32; // At most 1024, as checked.
        let dynamic = request.shared.0;
        let blocks = query::blocks_per_multiprocessor(entry, threads, dynamic)?;
        // Asked anew: with the allowance made, the formula sees what the query sees.
        let resources = self.resources(request.device)?;
        let formula = occupancy(&resources, limits, threads, dynamic);
        if blocks == 0 {
            return Err(Error::NoResidentBlock {
                kernel: self.name,
                block: request.block,
                dynamic,
                limited_by: formula.limited_by,
                registers_per_thread: resources.registers_per_thread,
                registers_per_multiprocessor: limits.registers_per_multiprocessor,
                device: request.device,
            });
        }
        Ok(Residency::explained(blocks, &formula, limits, || {
            let barriers = MAX_BARRIERS_PER_BLOCK;
            occupancy(
                &KernelResources {
                    barriers,
                    ..resources
                },
                limits,
                threads,
                dynamic,
            )
        }))
    }

    /// The most threads of a block on the current device, and the architecture that the code was compiled for (its PTX): 90 for
    /// that of compute capability 9.0.
    pub(crate) fn limits_of_code(&self) -> Result<(u32, u32)> {
        let device = Device::current()?;
        let found = self.found()?;
        let attributes =
            query::attributes(found.entry).map_err(|error| self.no_code(device, found, error))?;
        Ok((
            attributes.maxThreadsPerBlock.unsigned_abs(),
            attributes.ptxVersion.unsigned_abs(),
        ))
    }

    fn resources(&self, device: Device) -> Result<KernelResources> {
        let found = self.found()?;
        let attributes =
            query::attributes(found.entry).map_err(|error| self.no_code(device, found, error))?;
        Ok(KernelResources {
            registers_per_thread: attributes.numRegs.unsigned_abs(),
            static_shared_bytes: attributes.sharedSizeBytes as u32,
            max_threads_per_block: attributes.maxThreadsPerBlock.unsigned_abs(),
            max_dynamic_shared_bytes: attributes.maxDynamicSharedSizeBytes.unsigned_abs(),
            // Not reported; 1 is what every kernel with a block barrier names.
            barriers: 1,
        })
    }

    /// Says more of "no kernel image", where that is what was answered.
    fn no_code(&self, device: Device, found: &Found, error: Error) -> Error {
        let Error::Cuda(source) = error else {
            return error;
        };
        let Some(remedy) = no_code_remedy(source) else {
            return error;
        };
        let Ok(limits) = device.limits() else {
            return error;
        };
        let (major, minor) = limits.compute_capability;
        Error::NoCode {
            kernel: self.name,
            device,
            capability: (major, minor),
            architectures: architectures(found.architectures),
            remedy: remedy.replace("{}", &format!("{major}{minor}")),
            source,
        }
    }
}

/// What to do where no code can run; `{}` stands for the device's architecture.
fn no_code_remedy(error: CudaError) -> Option<&'static str> {
    match error.code() {
        cudaError::cudaErrorNoKernelImageForDevice => Some("add {} to CUDA_ARCHS and rebuild"),
        cudaError::cudaErrorUnsupportedPtxVersion => Some(
            "its PTX is newer than the driver: add {} to CUDA_ARCHS and rebuild, so that machine code is included, or update the driver",
        ),
        _ => None,
    }
}

/// `750,900` as `7.5, 9.0`.
fn architectures(list: &CStr) -> String {
    let list = list.to_string_lossy();
    let names: Vec<String> = list
        .split(',')
        .filter_map(|architecture| architecture.trim().parse::<u32>().ok())
        .map(|architecture| format!("{}.{}", architecture / 100, architecture / 10 % 10))
        .collect();
    if names.is_empty() {
        String::from("architectures that it does not tell")
    } else {
        names.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn architectures_are_shown_as_compute_capabilities() {
        assert_eq!(architectures(c"750,900,1200"), "7.5, 9.0, 12.0");
        assert_eq!(architectures(c""), "architectures that it does not tell");
    }
}
