//! Grid-wide synchronization that cannot be launched wrong.
//!
//! An ordinary CUDA launch makes no promise that all blocks run at once, so blocks cannot wait for each other. A
//! *cooperative* launch makes it, on one condition: the whole grid fits on the device at the same time, for this kernel,
//! this block, this much shared memory, on this device. Then `cooperative_groups::this_grid().sync()` is a barrier.
//!
//! All that a cooperative launch needs:
//!
//! ```no_run
//! use coop::{Block, DeviceBuffer, SharedBytes, Stream};
//!
//! coop::kernels! {
//!     /// csrc/two_pass.cu: `COOP_COOPERATIVE_KERNEL(two_pass, two_pass);`
//!     pub cooperative fn two_pass(input: *const f32, output: *mut f32, n: u64);
//! }
//! # #[unsafe(no_mangle)] extern "C" fn coop_kernel_coop__two_pass() {}
//!
//! # fn main() -> coop::Result<()> {
//! let launch = two_pass.prepare(Block::x(256), SharedBytes(0))?; // every check, once, on the current device
//! println!("{}", launch.residency()); // 8 blocks/SM x 132 SMs = 1056 blocks, limited by threads
//!
//! let stream = Stream::new()?;
//! let input = DeviceBuffer::from_slice(&[1.0_f32; 1000])?;
//! let mut output = DeviceBuffer::zeroed(1000)?;
//! let grid = launch.residency().max_grid();
//! // SAFETY: both buffers have 1000 elements and outlive the launch; every block reaches every barrier.
//! unsafe { launch.launch(grid, &stream, (input.as_ptr(), output.as_mut_ptr(), 1000))? };
//! println!("{:?}", output.to_vec()?);
//! # Ok(())
//! # }
//! ```
//!
//! Each type is one notion of CUDA's, each method a handful of runtime calls; `as_raw()` gives the handle for anything
//! else, through [`cuda_sys`].
//!
//! | notion | type |
//! |---|---|
//! | a kernel whose blocks wait for each other | [`CooperativeKernel`], declared by [`kernels!`] |
//! | a kernel whose blocks do not | [`Kernel`] |
//! | a kernel of another language's program, by its address | [`untyped`] |
//! | an algorithm in phases, run as launches, a graph, or one launch | [`mod@phases`] |
//! | a checked launch | [`CooperativeLaunch`], [`CooperativeClusterLaunch`], [`Launch`] |
//! | the same by the driver, which costs the host less | [`Resolved`] |
//! | what fits at once, and what limits it | [`Residency`], [`occupancy`] |
//! | shapes | [`Grid`], [`Block`], [`Cluster`], [`Clusters`], [`SharedBytes`] |
//! | device, stream, event, graph | [`Device`], [`Stream`], [`Event`], [`Graph`] |
//! | memory | [`DeviceBuffer`], [`StreamBuffer`], [`PinnedBuffer`] |
//! | parts of it | [`DeviceSlice`], [`DeviceSliceMut`], [`PinnedSlice`], [`PinnedSliceMut`] |
//! | what kernels take | [`Param`], declared by [`structs!`]; [`vector`]; [`Element`] |
//! | what went wrong | [`Error`], [`CudaError`] |

#![warn(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

pub mod block_size;
pub mod phases;
pub mod testing;
pub mod untyped;
pub mod vector;

mod args;
mod buffer;
mod cache;
mod device;
mod element;
mod error;
mod event;
mod freeing;
mod graph;
#[doc(hidden)]
pub mod kernel;
mod launch;
mod ordinal;
mod param;
mod part;
mod pinned;
mod plan;
mod range;
mod residency;
mod resolved;
mod shape;
mod stream;
mod stream_buffer;
mod structs;
mod view;

/// Whether the runtime is the emulator (feature `emu`, and no real runtime linked): kernels run on the CPU.
pub const EMULATED: bool = cfg!(emulated);

pub use bytemuck;
pub use cuda_occupancy as occupancy;
pub use cuda_sys;

pub use args::Args;
pub use buffer::DeviceBuffer;
pub use device::about::{MemoryInfo, Uuid};
pub use element::Element;
pub use error::{CudaError, Error, ErrorKind, Result};
pub use event::Event;
pub use graph::{Graph, GraphExec};
pub use kernel::{CooperativeKernel, Kernel};
pub use launch::{CooperativeClusterLaunch, CooperativeLaunch, Launch};
pub use ordinal::Device;
pub use param::{Member, Param, ParamType};
pub use pinned::{PinnedBuffer, PinnedSlice, PinnedSliceMut};
pub use residency::{ClusterResidency, Residency};
pub use resolved::Resolved;
pub use shape::{Block, Cluster, Clusters, Grid, SharedBytes};
pub use stream::Stream;
pub use stream_buffer::StreamBuffer;
pub use view::{DeviceSlice, DeviceSliceMut};
