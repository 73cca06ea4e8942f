//! Some elements in the memory of one device, and every copy that can be made of them. Buffers and views are this with an
//! owner.

use core::ops::RangeBounds;

use cuda_sys::{
    cudaMemcpy, cudaMemcpyAsync, cudaMemcpyKind, cudaMemcpyPeer, cudaMemcpyPeerAsync, cudaMemset,
    cudaMemsetAsync, cudaStreamLegacy, cudaStreamSynchronize,
};

use crate::element::Element;
use crate::error::{Result, check};
use crate::ordinal::Device;
use crate::range::{resolve, same_length};
use crate::stream::Stream;

/// `len` elements at `pointer` on `device`. Whoever has one keeps the memory alive.
#[derive(Debug)]
pub(crate) struct Part<T> {
    pub pointer: *mut T,
    pub len: usize,
    pub device: Device,
}

impl<T> Clone for Part<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Part<T> {}

impl<T> Part<T> {
    pub(crate) fn range(&self, range: impl RangeBounds<usize>) -> Result<Self> {
        let (begin, len) = resolve(range, self.len)?;
        Ok(Self {
            // Within the allocation, or null and no element. A device address: never read from here.
            pointer: self.pointer.wrapping_add(begin),
            len,
            device: self.device,
        })
    }

    const fn bytes(&self) -> usize {
        self.len * size_of::<T>()
    }

    fn check_device(&self) -> Result<()> {
        self.device.check_current(|| String::from("the buffer"))
    }

    fn check_stream(&self, stream: &Stream) -> Result<()> {
        stream.check_device(self.device, || String::from("the buffer"))
    }
}

impl<T: Element> Part<T> {
    pub(crate) fn zero(&self) -> Result<()> {
        self.set_bytes(0)
    }

    fn set_bytes(&self, byte: u8) -> Result<()> {
        if self.len == 0 {
            return Ok(());
        }
        self.check_device()?;
        // SAFETY: the allocation has this many bytes.
        check("cudaMemset", unsafe {
            cudaMemset(self.pointer.cast(), i32::from(byte), self.bytes())
        })?;
        finished()
    }

    /// Sets every element. The runtime can only set bytes: of another value a first stretch is copied from the host, and then
    /// what is there is copied behind itself.
    pub(crate) fn fill(&self, value: T) -> Result<()> {
        let bytes = bytemuck::bytes_of(&value);
        if bytes.iter().all(|&byte| byte == bytes[0]) {
            return self.set_bytes(bytes[0]);
        }
        let stretch = (64 * 1024 / size_of::<T>()).clamp(1, self.len.max(1));
        let mut done = stretch.min(self.len);
        self.range(..done)?.copy_from_host(&vec![value; done])?;
        while done < self.len {
            let next = done.min(self.len - done);
            self.range(done..done + next)?
                .copy_within_device(&self.range(..next)?)?;
            done += next;
        }
        finished()
    }

