//! Backtracking until SEARCH no longer recognises a pattern (Doake 1972, VII, after Elcock and Murray), and the
//! description of the position found, with all lines that make it a won one and no others.

use super::super::patterns::Owner;
use super::super::sums::{LineSet, OTHER, OWN, Sums, lines_of};
use super::description::Description;
use super::recognition::{Seen, recognise};
use games::qubic::Qubic;
use games::qubic::lines::{LINE_SETS, cells};
use games::{Outcome, Played};

/// What a finished game teaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Lesson {
    /// A new description, which stood on the board before the winner's move of this ply (from 0).
    New(Description, usize),
    /// The position before that move was not won: the loser answered it badly.
    Blunder(usize),
    /// It was won, but its description would have more lines than are allowed.
    TooLarge(usize),
    /// Nobody has won, or the winner was recognised to be winning from the start.
    Nothing,
}

/// A lesson, and the description that stood on the board at the earliest recognised moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    /// What is to be learned.
    pub(crate) lesson: Lesson,
    /// The number of the known description by which the game was won.
    pub(crate) decided_by: Option<usize>,
}

/// Goes back from the end of a won game to the first position (the winner to move) in which nothing is recognised, and
/// describes it, if the winner's move there wins against every reply.
pub(crate) fn learn(game: &Played<Qubic>, known: &[Description], most_lines: usize) -> Finding {
    let mut finding = Finding { lesson: Lesson::Nothing, decided_by: None };
    let Some(Outcome::Win(winner)) = game.outcome() else { return finding };
    let moves: Vec<usize> = game.moves().map(|m| m.index()).collect();
    let position = game.position();
    let mut sums = Sums::new(position.stones(winner), position.stones(winner.other()));
    for ply in (0..moves.len()).rev() {
        sums.take(moves[ply]);
        let winners_turn = (moves.len() - 1 - ply).is_multiple_of(2);
        if !winners_turn {
            continue;
        }
        match recognise(&sums, known, Owner::Own) {
            Some(Seen::Pattern(number, _)) => finding.decided_by = Some(number),
            Some(Seen::Three(..)) => {}
            None => {
                finding.lesson = describe(&mut sums, moves[ply], known, most_lines, ply);
                break;
            }
        }
    }
    finding
}

fn describe(sums: &mut Sums, key: usize, known: &[Description], most_lines: usize, ply: usize) -> Lesson {
    let before = sums.own();
    sums.put(key, OWN);
    let Some(first) = recognise(sums, known, Owner::Own) else { return Lesson::Blunder(ply) };
    let mut lines = first.lines();
    // Adds the lines of an answer to each reply that the lines so far have no answer to.
    while let Some(reply) = unanswered(lines, before, key, known) {
        if sums.counter(reply) != 0 {
            return Lesson::Blunder(ply);
        }
        sums.put(reply, OTHER);
        let answer = recognise(sums, known, Owner::Own).as_ref().map(Seen::lines);
        sums.take(reply);
        match answer {
            Some(more) if more & !lines != 0 => lines |= more,
            _ => return Lesson::Blunder(ply),
        }
        if lines.count_ones() as usize > most_lines {
            return Lesson::TooLarge(ply);
        }
    }
    if lines.count_ones() as usize > most_lines {
        return Lesson::TooLarge(ply);
    }
    let own = squares(lines) & before;
    match Description::of(lines, own, key) {
        // One that is known, but was too long to look for here, is not listed twice.
        Some(new) if known.contains(&new) => Lesson::Nothing,
        // A description that does not find itself (its key square is ambiguous) would be learned again and again.
        Some(new) if new.find(&Sums::new(own, 0), OWN).is_some() => Lesson::New(new, ply),
        _ => Lesson::Blunder(ply),
    }
}

/// The first reply after which nothing is recognised on a board with nothing but these lines and their own counters.
fn unanswered(lines: LineSet, before: u64, key: usize, known: &[Description]) -> Option<usize> {
    let all = squares(lines);
    let mut sums = Sums::new((all & before) | 1 << key, 0).only(lines);
    cells(all & sums.blank()).find(|&reply| {
        sums.put(reply, OTHER);
        let answered = recognise(&sums, known, Owner::Own).is_some();
        sums.take(reply);
        !answered
    })
}

fn squares(lines: LineSet) -> u64 {
    lines_of(lines).fold(0, |set, line| set | LINE_SETS[line])
}
