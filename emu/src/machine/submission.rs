//! From a call to the queue, or to the graph that its stream is captured into.

use std::collections::BTreeMap;

use cuda_sys::{cudaError, cudaStream_t, cudaStreamCaptureMode};

use crate::machine::streams::{Stream, StreamKey, thread_number};
use crate::machine::work::{Operation, Work};
use crate::machine::work_graph::{Executable, Node};
use crate::machine::{Machine, State};
use crate::outcome::Outcome;

/// The handles that name a default stream.
const LEGACY: usize = 1;
const PER_THREAD: usize = 2;

impl State {
    /// The stream that a handle names, for the current device and thread.
    ///
    /// # Errors
    ///
    /// `cudaErrorInvalidResourceHandle`, if there is none.
    pub(crate) fn stream_key(&mut self, device: usize, handle: cudaStream_t) -> Outcome<StreamKey> {
        let key = match handle as usize {
            0 | LEGACY => StreamKey::Legacy(device),
            PER_THREAD => StreamKey::PerThread(device, thread_number()),
            created => {
                let key = StreamKey::Created(created);
                return self
                    .streams
                    .contains_key(&key)
                    .then_some(key)
                    .ok_or(cudaError::cudaErrorInvalidResourceHandle);
            }
        };
        self.streams
            .entry(key)
            .or_insert_with(|| Stream::new(device, !matches!(key, StreamKey::Legacy(_)), 0));
        Ok(key)
    }

    /// The stream of a key that [`State::stream_key`] returned.
    ///
    /// # Errors
    ///
    /// `cudaErrorInvalidResourceHandle`, if it was destroyed meanwhile.
    pub(crate) fn stream(&mut self, key: StreamKey) -> Outcome<&mut Stream> {
        self.streams
            .get_mut(&key)
            .ok_or(cudaError::cudaErrorInvalidResourceHandle)
    }

    /// The operations that come before the next of a stream: its own latest, those of events, and by the rules of the
    /// default stream.
    pub(crate) fn before(&mut self, key: StreamKey) -> Outcome<Vec<u64>> {
        let stream = self.stream(key)?;
        let (device, blocking) = (stream.device, stream.blocking);
        let mut after = std::mem::take(&mut stream.waits);
        after.extend(stream.last);
        if let StreamKey::Legacy(_) = key {
            let others = self.streams.values();
            after.extend(
                others
                    .filter(|other| other.blocking && other.device == device)
                    .flat_map(|other| other.last.iter().chain(&other.waits))
                    .copied(),
            );
        } else if blocking {
            let legacy = self.streams.get(&StreamKey::Legacy(device));
            after.extend(
                legacy
                    .into_iter()
                    .flat_map(|legacy| legacy.last.iter().chain(&legacy.waits)),
            );
        }
        Ok(after)
    }

    /// Refuses a call that a capture forbids, and ends the capture's worth.
    ///
    /// # Errors
    ///
    /// `code`, if this thread may not make such calls now.
    pub(crate) fn forbidden_in_capture(&mut self, code: cudaError) -> Outcome {
        let thread = thread_number();
        let mut refused = false;
        for capture in self.captures.values_mut() {
            let concerns = match capture.mode {
                cudaStreamCaptureMode::cudaStreamCaptureModeGlobal => true,
                cudaStreamCaptureMode::cudaStreamCaptureModeThreadLocal => capture.thread == thread,
                _ => false,
            };
            if concerns {
                capture.invalid = true;
                refused = true;
            }
        }
        if refused { Err(code) } else { Ok(()) }
    }

    /// Refuses to wait for a stream that is captured.
    ///
    /// # Errors
    ///
    /// `cudaErrorStreamCaptureUnsupported`.
    pub(crate) fn not_capturing(&mut self, key: StreamKey) -> Outcome {
        let Some((capture, _)) = self.stream(key)?.capture.clone() else {
            return Ok(());
        };
        if let Some(capture) = self.captures.get_mut(&capture) {
            capture.invalid = true;
        }
        Err(cudaError::cudaErrorStreamCaptureUnsupported)
    }

