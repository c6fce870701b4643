//! How fast Qubic's board is, and the search on it: `cargo bench`.
//!
//! Every benchmark works on the same positions from the middle of games (8 to 30 stones); times are for one call each
//! unless said otherwise.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use games::qubic::lines::{LINE_SETS, fourth_cells, has_line, has_line_through, third_cells};
use games::qubic::{Cell, Qubic, symmetry};
use games::{Game, Played};
use search::{Control, Limits};
use strategies::learning::Memory;
use strategies::settings::{Settings, Value};
use strategies::{Context, Playable};

const POSITIONS: usize = 1_000;

fn main() {
    divan::main();
}

/// Positions of games at random, nobody having won, with a legal move each.
fn positions() -> Vec<(Qubic, Cell)> {
    let mut state = 1_u64;
    let mut below = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let mut found = Vec::new();
    while found.len() < POSITIONS {
        let stones = 8 + found.len() as u32 % 23;
        let mut position = Qubic::start(&());
        loop {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            let m = moves[below(moves.len())];
            if position.ply() == stones {
                found.push((position, m));
                break;
            }
            position.play(m);
        }
    }
    found
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
    let row = &Qubic::STRATEGIES[0];
    let mut settings = Settings::defaults(row.options);
    settings.set("Hash", Value::Integer(16));
    let game = Played::new(Qubic::start(&()));
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    bencher.counter(ItemsCount::new(NODES)).bench(|| {
        let mut context = Context {
            control: &Control::new(),
            settings: &settings,
            memory: &Memory::default(),
            report: &mut |_| {},
        };
        (row.make)().choose(&game, &limits, &mut context)
    });
}
