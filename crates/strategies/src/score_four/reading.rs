//! The readings of the thesis: the listing with its defects, the prose, the listing with its defects mended, and the two
//! programs that came before it.

use super::ScoreFourOptions;
use super::search::Meeting;

/// Which patterns on the real board are answered at once, three in a row always being one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    /// The first of TEST, no matter whose: the original.
    All,
    /// The program's own first, then the opponent's.
    OwnFirst,
    Own,
    Threes,
}

/// How a move is chosen when no pattern on the board decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Technique {
    /// The best attack or the best defence: the program as it was printed.
    Apart,
    /// One score of every test together, the earlier version of IV (v).
    OneScore,
    /// Every move, reply and answer, valued by counters: the first technique (IV).
    ThreePlies,
}

/// Where readings differ. The letters are those of `docs/papers/doake-1972.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// D1: how the lines of a pattern must hang together.
    pub meeting: Meeting,
    /// D2: looking at what remains after a reply wipes the list of patterns found, so that only the first counts.
    pub wipes: bool,
    /// D3: whose a pattern is, is decided by an `.OR.` over its first two sums.
    pub either: bool,
    /// D4: MARGE keeps its value from the last move that computed it.
    pub stale_marge: bool,
    /// Own look-ahead points from which on nothing more is computed: 14 in the listing, 15 in the prose.
    pub enough_own: i32,
    /// The same for the opponent's: the listing says "greater than 15", the prose "less than 15" the other way round.
    pub enough_other: i32,
    /// SUTEST takes patterns of up to this many lines: 3 in the prose, 2 in flow chart E.
    pub early_lines: usize,
    /// D5: SUTEST lists a pattern again that it has already.
    pub early_twice: bool,
    pub technique: Technique,
    /// Not a matter of reading, but of experiment.
    pub answers: Answers,
}

impl Reading {
    /// The listing, corrected where it cannot run, its defects kept.
    pub const FAITHFUL: Self = Self {
        meeting: Meeting::Loose,
        wipes: true,
        either: true,
        stale_marge: true,
        enough_own: 14,
        enough_other: 16,
        early_lines: 2,
        early_twice: true,
        technique: Technique::Apart,
        answers: Answers::All,
    };

    pub const TEXT: Self = Self {
        wipes: false,
        either: false,
        stale_marge: false,
        enough_own: 15,
        enough_other: 15,
        early_lines: 3,
        ..Self::FAITHFUL
    };

    /// The listing with its defects mended.
    pub const CORRECTED: Self = Self {
        meeting: Meeting::Strict,
        wipes: false,
        either: false,
        stale_marge: false,
        early_lines: 3,
        early_twice: false,
        ..Self::FAITHFUL
    };

    /// The names that the option `ScoreFour.Reading` takes.
    pub(crate) const NAMES: &'static [&'static str] =
        &["faithful", "text", "corrected", "one-score", "three-plies"];

    /// What the options ask for.
    pub(crate) fn of(options: &ScoreFourOptions) -> Self {
        let mut reading = match options.reading.as_str() {
            "text" => Self::TEXT,
            "corrected" => Self::CORRECTED,
            "one-score" => Self { technique: Technique::OneScore, ..Self::FAITHFUL },
            "three-plies" => Self { technique: Technique::ThreePlies, ..Self::FAITHFUL },
            _ => Self::FAITHFUL,
        };
        match options.early_lines.as_str() {
            "2" => reading.early_lines = 2,
            "3" => reading.early_lines = 3,
            _ => {}
        }
        reading.answers = match options.answers.as_str() {
            "own-first" => Answers::OwnFirst,
            "own" => Answers::Own,
            "threes" => Answers::Threes,
            _ => Answers::All,
        };
        reading
    }
}
