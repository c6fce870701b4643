//! Alpha-beta against searches that are obviously right, and against `random`.

mod common;

use common::{choose, row, settings};
use fourscore::game::qubic::Qubic;
use fourscore::game::{Game, Played};
use fourscore::search::Limits;
use fourscore::strategy::Playable;

/// The nodes of the whole bench at default options: changes whenever the search's behaviour does.
/// `cargo test --release --test search bench_signature -- --ignored --nocapture` prints it.
#[test]
#[ignore = "prints a figure"]
fn bench_signature() {
    let row = row::<Qubic>("alpha-beta");
    let settings = settings::<Qubic>(row.options);
    let started = std::time::Instant::now();
    let mut total = 0;
    for &(text, depth) in Qubic::BENCH {
        let game = Played::new(Qubic::from_text(&(), text).expect("a position"));
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let choice = choose(row, &game, &limits, &settings);
        let nodes = choice.progress.nodes;
        total += nodes;
        println!("{text} depth {} {:?} {nodes} {:?}", choice.progress.depth, choice.lines[0].score, choice.lines[0].moves);
        println!("{:?}", choice.reason);
    }
    let seconds = started.elapsed().as_secs_f64();
    println!("Bench: {total} ({:.2} s, {:.2} million nodes per second)", seconds, total as f64 / seconds / 1e6);
}
