//! What a launch costs the host: raw from C++ by the runtime and by the driver, raw through cuda-sys, and through coop.
//!
//!     cargo bench --features cuda --bench launch_cost
//!
//! The ways take turns in short batches, so that a clock that drifts or a neighbour that works meets all alike; the
//! order turns as well. Each figure is the median of the batches, and each ratio is that of two medians. The queue is empty before a batch, and a batch is shorter than the queue, so that only the host is timed.

// The library is what brings the kernels of csrc/ into the program.
use coop_kernels as _;

use std::ffi::c_void;
use std::time::Instant;

use coop::cuda_sys::{
    cudaError, cudaGetDevice, cudaLaunchCooperativeKernel,
    cudaOccupancyMaxActiveBlocksPerMultiprocessor, cudaStream_t, dim3,
};
use coop::{
    Block, CooperativeLaunch, Device, DeviceBuffer, Grid, Launch, Resolved, SharedBytes, Stream,
};

coop::kernels! {
    /// csrc/bench/launch_cost.cu
    cooperative fn launch_cost(input: *const f32, output: *mut f32, n: u64);
    /// The same kernel.
    fn launch_cost_ordinary(input: *const f32, output: *mut f32, n: u64);
}

type Args = (*const f32, *mut f32, u64);

/// So many launches of so many blocks and threads.
type FromCpp =
    unsafe extern "C" fn(u32, u32, u32, *const f32, *mut f32, u64, cudaStream_t) -> cudaError;

macro_rules! from_cpp {
    ($($name:ident),*) => {
        unsafe extern "C" {
            $(fn $name(
                count: u32,
                blocks: u32,
                threads: u32,
                input: *const f32,
                output: *mut f32,
                n: u64,
                stream: cudaStream_t,
            ) -> cudaError;)*
        }
    };
}

from_cpp!(
    coop_bench_launch,
    coop_bench_launch_ordinary,
    // They return a CUresult, which numbers errors alike.
    coop_bench_driver,
    coop_bench_driver_ordinary
);

const BLOCK: u32 = 32;
const BLOCKS: u32 = 1;
/// Calls timed together.
const BATCH: u32 = 200;
/// Rounds of all ways; the first are to warm up.
const ROUNDS: usize = 440;
const WARM_UP: usize = 40;

/// One way to do a thing, which is timed.
struct Way<'a> {
    name: &'static str,
    batch: Box<dyn FnMut() + 'a>,
}

impl<'a> Way<'a> {
    fn new(name: &'static str, batch: impl FnMut() + 'a) -> Self {
        Self {
            name,
            batch: Box::new(batch),
        }
    }
}

fn main() {
    let device = match Device::current().and_then(|device| device.name().map(|name| (device, name)))
    {
        Ok((device, name)) => {
            println!("{device}: {name}");
            device
        }
        Err(error) => {
            println!("skipped: launch_cost: {error}");
            let required = std::env::var_os("COOP_REQUIRE_GPU").is_some_and(|number| number != "0");
            std::process::exit(i32::from(required));
        }
    };
    device.synchronize().expect("the device is idle");
    launches();
    ordinary_launches();
    queries();
}

fn launches() {
    let stream = Stream::new().expect("a stream can be made");
    let input = DeviceBuffer::<f32>::zeroed(1).expect("memory can be had");
    let mut output = DeviceBuffer::<f32>::zeroed(1).expect("memory can be had");
    let args: Args = (input.as_ptr(), output.as_mut_ptr(), 0);
    let prepare = || {
        launch_cost
            .prepare(Block::x(BLOCK), SharedBytes(0))
            .expect("the launch can be prepared")
    };
    let prepared = prepare();
    let entry = launch_cost.as_raw().expect("the signatures agree");
    let resolved = prepared.resolve().expect("the launch can be resolved");
    let launch = |launch: &CooperativeLaunch<Args>| {
        // SAFETY: both buffers have an element and outlive the stream's work.
        unsafe { launch.launch(Grid::x(BLOCKS), &stream, args) }.expect("the launch is right");
    };
    let launch_resolved = |launch: &Resolved<CooperativeLaunch<Args>>| {
        // SAFETY: as above.
        unsafe { launch.launch(Grid::x(BLOCKS), &stream, args) }.expect("the launch is right");
    };
    let cpp = || from_cpp(coop_bench_launch, args, &stream);
    let driver = || from_cpp(coop_bench_driver, args, &stream);
    let mut ways = [
        Way::new("C++ cudaLaunchCooperativeKernel", cpp),
        // The same again: what two measurements of one thing differ by.
        Way::new("C++, the same again", cpp),
        Way::new("cuda-sys cudaLaunchCooperativeKernel", || {
            (0..BATCH).for_each(|_| raw_launch(entry, args, &stream))
        }),
        Way::new("coop launch, prepared", || {
            (0..BATCH).for_each(|_| launch(&prepared))
        }),
        Way::new("coop prepare + launch", || {
            (0..BATCH).for_each(|_| launch(&prepare()))
        }),
        Way::new("C++ cuLaunchCooperativeKernel", driver),
        Way::new("C++ cuLaunchCooperativeKernel, the same again", driver),
        Way::new("coop launch, prepared and resolved", || {
            (0..BATCH).for_each(|_| launch_resolved(&resolved))
        }),
    ];
    let medians = compare("a cooperative launch", &mut ways, || {
        stream.synchronize().expect("the kernels end")
    });
    tell_resolved(medians[7], medians[0], medians[5]);
}

