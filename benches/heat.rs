//! The stencil in one cooperative launch against graphs: of kernels of one sweep each, and of kernels of several.
//!
//!     cargo bench --features cuda --bench heat
//!
//! The kernels of one sweep are tried with many shapes of blocks, a cell or four a thread. Those of several sweeps are the kernels
//! of csrc/heat.cu, launched the ordinary way for as many sweeps as their tiles have ghosts, so that they exchange nothing: each of
//! them, with every depth. The fastest of each kind is measured once more beside the cooperative launch, in turns; figures are
//! medians.

use std::ffi::c_void;
use std::time::Duration;

use coop::cuda_sys::{cudaError, cudaLaunchKernel};
use coop::{Block, Device, DeviceBuffer, Event, Graph, GraphExec, Grid, SharedBytes, Stream};
use coop_kernels::heat::{Cell, Plan, Relaxation};

// csrc/bench/heat_ways.cu
coop::kernels! {
    /// A cell a thread.
    fn bench_heat_one_f32(before: *const f32, after: *mut f32, nx: u32, ny: u32);
    /// A cell a thread.
    fn bench_heat_one_f64(before: *const f64, after: *mut f64, nx: u32, ny: u32);
    /// Four cells a thread.
    fn bench_heat_four_f32(before: *const f32, after: *mut f32, nx: u32, ny: u32);
}

/// Threads of a block in x and y.
const BLOCKS: [(u32, u32); 8] = [
    (32, 4),
    (32, 8),
    (64, 4),
    (128, 1),
    (128, 2),
    (128, 4),
    (256, 1),
    (256, 2),
];
const DEPTHS: [u32; 6] = [4, 8, 12, 16, 20, 24];
/// Kernels of a graph.
const NODES: u32 = 200;
const ROUNDS: usize = 9;
/// Sweeps of the one launch.
const SWEEPS: u64 = 2880;

/// What a size has to show: graph of one sweep a kernel / cooperative; and the same of several.
const WANTED: [(u32, f64); 4] = [(256, 4.0), (1024, 3.0), (2048, 4.0), (3072, 4.0)];
const WANTED_OF_SEVERAL: f64 = 1.1;

trait Ways: Cell {
    const NAME: &'static str;
    fn number(number: u32) -> Self;
    /// Kernels of one sweep: cells of a thread, and a launch.
    #[allow(clippy::type_complexity, reason = "a table of functions, used once")]
    const ONE_SWEEP: &'static [(
        u32,
        fn(&Stream, Block, Grid, *const Self, *mut Self, u32, u32),
    )];
}

macro_rules! one_sweep {
    ($kernel:ident) => {
        |stream, block, grid, before, after, nx, ny| {
            let launch = $kernel
                .prepare(block, SharedBytes(0))
                .expect("the launch can be prepared");
            // SAFETY: both fields have nx * ny cells and outlive the graph.
            unsafe { launch.launch(grid, stream, (before, after, nx, ny)) }
                .expect("it is captured");
        }
    };
}

impl Ways for f32 {
    const NAME: &'static str = "f32";
    fn number(number: u32) -> Self {
        number as Self / 1e9
    }
    const ONE_SWEEP: &'static [(
        u32,
        fn(&Stream, Block, Grid, *const Self, *mut Self, u32, u32),
    )] = &[
        (1, one_sweep!(bench_heat_one_f32)),
        (4, one_sweep!(bench_heat_four_f32)),
    ];
}

impl Ways for f64 {
    const NAME: &'static str = "f64";
    fn number(number: u32) -> Self {
        number as Self / 1e9
    }
    const ONE_SWEEP: &'static [(
        u32,
        fn(&Stream, Block, Grid, *const Self, *mut Self, u32, u32),
    )] = &[(1, one_sweep!(bench_heat_one_f64))];
}

