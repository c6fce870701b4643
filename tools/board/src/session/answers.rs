//! What an engine says about a search, kept until its move comes.

use crate::message::{Score, Thought};
use engine::protocol::event::Dialect;
use engine::protocol::heard::{Info, is_resignation, rank, variation};

/// More words than this about one move are not kept.
const MOST_WORDS: usize = 12;
/// More lines of other kinds are not kept, and no more characters of each.
const MOST_LINES: usize = 400;
const WIDEST: usize = 400;
/// Moves of a variation that are passed on.
const LONGEST_LINE: usize = 40;

/// What has been heard of a search.
#[derive(Clone, Debug, Default)]
pub(super) struct Hearing {
    pub search: u64,
    /// The node that it is about.
    pub node: usize,
    pub words: Vec<String>,
    /// The score of the best line, for the side to move.
    pub score: Option<Score>,
    /// The best line.
    pub pv: Vec<String>,
    /// Whether it has said that it resigns.
    pub resigns: bool,
    /// What it has said that is not of a search: an evaluation, line by line.
    pub view: Vec<String>,
}

impl Hearing {
    pub(super) fn begin(search: u64, node: usize) -> Self {
        Self { search, node, ..Self::default() }
    }

    /// Takes in what it says in words; `None` if the line holds none.
    pub(super) fn words(&mut self, line: &str) -> Option<String> {
        let text = line.strip_prefix("info string ")?.trim();
        self.resigns |= is_resignation(line);
        if self.words.len() < MOST_WORDS && !self.words.iter().any(|known| known == text) {
            self.words.push(text.to_owned());
        }
        Some(text.to_owned())
    }

    /// Takes in a line that is not of a search.
    pub(super) fn plain(&mut self, line: &str) {
        if self.view.len() < MOST_LINES && !line.starts_with("info ") {
            self.view.push(line.chars().take(WIDEST).collect());
        }
    }

    /// Takes in a line with a score; `None` if it holds none.
    pub(super) fn thought(&mut self, who: String, line: &str, dialect: Dialect) -> Option<Thought> {
        if !line.starts_with("info ") || line.starts_with("info string") || !line.contains("score ") {
            return None;
        }
        let info = Info::parse(line);
        let score = info.score.map(|score| plies(score, dialect));
        let rank = rank(line);
        let pv: Vec<_> = variation(line).take(LONGEST_LINE).map(str::to_owned).collect();
        if rank == 1 {
            (self.score, self.pv) = (score, pv.clone());
        }
        Some(Thought { who, node: self.node, rank, depth: info.depth, nodes: info.nodes, score, pv })
    }

    /// What it said in words about its choice: an iteration that was cut short is nobody's reason.
    pub(super) fn reason(&self) -> String {
        let reasons = self.words.iter().filter(|text| !text.starts_with("best of depth"));
        reasons.map(String::as_str).collect::<Vec<_>>().join("; ")
    }
}

/// A score whose distances are plies.
const fn plies(score: Score, dialect: Dialect) -> Score {
    match (score, dialect) {
        // The winner's moves: he makes the last one.
        (Score::Mate(moves @ 1..), Dialect::Uci) => Score::Mate(moves.saturating_mul(2) - 1),
        (Score::Mate(moves), Dialect::Uci) => Score::Mate(moves.saturating_mul(2)),
        (score, _) => score,
    }
}

/// The same score seen from the other side of the board, a ply earlier: what a reply is worth to the side that allows it.
pub(super) const fn before_reply(score: Score) -> Score {
    match score {
        Score::Cp(value) => Score::Cp(value.saturating_neg()),
        Score::Mate(plies) if plies > 0 => Score::Mate(-plies.saturating_add(1)),
        Score::Mate(plies) => Score::Mate(plies.saturating_neg().saturating_add(1)),
    }
}

/// A score for the side to move as one for player one.
pub(super) const fn for_player_one(score: Score, turn: u8) -> Score {
    match (score, turn) {
        (score, 1) => score,
        (Score::Cp(value), _) => Score::Cp(value.saturating_neg()),
        (Score::Mate(plies), _) => Score::Mate(plies.saturating_neg()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_words_are_kept_for_the_move() {
        let mut hearing = Hearing::begin(1, 7);
        let line = "info depth 3 nodes 9 score mate 2 multipv 1 pv 111 222";
        let thought = hearing.thought("p1".into(), line, Dialect::Uci).unwrap();
        assert_eq!((thought.score, thought.node, thought.pv.len()), (Some(Score::Mate(3)), 7, 2));
        assert_eq!(hearing.thought("p1".into(), "info string score", Dialect::Uci), None);
        for text in ["blocks a file", "best of depth 4", "blocks a file", "resigns"] {
            hearing.words(&format!("info string {text}"));
        }
        assert_eq!((hearing.reason().as_str(), hearing.resigns), ("blocks a file; resigns", true));
    }

    #[test]
    fn scores_change_sides() {
        assert_eq!(before_reply(Score::Mate(-2)), Score::Mate(3));
        assert_eq!(before_reply(Score::Mate(3)), Score::Mate(-4));
        assert_eq!(before_reply(Score::Cp(5)), Score::Cp(-5));
        assert_eq!(for_player_one(Score::Mate(3), 2), Score::Mate(-3));
        assert_eq!(for_player_one(Score::Mate(3), 1), Score::Mate(3));
    }
}
