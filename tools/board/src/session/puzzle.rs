//! Puzzles: positions of Qubic and Go-Moku in which the side to move forces a win by threats, made by letting an engine play itself
//! until there is one, and checked move by move by engines that prove.

use super::answers::Hearing;
use super::work::{Work, value_of_move};
use super::{Done, Gone, Session};
use crate::catalogue::PUZZLES;
use crate::message::{NewGame, Played, Puzzle, Score, ToPage};
use crate::rules::Verdict;
use games::gomoku::Opening;
use games::qubic::Qubic;
use games::random::SplitMix64;
use games::{About, Game};
use std::ops::RangeInclusive;

/// Games that are tried until one has a win of the length asked for.
const MOST_GAMES: u32 = 60;
/// A win that so few first moves begin is posed at once; of so many that more moves begin, the one that fewest do. What more moves win
/// than that is nothing to be found: there even a pass may.
const FEW_WINNING: usize = 3;
const MOST_WINNING: usize = 8;
const CANDIDATES: usize = 3;
/// What may be spent on whether a solver's move wins.
const NODES: u32 = 20_000;

/// Who plays until there is a win.
const MAKER: &str = "alpha-beta";

/// How puzzles of a game are made.
struct Way {
    game: &'static str,
    about: About,
    /// Random plies at the start of each game.
    opening: usize,
    /// Whether such a ply may be there.
    is_near: fn(&str) -> bool,
    /// A win of more plies is not taken: who says which first moves win would not see it.
    longest: u64,
    /// Who says which first moves win, and what may be spent on each.
    first: (&'static str, u32),
    /// Who checks the solver's moves, and answers them.
    checker: &'static str,
    /// What has been made when a puzzle is solved.
    row: &'static str,
}

const WAYS: [Way; 2] = [
    // threat-space looks further than alpha-beta at so few nodes.
    Way {
        game: PUZZLES[0],
        about: Qubic::ABOUT,
        opening: 8,
        is_near: |_| true,
        longest: 64,
        first: ("threat-space", NODES / 10),
        checker: "perfect",
        row: "four in line",
    },
    Way {
        game: PUZZLES[1],
        about: Opening::ABOUT,
        opening: 6,
        is_near: is_central,
        longest: 15,
        first: ("victoria", NODES / 40),
        checker: "victoria",
        row: "five in a row",
    },
];

/// A puzzle, and the position that it began with.
pub(super) struct Posed {
    pub(super) shown: Puzzle,
    /// The player who is to win: 1 or 2.
    pub(super) solver: u8,
    way: &'static Way,
}

impl Session {
    pub(super) fn make_puzzle(&mut self, game: &str, seed: u64, plies: [u32; 2]) -> Done {
        let way = WAYS.iter().find(|way| way.game == game);
        let way = way.ok_or_else(|| format!("there are puzzles of {}", PUZZLES.join(" and ")))?;
        if plies[0] > plies[1] || !(3..=15).contains(&plies[0]) {
            return Err("a puzzle is a win in at least 3 to 15 plies, and at most as many or more".into());
        }
        let played = Played { title: "A puzzle is being made".to_owned(), ..Played::default() };
        let new = NewGame { game: way.game.to_owned(), played, ..NewGame::default() };
        self.begin(new)?;
        let work = Making {
            way,
            random: SplitMix64::new(seed),
            plies: u64::from(plies[0])..=u64::from(plies[1]).min(way.longest),
            game: 0,
            moves: Vec::new(),
            found: None,
            best: None,
            candidates: 0,
        };
        let chosen = self.builtin(MAKER);
        let begun = self.begin_work(Box::new(work), &chosen, &[]);
        self.posing = self.work.is_some();
        self.show()?;
        begun
    }

    /// A solver's move: played, then checked.
    pub(super) fn try_solution(&mut self, m: &str) -> Done {
        let puzzle = self.puzzle.as_ref().ok_or("there is no puzzle")?;
        if puzzle.shown.state == "wrong" {
            return Err("that did not win: take it back".into());
        }
        if self.work.is_some() {
            return Err("the answer is still being searched for".into());
        }
        if self.verdict.turn != puzzle.solver {
            return Err("it is the other side's turn here: step on, or take back".into());
        }
        let (way, plies) = (puzzle.way, u64::from(puzzle.shown.plies));
        self.tree.play(m, self.verdict.turn)?;
        self.look()?;
        if self.verdict.result != "none" {
            self.judge("solved", format!("Solved: {}.", way.row));
            return Ok(());
        }
        let chosen = self.builtin(way.checker);
        let reply = forced_reply(&self.verdict);
        let work = Checking { node: self.tree.here(), plies, reply, asked: false };
        self.begin_work(Box::new(work), &chosen, &[])
    }

