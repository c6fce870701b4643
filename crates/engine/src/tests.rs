//! Learning between two lines: who is taught what, when, and what `isready` waits for. The registry holds no learner
//! of its own here; these tests bring one that counts the games it has seen.

use super::registry::BUILT_IN;
use super::*;
use games::qubic::Qubic;
use games::{Game, Outcome, Played, Side};
use search::{Limits, Score};
use std::sync::atomic::{AtomicUsize, Ordering};
use strategies::learning::{Content, Memory};
use strategies::settings::Settings;
use strategies::{Abilities, Choice, Context, Lesson, Row, Strategy};

/// Remembers, a line each, the moves that it was taught after and the outcomes of games.
struct Tally;

#[derive(Default, serde::Serialize, serde::Deserialize)]
struct Lines(String);

impl Content for Lines {}

impl Tally {
    fn remember(memory: &mut Memory, line: &str) {
        let Lines(before) = memory.load().ok().flatten().unwrap_or_default();
        // Slow enough that an isready which did not wait would be seen.
        std::thread::sleep(Duration::from_millis(30));
        memory.save(&Lines(format!("{before}{line}\n"))).unwrap_or_else(|error| log::error!("{error}"));
    }
}

impl Strategy<Qubic> for Tally {
    fn choose(
        &mut self,
        game: &Played<Qubic>,
        limits: &Limits<Qubic>,
        _: &mut Context<'_, Qubic>,
    ) -> Choice<Qubic> {
        Choice::plain(limits.root_moves(game)[0], Score::Heuristic(0), "")
    }

    fn after_move(&mut self, game: &Played<Qubic>, memory: &mut Memory) {
        Self::remember(memory, &format!("move {}", game.plies()));
    }

    fn after_game(
        &mut self,
        game: &Played<Qubic>,
        outcome: Outcome,
        _: &Settings,
        memory: &mut Memory,
    ) -> Result<Vec<Lesson>, String> {
        Self::remember(memory, &format!("{outcome:?} {}", game.position().to_text()));
        Ok(Vec::new())
    }
}

static TALLY: Row<Qubic> = Row {
    name: "tally",
    summary: "counts games",
    make: || Box::new(Tally),
    options: &[],
    abilities: Abilities { learns: true, ..Abilities::NONE },
};

/// A strategy made of what it does: the number of the move that it chooses, how it gets ready and what it does after a move.
struct Made {
    choose: fn(&Control) -> usize,
    prepare: fn(),
    after_move: fn(),
}

/// Chooses the first move.
const PLAIN: Made = Made { choose: |_| 0, prepare: || (), after_move: || () };

impl Strategy<Qubic> for Made {
    fn prepare(&self, _: &(), _: &Settings) {
        (self.prepare)();
    }

    fn choose(
        &mut self,
        game: &Played<Qubic>,
        limits: &Limits<Qubic>,
        context: &mut Context<'_, Qubic>,
    ) -> Choice<Qubic> {
        Choice::plain(limits.root_moves(game)[(self.choose)(context.control)], Score::Heuristic(0), "")
    }

    fn after_move(&mut self, _: &Played<Qubic>, _: &mut Memory) {
        (self.after_move)();
    }
}

static READIED: AtomicUsize = AtomicUsize::new(0);

/// Counts how often it got ready.
static READIES: Row<Qubic> = Row {
    name: "readies",
    make: || {
        let prepare = || _ = READIED.fetch_add(1, Ordering::SeqCst);
        Box::new(Made { choose: |_| READIED.load(Ordering::SeqCst), prepare, ..PLAIN })
    },
    ..TALLY
};

#[test]
fn a_strategy_gets_ready_before_isready_is_answered_and_again_under_other_options() {
    let mut engine = engine_with(&READIES);
    for (option, times) in [(None, 1), (None, 1), (Some("3"), 2), (None, 2)] {
        if option.is_some() {
            engine.set_option("Seed", option).unwrap();
        }
        wait_ready(&mut engine);
        assert_eq!(READIED.load(Ordering::SeqCst), times);
    }
    assert_eq!(search(&mut engine, &play()).as_deref(), Some("113"));
    assert_eq!(READIED.load(Ordering::SeqCst), 2, "not on the clock of a move");
}

static BROKEN: Row<Qubic> =
    Row { name: "broken", make: || Box::new(Made { choose: |_| panic!("on purpose"), ..PLAIN }), ..TALLY };

/// Takes longer to stop than anybody would wait who waited only for a while.
static SLOW: Row<Qubic> = Row {
    name: "slow",
    make: || {
        let choose = |control: &Control| {
            while !control.is_stopped() {
                std::thread::yield_now();
            }
            std::thread::sleep(Duration::from_millis(2_500));
            0
        };
        Box::new(Made { choose, ..PLAIN })
    },
    ..TALLY
};

