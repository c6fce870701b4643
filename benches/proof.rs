//! How fast Qubic's proofs are, and the forced-win search in them: `cargo bench --bench proof`.

#[path = "../tests/common/mod.rs"]
mod common;

use divan::Bencher;
use divan::counter::ItemsCount;
use games::qubic::{Cell, Qubic};
use games::{Game, Side};
use search::Control;
use solve::qubic::forced_win::{ANY_LENGTH, Effort, Field, ForcedWins};
use solve::qubic::proof::classes::Classes;
use solve::qubic::proof::parts::Parts;
use solve::qubic::proof::refutation::Refutation;
use solve::qubic::proof::smaller::Shrinking;
use solve::qubic::proof::solution::Moves;
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

/// The whole proof that the first player wins, from the empty board, on one thread.
fn solved() -> Solver {
    let mut solver = Solver::new(&Question::value_of(Qubic::start(&())), 1);
    solver.run(&SolverLimits::default(), &Control::new(), &mut |_, _| {}, &mut |_| {});
    solver
}

/// Items are expanded positions.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn full_solve(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(solved().cost().expansions)).bench(solved);
}

/// The replies to a first move of the other class, each in a graph of its own, as far as a first round goes; items are expanded positions.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn replies_one_by_one(bencher: Bencher<'_, '_>) {
    let start = Qubic::start(&());
    let Some(after) = Cell::new(1).map(|first| start.after(first)) else { return };
    let run = || {
        let mut parts = Parts::new(&after, Side::First, 64, Moves::new());
        for _ in 0..parts.len() {
            let _ = parts.try_next(&SolverLimits::default(), &Control::new(), &mut |_| {});
        }
        parts.expansions()
    };
    bencher.counter(ItemsCount::new(run())).bench(run);
}

/// Both classes of first moves, of which one falls in graphs of this size; items are expanded positions.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn classes_of_first_moves(bencher: Bencher<'_, '_>) {
    let start = Qubic::start(&());
    let firsts: Vec<Qubic> = [0, 1].into_iter().filter_map(Cell::new).map(|m| start.after(m)).collect();
    let limits = SolverLimits { expansions: 5_000, ..SolverLimits::default() };
    let run = || {
        let mut classes = Classes::new(&firsts, Side::First, Moves::new());
        for class in 0..firsts.len() {
            while classes.try_class(class, &limits, &Control::new(), &mut |_| {}).is_none() {}
        }
        classes.expansions()
    };
    bencher.counter(ItemsCount::new(run())).bench(run);
}

/// Five hundred changes of a proof that is made smaller.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn smaller_proof(bencher: Bencher<'_, '_>) {
    const CHANGES: u32 = 500;
    bencher.counter(ItemsCount::new(CHANGES)).with_inputs(solved).bench_local_refs(|solver| {
        let shrinking = solver.proof().and_then(|(graph, worker)| Shrinking::new(graph, worker, 1));
        shrinking.map(|mut shrinking| (0..CHANGES).filter(|_| shrinking.attempt()).count())
    });
}