    fn judge(&mut self, state: &'static str, words: String) {
        if let Some(puzzle) = &mut self.puzzle {
            (puzzle.shown.state, puzzle.shown.words) = (state, words);
        }
    }

    /// After a step through the game: the solver may try again.
    pub(super) fn reopen_puzzle(&mut self) {
        if self.verdict.result == "none" {
            self.judge("open", "Try again.".to_owned());
        }
    }
}

/// The reply to a threat to win at once, if the side that must reply cannot win at once itself. Such a reply needs no search, and programs
/// make it without one, so that nothing is said of what comes after it: that is asked about instead.
fn forced_reply(verdict: &Verdict) -> Option<String> {
    let lacks = |side: u8| verdict.marks.iter().find(|mark| mark.kind == "lacks" && mark.side == side);
    match lacks(verdict.turn) {
        None if verdict.result == "none" => lacks(3 - verdict.turn)?.squares.first().cloned(),
        _ => None,
    }
}

/// What a move is worth to the side that makes it, from the search of the position behind it, or behind the reply that is forced.
fn value(hearing: &Hearing, reply: Option<&str>) -> Option<Score> {
    match (reply, hearing.score) {
        (None, _) => value_of_move(hearing),
        (Some(_), Some(Score::Mate(plies @ 1..))) => Some(Score::Mate(plies.saturating_add(2))),
        (Some(_), score) => score,
    }
}

/// A position with a win that has been found, whose other moves are being tried.
struct Found {
    plies: u64,
    legal: Vec<String>,
    tried: usize,
    winning: usize,
    /// The reply that the move being tried forces.
    reply: Option<String>,
}

struct Making {
    way: &'static Way,
    random: SplitMix64,
    plies: RangeInclusive<u64>,
    game: u32,
    moves: Vec<String>,
    found: Option<Found>,
    /// The one with the fewest winning first moves until now, and the moves that lead to it; and how many there were.
    best: Option<(Found, Vec<String>)>,
    candidates: usize,
}

impl Making {
    /// Takes a position whose first moves have been tried; `true` if it is time to pose the best.
    fn consider(&mut self, found: Found) -> bool {
        let moves = std::mem::take(&mut self.moves);
        // Nobody could say which moves win: not a puzzle that could be checked.
        if (1..=self.most_winning()).contains(&found.winning) {
            self.best = Some((found, moves));
        }
        self.candidates += usize::from(self.best.is_some());
        self.candidates >= CANDIDATES
            || self.best.as_ref().is_some_and(|(best, _)| best.winning <= FEW_WINNING)
    }

    /// With more winning first moves than these a position is not looked at any further.
    fn most_winning(&self) -> usize {
        self.best.as_ref().map_or(MOST_WINNING, |(best, _)| best.winning - 1)
    }

    /// Begins another game with random moves.
    fn open(&mut self, session: &mut Session) -> Result<(), String> {
        self.moves.clear();
        self.game += 1;
        while self.moves.len() < self.way.opening {
            let mut legal = session.rules.look(None, &self.moves)?.legal;
            legal.retain(|m| (self.way.is_near)(m));
            let m = self.random.one_of(&legal).ok_or("a game of random moves has ended")?;
            self.moves.push(m.clone());
        }
        Ok(())
    }

