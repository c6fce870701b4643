//! The runner says only what it knows: what would be no match is refused before it, and games that are played again tell
//! nothing new.

use crate::common::{FAKE, PATIENT, TWO, engines, play, refused, said};
use match_runner::conclusion;
use std::path::Path;

/// Two engines in these modes that play without openings.
fn two(head: &str, modes: [&str; 2]) -> String {
    format!("{PATIENT}{head}[each]\nnodes = 1\noptions = {{ Seed = 1 }}\n{}", engines(modes))
}

#[test]
fn a_pair_that_is_played_again_counts_once() {
    let played = play(&two("pairs = 4\nconcurrency = 2\n", ["", ""]));
    let standings = &played.summary.standings;
    assert_eq!((standings.games(), standings.repeated()), (8, 6));
    let tally = standings.of_engine(0);
    assert_eq!((tally.games(), tally.pairs.count(), tally.distinct().games()), (8, 1, 2));
    let text = conclusion::text(&played.summary);
    assert!(text.contains("repeated: 6 of 8 games"), "{text}");
    let other = play(&two("pairs = 4\nrandom-openings = 3\n", ["", ""]));
    assert_eq!(
        (other.summary.standings.repeated(), other.summary.standings.of_engine(0).pairs.count()),
        (0, 4)
    );
}

#[test]
fn openings_that_do_not_suffice_are_named_before_the_match() {
    let warned = |more: &[&str]| said(Path::new("."), &[&["-q"], &TWO[..], more].concat()).error;
    let said = warned(&["--pairs", "2"]);
    assert!(said.contains("each opening is used 2 times") && said.contains("a seed"), "{said}");
    assert_eq!(warned(&["--pairs", "2", "--random-openings", "3"]), "");
    assert_eq!(warned(&["--pairs", "1"]), "");
}

#[test]
fn a_match_that_nobody_can_judge_is_refused() {
    for mode in ["no-query", "none-query"] {
        let message = refused(&two("game = \"mystery\"\npairs = 1\n", [mode, mode]));
        assert!(message.contains("nobody can judge 'mystery' between 'A' and 'B'"), "{message}");
        for modes in [[mode, ""], ["", mode]] {
            let played = play(&two("game = \"mystery\"\npairs = 1\n", modes));
            assert!(
                played.games.iter().all(|game| game["reason"] == "rules"),
                "one judge suffices: {modes:?}"
            );
        }
    }
}

#[test]
fn an_engine_of_another_game_is_refused() {
    let message = refused(&two("game = \"gomoku\"\npairs = 1\n", ["", ""]));
    assert!(message.contains("'A' does not play 'gomoku'"), "{message}");
}

/// The second engine does not start: only what is said before counts.
#[test]
fn an_engine_that_obeys_no_limit_is_stopped_and_named() {
    let endless = format!("cmd={FAKE} endless");
    let arguments =
        ["--engine", &endless, "nodes=7", "name=A", "--engine", "./none", "nodes=7", "--reply-timeout=5"];
    let said = said(Path::new("."), &arguments).error;
    assert!(said.contains("engine 'A': told to play under 7 nodes, it gave no move within 5 s"), "{said}");
    assert!(said.contains("such as movetime=1") && said.contains("did not start"), "{said}");
}

#[test]
fn more_games_on_a_clock_than_processors_are_named() {
    let named = |arguments: &[&str]| {
        let engines = ["--each", "command=./none", "--engine", "name=A", "--engine", "name=B"];
        said(Path::new("."), &[&engines, arguments].concat()).error.contains("256 games at a time")
    };
    assert!(named(&["-c", "256", "--pairs", "128", "--each", "tc=1"]));
    assert!(!named(&["-c", "256", "--pairs", "128", "--each", "nodes=1"]));
    assert!(!named(&["-c", "256", "--pairs", "127", "--each", "tc=1"]));
}

#[test]
fn an_engine_that_answers_with_an_error_is_refused() {
    let head = "game = \"gomoku\"\npairs = 1\n[each]\nprotocol = \"gomocup\"\nmovetime = 1\n";
    let message = refused(&format!("{PATIENT}{head}{}", engines(["gomocup-", "gomocup-error-at-once"])));
    assert!(
        message.contains(
            "'B' does not play 'gomoku': at its first move, in place of a move it says 'ERROR no move'"
        ),
        "{message}"
    );
}
