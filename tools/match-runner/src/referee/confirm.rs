//! Confirms a win that an engine claims: a claim ends a game only when it has been proven here, by the rules alone.
//! Engines may err, and an engine must not be able to win by saying so.

use games::{Board, GameResult, Notation, Player};

/// How many replies a move may leave that do not lose at once, one attempt after the other.
const WIDTHS: [usize; 3] = [1, 3, usize::MAX];
/// No win that is deeper, in plies, is looked for; it bounds the recursion too.
const DEEPEST: u32 = 60;
/// Winning moves that are tried first elsewhere.
const KILLERS: usize = 8;

/// Whether `player` is proven to win from where the board stands, whatever the other does, looking at no more than `nodes`
/// positions. The board is left as it was. `false` means only that there is no proof.
///
/// It is written in the rules only, for every game: first among moves to which all but one reply lose at once, then among
/// those with a few such replies, then, with the nodes that are left, among all moves. Every reply of the other side is
/// looked at, so that what it proves is true.
pub(crate) fn wins(board: &mut dyn Board, player: Player, nodes: u64) -> bool {
    let mut search = Search { board, winner: player, width: 0, left: 0, cut: false, killers: Vec::new() };
    let mut rest = nodes;
    for width in WIDTHS {
        // Half of what is there for each attempt, and all of it for the last.
        let share = if width == usize::MAX { rest } else { rest / 2 };
        rest -= share;
        search.left += share;
        search.width = width;
        if search.deepening() == Some(true) {
            return true;
        }
    }
    false
}

/// A search under way.
struct Search<'a> {
    board: &'a mut dyn Board,
    winner: Player,
    /// How many replies a forcing move leaves at most.
    width: usize,
    /// Nodes that may still be looked at.
    left: u64,
    /// Whether the depth has ended a line.
    cut: bool,
    /// Moves that have won elsewhere, the newest first.
    killers: Vec<String>,
}

