//! Forced wins in Go-Moku against searches that are obviously right: threat-space search and the complete searches
//! claim nothing false, and the search of fours misses nothing.

#[path = "../common/continuous.rs"]
mod continuous;

use continuous::{Class, Limits};
use games::gomoku::{Gomoku, Setup, Square};
use games::{Game, Outcome, Side};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use solve::gomoku::{Attacks, Effort, Means, ThreatBoard};
use solve::threats::ThreatGame;
use solve::threats::space;
use solve::threats::space::Options;
use std::collections::HashMap;

fn wins_by(position: &Gomoku, m: Square) -> bool {
    position.after(m).outcome() == Some(Outcome::Win(position.to_move()))
}

/// A position of so many stones, played at random on a square in the middle of this width, that nobody has won.
fn random_position(random: &mut ChaCha8Rng, setup: &Setup, width: usize, stones: usize) -> Gomoku {
    let edge = (setup.size() - width) / 2;
    let inside = |n: usize| (edge..edge + width).contains(&n);
    'again: loop {
        let mut position = Gomoku::start(setup);
        while position.ply() < stones {
            let mut choices = position.moves();
            choices.retain(|&m| inside(m.column()) && inside(m.row()) && !wins_by(&position, m));
            let Some(&m) = choices.choose(random) else { continue 'again };
            position.play(m);
            if position.outcome().is_some() {
                continue 'again;
            }
        }
        return position;
    }
}

/// What the searches of threats say of a position with the side to move as the attacker.
struct Attacked {
    line: Option<Vec<Square>>,
    nodes: u64,
    complete: bool,
}

fn vcf(position: &Gomoku, nodes: u64) -> Attacked {
    attack(position, Means::Fours, nodes)
}

fn vct(position: &Gomoku, nodes: u64) -> Attacked {
    attack(position, Means::FoursAndThrees, nodes)
}

fn attack(position: &Gomoku, means: Means, nodes: u64) -> Attacked {
    let mut board = ThreatBoard::new(position.stones(), position.setup().rules());
    let before = board.clone();
    let mut attacks = Attacks::default();
    let side = position.to_move();
    let found = attacks.search(&mut board, side, means, Effort::of(nodes), &|| false);
    let line = attacks.line(&mut board);
    assert_eq!(board, before);
    assert_eq!(found.plies, (!line.is_empty()).then_some(line.len() as u32), "{}", position.to_text());
    let mut end = position.clone();
    for &m in &line {
        assert!(end.is_legal(m), "{m} in {line:?}");
        end.play(m);
    }
    assert!(line.is_empty() || end.outcome() == Some(Outcome::Win(side)), "{line:?}");
    Attacked { line: (!line.is_empty()).then_some(line), nodes: found.nodes, complete: found.complete }
}

fn space_wins(position: &Gomoku) -> bool {
    space::search::<Gomoku>(&position.field(), position.to_move(), &Options::default()).win().is_some()
}

/// Whether `side` wins against any defence, every move of both tried.
fn wins_for(position: &Gomoku, side: Side, known: &mut HashMap<u64, bool>) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome == Outcome::Win(side);
    }
    let key = position.key();
    if let Some(&known) = known.get(&key) {
        return known;
    }
    let mut children = position.moves().into_iter().map(|m| position.after(m));
    let result = if position.to_move() == side {
        children.any(|child| wins_for(&child, side, known))
    } else {
        children.all(|child| wins_for(&child, side, known))
    };
    known.insert(key, result);
    result
}

#[test]
fn what_is_claimed_on_small_boards_is_won() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut claims = [0; 3];
    for round in 0..600 {
        let rules = ["freestyle", "standard", "renju"][round % 3];
        let setup = Setup::new(rules, 6).unwrap();
        let stones = 36 - random.random_range(6..=10);
        let position = random_position(&mut random, &setup, 6, stones);
        let claimed = [
            space_wins(&position),
            vcf(&position, 5_000).line.is_some(),
            vct(&position, 5_000).line.is_some(),
        ];
        if claimed.contains(&true) {
            let won = wins_for(&position, position.to_move(), &mut HashMap::new());
            assert!(won, "{rules}: {} {claimed:?}", position.to_text());
        }
        claims.iter_mut().zip(claimed).for_each(|(count, claimed)| *count += usize::from(claimed));
    }
    assert!(claims.iter().all(|&count| count > 20), "{claims:?}");
}

/// Whether the side to move wins by fours alone: every square tried, winning squares found by trying, too.
fn naive_vcf(position: &Gomoku, known: &mut HashMap<u64, bool>) -> bool {
    if position.moves().into_iter().any(|m| wins_by(position, m)) {
        return true;
    }
    if let Some(&known) = known.get(&position.key()) {
        return known;
    }
    let wins = position.moves().into_iter().any(|m| {
        let made = position.after(m);
        if made.outcome().is_some() || made.moves().into_iter().any(|reply| wins_by(&made, reply)) {
            return false;
        }
        // It is a four if passing would lose.
        let passed = made.with_turn(position.to_move()).unwrap();
        let fives: Vec<Square> = passed.moves().into_iter().filter(|&five| wins_by(&passed, five)).collect();
        match fives.as_slice() {
            [] => false,
            [five] if !made.is_legal(*five) => true,
            [five] => {
                let next = made.after(*five);
                next.outcome().is_none() && naive_vcf(&next, known)
            }
            _ => true,
        }
    });
    known.insert(position.key(), wins);
    wins
}

