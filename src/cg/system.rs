//! A system on the device: the matrix as it is divided, the vectors, and what the blocks tell each other.

use core::ffi::c_void;

use coop::{DeviceBuffer, Element};

use super::division::{Division, WARP, starts};
use super::raw::{RawCsr, RawDivision, RawLimits, RawOutcome, RawSend, RawWork};
use super::way::{Kernel, Layout, Precision, Scope};
use crate::sparse::Csr;

pub(super) type Args = (
    RawCsr,
    RawDivision,
    RawWork,
    RawLimits,
    *mut f64,
    *mut u64,
    *mut RawOutcome,
);

/// Sums that the blocks make together in a round, at most.
const SUMS: usize = 4;
/// Bytes of a line of `coop::grid_words`.
const LINE: usize = 128;

#[derive(Debug)]
pub(super) struct System {
    n: usize,
    row_ptr: DeviceBuffer<u32>,
    columns: DeviceBuffer<u32>,
    values: DeviceBuffer<f64>,
    division: OnDevice,
    layout: Layout,
    iteration: Iteration,
    inverse: DeviceBuffer<f32>,
    pub x: DeviceBuffer<f64>,
    b: DeviceBuffer<f64>,
    words: DeviceBuffer<u64>,
    lines: DeviceBuffer<u64>,
    slots: DeviceBuffer<f64>,
    barrier: DeviceBuffer<u32>,
    pub history: DeviceBuffer<f64>,
    pub outcome: DeviceBuffer<RawOutcome>,
}

#[derive(Debug)]
struct OnDevice {
    rows: usize,
    lanes: usize,
    slice_start: DeviceBuffer<u32>,
    ghost_start: DeviceBuffer<u32>,
    ghosts: DeviceBuffer<u32>,
    wanted: DeviceBuffer<u8>,
    /// For a cluster.
    sends: Option<(DeviceBuffer<u32>, DeviceBuffer<RawSend>)>,
}

/// What is of the precision of the iteration.
#[derive(Debug)]
enum Iteration {
    Double(Numbers<f64>),
    Single(Numbers<f32>),
}

#[derive(Debug)]
struct Numbers<T: Element> {
    values: DeviceBuffer<T>,
    columns: Columns,
    /// d, r, w and u: n elements each, or none where they have a place on the chip.
    vectors: [DeviceBuffer<T>; 4],
}

#[derive(Debug)]
enum Columns {
    Narrow(DeviceBuffer<u16>),
    Wide(DeviceBuffer<u32>),
}

impl System {
    /// Copies all of it to the current device.
    pub fn new(
        matrix: &Csr,
        inverse: &[f32],
        kernel: Kernel,
        division: &Division,
        layout: &Layout,
        history: usize,
    ) -> coop::Result<Self> {
        let n = matrix.n();
        let iteration = match kernel.precision() {
            Precision::Double => Iteration::Double(Numbers::new(matrix, kernel, division, |v| v)?),
            Precision::Mixed => {
                Iteration::Single(Numbers::new(matrix, kernel, division, |v| v as f32)?)
            }
        };
        let words = kernel.words_of_a_row() * n;
        Ok(Self {
            n,
            row_ptr: DeviceBuffer::from_slice(matrix.row_ptr())?,
            columns: DeviceBuffer::from_slice(matrix.columns())?,
            values: DeviceBuffer::from_slice(matrix.values())?,
            division: OnDevice::new(n, kernel, division)?,
            layout: *layout,
            iteration,
            inverse: DeviceBuffer::from_slice(inverse)?,
            x: DeviceBuffer::uninit(n)?,
            b: DeviceBuffer::uninit(n)?,
            words: DeviceBuffer::zeroed(words)?,
            lines: DeviceBuffer::zeroed((4 * SUMS + 1) * LINE / size_of::<u64>())?,
            slots: DeviceBuffer::uninit(2 * SUMS * division.blocks)?,
            barrier: DeviceBuffer::zeroed(1)?,
            history: DeviceBuffer::uninit(history)?,
            outcome: DeviceBuffer::zeroed(1)?,
        })
    }

    pub const fn n(&self) -> usize {
        self.n
    }

    /// Takes the right-hand side and the first guess, and makes ready for a launch.
    pub fn set(&mut self, b: &[f64], x0: Option<&[f64]>) -> coop::Result<()> {
        self.b.copy_from_slice(b)?;
        match x0 {
            Some(x0) => self.x.copy_from_slice(x0)?,
            None => self.x.fill_zero()?,
        }
        // The words of the last launch have the numbers of steps that this one counts again.
        self.words.fill_zero()
    }