    /// Adds a node to the graph that a stream is captured into; `None` if it is not captured.
    ///
    /// # Errors
    ///
    /// `cudaErrorStreamCaptureInvalidated`, if a call before made the capture worthless.
    fn capture(&mut self, key: StreamKey, work: &Work) -> Outcome<Option<()>> {
        let stream = self.stream(key)?;
        let device = stream.device;
        let Some((number, after)) = stream.capture.clone() else {
            return Ok(None);
        };
        let handle = self.new_handle();
        let invalid = cudaError::cudaErrorStreamCaptureInvalidated;
        let capture = self.captures.get_mut(&number).ok_or(invalid)?;
        if capture.invalid {
            return Err(invalid);
        }
        let node = Node::new(device, work.clone(), after.into_iter().collect());
        capture.graph.nodes.insert(handle, node);
        self.stream(key)?.capture = Some((number, vec![handle]));
        Ok(Some(()))
    }
}

impl Machine {
    /// Gives work to a stream. The number of the operation; `None` if the stream is captured.
    ///
    /// # Errors
    ///
    /// What a capture forbids.
    pub(crate) fn give(&'static self, key: StreamKey, work: Work) -> Outcome<Option<u64>> {
        let mut state = self.state();
        if let StreamKey::Legacy(_) = key {
            state.forbidden_in_capture(cudaError::cudaErrorStreamCaptureImplicit)?;
        }
        if state.capture(key, &work)?.is_some() {
            return Ok(None);
        }
        let device = state.stream(key)?.device;
        let after = state.before(key)?;
        // An event must know its operation before that can be done.
        let recorded = match work {
            Work::Record(event) => Some(event),
            _ => None,
        };
        let number = state.queue.submit(Operation {
            device,
            after,
            work,
        });
        state.stream(key)?.last = Some(number);
        if let Some(event) = recorded.and_then(|handle| state.events.get_mut(&handle)) {
            event.recorded = Some(number);
            event.time = None;
            event.captured = None;
        }
        drop(state);
        self.submitted();
        Ok(Some(number))
    }

    /// Gives a graph to a stream: all of it comes after what the stream was given, and before what it is given next. Nodes
    /// between which the graph has no order have none, and the schedule chooses.
    ///
    /// # Errors
    ///
    /// `cudaErrorInvalidValue`, if there is no such graph; `cudaErrorNotSupported` while the stream is captured: a graph in a
    /// graph is not emulated; what another capture forbids.
    pub(crate) fn give_graph(&'static self, key: StreamKey, executable: usize) -> Outcome {
        const INVALID: cudaError = cudaError::cudaErrorInvalidValue;
        let mut state = self.state();
        let Executable { graph, last, .. } =
            state.executables.get(&executable).cloned().ok_or(INVALID)?;
        let order = graph.order().map_err(|_| INVALID)?;
        if state.stream(key)?.capture.is_some() {
            return Err(cudaError::cudaErrorNotSupported);
        }
        if let StreamKey::Legacy(_) = key {
            state.forbidden_in_capture(cudaError::cudaErrorStreamCaptureImplicit)?;
        }
        let device = state.stream(key)?.device;
        let mut before = state.before(key)?;
        before.extend(last);
        let mut operations: BTreeMap<usize, u64> = BTreeMap::new();
        for handle in order {
            let node = &graph.nodes[&handle];
            let mut after: Vec<u64> = node.after.iter().map(|node| operations[node]).collect();
            if after.is_empty() {
                after.clone_from(&before);
            }
            let number = state.queue.submit(Operation {
                device: node.device,
                after,
                work: node.work.clone(),
            });
            operations.insert(handle, number);
        }
        before.extend(operations.values());
        let end = state.queue.submit(Operation {
            device,
            after: before,
            work: Work::Empty,
        });
        state.stream(key)?.last = Some(end);
        if let Some(executable) = state.executables.get_mut(&executable) {
            executable.last = Some(end);
        }
        drop(state);
        self.submitted();
        Ok(())
    }
}
