//! Streams: queues of work on one device.

use core::mem;

use cuda_sys::{
    cudaError, cudaStream_t, cudaStreamCreateWithFlags, cudaStreamDefault, cudaStreamDestroy,
    cudaStreamLegacy, cudaStreamNonBlocking, cudaStreamPerThread, cudaStreamQuery,
    cudaStreamSynchronize,
};

use crate::error::{Error, Result, check};
use crate::ordinal::Device;

/// A stream: what is put into it runs in that order, on its device.
///
/// Destroyed on drop, when the work in it is done; the default streams never are.
#[derive(Debug)]
pub struct Stream {
    raw: cudaStream_t,
    device: Device,
    owned: bool,
}

// SAFETY: CUDA's stream handles may be used from any thread, and from several at a time (CUDA C++ Programming
// Guide, on multi-threaded use of the runtime).
unsafe impl Send for Stream {}
// SAFETY: as above.
unsafe impl Sync for Stream {}

impl Stream {
    /// A stream on the current device that is ordered with the legacy default stream, and so with the plain copies of
    /// [`DeviceBuffer`](crate::DeviceBuffer): a copy after a launch sees what the kernel wrote.
    ///
    /// # Errors
    ///
    /// Whatever the runtime answers.
    pub fn new() -> Result<Self> {
        Self::with_flags(cudaStreamDefault)
    }

    /// A stream on the current device that is ordered with nothing else: the plain copies of buffers do **not** wait
    /// for it, so [`synchronize`](Stream::synchronize) before them.
    ///
    /// # Errors
    ///
    /// Whatever the runtime answers.
    pub fn non_blocking() -> Result<Self> {
        Self::with_flags(cudaStreamNonBlocking)
    }

    fn with_flags(flags: u32) -> Result<Self> {
        let device = Device::current()?;
        let mut raw = core::ptr::null_mut();
        // SAFETY: writes one handle.
        check("cudaStreamCreateWithFlags", unsafe {
            cudaStreamCreateWithFlags(&mut raw, flags)
        })?;
        Ok(Self {
            raw,
            device,
            owned: true,
        })
    }

    /// The legacy default stream of the current device (`cudaStreamLegacy`).
    ///
    /// # Errors
    ///
    /// Whatever the runtime answers when asked for the current device.
    pub fn legacy_default() -> Result<Self> {
        Ok(Self {
            raw: cudaStreamLegacy,
            device: Device::current()?,
            owned: false,
        })
    }

    /// The calling thread's own default stream on the current device (`cudaStreamPerThread`).
    ///
    /// # Safety
    ///
    /// The value is used on this thread alone: on another, its handle names that thread's stream, so that waiting for it
    /// waits for nothing that was put into it here.
    ///
    /// # Errors
    ///
    /// Whatever the runtime answers when asked for the current device.
    pub unsafe fn per_thread_default() -> Result<Self> {
        Ok(Self {
            raw: cudaStreamPerThread,
            device: Device::current()?,
            owned: false,
        })
    }

    /// A stream made elsewhere, which stays its maker's: it is not destroyed on drop.
    ///
    /// # Safety
    ///
    /// `raw` is a live stream of `device`, or a default stream handle, and outlives the returned value.
    pub const unsafe fn borrow_raw(raw: cudaStream_t, device: Device) -> Self {
        Self {
            raw,
            device,
            owned: false,
        }
    }

    /// A stream made elsewhere, which is destroyed on drop from now on. Default stream handles are recognised and
    /// never destroyed.
    ///
    /// # Safety
    ///
    /// `raw` is a live stream of `device` that nobody else destroys, or a default stream handle.
    pub unsafe fn from_raw(raw: cudaStream_t, device: Device) -> Self {
        Self {
            raw,
            device,
            owned: !is_default(raw),
        }
    }

    /// The handle, for calls through `cuda_sys`.
    pub const fn as_raw(&self) -> cudaStream_t {
        self.raw
    }

    /// The handle, which is the caller's to destroy from now on.
    pub const fn into_raw(self) -> cudaStream_t {
        let raw = self.raw;
        mem::forget(self);
        raw
    }

    /// The device that the stream was made on.
    pub const fn device(&self) -> Device {
        self.device
    }

    /// Waits until everything in the stream is done. This is where a kernel's fault shows.
    ///
    /// # Errors
    ///
    /// The fault of an earlier kernel, which is [sticky](crate::CudaError::is_sticky).
    pub fn synchronize(&self) -> Result<()> {
        self.check_default()?;
        // SAFETY: the handle is live while `self` is.
        check("cudaStreamSynchronize", unsafe {
            cudaStreamSynchronize(self.raw)
        })
    }

    /// Whether everything in the stream is done; never waits.
    ///
    /// # Errors
    ///
    /// The fault of an earlier kernel, which is [sticky](crate::CudaError::is_sticky).
    pub fn is_done(&self) -> Result<bool> {
        self.check_default()?;
        // SAFETY: the handle is live while `self` is.
        match unsafe { cudaStreamQuery(self.raw) } {
            cudaError::cudaErrorNotReady => Ok(false),
            code => check("cudaStreamQuery", code).map(|()| true),
        }
    }

    /// That this stream's device is current, for a default stream: its handle names the current device's.
    pub(crate) fn check_default(&self) -> Result<()> {
        if self.owned || !is_default(self.raw) {
            return Ok(());
        }
        self.check_device(self.device, || String::from("the default stream"))
    }

    /// That `what`, which belongs to `owner`, may be put into this stream by the calling thread now.
    #[inline]
    pub(crate) fn check_device(&self, owner: Device, what: impl FnOnce() -> String) -> Result<()> {
        let current = Device::current()?;
        if self.device != owner {
            return Err(Error::WrongDevice {
                what: what(),
                owner,
                current: self.device,
            });
        }
        if current != owner {
            return Err(Error::WrongDevice {
                what: what(),
                owner,
                current,
            });
        }
        Ok(())
    }
}

/// Null, `cudaStreamLegacy` and `cudaStreamPerThread` are names, not objects.
fn is_default(raw: cudaStream_t) -> bool {
    raw.is_null() || raw == cudaStreamLegacy || raw == cudaStreamPerThread
}

impl Drop for Stream {
    fn drop(&mut self) {
        if self.owned {
            // SAFETY: owned, so live and nobody else's. CUDA lets queued work finish. An error here is that of an
            // earlier kernel, or a context that is gone with the process: there is nobody left to tell.
            let _ = unsafe { cudaStreamDestroy(self.raw) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_stream_handles_are_never_owned() {
        for raw in [core::ptr::null_mut(), cudaStreamLegacy, cudaStreamPerThread] {
            // SAFETY: default stream handles are allowed.
            let stream = unsafe { Stream::from_raw(raw, Device::from_raw(0)) };
            assert!(!stream.owned);
        }
    }
}
