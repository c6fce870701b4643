//! The Hub protocol as its clients see it: scripted exchanges with the real process, the package `pydraughts`, and random
//! bytes.

use crate::client::Client;
use crate::common::skip::skipped;
use crate::lines;
use crate::sessions::{documented, hold};
use engine::protocol::hub::{engine, serve};
use games::draughts::{Draughts, Square};
use games::{Game, Outcome, Played, Side};
use proptest::prelude::*;
use std::io::Cursor;
use std::path::Path;
use std::process::{Command, Stdio};

const START: &str = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

#[test]
fn the_transcript_in_the_documentation_is_true() {
    let mut hub = Client::start_with(&["--protocol", "hub"]);
    hold("hub", &mut hub, documented("The Hub protocol"));
    assert!(hub.child.wait().unwrap().success());
}

#[test]
fn parameters_are_those_of_draughts_as_the_command_line_sets_and_narrows_them() {
    for (arguments, offered, others) in [
        (
            &[][..],
            [
                "param name=Strategy value=alpha-beta type=enum values=\"alpha-beta ",
                "param name=Hash value=16 type=int min=1 max=65536",
                "param name=AlphaBeta.",
            ],
            ["param name=Game", "param name=ScoreFour"],
        ),
        (
            &["--strategy", "samuel", "--option", "Hash=64"],
            [
                "param name=Strategy value=samuel type=enum ",
                "param name=Hash value=64 type=int ",
                "param name=Samuel.",
            ],
            ["param name=AlphaBeta.", "param name=Game"],
        ),
    ] {
        let mut hub = Client::speaking("hub", arguments);
        hub.send("hub");
        let lines = hub.until("wait");
        let has = |start: &&str| lines.iter().any(|line| line.starts_with(start));
        assert!(offered.iter().all(has) && !others.iter().any(has), "{lines:?}");
    }
}

/// A Python that has the package: `FOURSCORE_PYTHON`, or the usual one.
fn python() -> Option<String> {
    let python = std::env::var("FOURSCORE_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let tried = Command::new(&python).args(["-c", "import draughts.engine"]).stderr(Stdio::null()).status();
    tried.is_ok_and(|status| status.success()).then_some(python)
}

#[test]
fn pydraughts_plays_a_whole_game() {
    let Some(python) = python() else {
        skipped("a game with pydraughts; no Python has that package (FOURSCORE_PYTHON can name one)");
        return;
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hub.py");
    let output = Command::new(python).arg(script).arg(env!("CARGO_BIN_EXE_fourscore")).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let text = String::from_utf8(output.stdout).unwrap();
    let of = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).unwrap().trim().to_owned();
    // The same game by the engine's own rules.
    let mut game = Played::new(Draughts::start(&()));
    for text in of("moves").split(' ') {
        let squares: Vec<_> =
            text.split(['-', 'x']).map(|n| Square::new(n.parse().unwrap()).unwrap()).collect();
        let taken = squares[2..].iter().fold(0, |all, square| all | square.bit());
        let m = game
            .legal_moves()
            .into_iter()
            .find(|m| m.from() == squares[0] && m.to() == squares[1].bit() && m.taken() == taken);
        game.play(m.unwrap_or_else(|| panic!("{text} after {} plies", game.plies()))).unwrap();
    }
    assert!(game.plies() > 20);
    assert_eq!(Draughts::from_text(&(), &of("fen")).unwrap(), *game.position());
    match game.outcome() {
        Some(Outcome::Win(Side::First)) => assert_eq!(of("winner"), "1"),
        Some(Outcome::Win(Side::Second)) => assert_eq!(of("winner"), "2"),
        // When a game is drawn for want of progress, the package has rules of its own.
        Some(Outcome::Draw) | None => assert!(["0", "none"].contains(&&*of("winner"))),
    }
}

/// What is answered to this input, up to its end.
fn answers(input: Vec<u8>) -> Vec<String> {
    let mut output = Vec::new();
    let mut hub = engine().unwrap();
    hub.set_option("Strategy", Some("random")).unwrap();
    serve(hub, Cursor::new(input), &mut output).unwrap();
    lines(output)
}

#[test]
fn times_beyond_all_measure_are_times() {
    for level in ["time=3e18", "time=1 inc=1e19", "time=1e19 inc=1e19 moves=1", "move-time=1.8e19"] {
        let lines = answers(format!("hub\ninit\nlevel {level}\ngo think\n").into_bytes());
        assert!(lines.last().unwrap().starts_with("done move="), "{level}: {lines:?}");
    }
}

/// A command, often a spoilt one.
fn a_command() -> impl Strategy<Value = String> {
    prop_oneof![
        "(hub|init|ping|stop|new-game|ponder-hit|go|go think|go ponder|go analyze|level infinite)",
        "pos( pos=[WB][bweBW]{30,33})?( moves=\"[0-9x -]{0,12}\")?",
        Just(format!("pos pos={START} moves=\"11-15 22-18 15x22x18\"")),
        "level (depth|nodes|move-time|time|inc|moves)=-?[0-9.]{0,6}",
        "set-param name=[A-Za-z.]{0,8} value=\"?[a-z0-9]{0,5}\"?",
        "\\PC{0,30}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(150) })]

    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        for line in answers(bytes) {
            prop_assert!(line.starts_with("error message="), "{line}");
        }
    }

    #[test]
    fn random_commands(commands in prop::collection::vec(a_command(), 0..30)) {
        for line in answers(commands.join("\n").into_bytes()) {
            let word = line.split(' ').next().unwrap();
            prop_assert!(["id", "param", "wait", "ready", "pong", "info", "done", "error"].contains(&word), "{line}");
        }
    }
}
