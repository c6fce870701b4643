//! The search by proof numbers against the one by deepening, and relevance zones against every single reply.

use super::super::board::ThreatBoard;
use super::super::class::Class;
use super::proof_number::ProofNumberAttacks;
use super::{Attacks, Effort, Means};
use games::Side;
use games::gomoku::{Rules, Square, Stones, may_place};
use rand::SeedableRng;
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;
use search::proof_number::graph::Verdict;

const RULES: [Rules; 3] = [Rules::Freestyle, Rules::Standard, Rules::Renju];

/// Boards of so many stones in a field of nine by nine, on which nobody has won or can win at once.
fn boards(seed: u64, rules: Rules, count: usize) -> Vec<ThreatBoard> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut board = ThreatBoard::new(&Stones::new(15), rules);
        let stones = random.random_range(6..24);
        let mut side = Side::First;
        for _ in 0..stones {
            let square = Square::new(random.random_range(3..12), random.random_range(3..12)).unwrap();
            if board.is_empty(square) && !board.squares(side, Class::Five).contains(square) {
                board.put(side, square);
                side = side.other();
            }
        }
        if board.squares(Side::First, Class::Five).is_empty() {
            found.push(board);
        }
    }
    found
}

#[test]
fn both_searches_agree() {
    let (mut deepening, mut numbers) = (Attacks::default(), ProofNumberAttacks::default());
    for rules in RULES {
        let (mut won, mut lost) = (0, 0);
        for mut board in boards(1, rules, 400) {
            let before = board.clone();
            let effort = Effort::of(20_000);
            let slow = deepening.search(&mut board, Side::First, Means::FoursAndThrees, effort, &|| false);
            let fast = numbers.search(&mut board, Side::First, 20_000);
            assert!(board == before);
            match fast {
                Verdict::Proven => {
                    assert!(slow.plies.is_some() || !slow.complete);
                    let win = numbers.win(&mut board).unwrap();
                    let line = win.line(&mut board);
                    assert!(board == before);
                    assert_eq!(win.plies() as usize, line.len());
                    assert!(slow.plies.is_none_or(|plies| plies <= win.plies()), "the shortest is shorter");
                    won += 1;
                }
                Verdict::Disproven => {
                    // In Renju it leaves out what a white stone elsewhere could forbid.
                    assert!(slow.plies.is_none() || rules == Rules::Renju);
                    lost += 1;
                }
                Verdict::Unknown => {}
            }
        }
        assert!(won > 100 && lost > 50, "{rules:?}: {won} won, {lost} not");
    }
}

#[test]
fn white_wins_by_what_black_may_not_stop() {
    let (mut deepening, mut numbers) = (Attacks::default(), ProofNumberAttacks::default());
    let (mut found, mut by_forbidding) = (0, 0);
    for mut board in boards(6, Rules::Renju, 1_500) {
        let fives = board.squares(Side::Second, Class::Five);
        if !fives.is_empty() || numbers.search(&mut board, Side::Second, 2_000) != Verdict::Proven {
            continue;
        }
        let effort = Effort::of(20_000);
        let slow = deepening.search(&mut board, Side::Second, Means::FoursAndThrees, effort, &|| false);
        assert!(slow.plies.is_some() || !slow.complete);
        let win = numbers.win(&mut board).unwrap();
        let line = win.line(&mut board);
        assert_eq!(win.plies() as usize, line.len());
        let mut side = Side::Second;
        for &m in &line {
            assert!(board.may_play(side, m), "{m} in {line:?}");
            // Black leaves white's only five alone.
            let five = board.squares(side.other(), Class::Five).first_two();
            by_forbidding +=
                u32::from(side == Side::First && matches!(five, (Some(five), None) if five != m));
            board.put(side, m);
            side = side.other();
        }
        found += 1;
    }
    assert!(found > 200 && by_forbidding > 5, "{found} found, {by_forbidding} by what is forbidden");
}

