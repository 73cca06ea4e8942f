//! An existing C++ library from Rust: its functions that launch, and its kernels, on one stream of one runtime.

mod numerics;

use std::process::ExitCode;

use coop::{Block, CudaError, DeviceBuffer, SharedBytes, Stream};
use numerics::{AXPY, POLYNOMIAL, SUM, centre_f32, centre_f64, reverse};

/// Not a multiple of any block.
const N: usize = 100_003;
const BLOCK: Block = Block::x(256);
/// 1 + 2x + 3x²
const C: [f32; 3] = [1.0, 2.0, 3.0];

/// How many elements are not what the CPU finds.
type Check = fn(&Stream) -> coop::Result<usize>;

fn main() -> ExitCode {
    let checks: [(&str, Check); 6] = [
        (
            "the library's launches and its kernels, in turn",
            launches_and_kernels,
        ),
        ("polynomial, a kernel compiled with -rdc", polynomial),
        ("sum, cooperative, by address", sum),
        ("reverse, in a namespace", reversed),
        ("centre<float>, cooperative", centred_f32),
        ("centre<double>, cooperative", centred_f64),
    ];
    let run = || {
        let stream = Stream::new()?;
        let mut all_right = true;
        for (what, check) in checks {
            let wrong = check(&stream)?;
            println!("{what}: {wrong} wrong");
            all_right &= wrong == 0;
        }
        Ok(all_right)
    };
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            let error: coop::Error = error;
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Whole numbers, so that sums are exact in any order.
fn numbers() -> Vec<f32> {
    (0..N).map(|i| (i % 17) as f32).collect()
}

fn differing<T: PartialEq>(found: &[T], wanted: impl Iterator<Item = T>) -> usize {
    found
        .iter()
        .zip(wanted)
        .filter(|(found, wanted)| *found != wanted)
        .count()
}

fn at(x: f32) -> f32 {
    C[0] + x * (C[1] + x * C[2])
}

/// y = p(2x + (3x + x)): the library's axpy, its kernel launched from here, its polynomial. Each needs what the one
/// before wrote, and nobody waits but the stream.
fn launches_and_kernels(stream: &Stream) -> coop::Result<usize> {
    let x = numbers();
    let device_x = DeviceBuffer::from_slice(&x)?;
    let mut y = DeviceBuffer::from_slice(&x)?;
    let c = DeviceBuffer::from_slice(&C)?;
    let mut value = DeviceBuffer::<f32>::uninit(N)?;
    let axpy = AXPY.prepare(BLOCK, SharedBytes(0))?;
    let grid = axpy.residency().max_grid();
    // SAFETY: all have N elements but `c`, of which the length is told, and live until `to_vec` has waited.
    unsafe {
        let launched =
            numerics::numerics_axpy(3.0, device_x.as_ptr(), y.as_mut_ptr(), N, stream.as_raw());
        CudaError::check("numerics_axpy", launched)?;
        axpy.launch(
            grid,
            stream,
            (2.0, device_x.as_ptr(), y.as_mut_ptr(), N as u64),
        )?;
        let (c, terms) = (c.as_ptr(), C.len() as u32);
        let launched = numerics::numerics_polynomial(
            c,
            terms,
            y.as_ptr(),
            value.as_mut_ptr(),
            N,
            stream.as_raw(),
        );
        CudaError::check("numerics_polynomial", launched)?;
    }
    stream.synchronize()?;
    Ok(differing(&value.to_vec()?, x.iter().map(|&x| at(6.0 * x))))
}

fn polynomial(stream: &Stream) -> coop::Result<usize> {
    let x = numbers();
    let (device_x, c) = (DeviceBuffer::from_slice(&x)?, DeviceBuffer::from_slice(&C)?);
    let mut y = DeviceBuffer::<f32>::uninit(N)?;
    let launch = POLYNOMIAL.prepare(BLOCK, SharedBytes(0))?;
    let args = (
        c.as_ptr(),
        C.len() as u32,
        device_x.as_ptr(),
        y.as_mut_ptr(),
        N as u64,
    );
    // SAFETY: x and y have N elements, c as many as is told; all live until the stream is done.
    unsafe { launch.launch(launch.residency().max_grid(), stream, args)? };
    stream.synchronize()?;
    Ok(differing(&y.to_vec()?, x.iter().map(|&x| at(x))))
}

fn sum(stream: &Stream) -> coop::Result<usize> {
    let x = numbers();
    let launch = SUM.prepare(BLOCK, SharedBytes(0))?;
    let grid = launch.residency().max_grid();
    let device_x = DeviceBuffer::from_slice(&x)?;
    let mut partial = DeviceBuffer::<f32>::zeroed(grid.count() as usize)?;
    let mut result = DeviceBuffer::<f32>::zeroed(1)?;
    let args = (
        device_x.as_ptr(),
        partial.as_mut_ptr(),
        result.as_mut_ptr(),
        N as u64,
    );
    // SAFETY: x has N elements, partial one a block, result one; all live until the stream is done.
    unsafe { launch.launch(grid, stream, args)? };
    stream.synchronize()?;
    Ok(differing(&result.to_vec()?, [x.iter().sum()].into_iter()))
}

fn reversed(stream: &Stream) -> coop::Result<usize> {
    let x = numbers();
    let device_x = DeviceBuffer::from_slice(&x)?;
    let mut y = DeviceBuffer::<f32>::uninit(N)?;
    let launch = reverse.prepare(BLOCK, SharedBytes(0))?;
    let args = (device_x.as_ptr(), y.as_mut_ptr(), N as u64);
    // SAFETY: x and y have N elements, and live until the stream is done.
    unsafe { launch.launch(launch.residency().max_grid(), stream, args)? };
    stream.synchronize()?;
    Ok(differing(&y.to_vec()?, x.into_iter().rev()))
}

fn centred_f32(stream: &Stream) -> coop::Result<usize> {
    let numbers = numbers();
    let mut x = DeviceBuffer::from_slice(&numbers)?;
    let mut total = DeviceBuffer::<f32>::zeroed(1)?;
    let launch = centre_f32.prepare(BLOCK, SharedBytes(0))?;
    let args = (x.as_mut_ptr(), total.as_mut_ptr(), N as u64);
    // SAFETY: x has N elements, total is zero; both live until the stream is done.
    unsafe { launch.launch(launch.residency().max_grid(), stream, args)? };
    stream.synchronize()?;
    let mean = numbers.iter().sum::<f32>() / N as f32;
    Ok(differing(
        &x.to_vec()?,
        numbers.into_iter().map(|x| x - mean),
    ))
}

fn centred_f64(stream: &Stream) -> coop::Result<usize> {
    let numbers: Vec<f64> = numbers().into_iter().map(f64::from).collect();
    let mut x = DeviceBuffer::from_slice(&numbers)?;
    let mut total = DeviceBuffer::<f64>::zeroed(1)?;
    let launch = centre_f64.prepare(BLOCK, SharedBytes(0))?;
    let args = (x.as_mut_ptr(), total.as_mut_ptr(), N as u64);
    // SAFETY: x has N elements, total is zero; both live until the stream is done.
    unsafe { launch.launch(launch.residency().max_grid(), stream, args)? };
    stream.synchronize()?;
    let mean = numbers.iter().sum::<f64>() / N as f64;
    Ok(differing(
        &x.to_vec()?,
        numbers.into_iter().map(|x| x - mean),
    ))
}
