//! What a stone would make on a square, all four lines together: shapes counted, and named by what they amount to.

use super::shape::Shape;
use std::sync::LazyLock;

/// What a stone of one side would make on a square, all four lines together; the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Class {
    /// Nothing that the others name.
    Quiet,
    /// Two twos or more that can grow into threes.
    TwoTwos,
    Three,
    ThreeAndTwo,
    /// Two threes or more.
    TwoThrees,
    Four,
    FourAndTwo,
    FourAndThree,
    /// A straight four, or two fours: two winning squares.
    DoubleFour,
    Five,
}

impl Class {
    pub const COUNT: usize = 10;

    /// Those of a four with one winning square, the best first.
    pub const FOURS: [Self; 3] = [Self::FourAndThree, Self::FourAndTwo, Self::Four];
    /// Those of a three without a four, the best first.
    pub(crate) const THREES: [Self; 3] = [Self::TwoThrees, Self::ThreeAndTwo, Self::Three];
}

/// What each pair of shapes adds to a cell's tally. A side has 16 bits, three for each of: fives, straight fours,
/// fours, threes, twos.
pub(super) const COUNTED: [u32; 256] = {
    let mut counted = [0; 256];
    let mut n = 0;
    while n < 256 {
        counted[n] = counts(n as u8 & 15) | counts(n as u8 >> 4) << 16;
        n += 1;
    }
    counted
};

const fn counts(shape: u8) -> u32 {
    match Shape::from_number(shape) {
        Shape::Five => 1,
        Shape::StraightFour => 1 << 3,
        Shape::Four => 1 << 6,
        Shape::OpenThree | Shape::WideThree => 1 << 9,
        Shape::OpenTwo | Shape::WideTwo => 1 << 12,
        _ => 0,
    }
}

/// The class of each of a side's fifteen bits of a tally.
pub(super) static CLASSES: LazyLock<Box<[u8; 1 << 15]>> =
    LazyLock::new(|| Box::new(std::array::from_fn(|tally| class_of(tally as u32) as u8)));

const fn class_of(tally: u32) -> Class {
    let (fours, threes, twos) = (tally >> 6 & 7, tally >> 9 & 7, tally >> 12 & 7);
    if tally & 7 != 0 {
        Class::Five
    } else if tally >> 3 & 7 != 0 || fours >= 2 {
        Class::DoubleFour
    } else if fours == 1 {
        match (threes, twos) {
            (1.., _) => Class::FourAndThree,
            (_, 1..) => Class::FourAndTwo,
            _ => Class::Four,
        }
    } else {
        match (threes, twos) {
            (2.., _) => Class::TwoThrees,
            (1, 1..) => Class::ThreeAndTwo,
            (1, _) => Class::Three,
            (_, 2..) => Class::TwoTwos,
            _ => Class::Quiet,
        }
    }
}

/// The classes of both sides.
#[inline]
pub(super) const fn classes(table: &[u8; 1 << 15], tally: u32) -> [u8; 2] {
    [table[tally as usize & 0x7fff], table[tally as usize >> 16 & 0x7fff]]
}
