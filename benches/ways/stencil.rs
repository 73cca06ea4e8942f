//! Jacobi sweeps over a square field in single precision, tuned for each size, as launches and as graphs: a sweep a kernel; several
//! sweeps a kernel, in shared memory (csrc/bench/stencil_ways.cu); and several in registers, by the kernels of csrc/heat.cu, which
//! exchange nothing in as many sweeps as their tiles have ghosts.

use std::ffi::c_void;
use std::time::Duration;

use coop::cuda_sys::{cudaError, cudaLaunchKernel};
use coop::{Block, DeviceBuffer, Event, Graph, GraphExec, Grid, Kernel, SharedBytes, Stream};
use coop_kernels::heat::{Cell, Choice, Error, Plan, Relaxation, Variant};

use crate::step::Step;
use crate::table::Table;
use crate::timing::{Effort, Extent, Way, microseconds};

const SIDES: [u32; 6] = [128, 256, 512, 1024, 2048, 3072];
const ROUNDS: usize = 7;

/// Sweeps of a graph: an even number of kernels of every depth, so that the field is in its first place again.
const UNIT: u32 = 96;

type One = (*const f32, *mut f32, u32, u32);
type Several = (*const f32, *mut f32, u32, u32, u32, u32);

coop::kernels! {
    fn bench_sweep_1(before: *const f32, after: *mut f32, nx: u32, ny: u32);
    fn bench_sweep_2(before: *const f32, after: *mut f32, nx: u32, ny: u32);
    fn bench_sweep_4(before: *const f32, after: *mut f32, nx: u32, ny: u32);
    fn bench_sweep_8(before: *const f32, after: *mut f32, nx: u32, ny: u32);
    fn bench_sweep_1_dependent(before: *const f32, after: *mut f32, nx: u32, ny: u32);
    fn bench_sweep_2_dependent(before: *const f32, after: *mut f32, nx: u32, ny: u32);
    fn bench_sweep_4_dependent(before: *const f32, after: *mut f32, nx: u32, ny: u32);
    fn bench_sweep_8_dependent(before: *const f32, after: *mut f32, nx: u32, ny: u32);
    fn bench_sweeps(before: *const f32, after: *mut f32, nx: u32, ny: u32, side: u32, depth: u32);
    fn bench_sweeps_dependent(before: *const f32, after: *mut f32, nx: u32, ny: u32, side: u32, depth: u32);
}

/// Rows of a thread, and the kernel without and with dependent launches.
static ONE: [(u32, [&Kernel<One>; 2]); 4] = [
    (1, [&bench_sweep_1, &bench_sweep_1_dependent]),
    (2, [&bench_sweep_2, &bench_sweep_2_dependent]),
    (4, [&bench_sweep_4, &bench_sweep_4_dependent]),
    (8, [&bench_sweep_8, &bench_sweep_8_dependent]),
];

/// What is tuned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tuning {
    /// A sweep a kernel; which of [`ONE`].
    One { rows: usize, block: (u32, u32) },
    /// `depth` sweeps a kernel, in tiles.
    Several {
        side: u32,
        depth: u32,
        block: (u32, u32),
    },
    /// `plan.depth` sweeps a kernel, by a variant of csrc/heat.cu.
    InRegisters { variant: Variant, plan: Plan },
}

impl std::fmt::Display for Tuning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::One {
                rows,
                block: (x, y),
            } => {
                write!(f, "{x}x{y} threads of 4x{} cells", ONE[*rows].0)
            }
            Self::Several {
                side,
                depth,
                block: (x, y),
            } => {
                write!(
                    f,
                    "{depth} sweeps of tiles of {side}x{side} by {x}x{y} threads"
                )
            }
            Self::InRegisters { variant, plan } => {
                write!(f, "{} sweeps by the kernel {}", plan.depth, variant.name)
            }
        }
    }
}

pub fn run(extent: Extent) -> Table {
    let mut table = Table::new(
        "Jacobi sweeps, single precision: microseconds a sweep",
        "cells",
    );
    for side in extent.of(&SIDES) {
        row(extent, &mut table, side);
    }
    table.print();
    table
}

fn field(side: u32) -> Vec<f32> {
    (0..side * side)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 20) as f32 / 4096.0)
        .collect()
}

