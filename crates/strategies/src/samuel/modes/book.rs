//! Following book games (section "Other modes of play"): the program proposes a move, then makes the book's, and it is counted
//! how many legal moves it rates better and poorer than the book's.
//!
//! The paper's coefficient C leaves out moves that are rated the same; an evaluation that cannot tell moves apart can have a
//! good C. The ties and the share of first choices belong beside it.

use crate::samuel::look_ahead::think::{SearchSettings, think};
use crate::samuel::terms::Subject;
use crate::samuel::terms::scoring::Scoring;
use games::{Game, Played, Side};
use search::{Control, Limits};

/// A move of a book game with the program's view of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookMove<G: Game> {
    pub side: Side,
    pub book: G::Move,
    pub book_score: i64,
    /// The move that the program proposes.
    pub proposed: G::Move,
    pub proposed_score: i64,
    /// How many legal moves are rated better than the book's: H.
    pub better: u64,
    /// How many are rated poorer: L.
    pub poorer: u64,
    /// How many others are rated the same.
    pub same: u64,
}

impl<G: Game> BookMove<G> {
    pub const fn legal(&self) -> u64 {
        self.better + self.poorer + self.same + 1
    }
}

/// Follows a game of a book: every move with the program's view of it. Ends where the rules end the game though the book goes on,
/// and early if `control` says so.
///
/// # Errors
/// A sentence, if a move is not legal.
pub fn follow<G: Subject>(
    start: &G,
    moves: &[G::Move],
    scoring: &Scoring<G>,
    settings: impl Fn(&Played<G>) -> SearchSettings,
    control: &Control,
) -> Result<Vec<BookMove<G>>, String> {
    let mut game = Played::new(start.clone());
    let mut followed = Vec::with_capacity(moves.len());
    for &book in moves {
        if game.outcome().is_some() || control.is_stopped() {
            break;
        }
        let side = game.position().to_move();
        let settings = SearchSettings { deepens: false, ..settings(&game) };
        // Every move is wanted with its score.
        let limits = Limits { multi_pv: usize::MAX, ..Limits::default() };
        let thought = think(&game, scoring, settings, &limits, control, &mut |_| {});
        let scores = || thought.candidates.iter().map(|candidate| candidate.score.unwrap_or(i64::MIN));
        let place = thought.candidates.iter().position(|candidate| candidate.m == book);
        let number = game.plies() + 1;
        let score = place.and_then(|place| scores().nth(place));
        let score = score.ok_or_else(|| format!("move {number} of the book game is not legal"))?;
        if !thought.complete {
            break;
        }
        let count = |ordering| scores().filter(|other| other.cmp(&score) == ordering).count() as u64;
        followed.push(BookMove {
            side,
            book,
            book_score: score,
            proposed: thought.candidates[0].m,
            proposed_score: scores().next().unwrap_or(score),
            better: count(std::cmp::Ordering::Greater),
            poorer: count(std::cmp::Ordering::Less),
            same: count(std::cmp::Ordering::Equal) - 1,
        });
        game.play(book).map_err(|illegal| format!("move {number} of the book game {illegal}"))?;
    }
    Ok(followed)
}

/// What has been counted over moves of book games. Moves without a choice count only as moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    pub(crate) moves: u64,
    /// Those with a choice of two or more.
    pub choices: u64,
    /// H: legal moves rated better than the book's.
    pub better: u64,
    /// L: legal moves rated poorer.
    pub poorer: u64,
    /// Others that are rated the same.
    pub(crate) same: u64,
    /// Choices where the move proposed is the book's.
    pub first: u64,
    /// Choices where none is rated better than the book's.
    pub among_best: u64,
    /// The book's moves that would be chosen if it were drawn by lot among those rated best, on the average.
    pub by_lot: f64,
    /// The same among all that are legal.
    pub by_chance: f64,
}

impl Tally {
    pub fn count<G: Game>(&mut self, m: &BookMove<G>) {
        self.moves += 1;
        if m.legal() == 1 {
            return;
        }
        self.choices += 1;
        self.better += m.better;
        self.poorer += m.poorer;
        self.same += m.same;
        self.first += u64::from(m.book == m.proposed);
        if m.better == 0 {
            self.among_best += 1;
            self.by_lot += 1.0 / (m.same + 1) as f64;
        }
        self.by_chance += 1.0 / m.legal() as f64;
    }

    /// Adds what has been counted elsewhere.
    pub fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.choices += other.choices;
        self.better += other.better;
        self.poorer += other.poorer;
        self.same += other.same;
        self.first += other.first;
        self.among_best += other.among_best;
        self.by_lot += other.by_lot;
        self.by_chance += other.by_chance;
    }

    /// C = (L - H) / (L + H), the paper's coefficient (note 16); `None` if every move is rated like the book's.
    pub fn correlation(&self) -> Option<f64> {
        let (poorer, better) = (self.poorer as f64, self.better as f64);
        (poorer + better > 0.0).then(|| (poorer - better) / (poorer + better))
    }

    /// The same with the ties in the denominator: what is left of it if they are counted as neither.
    pub fn with_ties(&self) -> Option<f64> {
        let others = (self.poorer + self.better + self.same) as f64;
        (others > 0.0).then(|| (self.poorer as f64 - self.better as f64) / others)
    }

    /// The share of other moves that are rated the same as the book's.
    pub fn ties(&self) -> f64 {
        self.same as f64 / ((self.poorer + self.better + self.same) as f64).max(1.0)
    }

    /// A number as a share of the choices.
    pub fn share(&self, number: f64) -> f64 {
        number / (self.choices as f64).max(1.0)
    }
}
