//! What the kernels have in common that turn tiles around: one element a thread, one tile a block.

use coop::{DeviceBuffer, Kernel, Result, SharedBytes, Stream};

pub type TileKernel = Kernel<(*const u32, *mut u32)>;

/// What the kernel writes, in blocks of so many threads; 0 where it writes nothing.
pub fn outputs(kernel: &TileKernel, input: &[u32], threads: u32) -> Result<Vec<u32>> {
    let launch = kernel.prepare(threads, SharedBytes(0))?;
    let stream = Stream::new()?;
    let on_device = DeviceBuffer::from_slice(input)?;
    let mut output = DeviceBuffer::<u32>::zeroed(input.len())?;
    let blocks = input.len() as u32 / threads;
    let args = (on_device.as_ptr(), output.as_mut_ptr());
    // SAFETY: both have one element a thread, and live until the stream has been waited for. What else is wrong is the kernel's.
    unsafe { launch.launch(blocks, &stream, args)? };
    stream.synchronize()?;
    output.to_vec()
}

/// The element that belongs where this one is, in a tile that is turned around.
pub fn mirrored(index: usize, threads: u32) -> usize {
    let threads = threads as usize;
    index / threads * threads + (threads - 1 - index % threads)
}

/// In how many places the outputs are not what they should be.
pub fn mismatches(outputs: &[u32], expected: impl Fn(usize) -> u32) -> usize {
    let pairs = outputs.iter().enumerate();
    pairs
        .filter(|&(index, &output)| output != expected(index))
        .count()
}

/// Runs the kernel with each size of block, and prints a row of each; whether none had a mismatch.
pub fn table(kernel: &TileKernel, input: &[u32], blocks: &[u32]) -> Result<bool> {
    println!("threads  mismatches of {}", input.len());
    let mut total = 0;
    for &threads in blocks {
        let outputs = outputs(kernel, input, threads)?;
        let wrong = mismatches(&outputs, |index| input[mirrored(index, threads)]);
        println!("{threads:>7}  {wrong}");
        total += wrong;
    }
    Ok(total == 0)
}

/// So many different numbers, none of which is 0.
pub fn numbers(n: u32) -> Vec<u32> {
    (1..=n).collect()
}
