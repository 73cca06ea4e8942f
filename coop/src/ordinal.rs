//! A device as a value: its ordinal. What is asked of it is in `device`; errors and launches only name it.

use core::fmt;

/// A CUDA device of this process, by its ordinal.
///
/// The *current* device is a property of the thread: kernels, streams and buffers are made on it.
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
