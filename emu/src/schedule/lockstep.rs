//! Lanes of a warp access by access in step, warp after warp.

use super::order::{Order, PATIENCE, next_slot};
use super::ready::Ready;
use super::warp_walk::WarpWalk;

#[derive(Debug)]
pub(super) struct Lockstep {
    walk: WarpWalk,
}

impl Lockstep {
    pub(super) fn new() -> Self {
        Lockstep {
            walk: WarpWalk::new(false),
        }
    }
}

fn warp_turns(lanes: u32) -> u32 {
    lanes * PATIENCE / 16
}

impl Order for Lockstep {
    fn begin(&mut self, threads: usize) {
        self.walk.begin(threads);
    }

    fn thread(&mut self, ready: &Ready) -> Option<(usize, u32)> {
        Some((self.walk.next(ready, warp_turns)?, 1))
    }

    fn took(&mut self, _steps: u32, _ready: &Ready) -> u32 {
        1
    }

    fn turn(&mut self, threads: u32) -> u32 {
        threads.max(1).saturating_mul(PATIENCE / 4)
    }

    fn slot(&mut self, last: usize, count: usize, can: &dyn Fn(usize) -> bool) -> Option<usize> {
        next_slot(last, count, can)
    }

    fn operation(&mut self, _count: usize) -> usize {
        0
    }
}
