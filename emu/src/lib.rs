//! The CUDA runtime and a device, on the CPU: the functions of `cuda-sys`, so that a program that calls them runs where
//! there is no GPU.
//!
//! # Where the symbols come from
//!
//! The functions are defined in [`api`], with the types of `cuda-sys`. Where cuda-sys links no runtime
//! (`DEP_CUDART_LINK` is `external`) they are also the program's symbols `cudaMalloc`, `cudaLaunchKernel` and so on.
//! Where it links one, by a feature or by `CUDART_LINK`, that one has the symbols and this crate has only Rust functions: no
//! build of a workspace can have both, whatever features other packages switch on. The crate's own tests call the
//! functions by their Rust path, and so run the same in either case.
//!
//! A program that uses the emulator must name this crate (`use cudart_emu as _;`), or it is not linked.

#![warn(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

pub mod api;
mod hooks;
mod judge;
pub mod launch;
mod machine;
mod memory;
mod outcome;
mod schedule;

pub use judge::{
    Fault, ParseRacesError, ParseUninitialisedError, Races, Report, Uninitialised, Waiting,
};
pub use machine::configuration::{
    Configuration, ConfigurationError, DEVICES, MAX_STEPS, RACES, REGISTERS, SCHEDULE,
    UNINITIALISED,
};
pub use machine::description::{Description, FIELDS, NAMES, ParseDescriptionError};
pub use machine::{
    AlreadyConfigured, configure, last_races, last_report, last_warning, set_races, set_schedule,
};
pub use memory::POISON;
pub use schedule::{ParseScheduleError, Schedule};
