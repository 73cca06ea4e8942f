//! How many blocks of a kernel fit on a multiprocessor at once, as arithmetic.
//!
//! Nothing here calls CUDA: a kernel and a device are figures, so that every rule is tested without
//! a GPU, and a grid can be planned for a [device](devices) that is not at hand. The limit of a
//! launch is still what the runtime's own query says; the formula is here to say *why* it is that,
//! and to notice when the query says less.
//!
//! The per-device figures are those of the CUDA C++ Programming Guide, "Technical Specifications
//! per Compute Capability". The allocation rules are those of NVIDIA's occupancy calculator; a test
//! compares the two over millions of launches.
//!
//! ```
//! use cuda_occupancy::{KernelResources, Resource, devices, occupancy};
//!
//! let kernel = KernelResources {
//!     registers_per_thread: 32,
//!     static_shared_bytes: 0,
//!     max_threads_per_block: 1024,
//!     max_dynamic_shared_bytes: 48 * 1024,
//!     barriers: 1,
//! };
//! let fits = occupancy(&kernel, &devices::H200, 256, 48 * 1024);
//! assert_eq!(fits.blocks_per_multiprocessor, 4);
//! assert_eq!(fits.limited_by, Resource::SharedMemory);
//! ```

#![warn(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

pub mod devices;

use std::fmt;

/// Barriers that one block can name: `bar.sync 0` to `bar.sync 15` in PTX.
///
/// A kernel compiled with device debugging (`-G`) takes all of them.
pub const MAX_BARRIERS_PER_BLOCK: u32 = 16;

/// Registers are given to a warp in units of this many.
const REGISTER_UNIT: u64 = 256;

/// Quarters of a multiprocessor, each with its own warp scheduler and register file.
const SUB_PARTITIONS: u64 = 4;

/// What a kernel takes, as `cudaFuncGetAttributes` reports it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KernelResources {
    /// 32-bit registers of one thread.
    pub registers_per_thread: u32,
    /// Bytes of shared memory that the kernel declares with a fixed size, per block.
    pub static_shared_bytes: u32,
    /// Most threads a block of this kernel may have: `__launch_bounds__`, or what its registers
    /// allow.
    pub max_threads_per_block: u32,
    /// Most bytes of dynamic shared memory a block may ask for: 48 KiB less the static ones until
    /// the kernel has opted in to more.
    pub max_dynamic_shared_bytes: u32,
    /// Barriers that a block names, from 1 to [`MAX_BARRIERS_PER_BLOCK`].
    ///
    /// The runtime does not report it. NVIDIA's calculator assumes 1, and with 1 it never limits.
    pub barriers: u32,
}

/// What a device offers, as `cudaDeviceGetAttribute` reports it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeviceLimits {
    /// Compute capability, major and minor.
    pub compute_capability: (u32, u32),
    /// Multiprocessors (SMs).
    pub multiprocessors: u32,
    /// Threads of a warp.
    pub warp_size: u32,
    /// Most threads of a block, whatever the kernel.
    pub max_threads_per_block: u32,
    /// Most threads of a block along x, y and z.
    pub max_block_dim: [u32; 3],
    /// Most blocks of a grid along x, y and z.
    pub max_grid_dim: [u32; 3],
    /// Most threads resident on a multiprocessor.
    pub max_threads_per_multiprocessor: u32,
    /// Most blocks resident on a multiprocessor.
    pub max_blocks_per_multiprocessor: u32,
    /// 32-bit registers that one block can have.
    pub registers_per_block: u32,
    /// 32-bit registers of a multiprocessor.
    pub registers_per_multiprocessor: u32,
    /// Bytes of shared memory that a block can have without opting in: 48 KiB on every device so
    /// far.
    pub shared_bytes_per_block: u32,
    /// Bytes of shared memory that a block can have when its kernel has opted in.
    pub shared_bytes_per_block_optin: u32,
    /// Bytes of shared memory of a multiprocessor.
    pub shared_bytes_per_multiprocessor: u32,
    /// Bytes of shared memory that the driver takes from every block: 1 KiB from compute capability
    /// 8.0, none before.
    pub reserved_shared_bytes_per_block: u32,
    /// Whether the device has cooperative launches.
    pub cooperative_launch: bool,
    /// Whether the device has thread block clusters.
    pub cluster_launch: bool,
}

