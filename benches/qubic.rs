//! How fast Qubic's board is, and the search on it: `cargo bench`.
//!
//! Every benchmark works on the same positions from the middle of games (8 to 30 stones); times are for one call each
//! unless said otherwise.

#[path = "../tests/common/mod.rs"]
mod common;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use games::qubic::lines::{LINE_SETS, fourth_cells, has_line, has_line_through, third_cells};
use games::qubic::{Cell, Qubic, symmetry};
use games::{Game, Played};
use strategies::settings::Value;

const POSITIONS: usize = 1_000;

fn main() {
    divan::main();
}

/// Positions of games at random, nobody having won, with a legal move each.
fn positions() -> Vec<(Qubic, Cell)> {
    let mut random = common::random(1);
    let found = (0..POSITIONS).map(|number| common::random_position(&mut random, 8 + number % 23));
    let found: Vec<Qubic> = found.collect();
    found.into_iter().map(|position| (position, position.moves()[position.ply() as usize % 8])).collect()
}

/// Times `f` on every position; the counter makes it calls per second.
fn each<T>(bencher: Bencher<'_, '_>, f: impl Fn(&Qubic, Cell) -> T + Sync) {
    let positions = positions();
    bencher.counter(ItemsCount::new(POSITIONS)).bench(|| {
        for (position, m) in &positions {
            black_box(f(black_box(position), *m));
        }
    });
}

#[divan::bench]
fn canonical_form(bencher: Bencher<'_, '_>) {
    let _ = symmetry::canonical(0, 0);
    each(bencher, |position, _| position.canonical());
}

#[divan::bench]
fn key(bencher: Bencher<'_, '_>) {
    each(bencher, |position, _| position.key());
}

#[divan::bench]
fn play_and_undo(bencher: Bencher<'_, '_>) {
    each(bencher, |position, m| {
        let mut position = *position;
        position.play(m);
        black_box(&mut position).undo(m, ());
        position
    });
}

#[divan::bench]
fn legal_moves(bencher: Bencher<'_, '_>) {
    each(bencher, |position, _| {
        let mut moves = Vec::with_capacity(64);
        position.legal_moves(&mut moves);
        moves
    });
}

#[divan::bench]
fn win_anywhere_by_shifts(bencher: Bencher<'_, '_>) {
    each(bencher, |position, _| has_line(position.own_and_other().1));
}

#[divan::bench]
fn win_anywhere_line_by_line(bencher: Bencher<'_, '_>) {
    each(bencher, |position, _| {
        let stones = position.own_and_other().1;
        LINE_SETS.iter().any(|line| stones & line == *line)
    });
}

#[divan::bench]
fn win_through_a_cell(bencher: Bencher<'_, '_>) {
    each(bencher, |position, m| has_line_through(position.own_and_other().0 | m.set(), m.index()));
}

#[divan::bench]
fn threes_by_shifts(bencher: Bencher<'_, '_>) {
    each(bencher, |position, _| fourth_cells(position.own_and_other().0) & position.empty());
}

#[divan::bench]
fn threes_line_by_line(bencher: Bencher<'_, '_>) {
    each(bencher, |position, _| {
        let stones = position.own_and_other().0;
        let three = |line: &&u64| (*line & stones).count_ones() == 3;
        LINE_SETS.iter().filter(three).fold(0, |all, line| all | line) & position.empty()
    });
}

#[divan::bench]
fn moves_that_make_threes(bencher: Bencher<'_, '_>) {
    each(bencher, |position, _| third_cells(position.own_and_other().0, position.empty()));
}

/// A million nodes from the empty board, the table (16 MB) fresh: nodes per second.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn alpha_beta_nodes(bencher: Bencher<'_, '_>) {
    const NODES: u64 = 1_000_000;
    let row = common::row("alpha-beta");
    let mut settings = common::settings(row.options);
    settings.set("Hash", Value::Integer(16));
    let game = Played::new(Qubic::start(&()));
    let limits = common::nodes(NODES);
    bencher.counter(ItemsCount::new(NODES)).bench(|| common::choose(row, &game, &limits, &settings));
}
