//! What can go wrong, and what to do about it.
//!
//! [`Error`] is what `coop` refuses by itself, before CUDA is asked, and [`Error::Cuda`] what CUDA answered.

mod cuda;

pub use cuda::{CudaError, ErrorKind};

use core::fmt;

use cuda_occupancy::Resource;
use cuda_sys::cudaError;

use crate::ordinal::Device;
use crate::param::{Member, ParamType};
use crate::residency::{ClusterResidency, Residency};
use crate::shape::{Block, Cluster, SharedBytes};

/// The result of everything fallible in this crate.
pub type Result<T, E = Error> = core::result::Result<T, E>;

/// The result of a call of the runtime as this crate's error. The message is only made when it is shown.
#[inline]
pub(crate) fn check(call: &'static str, code: cudaError) -> Result<()> {
    Ok(CudaError::check(call, code)?)
}

/// An error with what was given, what is allowed and what to do.
///
/// Every variant but [`Cuda`](Error::Cuda) and [`NoCode`](Error::NoCode) is a refusal: CUDA may have been asked what fits, but
/// nothing was launched, copied or allocated, and nothing has changed: no attribute, no buffer, no last error.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A call of the CUDA runtime returned an error.
    #[error(transparent)]
    Cuda(#[from] CudaError),

    /// The grid of a cooperative launch has more blocks than can be resident at once. It is never shrunk.
    #[error(
        "kernel `{kernel}`: a grid of {requested} blocks cannot be resident at once; at most {limit} can: {residency}. \
         Launch at most {limit} blocks and let each take several pieces of work (a grid-stride loop), or {advice}",
        limit = residency.max_blocks(), advice = residency.limited_by().advice()
    )]
    GridTooLarge {
        /// The kernel's name.
        kernel: &'static str,
        /// Blocks asked for.
        requested: u64,
        /// What fits, and why not more.
        residency: Box<Residency>,
    },

    /// Not even one block of this size fits on a multiprocessor.
    #[error(
        "kernel `{kernel}`: no block of {block} threads with {dynamic} B of dynamic shared memory fits on a \
         multiprocessor of {device}, limited by {limited_by}{}; {}",
        in_registers(*limited_by, *registers_per_thread, *block, *registers_per_multiprocessor), limited_by.advice()
    )]
    NoResidentBlock {
        /// The kernel's name.
        kernel: &'static str,
        /// The block asked for.
        block: Block,
        /// Dynamic shared memory asked for, bytes a block.
        dynamic: u32,
        /// The resource that is short.
        limited_by: Resource,
        /// Registers that the kernel takes, a thread.
        registers_per_thread: u32,
        /// Registers that a multiprocessor has.
        registers_per_multiprocessor: u32,
        /// The device it was asked of.
        device: Device,
    },

    /// The device has no cooperative launch (`cudaDevAttrCooperativeLaunch` is 0).
    #[error(
        "{device} does not support cooperative launches (attribute cudaDevAttrCooperativeLaunch is 0); choose another device, or split the kernel into one launch a phase"
    )]
    CooperativeLaunchNotSupported {
        /// The device.
        device: Device,
    },

    /// The device has no thread block clusters (`cudaDevAttrClusterLaunch` is 0).
    #[error(
        "{device} does not support clusters (attribute cudaDevAttrClusterLaunch is 0; compute capability 9.0 and later do); launch without a cluster"
    )]
    ClusterLaunchNotSupported {
        /// The device.
        device: Device,
    },

    /// Phases cannot be run in this way on this device, or with the code that was compiled for them.
    #[error("phases `{phases}` cannot be run as {way} on {device}: {reason}")]
    Way {
        /// The name of the phases.
        phases: &'static str,
        /// The way asked for.
        way: &'static str,
        /// The device.
        device: Device,
        /// What is missing, and what to do.
        reason: &'static str,
    },

    /// A grid, block or cluster has a dimension of 0.
    #[error(
        "the {what}'s {axis} dimension is 0; every dimension is at least 1, and an empty problem needs no launch"
    )]
    ZeroDimension {
        /// `"grid"`, `"block"` or `"cluster"`.
        what: &'static str,
        /// `'x'`, `'y'` or `'z'`.
        axis: char,
    },

    /// A dimension of a grid or block is beyond the device's limit.
    #[error("the {what}'s {axis} dimension is {given}; {device} allows at most {limit}")]
    DimensionTooLarge {
        /// `"grid"` or `"block"`.
        what: &'static str,
        /// `'x'`, `'y'` or `'z'`.
        axis: char,
        /// What was asked for.
        given: u32,
        /// What is allowed.
        limit: u32,
        /// The device whose limit it is.
        device: Device,
    },

    /// A block has more threads than the device or the kernel allows.
    #[error(
        "kernel `{kernel}`: a block of {block} has {given} threads; {limited_by} allows at most {limit}"
    )]
    BlockTooLarge {
        /// The kernel's name.
        kernel: &'static str,
        /// The block asked for.
        block: Block,
        /// Its threads.
        given: u64,
        /// What is allowed.
        limit: u32,
        /// Whose limit it is: `"the device"` or `"the kernel (its launch bound or registers)"`.
        limited_by: &'static str,
    },

    /// Static and dynamic shared memory together are beyond what a block may opt in to.
    #[error(
        "kernel `{kernel}`: {dynamic} and {static_bytes} B static make {} B of shared memory a block; \
         {device} allows at most {limit} B ({} KiB) with opt-in; use a smaller tile",
        u64::from(dynamic.0) + u64::from(*static_bytes), limit / 1024
    )]
    SharedMemoryTooLarge {
        /// The kernel's name.
        kernel: &'static str,
        /// Dynamic bytes asked for.
        dynamic: SharedBytes,
        /// Static bytes that the kernel declares.
        static_bytes: u32,
        /// The opt-in limit of the device, bytes a block.
        limit: u32,
        /// The device.
        device: Device,
    },

    /// A cluster has more blocks than the kernel can have in one on this device.
    #[error(
        "kernel `{kernel}`: a cluster of {} blocks of {block} threads does not fit {device}; at most {largest} blocks do; take a smaller cluster or block, or less shared memory",
        cluster.count()
    )]
    ClusterTooLarge {
        /// The kernel's name.
        kernel: &'static str,
        /// The cluster asked for.
        cluster: Cluster,
        /// Its blocks.
        block: Block,
        /// The most blocks that a cluster can have.
        largest: u32,
        /// The device it was asked of.
        device: Device,
    },

    /// A cluster of this size is possible, and none is resident: its blocks do not fit together on one group of multiprocessors.
    #[error(
        "kernel `{kernel}`: no cluster of {} blocks of {block} threads is resident on {device}; take a smaller cluster or block, or less shared memory",
        cluster.count()
    )]
    NoResidentCluster {
        /// The kernel's name.
        kernel: &'static str,
        /// The cluster asked for.
        cluster: Cluster,
        /// Its blocks.
        block: Block,
        /// The device it was asked of.
        device: Device,
    },

    /// The grid of a cooperative launch has more clusters than can be resident at once. It is never shrunk.
    #[error(
        "kernel `{kernel}`: a grid of {requested} clusters cannot be resident at once; at most {} can: {residency}",
        residency.max_clusters()
    )]
    TooManyClusters {
        /// The kernel's name.
        kernel: &'static str,
        /// Clusters asked for.
        requested: u64,
        /// What fits.
        residency: ClusterResidency,
    },

    /// Something of one device was used with another device current.
    #[error(
        "{what} belongs to {owner}, but {current} was used with it; make {owner} current on this thread (`Device::make_current`) and use a stream of it, or prepare the kernel again on {current}"
    )]
    WrongDevice {
        /// What was used, such as `"the launch of kernel `k`"`.
        what: String,
        /// The device it belongs to.
        owner: Device,
        /// The other one: the thread's current device, or the stream's.
        current: Device,
    },

    /// Rust and C++ do not agree on how many arguments a kernel takes.
    #[error(
        "kernel `{kernel}`: Rust declares {rust} arguments, the kernel takes {cpp}; make `coop::kernels!` say what the .cu file says"
    )]
    ArgumentCount {
        /// The kernel's name.
        kernel: &'static str,
        /// As many as Rust declares.
        rust: usize,
        /// As many as the kernel has.
        cpp: usize,
    },

    /// A launch through [`untyped`](crate::untyped) gives another number of arguments than the kernel takes.
    #[error("kernel `{kernel}`: the launch gives {given} arguments, the kernel takes {parameters}")]
    AddressCount {
        /// The kernel's name.
        kernel: &'static str,
        /// As many as were given.
        given: usize,
        /// As many as the kernel has.
        parameters: usize,
    },

    /// Rust and C++ do not agree on the type of an argument.
    #[error(
        "kernel `{kernel}`, argument {index}{}: Rust declares {rust}, the kernel takes {cpp}; make `coop::kernels!` say what the .cu file says",
        in_quotes(name)
    )]
    ArgumentType {
        /// The kernel's name.
        kernel: &'static str,
        /// The argument, counted from 1.
        index: usize,
        /// Its name in Rust; empty where there is none.
        name: &'static str,
        /// What Rust declares.
        rust: Box<ParamType>,
        /// What the kernel takes.
        cpp: Box<ParamType>,
    },

    /// Rust and C++ do not agree on a member of a structure that is an argument, or to which one points.
    #[error(
        "kernel `{kernel}`, argument {index}{}: in the structure `{structure}` Rust declares {}, C++ has {}; make `coop::structs!` say what the .cu file says",
        in_quotes(name), or_nothing(rust.as_deref()), or_nothing(cpp.as_deref())
    )]
    StructMember {
        /// The kernel's name.
        kernel: &'static str,
        /// The argument, counted from 1.
        index: usize,
        /// Its name in Rust; empty where there is none.
        name: &'static str,
        /// The structure's name in Rust.
        structure: &'static str,
        /// What Rust declares; `None` where it has fewer members.
        rust: Option<Box<Member>>,
        /// What C++ has; `None` where it has fewer members.
        cpp: Option<Box<Member>>,
    },

    /// A kernel reached by address takes an argument of another size. (CUDA tells sizes, not types.)
    #[error("kernel `{kernel}`, argument {index}: Rust declares {rust} of {} B, the kernel takes {cpp} B", rust.size())]
    ArgumentSize {
        /// The kernel's name.
        kernel: &'static str,
        /// The argument, counted from 1.
        index: usize,
        /// What Rust declares.
        rust: Box<ParamType>,
        /// Bytes that the kernel takes.
        cpp: usize,
    },

    /// A kernel is cooperative on one side of the border only.
    #[error("kernel `{kernel}` is {} in Rust and {} in C++; use `cooperative fn` with COOP_COOPERATIVE_KERNEL, `fn` with COOP_KERNEL",
        ["ordinary", "cooperative"][usize::from(*rust)], ["ordinary", "cooperative"][usize::from(!*rust)])]
    CooperativeMismatch {
        /// The kernel's name.
        kernel: &'static str,
        /// Whether Rust declares it cooperative.
        rust: bool,
    },

    /// The kernel was compiled with a `coop/export.cuh` that this version of the crate cannot read.
    #[error(
        "kernel `{kernel}` was exported by coop/export.cuh of record version {cpp}, this crate reads {rust}; use `coop` and `cuda-build` of one release and rebuild"
    )]
    RecordVersion {
        /// The kernel's name.
        kernel: &'static str,
        /// The version this crate reads.
        rust: u32,
        /// The version found.
        cpp: u32,
    },

    /// The kernel is registered with another CUDA runtime than the one that this crate calls: the process has two, and
    /// neither knows the kernels, streams or memory of the other.
    #[error(
        "kernel `{kernel}`: this process has two CUDA runtimes, and the kernel is known to the one in {cpp} while coop calls the one in {rust}; \
         let all parts have one: the shared one (`nvcc -cudart shared` and CUDART_LINK=dynamic), or build the kernel into a static library \
         without a runtime (`nvcc -lib`) and link it into the program"
    )]
    TwoRuntimes {
        /// The kernel's name.
        kernel: &'static str,
        /// The file with the runtime that this crate calls.
        rust: String,
        /// The file with the runtime that the kernel is registered with.
        cpp: String,
    },

    /// The program holds no code of this kernel that the device and driver can run.
    #[error("kernel `{kernel}`: {device} (compute capability {}.{}) cannot run any of its code, which was built for {architectures}; {remedy} ({source})", capability.0, capability.1)]
    NoCode {
        /// The kernel's name.
        kernel: &'static str,
        /// The device.
        device: Device,
        /// Its compute capability.
        capability: (u32, u32),
        /// The architectures it was built for, or a word where they are not known.
        architectures: String,
        /// What to do.
        remedy: String,
        /// What CUDA answered.
        source: CudaError,
    },

    /// A copy between slices or buffers of different lengths.
    #[error("a copy of {given} elements to or from a buffer of {len}; the lengths must be equal")]
    Length {
        /// Elements in the buffer.
        len: usize,
        /// Elements in the other side of the copy.
        given: usize,
    },

    /// A part of a buffer that does not lie within it.
    #[error("elements {begin} to {end} are no part of a buffer of {len}")]
    Range {
        /// The first element asked for.
        begin: usize,
        /// The one after the last.
        end: usize,
        /// Elements in the buffer.
        len: usize,
    },

    /// There is no graph where one should be: the handle is null.
    #[error(
        "there is no graph: its handle is null, as CUDA leaves it behind where a capture was lost; see the error of the capture, or of the call that should have made it"
    )]
    NoGraph,

    /// A buffer's size in bytes overflows.
    #[error("a buffer of {len} elements of {size} B each is more than the address space")]
    TooManyElements {
        /// Elements asked for.
        len: usize,
        /// Bytes an element.
        size: usize,
    },

    /// There is no such device.
    #[error("there is no device {ordinal}; this process sees {count} (0 to {}); CUDA_VISIBLE_DEVICES may hide others", count - 1)]
    NoSuchDevice {
        /// The ordinal asked for.
        ordinal: i32,
        /// How many there are; at least 1.
        count: i32,
    },
}

/// The numbers, where registers are what is short.
fn in_registers(limited_by: Resource, each: u32, block: Block, there_are: u32) -> String {
    if limited_by != Resource::Registers {
        return String::new();
    }
    let threads = block.count();
    format!(
        " ({each} registers x {threads} threads = {}, and a multiprocessor has {there_are})",
        u64::from(each) * threads
    )
}

fn in_quotes(name: &str) -> String {
    if name.is_empty() {
        String::new()
    } else {
        format!(" (`{name}`)")
    }
}

fn or_nothing(member: Option<&Member>) -> String {
    member.map_or_else(|| String::from("no further member"), Member::to_string)
}

/// As it is displayed: what a program prints whose `main` returns this error.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error {
    /// The CUDA error behind this one, where CUDA was asked.
    pub fn cuda(&self) -> Option<&CudaError> {
        match self {
            Self::Cuda(error) | Self::NoCode { source: error, .. } => Some(error),
            _ => None,
        }
    }
}
