//! Kernels: C++ code on the device, with their signature as a Rust type.
//!
//! [`kernels!`](crate::kernels) declares them. A [`CooperativeKernel`] waits for its whole grid, so it has no ordinary
//! launch; a [`Kernel`] has no cooperative one.

mod declare;
pub(crate) mod mode;
pub(crate) mod prepare;
pub(crate) mod query;
pub(crate) mod record;
pub(crate) mod runtime;

#[doc(hidden)]
pub use record::KernelRecord;

use core::ffi::c_void;
use core::marker::PhantomData;

use self::mode::Mode;
use self::prepare::Core;
use crate::args::Args;
use crate::block_size::BlockSize;
use crate::error::Result;
use crate::launch::{CooperativeClusterLaunch, CooperativeLaunch, Launch};
use crate::residency::Residency;
use crate::shape::{Block, Cluster, SharedBytes};

macro_rules! common {
    ($mode:expr) => {
        /// A kernel exported by `COOP_KERNEL` or `COOP_COOPERATIVE_KERNEL`; use [`kernels!`](crate::kernels).
        ///
        /// # Safety
        ///
        /// `record` is the function that the macro in `coop/export.cuh` defines.
        #[doc(hidden)]
        pub const unsafe fn exported(
            name: &'static str,
            arguments: &'static [&'static str],
            record: unsafe extern "C" fn() -> *const KernelRecord,
        ) -> Self {
            Self {
                core: Core::exported($mode, name, arguments, A::TYPES, record),
                args: PhantomData,
            }
        }

        /// A kernel without the macro, by the address of its host stub: for `extern "C" __global__ void k(...)` that is
        /// the symbol `k`, declared in Rust as a function. `name` is for messages.
        ///
        /// The number of arguments and their sizes are compared with the kernel's at the first `prepare`, where the
        /// runtime can tell (`cudaFuncGetParamInfo`, CUDA 12.4 and later); types are not.
        ///
        /// # Safety
        ///
        /// `address` is the host stub of a kernel of this program, and its parameters are of the types `A`.
        pub const unsafe fn from_address(name: &'static str, address: *const c_void) -> Self {
            Self {
                core: Core::from_address($mode, name, A::TYPES, address),
                args: PhantomData,
            }
        }

        /// The kernel's name, as messages have it.
        pub const fn name(&self) -> &'static str {
            self.core.name()
        }

        /// The entry point, which CUDA's calls take as `func`, for calls through `cuda_sys`.
        ///
        /// # Errors
        ///
        /// A signature that C++ does not agree with; a kernel of another CUDA runtime ([`Error::TwoRuntimes`](crate::Error)).
        pub fn as_raw(&self) -> Result<*const c_void> {
            self.core.entry()
        }

        /// How many blocks of this shape fit at once on the current device. Cached as `prepare` is.
        ///
        /// # Errors
        ///
        /// As `prepare`.
        #[inline]
        pub fn residency(&self, block: impl Into<Block>, shared: SharedBytes) -> Result<Residency> {
            self.core
                .prepare(block.into(), shared, |prepared| prepared.residency)
        }

        /// The one-dimensional block with most resident threads a multiprocessor, of at most `max_threads` (`u32::MAX`
        /// for whatever the kernel takes), where `shared` gives the dynamic shared memory of a block of so many
        /// threads. `None` if no block fits. This is `cudaOccupancyMaxPotentialBlockSizeVariableSMem`.
        ///
        /// # Errors
        ///
        /// As `prepare`, but a size that does not fit is only passed over.
        pub fn max_potential_block_size(
            &self,
            max_threads: u32,
            shared: impl Fn(u32) -> SharedBytes,
        ) -> Result<Option<BlockSize>> {
            self.core.max_potential_block_size(max_threads, shared)
        }
    };
}

/// A kernel whose blocks wait for each other with `cooperative_groups::this_grid().sync()`.
///
/// It can only be launched cooperatively. `A` is the tuple of its arguments.
#[derive(Debug)]
pub struct CooperativeKernel<A> {
    core: Core,
    args: PhantomData<fn(A)>,
}

impl<A: Args> CooperativeKernel<A> {
    common!(Mode::Cooperative);

    /// Checks once, on the current device, all that a launch with this block needs, and finds the largest grid.
    ///
    /// In this order: that the kernel is one of this CUDA runtime; that Rust and C++ agree on the signature; the block
    /// against the limits of device and kernel; static and dynamic shared memory against the opt-in limit; that the device
    /// has cooperative launches; the opt-in to more than 48 KiB, which is made here (raised where needed, never
    /// lowered); how many blocks are resident.
    ///
    /// The answer is remembered, so that preparing the same again costs some tens of nanoseconds. It holds until the
    /// device is reset or somebody lowers the kernel's attributes through the raw runtime.
    ///
    /// # Errors
    ///
    /// The first check that fails, with what was given and what is allowed.
    #[inline]
    pub fn prepare(
        &self,
        block: impl Into<Block>,
        shared: SharedBytes,
    ) -> Result<CooperativeLaunch<A>> {
        self.core.prepare(block.into(), shared, |prepared| {
            CooperativeLaunch::new(*prepared)
        })
    }

    /// As [`prepare`](Self::prepare), for a grid of thread block clusters (compute capability 9.0 and later).
    ///
    /// # Errors
    ///
    /// The first check that fails; beyond those of `prepare`, that the device has no clusters, or none of this size
    /// for this kernel.
    pub fn prepare_clusters(
        &self,
        cluster: impl Into<Cluster>,
        block: impl Into<Block>,
        shared: SharedBytes,
    ) -> Result<CooperativeClusterLaunch<A>> {
        let (cluster, block) = (cluster.into(), block.into());
        let (prepared, residency) = self.core.prepare_clusters(cluster, block, shared)?;
        Ok(CooperativeClusterLaunch::new(prepared, residency))
    }
}

/// A kernel whose blocks do not wait for each other, launched the ordinary way.
///
/// `A` is the tuple of its arguments.
#[derive(Debug)]
pub struct Kernel<A> {
    core: Core,
    args: PhantomData<fn(A)>,
}

impl<A: Args> Kernel<A> {
    common!(Mode::Ordinary);

    /// Checks once, on the current device, all that a launch with this block needs; see
    /// [`CooperativeKernel::prepare`]. The grid may be larger than what is resident at once.
    ///
    /// # Errors
    ///
    /// The first check that fails, with what was given and what is allowed.
    #[inline]
    pub fn prepare(&self, block: impl Into<Block>, shared: SharedBytes) -> Result<Launch<A>> {
        self.core
            .prepare(block.into(), shared, |prepared| Launch::new(*prepared))
    }
}