fn main() {
    match Device::current().and_then(|device| device.name().map(|name| (device, name))) {
        Ok((device, name)) => println!("{device}: {name}"),
        Err(error) => {
            println!("skipped: heat: {error}");
            let required = std::env::var_os("COOP_REQUIRE_GPU").is_some_and(|number| number != "0");
            std::process::exit(i32::from(required));
        }
    }
    println!(
        "\nns a sweep: medians of {ROUNDS}, ways taken in turns\n\n\
         | cells | one launch | graph, a sweep a kernel | ratio | graph, several sweeps a kernel | ratio | |\n|---|---|---|---|---|---|---|"
    );
    for (n, wanted) in WANTED {
        compare::<f32>(n, Some(wanted));
    }
    for n in [256, 1024, 2048] {
        compare::<f64>(n, None);
    }
}

/// A way to make sweeps.
struct Way<'a> {
    name: String,
    sweeps: u64,
    /// Makes them, and says how long it took.
    run: Box<dyn FnMut(&Stream) -> Duration + 'a>,
}

fn compare<T: Ways>(n: u32, wanted: Option<f64>) {
    let stream = Stream::non_blocking().expect("a stream can be made");
    let cells: Vec<T> = (0..n * n)
        .map(|i| T::number(i.wrapping_mul(2_654_435_761)))
        .collect();
    let mut fields = [
        DeviceBuffer::from_slice(&cells).expect("memory can be had"),
        DeviceBuffer::from_slice(&cells).expect("memory can be had"),
    ];
    let addresses = fields.each_mut().map(DeviceBuffer::as_mut_ptr);
    let one = fastest(one_sweep_graphs::<T>(n, addresses, &stream), &stream);
    let several = fastest(several_sweep_graphs::<T>(n, addresses, &stream), &stream);
    let mut relaxation = Relaxation::<T>::new(n, n).expect("the field fits");
    let choice = relaxation.choice().to_string();
    let [before, after] = &mut fields;
    let own = Way {
        name: choice,
        sweeps: SWEEPS,
        run: Box::new(move |stream| {
            relaxation
                .timed(before, after, SWEEPS, stream)
                .expect("it is launched")
        }),
    };
    let mut ways = [own, one, several];
    let times = medians(&mut ways, &stream, ROUNDS);
    let [one, several] = [times[1] / times[0], times[2] / times[0]];
    let judged = match wanted {
        Some(wanted) if one < wanted || several < WANTED_OF_SEVERAL => "missed",
        _ => "",
    };
    println!(
        "| {n} x {n} {} | {:.0} ({}) | {:.0} ({}) | {one:.2} | {:.0} ({}) | {several:.2} | {judged} |",
        T::NAME,
        times[0],
        ways[0].name,
        times[1],
        ways[1].name,
        times[2],
        ways[2].name
    );
}

fn one_sweep_graphs<T: Ways>(n: u32, fields: [*mut T; 2], stream: &Stream) -> Vec<Way<'static>> {
    let mut ways = Vec::new();
    for &(cells, launch) in T::ONE_SWEEP {
        for (x, y) in BLOCKS {
            let grid = Grid::xy(n.div_ceil(cells * x), n.div_ceil(y));
            let graph = graph(stream, |stream, node| {
                let [before, after] = turned(fields, node);
                launch(stream, Block::xy(x, y), grid, before, after, n, n);
            });
            ways.push(way(
                format!("{cells} a thread, {x} x {y}"),
                u64::from(NODES),
                graph,
            ));
        }
    }
    ways
}

