//! Launches that were prepared: what remains is to compare the grid and to call CUDA.

pub(crate) mod attributes;
pub(crate) mod prepared;

use core::ffi::c_void;
use core::marker::PhantomData;

use cuda_sys::{
    cudaLaunchAttribute, cudaLaunchConfig_t, cudaLaunchCooperativeKernel, cudaLaunchKernel,
    cudaLaunchKernelExC,
};

use self::prepared::Prepared;
use crate::args::Args;
use crate::error::{Error, Result, check};
use crate::ordinal::Device;
use crate::plan;
use crate::residency::{ClusterResidency, Residency};
use crate::shape::{Block, Clusters, Grid, SharedBytes};
use crate::stream::Stream;

macro_rules! common {
    () => {
        /// The device that it was prepared on.
        pub const fn device(&self) -> Device {
            self.prepared.device
        }

        /// The block that it was prepared for.
        pub const fn block(&self) -> Block {
            self.prepared.block
        }

        /// The dynamic shared memory that it was prepared for, bytes a block.
        pub const fn shared(&self) -> SharedBytes {
            self.prepared.shared
        }
    };
}

/// A cooperative launch that was prepared on one device, for one block and amount of shared memory.
///
/// Plain data: copy it, keep it, use it from any thread that has its device current.
#[derive(Debug, Clone, Copy)]
pub struct CooperativeLaunch<A> {
    pub(crate) prepared: Prepared,
    args: PhantomData<fn(A)>,
}

impl<A: Args> CooperativeLaunch<A> {
    pub(crate) const fn new(prepared: Prepared) -> Self {
        Self {
            prepared,
            args: PhantomData,
        }
    }

    common!();

    /// How large the grid can be, and what limits it.
    pub const fn residency(&self) -> &Residency {
        &self.prepared.residency
    }

    /// Launches the kernel on `grid`, in `stream`. Does not wait for it.
    ///
    /// # Safety
    ///
    /// The kernel does with `args` what its C++ code does, and nobody checks that. Every pointer must be of this
    /// device, and the memory behind it live and used by nothing else in a conflicting way until the stream has
    /// passed the launch. Every block must reach every `grid.sync()`: a block that returns early is waited for
    /// without end.
    ///
    /// # Errors
    ///
    /// [`Error::GridTooLarge`] for more blocks than are resident at once, [`Error::ZeroDimension`],
    /// [`Error::WrongDevice`] where the stream or the thread's current device is another: before anything is launched.
    /// Else what the launch itself returned. A fault of the running kernel shows at the next call that waits for it.
    #[inline]
    pub unsafe fn launch(&self, grid: impl Into<Grid>, stream: &Stream, args: A) -> Result<()> {
        args.with_addresses(|addresses| {
            // SAFETY: the addresses are those of arguments of the types in `A`, as compared when it was prepared; what the
            // kernel does is the caller's promise.
            unsafe { cooperative(&self.prepared, grid.into(), stream, addresses) }
        })
    }
}

/// Compares and launches.
///
/// # Safety
///
/// `addresses` has the address of one argument for each parameter of the kernel, of its type, valid during the call; and
/// as [`CooperativeLaunch::launch`].
#[inline]
pub(crate) unsafe fn cooperative(
    prepared: &Prepared,
    grid: Grid,
    stream: &Stream,
    addresses: *mut *mut c_void,
) -> Result<()> {
    check_cooperative(prepared, grid, stream)?;
    let (grid, block, shared) = (
        grid.as_raw(),
        prepared.block.as_raw(),
        prepared.shared.0 as usize,
    );
    // SAFETY: the entry is a kernel's; the rest is the caller's promise.
    check("cudaLaunchCooperativeKernel", unsafe {
        cudaLaunchCooperativeKernel(
            prepared.entry.0,
            grid,
            block,
            addresses,
            shared,
            stream.as_raw(),
        )
    })
}

