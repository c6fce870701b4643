//! How long Score 4 takes for a move, in the mean over all the program's positions of the thesis's five games.

#[path = "../tests/common/mod.rs"]
mod common;

use games::Played;
use games::qubic::{Cell, Qubic};
use search::{Control, Limits};
use strategies::Context;
use strategies::learning::Memory;
use strategies::score_four::printed::printed_games;
use strategies::settings::{Settings, Value};

fn main() {
    divan::main();
}

fn positions() -> Vec<Played<Qubic>> {
    let mut positions = Vec::new();
    for game in printed_games() {
        let mut played = Played::new(Qubic::default());
        for &square in &game.moves {
            positions.push(played.clone());
            let _ = Cell::new(square).map(|cell| played.play(cell));
        }
    }
    positions
}

/// Chooses a move in every position, each time as if it were the first of its game.
fn choose_all(name: &str, positions: &[Played<Qubic>], reading: &str) -> usize {
    let row = common::row::<Qubic>(name);
    let mut settings = Settings::defaults(row.options);
    settings.set("ScoreFour.Reading", Value::Text(reading.into()));
    let (control, memory, limits) = (Control::new(), Memory::none(), Limits::default());
    let choose = |position: &Played<Qubic>| {
        let mut context =
            Context { control: &control, settings: &settings, memory: &memory, report: &mut |_| {} };
        (row.make)().choose(position, &limits, &mut context).lines.len()
    };
    positions.iter().map(choose).sum()
}

#[divan::bench(sample_count = 5)]
fn score_four_deep(bencher: divan::Bencher<'_, '_>) {
    let positions = positions();
    let count = positions.len();
    bencher
        .counter(divan::counter::ItemsCount::new(count))
        .bench(|| choose_all("score-four-deep", &positions, "faithful"));
}

#[divan::bench(args = ["faithful", "text", "corrected"], sample_count = 20)]
fn score_four(bencher: divan::Bencher<'_, '_>, reading: &str) {
    let positions = positions();
    let count = positions.len();
    bencher
        .counter(divan::counter::ItemsCount::new(count))
        .bench(|| choose_all("score-four", &positions, reading));
}
