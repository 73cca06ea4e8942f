//! What a barrier costs at each scope: block, cluster, grid; the grid's by `coop/barrier.cuh` against cooperative groups' own, and
//! sums over the grid by `coop/sums.cuh` against atomic additions and a barrier.
//!
//!     cargo bench --features cuda --bench barriers
//!
//! A launch makes many barriers with nothing between. The cost of one is the difference of two launches of different length,
//! divided by how many more the longer one makes: so launching costs nothing here. The ways take turns; each figure is the
//! median of the rounds.

// The library is what brings the kernels of csrc/ into the program.
use coop_kernels as _;

use core::ffi::c_void;

use coop::vector::double2;
use coop::{Cluster, Clusters, Device, DeviceBuffer, Event, Grid, SharedBytes, Stream};

// csrc/bench/barriers.cu
coop::kernels! {
    /// `__syncthreads()`.
    cooperative fn bench_of_block(count: u32);
    /// `cluster.sync()`.
    cooperative fn bench_of_cluster(count: u32);
    /// `grid.sync()`.
    cooperative fn bench_of_grid_groups(count: u32);
    /// `coop::grid_barrier`.
    cooperative fn bench_of_grid(count: u32, word: *mut u32);
    /// A value to a neighbour and one back, by `coop/halo.cuh`.
    cooperative fn bench_of_neighbours(count: u32, words: *mut u64, result: *mut f32);
    /// The flags of two neighbours, by `coop/flag.cuh`.
    cooperative fn bench_of_neighbour_flags(count: u32, flags: *mut u32);
    /// Two sums by `coop/sums.cuh`.
    cooperative fn bench_of_sums(count: u32, lines: *mut c_void, slots: *mut f64, result: *mut f64);
    /// Two sums by atomic additions, `grid.sync()` and loads.
    cooperative fn bench_of_sums_atomic(count: u32, cells: *mut double2, result: *mut f64);
}

/// Barriers of a short and a long launch.
const SHORT: u32 = 200;
const LONG: u32 = 1200;
const ROUNDS: usize = 15;

/// Blocks of the device's multiprocessors, or a number of them.
#[derive(Clone, Copy)]
enum Blocks {
    Each(u32),
    Number(u32),
}

/// Blocks and threads, and the most that coop's barrier may take of cooperative groups'.
const SHAPES: [(Blocks, u32, f64); 16] = [
    (Blocks::Each(1), 32, 1.0),
    (Blocks::Each(1), 64, 1.0),
    (Blocks::Each(1), 128, 1.0),
    (Blocks::Each(1), 256, 0.88),
    (Blocks::Each(1), 512, 1.0),
    (Blocks::Each(1), 1024, 0.88),
    (Blocks::Each(2), 256, 1.0),
    (Blocks::Each(2), 512, 1.0),
    (Blocks::Each(2), 1024, 1.0),
    (Blocks::Each(4), 256, 1.0),
    (Blocks::Each(4), 512, 1.0),
    (Blocks::Each(8), 256, 1.0),
    (Blocks::Number(1), 256, 1.0),
    (Blocks::Number(8), 256, 1.0),
    (Blocks::Number(16), 256, 1.0),
    (Blocks::Number(64), 256, 1.0),
];

fn main() {
    let device = match Device::current().and_then(|device| device.name().map(|name| (device, name)))
    {
        Ok((device, name)) => {
            println!("{device}: {name}");
            device
        }
        Err(error) => {
            println!("skipped: barriers: {error}");
            let required = std::env::var_os("COOP_REQUIRE_GPU").is_some_and(|number| number != "0");
            std::process::exit(i32::from(required));
        }
    };
    let bench = Bench::new(&device);
    bench.scopes();
    bench.grids();
    bench.sums();
}

struct Bench {
    multiprocessors: u32,
    stream: Stream,
    events: [Event; 2],
}

/// One way to meet: launches as many meetings as it is told.
type Way<'a> = Box<dyn FnMut(&Stream, u32) + 'a>;

impl Bench {
    fn new(device: &Device) -> Self {
        let limits = device.limits().expect("the device has limits");
        Self {
            multiprocessors: limits.multiprocessors,
            stream: Stream::new().expect("a stream can be made"),
            events: [
                Event::new().expect("an event can be made"),
                Event::new().expect("an event can be made"),
            ],
        }
    }