fn row(extent: Extent, table: &mut Table, side: u32) {
    let cells = f64::from(side) * f64::from(side);
    let guess = 1.5 + cells * 8.0 / 5e6;
    let effort = extent.effort(2.0, guess, UNIT, ROUNDS);
    let quick = extent.effort(0.5, guess, UNIT, 3);
    let start = DeviceBuffer::from_slice(&field(side)).expect("the field fits");
    let fields = [(); 2].map(|()| DeviceBuffer::from_slice(&field(side)).expect("the field fits"));
    let fields = (side, &start, &fields);

    let mut notes = Vec::new();
    let mut tuned = |name: &str, tunings: Vec<Tuning>, dependent: bool| {
        let sweeps: Vec<Sweeps<'_>> = tunings
            .iter()
            .map(|&tuning| Sweeps::new(fields, tuning, dependent, true).expect("the tuning runs"))
            .collect();
        let mut ways: Vec<Way<'_>> = sweeps
            .iter()
            .map(|one| Way::new("", |n| one.time(n)))
            .collect();
        let times = microseconds(&mut ways, quick);
        let best = times.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1));
        let best = tunings[best.expect("there is a tuning").0];
        notes.push(format!("{name}: {best}"));
        (
            best,
            Sweeps::new(fields, best, dependent, true).expect("the best runs again"),
        )
    };
    let (one_tuning, one) = tuned("one", one_sweep(extent), false);
    let (_, one_dependent) = tuned("one, dependent", one_sweep(extent), true);
    let (_, several) = tuned("several", several_sweeps(extent), false);
    let (_, several_dependent) = tuned("several, dependent", several_sweeps(extent), true);
    let (_, in_registers) = tuned("in registers", in_registers(side), false);
    let stream = Sweeps::new(fields, one_tuning, false, false).expect("it runs in the graph");

    let all = [
        ("graph, a sweep a kernel", &one),
        ("the same, dependent launches", &one_dependent),
        ("graph, several sweeps a kernel", &several),
        ("the same, dependent launches, several", &several_dependent),
        ("graph, several in registers", &in_registers),
        ("stream launches, a sweep a kernel", &stream),
    ];
    // Every way has the same bits.
    one.time(UNIT);
    let wanted = fields.2[0].to_vec().expect("the field can be copied");
    for (name, sweeps) in all {
        sweeps.time(UNIT);
        let found = fields.2[0].to_vec().expect("the field can be copied");
        assert!(
            found == wanted && found != field(side),
            "{name} has another field"
        );
    }
    let mut ours = Ours::automatic(side);
    let mut forced = Ours::best_forced(side, &start, quick);
    for ours in ours.iter_mut().chain(&mut forced) {
        let found = ours.field(&start, UNIT);
        assert!(found == wanted, "{} has another field", ours.name);
    }

    let mut ways = Vec::new();
    let ours_are_timed = ours.is_some();
    if let Some(ours) = &mut ours {
        ways.push(ours.way("coop", &start));
    }
    for (name, sweeps) in all {
        ways.push(Way::new(name, |n| sweeps.time(n)));
    }
    // Last: it is told in the note.
    let forced_name = forced.as_ref().map(|forced| forced.name.clone());
    if let Some(forced) = &mut forced {
        ways.push(forced.way("forced", &start));
    }
    let mut times = microseconds(&mut ways, effort);
    if let Some(name) = forced_name {
        ways.pop();
        let best = times.pop().expect("it was timed");
        notes.push(format!(
            "automatic / best forced: {:.2} ({name})",
            times[0] / best
        ));
    }
    if ours_are_timed {
        // The graphs of one sweep a kernel, and those of several.
        let best = |graphs: &[f64]| graphs.iter().copied().fold(f64::INFINITY, f64::min) / times[0];
        let (one, several) = (best(&times[1..3]), best(&times[3..6]));
        notes.push(format!(
            "best graph / coop: a sweep a kernel {one:.2}, several {several:.2}"
        ));
    }
    let named: Vec<(String, f64)> = ways.iter().map(|way| way.name.clone()).zip(times).collect();
    table.add(&format!("{side}²"), cells, &named, notes.join("; "));
}

fn one_sweep(extent: Extent) -> Vec<Tuning> {
    let blocks = extent.of(&[(32, 4), (32, 8), (32, 16), (64, 4), (128, 2), (16, 16)]);
    let rows = 0..ONE.len();
    rows.flat_map(|rows| blocks.iter().map(move |&block| Tuning::One { rows, block }))
        .collect()
}

fn several_sweeps(extent: Extent) -> Vec<Tuning> {
    let mut all = Vec::new();
    for side in extent.of(&[32, 48, 64, 96]) {
        for depth in extent.of(&[2, 4, 8]) {
            for block in extent.of(&[(32, 8), (32, 16), (32, 32)]) {
                all.push(Tuning::Several { side, depth, block });
            }
        }
    }
    all
}

