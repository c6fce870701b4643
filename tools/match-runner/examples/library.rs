//! The parts of the runner from another program: a schedule made from numbers alone, a position judged by the referee's
//! rules, statistics of results that come from elsewhere, and a whole match with its records read back.
//!
//!     cargo run --release -p match-runner --example library

use engine::{BUILT_IN, Engine};
use games::Notation;
use match_runner::engine::Client;
use match_runner::interrupt::Interrupt;
use match_runner::records::Recorded;
use match_runner::run::{Environment, run};
use match_runner::schedule::{Plan, Tournament};
use match_runner::settings::{RawMatch, Settings};
use match_runner::stats::elo::elo;
use match_runner::stats::ratings::ratings;
use match_runner::stats::{Pairs, Tally};
use std::path::Path;

/// A gauntlet of six.
fn schedule() {
    let plan = Plan { tournament: Tournament::Gauntlet, engines: 6, openings: 10, pairs: 1 };
    let games = plan.schedule();
    println!("{} games; the first: {:?}", games.len(), games[0]);
}

/// The referee's rules: moves as text, whose turn it is, how the game has ended.
fn rules() -> Option<()> {
    let mut board = BUILT_IN.open_board("qubic", &[]).ok()?;
    for m in ["111", "211", "112", "212", "113", "213", "114"] {
        board.play(m, Notation::Coordinates).ok()?;
    }
    println!("{}: {:?}", board.position_text(), board.result());
    Some(())
}

/// Elo of one pairing, and ratings of three engines.
fn statistics() {
    let tally = |ll, wl, ww| Tally::of_pairs(Pairs { ll, wl, ww, ..Pairs::default() });
    println!("Elo {}", elo(&tally(10, 50, 30)).text());
    let all =
        ratings(3, &[([0, 1], tally(10, 50, 30)), ([1, 2], tally(5, 20, 8)), ([0, 2], tally(3, 10, 9))]);
    for rating in all.ratings.iter().flatten() {
        println!("rating {:+.1} ± {:.1}", rating.elo, rating.error);
    }
    println!("the first is stronger than the second: {:.3}", all.superiority(0, 1));
}

/// A match of two engines that are served by `command`, and its games read back.
fn whole_match(command: Vec<String>) -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::temp_dir().join(format!("match-runner-example-{}", std::process::id()));
    let text = "pairs = 2\nrandom-openings = 4\nresults = \"match\"\n[each]\ncommand = \"fourscore\"\nnodes = 200\n\
                [[engine]]\nname = \"searcher\"\n[[engine]]\nname = \"random\"\noptions = { Strategy = \"random\" }\n";
    let settings = Settings::from_raw(&RawMatch::from_toml(text)?, &folder)?;
    let around =
        Environment { builtin: command, interrupt: Interrupt::new()?, progress: false, events: false };
    let summary = run(&settings, &around).map_err(|failure| format!("{failure:?}"))?;
    for line in std::fs::read_to_string(&summary.files[0])?.lines() {
        let game = Recorded::read(&settings, line)?.finished;
        println!("game {}: {} after {} moves", game.game.number + 1, game.result, game.moves.len());
    }
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Any program can serve as the engine `fourscore`; this one does it itself, on request.
    if std::env::args().nth(1).as_deref() == Some("engine") {
        return Ok(engine::protocol::native::run_stdio(Engine::new(&BUILT_IN)?)?);
    }
    schedule();
    rules();
    statistics();
    let own = std::env::current_exe()?.to_string_lossy().into_owned();
    whole_match(vec![own, "engine".to_owned()])?;
    // A client alone: an engine, asked for one move.
    let settings = Settings::from_raw(
        &RawMatch::from_toml("[each]\ncommand = \"fourscore\"\nnodes = 500\n[[engine]]\n[[engine]]\n")?,
        Path::new(""),
    )?;
    let builtin = [std::env::current_exe()?.to_string_lossy().into_owned(), "engine".to_owned()];
    let interrupt = Interrupt::new()?;
    let client = Client::start(&settings.engines[0], "qubic", &builtin, settings.timeouts, &interrupt);
    let mut client = client.map_err(|trouble| format!("{trouble:?}"))?;
    let reply = client.choose(&settings.openings[0], settings.engines[0].limit, None);
    println!("{:?}", reply.map_err(|trouble| format!("{trouble:?}"))?.best);
    client.quit().map_err(|fault| fault.to_string().into())
}
