//! An iteration as two plain kernels (csrc/bench/cg_ways.cu): in a stream, as a graph, and as a graph with programmatic dependent
//! launches. Each is tuned for the system: threads a block, threads a row, and how much of the device the grid fills.

use std::time::Duration;

use coop::{Args, Event, Graph, GraphExec, Grid, Kernel, SharedBytes, Stream};

use crate::step::Step;
use crate::system::System;
use crate::timing::{Effort, Extent, Way, microseconds};

type Direction = (
    *const u32,
    *const u32,
    *const f64,
    u32,
    *const f64,
    *const f64,
    *mut f64,
    *mut f64,
    *const f64,
    *const f64,
    *mut f64,
    *mut f64,
);
type Update = (
    u32,
    *const f64,
    *const f64,
    *const f64,
    *mut f64,
    *mut f64,
    *mut f64,
    *const f64,
    *const f64,
    *mut f64,
    *mut f64,
);

macro_rules! kernels {
    ($([$($direction:ident),*] $update:ident;)*) => {
        coop::kernels! {
            $(
                $(fn $direction(
                    row_ptr: *const u32, columns: *const u32, values: *const f64, n: u32, z: *const f64, p_old: *const f64,
                    p: *mut f64, q: *mut f64, rz_old: *const f64, rz: *const f64, pq: *mut f64, zero: *mut f64,
                );)*
                fn $update(
                    n: u32, p: *const f64, q: *const f64, inverse_diagonal: *const f64, x: *mut f64, r: *mut f64,
                    z: *mut f64, rz: *const f64, pq: *const f64, rz_new: *mut f64, zero: *mut f64,
                );
            )*
        }

        /// By order, the kernels for 1, 2, 4, 8 and 16 threads a row, and the other one.
        static KERNELS: [([&Kernel<Direction>; 5], &Kernel<Update>); 3] = [$(([$(&$direction),*], &$update)),*];
    };
}

kernels! {
    [bench_direction_1_whole, bench_direction_2_whole, bench_direction_4_whole, bench_direction_8_whole, bench_direction_16_whole] bench_update_whole;
    [bench_direction_1_dependent, bench_direction_2_dependent, bench_direction_4_dependent, bench_direction_8_dependent, bench_direction_16_dependent] bench_update_dependent;
    [bench_direction_1_early, bench_direction_2_early, bench_direction_4_early, bench_direction_8_early, bench_direction_16_early] bench_update_early;
}

/// How the kernels follow each other: `bench::order`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    Whole,
    Dependent,
    Early,
}

/// What is tuned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tuning {
    order: Order,
    threads: u32,
    /// Threads a row.
    lanes: u32,
    /// Whether the grid is at most what is resident, and goes round; else a thread has one row.
    resident: bool,
}

impl Tuning {
    /// A kernel with so many threads at most.
    fn step<A: Args>(&self, kernel: &Kernel<A>, threads: u32) -> coop::Result<Step<A>> {
        let dependent = self.order != Order::Whole;
        Step::new(
            kernel,
            self.threads,
            SharedBytes(0),
            dependent,
            |residency| {
                let most = match self.resident {
                    true => residency.max_blocks() as u32,
                    false => u32::MAX,
                };
                Grid::x(threads.div_ceil(self.threads).min(most))
            },
        )
    }
}

impl std::fmt::Display for Tuning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { threads, lanes, .. } = self;
        let grid = if self.resident { "resident" } else { "whole" };
        write!(f, "{threads} threads, {lanes} a row, {grid} grid")?;
        match self.order {
            Order::Early => f.write_str(", early"),
            Order::Whole | Order::Dependent => Ok(()),
        }
    }
}

/// Iterations of a graph: a multiple of the 6 after which the sums and vectors are in their first places again.
pub const UNIT: u32 = 60;

/// The iteration in one tuning, put together for a system.
pub struct Iteration<'a> {
    system: &'a System,
    direction: Step<Direction>,
    update: Step<Update>,
    stream: Stream,
    graph: Option<GraphExec>,
}

