//! What a launch may do, and what is told of one that does otherwise.

mod access;
pub(crate) mod awaited;
pub(crate) mod barrier;
pub(crate) mod collective;
pub(crate) mod diagnose;
pub(crate) mod names;
pub(crate) mod races;
pub(crate) mod recurrence;
mod report;
mod shadow;
pub(crate) mod site;
pub(crate) mod source;
mod strictness;
pub(crate) mod threads;

pub use access::{Access, Memory, MemoryFault};
pub use report::{Fault, Report, Waiting};
pub use shadow::Shadow;
pub use strictness::{ParseRacesError, ParseUninitialisedError, Races, Uninitialised};