    /// Poses the best puzzle, if there is one.
    fn pose(&mut self, session: &mut Session) -> Done {
        let (found, moves) = self.best.take().ok_or_else(|| {
            let (least, most) = (self.plies.start(), self.plies.end());
            format!("no win in {least} to {most} plies came up in {MOST_GAMES} games")
        })?;
        let Verdict { position, turn: solver, .. } = session.rules.look(None, &moves)?;
        session.start = Some(position);
        session.look()?;
        let few = 3_u32.saturating_sub(found.winning as u32);
        let difficulty = (((found.plies.saturating_sub(3)) / 2) as u32 + few).clamp(1, 5) as u8;
        let side = self.way.about.sides[usize::from(solver) - 1];
        let words = format!("{side} to move and force a win in {} plies at most.", found.plies);
        session.title = format!("Puzzle: {side} to move and win");
        session.posing = false;
        session.puzzle = Some(Posed {
            shown: Puzzle {
                plies: found.plies as u32,
                first_moves: (found.winning, found.legal.len()),
                difficulty,
                state: "open",
                words,
            },
            solver,
            way: self.way,
        });
        Ok(session.show()?)
    }
}

impl Work for Making {
    fn ask(&mut self, session: &mut Session) -> Done<bool> {
        let most = self.most_winning();
        if let Some(found) =
            self.found.take_if(|found| found.tried >= found.legal.len() || found.winning > most)
        {
            if self.consider(found) {
                self.pose(session)?;
                return Ok(false);
            }
            session.tell_worker(&format!("setoption name Strategy value {MAKER}"));
        }
        if let Some(found) = &mut self.found
            && let Some(m) = found.legal.get(found.tried)
        {
            let mut moves: Vec<_> = self.moves.iter().chain([m]).cloned().collect();
            found.reply = session.rules.look(None, &moves).ok().as_ref().and_then(forced_reply);
            moves.extend(found.reply.clone());
            let (done, of) = (found.tried as u32, found.legal.len() as u32);
            session.tell(ToPage::Work { what: "First moves".to_owned(), done, of })?;
            let commands = format!("{}\ngo nodes {}", crate::rules::position(None, &moves), self.way.first.1);
            session.ask_worker(0, commands);
            return Ok(true);
        }
        if self.moves.is_empty() {
            if self.game >= MOST_GAMES {
                self.pose(session)?;
                return Ok(false);
            }
            self.open(session)?;
            session.tell(ToPage::Work { what: "A puzzle".to_owned(), done: self.game, of: MOST_GAMES })?;
        }
        session.ask_worker(0, format!("{}\ngo depth 2", crate::rules::position(None, &self.moves)));
        Ok(true)
    }

    fn hear(&mut self, session: &mut Session, m: String, hearing: Hearing) -> Result<(), Gone> {
        if let Some(found) = &mut self.found {
            found.tried += 1;
            let value = value(&hearing, found.reply.as_deref());
            found.winning += usize::from(matches!(value, Some(Score::Mate(1..))));
            return Ok(());
        }
        match hearing.score {
            Some(Score::Mate(plies @ 1..)) if self.plies.contains(&plies.unsigned_abs()) => {
                let verdict = session.rules.look(None, &self.moves);
                let legal = verdict.map(|verdict| verdict.legal).unwrap_or_default();
                self.found =
                    Some(Found { plies: plies.unsigned_abs(), legal, tried: 0, winning: 0, reply: None });
                session.tell_worker(&format!("setoption name Strategy value {}", self.way.first.0));
            }
            // Too short: another game. One that is too long becomes shorter.
            Some(Score::Mate(plies)) if plies.unsigned_abs() <= *self.plies.end() => self.moves.clear(),
            _ if m == "0000" || self.moves.len() > 40 => self.moves.clear(),
            _ => self.moves.push(m),
        }
        Ok(())
    }
}

/// Whether a square of Go-Moku lies within three of the middle: stones that are strewn wider have nothing to do with each other.
fn is_central(m: &str) -> bool {
    let (column, row) = m.split_at(m.len().min(1));
    ("e"..="k").contains(&column) && row.parse().is_ok_and(|row: u32| (5..=11).contains(&row))
}

/// The check of a solver's move.
struct Checking {
    node: usize,
    plies: u64,
    /// The reply that the move forces.
    reply: Option<String>,
    asked: bool,
}

impl Work for Checking {
    fn ask(&mut self, session: &mut Session) -> Done<bool> {
        if self.asked {
            return Ok(false);
        }
        self.asked = true;
        let reply: Vec<_> = self.reply.iter().cloned().collect();
        session.ask_worker(self.node, session.commands(self.node, &reply, &format!("go nodes {NODES}")));
        Ok(true)
    }

    fn hear(&mut self, session: &mut Session, m: String, hearing: Hearing) -> Result<(), Gone> {
        if session.tree.here() != self.node {
            return Ok(());
        }
        let m = self.reply.clone().unwrap_or(m);
        let (state, words) = match value(&hearing, self.reply.as_deref()) {
            Some(Score::Mate(plies @ 1..)) => {
                // A win by hidden threats is proven without its length.
                let words = match plies.unsigned_abs() {
                    plies if plies <= self.plies => {
                        format!("Right: it wins in {plies} plies at most. The answer is {m}.")
                    }
                    _ => format!("Right: it wins. The answer is {m}."),
                };
                let answered = session.tree.play(&m, session.verdict.turn).and_then(|_| session.look());
                if let Err(text) = answered {
                    session.tell(ToPage::Refused { text })?;
                    return session.show();
                }
                match session.verdict.result.as_str() {
                    "none" => ("open", words),
                    _ => ("wrong", format!("The answer {m} wins for the other side.")),
                }
            }
            Some(Score::Mate(_)) => ("wrong", format!("No: {m} even wins for the other side.")),
            _ => ("wrong", format!("No win was found after that: {m} is an answer. Take it back.")),
        };
        session.judge(state, words);
        session.show()
    }
}
