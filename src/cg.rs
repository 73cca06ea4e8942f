//! Conjugate gradients with a Jacobi preconditioner, for sparse symmetric positive definite systems: all iterations in one
//! launch, of one block, one cluster or the whole grid.

mod division;
mod raw;
mod system;
mod way;

use std::time::Duration;

use bytemuck::Zeroable;
use coop::{
    Block, ClusterResidency, Clusters, CooperativeClusterLaunch, CooperativeLaunch, Device, Event,
    Grid, PinnedBuffer, Residency, SharedBytes, Stream,
};

use crate::sparse::Csr;
use system::{Args, System};
use way::{Kernel, Room, Way};

pub use raw::{
    RawCsr, RawDivision, RawLimits, RawOutcome, RawSend, RawWork, cg_block_1, cg_block_2,
    cg_cluster_1, cg_cluster_2, cg_grid_1, cg_grid_2, cg_grid_5, cg_grid_8_more, cg_grid_16_more,
    cg_grid_16_more_f32, cg_streamed, cg_streamed_f32, cg_streamed_wide, cg_streamed_wide_f32,
};
pub use way::{Placement, Precision, Scope};

/// Iterations between two reports: a report crosses the bus, and the barrier after it waits for it.
const REPORT_EVERY: u32 = 32;
/// In single precision a correction is done when the residual has fallen to this part: it has no more digits to give.
const DROP: f64 = 1e-4;

/// How a system is solved.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// The solve ends when |b - A x| / |b| is at most this.
    pub tolerance: f64,
    /// The solve ends after so many iterations in any case.
    pub max_iterations: u32,
    /// Threads of a block at most: a multiple of 32 up to 512. `None` for a number that does well.
    pub block: Option<u32>,
    /// Who solves the system together. `None` for the narrowest scope that holds it.
    pub scope: Option<Scope>,
    /// What numbers the iteration is made of.
    pub precision: Precision,
    /// Whether |r| / |b| is kept for every iteration.
    pub history: bool,
}

/// A relative residual of 1e-8 in at most 100,000 iterations, by what does well.
impl Default for Options {
    fn default() -> Self {
        Self {
            tolerance: 1e-8,
            max_iterations: 100_000,
            block: None,
            scope: None,
            precision: Precision::Double,
            history: false,
        }
    }
}

/// How far a solve is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress {
    /// Iterations done.
    pub iteration: u32,
    /// |r| / |b| after them, in single precision.
    pub relative_residual: f64,
}

/// How a solve ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// |b - A x| / |b|, computed anew from x in twice the precision, is at most the tolerance.
    Converged,
    /// The iterations ran out.
    MaxIterations,
    /// |b - A x| / |b| no longer falls: x is as good as double precision can hold it.
    Stagnated,
    /// A direction p with p.Ap <= 0 was found, which a positive definite matrix does not have.
    NotPositiveDefinite,
    /// A number overflowed or was none.
    NotFinite,
}

/// What a solve found.
#[derive(Debug, Clone, PartialEq)]
pub struct Solution {
    /// The last iterate, n elements.
    pub x: Vec<f64>,
    /// Iterations done.
    pub iterations: u32,
    /// |r| / |b| after the last iteration. Computed anew as |b - A x| / |b| for [`Status::Converged`] and
    /// [`Status::Stagnated`]; else as the iteration carries it, which differs by rounding.
    pub relative_residual: f64,
    /// How it ended.
    pub status: Status,
    /// |r| / |b| before the first iteration and after each, where asked for; else empty.
    pub history: Vec<f64>,
    /// The device's time for the launch.
    pub time: Duration,
}

