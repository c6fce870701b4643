//! Games whose rules the runner does not know, judged by a third party: as the rules themselves would judge, and never
//! further than the referee program does its work.

use crate::common::{FAKE, PATIENT, engines, play, read_back, refused, run_in, stockfish, timeless};
use std::process::Command;

/// Engines that cannot judge play a game that is not known here.
fn toml(referee: &str, modes: [&str; 2]) -> String {
    format!("{PATIENT}{referee}pairs = 2\nopenings = \"o.txt\"\n[each]\nnodes = 1\n{}", engines(modes))
}

fn judged_by(way: &str) -> String {
    format!("game = \"mystery\"\nreferee = \"{FAKE} {way}\"\n")
}

#[test]
fn a_referee_program_judges_as_the_rules_do() {
    let folder = tempfile::tempdir().unwrap();
    let openings = "111 222\nfen xo62 moves 444 441\n";
    std::fs::write(folder.path().join("o.txt"), openings).unwrap();
    let moves = |referee: &str, modes| {
        let played = read_back(folder.path(), run_in(folder.path(), &toml(referee, modes)));
        let kept = |mut game: serde_json::Value| {
            game.as_object_mut().unwrap().remove("rules");
            game
        };
        timeless(played.games).into_iter().map(kept).collect::<Vec<_>>()
    };
    for modes in [["no-query", "no-query"], ["no-query", "cheat"]] {
        let judged = moves(&judged_by("referee"), modes);
        assert!(judged == moves("", modes), "{judged:?}");
        let reason = if modes[1] == "cheat" { "illegal-move" } else { "rules" };
        assert!(judged.iter().all(|game| game["reason"] == reason), "{judged:?}");
    }
}

#[test]
fn a_referee_program_that_cannot_judge_ends_the_match() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("o.txt"), "111 222\n333 444\n").unwrap();
    let failure = |referee: &str| {
        let path = folder.path().join("o.txt");
        refused(&toml(referee, ["no-query"; 2]).replace("o.txt", path.to_str().unwrap()))
    };
    let what = failure("game = \"mystery\"\nreferee = \"./none\"\n");
    assert!(what.contains("cannot be started"), "{what}");
    std::fs::write(folder.path().join("o.txt"), "111 222\n333 333\n").unwrap();
    let what = failure(&judged_by("referee"));
    assert!(what.contains("openings: line 2 (startpos moves 333 333): 333: "), "{what}");
}

#[test]
fn python_judges_chess_as_the_rules_do() {
    let python = Command::new("python3").args(["-c", "import chess"]).output();
    let (Some(stockfish), true) = (stockfish(), python.is_ok_and(|out| out.status.success())) else {
        return println!("skipped: Stockfish or python-chess is not installed");
    };
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/chess_referee.py");
    for game in ["chess", "chess960"] {
        let of = |referee: &str| {
            let toml = format!(
                "{PATIENT}game = \"{game}\"\n{referee}pairs = 1\nmax-plies = 300\n[each]\ncommand = \"{stockfish}\"\n\
                 protocol = \"uci\"\n[[engine]]\nname = \"A\"\nnodes = 600\n[[engine]]\nname = \"B\"\nnodes = 200\n"
            );
            timeless(play(&toml).games)
        };
        let judged = of(&format!("referee = \"python3 {script}\"\n"));
        assert!(judged == of(""), "{judged:?}");
    }
}

#[test]
fn python_judges_international_draughts() {
    let python = Command::new("python3").args(["-c", "import draughts.core.variant"]).output();
    if !python.is_ok_and(|out| out.status.success()) {
        return println!("skipped: pydraughts is not installed");
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/draughts_referee.py");
    // Black's last man is taken by a king that passes over it from afar, whatever order names what it takes.
    let last = format!("W{}W{}b{}", "e".repeat(5), "e".repeat(10), "e".repeat(33));
    let asked = [
        ("start chess", "no 'chess' is not judged here"),
        ("start international", "ok"),
        ("over?", "p1"),
        ("move 32-28", "ok 32-28"),
        ("move 19-23", "ok 19-23"),
        ("legal? 28-22", "no "),
        ("legal? 28x19x23", "yes"),
        ("over?", "p1"),
        (&format!("start international fen {last}"), "ok"),
        ("move 6x22x17", "ok 6x22x17"),
        ("over?", "p1win"),
    ];
    let input: String = asked.iter().map(|(line, _)| format!("{line}\n")).collect();
    let out = assert_cmd::Command::new("python3").arg(script).write_stdin(input).output().unwrap();
    let said = String::from_utf8(out.stdout).unwrap();
    assert_eq!(said.lines().count(), asked.len(), "{said}");
    for ((line, expected), answer) in asked.iter().zip(said.lines()) {
        assert!(answer.starts_with(expected), "{line}: {answer}");
    }
}
