//! How fast proofs are: the forced-win search, depth-first proof-number search on plain Qubic, and the whole proof that the
//! first player wins: `cargo bench --bench proof`.

use divan::Bencher;
use divan::counter::ItemsCount;
use fourscore::game::qubic::{Cell, Qubic, threatened_cells, winning_cells};
use fourscore::game::{Game, Side};
use fourscore::search::Control;
use fourscore::search::forced_win::{ANY_LENGTH, Effort, Field, ForcedWins};
use fourscore::search::proof_number::depth_first::{Parameters, Sum, Table, Verdict};
use fourscore::search::proof_number::plain::Class;
use fourscore::search::proof_number::{DepthFirst, Plain};
use fourscore::search::qubic_proof::solver::{Question, Solver, SolverLimits};

fn main() {
    divan::main();
}

/// A position with so many stones of a game in which every three was blocked and none completed: at random, later
/// positions are won at once.
fn position(stones: u32, mut state: u64) -> Qubic {
    let mut below = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    'again: loop {
        let mut position = Qubic::start(&());
        while position.ply() < stones {
            let blocks = threatened_cells(&position);
            let cells = if blocks == 0 { position.empty() } else { blocks } & !winning_cells(&position);
            let cells: Vec<Cell> = Cell::of_set(cells).collect();
            if cells.is_empty() {
                continue 'again;
            }
            position.play(cells[below(cells.len())]);
        }
        return position;
    }
}

/// A search of these positions, each for at most so many nodes, each with a table of its own: the nodes together and
/// how many were decided.
fn search(positions: &[Qubic], threads: usize, bytes: usize, nodes: u64, sum: Sum) -> (u64, usize) {
    let mut total = (0, 0);
    for position in positions {
        let answer = DepthFirst {
            problem: &mut Plain::new(Side::First),
            helpers: &mut vec![Plain::new(Side::First); threads - 1],
            table: &Table::new(bytes),
            control: &Control::new(),
            parameters: Parameters { nodes: Some(nodes), sum, ..Parameters::default() },
        }
        .search(&Class::of(position), &mut |_| {});
        total.0 += answer.nodes;
        total.1 += usize::from(answer.verdict != Verdict::Unknown);
    }
    total
}

fn bench(bencher: Bencher<'_, '_>, stones: u32, threads: usize, bytes: usize, sum: Sum) {
    let positions: Vec<Qubic> = (0..4).map(|seed| position(stones, seed)).collect();
    let run = || search(&positions, threads, bytes, 25_000, sum);
    // On one thread every run has as many nodes; on several, nearly as many.
    bencher.counter(ItemsCount::new(run().0)).bench(run);
}

/// Nodes per second on one thread, from positions with so many stones.
#[divan::bench(args = [0, 12, 44], sample_count = 5, sample_size = 1)]
fn one_thread(bencher: Bencher<'_, '_>, stones: u32) {
    bench(bencher, stones, 1, 1 << 26, Sum::Every);
}

/// On two threads over one table.
#[divan::bench(args = [0, 12, 44], sample_count = 5, sample_size = 1)]
fn two_threads(bencher: Bencher<'_, '_>, stones: u32) {
    bench(bencher, stones, 2, 1 << 26, Sum::Every);
}

/// In a table of 100 kB, which is full all the time.
#[divan::bench(args = [12], sample_count = 5, sample_size = 1)]
fn full_table(bencher: Bencher<'_, '_>, stones: u32) {
    bench(bencher, stones, 1, 100_000, Sum::Every);
}

/// Until four positions with so many stones are decided, by each way of adding: time, and nodes per second.
#[divan::bench(args = [Sum::Every, Sum::Weak], sample_count = 3, sample_size = 1)]
fn whole_proofs(bencher: Bencher<'_, '_>, sum: Sum) {
    let positions: Vec<Qubic> = (0..4).map(|seed| position(44, seed)).collect();
    let run = || search(&positions, 1, 1 << 28, u64::MAX, sum);
    bencher.counter(ItemsCount::new(run().0)).bench(run);
}

/// Positions in which the side to move has a forced win by threes, and ones in which it has none but has threes to try.
fn forced(won: bool) -> Vec<Field> {
    let mut search = ForcedWins::default();
    let mut found = Vec::new();
    for seed in 0.. {
        let (own, other) = position(10 + seed as u32 % 16, seed).own_and_other();
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

/// The whole proof that the first player wins, from the empty board, on one thread; items are expanded positions.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn full_solve(bencher: Bencher<'_, '_>) {
    let run = || {
        let mut solver = Solver::new(&Question::value_of(Qubic::start(&())), 1);
        solver.run(&SolverLimits::default(), &Control::new(), &mut |_, _| {});
        solver.cost().expansions
    };
    bencher.counter(ItemsCount::new(run())).bench(run);
}