/// That the grid can be resident at once, and that the stream and the current device are those it was prepared for.
#[inline]
pub(crate) fn check_cooperative(prepared: &Prepared, grid: Grid, stream: &Stream) -> Result<()> {
    let blocks = grid.count();
    if blocks == 0 || blocks > prepared.residency.max_blocks() {
        return Err(refused(prepared, grid));
    }
    check_device(prepared, stream)
}

#[cold]
fn refused(prepared: &Prepared, grid: Grid) -> Error {
    match plan::check_zero("grid", grid.axes()) {
        Err(error) => error,
        Ok(()) => Error::GridTooLarge {
            kernel: prepared.kernel,
            requested: grid.count(),
            residency: Box::new(prepared.residency),
        },
    }
}

/// A cooperative launch of clusters that was prepared on one device.
#[derive(Debug, Clone, Copy)]
pub struct CooperativeClusterLaunch<A> {
    prepared: Prepared,
    residency: ClusterResidency,
    args: PhantomData<fn(A)>,
}

impl<A: Args> CooperativeClusterLaunch<A> {
    pub(crate) const fn new(prepared: Prepared, residency: ClusterResidency) -> Self {
        Self {
            prepared,
            residency,
            args: PhantomData,
        }
    }

    common!();

    /// How many clusters the grid can have.
    pub const fn residency(&self) -> &ClusterResidency {
        &self.residency
    }

    /// Launches the kernel on a grid of `clusters`, in `stream`. Does not wait for it.
    ///
    /// # Safety
    ///
    /// As [`CooperativeLaunch::launch`].
    ///
    /// # Errors
    ///
    /// As [`CooperativeLaunch::launch`], with [`Error::TooManyClusters`] for more clusters than are resident at once.
    pub unsafe fn launch(
        &self,
        clusters: impl Into<Clusters>,
        stream: &Stream,
        args: A,
    ) -> Result<()> {
        args.with_addresses(|addresses| {
            // SAFETY: as in `CooperativeLaunch::launch`.
            unsafe {
                cooperative_clusters(
                    &self.prepared,
                    &self.residency,
                    clusters.into(),
                    stream,
                    addresses,
                )
            }
        })
    }
}

/// Compares and launches.
///
/// # Safety
///
/// As [`cooperative`].
pub(crate) unsafe fn cooperative_clusters(
    prepared: &Prepared,
    residency: &ClusterResidency,
    clusters: Clusters,
    stream: &Stream,
    addresses: *mut *mut c_void,
) -> Result<()> {
    let ClusterResidency {
        max_clusters,
        cluster,
    } = *residency;
    plan::check_zero("grid", clusters.axes())?;
    if clusters.count() > u64::from(max_clusters) {
        return Err(Error::TooManyClusters {
            kernel: prepared.kernel,
            requested: clusters.count(),
            residency: *residency,
        });
    }
    check_device(prepared, stream)?;
    // None of the products overflows: the count of clusters is that of resident ones.
    let grid = Grid::xyz(
        clusters.x * cluster.x,
        clusters.y * cluster.y,
        clusters.z * cluster.z,
    );
    let mut attributes = attributes::of(Some(cluster), true);
    // SAFETY: by the contract.
    unsafe { extended(prepared, grid, stream, &mut attributes, addresses) }
}

/// Launches with attributes.
///
/// # Safety
///
/// As [`cooperative`].
unsafe fn extended(
    prepared: &Prepared,
    grid: Grid,
    stream: &Stream,
    attributes: &mut [cudaLaunchAttribute],
    addresses: *mut *mut c_void,
) -> Result<()> {
    let config = cudaLaunchConfig_t {
        gridDim: grid.as_raw(),
        blockDim: prepared.block.as_raw(),
        dynamicSmemBytes: prepared.shared.0 as usize,
        stream: stream.as_raw(),
        attrs: attributes.as_mut_ptr(),
        numAttrs: attributes.len() as u32,
    };
    // SAFETY: the entry is a kernel's, and the attributes are valid during the call; the rest is the caller's promise.
    check("cudaLaunchKernelExC", unsafe {
        cudaLaunchKernelExC(&config, prepared.entry.0, addresses)
    })
}

