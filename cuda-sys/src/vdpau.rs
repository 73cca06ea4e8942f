//! `cuda_vdpau_interop.h`. The types of VDPAU are what its header fixes: 32-bit handles, and a function that finds functions.

use libc::{c_int, c_uint, c_void};

use crate::{cudaError_t, cudaGraphicsResource};

/// A device of VDPAU.
pub type VdpDevice = u32;
/// A video surface of VDPAU.
pub type VdpVideoSurface = u32;
/// An output surface of VDPAU.
pub type VdpOutputSurface = u32;
/// Finds a function of VDPAU by its number: `VdpStatus (VdpDevice, VdpFuncId, void**)`.
pub type VdpGetProcAddress =
    unsafe extern "C" fn(device: VdpDevice, function: u32, pointer: *mut *mut c_void) -> c_int;

unsafe extern "C" {
    /// The CUDA device of a device of VDPAU.
    pub fn cudaVDPAUGetDevice(
        device: *mut c_int,
        vdpDevice: VdpDevice,
        vdpGetProcAddress: Option<VdpGetProcAddress>,
    ) -> cudaError_t;
    /// Has a device of CUDA work with one of VDPAU.
    pub fn cudaVDPAUSetVDPAUDevice(
        device: c_int,
        vdpDevice: VdpDevice,
        vdpGetProcAddress: Option<VdpGetProcAddress>,
    ) -> cudaError_t;
    /// Registers a video surface.
    pub fn cudaGraphicsVDPAURegisterVideoSurface(
        resource: *mut *mut cudaGraphicsResource,
        vdpSurface: VdpVideoSurface,
        flags: c_uint,
    ) -> cudaError_t;
    /// Registers an output surface.
    pub fn cudaGraphicsVDPAURegisterOutputSurface(
        resource: *mut *mut cudaGraphicsResource,
        vdpSurface: VdpOutputSurface,
        flags: c_uint,
    ) -> cudaError_t;
}
