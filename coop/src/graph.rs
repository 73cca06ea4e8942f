//! CUDA graphs, by capture: a sequence of launches that is put together once and launched as one.

use core::mem;

use cuda_sys::{
    cudaGraph_t, cudaGraphDestroy, cudaGraphExec_t, cudaGraphExecDestroy,
    cudaGraphInstantiateWithFlags, cudaGraphLaunch, cudaStreamBeginCapture, cudaStreamCaptureMode,
    cudaStreamEndCapture,
};

use crate::error::{Error, Result, check};
use crate::freeing::Capturing;
use crate::ordinal::Device;
use crate::stream::Stream;

/// What was put into a stream while it was captured. Destroyed on drop.
#[derive(Debug)]
pub struct Graph {
    raw: cudaGraph_t,
    device: Device,
}

// SAFETY: a graph may be moved between threads; CUDA asks only that no two use it at the same time.
unsafe impl Send for Graph {}

impl Graph {
    /// Captures what `record` puts into the stream: nothing of it runs, and each launch, cooperative ones too, becomes a
    /// node. Not possible on the legacy default stream.
    ///
    /// Until `record` returns, calls of this thread that would wait for the device are errors; allocate before. Buffers that
    /// are dropped meanwhile are freed afterwards; a launch of the graph must not use them. While a
    /// stream of [`Stream::new`] is captured, so are the plain copies and everything else of the legacy default stream, on
    /// every thread, and the capture is lost; a stream of [`Stream::non_blocking`] has no such neighbours.
    ///
    /// # Errors
    ///
    /// The error of `record`, or that of the capture: the stream can be used again after either.
    pub fn capture(stream: &Stream, record: impl FnOnce(&Stream) -> Result<()>) -> Result<Self> {
        stream.check_device(stream.device(), || String::from("the stream to capture"))?;
        let mode = cudaStreamCaptureMode::cudaStreamCaptureModeThreadLocal;
        // SAFETY: the handle is live while it is borrowed.
        check("cudaStreamBeginCapture", unsafe {
            cudaStreamBeginCapture(stream.as_raw(), mode)
        })?;
        let capture = Capture {
            stream,
            ended: false,
            _capturing: Capturing::begin(),
        };
        let recorded = record(stream);
        let graph = capture.end();
        recorded?;
        graph
    }

    fn found(raw: cudaGraph_t, device: Device) -> Result<Self> {
        if raw.is_null() {
            return Err(Error::NoGraph);
        }
        Ok(Self { raw, device })
    }

    /// Makes the graph ready to be launched.
    ///
    /// # Errors
    ///
    /// [`Error::WrongDevice`] unless the graph's device is current, or whatever the runtime answers.
    pub fn instantiate(&self) -> Result<GraphExec> {
        self.device.check_current(|| String::from("the graph"))?;
        let mut raw = core::ptr::null_mut();
        // SAFETY: writes one handle; the graph is live while `self` is.
        check("cudaGraphInstantiateWithFlags", unsafe {
            cudaGraphInstantiateWithFlags(&mut raw, self.raw, 0)
        })?;
        Ok(GraphExec {
            raw,
            device: self.device,
        })
    }

    /// A graph made elsewhere, which is destroyed on drop from now on.
    ///
    /// # Errors
    ///
    /// [`Error::NoGraph`] for null, which CUDA leaves behind where a capture failed.
    ///
    /// # Safety
    ///
    /// `raw` is a live graph, of launches on `device`, that nobody else destroys; or null.
    pub unsafe fn from_raw(raw: cudaGraph_t, device: Device) -> Result<Self> {
        Self::found(raw, device)
    }

    /// The handle, for calls through `cuda_sys`.
    pub const fn as_raw(&self) -> cudaGraph_t {
        self.raw
    }

    /// The handle, which is the caller's to destroy from now on.
    pub const fn into_raw(self) -> cudaGraph_t {
        let raw = self.raw;
        mem::forget(self);
        raw
    }

    /// The device of the stream that was captured.
    pub const fn device(&self) -> Device {
        self.device
    }
}

impl Drop for Graph {
    fn drop(&mut self) {
        // SAFETY: owned, so live and nobody else's; a failure has nobody left to be told.
        let _ = unsafe { cudaGraphDestroy(self.raw) };
    }
}

/// Ends the capture in any case, also when the closure panics: a stream left capturing is of no use to anybody.
struct Capture<'a> {
    stream: &'a Stream,
    ended: bool,
    /// Dropped last: memory that was dropped while it was captured is freed when no capture is under way.
    _capturing: Capturing,
}

impl Capture<'_> {
    fn end(mut self) -> Result<Graph> {
        let mut raw = core::ptr::null_mut();
        self.ended = true;
        // SAFETY: the stream is capturing, and of this thread.
        check("cudaStreamEndCapture", unsafe {
            cudaStreamEndCapture(self.stream.as_raw(), &mut raw)
        })?;
        Graph::found(raw, self.stream.device())
    }
}

impl Drop for Capture<'_> {
    fn drop(&mut self) {
        if self.ended {
            return;
        }
        let mut raw = core::ptr::null_mut();
        // SAFETY: as in `end`; a graph that was made is destroyed.
        unsafe {
            let _ = cudaStreamEndCapture(self.stream.as_raw(), &mut raw);
            if !raw.is_null() {
                let _ = cudaGraphDestroy(raw);
            }
        }
    }
}

/// A graph that can be launched. Destroyed on drop.
///
/// One thread at a time launches it, which CUDA asks for and the compiler sees to: it can be moved to another thread, and not
/// shared with one. Two launches of it run one after the other, in whichever streams.
#[derive(Debug)]
pub struct GraphExec {
    raw: cudaGraphExec_t,
    device: Device,
}

// SAFETY: as for `Graph`.
unsafe impl Send for GraphExec {}

impl GraphExec {
    /// Launches all of the graph in `stream`. Does not wait for it.
    ///
    /// # Safety
    ///
    /// What was promised for each launch when it was captured holds anew: the same pointers are used, so their memory is
    /// live and used by nothing else in a conflicting way until the stream has passed the graph.
    ///
    /// # Errors
    ///
    /// [`Error::WrongDevice`], or whatever the runtime answers.
    pub unsafe fn launch(&self, stream: &Stream) -> Result<()> {
        stream.check_device(self.device, || String::from("the graph"))?;
        // SAFETY: both handles are live while they are borrowed; the rest is the caller's promise.
        check("cudaGraphLaunch", unsafe {
            cudaGraphLaunch(self.raw, stream.as_raw())
        })
    }

    /// An executable graph made elsewhere, which is destroyed on drop from now on.
    ///
    /// # Errors
    ///
    /// [`Error::NoGraph`] for null.
    ///
    /// # Safety
    ///
    /// `raw` is a live executable graph of `device` that nobody else destroys; or null.
    pub unsafe fn from_raw(raw: cudaGraphExec_t, device: Device) -> Result<Self> {
        if raw.is_null() {
            return Err(Error::NoGraph);
        }
        Ok(Self { raw, device })
    }

    /// The handle, for calls through `cuda_sys`.
    pub const fn as_raw(&self) -> cudaGraphExec_t {
        self.raw
    }

    /// The handle, which is the caller's to destroy from now on.
    pub const fn into_raw(self) -> cudaGraphExec_t {
        let raw = self.raw;
        mem::forget(self);
        raw
    }
}

impl Drop for GraphExec {
    fn drop(&mut self) {
        // SAFETY: owned, so live and nobody else's; CUDA lets a launch that is under way finish.
        let _ = unsafe { cudaGraphExecDestroy(self.raw) };
    }
}
