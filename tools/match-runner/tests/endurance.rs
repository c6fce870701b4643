//! What must hold for long and under load: no clock is lost by the runner's fault, nothing is left behind, memory does
//! not grow. Alone in its file, and one after the other, because it counts what its process has. `docs/research/match-runner.md`
//! records what the long form gave.

mod common;

use common::{FAKE, Played, handles, play, processes, try_play};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Memory that this process has, in KiB.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// The match, and as it went on the length of its records with the memory of this process.
fn watched(toml: &str) -> (Played, Vec<(u64, usize)>) {
    let done = AtomicBool::new(false);
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games.jsonl");
    std::thread::scope(|scope| {
        let watch = scope.spawn(|| {
            let mut seen = Vec::new();
            while !done.load(Ordering::Relaxed) {
                let length = std::fs::metadata(&record).map_or(0, |file| file.len());
                seen.push((length, resident()));
                std::thread::sleep(Duration::from_millis(20));
            }
            seen
        });
        // The records are read back when the match is over; until then the watch has ended.
        let summary = common::run_in(folder.path(), toml);
        done.store(true, Ordering::Relaxed);
        let memory = watch.join().unwrap();
        (common::read_back(folder.path(), summary), memory)
    })
}

/// Many games of 20 ms per move, with this margin in milliseconds.
fn many(pairs: usize, margin: u32) {
    // A thread keeps open where it reads how long it has waited for a processor.
    play(&common::against("", "nodes = 1"));
    let before = handles();
    let start = std::time::Instant::now();
    let toml = format!(
        "pairs = {pairs}\nconcurrency = 2\n[each]\nmovetime = 0.02\nmargin = {}\ncommand = \"{FAKE}\"\n\
         [[engine]]\nname = \"A\"\n[[engine]]\nname = \"B\"\n",
        f64::from(margin) / 1000.0
    );
    let (played, memory) = watched(&toml);
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(played.games.len(), 2 * pairs);
    let moves = played.games.iter().flat_map(|game| game["moves"].as_array().unwrap());
    let slowest = moves.map(|m| m["time_ms"].as_f64().unwrap()).fold(0.0, f64::max);
    assert_eq!(processes(None), Vec::<String>::new(), "children");
    assert_eq!(handles(), before, "file handles");
    // By what had been played, not by the time that it took.
    let (length, late) = memory[memory.len() - 1];
    let at = |tenths: u64| memory.iter().find(|seen| seen.0 * 10 >= length * tenths).unwrap().1;
    let early = at(2);
    println!(
        "{} games in {seconds:.1} s, slowest move {slowest:.2} ms of {}; file handles {before} and {}; resident {early} \
         KiB after a fifth, {late} KiB at the end",
        played.games.len(),
        20 + margin,
        handles()
    );
    println!("resident, by tenths: {:?}", (0..=10).map(at).collect::<Vec<_>>());
    let strange: Vec<String> = played
        .games
        .iter()
        .filter(|game| game["reason"] != "rules")
        .map(|game| format!("game {}: {} ({})", game["game"], game["reason"], game["detail"]))
        .collect();
    assert!(!played.summary.standings.any_fault() && strange.is_empty(), "{strange:?}");
    assert!(late < early + early / 4 + 4096, "memory grows: {memory:?}");
}

/// Engines that take all the time that a move has, on a machine with four busy threads for each processor, with this margin in
/// milliseconds. What they wait for a processor themselves is theirs; what came out is recorded.
fn overloaded(margin: u32) {
    let toml = format!(
        "pairs = 3\nmax-plies = 24\nconcurrency = 2\n[each]\nmovetime = 0.04\nmargin = {}\ncommand = \"{FAKE} full-time\"\n\
         [[engine]]\nname = \"A\"\n[[engine]]\nname = \"B\"\n",
        f64::from(margin) / 1000.0
    );
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let done = AtomicBool::new(false);
    let played = std::thread::scope(|scope| {
        for _ in 0..4 * processors {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let played = scope.spawn(|| try_play(&toml)).join();
        done.store(true, Ordering::Relaxed);
        played
    });
    let played = played.unwrap().unwrap();
    let moves = played.games.iter().flat_map(|game| game["moves"].as_array().unwrap());
    let mut over: Vec<f64> = moves.map(|m| m["time_ms"].as_f64().unwrap() - 40.0).collect();
    over.sort_by(f64::total_cmp);
    let at = |share: f64| over[((over.len() - 1) as f64 * share) as usize];
    println!(
        "overloaded 4 times, {} moves of 40 ms: late by {:.2} ms (median), {:.2} ms (99 %), {:.2} ms at most; margin {margin}",
        over.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
    assert!(!played.summary.standings.any_fault(), "{:?}", played.games);
}

#[test]
fn hundreds_of_games_leave_nothing_behind_and_an_overloaded_machine_loses_no_clock() {
    // How late a move comes is the machine's: here a clock is lost only by a runner that does not hear an answer.
    many(150, 300_000);
    overloaded(300_000);
}

/// `cargo test -p match-runner --test endurance -- --ignored --nocapture`; `MARGIN=50` before it sets another margin than
/// 500 ms, for a quiet machine: where other programs want the processors, an engine may wait longer than that for one.
#[test]
#[ignore = "takes minutes"]
fn ten_thousand_games_leave_nothing_behind() {
    let margin = std::env::var("MARGIN").map_or(500, |text| text.parse().expect("MARGIN is in milliseconds"));
    many(5_000, margin);
    overloaded(margin.max(500));
}