    /// Nanoseconds of a meeting, the median for each way.
    fn measure(&self, ways: &mut [Way<'_>]) -> Vec<f64> {
        let mut times = vec![Vec::with_capacity(ROUNDS); ways.len()];
        for round in 0..=ROUNDS {
            for turn in 0..ways.len() {
                let way = (turn + round) % ways.len();
                let [short, long] = [SHORT, LONG].map(|count| self.time(&mut ways[way], count));
                // The first round is to warm up.
                if round > 0 {
                    times[way].push((long - short) / f64::from(LONG - SHORT));
                }
            }
        }
        times.into_iter().map(median).collect()
    }

    fn time(&self, way: &mut Way<'_>, count: u32) -> f64 {
        let [start, end] = &self.events;
        start.record(&self.stream).expect("an event is recorded");
        way(&self.stream, count);
        end.record(&self.stream).expect("an event is recorded");
        end.synchronize().expect("the kernel ends");
        let time = end
            .elapsed_since(start)
            .expect("both events have taken place");
        time.as_secs_f64() * 1e9
    }

    /// One scope a line: the narrower, the cheaper.
    fn scopes(&self) {
        println!(
            "\na barrier by scope, ns: median of {ROUNDS} rounds, ways taken in turns\n\n\
             | scope | blocks | 256 threads a block | 1024 |\n|---|---|---|---|"
        );
        let blocks = self.multiprocessors;
        let mut words =
            DeviceBuffer::<u64>::zeroed(2 * blocks as usize * 1024).expect("memory can be had");
        let mut flags =
            DeviceBuffer::<u32>::zeroed(32 * blocks as usize).expect("memory can be had");
        let mut word = DeviceBuffer::<u32>::zeroed(1).expect("memory can be had");
        let mut result = DeviceBuffer::<f32>::zeroed(1).expect("memory can be had");
        let mut rows: Vec<(String, Vec<f64>)> = Vec::new();
        for threads in [256, 1024] {
            let mut names = vec![format!("block | {blocks}")];
            let block = bench_of_block
                .prepare(threads, SharedBytes(0))
                .expect("the launch can be prepared");
            let mut ways: Vec<Way<'_>> = vec![Box::new(move |stream, count| {
                // SAFETY: the kernel touches no memory; so for the clusters.
                unsafe { block.launch(Grid::x(blocks), stream, (count,)) }.expect("it is launched");
            })];
            for size in [2, 4, 8, 16] {
                let Ok(cluster) =
                    bench_of_cluster.prepare_clusters(Cluster::x(size), threads, SharedBytes(0))
                else {
                    continue; // a device without clusters, or of this size
                };
                let clusters = cluster.residency().max_clusters().min(blocks / size);
                names.push(format!("cluster of {size} | {}", clusters * size));
                ways.push(Box::new(move |stream, count| {
                    // SAFETY: as above.
                    unsafe { cluster.launch(Clusters::x(clusters), stream, (count,)) }
                        .expect("it is launched");
                }));
            }
            names.push(format!("two neighbours, by words | {blocks}"));
            let halo = bench_of_neighbours
                .prepare(threads, SharedBytes(0))
                .expect("the launch can be prepared");
            let (address, bytes) = (words.as_mut_ptr(), result.as_mut_ptr());
            let words = &mut words;
            ways.push(Box::new(move |stream, count| {
                words.fill_zero().expect("memory can be filled");
                // SAFETY: two words a thread, zeros; they outlive the measurement.
                unsafe { halo.launch(Grid::x(blocks), stream, (count, address, bytes)) }
                    .expect("it is launched");
            }));
            names.push(format!("two neighbours, by flags | {blocks}"));
            let flagged = bench_of_neighbour_flags
                .prepare(threads, SharedBytes(0))
                .expect("the launch can be prepared");
            let address = flags.as_mut_ptr();
            let flags = &mut flags;
            ways.push(Box::new(move |stream, count| {
                flags.fill_zero().expect("memory can be filled");
                // SAFETY: 32 words a block, zeros; they outlive the measurement.
                unsafe { flagged.launch(Grid::x(blocks), stream, (count, address)) }
                    .expect("it is launched");
            }));
            names.push(format!("grid | {blocks}"));
            ways.push(own(blocks, threads, word.as_mut_ptr()));
            names.push(format!("grid, by cooperative groups | {blocks}"));
            ways.push(groups(blocks, threads));
            for (name, time) in names.into_iter().zip(self.measure(&mut ways)) {
                match rows.iter_mut().find(|row| row.0 == name) {
                    Some(row) => row.1.push(time),
                    None => rows.push((name, vec![time])),
                }
            }
        }
        for (name, times) in rows {
            let times: Vec<String> = times.iter().map(|time| format!("{time:.0}")).collect();
            println!("| {name} | {} |", times.join(" | "));
        }
    }

    /// coop's barrier of the grid against cooperative groups'.
    fn grids(&self) {
        println!(
            "\na barrier of the grid, ns: median of {ROUNDS} rounds, ways taken in turns\n\n\
             | blocks x threads | `grid.sync()` | `coop::grid_barrier` | ratio | wanted | |\n|---|---|---|---|---|---|"
        );
        let mut word = DeviceBuffer::<u32>::zeroed(1).expect("memory can be had");
        for (blocks, threads, wanted) in SHAPES {
            let blocks = match blocks {
                Blocks::Each(number) => number * self.multiprocessors,
                Blocks::Number(number) => number,
            };
            let mut ways = [
                groups(blocks, threads),
                own(blocks, threads, word.as_mut_ptr()),
            ];
            let times = self.measure(&mut ways);
            let ratio = times[1] / times[0];
            let judged = if ratio <= wanted { "" } else { "missed" };
            println!(
                "| {blocks} x {threads} | {:.0} | {:.0} | {ratio:.3} | {wanted:.2} | {judged} |",
                times[0], times[1]
            );
        }
    }
}

