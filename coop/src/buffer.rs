//! Device memory of one element type.

use core::marker::PhantomData;
use core::mem;

use bytemuck::Pod;
use cuda_sys::{
    cudaFree, cudaMalloc, cudaMemcpy, cudaMemcpyAsync, cudaMemcpyKind, cudaMemset,
    cudaStreamLegacy, cudaStreamSynchronize,
};

use crate::elements::bytes_of;
use crate::error::{Error, Result, check};
use crate::ordinal::Device;
use crate::pinned::PinnedBuffer;
use crate::stream::Stream;

/// `len` elements of `T` in the memory of one device. Freed on drop.
///
/// The memory is the device's: no reference to it is ever formed on the host, and it is read and written through
/// copies. The plain copies wait for work in the legacy default stream and in streams of [`Stream::new`], so a copy after a
/// launch there sees what the kernel wrote; they do not wait for [`Stream::non_blocking`]. What is copied or zeroed is there,
/// for every stream, when the call returns.
#[derive(Debug)]
pub struct DeviceBuffer<T> {
    pointer: *mut T,
    len: usize,
    device: Device,
    element: PhantomData<T>,
}

// SAFETY: the pointer is an address in device memory, owned by this value; CUDA may be called from any thread.
unsafe impl<T: Send> Send for DeviceBuffer<T> {}
// SAFETY: through a shared reference the memory is only copied from, by CUDA.
unsafe impl<T: Sync> Sync for DeviceBuffer<T> {}

impl<T: Pod> DeviceBuffer<T> {
    /// `len` elements with all bits zero, on the current device. A `len` of 0 allocates nothing.
    ///
    /// # Errors
    ///
    /// A size beyond the address space, or the runtime's answer, of which out of memory is the usual one.
    pub fn zeroed(len: usize) -> Result<Self> {
        let mut buffer = Self::uninit(len)?;
        buffer.fill_zero()?;
        Ok(buffer)
    }

    /// `len` elements that hold whatever the memory held, for kernels that write before they read. Reading them is
    /// not undefined on the host side (any bits are a `T`), only meaningless.
    ///
    /// # Errors
    ///
    /// As [`zeroed`](Self::zeroed).
    pub fn uninit(len: usize) -> Result<Self> {
        let bytes = bytes_of::<T>(len)?;
        let device = Device::current()?;
        let mut pointer = core::ptr::null_mut();
        if bytes != 0 {
            // SAFETY: writes one pointer.
            check("cudaMalloc", unsafe { cudaMalloc(&mut pointer, bytes) })?;
        }
        Ok(Self {
            pointer: pointer.cast(),
            len,
            device,
            element: PhantomData,
        })
    }

    /// A copy of `host` on the current device.
    ///
    /// # Errors
    ///
    /// As [`zeroed`](Self::zeroed).
    pub fn from_slice(host: &[T]) -> Result<Self> {
        let mut buffer = Self::uninit(host.len())?;
        buffer.copy_from_slice(host)?;
        Ok(buffer)
    }

    /// Sets every bit to zero.
    ///
    /// # Errors
    ///
    /// Whatever the runtime answers.
    pub fn fill_zero(&mut self) -> Result<()> {
        if self.len == 0 {
            return Ok(());
        }
        // SAFETY: the allocation has this many bytes.
        check("cudaMemset", unsafe {
            cudaMemset(self.pointer.cast(), 0, self.bytes())
        })?;
        finished()
    }

    /// Copies all of `host` into the buffer. Returns when `host` may be used again.
    ///
    /// # Errors
    ///
    /// [`Error::Length`] unless both have the same length; else whatever the runtime answers.
    pub fn copy_from_slice(&mut self, host: &[T]) -> Result<()> {
        self.check_len(host.len())?;
        if self.len == 0 {
            return Ok(());
        }
        // SAFETY: both sides have this many bytes; the copy is done with `host` when the call returns.
        check("cudaMemcpy", unsafe {
            cudaMemcpy(
                self.pointer.cast(),
                host.as_ptr().cast(),
                self.bytes(),
                cudaMemcpyKind::cudaMemcpyHostToDevice,
            )
        })?;
        finished()
    }

    /// Copies all of the buffer into `host`.
    ///
    /// # Errors
    ///
    /// [`Error::Length`] unless both have the same length; else whatever the runtime answers, such as the fault of an
    /// earlier kernel.
    pub fn copy_to_slice(&self, host: &mut [T]) -> Result<()> {
        self.check_len(host.len())?;
        if self.len == 0 {
            return Ok(());
        }
        // SAFETY: both sides have this many bytes, and any bits are a `T`.
        check("cudaMemcpy", unsafe {
            cudaMemcpy(
                host.as_mut_ptr().cast(),
                self.pointer.cast(),
                self.bytes(),
                cudaMemcpyKind::cudaMemcpyDeviceToHost,
            )
        })
    }