/// What keeps a system from being solved.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// From CUDA, or from preparing the launch.
    #[error(transparent)]
    Coop(#[from] coop::Error),
    /// A block that is no number of whole warps.
    #[error("a block of at most {given} threads: the solver takes multiples of 32 from 32 to 512")]
    Block {
        /// What was asked for.
        given: u32,
    },
    /// A tolerance that is negative or not a number.
    #[error("a tolerance of {given}: it must be a number that is not negative")]
    Tolerance {
        /// What was asked for.
        given: f64,
    },
    /// A diagonal element that cannot be divided by, which no positive definite matrix has.
    #[error(
        "row {row} has {value} on its diagonal; a positive definite matrix has only positive numbers there"
    )]
    Diagonal {
        /// The row, from 1.
        row: usize,
        /// Its diagonal element.
        value: f64,
    },
    /// A scope without a kernel for mixed precision, on any device.
    #[error(
        "{} does not solve in mixed precision, on any device: the grid does, with its state on the chip (`grid`) or in memory (`streamed`)",
        .scope.name()
    )]
    MixedPrecision {
        /// What was asked for.
        scope: Scope,
    },
    /// A cluster, on a device that has none.
    #[error(
        "this device has no clusters, which need compute capability 9.0 or later; `block`, `grid` and `streamed` need none"
    )]
    NoClusters,
    /// Blocks so small that there is no room for the matrix, as there is with larger ones.
    #[error(
        "blocks of at most {threads} threads are too small for the system of {n} rows and {entries} entries{}; larger ones are not",
        in_scope(*.scope)
    )]
    SmallBlocks {
        /// Threads of a block at most.
        threads: u32,
        /// What was asked for.
        scope: Option<Scope>,
        /// Rows of the matrix.
        n: usize,
        /// Its entries.
        entries: usize,
    },
    /// A scope, or a device, that has no room for the matrix.
    #[error(
        "the system of {n} rows and {entries} entries is too large for {} on this device{}",
        .scope.map_or("every scope", Scope::name),
        instead(*.wider)
    )]
    TooLarge {
        /// What was asked for.
        scope: Option<Scope>,
        /// The narrowest scope that has room.
        wider: Option<Scope>,
        /// Rows of the matrix.
        n: usize,
        /// Its entries.
        entries: usize,
    },
    /// A vector of another length than the matrix.
    #[error("a vector of {given} elements for a matrix of {n} rows")]
    Length {
        /// Rows of the matrix.
        n: usize,
        /// Elements of the vector.
        given: usize,
    },
    /// A right-hand side that is not zero, and so small that the square of the residual to be reached is.
    #[error(
        "the right-hand side has no number above {largest:e}, and the squares of its residuals vanish in double precision; scale the system"
    )]
    Vanishing {
        /// Its largest number.
        largest: f64,
    },
}

fn in_scope(scope: Option<Scope>) -> String {
    scope.map_or_else(String::new, |scope| format!(" in {}", scope.name()))
}

fn instead(wider: Option<Scope>) -> String {
    wider.map_or_else(String::new, |scope| {
        format!("; {} (`{}`) has room for it", scope.name(), scope.word())
    })
}

/// A matrix on the device, ready to be solved with.
#[derive(Debug)]
pub struct Solver {
    system: System,
    options: Options,
    launch: Prepared,
    placement: Placement,
    stream: Stream,
}

/// A launch of the chosen kernel.
#[derive(Debug)]
enum Prepared {
    OfGrid(CooperativeLaunch<Args>, Grid),
    OfCluster(CooperativeClusterLaunch<Args>),
}

