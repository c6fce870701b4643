//! Whatever comes in, the engine lives: random bytes, and random sequences of commands good and bad.

use crate::common::output::Shared;
use engine::protocol::native::serve;
use engine::{BUILT_IN, Engine};
use proptest::prelude::*;
use std::io::Cursor;

/// What the engine answers to this input, up to its end.
fn answers(input: Vec<u8>) -> Vec<String> {
    let output = Shared::default();
    serve(Engine::new(&BUILT_IN).unwrap(), Cursor::new(input), output.clone()).unwrap();
    output.lines()
}

/// A command, often a spoilt one; none that runs for long.
fn command() -> impl Strategy<Value = String> {
    let cell = || "[0-5]{3}";
    let number =
        || prop_oneof![Just("-1".to_owned()), Just(String::new()), "[0-9]{1,3}", Just("9".repeat(30))];
    let option = prop_oneof![
        Just("Game"),
        Just("Strategy"),
        Just("Threads"),
        Just("Seed"),
        Just("MultiPV"),
        Just("MoveOverhead"),
        Just("Notation"),
        Just("Learn"),
        Just("Clear Hash"),
        Just("Nothing"),
    ];
    let value = prop_oneof![
        Just("random".to_owned()),
        Just("alpha-beta".to_owned()),
        Just("doake".to_owned()),
        Just("qubic".to_owned()),
        Just("true".to_owned()),
        "[0-9]{1}",
        "\\PC{0,8}",
    ];
    prop_oneof![
        Just("ugi".to_owned()),
        Just("uci".to_owned()),
        Just("isready".to_owned()),
        Just("uginewgame".to_owned()),
        Just("stop".to_owned()),
        Just("ponderhit".to_owned()),
        Just("go infinite".to_owned()),
        Just("go ponder movetime 1".to_owned()),
        Just("d\neval".to_owned()),
        Just("query result\nquery p1turn\nquery gameover\nquery fen".to_owned()),
        (option, value).prop_map(|(name, value)| format!("setoption name {name} value {value}")),
        prop::collection::vec(cell(), 0..6)
            .prop_map(|moves| format!("position startpos moves {}", moves.join(" "))),
        "[xo0-9]{0,20}".prop_map(|text| format!("position fen {text}")),
        number().prop_map(|n| format!("go depth {}", n.get(..1).unwrap_or_default())),
        number().prop_map(|n| format!("go nodes {n}\nstop")),
        (number(), number()).prop_map(|(a, b)| format!("go p1time {a} p2time {b} p1inc 1\nstop")),
        cell().prop_map(|m| format!("go searchmoves {m} depth 1")),
        cell().prop_map(|m| format!("query islegal {m}")),
        prop_oneof![Just("win"), Just("lose"), Just("draw"), Just("?")].prop_map(|w| format!("gameover {w}")),
        (0..3_u32).prop_map(|n| format!("perft {n}")),
        "\\PC{0,40}".prop_filter("runs for long", |text| !text.contains("perft") && !text.contains("bench")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let text = String::from_utf8_lossy(&bytes);
        prop_assume!(!text.contains("perft") && !text.contains("bench"));
        for line in answers(bytes) {
            prop_assert!(line.starts_with("info ") || !line.trim().is_empty(), "{line}");
        }
    }

    #[test]
    fn random_commands(commands in prop::collection::vec(command(), 0..30)) {
        let text = commands.join("\n");
        let searches = text.lines().filter(|line| line.starts_with("go ")).count();
        let lines = answers(text.into_bytes());
        let best = lines.iter().filter(|line| line.starts_with("bestmove")).count();
        let refused = lines.iter().filter(|line| line.starts_with("info string go refused")).count();
        // Each search is answered or refused, exactly once.
        prop_assert_eq!(best + refused, searches, "{:?}", lines);
        for line in lines.iter().filter(|line| line.starts_with("bestmove") || line.starts_with("response")) {
            prop_assert_eq!(line.split(' ').count(), 2);
        }
    }

    #[test]
    fn random_positions_and_moves_of_a_variant(
        rows in "[Pp0-9/]{0,60}",
        reserve in "(\\[[Pp-]{0,10}\\]?)?",
        rest in "\\PC{0,10}",
        moves in prop::collection::vec("(P@|p@|@)?[a-p][0-9]{1,2}", 0..5),
    ) {
        let input = format!(
            "uci\nsetoption name UCI_Variant value gomoku\nsetoption name Strategy value random\n\
             position fen {rows}{reserve} w {rest} moves {moves}\nposition startpos moves {moves}\ngo depth 1\nquery fen\n",
            moves = moves.join(" ")
        );
        let lines = answers(input.into_bytes());
        prop_assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove P@")).count(), 1, "{:?}", lines);
        prop_assert!(lines.iter().all(|line| !line.is_empty()));
    }
}
