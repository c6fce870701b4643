//! What an evaluation makes of the shapes and classes on a threat board.

/// What shapes are worth to an evaluation, both sides' at once: see [`pair`].
#[derive(Debug)]
pub struct Weights {
    /// For each pair of shapes along a line, the first side's in the lower four bits.
    pub shapes: [i64; 256],
    /// For each pair of classes of a square, the first side's first; those from `Class::COUNT` on are not used.
    pub classes: [[i64; 16]; 16],
}

impl Weights {
    /// What a line of these shapes and a square of these classes add.
    #[inline]
    pub(super) const fn worth(&self, shapes: u8, classes: [u8; 2]) -> i64 {
        self.shapes[shapes as usize] + self.class(classes)
    }

    #[inline]
    pub(super) const fn class(&self, classes: [u8; 2]) -> i64 {
        // Sixteen a side, so that nothing need be checked.
        self.classes[(classes[0] & 15) as usize][(classes[1] & 15) as usize]
    }
}

/// A worth from the first side's point of view: with the first side to move, and with the second side to move.
pub const fn pair(first: i32, second: i32) -> i64 {
    ((first as i64) << 32) + second as i64
}