#[test]
fn the_search_of_fours_is_complete() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let mut won = 0;
    for round in 0..240 {
        let rules = ["freestyle", "standard", "renju"][round % 3];
        let setup = Setup::new(rules, 9).unwrap();
        let stones = random.random_range(18..=28);
        let position = random_position(&mut random, &setup, 7, stones);
        let found = vcf(&position, 1_000_000);
        assert!(found.complete);
        let naive = naive_vcf(&position, &mut HashMap::new());
        assert_eq!(found.line.is_some(), naive, "{rules}: {}", position.to_text());
        won += usize::from(naive);
    }
    assert!(won > 20, "{won}");
}

/// The fast searches and the generic ones find the same wins.
#[test]
fn the_generic_searches_agree() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let mut won = [0; 2];
    for round in 0..180 {
        let rules = ["freestyle", "standard", "renju"][round % 3];
        let setup = Setup::new(rules, [9, 15][round / 3 % 2]).unwrap();
        let stones = random.random_range(8..=22);
        let position = random_position(&mut random, &setup, if stones > 14 { 7 } else { 5 }, stones);
        let kinds = [(Means::Fours, Class::Fours), (Means::FoursAndThrees, Class::FoursAndThrees)];
        for (won, (means, class)) in won.iter_mut().zip(kinds) {
            let fast = attack(&position, means, 20_000);
            let limits = Limits { nodes: 1_000, moves: 60 };
            let slow = continuous::search(&position.field(), position.to_move(), class, limits);
            if let Some(slow) = slow.filter(|_| fast.complete) {
                assert_eq!(fast.line.is_some(), slow, "{rules}: {}", position.to_text());
                *won += usize::from(fast.line.is_some());
            }
        }
    }
    assert!(won[0] > 20 && won[1] > 30, "{won:?}");
}

/// A search that is cut short claims nothing, and stops when it is told to.
#[test]
fn searches_keep_their_limits() {
    let mut random = ChaCha8Rng::seed_from_u64(6);
    let setup = Setup::new("freestyle", 15).unwrap();
    let mut cut = 0;
    for _ in 0..100 {
        let position = random_position(&mut random, &setup, 9, 30);
        let found = vct(&position, 500);
        assert!(found.nodes <= 520, "{}", found.nodes);
        cut += usize::from(!found.complete);
        let mut board = ThreatBoard::new(position.stones(), position.setup().rules());
        let effort = Effort::of(u64::MAX);
        let told =
            Attacks::default()
                .search(&mut board, position.to_move(), Means::FoursAndThrees, effort, &|| true);
        assert!(told.nodes < 3_000, "{}", told.nodes);
    }
    assert!(cut > 2, "{cut}");
}

/// Plays the attacker by the search of fours and threes against every reply there is, until the row is made.
fn withstands_every_reply(position: &Gomoku, known: &mut HashMap<u64, ()>) {
    let attacker = position.to_move();
    if known.contains_key(&position.key()) {
        return;
    }
    if let Some(five) = position.moves().into_iter().find(|&m| wins_by(position, m)) {
        assert!(position.is_legal(five));
        return;
    }
    let line = vct(position, 50_000).line.unwrap_or_else(|| panic!("{} was claimed", position.to_text()));
    let made = position.after(line[0]);
    for reply in made.moves() {
        let next = made.after(reply);
        match next.outcome() {
            None => withstands_every_reply(&next, known),
            Some(outcome) => assert_eq!(outcome, Outcome::Win(attacker), "{}", next.to_text()),
        }
    }
    known.insert(position.key(), ());
}

#[test]
fn claims_on_sparse_boards_withstand_every_reply() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let (mut won, mut by_space, mut by_fours) = (0, 0, 0);
    for round in 0..90 {
        let rules = ["freestyle", "standard", "renju"][round % 3];
        let setup = Setup::new(rules, 9).unwrap();
        let stones = random.random_range(8..=16);
        let position = random_position(&mut random, &setup, 5, stones);
        let found = vct(&position, 2_000);
        let space = space_wins(&position);
        // Whatever threat-space search proves consists of threats.
        assert!(found.line.is_some() || !space || !found.complete, "{rules}: {}", position.to_text());
        if found.line.as_ref().is_some_and(|line| line.len() <= 7) {
            won += 1;
            by_space += usize::from(space);
            by_fours += usize::from(vcf(&position, 2_000).line.is_some());
            withstands_every_reply(&position, &mut HashMap::new());
        }
    }
    assert_eq!((won, by_space, by_fours), (42, 42, 33));
}
