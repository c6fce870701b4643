//! What Qubic and Go-Moku have in place of pieces: lines (rows of five squares) in which only one side has stones. Once the other
//! side has a stone there they are lost for good, as a man is; and what they are worth does not depend on anything learned, which
//! is what the paper wants of the piece term.

/// What a man is: a line with three stones.
pub(crate) const MAN: i64 = credit(3);

/// What a line is worth in which a side has so many stones, and the other none: 0, 1, 3, 6, 10.
pub(crate) const fn credit(stones: u32) -> i64 {
    (stones * (stones + 1) / 2) as i64
}
