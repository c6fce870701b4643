//! The weights of the evaluation, in hundredths of a man or so, opening and ending.
//!
//! Fitted to 817,701 quiet positions of 10,000 games that the program played against itself with 2,000 nodes a move, from
//! random openings (`examples/draughts_weights.rs`). Boards are printed with square 1 at the top left, for a side whose
//! men go down. What the numbers say: men at home are worth most in the opening and the back row stays guarded, in the
//! ending what counts is how far they have come; kings want the middle in the opening, and later the double corner of
//! either side and the other side's last rows, where men must pass.

use super::evaluation::Term;

/// What something is worth in the opening and in the ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight(pub i16, pub i16);

/// A man on each square.
#[rustfmt::skip]
pub const MEN: [Weight; 32] = boards([
    [
         130,  164,  126,   92,
         100,  120,  115,  111,
         109,  118,  100,   92,
          92,   92,  100,   86,
          69,   64,   66,  104,
          79,   84,   60,   50,
          84,  102,   88,   98,
         100,  100,  100,  100,
    ],
    [
         135,  159,  148,  119,
         129,  123,  135,  126,
         124,  124,  125,  145,
         153,  124,  129,  135,
         127,  135,  142,  134,
         140,  141,  146,  143,
         141,  144,  148,  147,
         100,  100,  100,  100,
    ],
]);

/// A king on each square.
#[rustfmt::skip]
pub const KINGS: [Weight; 32] = boards([
    [
         134,  143,  142,  136,
         138,  145,  147,  137,
         139,  154,  160,  146,
         140,  159,  171,  153,
         162,  168,  173,  158,
         147,  179,  181,  142,
         165,  176,  148,  119,
         143,  183,  170,  111,
    ],
    [
         188,  143,  142,  136,
         203,  166,  129,  135,
         170,  134,  144,  138,
         142,  142,  146,  136,
         147,  152,  149,  156,
         162,  147,  157,  170,
         142,  155,  173,  193,
         128,  159,  168,  189,
    ],
]);

/// By [`Term`], in its order.
#[rustfmt::skip]
pub const TERMS: [Weight; Term::COUNT] = [
    Weight(1, 1), // Turn
    Weight(1, 9), // TheMove
    Weight(5, 7), // Mobility
    Weight(-13, -18), // StuckKings
    Weight(18, 38), // Runner1
    Weight(19, 33), // Runner2
    Weight(-12, 34), // Runner3
    Weight(14, 44), // Bridge
    Weight(-51, -33), // DogHole
    Weight(-3, 2), // Backed
];

/// A lead in pieces, by the number of all pieces.
pub const LEAD: Weight = Weight(29, -1);

const fn boards([opening, ending]: [[i16; 32]; 2]) -> [Weight; 32] {
    let mut weights = [Weight(0, 0); 32];
    let mut n = 0;
    while n < 32 {
        weights[n] = Weight(opening[n], ending[n]);
        n += 1;
    }
    weights
}