    pub fn args(&mut self, limits: RawLimits, report: *mut u64) -> Args {
        let matrix = RawCsr {
            row_ptr: self.row_ptr.as_ptr(),
            columns: self.columns.as_ptr(),
            values: self.values.as_ptr(),
            n: self.n as u32,
        };
        let part = self.division.raw(&self.layout);
        let (values, columns, [d, r, w, u]) = match &mut self.iteration {
            Iteration::Double(numbers) => numbers.raw(),
            Iteration::Single(numbers) => numbers.raw(),
        };
        let work = RawWork {
            x: self.x.as_mut_ptr(),
            b: self.b.as_ptr(),
            values,
            columns,
            inverse: self.inverse.as_ptr(),
            d,
            r,
            w,
            u,
            words: self.words.as_mut_ptr().cast(),
            lines: self.lines.as_mut_ptr().cast(),
            slots: self.slots.as_mut_ptr(),
            barrier: self.barrier.as_mut_ptr(),
        };
        (
            matrix,
            part,
            work,
            limits,
            self.history.as_mut_ptr(),
            report,
            self.outcome.as_mut_ptr(),
        )
    }
}

impl OnDevice {
    fn new(n: usize, kernel: Kernel, division: &Division) -> coop::Result<Self> {
        let sends = match kernel.scope() {
            Scope::Cluster => {
                let (start, sends) = division.sends(n);
                Some((
                    DeviceBuffer::from_slice(&start)?,
                    DeviceBuffer::from_slice(&sends)?,
                ))
            }
            Scope::Block | Scope::Grid | Scope::Streamed => None,
        };
        Ok(Self {
            rows: division.rows,
            lanes: division.lanes,
            slice_start: DeviceBuffer::from_slice(&division.slice_start)?,
            ghost_start: DeviceBuffer::from_slice(&starts(&division.ghosts))?,
            ghosts: DeviceBuffer::from_slice(&division.ghosts.concat())?,
            wanted: DeviceBuffer::from_slice(&division.wanted)?,
            sends,
        })
    }

    fn raw(&self, layout: &Layout) -> RawDivision {
        let (send_start, sends) = match &self.sends {
            Some((start, sends)) => (start.as_ptr(), sends.as_ptr()),
            None => (core::ptr::null(), core::ptr::null()),
        };
        RawDivision {
            slice_start: self.slice_start.as_ptr(),
            ghost_start: self.ghost_start.as_ptr(),
            ghosts: self.ghosts.as_ptr(),
            wanted: self.wanted.as_ptr(),
            send_start,
            sends,
            rows: self.rows as u32,
            lanes: self.lanes as u32,
            kept_steps: layout.kept_steps as u32,
            kept_ghosts: layout.kept_ghosts as u32,
            kept_sends: layout.kept_sends as u32,
            kept_w: layout.kept_w as u32,
            stage_steps: layout.stage_steps as u32,
        }
    }
}

impl<T: Element> Numbers<T> {
    fn new(
        matrix: &Csr,
        kernel: Kernel,
        division: &Division,
        of: impl Fn(f64) -> T,
    ) -> coop::Result<Self> {
        let places = *division.slice_start.last().unwrap_or(&0) as usize * WARP;
        let mut values = Vec::with_capacity(places);
        let columns = if kernel.is_wide() {
            let mut columns = Vec::with_capacity(places);
            division.for_each_entry(matrix, |_, column, value| {
                columns.push(column);
                values.push(of(value));
            });
            Columns::Wide(DeviceBuffer::from_slice(&columns)?)
        } else {
            let mut columns = Vec::with_capacity(places);
            division.for_each_entry(matrix, |block, column, value| {
                columns.push(division.local_column(matrix.n(), block, column));
                values.push(of(value));
            });
            Columns::Narrow(DeviceBuffer::from_slice(&columns)?)
        };
        let vector = |is_there: bool| DeviceBuffer::uninit(if is_there { matrix.n() } else { 0 });
        let (more, streamed) = (kernel.takes_more(), kernel.scope() == Scope::Streamed);
        Ok(Self {
            values: DeviceBuffer::from_slice(&values)?,
            columns,
            vectors: [
                vector(more)?,
                vector(more)?,
                vector(more)?,
                vector(streamed)?,
            ],
        })
    }

    fn raw(&mut self) -> (*const c_void, *const c_void, [*mut c_void; 4]) {
        let columns = match &self.columns {
            Columns::Narrow(columns) => columns.as_ptr().cast(),
            Columns::Wide(columns) => columns.as_ptr().cast(),
        };
        let vectors = self
            .vectors
            .each_mut()
            .map(|vector| vector.as_mut_ptr().cast());
        (self.values.as_ptr().cast(), columns, vectors)
    }
}
