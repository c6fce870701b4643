//! Laws that every game obeys. A new game adds one line at the end of this file.
//!
//! Games are random playouts: a list of numbers, each of which picks one of the legal moves.

use games::draughts::Draughts;
use games::gomoku::{Gomoku, Opening, Setup};
use games::laws;
use games::qubic::Qubic;
use proptest::prelude::*;

macro_rules! laws_of {
    ($name:ident, $game:ty, $setup:expr, $plies:expr, $alphabet:expr) => {
        mod $name {
            use super::*;

            proptest! {
                #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(100) })]

                #[test]
                fn laws(picks in prop::collection::vec(any::<u16>(), 0..=$plies)) {
                    laws::all::<$game>(&$setup, &picks);
                }

                #[test]
                fn texts(text in $alphabet, noise in any::<String>()) {
                    laws::any_text_is_read_or_refused::<$game>(&$setup, &text);
                    laws::any_text_is_read_or_refused::<$game>(&$setup, &noise);
                }
            }
        }
    };
}

laws_of!(qubic, Qubic, (), 64, "[xo0-9]{0,24}");
laws_of!(draughts, Draughts, (), 120, "([BW]:W([K0-9,-]{0,12}):B[K0-9,-]{0,12}|[0-9x-]{0,9})");

/// These rules of Go-Moku on a board of this size.
fn gomoku(rules: &str, size: usize) -> Setup {
    Setup::new(rules, size).unwrap()
}

/// Texts that now and then are positions on a board of 5 x 5.
const FIVE_ROWS: &str = "([xo1-5]{1,5}/){4}[xo1-5]{1,5}(:[xo])?(;(swapped|place[123]|choice[35]?|centre))?";

laws_of!(gomoku_stones, Gomoku, Setup::default(), 30, "[xo0-9/:]{0,40}");
laws_of!(gomoku_small, Gomoku, gomoku("freestyle", 5), 25, FIVE_ROWS);
laws_of!(gomoku_freestyle, Opening, Setup::default(), 30, "[xo0-9/:;a-z]{0,40}");
laws_of!(gomoku_standard, Opening, gomoku("standard", 6), 36, FIVE_ROWS);
laws_of!(gomoku_renju, Opening, gomoku("renju", 7), 49, FIVE_ROWS);
laws_of!(gomoku_second_move, Opening, gomoku("second-move-restricted", 9), 40, FIVE_ROWS);
laws_of!(gomoku_choice, Opening, gomoku("choice", 6), 36, FIVE_ROWS);
laws_of!(gomoku_swap2, Opening, gomoku("swap2", 5), 27, FIVE_ROWS);
laws_of!(gomoku_greatest, Opening, gomoku("swap2-freestyle", 20), 12, "[xo0-9/:;a-z]{0,40}");
