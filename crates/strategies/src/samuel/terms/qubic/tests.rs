//! Every parameter against counting by hand on lines, planes and cells, and on a few positions that can be seen through.

use super::Parameter::{self, *};
use super::*;
use crate::samuel::terms::named;
use crate::samuel::terms::polynomial::Polynomial;
use crate::samuel::terms::scoring::{Scoring, Zero};
use games::qubic::lines::{LINE_CELLS, LINE_COUNTS};
use games::{Played, Side};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

fn rated(parameter: Parameter, position: &Qubic) -> i64 {
    position.rate(&mut (), 1 << parameter as usize).get(parameter as usize)
}

/// Positions of games played at random.
fn positions() -> Vec<Qubic> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut all = Vec::new();
    for _ in 0..40 {
        let mut game = Played::new(Qubic::start(&()));
        while game.outcome().is_none() {
            all.push(*game.position());
            let moves = game.legal_moves();
            game.play(*moves.choose(&mut random).unwrap()).unwrap();
        }
    }
    all
}

/// How many lines hold so many of `own` and none of `other`, and for each cell how many such lines it is empty on.
fn lines(own: u64, other: u64, stones: usize) -> (i64, [i64; 64]) {
    let (mut number, mut through) = (0, [0; 64]);
    for line in LINE_CELLS {
        let on = |set: u64| line.iter().filter(|&&cell| set >> cell & 1 == 1).count();
        if on(own) == stones && on(other) == 0 {
            number += 1;
            line.iter().filter(|&&cell| own >> cell & 1 == 0).for_each(|&cell| through[cell as usize] += 1);
        }
    }
    (number, through)
}

/// The parameters of `own` as they are counted slowly: BUILD, LIVE, ONE, PAIR, PLAN, PLANS, THREE, TWO, WATCH.
fn counted(own: u64, other: u64) -> [i64; 9] {
    let content: Vec<(i64, [i64; 64])> = (0..4).map(|stones| lines(own, other, stones)).collect();
    let cells = |such: &dyn Fn(usize) -> bool| (0..64).filter(|&cell| such(cell)).count() as i64;
    let mut planes = [0, 0];
    // Every plane that holds four parallel lines, by its points: a x + b y + c z = d.
    for (a, b, c, d) in [
        (1, 0, 0, 0..4),
        (0, 1, 0, 0..4),
        (0, 0, 1, 0..4),
        (1, -1, 0, 0..1),
        (1, 1, 0, 3..4),
        (1, 0, -1, 0..1),
        (1, 0, 1, 3..4),
        (0, 1, -1, 0..1),
        (0, 1, 1, 3..4),
    ] {
        for d in d {
            let inside = |cell: &i64| a * (cell / 16) + b * (cell / 4 % 4) + c * (cell % 4) == d;
            let on = |set: u64| (0..64_i64).filter(inside).filter(|cell| set >> cell & 1 == 1).count() as i64;
            let excess = on(own) - on(other);
            planes[0] += i64::from(excess == 2);
            planes[1] += i64::from(excess > 2);
        }
    }
    [
        cells(&|cell| content[2].1[cell] > 0 && content[1].1[cell] > 0),
        content.iter().map(|(number, _)| number).sum(),
        content[1].0,
        cells(&|cell| content[2].1[cell] > 1),
        planes[0],
        planes[1],
        content[3].0,
        content[2].0,
        cells(&|cell| content[2].1[cell] > 0),
    ]
}

#[test]
fn the_parameters_are_what_is_counted() {
    let of_passive = [Build, Live, One, Pair, Plan, Plans, Three, Two, Watch];
    let of_active = [Xbuild, Xlive, Xone, Xpair, Xplan, Xplans, Xthree, Xtwo, Xwatch];
    for position in positions() {
        let (active, passive) = position.own_and_other();
        for (parameters, counted) in
            [(of_passive, counted(passive, active)), (of_active, counted(active, passive))]
        {
            for (parameter, value) in parameters.into_iter().zip(counted) {
                assert_eq!(rated(parameter, &position), value, "{parameter:?} {}", position.to_text());
            }
        }
        let on = |such: &dyn Fn(usize) -> bool| {
            (0..64).filter(|&cell| passive >> cell & 1 == 1 && such(cell)).count() as i64
        };
        assert_eq!(rated(Rich, &position), on(&|cell| LINE_COUNTS[cell] == 7));
        let inner = |cell: usize| [cell / 16, cell / 4 % 4, cell % 4].iter().all(|&n| n == 1 || n == 2);
        assert_eq!(rated(Core, &position), on(&inner));
    }
}

#[test]
fn the_advantage_is_the_lines_by_content_and_changes_sides() {
    for position in positions() {
        let (own, other) = position.own_and_other();
        let worth = |own, other| (1..4).map(|n| [0, 1, 3, 6][n] * lines(own, other, n).0).sum::<i64>();
        assert_eq!(position.advantage(), worth(own, other) - worth(other, own));
        assert_eq!(position.with_sides_reversed().advantage(), -position.advantage());
    }
}

#[test]
fn only_what_is_forced_is_looked_at_and_it_loses_nothing() {
    let (mut forced, mut free) = (0, 0);
    for position in positions() {
        let (all, mut some) = (position.moves(), Vec::new());
        position.candidates(&mut (), &mut some);
        assert!(!some.is_empty() && some.iter().all(|m| all.contains(m)));
        if !position.next_is_jump(&mut ()) {
            assert_eq!(all, some);
            free += 1;
            continue;
        }
        forced += 1;
        let wins = |position: &Qubic| {
            let moves = position.moves();
            moves.into_iter().any(|m| matches!(position.after(m).outcome(), Some(games::Outcome::Win(_))))
        };
        for m in all.iter().filter(|m| !some.contains(m)) {
            let next = position.after(*m);
            // Left out beside a win, or because the other side wins at once.
            assert!(wins(&position) || wins(&next), "{}", position.to_text());
        }
    }
    assert!(forced > 100 && free > 100, "{forced} {free}");
}

#[test]
fn every_term_is_named_once_and_the_polynomials_can_be_read() {
    assert_eq!(Xwatch as usize + 1, SIMPLE);
    for name in named::NAMES {
        let polynomial = Polynomial::parse(Qubic::TERMS, &named::polynomial::<Qubic>(name)).unwrap();
        assert_eq!(polynomial.active().len() + polynomial.reserve().len(), TERMS.len());
        let scoring = Scoring::<Qubic>::new(polynomial, Zero::Neither, false);
        let start = Qubic::start(&());
        assert_eq!(
            scoring.evaluate(&start, &scoring.rate(&start.with_sides_reversed(), &mut ()), &mut ()),
            0
        );
    }
    assert_eq!(Qubic::first_position().to_move(), Side::First);
}