impl Solver {
    /// Chooses a kernel, divides the matrix among its blocks, copies it to the current device and prepares the launch.
    ///
    /// # Errors
    ///
    /// A matrix with a diagonal element that is not positive, options out of range or that cannot go together, a system that is too
    /// large, or what CUDA says.
    pub fn new(matrix: &Csr, options: &Options) -> Result<Self, Error> {
        let threads = options.block;
        if let Some(given) = threads
            && (given == 0 || !given.is_multiple_of(32) || given as usize > way::MOST_THREADS)
        {
            return Err(Error::Block { given });
        }
        if options.tolerance.is_nan() || options.tolerance < 0.0 {
            return Err(Error::Tolerance {
                given: options.tolerance,
            });
        }
        if let Some(scope) = options.scope
            && !scope.has(options.precision)
        {
            return Err(Error::MixedPrecision { scope });
        }
        let inverse = preconditioner(matrix)?;
        let limits = Device::current()?.limits()?;
        if options.scope == Some(Scope::Cluster) && !limits.cluster_launch {
            return Err(Error::NoClusters);
        }
        let room = Room {
            multiprocessors: limits.multiprocessors as usize,
            shared: limits.shared_bytes_per_block_optin as usize,
            clusters: limits.cluster_launch,
        };
        let ways = ways(matrix, room, options);
        let mut refused = None;
        for (way, division, layout) in way::choose(matrix, room, &ways) {
            match prepare(way, SharedBytes(layout.shared as u32)) {
                Ok(launch) => {
                    let system = System::new(
                        matrix,
                        &inverse,
                        way.kernel,
                        &division,
                        &layout,
                        history_len(options),
                    )?;
                    return Ok(Self {
                        system,
                        options: options.clone(),
                        launch,
                        placement: Placement::new(way, &division, &layout, matrix.n()),
                        stream: Stream::new()?,
                    });
                }
                // Another way may have room: a device may hold smaller clusters, or less than its attributes say.
                Err(error) => refused = refused.or(Some(error)),
            }
        }
        Err(refused.map_or_else(|| no_room(matrix, room, options), Error::Coop))
    }

    /// Who solves the system together, and what of it is on the chip.
    pub const fn placement(&self) -> &Placement {
        &self.placement
    }

    /// How many blocks are resident at once, where the grid solves the system.
    pub const fn residency(&self) -> Option<&Residency> {
        match &self.launch {
            Prepared::OfGrid(launch, _) => Some(launch.residency()),
            Prepared::OfCluster(_) => None,
        }
    }

    /// How many clusters are resident at once, where a cluster solves the system.
    pub const fn cluster_residency(&self) -> Option<&ClusterResidency> {
        match &self.launch {
            Prepared::OfGrid(..) => None,
            Prepared::OfCluster(launch) => Some(launch.residency()),
        }
    }

    /// Solves A x = b from the first guess `x0`, or from 0. While it runs, `on_progress` is told now and then how far
    /// it is.
    ///
    /// A solve that does not converge is no error: see [`Solution::status`].
    ///
    /// # Errors
    ///
    /// A vector of another length, a right-hand side whose residuals vanish, or what CUDA says.
    pub fn solve(
        &mut self,
        b: &[f64],
        x0: Option<&[f64]>,
        on_progress: Option<&mut dyn FnMut(Progress)>,
    ) -> Result<Solution, Error> {
        for vector in [Some(b), x0].into_iter().flatten() {
            if vector.len() != self.system.n() {
                return Err(Error::Length {
                    n: self.system.n(),
                    given: vector.len(),
                });
            }
        }
        check_norm(b, self.options.tolerance)?;
        self.system.set(b, x0)?;
        let report = PinnedBuffer::<u64>::zeroed(usize::from(on_progress.is_some()))?;
        let (start, end) = (Event::new()?, Event::new()?);
        let limits = RawLimits {
            tolerance: self.options.tolerance,
            unit: unit(b, self.options.precision),
            drop: match self.options.precision {
                Precision::Double => 0.0,
                Precision::Mixed => DROP,
            },
            max_iterations: self.options.max_iterations,
            report_every: REPORT_EVERY,
        };
        let args = self.system.args(limits, report.device_ptr()?);
        let _finished = Finished(&self.stream);
        start.record(&self.stream)?;
        // SAFETY: every pointer in `args` is of a buffer of the system or of `report`, of the sizes that the kernel states, on
        // the launch's device; columns are below n, as `Csr` holds; all outlive the wait below. Every block reaches every
        // barrier: the loops are left by all at once.
        unsafe {
            match &self.launch {
                Prepared::OfGrid(launch, grid) => launch.launch(*grid, &self.stream, args)?,
                Prepared::OfCluster(launch) => {
                    launch.launch(Clusters::x(1), &self.stream, args)?;
                }
            }
        }
        end.record(&self.stream)?;
        wait(&end, &report, on_progress)?;
        self.solution(end.elapsed_since(&start)?)
    }

