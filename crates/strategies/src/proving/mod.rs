//! What the strategies that prove have in common: a position is answered by what is known to win (a line, a book, a forced
//! win by threes), else by proof-number search for both sides, else by the best-looking move that is not refuted.
//!
//! Nothing is claimed that is not proven: a length is that of the longest game if the winner plays as his book, his
//! blocks and his forced wins say.

mod attempt;
mod book;
pub(crate) mod knowledge;
mod thinker;
mod words;

pub use thinker::{Kept, think};

use games::qubic::Qubic;
use solve::qubic::forced_win::Field;

/// How a position looks to the side that has just moved: its open lines of two and of one against the opponent's.
fn looks(position: &Qubic) -> i32 {
    let field = Field::of(position).reversed();
    let count = |lines: solve::qubic::forced_win::field::Lines| lines.len() as i32;
    64 * count(field.open_twos()) + 21 * count(field.open_ones())
        - 48 * count(field.their_open_twos())
        - count(field.reversed().open_ones())
}
