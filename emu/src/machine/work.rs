//! Work that is given to streams: what an operation does, and in which order operations are done.
//!
//! Nothing is done when it is submitted. Operations wait in a queue until a call waits for them, and then only those are
//! done that this call depends on: by the stream's order, by the rules of the default stream, and by events. So what a
//! program forgets to wait for has not happened yet when it looks, every time, where on a device it mostly has. Work that
//! nobody waits for begins after a while all the same ([`IDLE`](crate::machine::IDLE)).

pub(crate) use super::operation::{Copy, Fill, HostCall, Work, fits, node_type};
pub(crate) use super::queue::{Operation, Queue};