    fn solution(&self, time: Duration) -> Result<Solution, Error> {
        let mut outcome = [RawOutcome::zeroed()];
        self.system.outcome.copy_to_slice(&mut outcome)?;
        let [
            RawOutcome {
                relative_residual,
                iterations,
                status,
            },
        ] = outcome;
        let mut history = self.system.history.to_vec()?;
        history.truncate(iterations as usize + 1);
        let status = match status {
            1 => Status::Converged,
            2 => Status::MaxIterations,
            3 => Status::Stagnated,
            4 => Status::NotPositiveDefinite,
            _ => Status::NotFinite,
        };
        Ok(Solution {
            x: self.system.x.to_vec()?,
            iterations,
            relative_residual,
            status,
            history,
            time,
        })
    }
}

/// Elements of the history.
const fn history_len(options: &Options) -> usize {
    if options.history {
        options.max_iterations as usize + 1
    } else {
        0
    }
}

fn ways(matrix: &Csr, room: Room, options: &Options) -> Vec<Way> {
    way::ways(
        matrix.n(),
        matrix.nnz(),
        room,
        options.precision,
        options.scope,
        options.block.map(|threads| threads as usize),
    )
}

/// What of the options leaves no room for the matrix.
fn no_room(matrix: &Csr, room: Room, options: &Options) -> Error {
    let (n, entries, scope) = (matrix.n(), matrix.nnz(), options.scope);
    let has_room = |options: &Options| {
        let ways = ways(matrix, room, options);
        way::choose(matrix, room, &ways).next().is_some()
    };
    let larger_blocks = Options {
        block: None,
        ..options.clone()
    };
    if let Some(threads) = options.block
        && has_room(&larger_blocks)
    {
        return Error::SmallBlocks {
            threads,
            scope,
            n,
            entries,
        };
    }
    let is_wider = |other: &Scope| scope.is_some_and(|scope| *other as u8 > scope as u8);
    let mut wider = Scope::ALL.into_iter().filter(is_wider);
    Error::TooLarge {
        scope,
        wider: wider.find(|&other| {
            has_room(&Options {
                scope: Some(other),
                ..options.clone()
            })
        }),
        n,
        entries,
    }
}

fn prepare(way: Way, shared: SharedBytes) -> coop::Result<Prepared> {
    let kernel = match way.kernel {
        Kernel::Block1 => &cg_block_1,
        Kernel::Block2 => &cg_block_2,
        Kernel::Cluster1 => &cg_cluster_1,
        Kernel::Cluster2 => &cg_cluster_2,
        Kernel::Grid1 => &cg_grid_1,
        Kernel::Grid2 => &cg_grid_2,
        Kernel::Grid5 => &cg_grid_5,
        Kernel::Grid8More => &cg_grid_8_more,
        Kernel::Grid16More => &cg_grid_16_more,
        Kernel::Streamed => &cg_streamed,
        Kernel::StreamedWide => &cg_streamed_wide,
        Kernel::Grid16MoreSingle => &cg_grid_16_more_f32,
        Kernel::StreamedSingle => &cg_streamed_f32,
        Kernel::StreamedWideSingle => &cg_streamed_wide_f32,
    };
    let block = Block::x(way.threads as u32);
    let blocks = way.blocks as u32;
    if way.kernel.scope() == Scope::Cluster {
        return Ok(Prepared::OfCluster(
            kernel.prepare_clusters(blocks, block, shared)?,
        ));
    }
    let launch = kernel.prepare(block, shared)?;
    Ok(Prepared::OfGrid(launch, Grid::x(blocks)))
}

/// What the residual is multiplied by, a power of two: single precision has fewer exponents than b may need.
fn unit(b: &[f64], precision: Precision) -> f64 {
    let largest = b.iter().fold(0.0_f64, |largest, b| largest.max(b.abs()));
    match precision {
        Precision::Mixed if largest.is_normal() => {
            2.0_f64.powi(-largest.log2().floor().clamp(-1000.0, 1000.0) as i32)
        }
        _ => 1.0,
    }
}

