//! Runs one launch: every CUDA thread of it, in an order that a seed decides, under a judge of barriers and accesses.
//!
//! A CUDA thread is a stackful coroutine. The threads of a resident block share one thread of the operating system, whose
//! thread-local storage is the block's shared memory; of those threads exactly one runs at a time, so that a launch is
//! deterministic. Every memory access and every barrier of a kernel calls back, and is where another thread may go on.
//!
//! Nothing here knows of the runtime API: what memory there is, it asks a [`Memory`].

mod address_space;
mod arguments;
pub(crate) mod block;
mod clock;
mod cluster;
pub(crate) mod copies;
pub(crate) mod current_thread;
pub(crate) mod frames;
mod grid;
mod kernels;
mod launch_context;
mod observation;
mod processor;
mod program_data;
pub(crate) mod racing;
mod resident;
mod shared_memory;
pub(crate) mod signals;
mod spinning;
pub(crate) mod stacks;
mod turns;

pub use crate::judge::{Access, Memory, MemoryFault, Shadow};
use crate::judge::{Races, Report, Uninitialised};
use crate::schedule::Schedule;
pub use arguments::Arguments;
pub use kernels::{Invoke, KernelCode, Parameter, kernel};
pub(crate) use kernels::{names, offsets, with_code_at as kernel_with_code_at};
pub(crate) use program_data::{data_variable, program_data};

/// Steps of all threads of a launch together in which none returns, after which the kernel counts as a runaway.
pub const MAX_STEPS: &str = "COOP_EMU_MAX_STEPS";

/// What is to be run. A copy is cheap: the arguments stand once.
#[derive(Debug, Clone)]
pub struct Launch {
    /// The kernel.
    pub kernel: &'static KernelCode,
    /// Blocks in x, y, z. None is 0.
    pub grid: [u32; 3],
    /// Threads of a block in x, y, z. None is 0; 1024 at most in all.
    pub block: [u32; 3],
    /// Blocks of a cluster in x, y, z, where the launch has clusters. They divide the grid's.
    pub cluster: Option<[u32; 3]>,
    /// Bytes of dynamic shared memory a block.
    pub dynamic_shared: u32,
    /// Whether the launch is a cooperative one: then all blocks are resident at once.
    pub cooperative: bool,
    /// Blocks that are resident at once, on the whole device; at least 1.
    pub resident_blocks: u32,
    /// The kernel's arguments.
    pub arguments: Arguments,
}

/// What the device is like, and how long a launch may take.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Threads of a warp: 32.
    pub warp_size: u32,
    /// Multiprocessors.
    pub multiprocessors: u32,
    /// Steps of all threads together in which none returns, after which the kernel counts as a runaway: an access is one,
    /// and so are some basic blocks without any; a change from thread to thread is 8, one from block to block 500.
    pub max_steps: u64,
    /// What becomes of reads of memory that nobody has written.
    pub uninitialised: Uninitialised,
    /// What becomes of races.
    pub races: Races,
}

/// What happened in a launch that went well.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Memory accesses and barriers of all threads.
    pub steps: u64,
    /// Changes from one block to another.
    pub block_switches: u64,
    /// Block barriers that were passed, over all blocks.
    pub block_barriers: u64,
    /// Grid barriers that were passed.
    pub grid_barriers: u64,
    /// Cluster barriers that were passed, over all clusters.
    pub cluster_barriers: u64,
    /// Threads that had returned when their block passed a barrier, counted at each barrier.
    pub returned_at_barriers: u64,
    /// Reads of memory that nobody had written, by all threads.
    pub uninitialised_reads: u64,
    /// Accesses that were in no order with an earlier one, with which they conflict.
    pub races: u64,
}

/// A launch that came to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// What happened.
    pub statistics: Statistics,
    /// The first read of memory that nobody had written, told as a fault that ends nothing.
    pub warning: Option<Report>,
    /// The first races, each of other lines, told as faults that end nothing.
    pub races: Vec<Report>,
}

/// Runs a launch to its end, or to its first fault, in bounded time.
///
/// # Errors
///
/// The report of the fault. Nothing of the launch runs any more then; what it wrote until then stays written.
///
/// # Safety
///
/// The arguments are those that the kernel may be called with, and what `memory` allows may be touched.
pub unsafe fn run(
    launch: &Launch,
    limits: &Limits,
    schedule: Schedule,
    memory: &dyn Memory,
) -> Result<Completion, Report> {
    // SAFETY: by the contract.
    unsafe { grid::run(launch, limits, schedule, memory) }
}
