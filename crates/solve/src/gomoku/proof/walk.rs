//! Walking through every game that a proof allows: which of its moves are needed, how long the longest game is, and how
//! large the proof.
//!
//! Black follows the rule of `proof-format.md`: five if he can; else the proof's move; else he blocks; else he wins by fours
//! and threes. Where white is to move and black would win by threats if he passed, only replies in the zone of that win
//! can differ from it.

#[cfg(test)]
mod tests;

use super::small::{LARGE, proves};
use super::wins::{Wins, one_stone_less_helps};
use super::{Attack, Moves, Place, inverse};
use crate::gomoku::attack::proof_number::ProofNumberAttacks;
use crate::gomoku::attack::win::Win;
use crate::gomoku::{Class, Set, ThreatBoard};
use games::gomoku::{Gomoku, Rules, Setup, Square};
use games::{Game, Side};
use rustc_hash::FxHashMap;
use search::Control;
use search::proof_number::graph::Verdict;
use std::sync::{Arc, PoisonError};

/// Positions of one threat search: far more than any that the search for a proof has taken.
const LIMIT: u64 = 1_000_000;
/// The last resort. A reply outside the zone by which the proof set it aside is looked at here where the win after a pass is not
/// found soon, and the win after it may be harder than any that the proof had to find: one took 2.3 million.
const LAST_LIMIT: u64 = 20_000_000;
/// Expansions of the small search where the proof has no move: the search for it found a win soon that no threat search finds here, for it saw
/// another image of the position or followed another win. One that took four of them had resisted 20 million positions.
const MENDING: u64 = 200;
/// Wins by threats that are found within so many positions are left to the reader of the proof.
pub(super) const QUICK: u64 = 3_000;
/// Of a win that is known, for its zone alone.
const AGAIN: u64 = 300;
/// Wins of so many plies every search finds at once.
const SHORT: u32 = 9;
/// Longer ones a search that goes about it in another way must find within so many positions: one that took the solver 417, another missed in
/// four million.
const READER: u64 = 20_000;
/// Positions of the search after white has passed. Where it finds nothing, every reply is looked at: the reader of the proof has
/// to find the wins after the others by himself, so that they must be as quick.
const PASS: u64 = 5_000;

/// What a walk finds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walked {
    /// Plies of the longest game from the start.
    pub longest: u32,
    /// The same up to where black wins by threats alone.
    pub longest_before_threats: u32,
    /// A longest game; without its final threats where a win by threats was taken over from another reply and none of that length is found.
    pub line: Vec<Square>,
    /// The moves of the proof that some game reaches, with those that were found where it had none.
    pub moves: Moves,
    /// Positions with black to move in which he wins by threats alone.
    pub leaves: u64,
    /// Positions of the solution tree without the final threats, symmetric ones counted once.
    pub positions: u64,
    /// Positions with black to move in all final threat sequences.
    pub threats: u64,
}

/// What is known of a position with black to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Plies of the longest game from it.
    pub plies: u32,
    /// The same up to where black wins by threats alone: 0 if he does so here.
    pub before_threats: u32,
    /// Positions with black to move in the final threat sequences from here; 0 if he does not win by threats alone.
    pub threats: u64,
    /// The proof's move, if one is needed.
    pub m: Option<Square>,
}

/// How far a walk has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Visited {
    /// Canonical positions all of whose games have been looked at.
    pub steps: FxHashMap<Place, Step>,
    /// Moves of the proof like others: first moves of wins by threats that took long to find, and those of small searches where it had none.
    pub hard: Moves,
}

/// Why a walk has come to no end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The proof has a hole.
    Hole(Hole),
    /// The watcher has said so.
    Stopped,
}

impl From<Hole> for Halt {
    fn from(hole: Hole) -> Self {
        Self::Hole(hole)
    }
}

/// A position where the proof has a hole, and what is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hole {
    pub place: Box<Place>,
    pub what: &'static str,
}

/// Plies of the longest game from a position, with and without the final threats.
#[derive(Clone, Copy, Debug, Default)]
struct Length {
    plies: u32,
    before_threats: u32,
}

