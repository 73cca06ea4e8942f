//! Random numbers that a seed decides: SplitMix64 (Steele, Lea, Flood 2014).

/// A sequence of them.
#[derive(Debug, Clone)]
pub(crate) struct RandomNumbers {
    state: u64,
}

impl RandomNumbers {
    pub(crate) fn new(seed: u64) -> Self {
        RandomNumbers { state: seed }
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GOLDEN);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `count`; 0 if that is 0.
    pub(crate) fn below(&mut self, count: u64) -> u64 {
        self.next() % count.max(1)
    }
}

/// The golden ratio's fraction in 64 bits, odd.
pub(crate) const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_that_of_the_paper() {
        let mut numbers = RandomNumbers::new(1_234_567);
        let first = [0; 3].map(|_| numbers.next());
        let known = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
        ];
        assert_eq!(first, known);
        assert!((0..100).all(|_| numbers.below(7) < 7));
        assert_eq!(numbers.below(0), 0);
    }
}
