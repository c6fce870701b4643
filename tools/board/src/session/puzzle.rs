//! Puzzles: positions of Qubic in which whoever moves forces a win by lines of three, made by letting an engine play itself
//! until there is one, and checked move by move by the same engine.

use super::answers::Hearing;
use super::work::{Work, value_of_move};
use super::{Gone, Session};
use crate::message::{NewGame, Puzzle, Score, Seat, ToPage};
use std::collections::BTreeMap;

/// Games that are tried until one has a win of the length asked for.
const MOST_GAMES: u32 = 60;
/// Random plies at the start of each.
const OPENING: usize = 8;
/// What may be spent on whether a move wins.
const NODES: u32 = 20_000;

/// A puzzle, and the position that it began with.
pub(super) struct Posed {
    pub(super) shown: Puzzle,
    /// The player who is to win: 1 or 2.
    solver: u8,
}

impl Session {
    pub(super) fn make_puzzle(&mut self, seed: u64, plies: u32) -> Result<Result<(), String>, Gone> {
        if !(3..=15).contains(&plies) {
            return Ok(Err("a puzzle is a win in 3 to 15 plies".to_owned()));
        }
        let new = NewGame {
            game: "qubic".to_owned(),
            rules: BTreeMap::new(),
            position: None,
            seats: [Seat::Human, Seat::Human],
            clock: None,
        };
        if let Err(error) = self.begin(new, "A puzzle is being made".to_owned()) {
            return Ok(Err(error));
        }
        let work =
            Making { random: Random(seed), plies: u64::from(plies), game: 0, moves: Vec::new(), found: None };
        let chosen = self.builtin("alpha-beta");
        self.begin_work(Box::new(work), &chosen, &[])
    }

    /// A move of whoever solves: played, then checked.
    pub(super) fn try_solution(&mut self, m: &str) -> Result<(), String> {
        let Some(puzzle) = &self.puzzle else { return Err("there is no puzzle".to_owned()) };
        if puzzle.shown.state == "wrong" {
            return Err("that did not win: take it back".to_owned());
        }
        if self.verdict.turn != puzzle.solver || self.work.is_some() {
            return Err("the answer is being looked for".to_owned());
        }
        self.tree.play(m, self.verdict.turn)?;
        self.look()?;
        if self.verdict.result != "none" {
            return self.judge("solved", "Solved: four in line.".to_owned());
        }
        let chosen = self.builtin("perfect");
        let work = Checking { node: self.tree.here(), asked: false };
        self.begin_work(Box::new(work), &chosen, &[]).unwrap_or(Ok(()))
    }

    fn judge(&mut self, state: &'static str, words: String) -> Result<(), String> {
        if let Some(puzzle) = &mut self.puzzle {
            (puzzle.shown.state, puzzle.shown.words) = (state, words);
        }
        Ok(())
    }

    /// After a step through the game: whoever solves may try again.
    pub(super) fn reopen_puzzle(&mut self) {
        if self.verdict.result == "none" {
            let _ = self.judge("open", "Try again.".to_owned());
        }
    }
}

/// A small generator of numbers, the same for the same seed (Steele, Lea and Flood's SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % bound.max(1) as u64) as usize
    }
}

/// A position with a win that has been found, whose other moves are being tried.
struct Found {
    plies: u64,
    legal: Vec<String>,
    tried: usize,
    winning: usize,
}

/// The making of a puzzle.
struct Making {
    random: Random,
    plies: u64,
    game: u32,
    moves: Vec<String>,
    found: Option<Found>,
}

impl Making {
    /// Begins another game with random moves.
    fn open(&mut self, session: &mut Session) -> Result<(), String> {
        self.moves.clear();
        self.game += 1;
        while self.moves.len() < OPENING {
            let verdict = session.rules.look(None, &self.moves)?;
            let m = verdict.legal.get(self.random.below(verdict.legal.len())).cloned();
            self.moves.push(m.ok_or("a game of random moves has ended")?);
        }
        Ok(())
    }

