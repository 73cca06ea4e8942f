//! The functions of the runtime, by topic. What they do with their arguments is here; what it means is in the other
//! modules of the crate.

pub mod allocation;
mod brackets;
pub(crate) mod call;
pub mod capture;
pub mod copy;
pub mod device;
pub mod driver;
pub mod error;
mod error_text;
pub mod event;
pub mod function;
pub mod graph;
pub mod graph_execution;
pub mod graph_memory;
pub mod graph_node;
pub mod hint;
pub mod kernel_launch;
pub mod pool;
pub mod stream;
pub mod symbol;
pub mod unsupported;

#[cfg(test)]
#[path = "api/tests/support.rs"]
mod tests_support;
