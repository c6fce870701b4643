//! What is true of Qubic: positions that the side to move is proven to win, and whether it still does after a move.

use crate::game::qubic::{Cell, Qubic};
use crate::game::{Game, Outcome, Played, Side};
use crate::search::Control;
use crate::search::qubic_proof::solver::{Answer, Question, Solver, SolverLimits};
use crate::strategy::samuel::subject::Subject;
use rand::seq::IndexedRandom;
use rand::{RngExt as _, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::ops::RangeInclusive;

/// How many stones are on the board: enough that proofs are short.
const PLIES: RangeInclusive<usize> = 8..=20;
/// Memory of a proof, in bytes.
const BYTES: usize = 1 << 30;

/// What a move does to a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The position after it is proven to be won still.
    Kept,
    /// It is proven not to be: drawn at best.
    Thrown,
    /// Neither is proven within the effort.
    Unknown,
}

impl Verdict {
    /// All, with their words.
    pub const WORDS: [(Self, &'static str); 3] =
        [(Self::Kept, "kept"), (Self::Thrown, "thrown"), (Self::Unknown, "unknown")];

    /// Its word.
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(verdict, _)| *verdict == self).map_or("", |(_, word)| word)
    }

    /// The verdict of this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(_, known)| *known == word).map(|&(verdict, _)| verdict)
    }
}

/// Game number `number` of a seed, played at random but for lines that can be completed or must be blocked, if it leads to a position in
/// which the side to move has a choice and is proven to win with so many expansions; if `quiet`, not by threes alone.
pub fn won_position(
    seed: u64,
    number: u64,
    quiet: bool,
    expansions: u64,
    control: &Control,
) -> Option<Played<Qubic>> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(number);
    let mut game = Played::new(Qubic::start(&()));
    for _ in 0..random.random_range(PLIES) {
        let mut moves = Vec::new();
        if game.outcome().is_none() {
            game.position().candidates(&mut moves);
        }
        game.play(*moves.choose(&mut random)?).ok()?;
    }
    let position = game.position();
    if position.outcome().is_some() || position.next_is_jump() {
        return None;
    }
    let win = Answer::Value(Outcome::Win(position.to_move()));
    let is_won = |expansions| value(*position, position.to_move(), expansions, control) == win;
    // Without an expansion there is nothing but the search of threes.
    (!(quiet && is_won(0)) && is_won(expansions)).then_some(game)
}

/// Whether a move keeps the win of who makes it. Asked first is whether the other side then wins by threes; then whether the one who has moved
/// wins still, with so many expansions.
pub fn verdict(position: &Qubic, m: Cell, expansions: u64, control: &Control) -> Verdict {
    let winner = position.to_move();
    let mut next = *position;
    next.play(m);
    match next.outcome() {
        Some(Outcome::Win(_)) => return Verdict::Kept,
        Some(Outcome::Draw) => return Verdict::Thrown,
        None => {}
    }
    if value(next, winner.other(), 0, control) == Answer::Value(Outcome::Win(winner.other())) {
        return Verdict::Thrown;
    }
    match value(next, winner, expansions, control) {
        Answer::Value(Outcome::Win(side)) if side == winner => Verdict::Kept,
        Answer::Value(_) | Answer::NoWin(_) => Verdict::Thrown,
        Answer::Unknown => Verdict::Unknown,
    }
}

/// Whether this side wins.
fn value(position: Qubic, attacker: Side, expansions: u64, control: &Control) -> Answer {
    let question = Question { attacker: Some(attacker), ..Question::value_of(position) };
    let limits = SolverLimits { bytes: BYTES, expansions };
    Solver::new(&question, 1).run(&limits, control, &mut |_, _| {})
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Qubic {
        Qubic::from_text(&(), text).unwrap()
    }

    #[test]
    fn verdicts_of_moves_that_are_easily_judged() {
        let control = Control::new();
        // Three in a row: completing it wins, and so does nothing that lets the other side complete its own.
        let position = at("xxx1ooo57");
        let judge = |cell| verdict(&position, Cell::new(cell).unwrap(), 1_000, &control);
        assert_eq!((judge(3), judge(63)), (Verdict::Kept, Verdict::Thrown));
    }

    #[test]
    fn a_win_that_has_been_found_is_kept_by_some_move() {
        let control = Control::new();
        let found = |quiet, number| {
            let found = (0..200).filter_map(|game| won_position(1, game, quiet, 500, &control));
            found.take(number).collect::<Vec<_>>()
        };
        let (any, quiet) = (found(false, 3), found(true, 2));
        assert_eq!((any.len(), quiet.len()), (3, 2));
        for game in &quiet {
            let (position, mover) = (*game.position(), game.position().to_move());
            assert_eq!(value(position, mover, 0, &control), Answer::Unknown);
        }
        for game in any.into_iter().chain(quiet) {
            assert!((8..=20).contains(&game.plies()));
            let moves = game.legal_moves();
            assert!(moves.iter().any(|&m| verdict(game.position(), m, 2_000, &control) == Verdict::Kept));
        }
    }
}
