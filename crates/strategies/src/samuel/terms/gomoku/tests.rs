//! The parameters against fresh threat boards and rows counted square by square, and what the look-ahead is shown.

use super::Parameter::{self, *};
use super::*;
use crate::samuel::terms::named;
use crate::samuel::terms::polynomial::Polynomial;
use games::gomoku::{Direction, Setup};
use games::{Outcome, Played};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

fn rated(parameter: Parameter, position: &Opening) -> i64 {
    position.rate(&mut Accumulator::default(), 1 << parameter as usize).get(parameter as usize)
}

/// Positions of games played at random among the likeliest moves, on boards of two sizes by two rules, now and then jumping from one
/// game to another.
fn positions() -> Vec<Opening> {
    let mut accumulator = Accumulator::default();
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut all = Vec::new();
    for (rules, size) in [("freestyle", 15), ("standard", 9), ("renju", 15)] {
        let setup = Setup::new(rules, size).unwrap();
        for _ in 0..3 {
            let mut game = Played::new(Opening::start(&setup));
            while game.outcome().is_none() && game.plies() < 40 {
                all.push(game.position().clone());
                let mut moves = Vec::new();
                game.position().candidates(&mut accumulator, &mut moves);
                game.play(*moves.choose(&mut random).unwrap()).unwrap();
            }
        }
    }
    all.iter().step_by(7).chain(&all).cloned().collect()
}

#[test]
fn the_board_that_follows_is_a_fresh_board() {
    let mut accumulator = Accumulator::default();
    for position in positions() {
        let stones = position.game().stones();
        let fresh = ThreatBoard::new(stones, position.game().setup().rules());
        assert!(*accumulator.board_of(&position) == fresh, "{}", position.to_text());
    }
}

#[test]
fn squares_and_lines_are_counted_for_the_side_that_they_are_of() {
    for position in positions().into_iter().step_by(3) {
        let side = position.to_move();
        let fresh = ThreatBoard::new(position.game().stones(), position.game().setup().rules());
        let empty: Vec<Square> = fresh.all_squares().filter(|&square| fresh.is_empty(square)).collect();
        for (of, [five, four, threes, open]) in
            [(side.other(), [Five, Four, Tthr, Otwo]), (side, [Xfive, Xfour, Xtthr, Xotwo])]
        {
            let squares = |classes: &[Class]| {
                let such =
                    |&&square: &&Square| classes.iter().any(|&class| fresh.class(of, square) == class as u8);
                empty.iter().filter(such).count() as i64
            };
            assert_eq!(rated(five, &position), squares(&[Class::Five]));
            assert_eq!(rated(four, &position), squares(&[Class::Four, Class::FourAndTwo]));
            assert_eq!(rated(threes, &position), squares(&[Class::TwoThrees]));
            let shift = if of == Side::First { 0 } else { 4 };
            let twos = [Shape::OpenTwo as u8, Shape::WideTwo as u8];
            let lines = empty.iter().filter_map(|&square| fresh.lines(square)).flatten();
            let number = lines.filter(|pair| twos.contains(&(pair >> shift & 15))).count() as i64;
            assert_eq!(rated(open, &position), number);
        }
    }
}

#[test]
fn the_advantage_is_the_rows_of_five_by_content() {
    for position in positions().into_iter().step_by(5) {
        let stones = position.game().stones();
        let size = stones.size() as i32;
        let worth = |side: Side| {
            let mut worth = 0;
            for (direction, square) in
                Direction::ALL.into_iter().flat_map(|d| stones.squares().map(move |square| (d, square)))
            {
                // A falling diagonal goes down where the others go up: either end is checked.
                let (column, row) = (square.column() as i32, square.row() as i32);
                let (across, up) = match direction {
                    Direction::Horizontal => (1, 0),
                    Direction::Vertical => (0, 1),
                    Direction::Rising => (1, 1),
                    Direction::Falling => (1, -1),
                };
                let places: Vec<(i32, i32)> = (0..5).map(|n| (column + n * across, row + n * up)).collect();
                if places.iter().any(|&(c, r)| c < 0 || r < 0 || c >= size || r >= size) {
                    continue;
                }
                let at = |&(c, r): &(i32, i32)| stones.at(Square::new(c as usize, r as usize).unwrap());
                if places.iter().all(|place| at(place) != Some(side.other())) {
                    let own = places.iter().filter(|place| at(place) == Some(side)).count();
                    worth += [0, 1, 3, 6, 10, 15][own];
                }
            }
            worth
        };
        let side = position.to_move();
        assert_eq!(position.advantage(), worth(side) - worth(side.other()), "{}", position.to_text());
        assert_eq!(position.with_sides_reversed().advantage(), -position.advantage());
    }
}

#[test]
fn the_moves_looked_at_are_legal_few_and_answer_a_five() {
    let mut accumulator = Accumulator::default();
    for position in positions() {
        let mut moves = Vec::new();
        position.candidates(&mut accumulator, &mut moves);
        assert!(!moves.is_empty() && moves.iter().all(|&m| position.is_legal(m)));
        assert!(moves.len() <= WIDTH, "{} {}", moves.len(), position.to_text());
        let wins = |m: OpeningMove| matches!(position.after(m).outcome(), Some(Outcome::Win(_)));
        let all = position.moves();
        if all.iter().any(|&m| wins(m)) {
            assert!(moves.iter().all(|&m| wins(m)), "{}", position.to_text());
        }
    }
    // In an opening protocol every move is shown, decisions too.
    let mut opening = Opening::start(&Setup::new("swap2-freestyle", 15).unwrap());
    let mut moves = Vec::new();
    opening.candidates(&mut accumulator, &mut moves);
    assert_eq!(moves.len(), 225);
    for m in moves.into_iter().take(3) {
        opening.play(m);
    }
    let moves = opening.moves();
    let choice = opening.open(&|| moves.clone()).unwrap();
    assert!(moves.contains(&choice.best().unwrap()));
}

#[test]
fn every_term_is_named_once_and_the_polynomials_can_be_read() {
    assert_eq!(Xttwo as usize + 1, SIMPLE);
    for name in named::NAMES {
        let polynomial = Polynomial::parse(Opening::TERMS, &named::polynomial::<Opening>(name)).unwrap();
        assert_eq!(polynomial.active().len() + polynomial.reserve().len(), TERMS.len());
    }
}
