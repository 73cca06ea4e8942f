//! Algorithms in phases, written once (`coop/phases.cuh`) and run in the way that is the fastest for their size.
//!
//! A phase is what all threads do between two points at which each sees what all others wrote. In a stream such a point is
//! the end of a launch; within one launch it is a barrier of a block, of a cluster or of the whole grid. The narrower it is,
//! the less it costs, and the fewer threads there are: which is best depends on the size and the device, and can be
//! [measured](Phases::measure).
//!
//! ```no_run
//! use coop::DeviceBuffer;
//! use coop::phases::{Shape, Way};
//!
//! coop::phases! {
//!     /// csrc/phases.cu: `COOP_PHASES(membrane, accelerate, move);`
//!     pub fn membrane(u: *mut f32, v: *mut f32, side: u32);
//! }
//! # #[unsafe(no_mangle)] extern "C" fn coop_phases_coop__membrane() {}
//!
//! # fn main() -> coop::Result<()> {
//! let side = 64;
//! let (mut u, mut v) = (DeviceBuffer::zeroed(64 * 64)?, DeviceBuffer::zeroed(64 * 64)?);
//! let args = (u.as_mut_ptr(), v.as_mut_ptr(), side);
//! let shape = Shape::new(side * side);
//! // SAFETY: both buffers have side^2 elements, and nothing else uses them.
//! let measured = unsafe { membrane.measure(shape, 1000, args)? };
//! println!("{measured}"); // one cluster is the fastest; microseconds a step: one cluster 0.61, ...
//!
//! let bound = membrane.bind(measured.fastest(), shape, 1000, args)?;
//! let stream = coop::Stream::new()?;
//! // SAFETY: as above.
//! unsafe { bound.launch(&stream)? };
//! stream.synchronize()?;
//! # Ok(())
//! # }
//! ```

mod measure;
mod record;
mod way;

use core::ffi::c_void;
use core::marker::PhantomData;
use core::ptr;
use std::sync::Mutex;

use once_cell::sync::OnceCell;

pub use measure::Measured;
#[doc(hidden)]
pub use record::PhasesRecord;
pub use way::Way;

use self::record::{Kernels, Run};
use crate::args::Args;
use crate::buffer::DeviceBuffer;
use crate::error::{Error, Result};
use crate::graph::{Graph, GraphExec};
use crate::kernel::prepare::Core;
use crate::launch::prepared::Prepared;
use crate::launch::{cooperative, cooperative_clusters, dependent, ordinary};
use crate::ordinal::Device;
use crate::residency::ClusterResidency;
use crate::shape::{Block, Cluster, Clusters, Grid, SharedBytes};
use crate::stream::Stream;

/// Declares phases that a `.cu` file exports with `COOP_PHASES`: each becomes a static of that name, a
/// [`Phases`](crate::phases::Phases) of the arguments as a tuple. The declaration is compared with the C++ side before
/// the first launch. They are those of this package, or of another with `unsafe of`, as in [`kernels!`](crate::kernels!).
#[macro_export]
macro_rules! phases {
    (of $library:ident; $($phases:tt)*) => {
        ::core::compile_error!(::core::concat!(
            "write `unsafe of ", ::core::stringify!($library), ";`: the symbols of these phases are called as `coop/phases.cuh` defines \
             them, and that they are its is your promise"
        ));
    };
    (unsafe of $library:ident; $($phases:tt)*) => {
        $crate::phases!(@of [::core::stringify!($library)] $($phases)*);
    };
    (@of $library:tt) => {};
    (
        @of [$($library:tt)*]
        $(#[$attribute:meta])*
        $visibility:vis fn $name:ident($($argument:ident: $type:ty),* $(,)?);
        $($rest:tt)*
    ) => {
        $(#[$attribute])*
        #[allow(non_upper_case_globals)]
        $visibility static $name: $crate::phases::Phases<($($type,)*)> = {
            unsafe extern "C" {
                #[link_name = ::core::concat!("coop_phases_", $($library)*, "__", ::core::stringify!($name))]
                fn record() -> *const $crate::phases::PhasesRecord;
            }
            // SAFETY: of the name of this package, the build script has compiled it with coop/phases.cuh; of another, it is what
            // `unsafe of` has promised.
            unsafe {
                $crate::phases::Phases::exported(
                    ::core::stringify!($name),
                    &[$(::core::stringify!($argument)),*],
                    record,
                )
            }
        };
        $crate::phases!(@of [$($library)*] $($rest)*);
    };
    ($($phases:tt)*) => {
        $crate::phases!(
            @of [::core::env!(
                "COOP_CRATE",
                "`coop::phases!` without `unsafe of NAME;` is for phases that the build script of this package compiles with `cuda_build::kernels`"
            )]
            $($phases)*
        );
    };
}

/// How much work a phase has, and in what blocks it is launched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape {
    /// The most threads that have work. No way starts many more; those with fewer let each thread do several pieces.
    pub items: u32,
    /// Threads a block. In [`Way::Block`] and [`Way::Cluster`] blocks are as large as they can be, and in [`Way::Grid`] larger
    /// than this rather than more than one a multiprocessor.
    pub block: u32,
}

impl Shape {
    /// So many items, in blocks of 256 threads.
    pub const fn new(items: u32) -> Self {
        Self { items, block: 256 }
    }

    /// Blocks of `threads` threads that have a thread an item; one at least.
    fn blocks(self, threads: u32, most: u32) -> u32 {
        // As a thread's rank has 32 bits.
        let most = most.min(i32::MAX as u32 / threads.max(1));
        self.items.div_ceil(threads.max(1)).clamp(1, most.max(1))
    }
}

/// Phases exported by `COOP_PHASES`, of arguments of the types `A`; declared by [`phases!`](crate::phases!).
#[derive(Debug)]
pub struct Phases<A> {
    name: &'static str,
    arguments: &'static [&'static str],
    record: unsafe extern "C" fn() -> *const PhasesRecord,
    kernels: OnceCell<Kernels>,
    /// By device, shape and steps.
    measured: Mutex<Vec<(Device, Shape, u32, Measured)>>,
    args: PhantomData<fn(A)>,
}

