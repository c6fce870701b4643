//! How long the programs of Citrenbaum 1965 think: the mean over all positions of a few games must be under 1 ms.

use divan::Bencher;
use games::qubic::Qubic;
use games::{Game, Played};
use search::{Control, Limits};
use strategies::citrenbaum::chapter9::{Opening, games};
use strategies::citrenbaum::{general, planar, related_pair};
use strategies::learning::Memory;
use strategies::settings::Settings;
use strategies::{Context, Row};

fn main() {
    divan::main();
}

/// All positions of forty games that a program has to move in.
fn positions() -> Vec<Played<Qubic>> {
    let mut found = Vec::new();
    for game in games(Opening::Strong, Opening::Strong, 40, 7) {
        let mut played = Played::new(Qubic::start(&()));
        for m in game.played.moves() {
            found.push(played.clone());
            if played.play(m).is_err() {
                break;
            }
        }
    }
    found
}

fn bench(bencher: Bencher<'_, '_>, row: &Row<Qubic>) {
    let positions = positions();
    let settings = Settings::defaults(row.options);
    let (control, memory) = (Control::new(), Memory::none());
    let mut next = positions.iter().cycle();
    bencher.bench_local(|| {
        let played = next.next()?;
        let mut context =
            Context { control: &control, settings: &settings, memory: &memory, report: &mut |_| () };
        (row.make)().choose(played, &Limits::default(), &mut context).best()
    });
}

#[divan::bench(sample_count = 100, sample_size = 100)]
fn related_pair_move(bencher: Bencher<'_, '_>) {
    bench(bencher, &related_pair::ROW);
}

#[divan::bench(sample_count = 100, sample_size = 100)]
fn planar_move(bencher: Bencher<'_, '_>) {
    bench(bencher, &planar::ROW);
}

#[divan::bench(sample_count = 100, sample_size = 100)]
fn general_move(bencher: Bencher<'_, '_>) {
    bench(bencher, &general::ROW);
}
