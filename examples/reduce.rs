//! The sum of all elements in one launch, the same bits whatever the grid, in f32 and f64.
//!
//!     cargo run --release [--features cuda] --example reduce [-- ELEMENTS]
//!
//! The host adds in the kernel's order (csrc/reduce.cu), so that the two sums must be equal to the last bit.

#![warn(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::process::ExitCode;

use coop::{DeviceBuffer, Stream};
use coop_kernels::reduce::{Element, Sum, sum_on_host};

fn main() -> ExitCode {
    coop_kernels::end_on_a_closed_pipe();
    let elements = match coop_kernels::elements(10000000) {
        Ok(elements) => elements,
        Err(sentence) => {
            eprintln!("{sentence}");
            return ExitCode::FAILURE;
        }
    };
    let all = run::<f32>("f32", elements, |x| x as f32)
        .and_then(|f32| Ok(f32 && run::<f64>("f64", elements, |x| x)?));
    match all {
        Ok(true) => {
            if let Some(note) = coop_kernels::EMULATION_NOTE {
                println!("{note}");
            }
            ExitCode::SUCCESS
        }
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Sums numbers of both signs with the largest grid and with one block, and on the host.
fn run<T: Element + Into<f64>>(
    name: &str,
    elements: usize,
    from: impl Fn(f64) -> T,
) -> coop::Result<bool> {
    let mut sum = Sum::<T>::new()?;
    println!("{name}: {}", sum.residency());

    let numbers: Vec<T> = (0..elements)
        .map(|i| from((i as f64 * 0.7).sin()))
        .collect();
    let stream = Stream::new()?;
    let input = DeviceBuffer::from_slice(&numbers)?;
    let (of_all, time) = sum.timed(&input, &stream)?;
    let of_one = Sum::<T>::with_grid(1)?.of(&input, &stream)?;
    let of_host = sum_on_host(&numbers);

    let gigabytes = size_of_val(numbers.as_slice()) as f64 / 1e9;
    let rate = gigabytes / time.as_secs_f64().max(1e-9);
    println!(
        "{name}: {elements} elements in {} blocks: {of_all:e} in {time:?} ({rate:.0} GB/s)",
        sum.grid()
    );
    println!("{name}: one block {of_one:e}, host {of_host:e}");
    let equal = of_all.to_bits() == of_one.to_bits() && of_all.to_bits() == of_host.to_bits();
    println!(
        "{name}: {}",
        if equal {
            "all three are equal to the last bit"
        } else {
            "NOT EQUAL"
        }
    );
    Ok(equal)
}
