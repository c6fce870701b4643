//! Every parameter on positions drawn by hand, and the shapes against squares found by counting rows and columns.
//!
//! With `W` to move, Black is the passive side.

use super::Parameter::{self, *};
use super::*;
use crate::samuel::terms::polynomial::Polynomial;
use crate::samuel::terms::scoring::{Scoring, Zero};
use games::Played;
use games::draughts::Square;
use games::{Game, Side};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

fn at(text: &str) -> Draughts {
    Draughts::from_text(&(), text).unwrap()
}

fn rated(parameter: Parameter, position: &Draughts) -> i64 {
    position.rate(&mut (), 1 << parameter as usize).get(parameter as usize)
}

/// A parameter with positions, and what it is in each, and in the same position for the other colour.
type Row = (Parameter, &'static [(&'static str, i64)]);

/// A square counts where an exchange is forced, and there is nothing to jump.
const EXCHANGES: &[(&str, i64)] =
    &[("W:W22,27,32:B14", 1), ("W:W22,27:B14", 0), ("W:W32:B1", 0), ("W:W22,27,32,15:B14,11", 0)];

const BY_HAND: &[Row] = &[
    // ADV counts men in the fifth and sixth rows less those in the third and fourth
    (Adv, &[("W:W32:B9,13,17,21,24", 1), ("W:W32:B1,5,25,K17", 0), ("W:W32:B9,10,16", -3)]),
    (Adv, &[("B:W10,14,16:B1", 3), ("B:W18,23:B1", -2)]),
    // APEX is a debit
    (Apex, &[("W:W26,30:B1", -1), ("W:W26:B7", 0), ("W:W26,K30:B1", 0), ("W:W26:BK1", 0), ("W:W30:B1", 0)]),
    (Apex, &[("B:W30:B7", -1), ("B:W26:B7", 0), ("W:W7:B1", -1)]),
    // BACK is the bridge while the other side has no king
    (Back, &[("W:W32:B1,3", 1), ("W:WK32:B1,3", 0), ("W:W32:B1,2", 0), ("W:W32:BK1,3", 1)]),
    (Back, &[("B:W30,32:B5", 1), ("B:W30,31:B5", 0)]),
    // CENT counts men in the center, KCENT kings
    (Cent, &[("W:W32:B10,14,23,K15,9", 3), ("W:W18,19:B1", 0), ("B:W10,11,14,15,18,19,22,23:B1", 8)]),
    (Kcent, &[("W:W32:BK10,15,K23", 2), ("W:WK18:BK1", 0)]),
    // CNTR counts the squares of the center that the active side has or can reach
    // 18 itself, 14 and 15 from there, 22 and 23 from 26.
    (Cntr, &[("W:W18,26:B1", 5), ("W:W32:B10,11", 0), ("B:W32:B6", 1)]),
    // CORN is the way into the double corner for who is behind
    (Corn, &[("W:WK24:B10,11", 1), ("W:WK24:B10", 0), ("W:WK22:B10,11", 0), ("W:WK24,25,29:B1,2,3,4", 0)]),
    (Corn, &[("B:W22,23:BK9", 1), ("W:WK10:B18,19,17", 0), ("W:WK6:B18,19", 1)]),
    // CRAMP for either side
    (Cramp, &[("W:W17,21,22,25:B13,9", 2), ("W:W17,21,22,25:B13,14", 2), ("W:W17,21,22:B13,9", 0)]),
    (Cramp, &[("W:W17,21,22,25:B13", 0), ("W:W17,21,22,25:B9,14", 0)]),
    // The misprint: 19 or 24 beside White's cramping square 20.
    (Cramp, &[("B:W20,24:B8,11,12,16", 2), ("B:W20,19:B8,11,12,16", 2), ("B:W20:B8,11,12,16", 0)]),
    // DENY, MOB and MOBIL of a man that can be taken for nothing
    // 22-18 and 22-17 both lose the man.
    (Mob, &[("W:W22:B14", 2), ("W:W22,27,32:B14", 5), ("W:W22,23:B14", 3)]),
    (Deny, &[("W:W22:B14", 2)]),
    (Mobil, &[("W:W22:B14", 0)]),
    // With men on 27 and 32, 22-18 14x23 27x18 is an exchange; 22-17 14x21 is none. Without that on 32, 14x23x32 is none, either.
    (Deny, &[("W:W22,27,32:B14", 1), ("W:W22,27:B14", 2)]),
    (Mobil, &[("W:W22,27,32:B14", 4), ("W:W22,27:B14", 2)]),
    // 23-18 loses a man, 22-18 does not: the square is not denied.
    (Deny, &[("W:W22,23:B14", 1)]),
    // A jump that is there does not matter for mobility.
    (Mob, &[("W:W22:B17", 1), ("W:WK18:B1", 4), ("W:W5:B1", 0)]),
    // Two steps to one square count once.
    (Mob, &[("W:W25,26:B1", 3)]),
    // DIA and DIAV go by the distance from the double corner files
    (Dia, &[("W:W32:B1,5,6,7,K23", 4), ("W:W32:B4,8,12,K29", 0)]),
    // In halves: 0 on 4, 1 on 3, 2 on 2, 3 on 1.
    (Diav, &[("W:W32:B1", 3), ("W:W32:B2", 2), ("W:W32:B3", 1), ("W:W32:B4", 0), ("W:W32:B1,2,3,4", 6)]),
    (Diav, &[("W:WK1:BK29", 0), ("W:WK1:BK30", 1), ("W:WK1:B26", 2), ("W:WK1:B27,28", 6)]),
    // DYKE counts three in a diagonal
    (Dyke, &[("W:W32:B1,6,10", 1), ("W:W32:B1,6,10,15", 2), ("W:W32:B1,6,15", 0), ("W:W32:B6,10,14", 0)]),
    (Dyke, &[("W:W32:B4,8,11", 1), ("W:W32:B13,9,6,14", 1)]),
    // EXCH and RECAP
    (Exch, EXCHANGES),
    (Recap, EXCHANGES),
    // EXPOS is a piece between two empty squares
    (Expos, &[("W:W32:B14", 1), ("W:W32:B14,9,10", 2), ("W:W32:B13", 0), ("W:W18,17:B14", 0)]),
    // FORK is between two pieces with room behind both
    (Fork, &[("W:W22:B14,15", 1), ("W:W22:B9,14,15", 0), ("W:W31:B14,15", 0), ("W:WK6:B14,15", 1)]),
    // Into 10 no man can step from above, and from below it is no fork.
    (Fork, &[("W:W24:B14,15", 0), ("W:W22,23:B14", 0)]),
    // GAP is between two pieces or a piece and the edge
    (Gap, &[("W:W32:B14,23", 1), ("W:W18:B14,23", 0), ("W:W32:B9", 2), ("W:W32:B14", 0)]),
    // Once, whatever it separates: 14 lies between 9 and 18, and between 10 and 17. 18 and 17 end in 22, 13 and 5 at the edge.
    (Gap, &[("W:W32:B10,17", 3)]),
    // GUARD is the bridge or the triangle
    (Guard, &[("W:W32:B1,3", 1), ("W:W32:B2,3,7", 1), ("W:WK32:B2,3,7", 0), ("W:W32:B1,2,7", 0)]),
    // HOLE has three pieces around
    (Hole, &[("W:W32:B9,10,17", 1), ("W:W14:B9,10,17", 0), ("W:W32:B9,10", 0), ("W:W32:B9,10,17,18", 1)]),
    // MOVE is an odd number in the system when pieces are even
    (Move, &[("W:W32:B1", 1), ("W:W28:B1", 0), ("W:W32,31:B1", 0), ("W:W27-32:B1-6", 0)]),
    (Move, &[("W:W28-32:B1-5", 1), ("W:WK32:BK1", 1), ("B:W32:B1", 1)]),
    // NODE has three empty squares around
    (Node, &[("W:W32:B14", 1), ("W:W32:B14,9", 2), ("W:W17:B14,9", 1), ("W:W32:B13", 0)]),
    // OREO is the triangle without a king of its own
    (Oreo, &[("W:W32:B2,3,7", 1), ("W:W32:B2,3,7,K20", 0), ("W:WK32:B2,3,7", 1), ("W:W32:B1,2,3", 0)]),
    (Oreo, &[("B:W26,30,31:B5", 1)]),
    // POLE is a man alone
    (Pole, &[("W:W32:B14", 1), ("W:W32:BK14", 0), ("W:W32:B13", 0), ("W:W32:B14,10", 0), ("W:W18:B14", 0)]),
    // THRET counts squares from where a capture is threatened
    (Thret, &[("W:W27:B18", 1), ("W:W27:B18,14", 0), ("W:W22:B1", 0)]),
    // From 23 and, over the other man, from 24.
    (Thret, &[("W:W27:B18,19", 2)]),
    // Not while there is something to jump.
    (Thret, &[("W:W27,15:B18,11", 0)]),
];