#[test]
fn a_win_in_time_is_found_if_the_shortest_is() {
    let mut deepening = Attacks::default();
    for rules in [Rules::Freestyle, Rules::Standard] {
        let (mut won, mut late) = (0, 0);
        for mut board in boards(4, rules, 200) {
            let effort = Effort::of(20_000);
            let slow = deepening.search(&mut board, Side::First, Means::FoursAndThrees, effort, &|| false);
            let Some(plies) = slow.plies.filter(|&plies| plies > 1) else { continue };
            let own = board.stones_of(Side::First);
            let stones = board.all_squares().filter(|&square| !board.is_empty(square)).count() as u32;
            assert!(own + board.stones_of(Side::Second) == stones && own >= stones / 2);
            let moves = plies.div_ceil(2);
            for (moves, verdict) in [(moves, Verdict::Proven), (moves - 1, Verdict::Disproven)] {
                let mut numbers = ProofNumberAttacks::default().within(own + moves);
                assert_eq!(numbers.search(&mut board, Side::First, 200_000), verdict, "{rules:?} {plies}");
                let win = numbers.win(&mut board);
                assert_eq!(win.map(|win| win.plies()), (verdict == Verdict::Proven).then_some(plies));
            }
            won += 1;
            late += u32::from(plies > 9);
        }
        assert!(won > 60 && late > 5, "{won} won, {late} late");
    }
}

#[test]
fn what_a_limit_finds_a_larger_one_finds_alike() {
    let mut attacks = ProofNumberAttacks::default();
    let mut found = 0;
    for mut board in boards(2, Rules::Freestyle, 200) {
        if attacks.search(&mut board, Side::First, 300) == Verdict::Proven {
            let (nodes, win) = (attacks.nodes(), attacks.win(&mut board));
            assert_eq!(attacks.search(&mut board, Side::First, 30_000), Verdict::Proven);
            assert_eq!((attacks.nodes(), attacks.win(&mut board)), (nodes, win));
            found += 1;
        }
    }
    assert!(found > 30);
}

#[test]
fn a_stone_outside_the_zone_changes_nothing() {
    let (mut attacks, mut again) = (ProofNumberAttacks::default(), ProofNumberAttacks::default());
    for rules in RULES {
        let (mut outside, mut spoilt) = (0, 0);
        for mut board in boards(3, rules, 80) {
            if attacks.search(&mut board, Side::First, 1_000) != Verdict::Proven {
                continue;
            }
            let win = attacks.win(&mut board).unwrap();
            for square in board.all_squares().filter(|&square| board.is_empty(square)).collect::<Vec<_>>() {
                board.put(Side::Second, square);
                let five = *board.squares(Side::Second, Class::Five);
                // Far more than the win took: it is there, and another way of looking has to come upon it.
                let wins = again.search(&mut board, Side::First, 50_000) == Verdict::Proven;
                let alike = win.again(&mut board);
                assert!(wins || alike.is_none(), "a win that is none: {square}");
                if win.zone().contains(square) {
                    spoilt += u32::from(!wins);
                } else {
                    outside += 1;
                    assert_eq!(alike.unwrap().plies(), win.plies());
                    assert!(wins, "{rules:?}: {square} outside the zone, fives {five:?}");
                }
                board.remove(Side::Second, square);
            }
        }
        assert!(outside > 1_500 && spoilt > 150, "{rules:?}: {outside} outside, {spoilt} spoilt");
    }
}

/// Whether black wins by fours and threes in so many moves, by definition: every reply is tried.
fn wins_by_definition(stones: &mut Stones, rules: Rules, moves: u32) -> bool {
    let empties: Vec<Square> = stones.squares().filter(|&square| stones.is_empty(square)).collect();
    let [black, white] = [Side::First, Side::Second].map(|side| rules.exactly_five(side));
    if empties.iter().any(|&square| stones.wins_at(Side::First, square, black)) {
        return true;
    }
    moves > 1
        && empties.iter().any(|&m| {
            if !may_place(stones, rules, Side::First, m) {
                return false;
            }
            stones.put(Side::First, m);
            let all = stones.squares().filter(|&square| stones.is_empty(square)).collect::<Vec<_>>();
            let wins = all.into_iter().all(|reply| {
                let five = stones.wins_at(Side::Second, reply, white);
                stones.put(Side::Second, reply);
                let wins = !five && wins_by_definition(stones, rules, moves - 1);
                stones.remove(Side::Second, reply);
                wins
            });
            stones.remove(Side::First, m);
            wins
        })
}

