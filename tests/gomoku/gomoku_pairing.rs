//! Pairings of small Go-Moku boards against all ways to pair squares, and the search for them against every line of play.

use crate::common::random;
use games::gomoku::{Gomoku, Setup, Square};
use games::{Game, Side};
use rand::RngExt;
use solve::gomoku::pairing::draw::DrawVerdict;
use solve::gomoku::pairing::holds::{REPLIES, Remembered};
use solve::gomoku::pairing::{Cost, DrawSearch, HoldLimits, Holds, Lines, Pairings, Squares, lines};
use std::collections::{HashMap, HashSet};

/// Rows of a length on a board of a size, and how many squares are left empty in the positions.
const BOARDS: [(usize, usize, usize); 5] = [(4, 3, 9), (4, 4, 10), (4, 4, 8), (5, 4, 10), (5, 5, 10)];

/// Lets a search go on.
const fn never(_: &Cost) -> bool {
    false
}

/// Random stones that leave so many squares empty, more of the defender's or of the attacker's.
fn stones(rng: &mut impl RngExt, size: usize, empty: usize) -> (Squares, Squares) {
    let (mut attacker, mut defender) = (0, 0);
    let share = rng.random_range(1..=7);
    while size * size - (attacker | defender as Squares).count_ones() as usize > empty {
        let stone = 1 << rng.random_range(0..size * size) & !(attacker | defender);
        if rng.random_range(0..8) < share { attacker |= stone } else { defender |= stone }
    }
    (attacker, defender)
}

/// Whether these pairs hold all rows without a stone of the defender's.
fn holds_all(lines: &Lines, attacker: Squares, defender: Squares, pairs: &[Squares]) -> bool {
    let mut open = lines.windows().filter(|window| window & defender == 0);
    open.all(|window| pairs.iter().any(|pair| pair & !(window & !attacker) == 0))
}

/// Whether any set of disjoint pairs of these empty squares holds all rows.
fn any_pairs(lines: &Lines, stones: (Squares, Squares), empty: &[u32], pairs: &mut Vec<Squares>) -> bool {
    let Some((&first, rest)) = empty.split_first() else {
        return holds_all(lines, stones.0, stones.1, pairs);
    };
    if any_pairs(lines, stones, rest, pairs) {
        return true;
    }
    (0..rest.len()).any(|number| {
        let mut others = rest.to_vec();
        pairs.push(1 << first | 1 << others.remove(number));
        let found = any_pairs(lines, stones, &others, pairs);
        pairs.pop();
        found
    })
}

/// Whether the attacker, to move, fills a row whatever the defender does.
fn fills(
    lines: &Lines,
    attacker: Squares,
    defender: Squares,
    known: &mut HashMap<(Squares, Squares), bool>,
) -> bool {
    if let Some(&fills) = known.get(&(attacker, defender)) {
        return fills;
    }
    let free = lines.board() & !(attacker | defender);
    let result = lines::bits(free).any(|m| {
        let attacker = attacker | 1 << m;
        let mut replies = lines::bits(free & !attacker);
        lines.windows().any(|window| window & !attacker == 0)
            || (free & !attacker != 0
                && replies.all(|reply| fills(lines, attacker, defender | 1 << reply, known)))
    });
    known.insert((attacker, defender), result);
    result
}

#[test]
fn lines_are_the_rows_that_win() {
    for size in 5..=8 {
        let lines = Lines::new(size, 5);
        let windows: HashSet<Squares> = lines.windows().collect();
        assert_eq!(windows.len(), lines.windows().count());
        let per_edge = size - 4;
        assert_eq!(windows.len(), 2 * size * per_edge + 2 * per_edge * per_edge);
        let position = Gomoku::start(&Setup::new("standard", size).unwrap());
        for &window in &windows {
            let mut stones = position.stones().clone();
            let squares: Vec<Square> = lines::bits(window)
                .map(|number| Square::new(number as usize % size, number as usize / size).unwrap())
                .collect();
            squares[1..].iter().for_each(|&square| stones.put(Side::First, square));
            assert!(stones.wins_at(Side::First, squares[0], true));
            for symmetry in 0..8 {
                assert!(windows.contains(&lines.image(window, symmetry)));
            }
        }
    }
}

