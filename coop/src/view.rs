//! Views of device memory: some elements of a buffer, borrowed; and what buffers and views can do alike.

use core::marker::PhantomData;

use crate::error::Result;
use crate::part::Part;

/// Some elements of a [`DeviceBuffer`](crate::DeviceBuffer), borrowed to be read. Plain data: pass it by value.
///
/// Its address is a launch argument: `part.as_ptr()` is that of its first element.
#[derive(Debug)]
pub struct DeviceSlice<'a, T> {
    part: Part<T>,
    buffer: PhantomData<&'a [T]>,
}

/// Some elements of a [`DeviceBuffer`](crate::DeviceBuffer), borrowed to be written.
///
/// Its address is a launch argument: `part.as_mut_ptr()` is that of its first element.
#[derive(Debug)]
pub struct DeviceSliceMut<'a, T> {
    part: Part<T>,
    buffer: PhantomData<&'a mut [T]>,
}

// SAFETY: an address in device memory, borrowed as a slice would be; CUDA may be called from any thread.
unsafe impl<T: Sync> Send for DeviceSlice<'_, T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for DeviceSlice<'_, T> {}
// SAFETY: as above.
unsafe impl<T: Send> Send for DeviceSliceMut<'_, T> {}
// SAFETY: through a shared reference the memory is only copied from, by CUDA.
unsafe impl<T: Sync> Sync for DeviceSliceMut<'_, T> {}

impl<T> Clone for DeviceSlice<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for DeviceSlice<'_, T> {}

impl<T> DeviceSlice<'_, T> {
    /// # Safety
    ///
    /// The memory lives and is not written, but in stream order, as long as the view.
    pub(crate) const unsafe fn new(part: Part<T>) -> Self {
        Self {
            part,
            buffer: PhantomData,
        }
    }
}

impl<'a, T> DeviceSliceMut<'a, T> {
    /// # Safety
    ///
    /// The memory lives and nobody else has it, but in stream order, as long as the view.
    pub(crate) const unsafe fn new(part: Part<T>) -> Self {
        Self {
            part,
            buffer: PhantomData,
        }
    }

    /// The first `middle` elements, and the others: two views that can be written at the same time.
    ///
    /// # Errors
    ///
    /// [`Error::Range`](crate::Error::Range) for a `middle` past the end.
    pub fn split_at_mut(self, middle: usize) -> Result<(Self, Self)> {
        let (left, right) = (self.part.range(..middle)?, self.part.range(middle..)?);
        // SAFETY: of one borrow, two parts that do not overlap.
        unsafe { Ok((Self::new(left), Self::new(right))) }
    }
}

impl<'a, T> From<DeviceSliceMut<'a, T>> for DeviceSlice<'a, T> {
    fn from(view: DeviceSliceMut<'a, T>) -> Self {
        // SAFETY: the borrow is given up for a shared one.
        unsafe { Self::new(view.part) }
    }
}

/// What is done with device memory that is there to be read. The type has a field `part`.
macro_rules! reads {
    ($($type:tt)+) => {
        impl<T> $($type)+ {
            /// The elements of a range, to read.
            ///
            /// # Errors
            ///
            /// [`Error::Range`](crate::Error::Range) unless it lies within.
            pub fn slice(&self, range: impl core::ops::RangeBounds<usize>) -> $crate::error::Result<$crate::view::DeviceSlice<'_, T>> {
                // SAFETY: borrowed from what is borrowed or owned here.
                Ok(unsafe { $crate::view::DeviceSlice::new(self.part.range(range)?) })
            }

            /// The device address, for kernels that read. Null where the buffer is of no element.
            pub const fn as_ptr(&self) -> *const T {
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
            pub const fn device(&self) -> $crate::ordinal::Device {
                self.part.device
            }
        }

        impl<T> $($type)+ {
            /// Copies all elements into `host`.
            ///
            /// # Errors
            ///
            /// [`Error::Length`](crate::Error::Length) unless both have the same length,
            /// [`Error::WrongDevice`](crate::Error::WrongDevice) unless their device is current; else whatever the runtime
            /// answers, such as the fault of an earlier kernel.
            pub fn copy_to_slice(&self, host: &mut [T]) -> $crate::error::Result<()>
where
    T: $crate::element::Element,
{
                self.part.copy_to_host(host)
            }

            /// A copy of all elements in host memory.
            ///
            /// # Errors
            ///
            /// As [`copy_to_slice`](Self::copy_to_slice).
            pub fn to_vec(&self) -> $crate::error::Result<Vec<T>>
where
    T: $crate::element::Element,
{
                let mut host = vec![<T as bytemuck::Zeroable>::zeroed(); self.part.len];
                self.part.copy_to_host(&mut host)?;
                Ok(host)
            }

            /// Starts a copy to pinned memory, a [`PinnedBuffer`](crate::PinnedBuffer) or part of one, in `stream`, and does
            /// not wait for it.
            ///
            /// # Safety
            ///
            /// Until the stream has passed the copy, the memory of `host` is neither read, written nor freed, and that here
            /// lives and is written by nothing but in an order with it.
            ///
            /// # Errors
            ///
            /// [`Error::Length`](crate::Error::Length), [`Error::WrongDevice`](crate::Error::WrongDevice) where stream or
            /// current device are another; else whatever the runtime answers.
            pub unsafe fn copy_to_pinned<'h>(
                &self,
                host: impl Into<$crate::pinned::PinnedSliceMut<'h, T>>,
                stream: &$crate::stream::Stream,
            ) -> $crate::error::Result<()>
            where
                T: $crate::element::Element + 'h,
            {
                // SAFETY: pinned by its type; the rest is the caller's promise.
                unsafe { self.part.copy_to_pinned_in(host.into().raw(), stream) }
            }
        }
    };
}
pub(crate) use reads;