struct Walk<'a> {
    size: usize,
    rules: Rules,
    /// So many stones black has at most when a game is over.
    most: u32,
    /// Black's move in a position with him to move, if the proof has one.
    moves: &'a dyn Fn(&Place) -> Option<Square>,
    board: ThreatBoard,
    threats: ProofNumberAttacks,
    /// As a reader of the proof may search.
    reader: ProofNumberAttacks,
    /// Searches where the proof has no move, if anybody does; it knows what it has proven since it was last asked.
    mender: Option<Attack>,
    visited: &'a mut Visited,
    /// Sees how far it has come, and says whether to go on.
    watch: &'a mut dyn FnMut(&Visited) -> bool,
}

/// The position of the rules with these stones, if it is one.
pub(crate) fn position(size: usize, rules: Rules, place: &Place) -> Option<Gomoku> {
    let setup = Setup::new(rules.name(), size).ok()?;
    Gomoku::from_text(&setup, &place.text(size)).ok()
}

/// Walks through all games from a position in which black follows these moves, and has at most so many stones when they are
/// over, from where an earlier walk through the same moves has come to. Where a move is missing, a small search looks for one if this walk
/// `mends`. `watch` sees how far it is and says whether to go on.
///
/// # Errors
/// Where the strategy fails, and if `watch` says so.
pub fn walk(
    start: &Gomoku,
    most: u32,
    moves: &dyn Fn(&Place) -> Option<Square>,
    mends: bool,
    visited: &mut Visited,
    watch: &mut dyn FnMut(&Visited) -> bool,
) -> Result<Walked, Halt> {
    let (size, rules) = (start.setup().size(), start.setup().rules());
    let place = Place::of(start);
    if start.outcome().is_some() {
        return Err(Hole { place: Box::new(place), what: "the game is over there" }.into());
    }
    let board = ThreatBoard::new(start.stones(), rules);
    let threats = ProofNumberAttacks::default().within(most);
    let reader = ProofNumberAttacks::near_first().within(most);
    let mender = mends.then(|| Attack::new(size, rules, Arc::default()).within(most));
    let mut walk = Walk { size, rules, most, moves, board, threats, reader, mender, visited, watch };
    let length = if place.black_moves {
        walk.own(&place, &mut Wins::new(Set::default()), false)?
    } else {
        walk.replies(&place, None)?
    };
    let line = walk.longest_line(&place, length.plies);
    let leaves = visited.steps.values().filter(|step| step.before_threats == 0).count() as u64;
    Ok(Walked {
        longest: length.plies,
        longest_before_threats: length.before_threats,
        line,
        moves: visited.steps.iter().filter_map(|(class, step)| Some((*class, step.m?))).collect(),
        leaves,
        // With each position in which black has no such win comes the one after his move.
        positions: 2 * (visited.steps.len() as u64 - leaves) + u64::from(!place.black_moves),
        threats: visited.steps.values().map(|step| step.threats).sum(),
    })
}

