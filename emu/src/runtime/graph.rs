//! Capture of streams, and graphs.

use cuda_sys::{
    cudaError, cudaGraph_t, cudaGraphExec_t, cudaGraphNode_t, cudaGraphNodeType, cudaStream_t,
    cudaStreamCaptureMode, cudaStreamCaptureStatus,
};
use libc::{c_uint, c_ulonglong};

use crate::api::{Outcome, api, give};
use crate::capture::{Capture, Graph};
use crate::machine::{State, context};
use crate::stream::{StreamKey, thread_number};
use crate::work::node_type;

const INVALID: cudaError = cudaError::cudaErrorInvalidValue;

impl State {
    /// Makes a stream part of a capture, after some nodes of it.
    ///
    /// # Errors
    ///
    /// `cudaErrorStreamCaptureMerge`, if it is part of another; `cudaErrorStreamCaptureInvalidated`, if that has ended;
    /// `cudaErrorStreamCaptureImplicit` for the default stream.
    pub(crate) fn join(&mut self, key: StreamKey, (number, nodes): (u64, Vec<usize>)) -> Outcome {
        let live = self
            .captures
            .get(&number)
            .is_some_and(|capture| !capture.invalid);
        if !live {
            return Err(cudaError::cudaErrorStreamCaptureInvalidated);
        }
        if let StreamKey::Legacy(_) = key {
            return Err(cudaError::cudaErrorStreamCaptureImplicit);
        }
        let stream = self.stream(key)?;
        match &mut stream.capture {
            None => stream.capture = Some((number, nodes)),
            Some((other, _)) if *other != number => {
                let both = [*other, number];
                for number in both {
                    if let Some(capture) = self.captures.get_mut(&number) {
                        capture.invalid = true;
                    }
                }
                return Err(cudaError::cudaErrorStreamCaptureMerge);
            }
            Some((_, after)) => {
                for node in nodes {
                    if !after.contains(&node) {
                        after.push(node);
                    }
                }
            }
        }
        Ok(())
    }

    /// Ends the capture that began in a stream.
    fn end_capture(&mut self, key: StreamKey) -> Outcome<Graph> {
        let unmatched = cudaError::cudaErrorStreamCaptureUnmatched;
        let (number, last) = self
            .stream(key)?
            .capture
            .clone()
            .ok_or(cudaError::cudaErrorIllegalState)?;
        let capture = self.captures.get_mut(&number).ok_or(unmatched)?;
        if capture.origin != key {
            capture.invalid = true;
            return Err(unmatched);
        }
        if capture.mode != cudaStreamCaptureMode::cudaStreamCaptureModeRelaxed
            && capture.thread != thread_number()
        {
            return Err(cudaError::cudaErrorStreamCaptureWrongThread);
        }
        let capture = self.captures.remove(&number).ok_or(unmatched)?;
        let joined = capture.graph.closure(&last);
        let mut unjoined = false;
        for stream in self.streams.values_mut() {
            if let Some((_, nodes)) = stream.capture.take_if(|(of, _)| *of == number) {
                unjoined |= nodes.iter().any(|node| !joined.contains(node));
            }
        }
        if capture.invalid {
            return Err(cudaError::cudaErrorStreamCaptureInvalidated);
        }
        if unjoined {
            return Err(cudaError::cudaErrorStreamCaptureUnjoined);
        }
        Ok(capture.graph)
    }
}

/// # Safety
///
/// `place` is null or may be written.
unsafe fn instantiate(
    place: *mut cudaGraphExec_t,
    graph: cudaGraph_t,
    flags: c_ulonglong,
) -> Outcome {
    let (machine, _) = context()?;
    if place.is_null() {
        return Err(INVALID);
    }
    // Flags ask for memory nodes, launches by kernels and priorities, none of which there are.
    if flags != 0 {
        return Err(cudaError::cudaErrorNotSupported);
    }
    let mut state = machine.state();
    let graph = state
        .graphs
        .get(&(graph as usize))
        .cloned()
        .ok_or(INVALID)?;
    let handle = state.new_handle();
    state.executables.insert(handle, graph);
    // SAFETY: by the contract.
    unsafe { give(place, handle as cudaGraphExec_t) }
}

