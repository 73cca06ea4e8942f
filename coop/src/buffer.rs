//! Device memory of one element type.

use core::marker::PhantomData;
use core::mem;

use cuda_sys::cudaMalloc;

use crate::element::{Element, bytes_of};
use crate::error::{Result, check};
use crate::freeing::{self, Memory};
use crate::ordinal::Device;
use crate::part::Part;
use crate::view::{DeviceSlice, DeviceSliceMut, reads, writes};

/// `len` elements of `T` in the memory of one device. Freed on drop.
///
/// The memory is the device's: no reference to it is ever formed on the host, and it is read and written through
/// copies. Their device must be the current one ([`Device`]); only a drop makes it so by itself. The plain copies wait for work
/// in the legacy default stream and in streams of [`Stream::new`](crate::Stream::new), so a copy after a launch there sees what
/// the kernel wrote; they do not wait for [`Stream::non_blocking`](crate::Stream::non_blocking). What is copied or set is
/// there, for every stream, when the call returns. Those with a stream as an argument are put into it.
///
/// A buffer that is dropped while this thread [captures](crate::Graph::capture) is freed when the capture ends.
#[derive(Debug)]
pub struct DeviceBuffer<T> {
    part: Part<T>,
    element: PhantomData<T>,
}

// SAFETY: the pointer is an address in device memory, owned by this value; CUDA may be called from any thread.
unsafe impl<T: Send> Send for DeviceBuffer<T> {}
// SAFETY: through a shared reference the memory is only copied from, by CUDA.
unsafe impl<T: Sync> Sync for DeviceBuffer<T> {}

impl<T> DeviceBuffer<T> {
    /// `len` elements with all bits zero, on the current device. A `len` of 0 allocates nothing.
    ///
    /// Take this where a kernel adds to what is there, or writes only some of it: it costs a pass over the memory.
    ///
    /// # Errors
    ///
    /// A size beyond the address space, or the runtime's answer, of which out of memory is the usual one.
    pub fn zeroed(len: usize) -> Result<Self>
    where
        T: Element,
    {
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
    pub fn uninit(len: usize) -> Result<Self>
    where
        T: Element,
    {
        let bytes = bytes_of::<T>(len)?;
        let device = Device::current()?;
        let mut pointer = core::ptr::null_mut();
        if bytes != 0 {
            // SAFETY: writes one pointer.
            check("cudaMalloc", unsafe { cudaMalloc(&mut pointer, bytes) })?;
        }
        Ok(Self {
            part: Part {
                pointer: pointer.cast(),
                len,
                device,
            },
            element: PhantomData,
        })
    }

    /// A copy of `host` on the current device.
    ///
    /// # Errors
    ///
    /// As [`zeroed`](Self::zeroed).
    pub fn from_slice(host: &[T]) -> Result<Self>
    where
        T: Element,
    {
        let mut buffer = Self::uninit(host.len())?;
        buffer.copy_from_slice(host)?;
        Ok(buffer)
    }
}

reads!(DeviceBuffer<T>);
writes!(DeviceBuffer<T>);

impl<T> DeviceBuffer<T> {
    /// The first `middle` elements, and the others: two views that can be written at the same time, as by two streams.
    ///
    /// # Errors
    ///
    /// [`Error::Range`](crate::Error::Range) for a `middle` past the end.
    pub fn split_at_mut(
        &mut self,
        middle: usize,
    ) -> Result<(DeviceSliceMut<'_, T>, DeviceSliceMut<'_, T>)> {
        DeviceSliceMut::from(self).split_at_mut(middle)
    }

    /// An allocation of `cudaMalloc` made elsewhere, which is freed on drop from now on.
    ///
    /// # Safety
    ///
    /// `pointer` is a live allocation of at least `len` elements on `device` that nobody else frees, or null with a
    /// `len` of 0.
    pub const unsafe fn from_raw(pointer: *mut T, len: usize, device: Device) -> Self {
        Self {
            part: Part {
                pointer,
                len,
                device,
            },
            element: PhantomData,
        }
    }

    /// The address, the caller's to free from now on.
    pub const fn into_raw(self) -> *mut T {
        let pointer = self.part.pointer;
        mem::forget(self);
        pointer
    }
}

/// All of it.
impl<'a, T> From<&'a DeviceBuffer<T>> for DeviceSlice<'a, T> {
    fn from(buffer: &'a DeviceBuffer<T>) -> Self {
        // SAFETY: the buffer is borrowed.
        unsafe { Self::new(buffer.part) }
    }
}

/// All of it.
impl<'a, T> From<&'a mut DeviceBuffer<T>> for DeviceSliceMut<'a, T> {
    fn from(buffer: &'a mut DeviceBuffer<T>) -> Self {
        // SAFETY: the buffer is borrowed exclusively.
        unsafe { Self::new(buffer.part) }
    }
}

impl<T> Drop for DeviceBuffer<T> {
    fn drop(&mut self) {
        // SAFETY: owned, so live and nobody else's.
        unsafe { freeing::free(Memory::OfDevice(self.part.device, self.part.pointer.cast())) };
    }
}