#[test]
fn parameters_are_those_counted_by_hand() {
    for &(parameter, cases) in BY_HAND {
        for &(text, value) in cases {
            assert_eq!(rated(parameter, &at(text)), value, "{parameter:?} {text}");
            assert_eq!(rated(parameter, &at(text).turned()), value, "{parameter:?} {text} turned");
        }
    }
}

#[test]
fn a_term_is_the_difference_with_the_position_before() {
    let mut game = Played::new(at("B:W22,27,32:B9"));
    let before = *game.position();
    game.play(before.parse_move("9-14", Default::default()).unwrap()).unwrap();
    // Before, Black could step to 13 and 14 safely, and White had a man in the center.
    let text = "MOB:+2^1 DENY:+2^2 MOBIL:-2^3 CENT:+2^4 DEMO:+2^5 DEMMO:+2^6 MODE1:-2^7 MODE2:+2^8 MOC1:+2^9";
    let values = |zero| {
        let scoring = Scoring::<Draughts>::new(Polynomial::parse(&TERMS, text).unwrap(), zero, false);
        let terms = scoring.terms(game.position(), &before);
        (terms.iter().map(|term| term.value).collect::<Vec<_>>(), scoring)
    };
    let (neither, scoring) = values(Zero::Neither);
    assert_eq!(neither, [3, 1, 2, 0, 1, 0, 1, 0, 0]);
    assert_eq!(values(Zero::Upper).0, [3, 1, 2, 0, 1, 0, 1, 0, 1]);
    assert_eq!(values(Zero::Lower).0, [3, 1, 2, 0, 1, 0, 1, 0, 0]);
    // Credited to Black, who has moved: the score is White's, who has two men more.
    let terms: i64 = 3 * 2 + 4 - 2 * 8 + 32 - 128;
    let score = scoring.evaluate(game.position(), &scoring.rate(&before, &mut ()), &mut ());
    assert_eq!(score, scoring.pieces(4 * (96 - 8)) - 128 * terms);
}

