//! What a launch may do, and what is told of one that does otherwise.

mod access;
pub(crate) mod recurrence;
mod report;
mod shadow;
pub(crate) mod site;
pub(crate) mod source;

pub use access::{Access, Memory, MemoryFault};
pub use report::{Fault, Report, Waiting};
pub use shadow::{ParseUninitialisedError, Shadow, Uninitialised};
