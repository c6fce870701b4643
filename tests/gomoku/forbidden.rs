//! What Renju forbids black, by the game and by the checker, which share no code; and what the solver and the checker take for safe.

use games::Side;
use games::gomoku::{Rules, Square, Stones, may_place};
use proof_checker::gomoku::board::{Board, Rules as CheckedRules};
use proof_checker::gomoku::position::Position;
use proof_checker::gomoku::renju::{is_forbidden, is_safe};
use rand::SeedableRng;
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;
use solve::gomoku::{Class, ThreatBoard};

#[test]
fn the_checker_forbids_what_the_game_forbids() {
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let (mut forbidden, mut nested, mut safe) = (0, 0, 0);
    for round in 0..3_000 {
        let size = [7, 9, 12, 15][round % 4];
        let mut stones = Stones::new(size);
        let mut position = Position::empty(size);
        let number = |square: Square| (size * square.row() + square.column()) as u16;
        // Many black stones, so that much is forbidden; no five.
        for _ in 0..size + round % 17 {
            let square = Square::new(random.random_range(0..size), random.random_range(0..size)).unwrap();
            let side = if random.random_bool(0.7) { Side::First } else { Side::Second };
            if stones.is_empty(square) && !stones.wins_at(side, square, false) {
                stones.put(side, square);
                let set = if side == Side::First { &mut position.black } else { &mut position.white };
                set.insert(number(square));
            }
        }
        let checked = Board::new(&position, CheckedRules::Renju);
        let solved = ThreatBoard::new(&stones, Rules::Renju);
        for square in stones.squares().filter(|&square| stones.is_empty(square)) {
            let legal = may_place(&stones, Rules::Renju, Side::First, square);
            assert_eq!(legal, !is_forbidden(&position, number(square)), "{square} in {stones:?}");
            assert_eq!(
                is_safe(&checked, number(square)),
                solved.is_safe(Side::First, square),
                "{square} in {stones:?}"
            );
            let kept = is_safe(&checked, number(square));
            forbidden += usize::from(!legal);
            nested += usize::from(legal && !kept);
            safe += usize::from(kept && solved.class(Side::First, square) >= Class::Three as u8);
        }
    }
    assert!(
        forbidden > 800 && nested > 100 && safe > 10_000,
        "{forbidden} forbidden, {nested} nested, {safe} safe"
    );
}
