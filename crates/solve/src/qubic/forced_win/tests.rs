//! The forced-win search against searches that are obviously right.

use super::super::slow;
use super::*;
use games::Game;
use games::qubic::Qubic;
use games::qubic::lines::{cells, fourth_cells, has_line, third_cells};

/// Positions of random games with this many stones, as (stones of the mover, of the other).
fn random_positions(
    seed: u64,
    stones: std::ops::Range<u32>,
    count: usize,
) -> impl Iterator<Item = (u64, u64)> {
    slow::random_positions(seed, stones, count, false).into_iter().map(|position| position.own_and_other())
}

/// The least number of plies in which the mover wins by threes, by trying all of them, to a depth.
fn naive(own: u64, other: u64, plies: u32) -> Option<u32> {
    let free = !(own | other);
    if plies == 0 {
        return None;
    }
    if fourth_cells(own) & free != 0 {
        return Some(1);
    }
    let threats = fourth_cells(other) & free;
    let moves = if threats == 0 { third_cells(own, free) } else { threats };
    let mut best = None;
    for m in cells(moves) {
        let after = own | 1 << m;
        let replies = fourth_cells(after) & !(after | other);
        let met = threats & !(1 << m) == 0;
        let left = best.unwrap_or(plies + 1) - 1;
        let length = match replies.count_ones() {
            _ if !met || left < 3 => None,
            0 => None,
            1 => naive(after, other | replies, left - 2).map(|n| n + 2),
            _ => Some(3),
        };
        if length.is_some_and(|n| best.is_none_or(|b| n < b)) {
            best = length;
        }
    }
    best
}

#[test]
fn complete_search_finds_exactly_the_wins_by_threes_and_the_shortest_of_them() {
    let mut search = ForcedWins::new(12);
    let (mut wins, mut quick) = (0, 0);
    for (own, other) in random_positions(1, 6..34, 3_000) {
        let field = Field::new(own, other);
        // Nine plies are four threes and the line: the slow search sees no further in reasonable time.
        let slow = naive(own, other, 9);
        let found = search.shortest(&field, Effort::COMPLETE, 9);
        assert_eq!(found.map(|win| win.plies()), slow, "{own:x} {other:x}");
        let any = search.find(&field, Effort::COMPLETE, ANY_LENGTH);
        assert!(slow.is_none() || any.is_some());
        wins += u32::from(any.is_some());
        let quickly = search.find(&field, Effort::quick(10_000), ANY_LENGTH);
        assert!(quickly.is_none() || any.is_some());
        quick += u32::from(quickly.is_some());
    }
    assert!(wins > 1_000 && quick * 100 > wins * 97, "{quick} of {wins}");
}

#[test]
fn a_forced_win_is_a_win_against_every_defence() {
    let mut search = ForcedWins::new(12);
    let mut won = 0;
    for position in slow::random_positions(2, 54..58, 2_000, false) {
        if search.find(&Field::of(&position), Effort::COMPLETE, ANY_LENGTH).is_some() {
            won += 1;
            assert!(slow::wins_by(&position, position.to_move(), 64), "{}", position.to_text());
        }
    }
    assert!(won > 50, "{won}");
}

#[test]
fn steps_of_a_win_are_threes_with_forced_answers() {
    let mut search = ForcedWins::new(12);
    for (mut own, mut other) in random_positions(3, 10..30, 500) {
        let Some(win) = search.find(&Field::new(own, other), Effort::quick(1_000), ANY_LENGTH) else {
            continue;
        };
        for &(gain, cost) in win.steps() {
            assert_eq!(fourth_cells(other) & !(own | other) & !(1 << gain), 0, "a threat is left standing");
            own |= 1 << gain;
            assert_eq!(fourth_cells(own) & !(own | other), 1 << cost);
            other |= 1 << cost;
        }
        own |= 1 << win.last();
        if win.plies() == 1 {
            assert!(has_line(own));
        } else {
            assert!((fourth_cells(own) & !(own | other)).count_ones() > 1);
            assert_eq!(fourth_cells(other) & !(own | other), 0);
        }
    }
}

#[test]
fn stones_outside_the_zone_change_nothing() {
    let mut search = ForcedWins::new(12);
    let mut tried = 0;
    for (own, other) in random_positions(4, 8..30, 1_500) {
        let field = Field::new(own, other);
        let Some(win) = search.find(&field, Effort::quick(1_000), ANY_LENGTH) else { continue };
        if win.plies() < 3 || win.plies() > 9 {
            continue;
        }
        for cell in cells(field.empty() & !win.zone(&field)) {
            tried += 1;
            assert!(naive(own, other | 1 << cell, win.plies()).is_some(), "{own:x} {other:x} {cell}");
        }
    }
    assert!(tried > 5_000, "{tried}");
}

#[test]
fn no_position_of_patashniks_dictionary_has_a_forced_win() {
    let dictionary = include_str!("../../../../../data/qubic/patashnik-1977.dictionary");
    let (_, entries) = dictionary.split_once("---\n").expect("the end of its head");
    let mut search = ForcedWins::default();
    for line in entries.lines() {
        let text = line.split(' ').next().expect("a position");
        let position = Qubic::from_text(&(), text).expect("a position");
        assert_eq!(search.find(&Field::of(&position), Effort::COMPLETE, ANY_LENGTH), None, "{text}");
    }
    assert_eq!(entries.lines().count(), 2_929);
}

#[test]
fn limit_is_kept_and_reported() {
    let mut search = ForcedWins::new(12);
    let mut ended = 0;
    for (own, other) in random_positions(5, 14..24, 500) {
        let before = search.nodes();
        let found = search.find(&Field::new(own, other), Effort { nodes: 5, complete: true }, ANY_LENGTH);
        assert!(search.nodes() - before <= 5);
        assert!(found.is_none() || !search.exhausted());
        ended += u32::from(search.exhausted());
    }
    assert!(ended > 10);
}
