//! The lanes of a warp in turn, until none can go on or they had enough; then the warp after it, or before it.

use super::ready::{Ready, WARP};

/// Where the walk is.
#[derive(Debug)]
pub(super) struct WarpWalk {
    down: bool,
    last: usize,
    /// How often a lane of the warp may go on before another warp does.
    turns: u32,
}

impl WarpWalk {
    /// From the first thread up, or from the last one down.
    pub(super) fn new(down: bool) -> Self {
        WarpWalk {
            down,
            last: 0,
            turns: 0,
        }
    }

    pub(super) fn begin(&mut self, threads: usize) {
        self.last = match self.down {
            true => 0,
            false => threads - 1,
        };
        self.turns = 0;
    }

    /// The next thread. A warp of which so many lanes can go on has `turns` of that.
    pub(super) fn next(&mut self, ready: &Ready, turns: impl Fn(u32) -> u32) -> Option<usize> {
        let warp = self.last / WARP;
        let lanes = ready.warp(warp);
        self.turns = self.turns.saturating_sub(1);
        self.last = if lanes == 0 || self.turns == 0 {
            let thread = match self.down {
                false => ready.next((warp + 1) * WARP)?,
                true => ready.previous(warp * WARP)?,
            };
            self.turns = turns(ready.warp(thread / WARP).count_ones());
            thread
        } else {
            warp * WARP + next_lane(lanes, self.last % WARP, self.down)
        };
        Some(self.last)
    }

    /// The thread that went on last may spin: the other lanes may do so too, once, and then another warp goes on.
    pub(super) fn hurry(&mut self, ready: &Ready) {
        let lanes = ready.warp(self.last / WARP).count_ones();
        self.turns = self.turns.min(lanes);
    }
}

/// The lane of the mask, which has one, that comes after `last` upwards, or downwards; around the ends of the warp.
fn next_lane(mask: u32, last: usize, down: bool) -> usize {
    let mask = u64::from(mask);
    let (after, before) = (mask & !((2 << last) - 1), mask & ((1 << last) - 1));
    match down {
        false => (if after != 0 { after } else { mask }).trailing_zeros() as usize,
        true => 63 - (if before != 0 { before } else { mask }).leading_zeros() as usize,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(down: bool, turns: u32, steps: usize) -> Vec<usize> {
        let mut ready = Ready::default();
        [0, 1, 33, 70]
            .into_iter()
            .for_each(|thread| ready.insert(thread));
        let mut walk = WarpWalk::new(down);
        walk.begin(96);
        (0..steps)
            .filter_map(|_| walk.next(&ready, |_| turns))
            .collect()
    }

    #[test]
    fn the_lanes_of_a_warp_take_turns_before_the_next_warp_does() {
        assert_eq!(walk(false, 4, 9), [0, 1, 0, 1, 33, 33, 33, 33, 70]);
        assert_eq!(walk(true, 2, 7), [70, 70, 33, 33, 1, 0, 70]);
    }

    #[test]
    fn a_warp_without_ready_lanes_is_passed_over() {
        let mut walk = WarpWalk::new(false);
        walk.begin(64);
        assert_eq!(walk.next(&Ready::default(), |_| 4), None);
    }
}
