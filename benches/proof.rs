//! How fast proofs are: the forced-win search, and the whole proof that the first player wins: `cargo bench --bench proof`.

#[path = "../tests/common/mod.rs"]
mod common;

use divan::Bencher;
use divan::counter::ItemsCount;
use games::qubic::Qubic;
use games::{Game, Side};
use search::Control;
use solve::qubic::forced_win::{ANY_LENGTH, Effort, Field, ForcedWins};
use solve::qubic::proof::refutation::Refutation;
use solve::qubic::proof::solver::{Question, Solver, SolverLimits};

fn main() {
    divan::main();
}

/// Positions in which the side to move has a forced win by threes, and ones in which it has none but has threes to try.
fn forced(won: bool) -> Vec<Field> {
    let (mut random, mut search) = (common::random(1), ForcedWins::default());
    let mut found = Vec::new();
    for number in 0.. {
        // Threes are blocked, or later positions would be won at once.
        let (own, other) = common::balanced_position(&mut random, 10 + number % 16).own_and_other();
        let field = Field::new(own, other);
        let before = search.nodes();
        let win = search.find(&field, Effort::COMPLETE, ANY_LENGTH);
        // What is decided at a glance says nothing of the search.
        if win.is_some() == won && search.nodes() - before > 5 {
            found.push(field);
        }
        if found.len() == 500 {
            break;
        }
    }
    found
}

fn bench_forced(bencher: Bencher<'_, '_>, won: bool, effort: Effort) {
    let fields = forced(won);
    let run = || {
        let mut search = ForcedWins::default();
        for field in &fields {
            divan::black_box(search.find(divan::black_box(field), effort, ANY_LENGTH));
        }
        search.nodes()
    };
    bencher.counter(ItemsCount::new(run())).bench(run);
}

/// Nodes per second of the complete forced-win search where there is a win; a run is 500 positions.
#[divan::bench]
fn forced_wins(bencher: Bencher<'_, '_>) {
    bench_forced(bencher, true, Effort::COMPLETE);
}

/// Where there is none.
#[divan::bench]
fn forced_win_failures(bencher: Bencher<'_, '_>) {
    bench_forced(bencher, false, Effort::COMPLETE);
}

/// The quick search, as it is used inside a proof, where there is none.
#[divan::bench]
fn quick_failures(bencher: Bencher<'_, '_>) {
    bench_forced(bencher, false, Effort::quick(300));
}

/// The 2,929 positions of Patashnik's dictionary, none of which has a forced win.
#[divan::bench]
fn patashniks_dictionary(bencher: Bencher<'_, '_>) {
    let text = include_str!("../data/qubic/patashnik-1977.dictionary");
    let entries = text.split_once("---\n").map_or("", |(_, entries)| entries);
    let fields: Vec<Field> = entries
        .lines()
        .filter_map(|line| Qubic::from_text(&(), line.split(' ').next()?).ok())
        .map(|position| position.own_and_other())
        .map(|(own, other)| Field::new(own, other))
        .collect();
    let run = || {
        let mut search = ForcedWins::default();
        let won =
            fields.iter().filter(|field| search.find(field, Effort::COMPLETE, ANY_LENGTH).is_some()).count();
        (search.nodes(), won)
    };
    bencher.counter(ItemsCount::new(run().0)).bench(run);
}

/// That the first player cannot win by ply 13, on one thread; items are positions of the forced-win search.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn no_win_by_ply_13(bencher: Bencher<'_, '_>) {
    let run = || {
        let question =
            Question { attacker: Some(Side::First), last_ply: 13, ..Question::value_of(Qubic::start(&())) };
        let refutation = Refutation::new(&question, Side::First);
        assert_eq!(refutation.run(1, &Control::new(), &mut |_| {}), Some(false));
        refutation.standing().nodes
    };
    bencher.counter(ItemsCount::new(run())).bench(run);
}

/// The whole proof that the first player wins, from the empty board, on one thread; items are expanded positions.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn full_solve(bencher: Bencher<'_, '_>) {
    let run = || {
        let mut solver = Solver::new(&Question::value_of(Qubic::start(&())), 1);
        solver.run(&SolverLimits::default(), &Control::new(), &mut |_, _| {}, &mut |_| {});
        solver.cost().expansions
    };
    bencher.counter(ItemsCount::new(run())).bench(run);
}