/// What can keep one more block from fitting on a multiprocessor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Resource {
    /// Resident threads, counted in whole warps; also a block of more threads than the kernel or
    /// the device takes.
    Threads,
    /// Resident blocks.
    Blocks,
    /// Registers.
    Registers,
    /// Shared memory: static, dynamic and reserved.
    SharedMemory,
    /// Barriers, from compute capability 9.0.
    Barriers,
}

impl Resource {
    /// What would let more blocks fit, as one sentence without a full stop.
    #[must_use]
    pub fn advice(self) -> &'static str {
        match self {
            Self::Threads => "use a smaller block: more of them share the multiprocessor's threads",
            Self::Blocks => "use a larger block: each resident block then brings more threads",
            Self::Registers => {
                "use fewer registers a thread (`__launch_bounds__`, `-maxrregcount`) \
                 or a smaller block"
            }
            Self::SharedMemory => "use less static or dynamic shared memory a block",
            Self::Barriers => {
                "name fewer barriers in the kernel; device debugging (`-G`) takes all of them"
            }
        }
    }
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Threads => "threads",
            Self::Blocks => "resident blocks",
            Self::Registers => "registers",
            Self::SharedMemory => "shared memory",
            Self::Barriers => "barriers",
        })
    }
}

/// How many blocks fit on a multiprocessor, and how many each resource alone would let fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Occupancy {
    /// Blocks resident at once: the least of the figures below.
    pub blocks_per_multiprocessor: u32,
    /// Blocks for which there are threads; 0 if no block of this size can be launched at all.
    pub by_threads: u32,
    /// Blocks that the multiprocessor can keep track of.
    pub by_blocks: u32,
    /// Blocks for which there are registers; `None` if the kernel uses none.
    pub by_registers: Option<u32>,
    /// Blocks for which there is shared memory, 0 if one block asks for more than it may have;
    /// `None` if it takes none.
    pub by_shared: Option<u32>,
    /// Blocks for which there are barriers; `None` if the kernel names none, and before compute
    /// capability 9.0.
    pub by_barriers: Option<u32>,
    /// The resource that gives the least figure; of several, the first in the order of
    /// [`Resource`].
    pub limited_by: Resource,
}

/// Blocks of `threads_per_block` threads and `dynamic_shared_bytes` bytes of dynamic shared memory
/// that are resident at once on one multiprocessor of `device`, with the default division between
/// shared memory and L1 cache.
///
/// It equals `cudaOccupancyMaxActiveBlocksPerMultiprocessor` as far as the kernel's attributes
/// tell, but for a block beyond the kernel's launch bound: that query passes it, and the launch is
/// then refused. 0 means that the launch is impossible, and [`Occupancy::limited_by`] says what forbids it.
/// A block of no threads fits 0 times.
#[must_use]
pub fn occupancy(
    kernel: &KernelResources,
    device: &DeviceLimits,
    threads_per_block: u32,
    dynamic_shared_bytes: u32,
) -> Occupancy {
    // A partly filled warp takes as much as a full one. `max` only guards the divisions: a block of
    // no threads is refused below.
    let warps = u64::from(threads_per_block.div_ceil(device.warp_size.max(1)).max(1));

    let by_threads = by_threads(kernel, device, threads_per_block, warps);
    let by_blocks = device.max_blocks_per_multiprocessor;
    let by_registers = by_registers(kernel, device, warps);
    let by_shared = by_shared(kernel, device, dynamic_shared_bytes);
    let by_barriers = by_barriers(kernel, device);

    let mut least = (by_threads, Resource::Threads);
    for (limit, resource) in [
        (Some(by_blocks), Resource::Blocks),
        (by_registers, Resource::Registers),
        (by_shared, Resource::SharedMemory),
        (by_barriers, Resource::Barriers),
    ] {
        if let Some(limit) = limit
            && limit < least.0
        {
            least = (limit, resource);
        }
    }
    let (blocks_per_multiprocessor, limited_by) = least;
    Occupancy {
        blocks_per_multiprocessor,
        by_threads,
        by_blocks,
        by_registers,
        by_shared,
        by_barriers,
        limited_by,
    }
}

