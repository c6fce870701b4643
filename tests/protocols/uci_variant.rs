//! Go-Moku as UCI clients play it that know it as a variant of chess: the option `UCI_Variant`, drops, FEN with a
//! reserve; scripted exchanges with the real process, and whole matches where a referee is installed.

use crate::client::Client;
use crate::common::output::Shared;
use engine::protocol::native::serve;
use engine::{BUILT_IN, Engine};
use proptest::prelude::*;
use std::io::Cursor;

/// The FEN of the empty board, as the referee sends it.
fn start() -> String {
    let rows = vec!["15"; 15].join("/");
    format!("{rows}[{}{}] w - - 0 1", "P".repeat(113), "p".repeat(112))
}

#[test]
fn the_option_is_offered_under_uci_alone() {
    let mut client = Client::start();
    client.send("ugi");
    assert!(!client.until("ugiok").iter().any(|line| line.contains("UCI_Variant")));
    client.send("setoption name UCI_Variant value gomoku");
    assert!(client.line().contains("no option is named 'UCI_Variant'"));
    client.send("uci");
    let line = "option name UCI_Variant type combo default none var none var gomokufreestyle var gomoku";
    assert!(client.until("uciok").iter().any(|said| said == line));
    client.send("setoption name UCI_Variant value crazyhouse");
    assert!(client.line().contains("none, gomokufreestyle, gomoku"));
}

#[test]
fn moves_are_drops_and_positions_fen() {
    let mut client =
        Client::introduced("uci", &["UCI_Variant value gomokufreestyle", "Strategy value random"]);
    client.send("ucinewgame\nposition startpos moves P@h8 P@h10\ngo depth 1");
    let lines = client.until("bestmove");
    let best = lines.last().unwrap().strip_prefix("bestmove P@").unwrap_or_else(|| panic!("{lines:?}"));
    assert!(best.len() <= 3);
    assert!(lines[lines.len() - 2].contains(&format!(" pv P@{best}")), "{lines:?}");
    assert_eq!(client.query("p1turn"), "true");
    assert_eq!(client.query("islegal P@h10"), "false");
    assert_eq!(client.query("islegal P@o15"), "true");
    assert_eq!(client.query("islegal h9"), "false");
    client.send(&format!("position fen {}", start()));
    client.send("query fen");
    assert_eq!(client.line(), format!("response {}", start()));
    client.send(&format!("position fen {} moves P@a1", start()));
    client.send("query fen");
    let after = client.line();
    assert!(after.contains("/P14[") && after.ends_with("] b - - 0 1"), "{after}");
}

#[test]
fn six_in_a_row_win_in_one_variant_only() {
    for (variant, result) in [("gomokufreestyle", "p1win"), ("gomoku", "none")] {
        let mut client = Client::introduced("uci", &[&format!("UCI_Variant value {variant}")]);
        let black: Vec<String> = "abcefd".chars().map(|column| format!("P@{column}1")).collect();
        let white = ["P@a3", "P@c3", "P@e3", "P@g3", "P@i3"];
        let moves: Vec<&str> =
            black.iter().map(String::as_str).zip(white).flat_map(|(b, w)| [b, w]).collect();
        client.send(&format!("position startpos moves {} {}", moves.join(" "), black[5]));
        assert_eq!(client.query("result"), result, "{variant}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn random_positions_and_moves(
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
        let output = Shared::default();
        serve(Engine::new(&BUILT_IN).unwrap(), Cursor::new(input.into_bytes()), output.clone()).unwrap();
        let text = output.text();
        prop_assert_eq!(text.matches("\nbestmove P@").count(), 1, "{}", text);
        prop_assert!(text.lines().all(|line| !line.is_empty()));
    }
}
