//! The solution of Go-Moku as something to play by: black's moves from the checked certificates that come with the program,
//! the blocks between them, and the wins by fours and threes that they end in.

use super::Choice;
use games::gomoku::{Gomoku, Opening, OpeningMove, Rules, Setup, Square};
use games::{Game, Side};
use search::{Control, Score};
use solve::certificate::gomoku::Solution;
use solve::certificate::{Certificate, ProofError};
use solve::gomoku::attack::proof_number::ProofNumberAttacks;
use solve::gomoku::attack::win;
use solve::gomoku::{Class, ThreatBoard};
use std::sync::OnceLock;

/// Positions of a threat search where a proof says that there is a win: far more than any proof leaves to be found.
const BEHIND: u64 = 1_000_000;
/// A certificate that comes with the program.
#[cfg(not(target_family = "wasm"))]
macro_rules! kept {
    ($name:literal) => {
        include_bytes!(concat!("../../../data/gomoku/", $name)) as &[u8]
    };
}
/// In a browser it is a file, fetched when it is wanted.
#[cfg(target_family = "wasm")]
macro_rules! kept {
    ($name:literal) => {
        concat!("gomoku/", $name)
    };
}

#[cfg(not(target_family = "wasm"))]
type Kept = &'static [u8];
#[cfg(target_family = "wasm")]
type Kept = &'static str;

/// Certificates of black's win from the empty board of so many rows, which `fourscore-proof` has accepted.
const COMMITTED: [(Rules, usize, Kept); 16] = [
    (Rules::Freestyle, 15, kept!("freestyle.proof")),
    (Rules::Standard, 15, kept!("standard.proof")),
    (Rules::Standard, 16, kept!("standard-16.proof")),
    (Rules::Standard, 17, kept!("standard-17.proof")),
    (Rules::Standard, 18, kept!("standard-18.proof")),
    (Rules::Standard, 19, kept!("standard-19.proof")),
    (Rules::Standard, 20, kept!("standard-20.proof")),
    (Rules::Renju, 15, kept!("renju.proof")),
    (Rules::Freestyle, 12, kept!("freestyle-12.proof")),
    (Rules::Freestyle, 13, kept!("freestyle-13.proof")),
    (Rules::Freestyle, 14, kept!("freestyle-14.proof")),
    (Rules::Freestyle, 16, kept!("freestyle-16.proof")),
    (Rules::Freestyle, 17, kept!("freestyle-17.proof")),
    (Rules::Freestyle, 18, kept!("freestyle-18.proof")),
    (Rules::Freestyle, 19, kept!("freestyle-19.proof")),
    (Rules::Freestyle, 20, kept!("freestyle-20.proof")),
];

/// Black's win from the empty board under these rules, if a certificate of it comes with the program. It is read once.
pub fn committed(setup: &Setup) -> Option<&'static Solution> {
    static READ: [OnceLock<Option<Solution>>; COMMITTED.len()] = [const { OnceLock::new() }; COMMITTED.len()];
    let own = (setup.rules(), setup.size());
    let number = COMMITTED.iter().position(|&(rules, size, _)| (rules, size) == own)?;
    let (rules, size, kept) = COMMITTED[number];
    let read = || match certificate(kept).and_then(|certificate| Solution::from_certificate(&certificate)) {
        Ok(solution) => {
            let entries = solution.moves.len();
            log::info!("read the certificate of Go-Moku, {rules:?}, {size} x {size}: {entries} entries");
            Some(solution)
        }
        // A test reads them all; should one be damaged nonetheless, the strategies play without it.
        Err(error) => {
            log::error!("a certificate of Go-Moku that comes with the program cannot be read: {error}");
            None
        }
    };
    READ[number].get_or_init(read).as_ref()
}

#[cfg(not(target_family = "wasm"))]
fn certificate(kept: &[u8]) -> Result<Certificate, ProofError> {
    Certificate::parse(kept)
}

#[cfg(target_family = "wasm")]
fn certificate(path: &str) -> Result<Certificate, ProofError> {
    Certificate::read(path.as_ref())
}

