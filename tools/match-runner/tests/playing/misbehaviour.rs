//! Every way to misbehave under every kind of limit, as one table: what the game ends by, and that nothing else happens.
//! To add a way, add a row.

use crate::common;
use crate::common::{FAKE, try_play_under};
use match_runner::interrupt::Interrupt;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A kind of limit with how to write it.
const LIMITS: [(Kind, &str); 4] = [
    (Kind::Timed, "tc = \"0.5+0.1\""),
    (Kind::Timed, "movetime = 0.4"),
    (Kind::Free, "nodes = 10"),
    (Kind::Free, "depth = 1"),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The engine has a clock.
    Timed,
    /// It has none.
    Free,
}

/// What is to come of a mode.
#[derive(Clone, Copy, Debug)]
enum Outcome {
    /// It loses both games for this reason.
    Loses(&'static str),
    /// With a clock it loses for the first reason, without one for the second.
    ByLimit(&'static str, &'static str),
    /// Games end by the rules.
    Harmless,
    /// The same, but it is remarked this often that it did this.
    Remarked(&'static str, u64),
}

use Outcome::{ByLimit, Harmless, Loses, Remarked};

/// Mode of the fake engine, what comes of it.
const TABLE: &[(&str, Outcome)] = &[
    // It ends.
    ("crash", Loses("crash")),
    ("exit", Loses("crash")),
    ("die-after-move", Loses("crash")),
    ("unfinished-crash", Loses("crash")),
    ("fork", Loses("crash")),
    ("crash-at-quit", Harmless),
    ("ignore-quit", Remarked("refused-to-quit", 1)),
    ("grandchild", Harmless),
    // It does not answer, or not in time.
    ("stall", Loses("stall")),
    ("slow-babble", Loses("stall")),
    ("deaf", Loses("stall")),
    ("unfinished", Loses("stall")),
    ("ready-once", Loses("stall")),
    ("late", ByLimit("time", "")),
    // It answers wrongly.
    ("cheat", Loses("illegal-move")),
    ("pass", Loses("illegal-move")),
    ("nothing", Loses("illegal-move")),
    ("occupied", Loses("illegal-move")),
    ("claim", Harmless),
    ("claim-loss", Harmless),
    // It writes what nobody can read, or too much of it.
    ("binary", Loses("garbage")),
    ("endless-line", Loses("garbage")),
    ("huge-line", Loses("garbage")),
    ("flood", Loses("garbage")),
    // It closes its pipes.
    ("close-output", Loses("closed-pipe")),
    ("close-input", Loses("closed-pipe")),
    // It is odd, and may be.
    ("", Harmless),
    ("chatter", Harmless),
    ("long-line", Harmless),
    ("pieces", Harmless),
    ("twice", Harmless),
];

/// Whether it is only found out when a deadline has passed. That a process has ended whose pipe somebody else holds open is
/// noticed there, too.
fn is_waited_for(mode: &str, outcome: Outcome) -> bool {
    mode == "fork" || matches!(outcome, Loses("stall") | Remarked(..))
}

/// A match of an honest engine, whose margin forgives a busy machine, against one in this mode. Where a deadline is what
/// is tested it is short, and still long enough for the honest one; everywhere else nobody is to be late because the machine
/// has other things to do.
fn toml(mode: &str, outcome: Outcome, limit: &str) -> String {
    // Those who wait do so in both games at once; what is remarked once is so at the end of both.
    let waits = is_waited_for(mode, outcome);
    let concurrency = 1 + u8::from(waits && matches!(outcome, Loses(_)));
    let (patience, margin) = match (waits, outcome) {
        (true, Remarked(..)) => (20, 300),
        (true, _) => (20, 3),
        // However slow the machine is: the move comes after its time, and it is waited for.
        (false, ByLimit(..)) => (300, 0),
        (false, _) => (300, 300),
    };
    // A late move takes a second; nobody wants to wait for a whole game of them.
    let most = if mode == "late" { 8 } else { 64 };
    format!(
        "start-timeout = 60\nreply-timeout = {patience}\nmove-timeout = {patience}\nquit-timeout = {patience}\npairs = 1\n\
         concurrency = {concurrency}\nmax-plies = {most}\n[adjudicate]\nwin-nodes = 200\n[each]\n{limit}\n\
         [[engine]]\nname = \"honest\"\ncommand = \"{FAKE}\"\nmargin = 300\n\
         [[engine]]\nname = \"bad\"\ncommand = \"{FAKE} {mode}\"\nmargin = {margin}\n"
    )
}

fn check(mode: &str, outcome: Outcome, kind: Kind, limit: &str, interrupt: Interrupt) {
    let played = try_play_under(&toml(mode, outcome, limit), interrupt).unwrap();
    let shown = format!("{mode} under {limit}: {:?}", played.games);
    assert_eq!(played.games.len(), 2, "{shown}");
    let faults: Vec<_> = played.summary.standings.faults(1).map(|(kind, n, _)| (kind.name(), n)).collect();
    assert_eq!(played.summary.standings.faults(0).count(), 0, "the other one is not to blame: {shown}");
    let reason = match (outcome, kind) {
        (Loses(reason), _) | (ByLimit(reason, _), Kind::Timed) | (ByLimit(_, reason), Kind::Free) => reason,
        (Harmless, _) => "",
        (Remarked(name, count), _) => {
            assert_eq!(faults, [(name, count)], "{shown}");
            return assert!(played.games.iter().all(|game| game["reason"] == "rules"), "{shown}");
        }
    };
    if reason.is_empty() {
        let ends = ["rules", "max-plies", "proven-win"];
        let end = |game: &serde_json::Value| game["reason"].as_str().is_some_and(|it| ends.contains(&it));
        assert!(played.games.iter().all(end) && faults.is_empty(), "{faults:?} {shown}");
        return;
    }
    assert_eq!(faults, [(reason, 2)], "{shown}");
    for (game, result) in played.games.iter().zip(["p1win", "p2win"]) {
        assert_eq!(
            (game["reason"].as_str(), game["result"].as_str()),
            (Some(reason), Some(result)),
            "{shown}"
        );
        assert!(game["detail"].as_str().is_some_and(|text| !text.is_empty()), "{shown}");
    }
}

#[test]
fn every_misbehaviour_under_every_limit() {
    every_misbehaviour(&LIMITS, || Interrupt::new().unwrap());
}

/// As where the system cannot wait for pipes.
#[test]
fn every_misbehaviour_with_threads_that_wait() {
    every_misbehaviour(&[LIMITS[0], LIMITS[2]], Interrupt::for_threads);
}

fn every_misbehaviour(limits: &[(Kind, &str)], interrupt: fn() -> Interrupt) {
    let cases: Vec<_> = TABLE.iter().flat_map(|row| limits.iter().map(move |limit| (row, limit))).collect();
    let next = AtomicUsize::new(0);
    // Most of the time is waiting: those for which a deadline has to pass wait together, the others a few at a time.
    let (long, cases): (Vec<_>, Vec<_>) =
        cases.into_iter().partition(|((mode, outcome), _)| is_waited_for(mode, *outcome));
    std::thread::scope(|scope| {
        for ((mode, outcome), (kind, limit)) in long {
            scope.spawn(move || check(mode, *outcome, *kind, limit, interrupt()));
        }
        for _ in 0..12 {
            scope.spawn(|| {
                while let Some(((mode, outcome), (kind, limit))) =
                    cases.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    check(mode, *outcome, *kind, limit, interrupt());
                }
            });
        }
    });
}

/// What can go wrong before the first game ends the match in words, whatever the limit.
#[test]
fn an_engine_that_fails_in_the_handshake_is_named() {
    let long = "x".repeat(300_000);
    let modes = [
        ("die-at-start", ""),
        ("die-in-handshake", ""),
        ("silent", ""),
        ("never-ready", ""),
        // It dies, or sleeps, while the runner writes more than a pipe holds.
        ("die-unread", long.as_str()),
        ("never-reads", long.as_str()),
    ];
    std::thread::scope(|scope| {
        for (mode, text) in modes {
            for (_, limit) in LIMITS {
                scope.spawn(move || fails_to_start(mode, text, limit));
            }
        }
    });
}

fn fails_to_start(mode: &str, text: &str, limit: &str) {
    let toml = toml(mode, Harmless, limit).replace("start-timeout = 60", "start-timeout = 15")
        + &format!("options = {{ Text = \"{text}\" }}\n");
    match common::try_play(&toml) {
        Err(match_runner::run::Failure::Engine(message)) => {
            assert!(message.contains("'bad' did not start"), "{mode} {limit}: {message}");
        }
        other => panic!("{mode} {limit}: {:?}", other.map(|played| played.games)),
    }
}
