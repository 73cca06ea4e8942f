//! Device memory that is allocated and freed in the order of a stream.

use core::marker::PhantomData;
use core::ops::RangeBounds;

use cuda_sys::{cudaFreeAsync, cudaMallocAsync};

use crate::element::{Element, bytes_of};
use crate::error::{Result, check};
use crate::ordinal::Device;
use crate::part::Part;
use crate::stream::Stream;
use crate::view::{DeviceSlice, DeviceSliceMut};

/// `len` elements of `T` from the device's memory pool, allocated and freed by a stream when it comes to it: neither waits for
/// the device, as [`DeviceBuffer`](crate::DeviceBuffer) does.
///
/// The memory is there for what is put into the stream after it was made and before it is dropped.
#[derive(Debug)]
pub struct StreamBuffer<'s, T> {
    part: Part<T>,
    stream: &'s Stream,
    element: PhantomData<T>,
}

// SAFETY: the pointer is an address in device memory, owned by this value; CUDA may be called from any thread.
unsafe impl<T: Send> Send for StreamBuffer<'_, T> {}
// SAFETY: through a shared reference the memory is only copied from, by CUDA.
unsafe impl<T: Sync> Sync for StreamBuffer<'_, T> {}

impl<'s, T> StreamBuffer<'s, T> {
    /// `len` elements that hold whatever the memory held, on the device of the stream, which must be current. A `len` of 0
    /// allocates nothing.
    ///
    /// # Errors
    ///
    /// A size beyond the address space, [`Error::WrongDevice`](crate::Error::WrongDevice), or the runtime's answer: out of
    /// memory, or not supported where the device has no memory pools.
    pub fn uninit(len: usize, stream: &'s Stream) -> Result<Self>
    where
        T: Element,
    {
        let bytes = bytes_of::<T>(len)?;
        let device = stream.device();
        stream.check_device(device, || String::from("the stream"))?;
        let mut pointer = core::ptr::null_mut();
        if bytes != 0 {
            // SAFETY: writes one pointer; the stream is live while it is borrowed.
            check("cudaMallocAsync", unsafe {
                cudaMallocAsync(&mut pointer, bytes, stream.as_raw())
            })?;
        }
        Ok(Self {
            part: Part {
                pointer: pointer.cast(),
                len,
                device,
            },
            stream,
            element: PhantomData,
        })
    }
}

impl<'s, T> StreamBuffer<'s, T> {
    /// The device address, for kernels that read, in the order of the stream. Null where the length is 0.
    pub const fn as_ptr(&self) -> *const T {
        self.part.pointer
    }

    /// The device address, for kernels that write, in the order of the stream. Null where the length is 0.
    pub const fn as_mut_ptr(&mut self) -> *mut T {
        self.part.pointer
    }

    /// Elements.
    pub const fn len(&self) -> usize {
        self.part.len
    }

    /// Whether there is no element.
    pub const fn is_empty(&self) -> bool {
        self.part.len == 0
    }

    /// The device whose memory it is.
    pub const fn device(&self) -> Device {
        self.part.device
    }

    /// The stream that allocated it and will free it.
    pub const fn stream(&self) -> &'s Stream {
        self.stream
    }

    /// The elements of a range, to read: for copies.
    ///
    /// # Safety
    ///
    /// What is done with the view is done after the stream has allocated the memory: in the stream, in an order after it, or
    /// once it was waited for; and ends before the stream frees it.
    ///
    /// # Errors
    ///
    /// [`Error::Range`](crate::Error::Range) unless it lies within.
    pub unsafe fn slice(&self, range: impl RangeBounds<usize>) -> Result<DeviceSlice<'_, T>> {
        // SAFETY: borrowed; the rest is the caller's promise.
        Ok(unsafe { DeviceSlice::new(self.part.range(range)?) })
    }

    /// The elements of a range, to write: for copies and fills.
    ///
    /// # Safety
    ///
    /// As [`slice`](Self::slice).
    ///
    /// # Errors
    ///
    /// [`Error::Range`](crate::Error::Range) unless it lies within.
    pub unsafe fn slice_mut(
        &mut self,
        range: impl RangeBounds<usize>,
    ) -> Result<DeviceSliceMut<'_, T>> {
        // SAFETY: borrowed exclusively; the rest is the caller's promise.
        Ok(unsafe { DeviceSliceMut::new(self.part.range(range)?) })
    }
}

impl<T> Drop for StreamBuffer<'_, T> {
    fn drop(&mut self) {
        if self.part.pointer.is_null() {
            return;
        }
        // SAFETY: owned, so live and nobody else's, until the stream has come to this. A failure has nobody left to be told.
        let _ = self.part.device.while_current(|| unsafe {
            cudaFreeAsync(self.part.pointer.cast(), self.stream.as_raw())
        });
    }
}