api! {
    /// Begins to record what a stream is given, in place of doing it.
    fn cudaStreamBeginCapture(stream: cudaStream_t, mode: cudaStreamCaptureMode) {
        let (machine, device) = context()?;
        if mode.0 > cudaStreamCaptureMode::cudaStreamCaptureModeRelaxed.0 {
            return Err(INVALID);
        }
        let mut state = machine.state();
        let key = state.stream_key(device, stream)?;
        if let StreamKey::Legacy(_) = key {
            return Err(cudaError::cudaErrorStreamCaptureUnsupported);
        }
        let number = state.new_handle() as u64;
        let stream = state.stream(key)?;
        if stream.capture.is_some() {
            return Err(cudaError::cudaErrorIllegalState);
        }
        stream.capture = Some((number, Vec::new()));
        let capture = Capture {
            origin: key,
            mode,
            thread: thread_number(),
            graph: Graph::default(),
            invalid: false,
        };
        state.captures.insert(number, capture);
        Ok(())
    }

    /// Ends the record and gives it as a graph; a null pointer, where it is worthless.
    fn cudaStreamEndCapture(stream: cudaStream_t, graph: *mut cudaGraph_t) {
        let (machine, device) = context()?;
        if graph.is_null() {
            return Err(INVALID);
        }
        let mut state = machine.state();
        let key = state.stream_key(device, stream)?;
        match state.end_capture(key) {
            Ok(found) => {
                let handle = state.new_handle();
                state.graphs.insert(handle, found);
                give(graph, handle as cudaGraph_t)
            }
            Err(error) => {
                give(graph, std::ptr::null_mut())?;
                Err(error)
            }
        }
    }

    /// Whether what a stream is given is recorded.
    fn cudaStreamIsCapturing(stream: cudaStream_t, status: *mut cudaStreamCaptureStatus) {
        use cudaStreamCaptureStatus as S;
        let (machine, device) = context()?;
        let mut state = machine.state();
        let key = state.stream_key(device, stream)?;
        let number = state.stream(key)?.capture.as_ref().map(|(number, _)| *number);
        let found = match number.map(|number| state.captures.get(&number)) {
            None => S::cudaStreamCaptureStatusNone,
            Some(Some(capture)) if !capture.invalid => S::cudaStreamCaptureStatusActive,
            Some(_) => S::cudaStreamCaptureStatusInvalidated,
        };
        give(status, found)
    }

    /// A graph without nodes.
    fn cudaGraphCreate(graph: *mut cudaGraph_t, flags: c_uint) {
        let (machine, _) = context()?;
        if graph.is_null() || flags != 0 {
            return Err(INVALID);
        }
        let mut state = machine.state();
        let handle = state.new_handle();
        state.graphs.insert(handle, Graph::default());
        give(graph, handle as cudaGraph_t)
    }

    /// Ends a graph; what was instantiated from it stays.
    fn cudaGraphDestroy(graph: cudaGraph_t) {
        let (machine, _) = context()?;
        machine.state().graphs.remove(&(graph as usize)).map(|_| ()).ok_or(INVALID)
    }

    /// The nodes of a graph: their number, and as many of them as there is place for.
    fn cudaGraphGetNodes(graph: cudaGraph_t, nodes: *mut cudaGraphNode_t, number: *mut usize) {
        let (machine, _) = context()?;
        let state = machine.state();
        let graph = state.graphs.get(&(graph as usize)).ok_or(INVALID)?;
        let number = number.as_mut().ok_or(INVALID)?;
        if nodes.is_null() {
            *number = graph.nodes.len();
            return Ok(());
        }
        for place in 0..*number {
            let handle = graph.nodes.get(place).map_or(0, |node| node.handle);
            nodes.add(place).write(handle as cudaGraphNode_t);
        }
        *number = graph.nodes.len().min(*number);
        Ok(())
    }

    /// What a node does.
    fn cudaGraphNodeGetType(node: cudaGraphNode_t, kind: *mut cudaGraphNodeType) {
        let (machine, _) = context()?;
        let state = machine.state();
        let mut nodes = state.graphs.values().flat_map(|graph| &graph.nodes);
        let found = nodes.find(|found| found.handle == node as usize).ok_or(INVALID)?;
        give(kind, node_type(&found.work))
    }

    /// Makes a graph ready to be launched.
    fn cudaGraphInstantiate(place: *mut cudaGraphExec_t, graph: cudaGraph_t, flags: c_ulonglong) {
        instantiate(place, graph, flags)
    }

    /// The same.
    fn cudaGraphInstantiateWithFlags(place: *mut cudaGraphExec_t, graph: cudaGraph_t, flags: c_ulonglong) {
        instantiate(place, graph, flags)
    }

    /// Gives the nodes of a graph to a stream, one after the other.
    fn cudaGraphLaunch(graph: cudaGraphExec_t, stream: cudaStream_t) {
        let (machine, device) = context()?;
        let mut state = machine.state();
        let key = state.stream_key(device, stream)?;
        let graph = state.executables.get(&(graph as usize)).cloned().ok_or(INVALID)?;
        // A graph inside a graph is not emulated.
        if state.stream(key)?.capture.is_some() {
            return Err(cudaError::cudaErrorNotSupported);
        }
        // Nodes are done on the device that they were captured for.
        if graph.nodes.iter().any(|node| node.device != device) {
            return Err(cudaError::cudaErrorNotSupported);
        }
        drop(state);
        for node in graph.nodes {
            machine.give(key, node.work)?;
        }
        Ok(())
    }

    /// Nothing is to be done before the first launch.
    fn cudaGraphUpload(graph: cudaGraphExec_t, stream: cudaStream_t) {
        let (machine, device) = context()?;
        let mut state = machine.state();
        state.stream_key(device, stream)?;
        state.executables.contains_key(&(graph as usize)).then_some(()).ok_or(INVALID)
    }

    /// Ends what was instantiated. What was launched is still done.
    fn cudaGraphExecDestroy(graph: cudaGraphExec_t) {
        let (machine, _) = context()?;
        machine.state().executables.remove(&(graph as usize)).map(|_| ()).ok_or(INVALID)
    }
}

#[cfg(test)]
#[path = "tests/graph.rs"]
mod tests;
