//! The functions of the runtime, by topic. What they do with their arguments is here; what it means is in the other
//! modules of the crate.

pub mod error;
pub mod unsupported;