/// What is done with device memory that is there to be written. The type has a field `part`.
macro_rules! writes {
    ($($type:tt)+) => {
        impl<T> $($type)+ {
            /// The elements of a range, to write.
            ///
            /// # Errors
            ///
            /// [`Error::Range`](crate::Error::Range) unless it lies within.
            pub fn slice_mut(&mut self, range: impl core::ops::RangeBounds<usize>) -> $crate::error::Result<$crate::view::DeviceSliceMut<'_, T>> {
                // SAFETY: borrowed exclusively from what is borrowed so or owned here.
                Ok(unsafe { $crate::view::DeviceSliceMut::new(self.part.range(range)?) })
            }

            /// The device address, for kernels that write. Null where the buffer is of no element.
            pub const fn as_mut_ptr(&mut self) -> *mut T {
                self.part.pointer
            }
        }

        impl<T> $($type)+ {
            /// Sets every bit to zero.
            ///
            /// # Errors
            ///
            /// [`Error::WrongDevice`](crate::Error::WrongDevice) unless the device is current; else whatever the runtime
            /// answers.
            pub fn fill_zero(&mut self) -> $crate::error::Result<()>
where
    T: $crate::element::Element,
{
                self.part.zero()
            }

            /// Sets every element to `value`. Where its bytes are all alike that is one call; else some more: the runtime can
            /// only set bytes.
            ///
            /// # Errors
            ///
            /// As [`fill_zero`](Self::fill_zero).
            pub fn fill(&mut self, value: T) -> $crate::error::Result<()>
where
    T: $crate::element::Element,
{
                self.part.fill(value)
            }

            /// Copies all of `host` here. Returns when `host` may be used again.
            ///
            /// # Errors
            ///
            /// [`Error::Length`](crate::Error::Length) unless both have the same length,
            /// [`Error::WrongDevice`](crate::Error::WrongDevice) unless the device is current; else whatever the runtime
            /// answers.
            pub fn copy_from_slice(&mut self, host: &[T]) -> $crate::error::Result<()>
where
    T: $crate::element::Element,
{
                self.part.copy_from_host(host)
            }

            /// Copies elements of a buffer or view on this device or another. They are there when the call returns.
            ///
            /// # Errors
            ///
            /// [`Error::Length`](crate::Error::Length) unless both have the same length,
            /// [`Error::WrongDevice`](crate::Error::WrongDevice) unless the device of this side is current; else whatever the
            /// runtime answers.
            pub fn copy_from<'s>(&mut self, source: impl Into<$crate::view::DeviceSlice<'s, T>>) -> $crate::error::Result<()>
            where
                T: $crate::element::Element + 's,
            {
                self.part.copy_from_part(&source.into().raw())
            }

            /// Starts to set every bit to zero in `stream`, and does not wait for it.
            ///
            /// # Safety
            ///
            /// Until the stream has passed it, the memory lives, and nothing else uses it but in an order with it.
            ///
            /// # Errors
            ///
            /// [`Error::WrongDevice`](crate::Error::WrongDevice) where stream or current device are another; else whatever
            /// the runtime answers.
            pub unsafe fn fill_zero_async(&mut self, stream: &$crate::stream::Stream) -> $crate::error::Result<()>
where
    T: $crate::element::Element,
{
                // SAFETY: the caller's promise.
                unsafe { self.part.zero_in(stream) }
            }

            /// Starts a copy from a buffer or view on this device or another in `stream`, which is of the device of this side,
            /// and does not wait for it.
            ///
            /// # Safety
            ///
            /// Until the stream has passed the copy, the memory of both sides lives, and nothing else writes the source or
            /// uses this side but in an order with it.
            ///
            /// # Errors
            ///
            /// [`Error::Length`](crate::Error::Length), [`Error::WrongDevice`](crate::Error::WrongDevice) where stream or
            /// current device are another; else whatever the runtime answers.
            pub unsafe fn copy_from_async<'s>(
                &mut self,
                source: impl Into<$crate::view::DeviceSlice<'s, T>>,
                stream: &$crate::stream::Stream,
            ) -> $crate::error::Result<()>
            where
                T: $crate::element::Element + 's,
            {
                // SAFETY: the caller's promise.
                unsafe { self.part.copy_from_part_in(&source.into().raw(), stream) }
            }

            /// Starts a copy from pinned memory, a [`PinnedBuffer`](crate::PinnedBuffer) or part of one, in `stream`, and does
            /// not wait for it.
            ///
            /// # Safety
            ///
            /// Until the stream has passed the copy, the memory of `host` is neither written nor freed, and that here lives
            /// and is used by nothing but in an order with it.
            ///
            /// # Errors
            ///
            /// [`Error::Length`](crate::Error::Length), [`Error::WrongDevice`](crate::Error::WrongDevice) where stream or
            /// current device are another; else whatever the runtime answers.
            pub unsafe fn copy_from_pinned<'h>(
                &mut self,
                host: impl Into<$crate::pinned::PinnedSlice<'h, T>>,
                stream: &$crate::stream::Stream,
            ) -> $crate::error::Result<()>
            where
                T: $crate::element::Element + 'h,
            {
                // SAFETY: pinned by its type; the rest is the caller's promise.
                unsafe { self.part.copy_from_pinned_in(host.into().raw(), stream) }
            }
        }
    };
}
pub(crate) use writes;

impl<T> DeviceSlice<'_, T> {
    pub(crate) const fn raw(&self) -> Part<T> {
        self.part
    }
}

reads!(DeviceSlice<'_, T>);
reads!(DeviceSliceMut<'_, T>);
writes!(DeviceSliceMut<'_, T>);