/// Warp slots: a multiprocessor has one for each `warp_size` of its resident threads, and a block
/// takes whole warps. (Programming Guide, "Maximum number of resident warps per SM".)
fn by_threads(kernel: &KernelResources, device: &DeviceLimits, threads: u32, warps: u64) -> u32 {
    let most = u32::min(device.max_threads_per_block, kernel.max_threads_per_block);
    if threads == 0 || threads > most {
        return 0;
    }
    let warp_slots = u64::from(device.max_threads_per_multiprocessor / device.warp_size.max(1));
    narrow(warp_slots / warps)
}

/// Registers: a warp's are rounded up to the allocation unit and come from the file of the one
/// sub-partition it runs on, so that what is left over in each of the four cannot be put together.
/// (Occupancy calculator: register allocation unit size 256, per warp, warp allocation granularity
/// 4. GP100 alone, compute capability 6.0, is divided in two.)
fn by_registers(kernel: &KernelResources, device: &DeviceLimits, warps: u64) -> Option<u32> {
    let of_warp = (u64::from(kernel.registers_per_thread) * u64::from(device.warp_size))
        .next_multiple_of(REGISTER_UNIT);
    if of_warp == 0 {
        return None;
    }
    // The limit of a block is checked as if the same number of warps came to every sub-partition.
    let of_block = of_warp.saturating_mul(warps.next_multiple_of(SUB_PARTITIONS));
    if of_block > u64::from(device.registers_per_block) {
        return Some(0);
    }
    let partitions = if device.compute_capability == (6, 0) {
        2
    } else {
        SUB_PARTITIONS
    };
    let resident_warps =
        u64::from(device.registers_per_multiprocessor) / partitions / of_warp * partitions;
    Some(narrow(resident_warps / warps))
}

/// Shared memory: static, dynamic and what the driver reserves, rounded up to the allocation unit,
/// within the block's limit. (Occupancy calculator: unit 128 bytes from compute capability 8.0, 256
/// before. Programming Guide: "Maximum amount of shared memory per thread block", and 1 KiB
/// reserved for each block from 8.0.)
fn by_shared(kernel: &KernelResources, device: &DeviceLimits, dynamic: u32) -> Option<u32> {
    let unit = if device.compute_capability.0 >= 8 {
        128
    } else {
        256
    };
    let reserved = u64::from(device.reserved_shared_bytes_per_block);
    let of_block = (u64::from(kernel.static_shared_bytes) + u64::from(dynamic) + reserved)
        .next_multiple_of(unit);
    let limit = u64::from(device.shared_bytes_per_block_optin) + reserved;
    if dynamic > kernel.max_dynamic_shared_bytes || of_block > limit {
        return Some(0);
    }
    u64::from(device.shared_bytes_per_multiprocessor)
        .checked_div(of_block)
        .map(narrow)
}

/// Barriers: a multiprocessor has as many as it has blocks, and twice as many on the parts for data
/// centres (9.0, 10.0, 10.3). Before 9.0 they are not counted. (Occupancy calculator.)
fn by_barriers(kernel: &KernelResources, device: &DeviceLimits) -> Option<u32> {
    let of_block_slot = match device.compute_capability {
        (..9, _) => return None,
        (9, _) => 2,
        // 10.1 was the name of 11.0 (Thor) before CUDA 13.
        (10, minor) if minor != 1 => 2,
        _ => 1,
    };
    device
        .max_blocks_per_multiprocessor
        .saturating_mul(of_block_slot)
        .checked_div(kernel.barriers)
}

/// A count of blocks as `u32`; no device has room for more.
fn narrow(blocks: u64) -> u32 {
    u32::try_from(blocks).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
