//! Capture: a graph that is made from what streams are given.

use cuda_sys::cudaStreamCaptureMode;

use crate::machine::streams::StreamKey;
use crate::machine::work_graph::Graph;

/// A capture that has begun.
#[derive(Debug)]
pub(crate) struct Capture {
    /// The stream in which it began, and must end.
    pub(crate) origin: StreamKey,
    pub(crate) mode: cudaStreamCaptureMode,
    /// The thread that began it.
    pub(crate) thread: u64,
    pub(crate) graph: Graph,
    /// Whether a call since then made it worthless.
    pub(crate) invalid: bool,
}
