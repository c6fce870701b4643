//! Threat-space search on Qubic against searches that are obviously right: it claims nothing that they do not confirm,
//! and how much it misses is counted.

use crate::common::naive::exact;
use crate::common::{balanced_position, below, random, random_position};
use games::qubic::lines::LINE_SETS;
use games::qubic::{Cell, Qubic};
use games::{Game, Side};
use solve::threats::space;
use solve::threats::space::{Options, Tree};
use solve::threats::{Threat, ThreatGame};
use std::collections::HashMap;

/// The empty cells of lines with three stones of this side.
fn fourths(position: &Qubic, side: Side) -> u64 {
    let own = position.stones(side);
    let three = |line: &&u64| (**line & own).count_ones() == 3 && **line & !own & position.empty() != 0;
    LINE_SETS.iter().filter(three).fold(0, |set, line| set | (line & !own))
}

/// Whether the side to move wins by making a three with every move: complete, every such move is tried.
fn wins_by_threes(position: &Qubic, known: &mut HashMap<Qubic, bool>) -> bool {
    let own = position.to_move();
    if fourths(position, own) != 0 {
        return true;
    }
    if let Some(&known) = known.get(position) {
        return known;
    }
    let blocks = fourths(position, own.other());
    let candidates = if blocks == 0 { position.empty() } else { blocks };
    let wins = blocks.count_ones() <= 1
        && Cell::of_set(candidates).any(|m| {
            let mut after = position.after(m);
            let threats = fourths(&after, own);
            if threats == 0 || fourths(&after, own.other()) != 0 {
                return false;
            }
            if threats.count_ones() > 1 {
                return true;
            }
            after.play(Cell::of_set(threats).next().unwrap());
            wins_by_threes(&after, known)
        });
    known.insert(*position, wins);
    wins
}

fn search(position: &Qubic) -> Tree<Qubic> {
    space::search(&position.field(), position.to_move(), &Options::default())
}

#[test]
fn what_it_claims_is_won_and_what_it_misses_is_counted() {
    let mut random = random(5);
    let (mut won, mut found) = (0, 0);
    for round in 0..4_000 {
        let position = if round % 2 == 0 {
            let stones = 8 + below(&mut random, 14);
            random_position(&mut random, stones)
        } else {
            let stones = 10 + below(&mut random, 20) as u32;
            balanced_position(&mut random, stones)
        };
        let tree = search(&position);
        let wins = wins_by_threes(&position, &mut HashMap::new());
        assert!(wins || tree.win().is_none(), "{} is claimed", position.to_text());
        won += usize::from(wins);
        found += usize::from(tree.win().is_some());
    }
    // It misses wins beyond its limit of nodes, and those that live on a block which makes a three.
    assert_eq!((found, won), (2_466, 2_830));
}

#[test]
fn what_it_claims_is_won_by_exhaustive_search() {
    let mut random = random(6);
    let mut claims = 0;
    for _ in 0..300 {
        let stones = 52 + below(&mut random, 4) as u32;
        let position = balanced_position(&mut random, stones);
        if position.outcome().is_none() && search(&position).win().is_some() {
            claims += 1;
            assert!(exact(&position, &mut HashMap::new()).is_some_and(|(wins, _)| wins));
        }
    }
    assert!(claims > 0);
}

#[test]
fn the_sequence_can_be_played_and_depends_as_the_paper_says() {
    let mut random = random(7);
    let mut sequences = 0;
    for _ in 0..500 {
        let stones = 10 + below(&mut random, 12);
        let position = random_position(&mut random, stones);
        let tree = search(&position);
        let Some(win) = tree.win() else { continue };
        sequences += 1;
        let mut field = position.field();
        let own = position.to_move();
        for threat in win {
            assert!(threat.rests.iter().all(|&rest| Qubic::stone(&field, rest) == Some(own)));
            assert!(Qubic::may_play(&field, own, threat.gain));
            Qubic::put(&mut field, own, threat.gain);
            for &cost in &threat.costs {
                assert!(Qubic::may_play(&field, own.other(), cost));
                Qubic::put(&mut field, own.other(), cost);
            }
        }
        let last = win.last().unwrap();
        assert!(Qubic::is_decisive(last.kind) && last.costs.is_empty());
        for node in tree.rows().into_iter().filter(|node| node.partner.is_none()) {
            // First principle: what is independent of a threat is not in its tree.
            let above = tree.rows().iter().map(|row| row.threat.clone()).collect::<Vec<Threat<_, _>>>();
            assert!(node.depth == 1 || above.iter().any(|threat| node.threat.rests.contains(&threat.gain)));
        }
    }
    assert!(sequences > 50, "{sequences}");
}
