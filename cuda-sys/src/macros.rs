//! What the headers define by macros that bindgen passes over: constants made by a cast, and functions renamed.

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

// CUDA 12 has old functions under these names in its library, and new ones in its headers.
#[cfg(cuda_major = "12")]
pub use crate::bindings::{
    cudaGetDeviceProperties_v2 as cudaGetDeviceProperties,
    cudaSignalExternalSemaphoresAsync_v2 as cudaSignalExternalSemaphoresAsync,
    cudaStreamGetCaptureInfo_v2 as cudaStreamGetCaptureInfo,
    cudaWaitExternalSemaphoresAsync_v2 as cudaWaitExternalSemaphoresAsync,
};
