//! What a device can do for a grid that waits for itself, and how large such a grid can be for the kernels here.
//!
//!     cargo run [--features cuda] --example device_info [-- DEVICE]

#![warn(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::error::Error as StdError;
use std::process::ExitCode;

use coop::cuda_sys::{cudaDriverGetVersion, cudaRuntimeGetVersion};
use coop::{Args, CooperativeKernel, CudaError, Device, Error, SharedBytes};
use coop_kernels::{cg, reduce, two_pass};

type Result = std::result::Result<(), Box<dyn StdError>>;

const BLOCKS: [u32; 5] = [64, 128, 256, 512, 1024];
const SHARED_KIB: [u32; 5] = [0, 16, 48, 100, 200];

fn main() -> ExitCode {
    coop_kernels::end_on_a_closed_pipe();
    let result = ordinal().and_then(|ordinal| ordinal.map_or_else(all, one));
    match result.and_then(|()| note()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The device that the command line names, if it names one.
fn ordinal() -> std::result::Result<Option<i32>, Box<dyn StdError>> {
    let [text] = coop_kernels::arguments()?;
    let number = |text: String| match text.parse() {
        Ok(number) if number >= 0 => Ok(number),
        _ => Err(format!("`{text}` is no device number, such as 0").into()),
    };
    text.map(number).transpose()
}

fn note() -> Result {
    if let Some(note) = coop_kernels::EMULATION_NOTE {
        println!("\n{note}");
    }
    Ok(())
}

fn one(ordinal: i32) -> Result {
    show(Device::new(ordinal)?)
}

fn all() -> Result {
    versions()?;
    Device::all()?.try_for_each(show)
}

/// The version of the runtime, and the newest that the driver supports.
fn versions() -> Result {
    let (mut runtime, mut driver) = (0, 0);
    // SAFETY: each writes one int.
    unsafe {
        CudaError::check("cudaRuntimeGetVersion", cudaRuntimeGetVersion(&mut runtime))?;
        CudaError::check("cudaDriverGetVersion", cudaDriverGetVersion(&mut driver))?;
    }
    let version = |v: i32| format!("{}.{}", v / 1000, v % 1000 / 10);
    if driver == 0 {
        println!("CUDA runtime {}, no driver", version(runtime));
    } else {
        println!(
            "CUDA runtime {}, the driver supports {}",
            version(runtime),
            version(driver)
        );
    }
    Ok(())
}

fn show(device: Device) -> Result {
    device.make_current()?;
    let limits = device.limits()?;
    let (major, minor) = limits.compute_capability;
    let yes = |has| if has { "yes" } else { "no" };
    let kib = |bytes| f64::from(bytes) / 1024.0;
    println!("{device}: {}", device.name()?);
    println!("  compute capability           {major}.{minor}");
    println!("  multiprocessors (SMs)        {}", limits.multiprocessors);
    println!(
        "  cooperative launch           {}",
        yes(limits.cooperative_launch)
    );
    println!(
        "  thread block clusters        {}",
        yes(limits.cluster_launch)
    );
    println!(
        "  threads a block / SM         {} / {}",
        limits.max_threads_per_block, limits.max_threads_per_multiprocessor
    );
    println!(
        "  blocks an SM                 {}",
        limits.max_blocks_per_multiprocessor
    );
    println!(
        "  registers an SM              {}",
        limits.registers_per_multiprocessor
    );
    println!(
        "  shared memory a block        {} KiB, with opt-in {} KiB",
        kib(limits.shared_bytes_per_block),
        kib(limits.shared_bytes_per_block_optin)
    );
    println!(
        "  shared memory an SM          {} KiB, of which {} KiB a block are the driver's",
        kib(limits.shared_bytes_per_multiprocessor),
        kib(limits.reserved_shared_bytes_per_block)
    );
    table(&two_pass::two_pass)?;
    table(&reduce::reduce_f32)?;
    table(&reduce::reduce_f64)?;
    table(&cg::cg_grid_1)
}

/// Blocks an SM, the largest cooperative grid and what limits it, a row a block size and amount of shared memory.
fn table<A: Args>(kernel: &CooperativeKernel<A>) -> Result {
    println!("\n  kernel `{}`", kernel.name());
    println!("    block  dynamic shared  blocks/SM  largest grid  limited by");
    for block in BLOCKS {
        for shared in SHARED_KIB {
            let (blocks, grid, why) = match kernel.residency(block, SharedBytes(shared * 1024)) {
                Ok(fits) => (
                    fits.blocks_per_multiprocessor(),
                    fits.max_blocks(),
                    fits.limited_by().to_string(),
                ),
                Err(Error::BlockTooLarge { limit, .. }) => (
                    0,
                    0,
                    format!("the kernel's blocks: at most {limit} threads"),
                ),
                Err(Error::SharedMemoryTooLarge { limit, .. }) => (
                    0,
                    0,
                    format!("shared memory a block: at most {limit} B, static included"),
                ),
                Err(Error::NoResidentBlock { limited_by, .. }) => (0, 0, limited_by.to_string()),
                Err(error) => return Err(error.into()),
            };
            println!("    {block:>5}  {shared:>10} KiB  {blocks:>9}  {grid:>12}  {why}");
        }
    }
    println!(
        "    block with most resident threads: {}",
        match kernel.max_potential_block_size(u32::MAX, |_| SharedBytes(0))? {
            Some(best) => format!(
                "{} threads, {} blocks fill the device",
                best.threads, best.min_grid
            ),
            None => String::from("none fits"),
        }
    );
    Ok(())
}