/// Blocks of a multiprocessor, threads, and the most that coop's sums may take of the others.
const SUMS: [(u32, u32, f64); 3] = [(1, 256, 0.80), (1, 1024, 1.0), (2, 256, 1.0)];

impl Bench {
    /// Two sums of doubles over the grid.
    fn sums(&self) {
        println!(
            "\ntwo sums over the grid, ns: median of {ROUNDS} rounds, ways taken in turns\n\n\
             | blocks x threads | two atomicAdds, `grid.sync()`, loads | `coop::sums` | ratio | wanted | |\n|---|---|---|---|---|---|"
        );
        let most = 2 * self.multiprocessors as usize;
        // coop::grid_words of two sums: nine lines of 128 bytes, and four numbers a block.
        let mut lines = DeviceBuffer::<u64>::zeroed(9 * 16).expect("memory can be had");
        let mut slots = DeviceBuffer::<f64>::zeroed(4 * most).expect("memory can be had");
        let mut cells = DeviceBuffer::<double2>::zeroed(3).expect("memory can be had");
        let mut results = DeviceBuffer::<f64>::zeroed(2).expect("memory can be had");
        let addresses = (lines.as_mut_ptr().cast::<c_void>(), slots.as_mut_ptr());
        let out = results.as_mut_ptr();
        for (each, threads, wanted) in SUMS {
            let grid = Grid::x(each * self.multiprocessors);
            let sums = bench_of_sums
                .prepare(threads, SharedBytes(0))
                .expect("the launch can be prepared");
            let atomic = bench_of_sums_atomic
                .prepare(threads, SharedBytes(0))
                .expect("the launch can be prepared");
            let cells = &mut cells;
            let mut ways: [Way<'_>; 2] = [
                Box::new(move |stream, count| {
                    cells.fill_zero().expect("memory can be filled");
                    let args = (count, cells.as_mut_ptr(), out);
                    // SAFETY: three cells, zeros, and a result; they outlive the measurement; every block meets as often.
                    unsafe { atomic.launch(grid, stream, args) }.expect("it is launched");
                }),
                Box::new(move |stream, count| {
                    let args = (count, addresses.0, addresses.1, out);
                    // SAFETY: the words of two sums and a result; as above.
                    unsafe { sums.launch(grid, stream, args) }.expect("it is launched");
                }),
            ];
            let times = self.measure(&mut ways);
            let ratio = times[1] / times[0];
            let judged = if ratio <= wanted { "" } else { "missed" };
            println!(
                "| {} x {threads} | {:.0} | {:.0} | {ratio:.3} | {wanted:.2} | {judged} |",
                grid.x, times[0], times[1]
            );
        }
    }
}

fn groups<'a>(blocks: u32, threads: u32) -> Way<'a> {
    let launch = bench_of_grid_groups
        .prepare(threads, SharedBytes(0))
        .expect("the launch can be prepared");
    Box::new(move |stream, count| {
        // SAFETY: the kernel touches no memory; every block meets as often.
        unsafe { launch.launch(Grid::x(blocks), stream, (count,)) }.expect("it is launched");
    })
}

fn own<'a>(blocks: u32, threads: u32, word: *mut u32) -> Way<'a> {
    let launch = bench_of_grid
        .prepare(threads, SharedBytes(0))
        .expect("the launch can be prepared");
    Box::new(move |stream, count| {
        // SAFETY: the word outlives the measurement and is used by one launch at a time; every block meets as often.
        unsafe { launch.launch(Grid::x(blocks), stream, (count, word)) }.expect("it is launched");
    })
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
