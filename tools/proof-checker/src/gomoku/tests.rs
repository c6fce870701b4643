//! The board, the threats, the search and the zone against the words of the rules, square by square and reply by reply.

use super::board::{Board, Rules, Side};
use super::position::Position;
use super::renju::{is_forbidden, is_safe};
use super::search::{Found, Search};
use super::square::{Square, Squares};
use super::threats::{Attack, Defence, attack, defence, threats};
use proptest::prelude::*;

/// A board of cells and nothing else.
#[derive(Clone)]
struct Naive {
    size: usize,
    rules: Rules,
    cells: Vec<Option<Side>>,
}

impl Naive {
    fn new(board: &Board, rules: Rules) -> Self {
        let cells = (0..board.size * board.size).map(|square| board.at(square as Square)).collect();
        Self { size: board.size, rules, cells }
    }

    fn empty(&self) -> Vec<usize> {
        (0..self.cells.len()).filter(|&square| self.cells[square].is_none()).collect()
    }

    fn with(&self, square: usize, side: Side) -> Self {
        let mut other = self.clone();
        other.cells[square] = Some(side);
        other
    }

    /// Whether the stone here is part of a winning row: by counting along the four directions.
    fn wins(&self, square: usize) -> bool {
        let size = self.size as i32;
        let (column, row) = ((square % self.size) as i32, (square / self.size) as i32);
        [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&(right, up)| {
            let run = |sign: i32| {
                (1..)
                    .map(|n| (column + sign * n * right, row + sign * n * up))
                    .take_while(|&(c, r)| (0..size).contains(&c) && (0..size).contains(&r))
                    .take_while(|&(c, r)| self.cells[(size * r + c) as usize] == self.cells[square])
                    .count()
            };
            let length = 1 + run(1) + run(-1);
            let exact = match self.rules {
                Rules::Standard => true,
                Rules::Renju => self.cells[square] == Some(Side::Black),
                _ => false,
            };
            if exact { length == 5 } else { length >= 5 }
        })
    }

    fn completing(&self, side: Side) -> Vec<usize> {
        self.empty().into_iter().filter(|&square| self.with(square, side).wins(square)).collect()
    }

    fn position(&self) -> Position {
        let mut position = Position::empty(self.size);
        for (square, stone) in self.cells.iter().enumerate() {
            match stone {
                Some(Side::Black) => position.black.insert(square as Square),
                Some(Side::White) => position.white.insert(square as Square),
                None => {}
            }
        }
        position
    }

    /// The empty squares that black may play on, or, in threats, that he may whatever white adds.
    fn allowed(&self, in_threats: bool) -> Vec<usize> {
        let position = self.position();
        let board = Board::new(&position, self.rules);
        let mut squares = self.empty();
        if self.rules == Rules::Renju {
            squares.retain(|&square| match in_threats {
                true => is_safe(&board, square as Square),
                false => !is_forbidden(&position, square as Square),
            });
        }
        squares
    }

    /// With no row to complete: whether one stone more gives black two squares that complete a row.
    fn has_three(&self) -> bool {
        self.allowed(true)
            .into_iter()
            .any(|square| self.with(square, Side::Black).completing(Side::Black).len() > 1)
    }

    fn has_threat(&self) -> bool {
        !self.completing(Side::Black).is_empty() || self.has_three()
    }

    /// Whether black's stone here threatens something, and does so by rows that it is in: in Renju it may make another move safe, too.
    fn makes_threat(&self, square: usize) -> bool {
        let after = self.with(square, Side::Black);
        let by_rows = |double: usize| {
            let before = self.with(double, Side::Black);
            let new = after.with(double, Side::Black).completing(Side::Black).into_iter();
            new.filter(|&five| !before.with(five, Side::Black).wins(five)).count() > 1
        };
        after.has_threat()
            && (self.rules != Rules::Renju
                || !after.completing(Side::Black).is_empty()
                || after.allowed(true).into_iter().any(by_rows))
    }

    /// Whether black, who is to move, wins within so many moves of his if all of them are threats: every reply.
    fn wins_within(&self, moves: u32) -> bool {
        if moves == 0 || !self.completing(Side::Black).is_empty() {
            return moves > 0;
        }
        moves > 1
            && self.allowed(false).into_iter().any(|square| {
                let after = self.with(square, Side::Black);
                after.completing(Side::White).is_empty()
                    && (after.has_threat() || self.rules == Rules::Renju)
                    && after
                        .empty()
                        .into_iter()
                        .all(|reply| after.with(reply, Side::White).wins_within(moves - 1))
            })
    }
}

