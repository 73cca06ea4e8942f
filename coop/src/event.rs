//! Events: marks in a stream, to wait for and to time between; and a stream that waits for one.

use core::mem;
use core::time::Duration;

use cuda_sys::{
    cudaError, cudaEvent_t, cudaEventCreateWithFlags, cudaEventDefault, cudaEventDestroy,
    cudaEventElapsedTime, cudaEventQuery, cudaEventRecord, cudaEventRecordDefault,
    cudaEventSynchronize, cudaStreamWaitEvent,
};

use crate::error::{Result, check};
use crate::ordinal::Device;
use crate::stream::Stream;

/// An event with timing. Destroyed on drop.
#[derive(Debug)]
pub struct Event {
    raw: cudaEvent_t,
    device: Device,
}

// SAFETY: CUDA's event handles may be used from any thread, and from several at a time.
unsafe impl Send for Event {}
// SAFETY: as above.
unsafe impl Sync for Event {}

impl Event {
    /// An event on the current device, not recorded yet.
    ///
    /// # Errors
    ///
    /// Whatever the runtime answers.
    pub fn new() -> Result<Self> {
        let device = Device::current()?;
        let mut raw = core::ptr::null_mut();
        // SAFETY: writes one handle.
        check("cudaEventCreateWithFlags", unsafe {
            cudaEventCreateWithFlags(&mut raw, cudaEventDefault)
        })?;
        Ok(Self { raw, device })
    }

    /// An event made elsewhere, which is destroyed on drop from now on.
    ///
    /// # Safety
    ///
    /// `raw` is a live event of `device` that nobody else destroys.
    pub const unsafe fn from_raw(raw: cudaEvent_t, device: Device) -> Self {
        Self { raw, device }
    }

    /// The handle, for calls through `cuda_sys`.
    pub const fn as_raw(&self) -> cudaEvent_t {
        self.raw
    }

    /// The handle, which is the caller's to destroy from now on.
    pub const fn into_raw(self) -> cudaEvent_t {
        let raw = self.raw;
        mem::forget(self);
        raw
    }

    /// The device that the event was made on.
    pub const fn device(&self) -> Device {
        self.device
    }

    /// Marks the present end of `stream`, which must be of the event's device.
    ///
    /// # Errors
    ///
    /// Another device's stream, or whatever the runtime answers.
    pub fn record(&self, stream: &Stream) -> Result<()> {
        stream.check_device(self.device, || String::from("the event"))?;
        // SAFETY: both handles are live while they are borrowed.
        check("cudaEventRecord", unsafe {
            cudaEventRecord(self.raw, stream.as_raw())
        })
    }

    /// Waits until the stream has reached the mark; at once where it was never recorded.
    ///
    /// # Errors
    ///
    /// The fault of an earlier kernel.
    pub fn synchronize(&self) -> Result<()> {
        // SAFETY: the handle is live while `self` is.
        check("cudaEventSynchronize", unsafe {
            cudaEventSynchronize(self.raw)
        })
    }

    /// Whether the stream has reached the mark; never waits.
    ///
    /// # Errors
    ///
    /// The fault of an earlier kernel.
    pub fn is_done(&self) -> Result<bool> {
        // SAFETY: the handle is live while `self` is.
        match unsafe { cudaEventQuery(self.raw) } {
            cudaError::cudaErrorNotReady => Ok(false),
            code => check("cudaEventQuery", code).map(|()| true),
        }
    }

    /// The device's time between two events that were both reached, in steps of about half a microsecond.
    ///
    /// # Errors
    ///
    /// An event that was not recorded or not reached yet.
    pub fn elapsed_since(&self, start: &Self) -> Result<Duration> {
        let mut milliseconds = 0.0_f32;
        // SAFETY: writes one float; both handles are live while they are borrowed.
        check("cudaEventElapsedTime", unsafe {
            cudaEventElapsedTime(&mut milliseconds, start.raw, self.raw)
        })?;
        Ok(Duration::from_secs_f64(
            f64::from(milliseconds.max(0.0)) / 1e3,
        ))
    }
}

/// Beside the event, so that streams know of none.
impl Stream {
    /// Lets what is put into this stream from now on wait for `event`, which may be of another stream or device.
    ///
    /// # Errors
    ///
    /// Whatever the runtime answers.
    pub fn wait_for(&self, event: &Event) -> Result<()> {
        self.check_default()?;
        // SAFETY: both handles are live while they are borrowed; the flag's default is 0.
        check("cudaStreamWaitEvent", unsafe {
            cudaStreamWaitEvent(self.as_raw(), event.as_raw(), cudaEventRecordDefault)
        })
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        // SAFETY: owned, so live and nobody else's; a failure has nobody left to be told.
        let _ = unsafe { cudaEventDestroy(self.raw) };
    }
}