#[test]
fn a_win_is_one_by_definition() {
    // On a small board every move and every reply can be tried, three moves deep.
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let mut attacks = ProofNumberAttacks::default();
    let mut checked = [0; 3];
    for (number, rules) in RULES.into_iter().enumerate() {
        while checked[number] < 25 {
            let mut stones = Stones::new(6);
            for n in 0..16 {
                let square = Square::new(random.random_range(0..6), random.random_range(0..6)).unwrap();
                if stones.is_empty(square) {
                    stones.put(if n % 2 == 0 { Side::First } else { Side::Second }, square);
                }
            }
            let over = |side| {
                let exactly = rules.exactly_five(side);
                stones
                    .squares()
                    .any(|square| stones.at(square) == Some(side) && stones.wins_at(side, square, exactly))
            };
            if over(Side::First) || over(Side::Second) {
                continue;
            }
            let mut board = ThreatBoard::new(&stones, rules);
            if attacks.search(&mut board, Side::First, 10_000) == Verdict::Proven {
                let plies = attacks.win(&mut board).unwrap().plies();
                if plies <= 5 {
                    assert!(
                        wins_by_definition(&mut stones, rules, plies.div_ceil(2)),
                        "{rules:?} {stones:?}"
                    );
                    checked[number] += 1;
                }
            }
        }
    }
}

#[test]
fn a_search_in_hope_finds_more_and_nothing_wrong() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let mut attacks = ProofNumberAttacks::default();
    let (mut won, mut hopeless, mut undecided) = (0, 0, 0);
    while undecided < 60 {
        let mut stones = Stones::new(11);
        for n in 0..30 {
            let square = Square::new(random.random_range(0..11), random.random_range(0..11)).unwrap();
            if stones.is_empty(square) {
                stones.put(if n % 2 == 0 { Side::First } else { Side::Second }, square);
            }
        }
        let mut board = ThreatBoard::new(&stones, Rules::Freestyle);
        if attacks.search(&mut board, Side::First, 60) != Verdict::Unknown {
            continue;
        }
        undecided += 1;
        let verdict = attacks.search_in_hope(&mut board, Side::First, 60, 20_000);
        let nodes = attacks.nodes();
        assert!(nodes <= 20_000 + 1);
        match verdict {
            Verdict::Unknown if nodes < 20_000 => hopeless += 1,
            Verdict::Unknown => {}
            // What is decided is what a search of any length says.
            decided => {
                won += usize::from(decided == Verdict::Proven);
                assert_eq!(attacks.search(&mut board, Side::First, 1_000_000), decided, "{stones:?}");
            }
        }
    }
    assert!(won >= 10 && hopeless >= 5, "{won} won, {hopeless} given up");
}

#[test]
fn chains_find_most_wins_with_less_work() {
    let mut attacks = Attacks::default();
    let (mut found, mut of, mut nodes, mut nodes_of) = (0, 0, 0, 0);
    for rules in RULES {
        for mut board in boards(3, rules, 400) {
            let before = board.clone();
            let (chained, all) = [Effort::chained(300), Effort::of(30_000)]
                .map(|effort| attacks.search(&mut board, Side::First, Means::Fours, effort, &|| false))
                .into();
            assert!(board == before);
            if let Some(plies) = chained.plies {
                assert!(!all.complete || all.plies.is_some_and(|shortest| shortest <= plies));
            }
            found += u32::from(chained.plies.is_some());
            of += u32::from(all.plies.is_some());
            nodes += chained.nodes;
            nodes_of += all.nodes;
        }
    }
    assert!(
        of > 100 && found * 10 > of * 8 && nodes * 3 < nodes_of * 2,
        "{found} of {of}, {nodes} for {nodes_of}"
    );
}