impl Walk<'_> {
    /// Black is to move; the stones of `place` are on the board. Among `wins` are those after other replies; whether another one `narrows`
    /// what is left of these.
    fn own(&mut self, place: &Place, wins: &mut Wins, narrows: bool) -> Result<Length, Halt> {
        let (class, symmetry) = place.class(self.size);
        let step = match self.visited.steps.get(&class) {
            Some(&step) => {
                if narrows
                    && step.before_threats == 0
                    && let Some(win) = self.win(wins, AGAIN)
                {
                    wins.add(win, true);
                }
                step
            }
            None => {
                let step = self.own_afresh(place, &class, symmetry, wins, narrows)?;
                self.visited.steps.insert(class, step);
                if !(self.watch)(self.visited) {
                    return Err(Halt::Stopped);
                }
                step
            }
        };
        if step.plies.div_ceil(2) > self.most.saturating_sub(place.black.count()) {
            return Err(Hole { place: Box::new(*place), what: "the game is too long" }.into());
        }
        Ok(Length { plies: step.plies, before_threats: step.before_threats })
    }

    fn own_afresh(
        &mut self,
        place: &Place,
        class: &Place,
        symmetry: usize,
        wins: &mut Wins,
        narrows: bool,
    ) -> Result<Step, Halt> {
        let hole = |what| Halt::from(Hole { place: Box::new(*place), what });
        let won = |plies, threats| Step { plies, before_threats: 0, threats, m: None };
        if !self.board.squares(Side::First, Class::Five).is_empty() {
            return Ok(won(1, 1));
        }
        // A win that is found soon needs no entry.
        let opened = place.black.count() > 1;
        let (quick, readable) = if opened { self.readable_win(wins, QUICK) } else { (None, false) };
        if let Some(win) = quick.as_ref().filter(|_| readable) {
            wins.add(win.clone(), narrows);
            return Ok(won(win.plies(), win.positions()));
        }
        let hard = || Some(self.visited.hard.get(class)?.image(self.size, inverse(symmetry)));
        let mut entry = (self.moves)(place).or_else(hard);
        let mut win = quick;
        let block = self.board.squares(Side::Second, Class::Five).first();
        // Others get one, so that the reader of the proof finds what is left soon.
        if entry.is_none() && opened && block.is_none() {
            win = win.or_else(|| self.hard_win());
            if win.is_none() {
                entry = self.mend(class).map(|m| m.image(self.size, inverse(symmetry)));
                win = entry.is_none().then(|| self.win(wins, LAST_LIMIT)).flatten();
            }
            entry = entry.or_else(|| win.as_ref()?.first());
            if let Some(m) = entry {
                self.visited.hard.insert(*class, m.image(self.size, symmetry));
            }
        }
        let Some(m) = entry.or(block) else { return Err(hole("there is no move for it")) };
        if !position(self.size, self.rules, place).is_some_and(|position| position.is_legal(m)) {
            return Err(hole("the move is not legal"));
        }
        self.board.put(Side::First, m);
        let length = self.replies(&place.after(m), win.filter(|win| win.first() == Some(m)));
        self.board.remove(Side::First, m);
        let Length { plies, before_threats } = length?;
        let m = entry.map(|m| m.image(self.size, symmetry));
        Ok(Step { plies: plies + 1, before_threats: before_threats + 1, threats: 0, m })
    }

    /// Black's win by threats: one of these, or one that is found within so many positions.
    fn win(&mut self, wins: &Wins, limit: u64) -> Option<Win> {
        let Self { threats, board, .. } = self;
        wins.again(board).or_else(|| threats.win_within(board, Side::First, limit, &|| false))
    }

    /// The same, and whether a reader of the proof, who searches otherwise and need not know of other wins, is likely to find it: it is short, or
    /// found afresh within so many positions, and in the reader's manner.
    fn readable_win(&mut self, wins: &Wins, limit: u64) -> (Option<Win>, bool) {
        let Self { threats, reader, board, .. } = self;
        let again = wins.again(board);
        let short = again.as_ref().is_some_and(|win| win.plies() <= SHORT);
        let afresh = if short { None } else { threats.win_within(board, Side::First, limit, &|| false) };
        let found = short || afresh.is_some();
        let Some(win) = again.or(afresh) else { return (None, false) };
        let readable =
            win.plies() <= SHORT || found && reader.search(board, Side::First, READER) == Verdict::Proven;
        (Some(win), readable)
    }

    /// Black's win by threats that is not found soon, but within [`LIMIT`] positions.
    fn hard_win(&mut self) -> Option<Win> {
        let Self { board, threats, .. } = self;
        let won = threats.search(board, Side::First, LIMIT) == Verdict::Proven
            || threats.search_in_hope(board, Side::First, LIMIT / 100, LIMIT) == Verdict::Proven;
        won.then(|| threats.win(board)).flatten()
    }

    /// Black's move in a canonical position by a small search; what else that has found is kept.
    fn mend(&mut self, class: &Place) -> Option<Square> {
        let Self { mender, visited, moves, .. } = self;
        let mender = mender.as_mut()?;
        let proven = proves(mender, class, LARGE, MENDING, &Control::new(), &mut || true);
        for (class, m) in mender.known.write().unwrap_or_else(PoisonError::into_inner).drain() {
            if moves(&class).is_none() {
                visited.hard.entry(class).or_insert(m);
            }
        }
        // A win by threats that is found soon has no entry.
        let by_threats = || mender.winning_move(class, LARGE.own);
        visited.hard.get(class).copied().or_else(|| proven.then(by_threats).flatten())
    }

    /// White is to move, in a position of this win if there is one: what it says need not be found again.
    fn replies(&mut self, place: &Place, win: Option<Win>) -> Result<Length, Halt> {
        if !self.board.squares(Side::Second, Class::Five).is_empty() {
            return Err(Hole { place: Box::new(*place), what: "white wins at once" }.into());
        }
        let mut left: Set = self.board.all_squares().filter(|&square| place.is_empty(square)).collect();
        if left.is_empty() {
            return Err(Hole { place: Box::new(*place), what: "the board is full" }.into());
        }
        let mut longest = Length::default();
        let mut wins = Wins::new(left);
        win.into_iter().for_each(|win| wins.add(win, false));
        let (passes, readable) =
            if place.black.count() > 1 { self.readable_win(&wins, PASS) } else { (None, false) };
        let passes = passes.filter(|_| readable);
        let narrows = passes.is_some() && one_stone_less_helps(self.rules);
        if let Some(win) = passes {
            longest = Length { plies: win.plies() + 1, before_threats: 1 };
            wins.add(win, true);
            left = left & wins.zone;
        }
        while let Some(reply) = wins.hardest(left) {
            left.flip(reply);
            self.board.put(Side::Second, reply);
            let length = self.own(&place.after(reply), &mut wins, narrows);
            self.board.remove(Side::Second, reply);
            left = left & wins.zone;
            let length = length?;
            longest.plies = longest.plies.max(length.plies + 1);
            longest.before_threats = longest.before_threats.max(length.before_threats + 1);
        }
        Ok(longest)
    }
}

