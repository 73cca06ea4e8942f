//! Capture of streams.

use cuda_sys::{
    cudaError, cudaGraph_t, cudaStream_t, cudaStreamCaptureMode, cudaStreamCaptureStatus,
};

use crate::api::call::{Outcome, api, give};
use crate::machine::open_capture::Capture;
use crate::machine::streams::{StreamKey, thread_number};
use crate::machine::work_graph::Graph;
use crate::machine::{State, context};

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
}

#[cfg(test)]
#[path = "tests/capture_tests.rs"]
mod tests;
