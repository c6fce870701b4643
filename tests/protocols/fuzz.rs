//! Whatever comes in, the engine lives: random bytes, and random sequences of commands good and bad.

use crate::lines;
use engine::protocol::native::serve;
use engine::{BUILT_IN, Engine};
use proptest::prelude::*;
use std::io::Cursor;

/// What the engine answers to this input, up to its end.
fn answers(input: Vec<u8>) -> Vec<String> {
    let mut output = Vec::new();
    serve(Engine::new(&BUILT_IN).unwrap(), Cursor::new(input), &mut output).unwrap();
    lines(output)
}

/// A command, often a spoilt one; none that runs for long.
fn command() -> impl Strategy<Value = String> {
    let cell = || "[0-5]{3}";
    let number =
        || prop_oneof![Just("-1".to_owned()), Just(String::new()), "[0-9]{1,3}", Just("9".repeat(30))];
    let option = "(Game|Strategy|Threads|Seed|MultiPV|MoveOverhead|Notation|Learn|Clear Hash|Nothing)";
    let value = prop_oneof![5 => "(random|alpha-beta|doake|qubic|true)", 1 => "[0-9]{1}", 1 => "\\PC{0,8}"];
    let fixed = "(ugi|uci|isready|uginewgame|stop|ponderhit|go infinite|go ponder movetime 1|d\neval|\
                 query result\nquery p1turn\nquery gameover\nquery fen)";
    prop_oneof![
        10 => fixed,
        1 => (option, value).prop_map(|(name, value)| format!("setoption name {name} value {value}")),
        1 => prop::collection::vec(cell(), 0..6)
            .prop_map(|moves| format!("position startpos moves {}", moves.join(" "))),
        1 => "[xo0-9]{0,20}".prop_map(|text| format!("position fen {text}")),
        1 => number().prop_map(|n| format!("go depth {}", n.get(..1).unwrap_or_default())),
        1 => number().prop_map(|n| format!("go nodes {n}\nstop")),
        1 => (number(), number()).prop_map(|(a, b)| format!("go p1time {a} p2time {b} p1inc 1\nstop")),
        1 => cell().prop_map(|m| format!("go searchmoves {m} depth 1")),
        1 => cell().prop_map(|m| format!("query islegal {m}")),
        1 => "gameover (win|lose|draw|[?])",
        1 => (0..3_u32).prop_map(|n| format!("perft {n}")),
        1 => "\\PC{0,40}".prop_filter("runs for long", |text| !text.contains("perft") && !text.contains("bench")),
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
