//! Numbers by chance that are the same for the same seed, for openings of puzzles and of games to learn from.

/// A small generator (Steele, Lea and Flood's SplitMix64).
pub(super) struct Random(pub(super) u64);

impl Random {
    /// A number below this bound; 0 below none.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % bound.max(1) as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_published_generator() {
        // The first outputs for the seed 1234567 (as in the generator's reference, by S. Vigna).
        let mut random = Random(1_234_567);
        let numbers: Vec<usize> = (0..3).map(|_| random.below(usize::MAX)).collect();
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
        assert_eq!(Random(1).below(0), 0);
    }
}
