//! Random numbers that must be the same on every machine and for ever, because games are reproduced from them: the
//! generator of Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014), section 3.

/// The generator SplitMix64.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// A generator with this seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound` (0 if `bound` is 0); the bias is below 2^-32 for bounds of 32 bits.
    pub fn below(&mut self, bound: u64) -> u64 {
        let wide = u128::from(self.next()) * u128::from(bound);
        (wide >> 64) as u64
    }

    /// One of these, if there are any; a number is drawn in any case.
    pub fn one_of<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        things.get(self.below(things.len() as u64) as usize)
    }
}

/// One number from several, each of which matters.
pub fn mix(parts: &[u64]) -> u64 {
    parts.iter().fold(0, |state, &part| SplitMix64::new(state ^ SplitMix64::new(part).next()).next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_the_published_one() {
        let mut random = SplitMix64::new(1_234_567);
        assert_eq!(random.next(), 6_457_827_717_110_365_317);
        assert_eq!(random.next(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn mixing_depends_on_every_part_and_on_their_order() {
        assert_ne!(mix(&[1, 2, 3]), mix(&[1, 3, 2]));
        assert_ne!(mix(&[1, 2, 3]), mix(&[1, 2, 4]));
        assert_eq!(mix(&[1, 2, 3]), mix(&[1, 2, 3]));
    }
}
