//! What a schedule decides.

use std::fmt::Debug;

use super::ready::Ready;

/// The choices of one block, of the grid, or of the queue of work, one after the other.
pub(crate) trait Order: Debug + Send {
    /// A block of so many threads begins.
    fn begin(&mut self, threads: usize);

    /// The thread that goes on, of those that can, and after how many steps it stops for the next choice.
    fn thread(&mut self, ready: &Ready) -> Option<(usize, u32)>;

    /// The thread took that many steps. What that costs of the block's [turn](Order::turn).
    fn took(&mut self, steps: u32, ready: &Ready) -> u32;

    /// How much a block of so many threads may spend before another block may go on.
    fn turn(&mut self, threads: u32) -> u32;

    /// The slot that goes on after `last`, of `count`, among those that can.
    fn slot(&mut self, last: usize, count: usize, can: &dyn Fn(usize) -> bool) -> Option<usize>;

    /// Which of `count` operations is done, none of which has to come before another, in the order of submission.
    fn operation(&mut self, count: usize) -> usize;

    /// Whether the last block begins first.
    fn is_backwards(&self) -> bool {
        false
    }
}

/// Steps between two looks at whether another thread should go on, where the schedule does not ask for fewer: a thread
/// that spins must not keep the others from running.
pub(super) const PATIENCE: u32 = 4096;

/// The first slot that can, after the last one that had its turn.
pub(super) fn next_slot(last: usize, count: usize, can: &dyn Fn(usize) -> bool) -> Option<usize> {
    (1..=count)
        .map(|step| (last + step) % count)
        .find(|&slot| can(slot))
}
