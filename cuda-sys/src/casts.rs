//! The constants that the headers define by a cast, which bindgen passes over.

use core::ptr::without_provenance_mut;

use libc::c_int;

use crate::cudaStream_t;

/// The stream that synchronizes with all other blocking streams of the device: the default one.
pub const cudaStreamLegacy: cudaStream_t = without_provenance_mut(1);

/// The default stream of the calling thread.
pub const cudaStreamPerThread: cudaStream_t = without_provenance_mut(2);

/// The CPU, where a function for managed memory takes a device.
pub const cudaCpuDeviceId: c_int = -1;

/// No device.
pub const cudaInvalidDeviceId: c_int = -2;