impl<'a> Iteration<'a> {
    pub fn new(system: &'a System, tuning: Tuning, graph: bool) -> coop::Result<Self> {
        let (directions, update) = KERNELS[tuning.order as usize];
        let direction = directions[tuning.lanes.ilog2() as usize];
        let mut iteration = Self {
            system,
            direction: tuning.step(direction, system.n * tuning.lanes)?,
            update: tuning.step(update, system.n)?,
            stream: Stream::non_blocking()?,
            graph: None,
        };
        if graph {
            let captured = Graph::capture(&iteration.stream, |_| {
                (0..UNIT).try_for_each(|index| iteration.enqueue(index))
            })?;
            iteration.graph = Some(captured.instantiate()?);
        }
        Ok(iteration)
    }

    /// Puts iteration number `index` into the stream.
    fn enqueue(&self, index: u32) -> coop::Result<()> {
        let system = self.system;
        let rz = |ahead: u32| system.sum((index + ahead) as usize % 3);
        let pq = |ahead: u32| system.sum(4 + (index + ahead) as usize % 2);
        let p = |ahead: u32| system.p[(index + ahead) as usize % 2].as_ptr().cast_mut();
        let direction = (
            system.row_ptr.as_ptr(),
            system.columns.as_ptr(),
            system.values.as_ptr(),
            system.n,
            system.z.as_ptr(),
            p(0).cast_const(),
            p(1),
            system.q.as_ptr().cast_mut(),
            rz(0).cast_const(),
            rz(1).cast_const(),
            pq(0),
            rz(2),
        );
        let update = (
            system.n,
            p(1).cast_const(),
            system.q.as_ptr(),
            system.inverse_diagonal.as_ptr(),
            system.x.as_ptr().cast_mut(),
            system.r.as_ptr().cast_mut(),
            system.z.as_ptr().cast_mut(),
            rz(1).cast_const(),
            pq(0).cast_const(),
            rz(2),
            pq(1),
        );
        // SAFETY: buffers of the sizes that the kernels state, which live as long as the stream; the rows of a `Csr` are in
        // range.
        unsafe {
            self.direction.launch(&self.stream, direction)?;
            self.update.launch(&self.stream, update)
        }
    }

    /// From the beginning, so many iterations, a multiple of [`UNIT`]; what they take.
    pub fn time(&self, iterations: u32) -> Duration {
        let run = || -> coop::Result<Duration> {
            let (start, end) = (Event::new()?, Event::new()?);
            self.system.begin(&self.stream)?;
            start.record(&self.stream)?;
            for unit in 0..iterations / UNIT {
                match &self.graph {
                    // SAFETY: as in `enqueue`.
                    Some(graph) => unsafe { graph.launch(&self.stream)? },
                    None => (0..UNIT).try_for_each(|index| self.enqueue(unit * UNIT + index))?,
                }
            }
            end.record(&self.stream)?;
            end.synchronize()?;
            end.elapsed_since(&start)
        };
        run().expect("the iterations are done")
    }
}

/// Every tuning that may be the best for rows of so many entries; where it is to be quick, one for each kernel.
pub fn tunings(extent: Extent, orders: &[Order], entries_a_row: f64) -> Vec<Tuning> {
    let mut all = Vec::new();
    for &order in orders {
        for threads in extent.of(&[128, 256, 512, 1024]) {
            for lanes in [1, 2, 4, 8, 16] {
                // Threads without an entry are no use, and more than some entries a thread none either.
                let entries = entries_a_row / f64::from(lanes);
                if lanes > 1 && entries < 1.5 || entries > 12.0 {
                    continue;
                }
                for resident in extent.of(&[false, true]) {
                    all.push(Tuning {
                        order,
                        threads,
                        lanes,
                        resident,
                    });
                }
            }
        }
    }
    all
}

/// The tuning with the shortest time, in a graph or in a stream.
pub fn best(
    system: &System,
    tunings: Vec<Tuning>,
    graph: bool,
    effort: Effort,
) -> coop::Result<Tuning> {
    let iterations: Vec<Iteration<'_>> = tunings
        .iter()
        .map(|&tuning| Iteration::new(system, tuning, graph))
        .collect::<coop::Result<_>>()?;
    let mut ways: Vec<Way<'_>> = iterations
        .iter()
        .map(|iteration| Way::new("", |n| iteration.time(n)))
        .collect();
    let times = microseconds(&mut ways, effort);
    let best = times.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1));
    Ok(tunings[best.expect("there is a tuning").0])
}
