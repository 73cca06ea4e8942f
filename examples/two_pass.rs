//! The smallest honest use of a grid-wide barrier: every element less the mean of all, in one launch.
//!
//!     cargo run [--features cuda] --example two_pass [-- ELEMENTS]
//!
//! Pass 1 adds up, `grid.sync()`, pass 2 reads what every block found: csrc/two_pass.cu.

#![warn(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::process::ExitCode;

use coop::{Block, DeviceBuffer, SharedBytes, Stream};
use coop_kernels::two_pass::two_pass;

fn main() -> ExitCode {
    coop_kernels::end_on_a_closed_pipe();
    let elements = match coop_kernels::elements(1000000) {
        Ok(elements) => elements,
        Err(sentence) => {
            eprintln!("{sentence}");
            return ExitCode::FAILURE;
        }
    };
    match run(elements) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(elements: usize) -> coop::Result<bool> {
    let launch = two_pass.prepare(Block::x(256), SharedBytes(0))?;
    println!("{}", launch.residency());

    // As many blocks as there is work for, at most as many as fit: the kernel's loops take the rest.
    let Some(grid) = launch.residency().grid_for(elements as u64, 256) else {
        println!("no elements: nothing to launch");
        return Ok(true);
    };
    let numbers: Vec<f32> = (0..elements).map(|i| (i % 1000) as f32).collect();
    let stream = Stream::new()?;
    let input = DeviceBuffer::from_slice(&numbers)?;
    let mut centred = DeviceBuffer::uninit(elements)?;
    let mut partial = DeviceBuffer::uninit(grid.count() as usize)?;
    let args = (
        input.as_ptr(),
        centred.as_mut_ptr(),
        partial.as_mut_ptr(),
        elements as u64,
    );
    // SAFETY: `input` and `centred` have so many elements and `partial` one a block; all outlive the copy below, which
    // waits for the kernel. Every block reaches the one barrier.
    unsafe { launch.launch(grid, &stream, args)? };
    let centred = centred.to_vec()?;

    let mean = numbers.iter().map(|&x| f64::from(x)).sum::<f64>() / elements as f64;
    let wrong = numbers
        .iter()
        .zip(&centred)
        .filter(|&(&x, &y)| (f64::from(x) - mean - f64::from(y)).abs() > 1e-3);
    let wrong = wrong.count();
    println!("{elements} elements in {grid} blocks of 256: mean {mean}, {wrong} wrong");
    if let Some(note) = coop_kernels::EMULATION_NOTE {
        println!("{note}");
    }
    Ok(wrong == 0)
}