fn positions(games: u64) -> Vec<(Draughts, Draughts)> {
    let mut pairs = Vec::new();
    for seed in 0..games {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut game = Played::new(Draughts::start(&()));
        while let Some(&m) = game.legal_moves().choose(&mut random) {
            let before = *game.position();
            game.play(m).unwrap();
            pairs.push((before, *game.position()));
        }
    }
    pairs
}

#[test]
fn shapes_agree_with_rows_and_columns() {
    let place = |square: usize| {
        let (row, column) = ((square as i32 - 1) / 4, (square as i32 - 1) % 4);
        (row, 2 * column + 1 - row % 2)
    };
    for (_, position) in positions(30) {
        let view = View::of(&position);
        let square = |(row, column): (i32, i32)| (1..=32).find(|&n| place(n) == (row, column));
        let has = |set: u32, at| square(at).is_some_and(|n| set >> (n - 1) & 1 == 1);
        let on = |(row, column): (i32, i32), down, right| (row + down, column + right);
        const AROUND: [(i32, i32); 4] = [(-1, -1), (-1, 1), (1, 1), (1, -1)];
        let around = |set, at| AROUND.iter().filter(|&&(down, right)| has(set, on(at, down, right))).count();
        let lines = |at, test: &dyn Fn((i32, i32)) -> bool| {
            AROUND[..2].iter().filter(|&&(d, r)| test(on(at, d, r)) && test(on(at, -d, -r))).count()
        };
        let tally = |test: &dyn Fn((i32, i32)) -> usize| (1..=32).map(|n| test(place(n)) as i64).sum::<i64>();
        let (passive, empty) = (view.passive, view.empty);
        let edge_or_piece = |at| {
            AROUND.iter().any(|&(d, r)| {
                let opposite = on(at, -d, -r);
                has(passive, on(at, d, r)) && (has(passive, opposite) || square(opposite).is_none())
            })
        };
        let man = |at| has(view.passive_men(), at);
        for (parameter, slow) in [
            (Hole, tally(&|at| usize::from(has(empty, at) && around(passive, at) >= 3))),
            (Node, tally(&|at| usize::from(has(passive, at) && around(empty, at) >= 3))),
            (Pole, tally(&|at| usize::from(man(at) && around(empty, at) == 4))),
            (Expos, tally(&|at| usize::from(has(passive, at) && lines(at, &|at| has(empty, at)) > 0))),
            (Dyke, tally(&|at| if has(passive, at) { lines(at, &|at| has(passive, at)) } else { 0 })),
            (Gap, tally(&|at| usize::from(has(empty, at) && edge_or_piece(at)))),
        ] {
            assert_eq!(rated(parameter, &position), slow, "{parameter:?} {}", position.to_text());
        }
    }
}