#[test]
fn a_pairing_is_found_where_there_is_one() {
    let mut rng = random(71);
    for (size, length, empty) in BOARDS {
        let mut pairings = Pairings::new(Lines::new(size, length));
        let mut found = 0;
        for _ in 0..150 {
            let (attacker, defender) = stones(&mut rng, size, empty);
            let lines = pairings.lines().clone();
            let left: Vec<u32> = lines::bits(lines.board() & !(attacker | defender)).collect();
            let pairs = pairings.find((attacker, defender));
            assert_eq!(pairs.is_some(), any_pairs(&lines, (attacker, defender), &left, &mut Vec::new()));
            let Some(pairs) = pairs else { continue };
            found += 1;
            let mut used = attacker | defender;
            for pair in &pairs {
                assert!(pair.count_ones() == 2 && pair & used == 0);
                used |= pair;
            }
            assert!(holds_all(&lines, attacker, defender, &pairs));
        }
        assert!((15..=135).contains(&found), "both answers come up on {size} x {size}: {found}");
    }
}

#[test]
fn what_holds_holds_against_every_line_of_play() {
    let mut rng = random(72);
    let mut late = 0;
    for (size, length, empty) in BOARDS {
        let lines = Lines::new(size, length);
        let (mut holds, mut known) = (Holds::new(lines.clone(), size * size), HashMap::new());
        let mut held = 0;
        for _ in 0..200 {
            let (attacker, defender) = stones(&mut rng, size, empty + 2);
            if lines.windows().any(|window| window & !attacker == 0) {
                continue;
            }
            let zones: Vec<Option<Squares>> = (0..=(empty + 2).div_ceil(2) as u32)
                .map(|stones| holds.search((attacker, defender), stones, &mut never).unwrap())
                .collect();
            // More stones never harm, and all of them decide.
            assert!(zones.windows(2).all(|two| two[0].is_none() || two[1].is_some()));
            let last = *zones.last().unwrap();
            assert_eq!(last.is_none(), fills(&lines, attacker, defender, &mut known));
            let Some(zone) = last else { continue };
            held += 1;
            late += u32::from(zones[0].is_none());
            // Stones of the attacker's outside the zone change nothing.
            let outside = lines.board() & !(zone | defender);
            assert!(!fills(&lines, attacker | outside, defender, &mut known));
        }
        assert!((10..190).contains(&held), "both answers come up on {size} x {size}: {held}");
    }
    assert!(late > 9, "some take stones before the pairing: {late}");
}

#[test]
fn the_defence_of_an_empty_board_is_carried_out() {
    for (size, stones) in [(5, 0), (6, 1)] {
        let lines = Lines::new(size, 5);
        let mut holds = Holds::new(lines.clone(), size * size);
        for fewer in 0..stones {
            assert_eq!(holds.search((0, 0), fewer, &mut never), Ok(None));
        }
        assert!(holds.search((0, 0), stones, &mut never).unwrap().is_some());
        let mut rng = random(73);
        for _ in 0..30 {
            let (mut attacker, mut defender, mut left) = (0, 0, stones);
            let mut pairs = holds.pairings().find((0, 0));
            while lines.board() & !(attacker | defender) != 0 {
                let free: Vec<u32> = lines::bits(lines.board() & !(attacker | defender)).collect();
                let m: Squares = 1 << free[rng.random_range(0..free.len())];
                attacker |= m;
                if let Some(pairs) = &pairs {
                    let pair = pairs.iter().find(|&&pair| pair & m != 0);
                    defender |= pair.map_or(0, |pair| pair & !attacker);
                } else {
                    let (reply, _) =
                        holds.reply((attacker, defender), left, &mut never).unwrap().expect("held");
                    left -= 1;
                    defender |= 1 << reply;
                    pairs = holds.pairings().find((attacker, defender));
                }
            }
            assert!(!lines.windows().any(|window| window & !attacker == 0));
        }
    }
}

