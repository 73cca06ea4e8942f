//! What is told of a launch that went wrong.

use std::fmt;

use cuda_sys::cudaError;

use crate::schedule::Schedule;

/// The kind of a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Fault {
    /// A grid barrier that not every thread of the grid reaches.
    GridBarrier,
    /// A cluster barrier that not every thread of the cluster reaches.
    ClusterBarrier,
    /// A grid barrier in an ordinary launch.
    GridBarrierInOrdinaryLaunch,
    /// A block barrier that not every thread of the block reaches, or that they reach at different places.
    BlockBarrier,
    /// A warp's collective function that not every lane of its mask calls.
    WarpCollective,
    /// Threads spin on what no running thread will write.
    Deadlock,
    /// The kernel took more steps than it may.
    Runaway,
    /// An access outside what the kernel may touch.
    Memory,
    /// An access at an address that is no multiple of its size.
    Misaligned,
    /// A read of memory that nobody has written.
    Uninitialised,
    /// Two accesses, of which one writes, that nothing orders.
    Race,
    /// Two such writes of the same value: the result does not depend on their order.
    RaceOfSameValue,
    /// A thread's stack is used up.
    StackOverflow,
    /// The kernel called a function that only the host may call: it launched a kernel, or asked the runtime.
    HostFunction,
    /// An integer division that has no result.
    Arithmetic,
    /// The kernel called `__trap()` or `abort()`.
    Trap,
    /// An `assert` of the kernel failed.
    Assert,
    /// The host has no memory or threads left for the launch.
    Host,
}

impl Fault {
    /// What CUDA would say; where a device would hang, `cudaErrorLaunchTimeout`.
    pub(crate) fn code(self) -> cudaError {
        match self {
            Fault::GridBarrier
            | Fault::ClusterBarrier
            | Fault::BlockBarrier
            | Fault::WarpCollective
            | Fault::Deadlock
            | Fault::Runaway => cudaError::cudaErrorLaunchTimeout,
            // Of uninitialised memory and of races a device says nothing.
            Fault::GridBarrierInOrdinaryLaunch
            | Fault::Arithmetic
            | Fault::Trap
            | Fault::Race
            | Fault::RaceOfSameValue
            | Fault::Uninitialised => cudaError::cudaErrorLaunchFailure,
            Fault::Memory => cudaError::cudaErrorIllegalAddress,
            Fault::HostFunction => cudaError::cudaErrorNotSupported,
            Fault::Misaligned => cudaError::cudaErrorMisalignedAddress,
            Fault::StackOverflow => cudaError::cudaErrorHardwareStackError,
            Fault::Assert => cudaError::cudaErrorAssert,
            Fault::Host => cudaError::cudaErrorMemoryAllocation,
        }
    }
}

/// Threads of one block that are in the same situation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    /// The block's index.
    pub block: [u32; 3],
    /// Their ranks in the block, in ascending order.
    pub threads: Vec<u32>,
    /// Where they are: "wait at __syncthreads(), tile.cu:12", "returned".
    pub state: String,
}

impl fmt::Display for Waiting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.block;
        write!(f, "block ({x}, {y}, {z}): ")?;
        match self.threads.len() {
            1 => write!(f, "thread ")?,
            count => write!(f, "{count} threads, ")?,
        }
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        for &thread in &self.threads {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == thread => *last = thread,
                _ => ranges.push((thread, thread)),
            }
        }
        for (index, (first, last)) in ranges.iter().take(MOST_RANGES).enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            match first == last {
                true => write!(f, "{comma}{first}")?,
                false => write!(f, "{comma}{first} to {last}")?,
            }
        }
        if ranges.len() > MOST_RANGES {
            write!(f, " and others")?;
        }
        write!(f, ": {}", self.state)
    }
}

const MOST_RANGES: usize = 6;
const MOST_LINES: usize = 12;

/// A launch's first fault. Its text is for people: some lines, without a line break at the end.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Report {
    /// What CUDA would say.
    pub code: cudaError,
    /// What kind of fault it is.
    pub fault: Fault,
    /// The kernel's name; empty for what no kernel did.
    pub kernel: &'static str,
    /// The schedule, by which the same launch fails again.
    pub schedule: Schedule,
    /// The device, as it is asked for, with its number where there are several; empty if no device was concerned.
    pub device: String,
    /// The index of the block at fault, where it is one.
    pub block: Option<[u32; 3]>,
    /// The index of the thread at fault, where it is one.
    pub thread: Option<[u32; 3]>,
    /// What happened: a sentence.
    pub what: String,
    /// Who waits, and who is missing.
    pub waiting: Vec<Waiting>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.kernel.is_empty() {
            return write!(f, "{}", self.what);
        }
        write!(f, "kernel `{}`", self.kernel)?;
        if let Some([x, y, z]) = self.block {
            write!(f, ", block ({x}, {y}, {z})")?;
        }
        if let Some([x, y, z]) = self.thread {
            write!(f, ", thread ({x}, {y}, {z})")?;
        }
        write!(f, ": {}", self.what)?;
        let mut waiting: Vec<&Waiting> = self.waiting.iter().collect();
        // Where not all are told of, the block at fault is.
        if waiting.len() > MOST_LINES {
            waiting.sort_by_key(|waiting| Some(waiting.block) != self.block);
        }
        for waiting in waiting.into_iter().take(MOST_LINES) {
            write!(f, "\n  {waiting}")?;
        }
        if let Some(more @ 1..) = self.waiting.len().checked_sub(MOST_LINES) {
            write!(f, "\n  and {more} more")?;
        }
        write!(f, "\n  schedule: {}", self.schedule)?;
        match self.device.is_empty() {
            true => Ok(()),
            false => write!(f, ", device: {}", self.device),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_listed_as_ranges() {
        let waiting = Waiting {
            block: [3, 0, 1],
            threads: vec![0, 1, 2, 7, 9, 10],
            state: "returned".into(),
        };
        assert_eq!(
            waiting.to_string(),
            "block (3, 0, 1): 6 threads, 0 to 2, 7, 9 to 10: returned"
        );
    }
}
