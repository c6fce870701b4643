//! How a proof is divided: what its parts are, and which replies of white's an answer of black's leaves to be proven.

use super::super::Place;
use super::found::read;
use super::{Parts, answers};
use games::gomoku::{Square, Stones};
use rustc_hash::FxHashSet;

/// A reply of white's, black to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reply {
    pub(crate) place: Place,
    pub(crate) tries: u32,
    /// The round in which it came up.
    pub(crate) since: u32,
    pub(crate) proven: bool,
}

impl Reply {
    /// How often it has been tried, or is taken to have been, in this round.
    pub(crate) fn turn(&self, round: u32) -> u32 {
        self.tries.max(round.saturating_sub(self.since))
    }
}

/// An answer of black's with all replies to it.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) m: Square,
    pub(crate) replies: Vec<Reply>,
    /// Replies with an answer of their own that is given or advised, canonical: the replies to it are among `replies`.
    pub(crate) given: Vec<(Place, Square)>,
    /// How often its open parts have been tried.
    pub(crate) rounds: u32,
}

impl Answer {
    /// One whose replies come when it is first tried.
    pub(crate) const fn new(m: Square) -> Self {
        Self { m, replies: Vec::new(), given: Vec::new(), rounds: 0 }
    }

    pub(crate) fn open(&self) -> usize {
        self.replies.iter().filter(|reply| !reply.proven).count()
    }

    /// How many parts it is known to leave open.
    pub(crate) fn failed(&self) -> u64 {
        self.replies.iter().filter(|reply| !reply.proven && reply.tries > 0).count() as u64
    }
}

/// A position with black to move.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    /// With so few stones that nothing threatens, or with a given or advised answer: black's answers are tried one after the other.
    Opening {
        place: Place,
        answers: Vec<Answer>,
        proven: bool,
    },
    Middle(Reply),
}

impl Part {
    pub(crate) const fn proven(&self) -> bool {
        match self {
            Self::Opening { proven, .. } => *proven,
            Self::Middle(reply) => reply.proven,
        }
    }
}

impl Parts {
    /// The classes of positions after a reply, those near black's stones first.
    pub(super) fn replies(&self, place: &Place) -> Vec<Place> {
        let near =
            |square: Square| -> usize { place.black.squares().map(|black| black.distance(square)).sum() };
        let board = Stones::new(self.size);
        let mut squares: Vec<Square> = board.squares().filter(|&square| place.is_empty(square)).collect();
        squares.sort_by_key(|&square| near(square));
        let mut classes = Vec::new();
        for square in squares {
            let class = place.after(square).class(self.size).0;
            if !classes.contains(&class) {
                classes.push(class);
            }
        }
        classes
    }

    pub(super) fn part(&self, place: Place) -> Part {
        let proven = self.knows(&place);
        let given = answers::given(self.size, self.rules, &place);
        let answers = match given {
            _ if proven => Vec::new(),
            Some(m) => vec![Answer::new(m)],
            None if place.black.count() == 1 => answers::answers(self.size, self.rules, &place),
            None => return Part::Middle(self.reply(place, 0)),
        };
        Part::Opening { place, answers, proven }
    }

    /// Every reply in this position after an answer of black's, those near his stones first, and where black's next move is given, every
    /// reply to that.
    pub(super) fn fill(&self, after: Place, answer: &mut Answer, round: u32) {
        let mut seen: FxHashSet<Place> = answer.replies.iter().map(|reply| reply.place).collect();
        let mut after = vec![after];
        while let Some(place) = after.pop() {
            for class in self.replies(&place) {
                if !seen.insert(class) {
                    continue;
                }
                let given = answers::given(self.size, self.rules, &class).filter(|_| !self.knows(&class));
                if let Some(m) = given {
                    answer.given.push((class, m));
                    after.push(class.after(m));
                } else {
                    answer.replies.push(self.reply(class, round));
                }
            }
        }
    }

    fn reply(&self, place: Place, since: u32) -> Reply {
        let tried = read(&self.tried);
        let tries = tried.now.get(&place).copied().unwrap_or(0);
        Reply { place, tries, since, proven: self.knows(&place) }
    }
}
