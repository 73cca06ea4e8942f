//! Which threads of a block can go on: a set of at most 1024 numbers.

/// Lanes of a warp.
pub(crate) const WARP: usize = 32;

/// Threads that can go on, by rank.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ready {
    words: [u64; 16],
}

impl Ready {
    pub(crate) fn insert(&mut self, thread: usize) {
        self.words[thread / 64] |= 1 << (thread % 64);
    }

    pub(crate) fn remove(&mut self, thread: usize) {
        self.words[thread / 64] &= !(1 << (thread % 64));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    pub(crate) fn count(&self) -> usize {
        self.words
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    /// The ready lanes of a warp of 32.
    pub(crate) fn warp(&self, warp: usize) -> u32 {
        (self.words[warp / 2] >> (warp % 2 * 32)) as u32
    }

    /// The first from `from` on, beginning anew after the last.
    pub(crate) fn next(&self, from: usize) -> Option<usize> {
        let from = from % 1024;
        let above = self.words[from / 64] & (u64::MAX << (from % 64));
        if above != 0 {
            return Some(from / 64 * 64 + above.trailing_zeros() as usize);
        }
        let words = (1..=16).map(|step| (from / 64 + step) % 16);
        words
            .filter(|&word| self.words[word] != 0)
            .map(|word| word * 64 + self.words[word].trailing_zeros() as usize)
            .next()
    }

    /// The last before `before`, beginning anew before the first.
    pub(crate) fn previous(&self, before: usize) -> Option<usize> {
        let last_of = |word: usize, bits: u64| word * 64 + 63 - bits.leading_zeros() as usize;
        let (word, bit) = (before / 64 % 16, before % 64);
        let below = self.words[word] & ((1 << bit) - 1);
        if below != 0 {
            return Some(last_of(word, below));
        }
        (1..=16)
            .map(|step| (word + 16 - step) % 16)
            .find(|&word| self.words[word] != 0)
            .map(|word| last_of(word, self.words[word]))
    }

    /// The one that is number `index` of them.
    pub(crate) fn nth(&self, index: usize) -> Option<usize> {
        let mut left = index;
        for (word, &bits) in self.words.iter().enumerate() {
            let count = bits.count_ones() as usize;
            if left < count {
                let mut bits = bits;
                for _ in 0..left {
                    bits &= bits - 1;
                }
                return Some(word * 64 + bits.trailing_zeros() as usize);
            }
            left -= count;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_set_is_walked_in_both_directions_and_around_its_ends() {
        let mut ready = Ready::default();
        assert_eq!(ready.next(5), None);
        assert_eq!(ready.previous(5), None);
        for thread in [0, 3, 63, 64, 200, 1023] {
            ready.insert(thread);
        }
        assert_eq!(ready.next(0), Some(0));
        assert_eq!(ready.next(4), Some(63));
        assert_eq!(ready.next(64), Some(64));
        assert_eq!(ready.next(201), Some(1023));
        assert_eq!(ready.next(1024), Some(0));
        assert_eq!(ready.previous(3), Some(0));
        assert_eq!(ready.previous(0), Some(1023));
        assert_eq!(
            (ready.nth(0), ready.nth(2), ready.nth(5)),
            (Some(0), Some(63), Some(1023))
        );
        assert_eq!((ready.nth(6), ready.count()), (None, 6));
        assert_eq!(ready.warp(1), 1 << 31);
        ready.remove(63);
        assert_eq!(ready.next(4), Some(64));
    }
}