/// The kernel compares squares of norms: that of the residual to be reached must be one of double precision.
fn check_norm(b: &[f64], tolerance: f64) -> Result<(), Error> {
    let square: f64 = b.iter().map(|b| b * b).sum();
    let reached = square * tolerance.clamp(f64::EPSILON, 1.0).powi(2);
    let largest = b.iter().fold(0.0_f64, |largest, b| largest.max(b.abs()));
    match reached < f64::MIN_POSITIVE && largest > 0.0 {
        true => Err(Error::Vanishing { largest }),
        false => Ok(()),
    }
}

/// Waits for the stream in any case, also when `on_progress` panics: what the kernel writes to outlives it.
struct Finished<'a>(&'a Stream);

impl Drop for Finished<'_> {
    fn drop(&mut self) {
        // Its error was told by an earlier wait, or another one is on its way.
        let _ = self.0.synchronize();
    }
}

/// Waits for the end of the launch, and tells how far it is meanwhile.
fn wait(
    end: &Event,
    report: &PinnedBuffer<u64>,
    on_progress: Option<&mut dyn FnMut(Progress)>,
) -> Result<(), Error> {
    if let Some(on_progress) = on_progress {
        while !end.is_done()? {
            if let Some(progress) = report.read(0).and_then(progress) {
                on_progress(progress);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
    Ok(end.synchronize()?)
}

/// What the kernel's word says: the iteration plus one in its upper half, |r| / |b| as an `f32` in the lower. `None` before
/// its first report.
fn progress(word: u64) -> Option<Progress> {
    let iteration = ((word >> 32) as u32).checked_sub(1)?;
    let relative_residual = f64::from(f32::from_bits(word as u32));
    Some(Progress {
        iteration,
        relative_residual,
    })
}

/// The reciprocals of the diagonal times one power of two, in single precision: a preconditioner need not be exact, and its scale
/// does not matter.
fn preconditioner(matrix: &Csr) -> Result<Vec<f32>, Error> {
    let inverse: Vec<f64> = matrix
        .diagonal()
        .zip(1..)
        .map(|(value, row)| {
            let inverse = 1.0 / value;
            if value > 0.0 && inverse.is_finite() {
                Ok(inverse)
            } else {
                Err(Error::Diagonal { row, value })
            }
        })
        .collect::<Result<_, _>>()?;
    let largest = inverse.iter().copied().fold(0.0_f64, f64::max);
    let scale = 2.0_f64.powi(-largest.log2().floor() as i32 / 2);
    // In two halves, as one may be beyond the range; and never 0, which would leave its row out.
    Ok(inverse
        .into_iter()
        .map(|inverse| ((inverse * scale * scale) as f32).max(f32::MIN_POSITIVE))
        .collect())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use super::{Precision, Progress, preconditioner, progress, unit};
    use crate::sparse::Csr;

    #[test]
    fn a_report_is_read_as_it_was_written_and_none_before_the_first() {
        let word = (7 + 1) << 32 | u64::from(0.25_f32.to_bits());
        let expected = Progress {
            iteration: 7,
            relative_residual: 0.25,
        };
        assert_eq!(progress(word), Some(expected));
        assert_eq!(progress(0), None);
    }

    #[test]
    fn a_preconditioner_is_positive_and_finite_whatever_the_diagonal() {
        let values = [1e-300, 1e-30, 1.0, 3.0, 1e30, 1e300];
        let n = values.len() as u32;
        let matrix = Csr::new(
            values.len(),
            (0..=n).collect(),
            (0..n).collect(),
            values.to_vec(),
        )
        .unwrap();
        let inverse = preconditioner(&matrix).unwrap();
        assert!(
            inverse
                .iter()
                .all(|&inverse| inverse.is_normal() && inverse > 0.0)
        );
        let ratio = f64::from(inverse[0]) / f64::from(inverse[1]);
        assert!((ratio / 1e270).is_finite());
    }

    #[test]
    fn residuals_are_brought_into_the_range_of_single_precision_by_a_power_of_two() {
        for b in [1e-200, 3.0, 1e200] {
            let scaled = b * unit(&[0.0, -b], Precision::Mixed);
            assert!((1.0..2.0).contains(&scaled), "{scaled}");
        }
        assert_eq!(unit(&[1e200], Precision::Double), 1.0);
        assert_eq!(unit(&[0.0], Precision::Mixed), 1.0);
    }
}