impl Walk<'_> {
    /// A longest game from a position whose length is known.
    fn longest_line(&mut self, start: &Place, plies: u32) -> Vec<Square> {
        let (mut place, mut left, mut line) = (*start, plies, Vec::new());
        while left > 0 {
            let m = if place.black_moves {
                let (class, symmetry) = place.class(self.size);
                let step = self.visited.steps.get(&class);
                let leaf = step.is_none_or(|step| step.before_threats == 0);
                let block = self.board.squares(Side::Second, Class::Five).first();
                match step.and_then(|step| step.m) {
                    Some(m) => Some(m.image(self.size, inverse(symmetry))),
                    None if !leaf && block.is_some() => block,
                    None => {
                        line.extend(self.last_threats(&place, left as usize));
                        break;
                    }
                }
            } else {
                self.longest_reply(&place)
            };
            let Some(m) = m else { break };
            self.board.put(if place.black_moves { Side::First } else { Side::Second }, m);
            line.push(m);
            place = place.after(m);
            left -= 1;
        }
        line
    }

    /// The final threats from a position, so many plies, if a search finds them in one of its images: in each it may find another win first.
    fn last_threats(&mut self, place: &Place, plies: usize) -> Vec<Square> {
        let of_image = |symmetry: usize| {
            let image = place.image(self.size, symmetry);
            let mut board = ThreatBoard::new(&image.stones(self.size), self.rules);
            self.threats.search(&mut board, Side::First, LIMIT);
            let line = self.threats.win(&mut board).map(|win| win.line(&mut board)).unwrap_or_default();
            line.into_iter().map(|m| m.image(self.size, inverse(symmetry))).collect::<Vec<_>>()
        };
        (0..Gomoku::SYMMETRIES).map(of_image).find(|line| line.len() == plies).unwrap_or_default()
    }

    /// The reply after which the game is longest, as far as replies were looked at.
    fn longest_reply(&self, place: &Place) -> Option<Square> {
        let plies = |&reply: &Square| {
            let class = place.after(reply).class(self.size).0;
            self.visited.steps.get(&class).map_or(0, |step| step.plies)
        };
        self.board.all_squares().filter(|&square| place.is_empty(square)).max_by_key(plies)
    }
}