/// A position after so many random stones, most of them close together, in which nobody has won.
fn random_board(size: usize, rules: Rules, seed: u64, stones: usize, black_more: usize) -> Option<Board> {
    let mut state = seed;
    let mut next = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let mut board = Board::new(&Position::empty(size), rules);
    for number in 0..stones + black_more {
        let side = if number < stones && number % 2 == 1 { Side::White } else { Side::Black };
        let near = |first: usize, second: usize| (first + second) / 2;
        let square = loop {
            let (column, row) = (near(next(size), next(size)), near(next(size), next(size)));
            let square = (size * row + column) as Square;
            if board.at(square).is_none() {
                break square;
            }
        };
        board.place(square, side);
    }
    let over = board.has_row(Side::Black) || board.has_row(Side::White);
    (!over).then_some(board)
}

fn rules() -> impl Strategy<Value = Rules> {
    prop::sample::select(vec![Rules::Freestyle, Rules::Standard, Rules::Renju])
}

fn squares(list: Vec<usize>) -> Squares {
    list.into_iter().map(|square| square as Square).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rows_and_threats_are_those_of_the_rules(rules in rules(), size in 6_usize..=20, seed: u64, stones in 8_usize..32) {
        let Some(mut board) = random_board(size, rules, seed, stones & !1, 0) else { return Ok(()) };
        let before = board.key();
        for square in board.empty().collect::<Vec<_>>() {
            for side in [Side::Black, Side::White] {
                board.place(square, side);
                let naive = Naive::new(&board, rules);
                prop_assert_eq!(board.has_row(side), naive.wins(usize::from(square)));
                board.undo();
            }
        }
        prop_assert_eq!(board.key(), before);
        let mut again = board.clone();
        again.set(&Naive::new(&board, rules).position());
        for (side, held) in [Side::Black, Side::White].into_iter().flat_map(|side| (2..=4).map(move |held| (side, held))) {
            prop_assert_eq!(board.gaps(side, held), again.gaps(side, held));
        }
        let naive = Naive::new(&board, rules);
        for side in [Side::Black, Side::White] {
            prop_assert_eq!(board.completing(side), squares(naive.completing(side)));
        }
        let threatens = match defence(&board) {
            Defence::Escapes => false,
            Defence::Fours(_) | Defence::Four(_) | Defence::Three(..) => true,
        };
        let escapes = !naive.completing(Side::White).is_empty();
        prop_assert_eq!(threatens, !escapes && naive.has_threat());
    }

    /// What is safe is allowed, and so it is with more white stones.
    #[test]
    fn no_white_stones_forbid_what_is_safe(seed: u64, stones in 8_usize..60, more: u64) {
        let Some(mut board) = random_board(9, Rules::Renju, seed, stones & !1, 0) else { return Ok(()) };
        let safe: Squares = board.empty().filter(|&square| is_safe(&board, square)).collect();
        let mut left: Vec<Square> = board.empty().collect();
        let mut state = more;
        while !left.is_empty() {
            let position = Naive::new(&board, Rules::Renju).position();
            for square in safe.iter().filter(|square| left.contains(square)) {
                prop_assert!(is_safe(&board, square) && !is_forbidden(&position, square));
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let square = left.swap_remove((state >> 33) as usize % left.len());
            board.place(square, Side::White);
        }
    }

    #[test]
    fn no_threat_and_no_reply_is_left_out(rules in rules(), seed: u64, stones in 6_usize..28) {
        let Some(mut board) = random_board(8, rules, seed, stones & !1, 0) else { return Ok(()) };
        let naive = Naive::new(&board, rules);
        if let Attack::Free(fours) = attack(&board) {
            let moves: Vec<_> = threats(&board, &fours).iter().collect();
            for square in naive.empty() {
                let listed = moves.iter().any(|&(listed, _)| usize::from(listed) == square);
                let allowed = rules != Rules::Renju || is_safe(&board, square as Square);
                prop_assert!(listed || !allowed || !naive.makes_threat(square));
            }
            for (square, _) in moves {
                board.place(square, Side::Black);
                if let Defence::Three(_, replies) = defence(&board) {
                    let naive = Naive::new(&board, rules);
                    for reply in naive.empty() {
                        let after = naive.with(reply, Side::White);
                        let listed = replies.contains(reply as Square);
                        prop_assert!(listed || after.completing(Side::White).is_empty());
                        prop_assert!(listed || after.has_three());
                    }
                }
                board.undo();
            }
        }
    }

    /// A win is one that trying everything finds within as many moves, and what trying everything finds within three
    /// moves is found.
    #[test]
    fn search_agrees_with_trying_everything(rules in rules(), seed: u64, stones in 10_usize..26) {
        let Some(mut board) = random_board(7, rules, seed, stones & !1, 0) else { return Ok(()) };
        let naive = Naive::new(&board, rules);
        let mut search = Search::default();
        let found = search.run(&mut board, 1_000_000, Squares::default());
        prop_assert!(found != Found::GaveUp);
        let moves = match found {
            Found::Win => search.win(&mut board).unwrap().plies.div_ceil(2),
            _ => u32::MAX,
        };
        prop_assert_eq!(search.win(&mut board).is_some(), found == Found::Win);
        let within = 3;
        // In Renju it leaves out what a white stone elsewhere could forbid.
        if rules != Rules::Renju && naive.wins_within(within) {
            prop_assert_eq!(found, Found::Win);
        }
        if moves <= within {
            prop_assert!(naive.wins_within(moves));
        }
        let mut search = Search::within(Some(board.count(Side::Black) + within as usize));
        let in_time = search.run(&mut board, 1_000_000, Squares::default()) == Found::Win;
        prop_assert!(in_time == naive.wins_within(within) || rules == Rules::Renju && !in_time);
        let plies = search.win(&mut board).map(|win| win.plies);
        prop_assert_eq!(plies.is_some_and(|plies| plies < 2 * within), in_time);
    }
}

/// A win after a null move: every reply outside its zone loses.
#[test]
fn replies_outside_the_zone_lose() {
    let (mut wins, mut replies) = ([0; 3], 0);
    for seed in 0..450_u64 {
        let rules = [Rules::Freestyle, Rules::Standard, Rules::Renju][seed as usize % 3];
        let (size, stones) = (8 + seed as usize % 8, 10 + seed as usize / 7 % 40);
        let Some(mut board) = random_board(size, rules, seed, stones & !1, 1) else { continue };
        let mut search = Search::default();
        if !board.completing(Side::White).is_empty()
            || search.run(&mut board, 20_000, Squares::default()) != Found::Win
        {
            continue;
        }
        wins[seed as usize % 3] += 1;
        let zone = search.win(&mut board).unwrap().zone;
        for reply in board.empty().filter(|&square| !zone.contains(square)).collect::<Vec<_>>() {
            replies += 1;
            board.place(reply, Side::White);
            assert!(!board.has_row(Side::White));
            assert_eq!(
                search.run(&mut board, 1_000_000, Squares::default()),
                Found::Win,
                "seed {seed}, reply {reply}"
            );
            assert!(search.win(&mut board).is_some());
            board.undo();
        }
    }
    assert!(wins.iter().all(|&wins| wins > 20) && replies > 3_000, "{wins:?} wins, {replies} replies");
}

#[test]
fn a_win_of_nine_plies_is_found_soon() {
    // After h8 i10 h7 j5 h9 h10 j7 k3 black wins by h5 h6 k8: a search that goes to and fro between his moves finds
    // nothing within a million positions.
    let text = "15/15/15/15/15/7oo6/7x7/7x7/7x1x5/15/9o5/15/10o4/15/15:x";
    for rules in [Rules::Freestyle, Rules::Standard] {
        let mut board = Board::new(&Position::parse(text).unwrap(), rules);
        let mut search = Search::default();
        assert_eq!(search.run(&mut board, 10_000, Squares::default()), Found::Win);
        assert!(search.win(&mut board).is_some_and(|win| win.plies >= 9));
    }
}

#[test]
fn wins_that_some_manners_of_search_miss_are_found_by_others() {
    for text in [
        // After h8 e4 i7 k6 j6 g9 j8 k9: with single fours before moves that make two threats, with patience or without,
        // nothing is found within a million positions.
        "15/15/15/15/15/15/6o3o4/7x1x5/8x6/9xo4/15/4o10/15/15/15:x",
        // Black wins by m12, in seven moves: no guided manner finds it within a million positions.
        "20/20/20/20/20/12x7/11o8/8oxxxxo6/8xxoo8/8x1xo8/7oooxo8/20/20/20/20/20/20/20/20/20:x",
    ] {
        let mut board = Board::new(&Position::parse(text).unwrap(), Rules::Freestyle);
        let mut search = Search::default();
        assert_eq!(search.run(&mut board, 1_000_000, Squares::default()), Found::Win);
        assert!(search.win(&mut board).is_some());
    }
}
