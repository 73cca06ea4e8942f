//! Conjugate gradients with a Jacobi preconditioner, for sparse symmetric positive definite systems in double precision:
//! all iterations in one cooperative launch.

mod raw;

use std::time::Duration;

use bytemuck::Zeroable;
use coop::{
    Block, CooperativeLaunch, DeviceBuffer, Event, Grid, PinnedBuffer, Residency, SharedBytes,
    Stream,
};

use crate::sparse::Csr;

pub use raw::{RawCsr, RawLimits, RawOutcome, RawWork, cg_solve};

/// Elements that each block tells the others (`solver::work::partial`).
const SLOTS: usize = 4;
/// Threads of a block, unless the caller says otherwise.
const BLOCK: u32 = 512;
/// Iterations between two reports: a report crosses the bus, and the barrier after it waits for it.
const REPORT_EVERY: u32 = 32;

/// How a system is solved.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// The solve ends when |b - A x| / |b| is at most this.
    pub tolerance: f64,
    /// The solve ends after so many iterations in any case.
    pub max_iterations: u32,
    /// Threads of a block: a multiple of 32 up to 1024. `None` for a size that does well.
    pub block: Option<u32>,
    /// Whether |r| / |b| is kept for every iteration.
    pub history: bool,
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
    #[error("a block of {given} threads: the solver takes multiples of 32 from 32 to 1024")]
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
    /// A vector of another length than the matrix.
    #[error("a vector of {given} elements for a matrix of {n} rows")]
    Length {
        /// Rows of the matrix.
        n: usize,
        /// Elements of the vector.
        given: usize,
    },
}

/// A matrix on the device, ready to be solved with.
#[derive(Debug)]
pub struct Solver {
    n: usize,
    lanes: u32,
    row_ptr: DeviceBuffer<u32>,
    columns: DeviceBuffer<u32>,
    values: DeviceBuffer<f64>,
    inverse_diagonal: DeviceBuffer<f64>,
    work: Work,
    options: Options,
    launch: CooperativeLaunch<Args>,
    grid: Grid,
    stream: Stream,
}

type Args = (
    RawCsr,
    RawWork,
    RawLimits,
    *mut f64,
    *mut u64,
    *mut RawOutcome,
);

/// The vectors of an iteration.
#[derive(Debug)]
struct Work {
    x: DeviceBuffer<f64>,
    b: DeviceBuffer<f64>,
    d: DeviceBuffer<f64>,
    r: DeviceBuffer<f64>,
    z: DeviceBuffer<f64>,
    p: [DeviceBuffer<f64>; 2],
    q: DeviceBuffer<f64>,
    partial: DeviceBuffer<f64>,
    history: DeviceBuffer<f64>,
    outcome: DeviceBuffer<RawOutcome>,
}

impl Solver {
    /// Copies the matrix to the current device and prepares the launch.
    ///
    /// # Errors
    ///
    /// A matrix with a diagonal element that is not positive, options out of range, or what CUDA says.
    pub fn new(matrix: &Csr, options: &Options) -> Result<Self, Error> {
        let n = matrix.n();
        let threads = options.block.unwrap_or(BLOCK);
        if threads == 0 || !threads.is_multiple_of(32) || threads > 1024 {
            return Err(Error::Block { given: threads });
        }
        if options.tolerance.is_nan() || options.tolerance < 0.0 {
            return Err(Error::Tolerance {
                given: options.tolerance,
            });
        }
        let inverse_diagonal = inverse_diagonal(matrix)?;
        let launch = cg_solve.prepare(Block::x(threads), SharedBytes(0))?;
        let residency = launch.residency();
        let lanes = lanes(n, matrix.nnz(), residency.max_blocks() * u64::from(threads));
        let grid = residency
            .grid_for(n as u64 * u64::from(lanes), threads)
            .unwrap_or(Grid::x(1)); // There is work: a `Csr` has a row.
        let blocks = grid.count() as usize;
        let history = if options.history {
            options.max_iterations as usize + 1
        } else {
            0
        };
        Ok(Self {
            n,
            lanes,
            row_ptr: DeviceBuffer::from_slice(matrix.row_ptr())?,
            columns: DeviceBuffer::from_slice(matrix.columns())?,
            values: DeviceBuffer::from_slice(matrix.values())?,
            inverse_diagonal: DeviceBuffer::from_slice(&inverse_diagonal)?,
            work: Work {
                x: DeviceBuffer::uninit(n)?,
                b: DeviceBuffer::uninit(n)?,
                d: DeviceBuffer::uninit(n)?,
                r: DeviceBuffer::uninit(n)?,
                z: DeviceBuffer::uninit(n)?,
                p: [DeviceBuffer::uninit(n)?, DeviceBuffer::uninit(n)?],
                q: DeviceBuffer::uninit(n)?,
                partial: DeviceBuffer::uninit(SLOTS * blocks)?,
                history: DeviceBuffer::uninit(history)?,
                outcome: DeviceBuffer::zeroed(1)?,
            },
            options: options.clone(),
            launch,
            grid,
            stream: Stream::new()?,
        })
    }

    /// How large the grid can be on this device.
    pub const fn residency(&self) -> &Residency {
        self.launch.residency()
    }