    pub(crate) fn copy_from_host(&self, host: &[T]) -> Result<()> {
        same_length(self.len, host.len())?;
        if self.len == 0 {
            return Ok(());
        }
        self.check_device()?;
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

    pub(crate) fn copy_to_host(&self, host: &mut [T]) -> Result<()> {
        same_length(self.len, host.len())?;
        if self.len == 0 {
            return Ok(());
        }
        self.check_device()?;
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

    /// From this device or another.
    pub(crate) fn copy_from_part(&self, source: &Self) -> Result<()> {
        same_length(self.len, source.len)?;
        if self.len == 0 {
            return Ok(());
        }
        self.check_device()?;
        if source.device == self.device {
            self.copy_within_device(source)?;
        } else {
            // SAFETY: both sides have this many bytes, on these devices.
            check("cudaMemcpyPeer", unsafe {
                cudaMemcpyPeer(
                    self.pointer.cast(),
                    self.device.as_raw(),
                    source.pointer.cast(),
                    source.device.as_raw(),
                    self.bytes(),
                )
            })?;
        }
        finished()
    }

    /// Starts a copy of what is on the same device, with which that is current, and does not wait for it.
    fn copy_within_device(&self, source: &Self) -> Result<()> {
        // SAFETY: both sides have this many bytes, on this device.
        check("cudaMemcpy", unsafe {
            cudaMemcpy(
                self.pointer.cast(),
                source.pointer.cast(),
                self.bytes(),
                cudaMemcpyKind::cudaMemcpyDeviceToDevice,
            )
        })
    }

    /// # Safety
    ///
    /// Until the stream has passed it, the memory lives and is used by nothing that is not ordered after it.
    pub(crate) unsafe fn zero_in(&self, stream: &Stream) -> Result<()> {
        if self.len == 0 {
            return Ok(());
        }
        self.check_stream(stream)?;
        // SAFETY: the allocation has this many bytes; that it lives is the caller's promise.
        check("cudaMemsetAsync", unsafe {
            cudaMemsetAsync(self.pointer.cast(), 0, self.bytes(), stream.as_raw())
        })
    }

    /// # Safety
    ///
    /// As [`zero_in`](Self::zero_in), of both sides.
    pub(crate) unsafe fn copy_from_part_in(&self, source: &Self, stream: &Stream) -> Result<()> {
        same_length(self.len, source.len)?;
        if self.len == 0 {
            return Ok(());
        }
        self.check_stream(stream)?;
        if source.device != self.device {
            // SAFETY: both sides have this many bytes, on these devices; that they live is the caller's promise.
            return check("cudaMemcpyPeerAsync", unsafe {
                cudaMemcpyPeerAsync(
                    self.pointer.cast(),
                    self.device.as_raw(),
                    source.pointer.cast(),
                    source.device.as_raw(),
                    self.bytes(),
                    stream.as_raw(),
                )
            });
        }
        let kind = cudaMemcpyKind::cudaMemcpyDeviceToDevice;
        // SAFETY: as above, on one device.
        unsafe { copy_in(self.pointer, source.pointer, self.len, kind, stream) }
    }

    /// # Safety
    ///
    /// As [`zero_in`](Self::zero_in), of both sides; `host` is page-locked.
    pub(crate) unsafe fn copy_from_pinned_in(
        &self,
        host: (*const T, usize),
        stream: &Stream,
    ) -> Result<()> {
        same_length(self.len, host.1)?;
        if self.len == 0 {
            return Ok(());
        }
        self.check_stream(stream)?;
        let kind = cudaMemcpyKind::cudaMemcpyHostToDevice;
        // SAFETY: both sides have this many elements; the rest is the caller's promise.
        unsafe { copy_in(self.pointer, host.0, self.len, kind, stream) }
    }

    /// # Safety
    ///
    /// As [`copy_from_pinned_in`](Self::copy_from_pinned_in).
    pub(crate) unsafe fn copy_to_pinned_in(
        &self,
        host: (*mut T, usize),
        stream: &Stream,
    ) -> Result<()> {
        same_length(self.len, host.1)?;
        if self.len == 0 {
            return Ok(());
        }
        self.check_stream(stream)?;
        let kind = cudaMemcpyKind::cudaMemcpyDeviceToHost;
        // SAFETY: both sides have this many elements; the rest is the caller's promise.
        unsafe { copy_in(host.0, self.pointer, self.len, kind, stream) }
    }
}

/// # Safety
///
/// Both sides have `len` elements where `kind` says, and live until the stream has passed the copy.
unsafe fn copy_in<T>(
    to: *mut T,
    from: *const T,
    len: usize,
    kind: cudaMemcpyKind,
    stream: &Stream,
) -> Result<()> {
    let bytes = len * size_of::<T>();
    // SAFETY: as promised to this function.
    check("cudaMemcpyAsync", unsafe {
        cudaMemcpyAsync(to.cast(), from.cast(), bytes, kind, stream.as_raw())
    })
}

/// Waits for what was put into the legacy default stream. A `cudaMemset`, a copy within a device or between two, and a copy
/// from pageable memory may return before the device is done with it (CUDA Runtime API, "API synchronization behavior"),
/// which a stream that is ordered with nothing would see.
fn finished() -> Result<()> {
    // SAFETY: a default stream handle.
    check("cudaStreamSynchronize", unsafe {
        cudaStreamSynchronize(cudaStreamLegacy)
    })
}
