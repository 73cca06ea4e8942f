//! What some tests of this package share. What the tests of every package share is in `test-support/`.
#![allow(dead_code, reason = "no test needs all of it")]

pub mod argument_kernels;
pub mod cg;
pub mod data;
pub mod error_kernels;
pub mod raw;
pub mod solve;
pub mod stream_kernels;
