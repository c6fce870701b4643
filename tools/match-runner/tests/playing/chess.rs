//! Chess under UCI, refereed by its rules: openings from PGN as others write it, records that others can read. Played where
//! Stockfish is installed.

use crate::common::{PATIENT, TWO, games, said, stockfish};
use std::path::Path;

#[test]
fn stockfish_plays_chess() {
    let Some(stockfish) = stockfish() else {
        return println!("skipped: Stockfish is not installed");
    };
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("o.pgn"),
        "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 *\n",
    )
    .unwrap();
    for (game, openings) in
        [("chess", "openings = \"o.pgn\"\nopening-plies = 5\n"), ("chess960", "random-openings = 3\n")]
    {
        let toml = format!(
            "{PATIENT}game = \"{game}\"\npairs = 2\nresults = \"{game}\"\n{openings}[adjudicate]\nresign-score = 600\n\
             draw-score = 20\ndraw-moves = 4\ndraw-from = 30\n[each]\ncommand = \"{stockfish}\"\nprotocol = \"auto\"\n\
             [[engine]]\nname = \"A\"\nnodes = 600\n[[engine]]\nname = \"B\"\nnodes = 200\n"
        );
        std::fs::write(folder.path().join("match.toml"), toml).unwrap();
        said(folder.path(), &["-q", "--strict"]).good();
        let played = games(&folder.path().join(format!("{game}.jsonl")));
        assert_eq!(played.len(), 4);
        assert!(played.iter().all(|game| game["reason"] != "disputed"), "{played:?}");
    }
    let text = std::fs::read_to_string(folder.path().join("chess.pgn")).unwrap();
    for part in ["[White \"A\"]", "[Event \"chess round-robin\"]", "1. e4 e5 2. Nf3 Nc6 3. Bb5 "] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

/// A hundred, none twice, each by the rules.
#[test]
fn the_book_of_chess_is_legal() {
    let book = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/chess/openings.txt");
    let shown = ["--game", "chess", "--pairs", "100", "--dry-run", "--openings", book];
    let engines = ["--each", "command=x", "nodes=1", "--engine", "name=A", "--engine", "name=B"];
    let text = said(Path::new("."), &[&shown[..], &engines].concat()).text;
    let openings: std::collections::BTreeSet<&str> =
        text.lines().filter_map(|line| line.split_once("startpos moves ")).map(|(_, moves)| moves).collect();
    assert!(openings.len() == 100 && openings.iter().all(|moves| moves.split(' ').count() == 6), "{text}");
}

/// An engine of another game is told from one of chess by its first move.
#[test]
fn who_does_not_play_chess_is_refused() {
    let out = said(Path::new("."), &[&["--game", "chess", "--each", "proto=uci"], &TWO[..]].concat());
    out.refused(2, &["'A' does not play 'chess'"]);
}
