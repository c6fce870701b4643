//! Every way to misbehave, under every protocol and kind of limit, as tables: what the game ends by, and that nothing else happens.
//! To add a way, add a row. What has a test of its own: contradictions about the rules (`matches.rs`, `knowing.rs`), what
//! leaves its process group (`leaks.rs`).

use crate::common;
use crate::common::{FAKE, try_play_under};
use match_runner::conclusion;
use match_runner::interrupt::Interrupt;
use match_runner::run::Failure;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A kind of limit with how to write it.
type Limit = (Kind, &'static str);

const LIMITS: [Limit; 4] = [
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

/// A protocol with the game that is played by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Ugi,
    /// The same, in a game that a referee program judges.
    Judged,
    Uci,
    Gomocup,
    Hub,
}

use Way::{Gomocup, Hub, Judged, Uci, Ugi};

impl Way {
    const OTHERS: [Self; 4] = [Judged, Uci, Gomocup, Hub];

    /// What stands at the head of the settings, in the table of all engines, and before the mode.
    fn words(self) -> (String, &'static str, &'static str) {
        let of = |game: &str| format!("game = \"{game}\"\n");
        match self {
            Ugi => (of("qubic") + "adjudicate = { win-nodes = 200 }\n", "", ""),
            Judged => (of("mystery") + &format!("referee = \"{FAKE} referee\"\n"), "", ""),
            Uci => (of("chess"), "protocol = \"uci\"\n", "uci-"),
            Gomocup => (of("gomoku"), "protocol = \"gomocup\"\n", "gomocup-"),
            Hub => (of("draughts"), "protocol = \"hub\"\n", "hub-"),
        }
    }
}

/// What is to come of a mode.
#[derive(Clone, Copy, Debug)]
enum Outcome {
    /// It loses both games for this reason.
    Loses(&'static str),
    /// One game for each.
    Then(&'static str, &'static str),
    /// With a clock it loses for the first reason, without one for the second.
    ByLimit(&'static str, &'static str),
    /// Games end by the rules.
    Harmless,
    /// The same, but it is remarked this often that it did this.
    Remarked(&'static str, u64),
    /// There is no match: it does not start.
    NoStart,
    /// It cannot do that in this protocol, and why.
    Impossible(&'static str),
}

use Outcome::{ByLimit, Harmless, Impossible, Loses, NoStart, Remarked, Then};

const NO_RESULTS: Outcome = Impossible("it is not told how games end");
const NOBODY_PONDERS: (Way, Outcome) = (Gomocup, Impossible("nobody ponders"));

/// Mode of the fake engine, what comes of it, and where something else does.
type Row = (&'static str, Outcome, &'static [(Way, Outcome)]);

const TABLE: &[Row] = &[
    // It ends.
    ("crash", Loses("crash"), &[]),
    ("exit", Loses("crash"), &[]),
    ("die-after-move", Loses("crash"), &[]),
    ("unfinished-crash", Loses("crash"), &[]),
    ("fork", Loses("crash"), &[]),
    ("third-start-fails", Then("crash", "start-failure"), &[]),
    ("crash-at-quit", Harmless, &[]),
    ("crash-after-game", Remarked("crash", 2), &[(Gomocup, NO_RESULTS), (Hub, NO_RESULTS)]),
    ("ignore-quit", Remarked("refused-to-quit", 1), &[]),
    ("grandchild", Harmless, &[]),
    // It does not start.
    ("die-at-start", NoStart, &[]),
    ("die-in-handshake", NoStart, &[]),
    ("silent", NoStart, &[]),
    ("never-ready", NoStart, &[]),
    // It dies, or sleeps, while the runner writes more than a pipe holds: a brain is told its options with its first move.
    ("die-unread", NoStart, &[(Gomocup, Loses("crash"))]),
    ("never-reads", NoStart, &[(Gomocup, Loses("stall"))]),
    (
        "refuses",
        Impossible("it has no word to refuse a game by: illegal moves do (knowing.rs)"),
        &[(Gomocup, NoStart), (Hub, NoStart)],
    ),
    // It does not answer, or not in time.
    ("stall", Loses("stall"), &[]),
    ("slow-babble", Loses("stall"), &[]),
    ("deaf", Loses("stall"), &[]),
    ("unfinished", Loses("stall"), &[]),
    ("ready-once", Loses("stall"), &[]),
    ("late", ByLimit("time", ""), &[]),
    ("endless", ByLimit("time", "stall"), &[]),
    ("error", Loses("error"), &[]),
    // It answers wrongly.
    ("cheat", Loses("illegal-move"), &[]),
    ("pass", Loses("illegal-move"), &[]),
    // A brain says moves without a word before them: no move is something that brains say.
    ("nothing", Loses("illegal-move"), &[(Gomocup, Loses("stall"))]),
    ("occupied", Loses("illegal-move"), &[]),
    ("claim", Harmless, &[]),
    ("claim-loss", Harmless, &[]),
    ("resign", Harmless, &[]),
    // It writes what nobody can read, or too much of it.
    ("binary", Loses("garbage"), &[]),
    ("endless-line", Loses("garbage"), &[]),
    ("huge-line", Loses("garbage"), &[]),
    ("flood", Loses("garbage"), &[]),
    // It closes its pipes.
    ("close-output", Loses("closed-pipe"), &[]),
    ("close-input", Loses("closed-pipe"), &[]),
    // It is odd, and may be.
    ("", Harmless, &[]),
    ("chatter", Harmless, &[]),
    ("long-line", Harmless, &[]),
    ("pieces", Harmless, &[]),
    ("twice", Harmless, &[]),
    // It thinks on the opponent's time.
    ("ponder-early", Harmless, &[NOBODY_PONDERS]),
    ("ponder-talk", Harmless, &[NOBODY_PONDERS]),
    ("ponder-illegal", Harmless, &[NOBODY_PONDERS]),
    ("ponder-crash", Loses("crash"), &[NOBODY_PONDERS]),
    ("ponder-garbage", Loses("garbage"), &[NOBODY_PONDERS]),
    ("ponder-unanswered", Loses("stall"), &[NOBODY_PONDERS]),
    // One that does not stop is found out when it has expected something else.
    ("ponder-unstoppable", Loses("stall"), &[NOBODY_PONDERS]),
];

/// A match to be played.
#[derive(Clone, Copy, Debug)]
struct Case {
    mode: &'static str,
    way: Way,
    kind: Kind,
    limit: &'static str,
    outcome: Outcome,
}

impl Case {
    fn all(way: Way, limits: &[Limit]) -> Vec<Self> {
        let mut all = Vec::new();
        for &(mode, usual, others) in TABLE {
            let other = others.iter().find(|(other, _)| *other == way);
            let outcome = other.map_or(usual, |(_, outcome)| *outcome);
            if let Impossible(why) = outcome {
                println!("{mode} under {way:?}: {why}");
                continue;
            }
            for &(kind, limit) in limits {
                all.push(Self { mode, way, kind, limit, outcome });
            }
        }
        all
    }

    /// The reason for which it loses; none if it does not.
    fn reasons(&self) -> [&'static str; 2] {
        match (self.outcome, self.kind) {
            (Then(one, two), _) => [one, two],
            (Loses(reason), _) | (ByLimit(reason, _), Kind::Timed) | (ByLimit(_, reason), Kind::Free) => {
                [reason; 2]
            }
            _ => [""; 2],
        }
    }

    /// Whether it is only found out when a deadline has passed. That a process has ended whose pipe somebody else holds open is
    /// noticed there, too.
    fn is_waited_for(&self) -> bool {
        let modes = ["fork", "error", "endless", "ignore-quit", "silent", "never-ready", "never-reads"];
        modes.contains(&self.mode) || self.reasons()[0] == "stall"
    }

    /// A match of an honest engine, whose margin forgives a busy machine, against this one. Where a deadline is what is tested
    /// it is short, and still long enough for the honest one; everywhere else nobody is to be late because the machine has
    /// other things to do.
    fn toml(&self, folder: &std::path::Path) -> String {
        let Self { mode, limit, .. } = *self;
        // Those who wait do so in both games at once; what is remarked once is so at the end of both.
        let waits = self.is_waited_for();
        let concurrency = 1 + u8::from(waits && !self.reasons()[0].is_empty());
        let (patience, margin) = match (waits, self.outcome) {
            (true, Remarked(..)) => (20, 300),
            // It is waited for before the match, too.
            (true, _) if ["ready-once", "never-reads", "endless"].contains(&mode) => (10, 3),
            (true, _) => (20, 3),
            // However slow the machine is: the move comes after its time, and it is waited for.
            (false, ByLimit(..)) => (300, 0),
            (false, _) => (300, 300),
        };
        let start = if matches!(self.outcome, NoStart) { 15 } else { 60 };
        // A late move takes a second; nobody wants to wait for a whole game of them.
        let most = match self.way {
            _ if mode == "late" => 8,
            Ugi => 64,
            _ => 30,
        };
        let text = if mode.contains("read") { "x".repeat(300_000) } else { String::new() };
        let (head, each, prefix) = self.way.words();
        let mut bad = String::new();
        if mode.starts_with("ponder") {
            bad += "ponder = true\n";
        }
        if mode == "crash-after-game" {
            bad += "gameover = true\n";
        }
        // With the same seed it expects what the other one plays.
        let seeds = [1, if mode == "ponder-unstoppable" { 2 } else { 1 }];
        let options = match self.way {
            // A brain has none: these would be told to it.
            Gomocup if text.is_empty() => [String::new(), String::new()],
            Gomocup => [String::new(), format!("options = {{ Text = \"{text}\" }}\n")],
            _ if !text.is_empty() => [String::new(), format!("options = {{ Text = \"{text}\" }}\n")],
            _ => seeds.map(|seed| format!("options = {{ Seed = {seed} }}\n")),
        };
        format!(
            "start-timeout = {start}\nreply-timeout = {patience}\nmove-timeout = {patience}\nquit-timeout = {patience}\n\
             pairs = 1\nconcurrency = {concurrency}\nmax-plies = {most}\n{head}[each]\n{limit}\n{each}\
             [[engine]]\nname = \"honest\"\ncommand = \"{FAKE} {prefix}\"\nmargin = 300\n{}\
             [[engine]]\nname = \"bad\"\ncommand = \"{FAKE} {prefix}{mode} {1}/log {1}/starts\"\nmargin = {margin}\n{bad}{2}",
            options[0],
            folder.display(),
            options[1],
        )
    }

    fn check(&self, interrupt: Interrupt) {
        let folder = tempfile::tempdir().unwrap();
        let played = try_play_under(&self.toml(folder.path()), interrupt);
        if matches!(self.outcome, NoStart) {
            return match played {
                Err(Failure::Engine(what)) => {
                    assert!(what.contains("'bad' did not start"), "{self:?}: {what}")
                }
                other => panic!("{self:?}: {:?}", other.map(|played| played.games)),
            };
        }
        let played = played.unwrap_or_else(|failure| panic!("{self:?}: {failure:?}"));
        let shown = format!("{self:?}: {:?}", played.games);
        assert_eq!(played.games.len(), 2, "{shown}");
        let standings = &played.summary.standings;
        let faults: Vec<_> = standings.faults(1).map(|(kind, n, _)| (kind.name(), n)).collect();
        assert_eq!(standings.faults(0).count(), 0, "the other one is not to blame: {shown}");
        for ((game, result), reason) in played.games.iter().zip(["p1win", "p2win"]).zip(self.reasons()) {
            let said = |key: &str| game[key].as_str().unwrap_or_default();
            if reason.is_empty() {
                assert!(["rules", "max-plies", "proven-win"].contains(&said("reason")), "{shown}");
            } else {
                assert_eq!((said("reason"), said("result")), (reason, result), "{shown}");
                assert!(!said("detail").is_empty(), "{shown}");
            }
        }
        let text = conclusion::text(&played.summary);
        let warned = text.contains("warning: 2 of 2 games were lost by faults");
        assert_eq!(warned, !self.reasons()[0].is_empty(), "{text} {shown}");
        match (self.outcome, self.reasons()) {
            (Remarked(name, count), _) => assert_eq!(faults, [(name, count)], "{shown}"),
            (_, ["", _]) => assert!(faults.is_empty(), "{faults:?} {shown}"),
            (_, [one, two]) if one == two => assert_eq!(faults, [(one, 2)], "{shown}"),
            _ => assert_eq!(faults.len(), 2, "{faults:?} {shown}"),
        }
    }
}

#[test]
fn every_misbehaviour_under_every_protocol_and_limit() {
    let polled: fn() -> Interrupt = || Interrupt::new().unwrap();
    let of = |way, limits: &[Limit], interrupt| {
        Case::all(way, limits).into_iter().map(move |case| (case, interrupt))
    };
    let mut all: Vec<_> = of(Ugi, &LIMITS, polled).collect();
    // As where the system cannot wait for pipes.
    all.extend(of(Ugi, &[LIMITS[0], LIMITS[2]], Interrupt::for_threads));
    all.extend(Way::OTHERS.into_iter().flat_map(|way| of(way, &[LIMITS[1], LIMITS[2]], polled)));
    all_at_once(all);
}

fn all_at_once(cases: Vec<(Case, fn() -> Interrupt)>) {
    let next = AtomicUsize::new(0);
    // Most of the time is waiting: those for which a deadline has to pass wait together, the others a few at a time.
    let (long, cases): (Vec<_>, Vec<_>) = cases.into_iter().partition(|(case, _)| case.is_waited_for());
    std::thread::scope(|scope| {
        for (case, interrupt) in long {
            scope.spawn(move || case.check(interrupt()));
        }
        for _ in 0..12 {
            scope.spawn(|| {
                while let Some((case, interrupt)) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    case.check(interrupt());
                }
            });
        }
    });
}

/// Ways of a referee program, with what is said of them; nothing where the match goes on.
const REFEREES: &[(&str, &str)] = &[
    ("", ""),
    ("pieces", ""),
    ("chatter", ""),
    ("crash-at-quit", ""),
    ("ignore-quit", ""),
    ("crash", "the process ended (signal 6)"),
    ("exit", "the process ended (exit status 0)"),
    ("dies", "the process ended (exit status 9)"),
    ("fork", "the process ended (exit status 3)"),
    ("unfinished-crash", "the process ended (signal 6)"),
    ("stall", "no answer to 'start mystery"),
    ("deaf", "no answer to '"),
    ("unfinished", "no answer to 'start mystery"),
    // It has been told all that it is told at once.
    ("close-input", "no answer to 'start mystery"),
    ("close-output", "it closed its output"),
    ("babbles", "'hello', and ok or no is allowed"),
    ("slow-babble", "'info string thinking', and ok or no is allowed"),
    ("cheat", "and p1, p2, p1win, p2win or draw is allowed"),
    ("twice", "and p1, p2, p1win, p2win or draw is allowed"),
    ("binary", "binary data"),
    ("endless-line", "a line without end"),
    ("huge-line", "a line without end"),
    ("flood", "and ok or no is allowed"),
];

#[test]
fn every_misbehaviour_of_a_referee_program() {
    std::thread::scope(|scope| {
        for &(way, said) in REFEREES {
            scope.spawn(move || referee(way, said));
        }
    });
}

fn referee(way: &str, said: &str) {
    let folder = tempfile::tempdir().unwrap();
    let waits = said.contains("no answer") || way == "fork";
    let patience = if waits { 10 } else { 300 };
    std::fs::write(folder.path().join("o.txt"), "111 222\n333 444\n").unwrap();
    let toml = format!(
        "start-timeout = 300\nreply-timeout = {patience}\nmove-timeout = 300\nquit-timeout = 2\ngame = \"mystery\"\n\
         referee = \"{FAKE} referee-{way}\"\nopenings = '{}/o.txt'\npairs = 2\n[each]\nnodes = 1\ncommand = \"{FAKE}\"\n\
         [[engine]]\nname = \"A\"\n[[engine]]\nname = \"B\"\n",
        folder.path().display()
    );
    match common::try_play(&toml) {
        Ok(played) => {
            assert!(said.is_empty() && played.games.len() == 4, "{way}: {:?}", played.games);
            assert!(!played.summary.standings.any_fault(), "{way}: nobody plays wrongly");
        }
        Err(Failure::Engine(what)) => {
            let known = !said.is_empty() && what.contains(said);
            assert!(known && what.starts_with("the referee program failed"), "{way}: {what}");
        }
        other => panic!("{way}: {:?}", other.map(|played| played.games)),
    }
}