    /// Blocks of the launch: as many as the matrix has work for, at most those that are resident.
    pub const fn grid(&self) -> u32 {
        self.grid.x
    }

    /// Solves A x = b from the first guess `x0`, or from 0. While it runs, `on_progress` is told now and then how far
    /// it is.
    ///
    /// A solve that does not converge is no error: see [`Solution::status`].
    ///
    /// # Errors
    ///
    /// A vector of another length, or what CUDA says.
    pub fn solve(
        &mut self,
        b: &[f64],
        x0: Option<&[f64]>,
        on_progress: Option<&mut dyn FnMut(Progress)>,
    ) -> Result<Solution, Error> {
        for vector in [Some(b), x0].into_iter().flatten() {
            if vector.len() != self.n {
                return Err(Error::Length {
                    n: self.n,
                    given: vector.len(),
                });
            }
        }
        self.work.b.copy_from_slice(b)?;
        match x0 {
            Some(x0) => self.work.x.copy_from_slice(x0)?,
            None => self.work.x.fill_zero()?,
        }
        let report = PinnedBuffer::<u64>::zeroed(usize::from(on_progress.is_some()))?;
        let (start, end) = (Event::new()?, Event::new()?);
        let args = self.args(report.device_ptr()?);
        let _finished = Finished(&self.stream);
        start.record(&self.stream)?;
        // SAFETY: every pointer in `args` is of a buffer of this solver or of `report`, of the sizes that the kernel states
        // (n, n + 1, the matrix's entries, SLOTS a block), on the launch's device; columns are below n, as `Csr` holds; all
        // outlive the wait below. Every block reaches every barrier: the loop is left by all at once.
        unsafe { self.launch.launch(self.grid, &self.stream, args)? };
        end.record(&self.stream)?;
        wait(&end, &report, on_progress)?;
        self.solution(end.elapsed_since(&start)?)
    }

    fn args(&mut self, report: *mut u64) -> Args {
        let matrix = RawCsr {
            row_ptr: self.row_ptr.as_ptr(),
            columns: self.columns.as_ptr(),
            values: self.values.as_ptr(),
            inverse_diagonal: self.inverse_diagonal.as_ptr(),
            n: self.n as u32,
            lanes: self.lanes,
        };
        let Work {
            x,
            b,
            d,
            r,
            z,
            p: [p0, p1],
            q,
            partial,
            history,
            outcome,
        } = &mut self.work;
        let work = RawWork {
            x: x.as_mut_ptr(),
            b: b.as_ptr(),
            d: d.as_mut_ptr(),
            r: r.as_mut_ptr(),
            z: z.as_mut_ptr(),
            p: [p0.as_mut_ptr(), p1.as_mut_ptr()],
            q: q.as_mut_ptr(),
            partial: partial.as_mut_ptr(),
        };
        let limits = RawLimits {
            tolerance: self.options.tolerance,
            max_iterations: self.options.max_iterations,
            report_every: REPORT_EVERY,
        };
        (
            matrix,
            work,
            limits,
            history.as_mut_ptr(),
            report,
            outcome.as_mut_ptr(),
        )
    }

    fn solution(&self, time: Duration) -> Result<Solution, Error> {
        let mut outcome = [RawOutcome::zeroed()];
        self.work.outcome.copy_to_slice(&mut outcome)?;
        let [
            RawOutcome {
                relative_residual,
                iterations,
                status,
            },
        ] = outcome;
        let mut history = self.work.history.to_vec()?;
        history.truncate(iterations as usize + 1);
        let status = match status {
            1 => Status::Converged,
            2 => Status::MaxIterations,
            3 => Status::Stagnated,
            4 => Status::NotPositiveDefinite,
            _ => Status::NotFinite,
        };
        Ok(Solution {
            x: self.work.x.to_vec()?,
            iterations,
            relative_residual,
            status,
            history,
            time,
        })
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

/// Threads that share a row: as many as a row of average length keeps busy, at most half a warp. Fewer where the rows
/// alone keep the device busy, for a row that is shared costs a shuffle a step.
fn lanes(rows: usize, entries: usize, resident_threads: u64) -> u32 {
    let average = entries.checked_div(rows).unwrap_or(1).clamp(1, 16) as u32;
    let mut lanes = 1 << average.ilog2();
    while lanes > 1 && rows as u64 * u64::from(lanes) > resident_threads {
        lanes /= 2;
    }
    lanes
}

fn inverse_diagonal(matrix: &Csr) -> Result<Vec<f64>, Error> {
    matrix
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
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Progress, lanes, progress};

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
    fn a_row_has_as_many_threads_as_it_keeps_busy() {
        let resident = 132 * 1024;
        assert_eq!(lanes(100, 499, resident), 4);
        assert_eq!(lanes(2003, 83_883, resident), 16);
        assert_eq!(lanes(14, 46, resident), 2);
        assert_eq!(lanes(10, 10, resident), 1);
        assert_eq!(lanes(10, 5, resident), 1);
        assert_eq!(lanes(0, 0, resident), 1);
    }

    #[test]
    fn rows_that_fill_the_device_are_not_shared() {
        assert_eq!(lanes(4_000_000, 20_000_000, 132 * 1024), 1);
        assert_eq!(lanes(40_000, 200_000, 132 * 1024), 2);
    }
}