/// An ordinary launch that was prepared on one device, for one block and amount of shared memory.
///
/// Plain data: copy it, keep it, use it from any thread that has its device current.
#[derive(Debug, Clone, Copy)]
pub struct Launch<A> {
    pub(crate) prepared: Prepared,
    args: PhantomData<fn(A)>,
}

impl<A: Args> Launch<A> {
    pub(crate) const fn new(prepared: Prepared) -> Self {
        Self {
            prepared,
            args: PhantomData,
        }
    }

    common!();

    /// How many blocks run at once; the grid may have more.
    pub const fn residency(&self) -> &Residency {
        &self.prepared.residency
    }

    /// Launches the kernel on `grid`, in `stream`. Does not wait for it.
    ///
    /// # Safety
    ///
    /// The kernel does with `args` what its C++ code does, and nobody checks that. Every pointer must be of this
    /// device, and the memory behind it live and used by nothing else in a conflicting way until the stream has
    /// passed the launch. No block may wait for another.
    ///
    /// # Errors
    ///
    /// [`Error::ZeroDimension`], [`Error::DimensionTooLarge`], [`Error::WrongDevice`]: before anything is launched.
    /// Else what the launch itself returned. A fault of the running kernel shows at the next call that waits for it.
    #[inline]
    pub unsafe fn launch(&self, grid: impl Into<Grid>, stream: &Stream, args: A) -> Result<()> {
        args.with_addresses(|addresses| {
            // SAFETY: as in `CooperativeLaunch::launch`.
            unsafe { ordinary(&self.prepared, grid.into(), stream, addresses) }
        })
    }
}

/// Compares and launches.
///
/// # Safety
///
/// As [`cooperative`].
#[inline]
pub(crate) unsafe fn ordinary(
    prepared: &Prepared,
    grid: Grid,
    stream: &Stream,
    addresses: *mut *mut c_void,
) -> Result<()> {
    check_ordinary(prepared, grid, stream)?;
    let (grid, block, shared) = (
        grid.as_raw(),
        prepared.block.as_raw(),
        prepared.shared.0 as usize,
    );
    // SAFETY: the entry is a kernel's; the rest is the caller's promise.
    check("cudaLaunchKernel", unsafe {
        cudaLaunchKernel(
            prepared.entry.0,
            grid,
            block,
            addresses,
            shared,
            stream.as_raw(),
        )
    })
}

/// Compares, and launches so that the kernel may start while the one before it in the stream still runs (programmatic
/// dependent launch).
///
/// # Safety
///
/// As [`cooperative`]; and the kernel waits for the one before it (`cudaGridDependencySynchronize`) before it touches what that
/// one does.
pub(crate) unsafe fn dependent(
    prepared: &Prepared,
    grid: Grid,
    stream: &Stream,
    addresses: *mut *mut c_void,
) -> Result<()> {
    check_ordinary(prepared, grid, stream)?;
    // SAFETY: by the contract.
    unsafe {
        extended(
            prepared,
            grid,
            stream,
            &mut [attributes::dependent()],
            addresses,
        )
    }
}

/// That the device can have such a grid, and that the stream and the current device are those it was prepared for.
#[inline]
pub(crate) fn check_ordinary(prepared: &Prepared, grid: Grid, stream: &Stream) -> Result<()> {
    plan::check_grid(grid, prepared.max_grid_dim, prepared.device)?;
    check_device(prepared, stream)
}

#[inline]
fn check_device(prepared: &Prepared, stream: &Stream) -> Result<()> {
    stream.check_device(prepared.device, || {
        format!("the prepared launch of kernel `{}`", prepared.kernel)
    })
}
