//! Streams and events: the order that a program gives to its work.

use std::collections::BTreeMap;
use std::mem::MaybeUninit;
use std::thread::ThreadId;
use std::time::Instant;

use cuda_sys::cudaLaunchAttributeValue;

/// As many bytes as the value of an attribute has.
pub(crate) type AttributeBytes = MaybeUninit<[u8; size_of::<cudaLaunchAttributeValue>()]>;

/// Which stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum StreamKey {
    /// The default stream of a device, which waits for the blocking streams, and they for it.
    Legacy(usize),
    /// The default stream of a thread on a device.
    PerThread(usize, u64),
    /// One that was created.
    Created(usize),
}

/// The number of a thread, for [`StreamKey::PerThread`].
pub(crate) fn thread_number() -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let id: ThreadId = std::thread::current().id();
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    hasher.finish()
}

/// A stream.
#[derive(Debug, Clone)]
pub(crate) struct Stream {
    pub(crate) device: usize,
    /// Whether it waits for the default stream, and that for it.
    pub(crate) blocking: bool,
    pub(crate) priority: i32,
    /// What was set, by the attribute's number: bytes of its value, of which some may be none.
    pub(crate) attributes: BTreeMap<u32, AttributeBytes>,
    /// Its latest operation.
    pub(crate) last: Option<u64>,
    /// Operations of events that its next operation must wait for.
    pub(crate) waits: Vec<u64>,
    /// The capture it takes part in, and the nodes that its next one comes after.
    pub(crate) capture: Option<(u64, Vec<usize>)>,
}

impl Stream {
    pub(crate) fn new(device: usize, blocking: bool, priority: i32) -> Self {
        Self {
            device,
            blocking,
            priority,
            attributes: BTreeMap::new(),
            last: None,
            waits: Vec::new(),
            capture: None,
        }
    }
}

/// An event.
#[derive(Debug, Clone)]
pub(crate) struct Event {
    pub(crate) device: usize,
    pub(crate) timed: bool,
    /// The operation that records it, since it was last recorded.
    pub(crate) recorded: Option<u64>,
    /// When that was done.
    pub(crate) time: Option<Instant>,
    /// The capture it was last recorded in, and the nodes before it there.
    pub(crate) captured: Option<(u64, Vec<usize>)>,
}
