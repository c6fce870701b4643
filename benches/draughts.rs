//! How fast English draughts' moves are counted: `cargo bench --bench draughts`.

use divan::Bencher;
use divan::counter::ItemsCount;
use games::Game;
use games::draughts::Draughts;

fn main() {
    divan::main();
}

/// Leaves of the tree from the start, captures counted by their paths.
#[divan::bench(args = [6, 8, 10], sample_count = 10)]
fn perft(bencher: Bencher<'_, '_>, depth: u32) {
    let leaves = Draughts::start(&()).perft(depth);
    bencher.counter(ItemsCount::new(leaves)).bench_local(|| Draughts::start(&()).perft(depth));
}

/// The same, captures with the same resulting position counted once.
#[divan::bench(args = [8], sample_count = 10)]
fn perft_merged(bencher: Bencher<'_, '_>, depth: u32) {
    let leaves = Draughts::start(&()).perft_merged(depth);
    bencher.counter(ItemsCount::new(leaves)).bench_local(|| Draughts::start(&()).perft_merged(depth));
}