impl Search<'_> {
    /// Looks deeper and deeper; `None` when the nodes have run out.
    fn deepening(&mut self) -> Option<bool> {
        let first = if self.board.player_to_move() == self.winner { 1 } else { 2 };
        for depth in (first..=DEEPEST).step_by(2) {
            self.cut = false;
            if self.is_won(depth, usize::MAX)? {
                return Some(true);
            }
            if !self.cut {
                return Some(false);
            }
        }
        Some(false)
    }

    /// Whether the position is won in `depth` plies. `width` bounds the replies if the other side is to move.
    fn is_won(&mut self, depth: u32, width: usize) -> Option<bool> {
        match self.board.result() {
            Some(result) => Some(result == GameResult::Win(self.winner)),
            None if self.board.player_to_move() == self.winner => self.attack(depth),
            None => self.defend(depth, width),
        }
    }

    /// Plays a move, has a look, and takes it back; `None` when the nodes have run out.
    fn behind<T>(&mut self, m: &str, look: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        self.left = self.left.checked_sub(1)?;
        self.board.play(m, Notation::Coordinates).ok()?;
        let seen = look(self);
        self.board.take_back();
        seen
    }

    /// Legal moves, those that have won elsewhere first.
    fn moves(&self) -> Vec<String> {
        let mut moves = self.board.legal_moves(Notation::Coordinates);
        moves.sort_by_cached_key(|m| self.killers.iter().position(|k| k == m).unwrap_or(KILLERS));
        moves
    }

    fn remember(&mut self, m: String) {
        self.killers.retain(|killer| *killer != m);
        self.killers.insert(0, m);
        self.killers.truncate(KILLERS);
    }

    /// The winner is to move: one move that wins is enough.
    fn attack(&mut self, depth: u32) -> Option<bool> {
        let moves = self.moves();
        let won = Some(GameResult::Win(self.winner));
        for m in &moves {
            if self.behind(m, |search| Some(search.board.result() == won))? {
                self.remember(m.clone());
                return Some(true);
            }
        }
        if depth < 3 {
            self.cut = true;
            return Some(false);
        }
        for m in moves {
            let width = self.width;
            if self.behind(&m, |search| search.is_won(depth - 1, width))? {
                self.remember(m);
                return Some(true);
            }
        }
        Some(false)
    }

    /// The other side is to move: every reply must lose.
    fn defend(&mut self, depth: u32, width: usize) -> Option<bool> {
        let mut escapes = Vec::new();
        for m in self.moves() {
            if !self.behind(&m, |search| search.is_won(1, 0))? {
                escapes.push(m);
                if escapes.len() > width {
                    return Some(false);
                }
            }
        }
        if escapes.is_empty() {
            return Some(true);
        }
        if depth < 4 {
            self.cut = true;
            return Some(false);
        }
        for m in escapes {
            if !self.behind(&m, |search| search.is_won(depth - 1, usize::MAX))? {
                return Some(false);
            }
        }
        Some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::BUILT_IN;

    /// The session of protocol.md: x wins by 114 113 414.
    const WON: &str = "xx4o12xo14x4o21o";

    fn proves(fen: &str, moves: &[&str], player: Player, nodes: u64) -> bool {
        let mut board = BUILT_IN.open_board("qubic", &[]).unwrap();
        board.set_up(Some(fen), moves, Notation::Coordinates).unwrap();
        let before = board.position_text();
        let proven = wins(board.as_mut(), player, nodes);
        assert_eq!(board.position_text(), before, "the board is left as it was");
        proven
    }

    #[test]
    fn forced_wins_are_confirmed_from_either_turn() {
        assert!(proves(WON, &[], Player::P1, 100_000));
        // x has played 114: two lines are open to it, and o has one stone.
        assert!(proves(WON, &["114"], Player::P1, 100_000) && !proves(WON, &["114"], Player::P2, 20_000));
    }

    #[test]
    fn without_a_proof_there_is_no_win() {
        for player in [Player::P1, Player::P2] {
            assert!(!proves("xo62", &[], player, 20_000), "{player:?}");
            assert!(!proves(WON, &[], player, 3), "nodes run out");
        }
        assert!(!proves(WON, &[], Player::P2, 50_000));
    }

    #[test]
    fn a_finished_game_is_what_it_is() {
        assert!(proves("xxxx1ooo", &[], Player::P1, 1) && !proves("xxxx1ooo", &[], Player::P2, 1000));
    }

    /// What a naive search of all moves says in a small depth is what is said here.
    #[test]
    fn it_agrees_with_a_naive_search() {
        fn naive(board: &mut dyn Board, winner: Player, depth: u32) -> bool {
            if let Some(result) = board.result() {
                return result == GameResult::Win(winner);
            }
            if depth == 0 {
                return false;
            }
            let attacks = board.player_to_move() == winner;
            for m in board.legal_moves(Notation::Coordinates) {
                board.play(&m, Notation::Coordinates).unwrap();
                let won = naive(board, winner, depth - 1);
                board.take_back();
                if won == attacks {
                    return attacks;
                }
            }
            !attacks
        }
        let mut random = crate::random::SplitMix64::new(5);
        let mut won = 0;
        for _ in 0..300 {
            let mut board = BUILT_IN.open_board("qubic", &[]).unwrap();
            // Few empty cells are left, so that the naive search comes to an end.
            while board.result().is_none() && board.moves(Notation::Coordinates).len() < 50 {
                let moves = board.legal_moves(Notation::Coordinates);
                let _ = board.play(random.one_of(&moves).unwrap(), Notation::Coordinates);
            }
            if board.result().is_some() {
                continue;
            }
            for player in [Player::P1, Player::P2] {
                let naive = naive(board.as_mut(), player, 3);
                won += usize::from(naive);
                let proven = wins(board.as_mut(), player, 5_000);
                assert!(proven || !naive, "{player:?} at {}", board.position_text());
            }
        }
        assert!(won > 5, "the test is about wins, and there are {won}");
    }
}