#[test]
fn all_parameters_are_the_same_for_both_colours_and_together_as_alone() {
    for (_, position) in positions(20) {
        let all = position.rate(&mut (), u64::MAX);
        assert_eq!(all, position.turned().rate(&mut (), u64::MAX), "{}", position.to_text());
        assert_eq!(Subject::advantage(&position), position.turned().advantage());
        for (number, term) in TERMS.iter().enumerate().take(26) {
            assert_eq!(position.rate(&mut (), 1 << number).get(number), all.get(number), "{}", term.name);
        }
    }
}

#[test]
fn connectives_are_made_of_the_signs_of_their_terms() {
    let names = ["DENY", "MOB", "MOBIL", "CENT"];
    let groups = [
        (0, 1, ["DEMO", "DEMMO", "DDEMO", "DDMM"]),
        (2, 0, ["MODE1", "MODE2", "MODE3", "MODE4"]),
        (2, 3, ["MOC1", "MOC3", "MOC2", "MOC4"]),
    ];
    let all = names.iter().chain(groups.iter().flat_map(|(.., four)| four));
    let text: Vec<_> = all.map(|name| format!("{name}:+2^0")).collect();
    let polynomial = Polynomial::parse(&TERMS, &text.join(" ")).unwrap();
    let pairs = positions(20);
    for zero in [Zero::Neither, Zero::Upper, Zero::Lower] {
        let scoring = Scoring::<Draughts>::new(polynomial.clone(), zero, false);
        let mut seen = [0; 12];
        for (before, now) in &pairs {
            let values: Vec<_> = scoring.terms(now, before).iter().map(|term| term.value).collect();
            for (group, &(a, b, _)) in groups.iter().enumerate() {
                let four = &values[4 + 4 * group..][..4];
                let holds = |value: i64| match zero {
                    Zero::Neither => [value > 0, value < 0],
                    Zero::Upper => [value >= 0, value < 0],
                    Zero::Lower => [value > 0, value <= 0],
                };
                let ([a, not_a], [b, not_b]) = (holds(values[a]), holds(values[b]));
                assert_eq!(four, [a && b, a && not_b, not_a && b, not_a && not_b].map(i64::from));
                assert!(four.iter().sum::<i64>() == 1 || zero == Zero::Neither);
                (0..4).for_each(|n| seen[4 * group + n] += four[n]);
            }
        }
        assert!(seen.iter().all(|&times| times > 0), "{zero:?} {seen:?}");
    }
}

#[test]
fn pieces_are_traded_three_to_two_and_down_when_ahead() {
    let advantage = |text| Subject::advantage(&at(text));
    // Two kings for three men: nothing is gained or lost.
    assert_eq!(advantage("W:WK30,K31:B1,2,3"), 0);
    assert!(advantage("W:WK30:B1") > 0 && advantage("W:W30,31:BK1") > 0);
    // A man for a man when ahead, and when behind.
    assert!(advantage("W:W30,31:B1") > advantage("W:W29,30,31:B1,2"));
    assert!(advantage("W:W30:B1,2") < advantage("W:W29,30:B1,2,3"));
    // Whatever is on the board, a man more is better.
    for text in ["W:W21-32:B1-12", "W:WK21-32:B1", "W:W32:BK1-12"] {
        let full = at(text);
        for square in Square::of_set(full.pieces(Side::Second)) {
            let keep = !square.bit();
            let less = Draughts::from_sets(
                full.pieces(Side::First),
                full.pieces(Side::Second) & keep,
                full.kings() & keep,
                Side::Second,
            );
            assert!(less.unwrap().advantage() < full.advantage(), "{text} without {square}");
        }
    }
    assert!(at("W:WK21-23:B1").is_decided() && !at("W:WK21,K22:B1").is_decided());
}

#[test]
fn the_other_reading_of_appendix_c_has_every_sign_turned() {
    let of = |text| Polynomial::parse(&TERMS, text).unwrap();
    let (printed, turned) = (of(Draughts::SECOND), of(Draughts::SECOND_ACTIVE));
    assert_eq!(printed.reserve(), turned.reserve());
    for (&(term, one), &(other, two)) in printed.active().iter().zip(turned.active()) {
        assert_eq!((term, one.value()), (other, -two.value()));
    }
}
