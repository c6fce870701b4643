//! The zone of a sequence is what it claims to be: a reply outside of it changes nothing.

use super::attack::replies;
use super::budget::NODES_OF_A_PLY;
use super::walk::Walk;
use crate::budget::Budget;
use games::gomoku::{Gomoku, Setup, Square};
use games::{Game, Played, Side};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use search::{Control, Limits};
use solve::threats::ThreatGame;

/// A position of so many stones in a part of the board.
fn crowded(setup: &Setup, stones: usize, random: &mut ChaCha8Rng) -> Gomoku {
    loop {
        let mut game = Played::new(Gomoku::start(setup));
        while game.plies() < stones && game.outcome().is_none() {
            let square = Square::new(random.random_range(3..11), random.random_range(3..11));
            let _ = square.map(|square| game.play(square));
        }
        if game.outcome().is_none() {
            return game.position().clone();
        }
    }
}

#[test]
fn replies_outside_the_zone_do_not_matter() {
    let mut random = ChaCha8Rng::seed_from_u64(17);
    let (mut wins, mut inside, mut outside) = (0, 0, 0);
    for number in 0..250 {
        let setup = Setup::new(["freestyle", "standard"][number % 2], 15).unwrap();
        let field = crowded(&setup, 8 + number % 13, &mut random).field();
        for attacker in [Side::First, Side::Second] {
            let (limits, control) = (Limits::<Gomoku>::default(), Control::new());
            let budget = Budget::new(&limits, NODES_OF_A_PLY, &control);
            let Some(sequence) = budget.win(&field, attacker, 200) else { continue };
            let Some(plies) = Walk::new(attacker, &sequence).plies(&field) else { continue };
            wins += 1;
            let zone = replies(&field, attacker, &sequence);
            let empty: Vec<Square> = field.stones.squares().filter(|&s| field.stones.is_empty(s)).collect();
            inside += zone.len();
            for &reply in empty.iter().filter(|reply| !zone.contains(reply)) {
                outside += 1;
                let after = Gomoku::with(&field, attacker.other(), reply);
                let left = Walk::new(attacker, &sequence).plies(&after);
                assert!(
                    left.is_some_and(|left| left <= plies),
                    "{:?} {attacker:?} {reply}: {left:?} of {plies}",
                    field.stones
                );
            }
        }
    }
    assert_eq!((wins, inside, outside), (196, 3_193, 37_889));
}
