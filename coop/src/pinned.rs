//! Page-locked host memory, which the device can reach.

use core::marker::PhantomData;
use core::mem;
use core::ops::RangeBounds;

use cuda_sys::{
    cudaHostAlloc, cudaHostAllocMapped, cudaHostAllocPortable, cudaHostGetDevicePointer,
};

use crate::element::{Element, bytes_of};
use crate::error::{Result, check};
use crate::freeing::{self, Memory};
use crate::range::resolve;

/// `len` elements of page-locked host memory, mapped into the address space of every device. Freed on drop.
///
/// Copies from and to it run asynchronously at full speed, and kernels can write it directly: for a few words, such as
/// progress, while they run ([`read`](Self::read)).
#[derive(Debug)]
pub struct PinnedBuffer<T> {
    pointer: *mut T,
    len: usize,
}

// SAFETY: the memory is owned by this value, and freed by a call that any thread may make.
unsafe impl<T: Send> Send for PinnedBuffer<T> {}
// SAFETY: through a shared reference it is only read.
unsafe impl<T: Sync> Sync for PinnedBuffer<T> {}

impl<T> PinnedBuffer<T> {
    /// `len` elements with all bits zero.
    ///
    /// # Errors
    ///
    /// A size beyond the address space, or the runtime's answer.
    pub fn zeroed(len: usize) -> Result<Self>
    where
        T: Element,
    {
        let bytes = bytes_of::<T>(len)?;
        let mut pointer = core::ptr::null_mut();
        if bytes != 0 {
            let flags = cudaHostAllocMapped | cudaHostAllocPortable;
            // SAFETY: writes one pointer.
            check("cudaHostAlloc", unsafe {
                cudaHostAlloc(&mut pointer, bytes, flags)
            })?;
            // SAFETY: the allocation has this many bytes, of which zero is a valid value.
            unsafe { pointer.cast::<u8>().write_bytes(0, bytes) };
        }
        Ok(Self {
            pointer: pointer.cast(),
            len,
        })
    }

    /// A copy of `host`.
    ///
    /// # Errors
    ///
    /// As [`zeroed`](Self::zeroed).
    pub fn from_slice(host: &[T]) -> Result<Self>
    where
        T: Element,
    {
        let mut buffer = Self::zeroed(host.len())?;
        buffer.as_mut_slice().copy_from_slice(host);
        Ok(buffer)
    }

    /// The elements. A kernel that was given [`device_ptr`](Self::device_ptr) must have finished: while it runs, use
    /// [`read`](Self::read).
    pub fn as_slice(&self) -> &[T]
    where
        T: Element,
    {
        if self.len == 0 {
            return &[];
        }
        // SAFETY: live, initialised, aligned (CUDA aligns to a page); that no kernel writes meanwhile was promised to
        // the unsafe launch that was given the address.
        unsafe { core::slice::from_raw_parts(self.pointer, self.len) }
    }

    /// The elements, to write; see [`as_slice`](Self::as_slice).
    pub fn as_mut_slice(&mut self) -> &mut [T]
    where
        T: Element,
    {
        if self.len == 0 {
            return &mut [];
        }
        // SAFETY: as in `as_slice`, and `self` is borrowed exclusively.
        unsafe { core::slice::from_raw_parts_mut(self.pointer, self.len) }
    }

    /// One element, read anew from memory each time: what a running kernel has written so far. `None` past the end.
    ///
    /// A value is whole where the device writes it with one store of its size (up to 8 bytes, aligned).
    pub fn read(&self, index: usize) -> Option<T>
    where
        T: Element,
    {
        // SAFETY: in bounds and aligned; a volatile read, because the device may write at any time.
        (index < self.len).then(|| unsafe { self.pointer.add(index).read_volatile() })
    }

    /// The address as the current device sees it, for kernels. Null where the length is 0.
    ///
    /// # Errors
    ///
    /// Whatever the runtime answers.
    pub fn device_ptr(&self) -> Result<*mut T>
    where
        T: Element,
    {
        if self.len == 0 {
            return Ok(core::ptr::null_mut());
        }
        let mut device = core::ptr::null_mut();
        // SAFETY: the memory was allocated mapped; writes one pointer.
        check("cudaHostGetDevicePointer", unsafe {
            cudaHostGetDevicePointer(&mut device, self.pointer.cast(), 0)
        })?;
        Ok(device.cast())
    }
}

