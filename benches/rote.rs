//! How fast positions are looked up in a rote memory: `cargo bench --bench rote`.
//!
//! In memory, standardised on the way, as the look-ahead does it.

use divan::{Bencher, black_box};
use games::draughts::Draughts;
use games::{Game, Played};
use rand::seq::IndexedRandom;
use rand::{RngExt as _, SeedableRng};
use rand_chacha::ChaCha8Rng;
use strategies::samuel::rote::table::{Noted, Rules, Table};
use strategies::samuel::terms::Subject;

fn main() {
    divan::main();
}

/// Positions of random games, half of which a table of so many rows holds among others.
fn positions(number: usize) -> (Vec<Draughts>, Table) {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut positions = Vec::new();
    while positions.len() < 10_000 {
        let mut game = Played::new(Draughts::start(&()));
        while let Some(&m) = game.legal_moves().choose(&mut random) {
            positions.push(*game.position());
            if game.play(m).is_err() {
                break;
            }
        }
    }
    let rules = Rules { capacity: usize::MAX, record: usize::MAX, new_age: 1, oldest: 10, moves: 20 };
    let mut table = Table::new(rules, Draughts::record);
    let known = positions.iter().step_by(2).filter_map(Subject::standard);
    let others = std::iter::repeat_with(|| random.random::<u128>() >> 32);
    let noted: Vec<Noted> =
        known.chain(others).take(number).map(|position| Noted { position, score: 1, ply: 3 }).collect();
    table.merge(&[], &noted, 1);
    (positions, table)
}

#[divan::bench(args = [1_000, 53_000, 1_000_000])]
fn in_memory(bencher: Bencher<'_, '_>, number: usize) {
    let (positions, table) = positions(number);
    let mut next = positions.iter().cycle();
    bencher.bench_local(|| {
        let standard = next.next().and_then(Subject::standard);
        standard.and_then(|standard| table.get(black_box(standard)).copied())
    });
}