fn in_registers(side: u32) -> Vec<Tuning> {
    let mut all = Vec::new();
    for variant in f32::variants() {
        for depth in [4, 8, 12, 16, 24] {
            // Rows in shared memory that do well for one launch; without them there are none.
            let rows = if variant.shared { 3 } else { 0 };
            if let Some(plan) = Plan::new(&variant, (side, side), depth, rows) {
                all.push(Tuning::InRegisters { variant, plan });
            }
        }
    }
    all
}

enum Kernels {
    One(Step<One>),
    Several(Step<Several>, u32, u32),
    InRegisters(InRegisters),
}

/// A kernel of csrc/heat.cu, launched the ordinary way: in as many sweeps as its tiles have ghosts it waits for nobody.
struct InRegisters {
    entry: *const c_void,
    variant: Variant,
    plan: Plan,
}

impl InRegisters {
    fn new(variant: Variant, plan: Plan) -> coop::Result<Self> {
        let of_variant = f32::KERNELS.iter().find(|(one, _)| *one == variant);
        let (_, kernel) = of_variant.expect("it is one of the variants");
        // Opts in to the shared memory.
        kernel.prepare(variant.threads, SharedBytes(Self::bytes(&variant, &plan)))?;
        Ok(Self {
            entry: kernel.as_raw()?,
            variant,
            plan,
        })
    }

    const fn bytes(variant: &Variant, plan: &Plan) -> u32 {
        plan.shared_bytes(variant, size_of::<f32>()) as u32
    }

    /// # Safety
    ///
    /// The fields have as many cells as the plan says, and live as long as the stream.
    unsafe fn launch(&self, stream: &Stream, before: *const f32, after: *mut f32) {
        let mut arguments = (
            before,
            after,
            self.plan,
            std::ptr::null_mut::<f32>(),
            std::ptr::null_mut::<u32>(),
            0_u32,
            u64::from(self.plan.depth),
        );
        let mut addresses: [*mut c_void; 7] = [
            (&raw mut arguments.0).cast(),
            (&raw mut arguments.1).cast(),
            (&raw mut arguments.2).cast(),
            (&raw mut arguments.3).cast(),
            (&raw mut arguments.4).cast(),
            (&raw mut arguments.5).cast(),
            (&raw mut arguments.6).cast(),
        ];
        let (grid, block) = (
            Grid::x(self.plan.blocks() as u32),
            Block::x(self.variant.threads),
        );
        // SAFETY: the entry is the kernel's, which takes seven arguments of these types; nothing is exchanged through those that are
        // null.
        let code = unsafe {
            cudaLaunchKernel(
                self.entry,
                grid.as_raw(),
                block.as_raw(),
                addresses.as_mut_ptr(),
                Self::bytes(&self.variant, &self.plan) as usize,
                stream.as_raw(),
            )
        };
        assert_eq!(code, cudaError::cudaSuccess);
    }
}

/// Sweeps in one tuning: a field's side, where it begins, and the two fields that take turns.
struct Sweeps<'a> {
    fields: (u32, &'a DeviceBuffer<f32>, &'a [DeviceBuffer<f32>; 2]),
    kernels: Kernels,
    stream: Stream,
    graph: Option<GraphExec>,
}

impl<'a> Sweeps<'a> {
    fn new(
        fields: (u32, &'a DeviceBuffer<f32>, &'a [DeviceBuffer<f32>; 2]),
        tuning: Tuning,
        dependent: bool,
        graph: bool,
    ) -> coop::Result<Self> {
        let n = fields.0;
        let kernels = match tuning {
            Tuning::One {
                rows,
                block: (x, y),
            } => {
                let (rows, kernels) = ONE[rows];
                let grid = Grid::xy(n.div_ceil(4 * x), n.div_ceil(rows * y));
                let kernel = kernels[usize::from(dependent)];
                let none = SharedBytes(0);
                Kernels::One(Step::new(kernel, Block::xy(x, y), none, dependent, |_| {
                    grid
                })?)
            }
            Tuning::Several {
                side,
                depth,
                block: (x, y),
            } => {
                let kernel = if dependent {
                    &bench_sweeps_dependent
                } else {
                    &bench_sweeps
                };
                let width = side + 2 * depth;
                let shared = SharedBytes(2 * 4 * width * width);
                let grid = Grid::xy(n.div_ceil(side), n.div_ceil(side));
                let step = Step::new(kernel, Block::xy(x, y), shared, dependent, |_| grid)?;
                Kernels::Several(step, side, depth)
            }
            Tuning::InRegisters { variant, plan } => {
                Kernels::InRegisters(InRegisters::new(variant, plan)?)
            }
        };
        let mut sweeps = Self {
            fields,
            kernels,
            stream: Stream::non_blocking()?,
            graph: None,
        };
        if graph {
            let captured = Graph::capture(&sweeps.stream, |_| sweeps.enqueue())?;
            sweeps.graph = Some(captured.instantiate()?);
        }
        Ok(sweeps)
    }