/// Makes ready what following the solution takes under these rules: the certificate, and the tables of the threat search.
pub(crate) fn prepare(setup: &Setup) {
    ThreatBoard::prepare(setup.rules());
    let _ = committed(setup);
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Win {
    /// The moves expected, the first of them to be played now; never empty.
    pub(crate) line: Vec<Square>,
    /// The game is over after this many plies at the latest.
    pub(crate) plies: u32,
    pub(crate) reason: &'static str,
}

impl Win {
    /// The choice of this move, found with so many nodes.
    pub(crate) fn choice(self, nodes: u64) -> Choice<Opening> {
        let moves = self.line.into_iter().map(OpeningMove::Stone).collect();
        Choice::of_line(moves, Score::Win { in_plies: self.plies }, self.reason, nodes, 0)
    }
}

/// Plays wins out: what it has once claimed it finds again at the next move.
#[derive(Debug, Default)]
pub(crate) struct Winner {
    /// The rules and the size that the rest is about.
    setup: Option<Setup>,
    threats: ProofNumberAttacks,
    /// The side whose win by threats was searched last.
    attacker: Option<Side>,
    /// The key of the stones after the last move that a solution gave.
    won: Option<u64>,
    nodes: u64,
}

impl Winner {
    /// Black's move in a win by threats that was found before; and by the solution: in a position of it, in one behind it that he wins by
    /// threats, and at the blocks between. `last` is white's last stone.
    pub(crate) fn follow(&mut self, position: &Gomoku, last: Option<Square>) -> Option<Win> {
        let solution = committed(position.setup()).filter(|_| position.to_move() == Side::First)?;
        let mut board = self.board(position);
        let entry = solution.find(position);
        let within = entry.is_some() || self.is_behind(&mut board, last);
        // A win by threats is played out, though the proof may hold another one of the same position.
        let by_threats = self.goes_on(&board, Side::First) || (within && entry.is_none());
        let left = |threats: &mut ProofNumberAttacks, board: &mut ThreatBoard| {
            threats.win_left(board, Side::First, BEHIND, &|| false)
        };
        if by_threats && let Some(win) = self.by_threats(&mut board, Side::First, left) {
            return Some(if within { self.claim(&mut board, win) } else { win });
        }
        let (m, reason) = match entry {
            Some(m) => (m, "by the proof of black's win"),
            None if within => {
                let block = board.squares(Side::Second, Class::Five).first()?;
                (block, "blocks, as the proof of black's win has it")
            }
            None => return None,
        };
        Some(self.claim(&mut board, Win { line: vec![m], plies: latest(position.squares_left()), reason }))
    }

    /// Whether the solution gave black's last move, to which white's `last` stone replied.
    fn is_behind(&self, board: &mut ThreatBoard, last: Option<Square>) -> bool {
        last.is_some_and(|last| {
            board.remove(Side::Second, last);
            let behind = self.won == Some(board.key());
            board.put(Side::Second, last);
            behind
        })
    }

    /// What follows this move is behind the proof, too.
    fn claim(&mut self, board: &mut ThreatBoard, win: Win) -> Win {
        board.put(Side::First, win.line[0]);
        self.won = Some(board.key());
        win
    }

    /// The win of the side to move by fours and threes, if one is found within so many positions, and before it must stop.
    pub(crate) fn attack(&mut self, position: &Gomoku, limit: u64, control: &Control) -> Option<Win> {
        let (mut board, own) = (self.board(position), position.to_move());
        self.by_threats(&mut board, own, |threats, board| {
            threats.win_within(board, own, limit, &|| control.must_stop())
        })
    }

    /// Whether the win that was found last is continued here: a new search might find another one, or be longer about it.
    fn goes_on(&self, board: &ThreatBoard, own: Side) -> bool {
        self.attacker == Some(own) && self.threats.winning_move(board).is_some()
    }

    /// The win that was found last, if it goes on here, or the one that `search` finds.
    fn by_threats(
        &mut self,
        board: &mut ThreatBoard,
        own: Side,
        search: impl FnOnce(&mut ProofNumberAttacks, &mut ThreatBoard) -> Option<win::Win>,
    ) -> Option<Win> {
        let win = if self.goes_on(board, own) {
            self.threats.win(board)
        } else {
            self.attacker = Some(own);
            let found = search(&mut self.threats, board);
            self.nodes += self.threats.nodes();
            found
        }?;
        Some(Win { line: win.line(board), plies: win.plies(), reason: "wins by threats" })
    }

    /// The position's board; what was found under other rules is forgotten.
    fn board(&mut self, position: &Gomoku) -> ThreatBoard {
        if self.setup != Some(*position.setup()) {
            *self = Self { setup: Some(*position.setup()), nodes: self.nodes, ..Self::default() };
        }
        ThreatBoard::new(position.stones(), position.setup().rules())
    }

    /// Positions of threat searches since the last call.
    pub(crate) const fn take_nodes(&mut self) -> u64 {
        std::mem::replace(&mut self.nodes, 0)
    }
}

/// Plies after which a win of the side to move is there with so many squares left, if it comes at all: it makes the last move.
pub const fn latest(empty: u32) -> u32 {
    if empty.is_multiple_of(2) { empty.saturating_sub(1) } else { empty }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_certificates_that_come_along_are_of_the_whole_game() {
        for (rules, size, bytes) in COMMITTED {
            let setup = Setup::new(rules.name(), size).unwrap();
            let solution = committed(&setup).unwrap();
            let mut position = Gomoku::start(&setup);
            assert_eq!(solution.start, position, "{setup:?}");
            assert_eq!(solution.to_certificate().to_bytes().unwrap(), bytes, "{setup:?}");
            let centre = Square::new(size / 2, size / 2).unwrap();
            assert_eq!(solution.find(&position), Some(centre));
            position.play(centre);
            let seconds = position.moves();
            for second in seconds {
                assert!(solution.find(&position.after(second)).is_some(), "{setup:?} {second}");
            }
        }
        assert!(committed(&Setup::new("freestyle", 10).unwrap()).is_none());
        assert!(committed(&Setup::new("renju", 14).unwrap()).is_none());
    }
}