#[test]
fn quit_waits_for_the_answer_of_a_search() {
    for end in ["quit\n", ""] {
        let input = std::io::Cursor::new(format!("go infinite\n{end}"));
        let mut output = Vec::new();
        protocol::native::serve(engine_with(&SLOW), input, &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        assert!(text.ends_with("\nbestmove 111\n"), "{text}");
    }
}

fn engine_with(row: &'static Row<Qubic>) -> Engine {
    let mut engine = Engine::new(&BUILT_IN).unwrap();
    engine.session = Box::new(session::GameSession::new(&BUILT_IN, row));
    engine
}

/// This engine with a memory file in a fresh directory, which goes with the value.
fn remembering(mut engine: Engine, learn: &str) -> (tempfile::TempDir, Engine) {
    let directory = tempfile::tempdir().unwrap();
    engine.set_option("Memory", directory.path().join("memory").to_str()).unwrap();
    engine.set_option("Learn", Some(learn)).unwrap();
    (directory, engine)
}

fn learner(learn: &str) -> (tempfile::TempDir, Engine) {
    remembering(engine_with(&TALLY), learn)
}

/// What this strategy has saved in the memory.
fn remembered(directory: &tempfile::TempDir) -> String {
    let path = directory.path().join("memory");
    let memory = Memory::read_only(path.to_str().unwrap(), "qubic", TALLY.name);
    memory.load::<Lines>().unwrap().unwrap_or_default().0
}

fn search(engine: &mut Engine, request: &GoRequest) -> Option<String> {
    engine.go(request).unwrap();
    loop {
        for event in engine.wait().unwrap() {
            if let Event::BestMove(text) = event {
                return text;
            }
        }
    }
}

/// Waits as a client does that has sent `isready`.
fn wait_ready(engine: &mut Engine) {
    if engine.is_ready().contains(&Event::Ready) {
        return;
    }
    while !engine.wait().unwrap().contains(&Event::Ready) {}
}

fn play() -> GoRequest {
    GoRequest { depth: Some(1), ..GoRequest::default() }
}

#[test]
fn a_finished_game_is_learned_before_isready_is_answered() {
    let (directory, mut engine) = learner("true");
    engine.set_position(None, &["111", "222"]).unwrap();
    assert_eq!(search(&mut engine, &play()).as_deref(), Some("112"));
    engine.set_position(Some("xxxx1ooo"), &[]).unwrap();
    engine.game_over(Verdict::Lose).unwrap();
    assert!(!engine.is_ready().contains(&Event::Ready), "not before the lesson is learned");
    assert_eq!(engine.ready_owed, 1);
    while engine.ready_owed > 0 {
        engine.wait().unwrap();
    }
    // The rules, not the verdict, say who has won a finished position.
    assert_eq!(remembered(&directory), "move 2\nWin(First) xxxx1ooo\n");
}

#[test]
fn unfinished_games_are_judged_by_the_verdict() {
    for (moves, verdict, expected) in [
        (&["111"][..], Verdict::Win, Outcome::Win(Side::Second)),
        (&["111"], Verdict::Lose, Outcome::Win(Side::First)),
        (&[], Verdict::Win, Outcome::Win(Side::First)),
        (&[], Verdict::Draw, Outcome::Draw),
    ] {
        let (directory, mut engine) = learner("true");
        engine.set_position(None, moves).unwrap();
        search(&mut engine, &play());
        engine.game_over(verdict).unwrap();
        wait_ready(&mut engine);
        assert!(remembered(&directory).contains(&format!("{expected:?}")), "{}", remembered(&directory));
    }
}

#[test]
fn nothing_is_learned_without_learn_in_analysis_or_from_a_game_nobody_ended() {
    let (directory, mut engine) = learner("false");
    search(&mut engine, &play());
    engine.game_over(Verdict::Win).unwrap();
    wait_ready(&mut engine);
    assert_eq!(remembered(&directory), "");

    let (directory, mut engine) = learner("true");
    search(&mut engine, &GoRequest { infinite: true, ..GoRequest::default() });
    engine.new_game().unwrap();
    wait_ready(&mut engine);
    assert_eq!(remembered(&directory), "");
    // After a new game nobody knows for whom the engine played.
    assert!(engine.game_over(Verdict::Win).unwrap_err().contains("teaches nothing"));
}

#[test]
fn a_second_engine_on_the_same_memory_reads_and_says_so() {
    let (directory, mut engine) = learner("true");
    search(&mut engine, &play());
    let mut second = engine_with(&TALLY);
    second.set_option("Memory", directory.path().join("memory").to_str()).unwrap();
    second.set_option("Learn", Some("true")).unwrap();
    second.go(&play()).unwrap();
    let said = second.wait().unwrap();
    assert!(matches!(&said[..], [Event::Message(words)] if words.contains("reading only")), "{said:?}");
}

/// Answers, and breaks when it should learn.
static BREAKS_LATER: Row<Qubic> = Row {
    name: "breaks-later",
    make: || Box::new(Made { choose: |_| 1, after_move: || panic!("on purpose"), ..PLAIN }),
    ..TALLY
};

#[test]
fn a_strategy_that_breaks_after_its_answer_does_not_answer_twice() {
    let mut engine = engine_with(&BREAKS_LATER);
    engine.set_option("Learn", Some("true")).unwrap();
    for _ in 0..3 {
        assert_eq!(search(&mut engine, &play()).as_deref(), Some("112"));
        while engine.has_unfinished_jobs() {
            let said = engine.wait().unwrap();
            assert!(!said.iter().any(|event| matches!(event, Event::BestMove(_))), "{said:?}");
        }
    }
}

#[test]
fn clearing_tables_and_new_games_keep_the_memory_open() {
    let (directory, mut engine) = learner("true");
    search(&mut engine, &play());
    engine.set_option("Clear Hash", None).unwrap();
    engine.game_over(Verdict::Win).unwrap();
    wait_ready(&mut engine);
    assert!(remembered(&directory).ends_with("Win(First) 64\n"), "{}", remembered(&directory));
    engine.new_game().unwrap();
    let (other, _) = Memory::open(directory.path().join("memory").to_str().unwrap(), "qubic", "tally");
    assert!(!other.is_writable(), "the writer stays the writer");
}

#[test]
fn a_broken_strategy_answers_and_the_engine_lives() {
    let mut engine = engine_with(&BROKEN);
    for _ in 0..3 {
        assert_eq!(search(&mut engine, &play()).as_deref(), Some("111"));
    }
    engine.set_option("Strategy", Some("random")).unwrap();
    assert!(search(&mut engine, &play()).is_some());
}

/// Score 4 that learns into a memory in a fresh directory; squares as in the thesis.
fn score_four(learn: &str) -> (tempfile::TempDir, Engine) {
    let mut engine = Engine::new(&BUILT_IN).unwrap();
    engine.set_option("Strategy", Some("score-four")).unwrap();
    engine.set_option("Notation", Some("doake")).unwrap();
    remembering(engine, learn)
}

/// Teaches the first side's win in a row of four, and returns what is remembered then.
fn taught_a_win(engine: &mut Engine, directory: &tempfile::TempDir) -> String {
    engine.set_position(None, &["1", "64", "2", "63", "3", "62", "4"]).unwrap();
    engine.game_over(Verdict::Win).unwrap();
    wait_ready(engine);
    std::fs::read_to_string(directory.path().join("memory")).unwrap()
}

/// What the first side's win in a row of four teaches, after these positions have been searched so.
fn taught(searches: &[(&[&str], GoRequest)]) -> String {
    let (directory, mut engine) = score_four("true");
    for (moves, request) in searches {
        engine.set_position(None, moves).unwrap();
        search(&mut engine, request);
    }
    taught_a_win(&mut engine, &directory)
}

#[test]
fn analysis_of_the_other_side_teaches_nothing_about_it() {
    let nodes = GoRequest { nodes: Some(1), ..GoRequest::default() };
    let analysis = GoRequest { infinite: true, ..GoRequest::default() };
    let played: (&[&str], GoRequest) = (&["1", "64"], nodes.clone());
    let only_played = taught(std::slice::from_ref(&played));
    assert!(only_played.contains("\"games\": 1"), "{only_played}");
    assert_eq!(taught(&[played.clone(), (&["1", "64", "2"], analysis)]), only_played);
    assert_ne!(
        taught(&[played, (&["1", "64", "2"], nodes)]),
        only_played,
        "a side that is played is learned from"
    );
}

#[test]
fn a_game_that_was_not_played_here_is_learned_as_by_an_onlooker() {
    let nodes = GoRequest { nodes: Some(1), ..GoRequest::default() };
    assert_eq!(taught(&[(&["5"], nodes)]), taught(&[]));
}

#[test]
fn a_reader_leaves_no_lock_and_no_file() {
    let (directory, mut engine) = score_four("false");
    search(&mut engine, &play());
    engine.game_over(Verdict::Win).unwrap();
    wait_ready(&mut engine);
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
    // Learning begins as soon as it is wanted, on the same memory.
    engine.set_option("Learn", Some("true")).unwrap();
    search(&mut engine, &play());
    assert!(taught_a_win(&mut engine, &directory).contains("\"games\": 1"));
    // The same game is not learned twice.
    engine.game_over(Verdict::Win).unwrap();
    wait_ready(&mut engine);
    assert!(std::fs::read_to_string(directory.path().join("memory")).unwrap().contains("\"games\": 1"));
}
