//! `cuda_egl_interop.h`. The types of EGL are what its headers fix: pointers that only EGL looks behind, and 32-bit integers.

mod color_format;

use libc::{c_uint, c_void};

use crate::{
    cudaArray_t, cudaChannelFormatDesc, cudaError_t, cudaEvent_t, cudaGraphicsResource,
    cudaPitchedPtr, cudaStream_t,
};
pub use color_format::cudaEglColorFormat;

/// An image of EGL.
pub type EGLImageKHR = *mut c_void;
/// A stream of frames of EGL.
pub type EGLStreamKHR = *mut c_void;
/// A fence of EGL.
pub type EGLSyncKHR = *mut c_void;
/// An integer of EGL.
pub type EGLint = i32;

/// The most planes of a frame.
pub const CUDA_EGL_MAX_PLANES: usize = 3;

/// What a connection points to.
#[repr(C)]
#[derive(Debug)]
pub struct CUeglStreamConnection_st {
    _unused: [u8; 0],
}

/// A connection to a stream of frames, as its consumer or its producer.
pub type cudaEglStreamConnection = *mut CUeglStreamConnection_st;

/// What the planes of a frame are.
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaEglFrameType(pub c_uint);

impl cudaEglFrameType {
    /// Arrays.
    pub const cudaEglFrameTypeArray: Self = Self(0);
    /// Pitched memory.
    pub const cudaEglFrameTypePitch: Self = Self(1);
}

/// Where a consumer wants the frames, for `cudaEGLStreamConsumerConnectWithFlags`.
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaEglResourceLocationFlags(pub c_uint);

impl cudaEglResourceLocationFlags {
    /// In the host's memory.
    pub const cudaEglResourceLocationSysmem: Self = Self(0);
    /// In the device's memory.
    pub const cudaEglResourceLocationVidmem: Self = Self(1);
}

/// One plane of a frame; extents in elements, the pitch in bytes.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
#[allow(missing_docs)]
pub struct cudaEglPlaneDesc {
    pub width: c_uint,
    pub height: c_uint,
    pub depth: c_uint,
    pub pitch: c_uint,
    pub numChannels: c_uint,
    pub channelDesc: cudaChannelFormatDesc,
    pub reserved: [c_uint; 4],
}

/// The planes of a frame, by its type.
#[repr(C)]
#[derive(Copy, Clone)]
#[allow(missing_docs)]
pub union cudaEglFrame_planes {
    pub pArray: [cudaArray_t; CUDA_EGL_MAX_PLANES],
    pub pPitch: [cudaPitchedPtr; CUDA_EGL_MAX_PLANES],
}

/// A frame.
#[repr(C)]
#[derive(Copy, Clone)]
#[allow(missing_docs)]
pub struct cudaEglFrame {
    pub frame: cudaEglFrame_planes,
    pub planeDesc: [cudaEglPlaneDesc; CUDA_EGL_MAX_PLANES],
    pub planeCount: c_uint,
    pub frameType: cudaEglFrameType,
    pub eglColorFormat: cudaEglColorFormat,
}

unsafe extern "C" {
    /// Registers an image.
    pub fn cudaGraphicsEGLRegisterImage(
        pCudaResource: *mut *mut cudaGraphicsResource,
        image: EGLImageKHR,
        flags: c_uint,
    ) -> cudaError_t;
    /// Connects as the consumer of a stream.
    pub fn cudaEGLStreamConsumerConnect(
        conn: *mut cudaEglStreamConnection,
        eglStream: EGLStreamKHR,
    ) -> cudaError_t;
    /// Connects as the consumer of a stream; `flags` are `cudaEglResourceLocationFlags`.
    pub fn cudaEGLStreamConsumerConnectWithFlags(
        conn: *mut cudaEglStreamConnection,
        eglStream: EGLStreamKHR,
        flags: c_uint,
    ) -> cudaError_t;
    /// Ends a consumer's connection.
    pub fn cudaEGLStreamConsumerDisconnect(conn: *mut cudaEglStreamConnection) -> cudaError_t;
    /// Takes a frame; `timeout` in microseconds.
    pub fn cudaEGLStreamConsumerAcquireFrame(
        conn: *mut cudaEglStreamConnection,
        pCudaResource: *mut *mut cudaGraphicsResource,
        pStream: *mut cudaStream_t,
        timeout: c_uint,
    ) -> cudaError_t;
    /// Gives the last frame back.
    pub fn cudaEGLStreamConsumerReleaseFrame(
        conn: *mut cudaEglStreamConnection,
        pCudaResource: *mut cudaGraphicsResource,
        pStream: *mut cudaStream_t,
    ) -> cudaError_t;
    /// Connects as the producer of a stream.
    pub fn cudaEGLStreamProducerConnect(
        conn: *mut cudaEglStreamConnection,
        eglStream: EGLStreamKHR,
        width: EGLint,
        height: EGLint,
    ) -> cudaError_t;
    /// Ends a producer's connection.
    pub fn cudaEGLStreamProducerDisconnect(conn: *mut cudaEglStreamConnection) -> cudaError_t;
    /// Puts a frame into the stream.
    pub fn cudaEGLStreamProducerPresentFrame(
        conn: *mut cudaEglStreamConnection,
        eglframe: cudaEglFrame,
        pStream: *mut cudaStream_t,
    ) -> cudaError_t;
    /// Takes back a frame that the consumer is done with.
    pub fn cudaEGLStreamProducerReturnFrame(
        conn: *mut cudaEglStreamConnection,
        eglframe: *mut cudaEglFrame,
        pStream: *mut cudaStream_t,
    ) -> cudaError_t;
    /// The frame through which a mapped resource is used.
    pub fn cudaGraphicsResourceGetMappedEglFrame(
        eglFrame: *mut cudaEglFrame,
        resource: *mut cudaGraphicsResource,
        index: c_uint,
        mipLevel: c_uint,
    ) -> cudaError_t;
    /// An event of a fence.
    pub fn cudaEventCreateFromEGLSync(
        phEvent: *mut cudaEvent_t,
        eglSync: EGLSyncKHR,
        flags: c_uint,
    ) -> cudaError_t;
}
