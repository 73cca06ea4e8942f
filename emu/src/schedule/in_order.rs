//! Thread after thread, block after block, each as far as it goes.

use super::order::{Order, PATIENCE, next_slot};
use super::ready::Ready;
use super::warp_walk::WarpWalk;

#[derive(Debug)]
pub(super) struct InOrder {
    walk: WarpWalk,
}

impl InOrder {
    pub(super) fn new() -> Self {
        InOrder {
            walk: WarpWalk::new(false),
        }
    }
}

/// A lane that stops is done, or waits for the others, or spins: so all lanes come to the next barrier.
pub(super) fn warp_turns(lanes: u32) -> u32 {
    lanes * 16
}

/// What a stretch costs. Many short ones, from one warp collective to the next, may take as long as few long ones.
pub(super) fn cost(steps: u32) -> u32 {
    steps.max(PATIENCE / 64)
}

impl Order for InOrder {
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

    fn slot(&mut self, last: usize, count: usize, can: &dyn Fn(usize) -> bool) -> Option<usize> {
        next_slot(last, count, can)
    }

    fn operation(&mut self, _count: usize) -> usize {
        0
    }
}
