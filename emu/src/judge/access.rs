//! What a kernel asks for when it touches memory, and who answers.

use std::fmt;
use std::ops::Range;

use cuda_sys::cudaError;

use super::Shadow;

/// How a kernel touches memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Access {
    /// A load.
    Read,
    /// A store.
    Write,
    /// A read and a write in one.
    Atomic,
}

impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Access::Read => "a read",
            Access::Write => "a write",
            Access::Atomic => "an atomic access",
        })
    }
}

/// Device memory, and host memory that is mapped for the device.
///
/// # Safety
///
/// What [`Memory::check`] allows may be read, and written where it allows that, until the launch ends; [`Memory::shadow`]
/// returns the shadow of that range.
pub unsafe trait Memory: Sync {
    /// Whether a kernel may touch `bytes` bytes at `address` so.
    ///
    /// Returns the addresses for which the answer is the same until the launch ends, so that it need not be asked again:
    /// the whole allocation, or just the bytes asked for.
    ///
    /// # Errors
    ///
    /// Why not, and the code that CUDA has for it.
    fn check(
        &self,
        address: usize,
        bytes: usize,
        access: Access,
    ) -> Result<Range<usize>, MemoryFault>;

    /// The shadow of `range`, which [`Memory::check`] returned.
    fn shadow(&self, range: &Range<usize>) -> Shadow {
        let _ = range;
        Shadow::NONE
    }

    /// Whether the host may write there while a kernel runs: mapped host memory. A kernel that waits for it is not stuck.
    fn host_writes(&self, address: usize) -> bool {
        let _ = address;
        false
    }
}

/// Why an access is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemoryFault {
    /// What CUDA would say: mostly `cudaErrorIllegalAddress`.
    pub code: cudaError,
    /// What is wrong, as the end of a sentence: "4 bytes past the end of an allocation of 1024 bytes".
    pub reason: String,
}
