//! The last block first, and in each block the last thread, each as far as it goes.

use super::in_order::{cost, warp_turns};
use super::order::{Order, PATIENCE, next_slot};
use super::ready::Ready;
use super::warp_walk::WarpWalk;

#[derive(Debug)]
pub(super) struct Reverse {
    walk: WarpWalk,
}

impl Reverse {
    pub(super) fn new() -> Self {
        Reverse {
            walk: WarpWalk::new(true),
        }
    }
}

impl Order for Reverse {
    fn begin(&mut self, threads: usize) {
        self.walk.begin(threads);
    }

    fn thread(&mut self, ready: &Ready) -> Option<(usize, u32)> {
        Some((self.walk.next(ready, warp_turns)?, PATIENCE))
    }

    fn took(&mut self, steps: u32, ready: &Ready) -> u32 {
        if steps >= PATIENCE {
            self.walk.hurry(ready);
        }
        cost(steps)
    }

    fn turn(&mut self, threads: u32) -> u32 {
        threads.max(1).saturating_mul(PATIENCE)
    }

    /// Slots are filled from the last block down, so the walk over them is the same.
    fn slot(&mut self, last: usize, count: usize, can: &dyn Fn(usize) -> bool) -> Option<usize> {
        next_slot(last, count, can)
    }

    fn operation(&mut self, count: usize) -> usize {
        count.saturating_sub(1)
    }

    fn is_backwards(&self) -> bool {
        true
    }
}