#[test]
fn three_stones_are_too_few_on_7_x_7() {
    let mut holds = Holds::new(Lines::new(7, 5), 49);
    for stones in 0..=3 {
        assert_eq!(holds.search((0, 0), stones, &mut never), Ok(None));
    }
}

#[test]
fn a_draw_is_claimed_only_where_both_players_hold() {
    let draw = |rules: &str, text: &str| {
        let size = text.split('/').count();
        let start = Gomoku::from_text(&Setup::new(rules, size).unwrap(), text).unwrap();
        let mut search = DrawSearch::new(&start).unwrap();
        let limits = HoldLimits { positions: 20_000, ..HoldLimits::default() };
        let verdict = search.run(limits, &mut |_, _, _| false);
        (verdict, search.stones(Side::First), search.stones(Side::Second))
    };
    assert_eq!(draw("freestyle", "6/6/6/6/6/6"), (DrawVerdict::Draw, Some(1), Some(1)));
    // Four in a row with both ends empty: white to move cannot hold, however many stones he has.
    let (verdict, _, white) = draw("standard", "6/1xxxx1/6/2o3/2oo2/6:o");
    assert!(verdict != DrawVerdict::Draw && white.is_none());
    // The same for black.
    let (verdict, black, _) = draw("standard", "6/1oooo1/6/2x3/2xx2/x5:x");
    assert!(verdict != DrawVerdict::Draw && black.is_none());
    let of = |rules, size| DrawSearch::new(&Gomoku::start(&Setup::new(rules, size).unwrap()));
    assert!(of("freestyle", 9).is_none() && of("renju", 7).is_none());
    assert!(of("second-move-restricted", 7).is_none());
}

#[test]
fn limits_and_stops_end_it_and_it_goes_on() {
    let start = Gomoku::start(&Setup::new("standard", 7).unwrap());
    let mut search = DrawSearch::new(&start).unwrap();
    let mut run = |positions, stop: bool| {
        let limits = HoldLimits { positions, ..HoldLimits::default() };
        search.run(limits, &mut |_, _, _| stop)
    };
    assert_eq!(run(u64::MAX, true), DrawVerdict::Stopped);
    for positions in [10, 200, 1000] {
        assert_eq!(run(positions, false), DrawVerdict::Stopped);
    }
    assert_eq!(run(u64::MAX, false), DrawVerdict::Draw);
    let mut full = Holds::new(Lines::new(7, 5), REPLIES);
    full.set_limits(HoldLimits { bytes: 1000, ..HoldLimits::default() });
    assert!(full.search((0, 0), 4, &mut never).is_err());
}

#[test]
fn another_search_goes_on_from_what_is_remembered() {
    let start = Gomoku::start(&Setup::new("freestyle", 7).unwrap());
    let run = |search: &mut DrawSearch, positions| {
        search.run(HoldLimits { positions, ..HoldLimits::default() }, &mut |_, _, _| false)
    };
    let mut whole = DrawSearch::new(&start).unwrap();
    assert_eq!(run(&mut whole, u64::MAX), DrawVerdict::Draw);
    let (mut known, mut searches, mut sittings) = (Remembered::default(), 0, 0);
    let last = loop {
        let mut search = DrawSearch::new(&start).unwrap();
        search.remember(known);
        let verdict = run(&mut search, 1_000);
        searches += search.cost().searches;
        sittings += 1;
        known = search.remembered().clone();
        if verdict == DrawVerdict::Draw {
            break search;
        }
        assert!(sittings < 20, "it comes to no end");
    };
    assert!(sittings > 3, "{sittings}");
    assert_eq!(&known, whole.remembered());
    assert_eq!(searches, whole.cost().searches, "no pairing is looked for twice");
    for side in [Side::First, Side::Second] {
        assert_eq!(last.stones(side), whole.stones(side));
    }
}
