//! How long the programs of Citrenbaum 1965 think: the mean over all positions of a few games must be under 1 ms.

#[path = "../tests/common/mod.rs"]
mod common;

use divan::Bencher;
use games::qubic::Qubic;
use games::{Game, Played};
use search::{Control, Limits};
use strategies::Context;
use strategies::citrenbaum::chapter9::{Opening, games};
use strategies::learning::Memory;
use strategies::settings::Settings;

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

#[divan::bench(args = ["related-pair", "planar", "general"], sample_count = 100, sample_size = 100)]
fn a_move(bencher: Bencher<'_, '_>, name: &str) {
    let (positions, row) = (positions(), common::row::<Qubic>(name));
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