impl<A: Args> Phases<A> {
    /// Use [`phases!`](crate::phases!).
    ///
    /// # Safety
    ///
    /// `record` is the function that the macro in `coop/phases.cuh` defines.
    #[doc(hidden)]
    pub const unsafe fn exported(
        name: &'static str,
        arguments: &'static [&'static str],
        record: unsafe extern "C" fn() -> *const PhasesRecord,
    ) -> Self {
        Self {
            name,
            arguments,
            record,
            kernels: OnceCell::new(),
            measured: Mutex::new(Vec::new()),
            args: PhantomData,
        }
    }

    /// The name, as messages have it.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// How many phases there are.
    ///
    /// # Errors
    ///
    /// A signature that C++ does not agree with; kernels of another CUDA runtime ([`Error::TwoRuntimes`]).
    pub fn count(&self) -> Result<usize> {
        Ok(self.kernels()?.launched.len())
    }

    /// Whether the current device, and the code that was compiled, have this way.
    ///
    /// # Errors
    ///
    /// As [`bind`](Self::bind); that a way is not had is `false`, and no error.
    pub fn has(&self, way: Way) -> Result<bool> {
        match self.check(way) {
            Ok(()) => Ok(true),
            Err(
                Error::Way { .. }
                | Error::ClusterLaunchNotSupported { .. }
                | Error::CooperativeLaunchNotSupported { .. },
            ) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// All phases `steps` times over, on these arguments, ready to be launched in this way on the current device.
    ///
    /// A graph has a node for each launch, so that its making takes the time of so many launches.
    ///
    /// # Errors
    ///
    /// [`Error::Way`], [`Error::ClusterLaunchNotSupported`] or [`Error::CooperativeLaunchNotSupported`] for a way that
    /// the device or the code does not have; what [`Kernel::prepare`](crate::Kernel::prepare) refuses of the block; and
    /// whatever the runtime answers.
    pub fn bind(&self, way: Way, shape: Shape, steps: u32, args: A) -> Result<Bound<A>> {
        self.check(way)?;
        let kernels = self.kernels()?;
        let ready = match way {
            Way::Launches => Ready::Launches(Sequence::new(&kernels.launched, shape)?),
            Way::Graph | Way::DependentGraph => {
                let (cores, launch): (_, LaunchFn) = match way {
                    Way::Graph => (&kernels.launched, ordinary),
                    _ => (&kernels.dependent, dependent),
                };
                let sequence = Sequence::new(cores, shape)?;
                let graph = Graph::capture(&Stream::non_blocking()?, |stream| {
                    // SAFETY: nothing runs until the graph is launched; then it is the promise of that.
                    unsafe { sequence.launch(launch, steps, stream, &args) }
                })?;
                Ready::Graph(graph.instantiate()?)
            }
            Way::Block => {
                let threads = widest(&kernels.block, shape.items)?;
                Ready::Block(prepare(&kernels.block, threads)?)
            }
            Way::Cluster => {
                let (prepared, residency) = one_cluster(&kernels.cluster, shape.items)?;
                Ready::Cluster(prepared, residency)
            }
            Way::Grid => {
                let (prepared, blocks) = fewest_blocks(&kernels.grid, shape)?;
                Ready::Grid(prepared, blocks)
            }
        };
        Ok(Bound {
            way,
            ready,
            steps,
            args,
            word: DeviceBuffer::zeroed(1)?,
        })
    }

    /// What each way takes on the current device, for this shape and as many steps, up to 64; measured the first time, and
    /// remembered.
    ///
    /// # Safety
    ///
    /// As [`Bound::launch`]. It does the phases some dozens of times, so that what the arguments point to is not what it was.
    ///
    /// # Errors
    ///
    /// As [`bind`](Self::bind), but for ways that are not had: those are left out.
    pub unsafe fn measure(&self, shape: Shape, steps: u32, args: A) -> Result<Measured> {
        const MOST: u32 = 64;
        let steps = steps.clamp(1, MOST);
        let device = Device::current()?;
        // Held while measuring: two measurements at once would disturb each other.
        let mut known = self
            .measured
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let same = |known: &&(Device, Shape, u32, Measured)| {
            (known.0, known.1, known.2) == (device, shape, steps)
        };
        if let Some(known) = known.iter().find(same) {
            return Ok(known.3.clone());
        }
        let (mut ways, mut bound) = (Vec::new(), Vec::new());
        for way in Way::ALL {
            if self.has(way)? {
                ways.push(way);
                bound.push(self.bind(way, shape, steps, args)?);
            }
        }
        let measured = measure::measure(steps, &ways, |way, stream| {
            // SAFETY: the caller's promise.
            unsafe { bound[way].launch(stream) }
        })?;
        known.push((device, shape, steps, measured.clone()));
        Ok(measured)
    }

    fn kernels(&self) -> Result<&Kernels> {
        self.kernels.get_or_try_init(|| {
            // SAFETY: the function is coop/phases.cuh's: that was promised to `exported`.
            unsafe { record::read(self.name, self.arguments, A::TYPES, (self.record)()) }
        })
    }

    fn check(&self, way: Way) -> Result<()> {
        let kernels = self.kernels()?;
        let device = Device::current()?;
        let limits = device.limits()?;
        let missing = |reason| {
            Err(Error::Way {
                phases: self.name,
                way: way.name(),
                device,
                reason,
            })
        };
        const CODE: &str = "its code was compiled for an older architecture than 9.0; add 90 to CUDA_ARCHS and rebuild";
        match way {
            Way::Launches | Way::Graph | Way::Block => Ok(()),
            Way::DependentGraph if !cfg!(cudart_12_4) => {
                missing("a graph has dependent launches from CUDA 12.4 on")
            }
            Way::DependentGraph if limits.compute_capability < (9, 0) => {
                missing("dependent launches need compute capability 9.0 or later")
            }
            // A kernel that does not wait for the one before it must not start early.
            Way::DependentGraph if kernels.dependent[0].limits_of_code()?.1 < 90 => missing(CODE),
            Way::DependentGraph => Ok(()),
            Way::Cluster if !limits.cluster_launch => {
                Err(Error::ClusterLaunchNotSupported { device })
            }
            Way::Cluster if kernels.cluster.limits_of_code()?.1 < 90 => missing(CODE),
            Way::Cluster | Way::Grid if !limits.cooperative_launch => {
                Err(Error::CooperativeLaunchNotSupported { device })
            }
            Way::Cluster | Way::Grid => Ok(()),
        }
    }
}

/// Phases that are ready to be launched, as often as wanted.
#[derive(Debug)]
pub struct Bound<A> {
    way: Way,
    ready: Ready,
    steps: u32,
    args: A,
    /// Of the grid's barrier.
    word: DeviceBuffer<u32>,
}

#[derive(Debug)]
enum Ready {
    Launches(Sequence),
    Graph(GraphExec),
    Block(Prepared),
    Cluster(Prepared, ClusterResidency),
    Grid(Prepared, u32),
}

impl<A: Args> Bound<A> {
    /// The way in which they are run.
    pub const fn way(&self) -> Way {
        self.way
    }

    /// How often all phases are done.
    pub const fn steps(&self) -> u32 {
        self.steps
    }

    /// Does all phases, all steps, in `stream`. Does not wait for them.
    ///
    /// # Safety
    ///
    /// The phases do with the arguments what their C++ code does, and nobody checks that. Every pointer must be of this
    /// device, and the memory behind it live and used by nothing else in a conflicting way until the stream has passed the
    /// launch; so must `self`, and no two launches of it run at the same time.
    ///
    /// # Errors
    ///
    /// [`Error::WrongDevice`], or what the launch itself returned. A fault of a phase shows at the next call that waits.
    pub unsafe fn launch(&self, stream: &Stream) -> Result<()> {
        let run = Run {
            word: self.word.as_ptr().cast_mut().cast(),
            first: 0,
            steps: self.steps,
        };
        // SAFETY: the addresses are those of the kernels' parameters; the rest is the caller's promise.
        unsafe {
            match &self.ready {
                Ready::Launches(sequence) => {
                    sequence.launch(ordinary, self.steps, stream, &self.args)
                }
                Ready::Graph(graph) => graph.launch(stream),
                Ready::Block(prepared) => with_run(run, &self.args, |addresses| {
                    ordinary(prepared, Grid::x(1), stream, addresses)
                }),
                Ready::Cluster(prepared, residency) => with_run(run, &self.args, |addresses| {
                    cooperative_clusters(prepared, residency, Clusters::x(1), stream, addresses)
                }),
                Ready::Grid(prepared, blocks) => with_run(run, &self.args, |addresses| {
                    cooperative(prepared, Grid::x(*blocks), stream, addresses)
                }),
            }
        }
    }
}

/// A launch that was prepared, of one phase.
type LaunchFn = unsafe fn(&Prepared, Grid, &Stream, *mut *mut c_void) -> Result<()>;

/// A launch a phase.
#[derive(Debug)]
struct Sequence {
    phases: Vec<Prepared>,
    grid: Grid,
}

impl Sequence {
    fn new(cores: &[Core], shape: Shape) -> Result<Self> {
        let phases: Vec<Prepared> = cores
            .iter()
            .map(|core| prepare(core, shape.block))
            .collect::<Result<_>>()?;
        let most = phases[0].max_grid_dim[0];
        let grid = Grid::x(shape.blocks(shape.block, most));
        Ok(Self { phases, grid })
    }

    /// # Safety
    ///
    /// As [`Bound::launch`].
    unsafe fn launch<A: Args>(
        &self,
        launch: LaunchFn,
        steps: u32,
        stream: &Stream,
        args: &A,
    ) -> Result<()> {
        for first in 0..steps {
            let run = Run {
                word: ptr::null_mut(),
                first,
                steps: 1,
            };
            with_run(run, args, |addresses| {
                self.phases.iter().try_for_each(|phase| {
                    // SAFETY: the addresses are those of the kernels' parameters; the rest is the caller's promise.
                    unsafe { launch(phase, self.grid, stream, addresses) }
                })
            })?;
        }
        Ok(())
    }
}

/// Calls `f` with the addresses of the run and of the arguments, in the order of the kernels' parameters.
fn with_run<A: Args, R>(mut run: Run, args: &A, f: impl FnOnce(*mut *mut c_void) -> R) -> R {
    // The run, and at most 16 arguments.
    let mut all = [ptr::null_mut(); 17];
    all[0] = (&raw mut run).cast::<c_void>();
    args.with_addresses(|addresses| {
        for (index, place) in all[1..].iter_mut().take(A::TYPES.len()).enumerate() {
            // SAFETY: there is an address for each argument.
            *place = unsafe { *addresses.add(index) };
        }
        f(all.as_mut_ptr())
    })
}

fn prepare(core: &Core, threads: u32) -> Result<Prepared> {
    core.prepare(Block::x(threads), SharedBytes(0), |prepared| *prepared)
}

/// Blocks of the asked size, or larger where else there were more than one a multiprocessor: the barrier of few is cheaper.
fn fewest_blocks(core: &Core, shape: Shape) -> Result<(Prepared, u32)> {
    let asked = prepare(core, shape.block)?;
    let each = shape.items.div_ceil(asked.residency.multiprocessors());
    let threads = shape.block.max(widest(core, each)?);
    let prepared = prepare(core, threads)?;
    let most = u32::try_from(prepared.residency.max_blocks()).unwrap_or(u32::MAX);
    Ok((prepared, shape.blocks(threads, most)))
}

/// The largest block that has work: whole warps, as many as the kernel takes.
fn widest(core: &Core, items: u32) -> Result<u32> {
    let most = core.limits_of_code()?.0 / 32 * 32;
    Ok(items.min(most).next_multiple_of(32).clamp(32, most.max(32)))
}

/// The smallest cluster whose blocks have a thread an item, or the largest that there is.
fn one_cluster(core: &Core, items: u32) -> Result<(Prepared, ClusterResidency)> {
    let widest_block = widest(core, u32::MAX)?;
    let mut blocks = items
        .div_ceil(widest_block)
        .clamp(2, 16)
        .next_power_of_two();
    loop {
        let threads = widest(core, items.div_ceil(blocks))?;
        let prepared = core.prepare_clusters(Cluster::x(blocks), Block::x(threads), SharedBytes(0));
        match prepared {
            Err(Error::ClusterTooLarge { .. } | Error::NoResidentCluster { .. }) if blocks > 2 => {
                blocks /= 2
            }
            answer => return answer,
        }
    }
}