fn ordinary_launches() {
    let stream = Stream::new().expect("a stream can be made");
    let input = DeviceBuffer::<f32>::zeroed(1).expect("memory can be had");
    let mut output = DeviceBuffer::<f32>::zeroed(1).expect("memory can be had");
    let args: Args = (input.as_ptr(), output.as_mut_ptr(), 0);
    let prepared: Launch<Args> = launch_cost_ordinary
        .prepare(Block::x(BLOCK), SharedBytes(0))
        .expect("the launch can be prepared");
    let resolved = prepared.resolve().expect("the launch can be resolved");
    let mut ways = [
        Way::new("C++ cudaLaunchKernel", || {
            from_cpp(coop_bench_launch_ordinary, args, &stream)
        }),
        Way::new("coop launch, prepared", || {
            for _ in 0..BATCH {
                // SAFETY: both buffers have an element and outlive the stream's work.
                unsafe { prepared.launch(BLOCKS, &stream, args) }.expect("the launch is right");
            }
        }),
        Way::new("C++ cuLaunchKernel", || {
            from_cpp(coop_bench_driver_ordinary, args, &stream)
        }),
        Way::new("coop launch, prepared and resolved", || {
            for _ in 0..BATCH {
                // SAFETY: as above.
                unsafe { resolved.launch(BLOCKS, &stream, args) }.expect("the launch is right");
            }
        }),
    ];
    let medians = compare("an ordinary launch", &mut ways, || {
        stream.synchronize().expect("the kernels end")
    });
    tell_resolved(medians[3], medians[0], medians[2]);
}

fn tell_resolved(resolved: f64, runtime: f64, driver: f64) {
    println!(
        "resolved / C++ by the runtime: {:.3}; resolved / C++ by the driver: {:.3}",
        resolved / runtime,
        resolved / driver
    );
}

/// A batch of launches from C++.
fn from_cpp(launch: FromCpp, (input, output, n): Args, stream: &Stream) {
    // SAFETY: both buffers have an element and outlive the stream's work.
    let code = unsafe { launch(BATCH, BLOCKS, BLOCK, input, output, n, stream.as_raw()) };
    assert_eq!(code, cudaError::cudaSuccess);
}

fn raw_launch(entry: *const c_void, mut args: Args, stream: &Stream) {
    let mut addresses = [
        (&raw mut args.0).cast::<c_void>(),
        (&raw mut args.1).cast(),
        (&raw mut args.2).cast(),
    ];
    let (grid, block) = (
        dim3 {
            x: BLOCKS,
            y: 1,
            z: 1,
        },
        dim3 {
            x: BLOCK,
            y: 1,
            z: 1,
        },
    );
    // SAFETY: the entry is the kernel's, which takes three arguments of these types; see `launches` for the buffers.
    let code = unsafe {
        cudaLaunchCooperativeKernel(
            entry,
            grid,
            block,
            addresses.as_mut_ptr(),
            0,
            stream.as_raw(),
        )
    };
    assert_eq!(code, cudaError::cudaSuccess);
}

fn queries() {
    let entry = launch_cost.as_raw().expect("the signatures agree");
    let mut ways = [
        Way::new("cudaOccupancyMaxActiveBlocksPerMultiprocessor", || {
            for _ in 0..BATCH {
                let mut blocks = 0;
                // SAFETY: writes one int; the entry is the kernel's.
                let code = unsafe {
                    cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                        &mut blocks,
                        entry,
                        BLOCK as i32,
                        0,
                    )
                };
                assert_eq!((code, blocks > 0), (cudaError::cudaSuccess, true));
            }
        }),
        // What it takes to know the current device where there are several; with one, coop does not ask.
        Way::new("cudaGetDevice", || {
            for _ in 0..BATCH {
                let mut ordinal = 0;
                // SAFETY: writes one int.
                let code = unsafe { cudaGetDevice(&mut ordinal) };
                assert_eq!(code, cudaError::cudaSuccess);
            }
        }),
        Way::new("coop residency, cached", || {
            for _ in 0..BATCH {
                let residency = launch_cost
                    .residency(Block::x(BLOCK), SharedBytes(0))
                    .expect("the launch can be prepared");
                assert!(std::hint::black_box(residency).max_blocks() > 0);
            }
        }),
    ];
    compare("an occupancy query", &mut ways, || ());
}

/// Times every way in every round, and prints medians, which it returns; ratios are to the first way.
fn compare(what: &str, ways: &mut [Way<'_>], between: impl Fn()) -> Vec<f64> {
    let mut rounds = Vec::with_capacity(ROUNDS);
    for round in 0..ROUNDS {
        let mut times = vec![0.0; ways.len()];
        for turn in 0..ways.len() {
            let way = (turn + round) % ways.len();
            between();
            let start = Instant::now();
            (ways[way].batch)();
            times[way] = start.elapsed().as_secs_f64() * 1e9 / f64::from(BATCH);
        }
        rounds.push(times);
    }
    between();
    let rounds = &rounds[WARM_UP..];
    println!(
        "\n{what}, host time: median of {} batches of {BATCH}, taken in turns",
        rounds.len()
    );
    println!("{:>10} {:>10}", "ns", "ratio");
    let medians: Vec<f64> = (0..ways.len())
        .map(|way| median(rounds.iter().map(|round| round[way])))
        .collect();
    for (way, time) in ways.iter().zip(&medians) {
        let ratio = time / medians[0];
        println!("{time:>10.1} {ratio:>10.3}  {}", way.name);
    }
    medians
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
