//! Every element less the mean of all: pass 2 needs what every block found in pass 1.

use coop::{Block, DeviceBuffer, Residency, Result, SharedBytes, Stream};

coop::kernels! {
    /// csrc/two_pass.cu. `partial` has one element a block.
    pub cooperative fn two_pass(input: *const f32, centred: *mut f32, partial: *mut f64, n: u64);
}

/// Threads of a block; the kernel takes any number.
const BLOCK: Block = Block::x(256);

/// How large the grid can be on the current device.
///
/// # Errors
///
/// Whatever preparing the launch says.
pub fn residency() -> Result<Residency> {
    two_pass.residency(BLOCK, SharedBytes(0))
}

/// `input[i] - mean(input)` for every element, in a new buffer on the current device. No elements make no launch.
///
/// # Errors
///
/// Whatever preparing or making the launch says; a buffer or stream of another device.
pub fn centre(input: &DeviceBuffer<f32>, stream: &Stream) -> Result<DeviceBuffer<f32>> {
    let launch = two_pass.prepare(BLOCK, SharedBytes(0))?;
    let n = input.len() as u64;
    let mut centred = DeviceBuffer::uninit(input.len())?;
    let Some(grid) = launch.residency().grid_for(n, BLOCK.x) else {
        return Ok(centred);
    };
    let mut partial = DeviceBuffer::<f64>::uninit(grid.count() as usize)?;
    let args = (
        input.as_ptr(),
        centred.as_mut_ptr(),
        partial.as_mut_ptr(),
        n,
    );
    crate::same_device(input, launch.device())?;
    // SAFETY: `input` and `centred` have n elements, `partial` one a block, all on the device of the launch; they live
    // until the stream has been waited for below. Every block reaches the one barrier.
    unsafe { launch.launch(grid, stream, args)? };
    stream.synchronize()?;
    Ok(centred)
}