fn several_sweep_graphs<T: Ways>(
    n: u32,
    fields: [*mut T; 2],
    stream: &Stream,
) -> Vec<Way<'static>> {
    let mut ways = Vec::new();
    for (variant, kernel) in T::KERNELS.iter().filter(|(variant, _)| !variant.masked) {
        for depth in DEPTHS {
            // The shared rows that do well for one launch; without them there are none.
            let rows = if variant.shared { 3 } else { 0 };
            let Some(plan) = Plan::new(variant, (n, n), depth, rows) else {
                continue;
            };
            let bytes = plan.shared_bytes(variant, size_of::<T>()) as u32;
            // Prepared for the memory that it opts in to; the kernel waits for nobody in as many sweeps as it has ghosts.
            if kernel.prepare(variant.threads, SharedBytes(bytes)).is_err() {
                continue;
            }
            let entry = kernel.as_raw().expect("the signatures agree");
            let graph = graph(stream, |stream, node| {
                let [before, after] = turned(fields, node);
                let mut arguments = (
                    before.cast_const(),
                    after,
                    plan,
                    std::ptr::null_mut::<T>(),
                    std::ptr::null_mut::<u32>(),
                    0_u32,
                    u64::from(depth),
                );
                let mut addresses = [
                    (&raw mut arguments.0).cast::<c_void>(),
                    (&raw mut arguments.1).cast(),
                    (&raw mut arguments.2).cast(),
                    (&raw mut arguments.3).cast(),
                    (&raw mut arguments.4).cast(),
                    (&raw mut arguments.5).cast(),
                    (&raw mut arguments.6).cast(),
                ];
                let (grid, block) = (Grid::x(plan.blocks() as u32), Block::x(variant.threads));
                // SAFETY: the entry is the kernel's, which takes seven arguments of these types; both fields have n * n cells and
                // outlive the graph; no others are needed where nothing is exchanged.
                let code = unsafe {
                    cudaLaunchKernel(
                        entry,
                        grid.as_raw(),
                        block.as_raw(),
                        addresses.as_mut_ptr(),
                        bytes as usize,
                        stream.as_raw(),
                    )
                };
                assert_eq!(code, cudaError::cudaSuccess);
            });
            ways.push(way(
                format!("{}, {depth} sweeps", variant.name),
                u64::from(NODES) * u64::from(depth),
                graph,
            ));
        }
    }
    ways
}

/// The field to read and the one to write, by turns.
const fn turned<T>([one, other]: [*mut T; 2], node: u32) -> [*mut T; 2] {
    if node.is_multiple_of(2) {
        [one, other]
    } else {
        [other, one]
    }
}

fn graph(stream: &Stream, mut launch: impl FnMut(&Stream, u32)) -> GraphExec {
    let graph = Graph::capture(stream, |stream| {
        (0..NODES).for_each(|node| launch(stream, node));
        Ok(())
    });
    graph
        .and_then(|graph| graph.instantiate())
        .expect("the graph can be made")
}

fn way(name: String, sweeps: u64, graph: GraphExec) -> Way<'static> {
    Way {
        name,
        sweeps,
        run: Box::new(move |stream| {
            let [start, end] = [(); 2].map(|()| Event::new().expect("an event can be made"));
            start.record(stream).expect("an event is recorded");
            // SAFETY: the fields outlive it; nothing else uses them meanwhile.
            unsafe { graph.launch(stream) }.expect("it is launched");
            end.record(stream).expect("an event is recorded");
            end.synchronize().expect("the kernels end");
            end.elapsed_since(&start).expect("both have taken place")
        }),
    }
}

fn fastest<'a>(mut ways: Vec<Way<'a>>, stream: &Stream) -> Way<'a> {
    let times = medians(&mut ways, stream, 3);
    let (_, best) = times
        .into_iter()
        .zip(ways)
        .min_by(|(a, _), (b, _)| a.total_cmp(b))
        .expect("there are ways");
    best
}

/// Nanoseconds of a sweep.
fn medians(ways: &mut [Way<'_>], stream: &Stream, rounds: usize) -> Vec<f64> {
    let mut times = vec![Vec::with_capacity(rounds); ways.len()];
    for round in 0..=rounds {
        for turn in 0..ways.len() {
            let at = (turn + round) % ways.len();
            let time = (ways[at].run)(stream);
            // The first round is to warm up.
            if round > 0 {
                times[at].push(time.as_secs_f64() * 1e9 / ways[at].sweeps as f64);
            }
        }
    }
    times
        .into_iter()
        .map(|mut times| {
            times.sort_by(f64::total_cmp);
            times[times.len() / 2]
        })
        .collect()
}