    fn pose(&self, session: &mut Session, found: &Found) -> Result<(), Gone> {
        let posed = session.rules.look(None, &self.moves).and_then(|verdict| {
            session.start = Some(verdict.position.clone());
            session.look()?;
            Ok(verdict.turn)
        });
        let solver = match posed {
            Ok(turn) => turn,
            Err(text) => return session.tell(ToPage::Refused { text }),
        };
        let few = 3_u32.saturating_sub(found.winning as u32);
        let difficulty = (((found.plies.saturating_sub(3)) / 2) as u32 + few).clamp(1, 5) as u8;
        let side = ["x", "o"][usize::from(solver) - 1];
        let words = format!("{side} to move and force a win in {} plies at most.", found.plies);
        session.title = format!("Puzzle: {side} to move and win");
        session.puzzle = Some(Posed {
            shown: Puzzle {
                plies: found.plies as u32,
                first_moves: (found.winning, found.legal.len()),
                difficulty,
                state: "open",
                words,
            },
            solver,
        });
        session.show()
    }
}

impl Work for Making {
    fn ask(&mut self, session: &mut Session) -> Result<bool, Gone> {
        if let Some(found) = &self.found {
            let Some(m) = found.legal.get(found.tried) else {
                if let Some(found) = self.found.take() {
                    self.pose(session, &found)?;
                }
                return Ok(false);
            };
            let moves: Vec<_> = self.moves.iter().chain([m]).cloned().collect();
            let commands = format!("{}\ngo nodes {}", crate::rules::position(None, &moves), NODES / 10);
            session.ask_worker(0, commands);
            return Ok(true);
        }
        if self.moves.is_empty() {
            if self.game >= MOST_GAMES {
                let text = format!("no win in {} plies or more came up in {MOST_GAMES} games", self.plies);
                session.tell(ToPage::Refused { text })?;
                return Ok(false);
            }
            if let Err(text) = self.open(session) {
                session.tell(ToPage::Refused { text })?;
                return Ok(false);
            }
            session.tell(ToPage::Work { what: "A puzzle".to_owned(), done: self.game, of: MOST_GAMES })?;
        }
        session.ask_worker(0, format!("{}\ngo depth 2", crate::rules::position(None, &self.moves)));
        Ok(true)
    }

    fn hear(&mut self, session: &mut Session, m: String, hearing: Hearing) -> Result<(), Gone> {
        if let Some(found) = &mut self.found {
            found.tried += 1;
            found.winning += usize::from(matches!(value_of_move(&hearing), Some(Score::Mate(1..))));
            return Ok(());
        }
        match hearing.score {
            Some(Score::Mate(plies)) if plies > 0 && plies.unsigned_abs() >= self.plies => {
                let verdict = session.rules.look(None, &self.moves);
                let legal = verdict.map(|verdict| verdict.legal).unwrap_or_default();
                self.found = Some(Found { plies: plies.unsigned_abs(), legal, tried: 0, winning: 0 });
                // It looks further than alpha-beta at so few nodes.
                session.tell_worker("setoption name Strategy value threat-space");
            }
            // Too short, or lost already: another game.
            Some(Score::Mate(_)) => self.moves.clear(),
            _ if m == "0000" || self.moves.len() > 40 => self.moves.clear(),
            _ => self.moves.push(m),
        }
        Ok(())
    }
}

/// The check of a move of whoever solves.
struct Checking {
    node: usize,
    asked: bool,
}

impl Work for Checking {
    fn ask(&mut self, session: &mut Session) -> Result<bool, Gone> {
        if self.asked {
            return Ok(false);
        }
        self.asked = true;
        session.ask_worker(self.node, session.commands(self.node, &[], &format!("go nodes {NODES}")));
        Ok(true)
    }

    fn hear(&mut self, session: &mut Session, m: String, hearing: Hearing) -> Result<(), Gone> {
        if session.tree.here() != self.node {
            return Ok(());
        }
        let judged = match value_of_move(&hearing) {
            Some(Score::Mate(plies @ 1..)) => {
                let words = format!("Right: it wins in {plies} plies at most. The answer is {m}.");
                session.tree.play(&m, session.verdict.turn).and_then(|_| session.look()).and_then(|()| {
                    if session.verdict.result == "none" {
                        session.judge("open", words)
                    } else {
                        session.judge("wrong", format!("The answer {m} wins for the other side."))
                    }
                })
            }
            Some(Score::Mate(_)) => session.judge("wrong", format!("No: {m} even wins for the other side.")),
            _ => session
                .judge("wrong", format!("No win was found after that: {m} is an answer. Take it back.")),
        };
        if let Err(text) = judged {
            session.tell(ToPage::Refused { text })?;
        }
        session.show()
    }
}
