//! What compiled kernels call: at each access, for each atomic operation, and the functions of the headers in `include/`.

mod accesses;
mod asynchronous;
mod atomics;
mod bulk;
mod interface;
mod place;
pub(crate) mod printf;
mod ptx;
mod tiles;
mod undefined;

pub(crate) use interface::{refuse_in_kernel, runs_kernel};
