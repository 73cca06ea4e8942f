//! An algorithm in phases, written once and run every way: launches, graphs, one block, one cluster, one cooperative grid.
//!
//!     cargo run [--features cuda] --example phases [-- SIDE [STEPS]]
//!
//! A membrane of SIDE x SIDE points swings for STEPS steps of two phases: csrc/phases.cu.

#![warn(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

use coop::phases::Way;
use coop::{DeviceBuffer, Stream};
use coop_kernels::membrane::{membrane, on_host, plucked, shape};

fn main() -> ExitCode {
    coop_kernels::end_on_a_closed_pipe();
    let outcome = numbers().and_then(|[side, steps]| Ok(run(side, steps)?));
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Points on a side and steps, as the command line says.
fn numbers() -> Result<[u32; 2], Box<dyn Error>> {
    let mut numbers = [64, if coop::EMULATED { 20 } else { 1000 }];
    let arguments: [_; 2] = coop_kernels::arguments()?;
    for (number, text) in numbers.iter_mut().zip(arguments) {
        let Some(text) = text else { break };
        *number = match text.parse() {
            Ok(given) if (1..=4096).contains(&given) => given,
            _ => {
                return Err(format!(
                    "`{text}` is no number from 1 to 4096, of points on a side or of steps"
                )
                .into());
            }
        };
    }
    Ok(numbers)
}

/// Whether every way has the result of the CPU.
fn run(side: u32, steps: u32) -> coop::Result<bool> {
    println!(
        "{side} x {side} points, {steps} steps of {} phases",
        membrane.count()?
    );
    let still = vec![0.0; (side * side) as usize];
    let (mut height, mut speed) = (plucked(side), still.clone());
    on_host(&mut height, &mut speed, side, steps);

    let stream = Stream::new()?;
    let mut all_right = true;
    for way in Way::ALL {
        if !membrane.has(way)? {
            println!("{way:<32} not on this device");
            continue;
        }
        let mut u = DeviceBuffer::from_slice(&plucked(side))?;
        let mut v = DeviceBuffer::from_slice(&still)?;
        let args = (u.as_mut_ptr(), v.as_mut_ptr(), side);
        let bound = membrane.bind(way, shape(side), steps, args)?;
        let start = Instant::now();
        // SAFETY: both buffers have side x side elements, and live until the stream was waited for.
        unsafe { bound.launch(&stream)? };
        stream.synchronize()?;
        let microseconds = start.elapsed().as_secs_f64() * 1e6 / f64::from(steps);
        let right = u.to_vec()? == height && v.to_vec()? == speed;
        let result = if right { "as on the CPU" } else { "WRONG" };
        println!("{way:<32} {microseconds:>9.2} us a step, {result}");
        all_right &= right;
    }

    // The first launch loads the code, so those times are no measurement; this is.
    let (mut u, mut v) = (
        DeviceBuffer::from_slice(&still)?,
        DeviceBuffer::from_slice(&still)?,
    );
    let args = (u.as_mut_ptr(), v.as_mut_ptr(), side);
    // SAFETY: as above; it waits for each launch.
    let measured = unsafe { membrane.measure(shape(side), steps, args)? };
    println!("{measured}");
    if let Some(note) = coop_kernels::EMULATION_NOTE {
        println!("{note}");
    }
    Ok(all_right)
}
