//! The threat board against counting afresh, square by square.

use super::*;
use games::Side;
use games::gomoku::stones::{around, bits};
use games::gomoku::{Direction, Rules, Square, Stones};
use rand::SeedableRng;
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;

const RULES: [Rules; 3] = [Rules::Freestyle, Rules::Standard, Rules::Renju];

/// How many squares along this direction complete a winning row with the stone on `square`.
fn fives(stones: &Stones, side: Side, direction: Direction, square: Square, exactly: bool) -> u32 {
    let view = stones.view(side, direction, square);
    view.fives(exactly).count_ones()
}

/// The shape that a stone makes, as far as it is a three or better.
fn slow_shape(stones: &Stones, side: Side, direction: Direction, square: Square, exactly: bool) -> Shape {
    let view = stones.view(side, direction, square);
    let mut after = stones.clone();
    after.put(side, square);
    let row = view.run(view.place).count_ones();
    if view.wins(view.place, exactly) {
        return Shape::Five;
    } else if row > 5 {
        return Shape::Overline;
    }
    match fives(&after, side, direction, square, exactly) {
        0 => {}
        1 => return Shape::Four,
        _ => return Shape::StraightFour,
    }
    let thirds = bits(view.empty & around(view.place, 4) & !(1 << view.place));
    let straight = thirds
        .filter(|&third| {
            let third = square.step(direction, third as i32 - view.place as i32);
            let mut next = after.clone();
            next.put(side, third);
            next.view(side, direction, square).run(view.place).count_ones() < 5
                && fives(&next, side, direction, square, exactly) >= 2
        })
        .count();
    match straight {
        0 => Shape::Dead,
        1 => Shape::OpenThree,
        _ => Shape::WideThree,
    }
}

fn check(board: &ThreatBoard, stones: &Stones, rules: Rules) {
    for (side, shift) in [(Side::First, 0), (Side::Second, 4)] {
        for least in [Shape::ClosedThree, Shape::OpenThree, Shape::Five] {
            let makes = |pair: u8| pair >> shift & 15 >= least as u8;
            let some =
                |&square: &Square| board.lines(square).is_some_and(|lines| lines.into_iter().any(makes));
            assert_eq!(board.of_shape(side, least), stones.squares().filter(some).collect());
        }
    }
    for square in stones.squares() {
        assert_eq!(board.is_empty(square), stones.is_empty(square));
        let Some(lines) = board.lines(square) else { continue };
        for side in [Side::First, Side::Second] {
            let exactly = rules.exactly_five(side);
            let (mut after, mut fives) = (stones.clone(), Vec::new());
            after.put(side, square);
            for (direction, pair) in Direction::ALL.into_iter().zip(lines) {
                let shape = Shape::from_number(if side == Side::First { pair & 15 } else { pair >> 4 });
                let slow = slow_shape(stones, side, direction, square, exactly);
                let told = |shape| shape >= Shape::OpenThree;
                assert!(
                    if told(shape) || told(slow) { shape == slow } else { slow == Shape::Dead },
                    "{stones:?} {side:?} {square} {direction:?}: {shape:?}, but {slow:?}"
                );
                let view = after.view(side, direction, square);
                if matches!(shape, Shape::Four | Shape::StraightFour) {
                    let step = |place| square.step(direction, place as i32 - view.place as i32);
                    fives.extend(bits(view.fives(exactly)).map(step));
                }
            }
            assert_eq!(board.fives_after(side, square).collect::<Set>(), fives.into_iter().collect());
            let class = board.class(side, square);
            for number in 1..Class::COUNT as u8 {
                let set = &board.sets_for_tests()[side.index()][number as usize];
                assert_eq!(set.contains(square), number == class);
            }
        }
    }
}

#[test]
fn the_board_follows_play_and_undo() {
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let weights: &Weights = Box::leak(Box::new(Weights {
        shapes: std::array::from_fn(|_| random.random_range(-1000..1000)),
        classes: std::array::from_fn(|_| std::array::from_fn(|_| random.random_range(-1000..1000))),
    }));
    for round in 0..120 {
        let rules = RULES[round % 3];
        let size = [5, 7, 9, 15, 20][round % 5];
        let mut stones = Stones::new(size);
        let fresh = |stones: &Stones| ThreatBoard::weighed(stones, rules, weights);
        let empty = fresh(&stones);
        let mut board = empty.clone();
        let mut trail = Vec::new();
        let mut squares: Vec<Square> = stones.squares().collect();
        squares.sort_by_key(|square| square.distance(Square::new(size / 2, size / 2).unwrap()));
        // Near the middle, where lines meet, or all over the board.
        if round % 2 == 0 {
            squares.truncate(60);
        }
        squares.shuffle(&mut random);
        for (i, &square) in squares.iter().take(size * 3).enumerate() {
            let side = if random.random_bool(0.7) == (i % 2 == 0) { Side::First } else { Side::Second };
            stones.put(side, square);
            board.put(side, square);
            trail.push((side, square));
            while random.random_bool(0.3) && !trail.is_empty() {
                // The last one mostly: its changes are taken back otherwise than those of another.
                let number = if random.random_bool(0.8) { i } else { random.random_range(0..=i) };
                let (side, square) = trail.remove(number.min(trail.len() - 1));
                stones.remove(side, square);
                board.remove(side, square);
            }
            if i % 4 == 0 {
                check(&board, &stones, rules);
                assert_eq!(board, fresh(&stones));
                // What a copy takes back the board still has.
                let mut copy = board.clone();
                trail.iter().rev().for_each(|&(side, square)| copy.remove(side, square));
                assert_eq!(copy, empty);
            }
        }
        for (side, square) in trail.into_iter().rev() {
            board.remove(side, square);
        }
        assert_eq!(board, empty);
    }
}

#[test]
fn no_white_stones_forbid_what_is_safe() {
    let mut random = ChaCha8Rng::seed_from_u64(9);
    let (mut safe, mut unsafe_but_legal) = (0, 0);
    for _ in 0..200 {
        let mut board = ThreatBoard::new(&Stones::new(10), Rules::Renju);
        let mut squares: Vec<Square> = board.all_squares().collect();
        squares.shuffle(&mut random);
        let stones = random.random_range(8..40);
        for (number, square) in squares.drain(..stones).enumerate() {
            board.put(if number % 3 < 2 { Side::First } else { Side::Second }, square);
        }
        let (kept, other): (Vec<_>, Vec<_>) =
            squares.iter().partition(|&&square| board.is_safe(Side::First, square));
        unsafe_but_legal += other.iter().filter(|&&square| board.may_play(Side::First, square)).count();
        safe += kept.len();
        for white in squares {
            for &square in kept.iter().filter(|&&square| board.is_empty(square)) {
                assert!(board.may_play(Side::First, square), "{square}");
            }
            board.put(Side::Second, white);
        }
    }
    assert!(safe > 8_000 && unsafe_but_legal > 20, "{safe} safe, {unsafe_but_legal} legal besides");
}