    /// Puts [`UNIT`] sweeps into the stream.
    fn enqueue(&self) -> coop::Result<()> {
        let (n, _, fields) = self.fields;
        let place = |index: u32| fields[index as usize % 2].as_ptr();
        let depth = match &self.kernels {
            Kernels::One(_) => 1,
            Kernels::Several(_, _, depth) => *depth,
            Kernels::InRegisters(kernel) => kernel.plan.depth,
        };
        (0..UNIT / depth).try_for_each(|index| {
            let (before, after) = (place(index), place(index + 1).cast_mut());
            // SAFETY: n x n cells each, which live as long as the stream; nx is a multiple of 4.
            unsafe {
                match &self.kernels {
                    Kernels::One(step) => step.launch(&self.stream, (before, after, n, n)),
                    Kernels::Several(step, side, depth) => {
                        step.launch(&self.stream, (before, after, n, n, *side, *depth))
                    }
                    Kernels::InRegisters(kernel) => {
                        kernel.launch(&self.stream, before, after);
                        Ok(())
                    }
                }
            }
        })
    }

    /// From the beginning, so many sweeps, a multiple of [`UNIT`]; what they take.
    fn time(&self, sweeps: u32) -> Duration {
        let run = || -> coop::Result<Duration> {
            let (start, end) = (Event::new()?, Event::new()?);
            crate::system::copy(self.fields.1, &self.fields.2[0], &self.stream)?;
            start.record(&self.stream)?;
            for _ in 0..sweeps / UNIT {
                match &self.graph {
                    // SAFETY: as in `enqueue`.
                    Some(graph) => unsafe { graph.launch(&self.stream)? },
                    None => self.enqueue()?,
                }
            }
            end.record(&self.stream)?;
            end.synchronize()?;
            end.elapsed_since(&start)
        };
        run().expect("the sweeps are done")
    }
}

/// The crate's own: all sweeps in one launch, the field on the chip.
struct Ours {
    name: String,
    relaxation: Relaxation<f32>,
    after: DeviceBuffer<f32>,
    stream: Stream,
}

impl Ours {
    fn new(relaxation: Relaxation<f32>, side: u32) -> Self {
        let Choice { variant, plan } = relaxation.choice();
        let name = format!("{}, {} sweeps an exchange", variant.name, plan.depth);
        let after = DeviceBuffer::zeroed((side * side) as usize).expect("the field fits");
        let stream = Stream::non_blocking().expect("a stream can be made");
        after.device().synchronize().expect("it is zeroed");
        Self {
            name,
            relaxation,
            after,
            stream,
        }
    }

    /// As it chooses; `None` for a field that is larger than the chip.
    fn automatic(side: u32) -> Option<Self> {
        match Relaxation::new(side, side) {
            Ok(relaxation) => Some(Self::new(relaxation, side)),
            Err(Error::TooLarge { .. }) => None,
            Err(error) => panic!("{error}"),
        }
    }

    /// Of all that can be asked for, the fastest.
    fn best_forced(side: u32, start: &DeviceBuffer<f32>, quick: Effort) -> Option<Self> {
        let mut all = Vec::new();
        for variant in f32::variants() {
            for depth in [1, 2, 4, 8, 12, 16, 20, 24, 32] {
                all.extend(Relaxation::forced(side, side, variant.name, depth).ok());
            }
        }
        let mut all: Vec<Self> = all.into_iter().map(|one| Self::new(one, side)).collect();
        let mut ways: Vec<Way<'_>> = all.iter_mut().map(|one| one.way("", start)).collect();
        let times = microseconds(&mut ways, quick);
        drop(ways);
        let best = times.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1));
        let best = best.map(|(index, _)| index)?;
        Some(all.swap_remove(best))
    }

    /// The field after so many sweeps.
    fn field(&mut self, start: &DeviceBuffer<f32>, sweeps: u32) -> Vec<f32> {
        self.relaxation
            .run(start, &mut self.after, u64::from(sweeps), &self.stream)
            .expect("the sweeps are done");
        self.after.to_vec().expect("the field can be copied")
    }

    fn way<'a>(&'a mut self, name: &str, start: &'a DeviceBuffer<f32>) -> Way<'a> {
        Way::new(name, |sweeps| {
            self.relaxation
                .timed(start, &mut self.after, u64::from(sweeps), &self.stream)
                .expect("the sweeps are done")
        })
    }
}