    /// A copy of the buffer in host memory.
    ///
    /// # Errors
    ///
    /// As [`copy_to_slice`](Self::copy_to_slice).
    pub fn to_vec(&self) -> Result<Vec<T>> {
        let mut host = vec![T::zeroed(); self.len];
        self.copy_to_slice(&mut host)?;
        Ok(host)
    }

    /// Starts a copy from pinned memory in `stream`, and does not wait for it.
    ///
    /// # Safety
    ///
    /// Until the stream has passed the copy, `host` is neither written nor dropped, and nothing else uses the
    /// buffer except in an order after it.
    ///
    /// # Errors
    ///
    /// [`Error::Length`] unless both have the same length; else whatever the runtime answers.
    pub unsafe fn copy_from_pinned(
        &mut self,
        host: &PinnedBuffer<T>,
        stream: &Stream,
    ) -> Result<()> {
        self.check_len(host.len())?;
        if self.len == 0 {
            return Ok(());
        }
        stream.check_default()?;
        // SAFETY: both sides have this many bytes; that they live until the copy is done is the caller's promise.
        check("cudaMemcpyAsync", unsafe {
            let kind = cudaMemcpyKind::cudaMemcpyHostToDevice;
            cudaMemcpyAsync(
                self.pointer.cast(),
                host.as_ptr().cast(),
                self.bytes(),
                kind,
                stream.as_raw(),
            )
        })
    }

    /// Starts a copy to pinned memory in `stream`, and does not wait for it.
    ///
    /// # Safety
    ///
    /// Until the stream has passed the copy, `host` is neither read, written nor dropped, and the buffer lives.
    ///
    /// # Errors
    ///
    /// [`Error::Length`] unless both have the same length; else whatever the runtime answers.
    pub unsafe fn copy_to_pinned(&self, host: &mut PinnedBuffer<T>, stream: &Stream) -> Result<()> {
        self.check_len(host.len())?;
        if self.len == 0 {
            return Ok(());
        }
        stream.check_default()?;
        // SAFETY: both sides have this many bytes; that they live until the copy is done is the caller's promise.
        check("cudaMemcpyAsync", unsafe {
            let kind = cudaMemcpyKind::cudaMemcpyDeviceToHost;
            cudaMemcpyAsync(
                host.as_mut_ptr().cast(),
                self.pointer.cast(),
                self.bytes(),
                kind,
                stream.as_raw(),
            )
        })
    }

    const fn bytes(&self) -> usize {
        self.len * size_of::<T>()
    }

    const fn check_len(&self, given: usize) -> Result<()> {
        if given == self.len {
            Ok(())
        } else {
            Err(Error::Length {
                len: self.len,
                given,
            })
        }
    }
}

impl<T> DeviceBuffer<T> {
    /// An allocation of `cudaMalloc` made elsewhere, which is freed on drop from now on.
    ///
    /// # Safety
    ///
    /// `pointer` is a live allocation of at least `len` elements on `device` that nobody else frees, or null with a
    /// `len` of 0.
    pub const unsafe fn from_raw(pointer: *mut T, len: usize, device: Device) -> Self {
        Self {
            pointer,
            len,
            device,
            element: PhantomData,
        }
    }

    /// The address, the caller's to free from now on.
    pub const fn into_raw(self) -> *mut T {
        let pointer = self.pointer;
        mem::forget(self);
        pointer
    }

    /// The device address, for kernels that read. Null where the length is 0.
    pub const fn as_ptr(&self) -> *const T {
        self.pointer
    }

    /// The device address, for kernels that write. Null where the length is 0.
    pub const fn as_mut_ptr(&mut self) -> *mut T {
        self.pointer
    }

    /// Elements.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no element.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The device whose memory it is.
    pub const fn device(&self) -> Device {
        self.device
    }
}

impl<T> Drop for DeviceBuffer<T> {
    fn drop(&mut self) {
        if !self.pointer.is_null() {
            // SAFETY: owned, so live and nobody else's. cudaFree waits for the device, so no kernel still uses it. A
            // failure is that of an earlier kernel, or a context that is gone: there is nobody left to tell.
            let _ = unsafe { cudaFree(self.pointer.cast()) };
        }
    }
}

/// Waits for what was put into the legacy default stream. A `cudaMemset`, and a copy from pageable memory, may return
/// before the device is done with it (CUDA Runtime API, "API synchronization behavior"), which a stream that is ordered with
/// nothing would see.
fn finished() -> Result<()> {
    // SAFETY: a default stream handle.
    check("cudaStreamSynchronize", unsafe {
        cudaStreamSynchronize(cudaStreamLegacy)
    })
}
