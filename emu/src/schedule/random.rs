//! Any thread after any access, as a seed decides.

use super::order::Order;
use super::random_numbers::{GOLDEN, RandomNumbers};
use super::ready::Ready;

/// The most accesses between two choices.
const LONGEST_STRETCH: u64 = 48;

#[derive(Debug)]
pub(super) struct Random {
    numbers: RandomNumbers,
}

impl Random {
    /// The choices of one block, of the grid or of the queue; `stream` tells them apart.
    pub(super) fn new(seed: u64, stream: u64) -> Self {
        let mut numbers = RandomNumbers::new(seed ^ stream.wrapping_mul(GOLDEN));
        numbers.next();
        Random { numbers }
    }

    fn below(&mut self, count: usize) -> usize {
        self.numbers.below(count as u64) as usize
    }
}

impl Order for Random {
    fn begin(&mut self, _threads: usize) {}

    fn thread(&mut self, ready: &Ready) -> Option<(usize, u32)> {
        let index = self.below(ready.count());
        let thread = ready.nth(index)?;
        Some((thread, 1 + self.numbers.below(LONGEST_STRETCH) as u32))
    }

    fn took(&mut self, _steps: u32, _ready: &Ready) -> u32 {
        1
    }

    fn turn(&mut self, threads: u32) -> u32 {
        1 + self.numbers.below(4 * u64::from(threads) + 16) as u32
    }

    fn slot(&mut self, _last: usize, count: usize, can: &dyn Fn(usize) -> bool) -> Option<usize> {
        let able: Vec<usize> = (0..count).filter(|&slot| can(slot)).collect();
        let index = self.below(able.len());
        able.get(index).copied()
    }

    fn operation(&mut self, count: usize) -> usize {
        self.below(count)
    }
}
