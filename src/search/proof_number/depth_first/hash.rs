//! The hash of positions: fast, and the same in every run, so that a search on one thread repeats itself.
//!
//! It decides where a position is kept, never whether two positions are the same.

use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher};

/// Multiplies and rotates word by word.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mixer(u64);

/// Makes [`Mixer`]s.
pub(super) type Mix = BuildHasherDefault<Mixer>;

/// The hash of a position.
pub(super) fn hash_of(position: &impl Hash) -> u64 {
    Mix::default().hash_one(position)
}

const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.write_u64(u64::from(value));
    }

    fn write_u16(&mut self, value: u16) {
        self.write_u64(u64::from(value));
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(23) ^ value).wrapping_mul(ODD);
        self.0 ^= self.0 >> 32;
    }

    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }

    fn finish(&self) -> u64 {
        let mixed = (self.0 ^ self.0 >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^ mixed >> 32
    }
}
