//! `cuda_gl_interop.h`, as far as it is not deprecated. The types of OpenGL are what its headers fix: 32-bit integers.

use libc::{c_int, c_uint};

use crate::{cudaError_t, cudaGraphicsResource};

/// The name of an object of OpenGL.
pub type GLuint = c_uint;
/// A constant of OpenGL.
pub type GLenum = c_uint;

/// Which devices of an OpenGL context.
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaGLDeviceList(pub c_uint);

impl cudaGLDeviceList {
    /// Those of all its GPUs.
    pub const cudaGLDeviceListAll: Self = Self(1);
    /// Those of the GPUs of its present frame.
    pub const cudaGLDeviceListCurrentFrame: Self = Self(2);
    /// Those of the GPUs of its next frame.
    pub const cudaGLDeviceListNextFrame: Self = Self(3);
}

unsafe extern "C" {
    /// The devices of the current OpenGL context.
    pub fn cudaGLGetDevices(
        pCudaDeviceCount: *mut c_uint,
        pCudaDevices: *mut c_int,
        cudaDeviceCount: c_uint,
        deviceList: cudaGLDeviceList,
    ) -> cudaError_t;
    /// Registers a texture or renderbuffer.
    pub fn cudaGraphicsGLRegisterImage(
        resource: *mut *mut cudaGraphicsResource,
        image: GLuint,
        target: GLenum,
        flags: c_uint,
    ) -> cudaError_t;
    /// Registers a buffer object.
    pub fn cudaGraphicsGLRegisterBuffer(
        resource: *mut *mut cudaGraphicsResource,
        buffer: GLuint,
        flags: c_uint,
    ) -> cudaError_t;
}
