//! Maps of classes against a search that tries everything.

use super::{random_positions, value};
use crate::qubic::proof::classes::Classes;
use crate::qubic::proof::parts::{Parts, Tried};
use crate::qubic::proof::solver::SolverLimits;
use games::qubic::{Cell, Qubic};
use games::{Game, Side};
use search::Control;
use std::collections::HashMap;

/// Until the class is decided or has resisted.
fn try_class(classes: &mut Classes, class: usize, expansions: u64) -> Tried {
    let limits = SolverLimits { expansions, ..SolverLimits::default() };
    loop {
        if let Some(tried) = classes.try_class(class, &limits, &Control::new(), &mut |_| {}) {
            return tried;
        }
    }
}

#[test]
fn classes_are_won_by_whom_an_exhaustive_search_says() {
    let positions = random_positions(7, 54..60, 120, true);
    let mut seen = [[0; 2]; 2];
    for (number, attacker) in [Side::First, Side::Second].into_iter().enumerate() {
        let mut classes = Classes::new(&positions, attacker, HashMap::new());
        for (class, position) in positions.iter().enumerate() {
            let wins = value(position, &mut HashMap::new());
            let wins = if position.to_move() == attacker { wins == 1 } else { wins == -1 };
            let tried = try_class(&mut classes, class, u64::MAX);
            let expected = if wins { Tried::Proven } else { Tried::Disproven };
            assert_eq!(tried, expected, "{} {attacker:?}", position.to_text());
            seen[number][usize::from(wins)] += 1;
        }
    }
    assert!(seen.as_flattened().iter().all(|&count| count > 10), "{seen:?}");
}

#[test]
fn three_stones_can_lose_for_the_first_player() {
    let after = Qubic::from_text(&(), "oxx").unwrap();
    let mut classes = Classes::new(&[after], Side::Second, HashMap::new());
    for _ in 0..2 {
        assert_eq!(try_class(&mut classes, 0, 100), Tried::Open);
        assert_eq!(classes.expansions(), 100, "so large a graph is tried once");
    }
    assert_eq!(try_class(&mut classes, 0, 2_000), Tried::Proven);
    // Another search that knows what this one has proven has nothing left to do.
    let mut again = Classes::new(&[after], Side::Second, classes.moves().clone());
    assert_eq!(try_class(&mut again, 0, 2_000), Tried::Proven);
    assert_eq!(again.expansions(), 0);
}

#[test]
fn what_a_graph_has_proven_is_told_while_it_grows() {
    let after = Qubic::start(&()).after(Cell::new(1).unwrap());
    let mut parts = Parts::new(&after, Side::First, 64, HashMap::new());
    let mut told = 0;
    while told < 2 {
        let (before, mut during) = (parts.moves().clone(), HashMap::new());
        let limits = SolverLimits::default();
        parts.try_next(&limits, &Control::new(), &mut |standing| during = standing.moves()).unwrap();
        if !during.is_empty() {
            told += 1;
            assert!(during.len() > before.len(), "{told}: {} before, {} then", before.len(), during.len());
            assert!(before.keys().all(|position| during.contains_key(position)));
            assert!(during.keys().all(|position| parts.moves().contains_key(position)));
        }
    }
}