impl<T> PinnedBuffer<T> {
    /// Memory of `cudaHostAlloc`, mapped and portable, made elsewhere, which is freed on drop from now on.
    ///
    /// # Safety
    ///
    /// `pointer` is a live, initialised allocation of at least `len` elements that nobody else frees, or null with a
    /// `len` of 0.
    pub const unsafe fn from_raw(pointer: *mut T, len: usize) -> Self {
        Self { pointer, len }
    }

    /// The host address, the caller's to free (`cudaFreeHost`) from now on.
    pub const fn into_raw(self) -> *mut T {
        let pointer = self.pointer;
        mem::forget(self);
        pointer
    }

    /// The host address. Null where the length is 0.
    pub const fn as_ptr(&self) -> *const T {
        self.pointer
    }

    /// The host address, to write. Null where the length is 0.
    pub const fn as_mut_ptr(&mut self) -> *mut T {
        self.pointer
    }

    /// The elements of a range, for copies of [`DeviceBuffer`](crate::DeviceBuffer) from here.
    ///
    /// # Errors
    ///
    /// [`Error::Range`](crate::Error::Range) unless it lies within.
    pub fn slice(&self, range: impl RangeBounds<usize>) -> Result<PinnedSlice<'_, T>> {
        let (begin, len) = resolve(range, self.len)?;
        Ok(PinnedSlice {
            pointer: self.pointer.wrapping_add(begin),
            len,
            buffer: PhantomData,
        })
    }

    /// The elements of a range, for copies of [`DeviceBuffer`](crate::DeviceBuffer) to here.
    ///
    /// # Errors
    ///
    /// [`Error::Range`](crate::Error::Range) unless it lies within.
    pub fn slice_mut(&mut self, range: impl RangeBounds<usize>) -> Result<PinnedSliceMut<'_, T>> {
        let (begin, len) = resolve(range, self.len)?;
        Ok(PinnedSliceMut {
            pointer: self.pointer.wrapping_add(begin),
            len,
            buffer: PhantomData,
        })
    }

    /// Elements.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no element.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl<T> Drop for PinnedBuffer<T> {
    fn drop(&mut self) {
        // SAFETY: owned, so live and nobody else's.
        unsafe { freeing::free(Memory::Pinned(self.pointer.cast())) };
    }
}

/// Some elements of a [`PinnedBuffer`], to be copied from. No reference to them is formed: the device may be reading.
#[derive(Debug)]
pub struct PinnedSlice<'a, T> {
    pointer: *const T,
    len: usize,
    buffer: PhantomData<&'a [T]>,
}

/// Some elements of a [`PinnedBuffer`], to be copied to. No reference to them is formed: the device may be writing.
#[derive(Debug)]
pub struct PinnedSliceMut<'a, T> {
    pointer: *mut T,
    len: usize,
    buffer: PhantomData<&'a mut [T]>,
}

impl<T> PinnedSlice<'_, T> {
    pub(crate) const fn raw(&self) -> (*const T, usize) {
        (self.pointer, self.len)
    }
}

impl<T> PinnedSliceMut<'_, T> {
    pub(crate) const fn raw(&self) -> (*mut T, usize) {
        (self.pointer, self.len)
    }
}

/// All of it.
impl<'a, T> From<&'a PinnedBuffer<T>> for PinnedSlice<'a, T> {
    fn from(buffer: &'a PinnedBuffer<T>) -> Self {
        Self {
            pointer: buffer.pointer,
            len: buffer.len,
            buffer: PhantomData,
        }
    }
}

/// All of it.
impl<'a, T> From<&'a mut PinnedBuffer<T>> for PinnedSliceMut<'a, T> {
    fn from(buffer: &'a mut PinnedBuffer<T>) -> Self {
        Self {
            pointer: buffer.pointer,
            len: buffer.len,
            buffer: PhantomData,
        }
    }
}
