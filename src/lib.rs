//! Cooperative CUDA kernels with typed Rust handles, one module a kernel family.
//!
//! | module | kernel | what it computes in one launch |
//! |---|---|---|
//! | [`two_pass`] | csrc/two_pass.cu | every element less the mean of all |
//! | [`reduce`] | csrc/reduce.cu | the sum of all elements, the same bits on every device |
//! | [`cg`] | csrc/cg.cu | a whole solve of a sparse positive definite system |
//! | [`heat`] | csrc/heat.cu | thousands of sweeps of a two-dimensional stencil, the field on chip |
//! | [`membrane`] | csrc/phases.cu | a membrane that swings, in phases that are run every way |
//!
//! Each module declares its kernels with [`coop::kernels!`] and has a safe function that launches them.

#![warn(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

pub mod cg;
pub mod heat;
pub mod membrane;
pub mod reduce;
pub mod sparse;
pub mod two_pass;

pub use coop;

/// What the examples say at their end where the kernels ran on the CPU.
pub const EMULATION_NOTE: Option<&str> = match coop::EMULATED {
    true => Some("emulated on the CPU; on a GPU: the same command with --features cuda"),
    false => None,
};

/// Lets a closed pipe (`| head -1`) end an example as it ends other programs: at once, and without a word. First in `main`.
pub fn end_on_a_closed_pipe() {
    // SAFETY: the default action runs no code of this process.
    #[cfg(unix)]
    let _ = unsafe { libc::signal(libc::SIGPIPE, libc::SIG_DFL) };
}

/// That a buffer is of the device it is to be used on.
fn same_device<T>(buffer: &coop::DeviceBuffer<T>, device: coop::Device) -> coop::Result<()> {
    if buffer.device() == device {
        return Ok(());
    }
    let what = String::from("the input buffer");
    Err(coop::Error::WrongDevice {
        what,
        owner: buffer.device(),
        current: device,
    })
}
