//! Graphs, and their making by capture.

use std::collections::BTreeSet;

use cuda_sys::cudaStreamCaptureMode;

use crate::stream::StreamKey;
use crate::work::Work;

/// A node of a graph.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub(crate) handle: usize,
    pub(crate) device: usize,
    pub(crate) work: Work,
    /// Nodes before it, by their place in the graph. They are earlier there.
    pub(crate) after: Vec<usize>,
}

/// Nodes in an order in which they can be done.
#[derive(Debug, Clone, Default)]
pub(crate) struct Graph {
    pub(crate) nodes: Vec<Node>,
}

impl Graph {
    /// The nodes that come before any of these, and these.
    pub(crate) fn closure(&self, nodes: &[usize]) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut open = nodes.to_vec();
        while let Some(node) = open.pop() {
            if found.insert(node) {
                open.extend(&self.nodes[node].after);
            }
        }
        found
    }
}

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
