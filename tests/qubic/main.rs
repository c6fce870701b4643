//! Qubic and the searches that are tried on it: strategies, proofs and their files, learning, the command `solve`.

#[path = "../common/mod.rs"]
mod common;

mod citrenbaum;
mod citrenbaum_planes;
mod proof_number;
mod proofs;
mod proving;
mod score_four;
mod search;
mod solve;
mod threat_space;

use ::search::Score;
use games::qubic::Qubic;
use games::{Game, Outcome, Played};
use strategies::Choice;

/// Lines are legal, and one that ends the game ends it as its score says and in time; if `exact`, one with such a score does so
/// in as many plies.
fn assert_lines(position: &Qubic, choice: &Choice<Qubic>, exact: bool) {
    for line in &choice.lines {
        let mut game = Played::new(*position);
        line.moves.iter().for_each(|&m| game.play(m).expect("lines are legal"));
        let (plies, winner) = match line.score {
            Score::Win { in_plies } => (in_plies as usize, position.to_move()),
            Score::Loss { in_plies } => (in_plies as usize, position.to_move().other()),
            Score::Draw | Score::Heuristic(_) => continue,
        };
        let (length, outcome, won) = (line.moves.len(), game.outcome(), Some(Outcome::Win(winner)));
        let holds = length == plies && outcome == won
            || !exact && length <= plies && (outcome == won || outcome.is_none());
        assert!(holds, "{}: {line:?} {outcome:?}", position.to_text());
    }
}
