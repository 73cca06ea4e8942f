//! A device as a value: its ordinal. What is asked of it is in `device`; errors and launches only name it.

use core::fmt;

/// A CUDA device of this process, by its ordinal.
///
/// The *current* device is a property of the thread: kernels, streams and buffers are made on it.
///
/// One rule for all of this crate: what belongs to a device is used while that device is current on the calling thread, and
/// else refused with [`Error::WrongDevice`](crate::Error::WrongDevice), before CUDA is called. That is every launch, copy, fill
/// and event record, and what has no handle, such as [`synchronize`](Self::synchronize). Waiting for a stream or event by its
/// handle, and asking it, is possible from anywhere, as CUDA has it. A drop can refuse nothing: it makes the device current for
/// the call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Device(i32);

impl Device {
    /// The ordinal, as the runtime takes it.
    pub const fn as_raw(self) -> i32 {
        self.0
    }

    /// A device of an ordinal that is known to be right.
    pub const fn from_raw(ordinal: i32) -> Self {
        Self(ordinal)
    }
}

/// `device 0`.
impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "device {}", self.0)
    }
}
