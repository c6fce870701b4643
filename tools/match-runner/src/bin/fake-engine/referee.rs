//! A referee program of Qubic, by the protocol of `docs/guide/match-runner.md`; behind its name a way to misbehave in the third
//! game, or at its start or end.

use crate::ways::{end_wrongly, in_pieces, nap, say};
use games::{Board, Notation, Player};
use std::io;

pub(super) fn judge(mut board: Box<dyn Board>, mode: &str) {
    let mut games = 0;
    for line in io::stdin().lines().map_while(Result::ok) {
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        if word == "start" {
            games += 1;
        }
        let answer = match word {
            "start" => {
                let fen = rest.split_once(" fen ").map(|(_, fen)| fen);
                let set = board.set_up(fen, &[], Notation::Coordinates);
                set.map_or_else(|why| format!("no {why}"), |()| "ok".to_owned())
            }
            "move" => {
                let played = board.play(rest, Notation::Coordinates);
                played.map_or_else(|why| format!("no {why}"), |m| format!("ok {m}"))
            }
            "legal?" => if board.is_legal(rest, Notation::Coordinates) { "yes" } else { "no" }.to_owned(),
            "over?" => match (board.result(), board.player_to_move()) {
                (Some(result), _) => result.to_string(),
                (None, Player::P1) => "p1".to_owned(),
                (None, Player::P2) => "p2".to_owned(),
            },
            _ => match mode {
                "crash-at-quit" => std::process::abort(),
                "ignore-quit" => return nap(),
                _ => return,
            },
        };
        let mode = if games > 2 { mode } else { "" };
        let said = |other: Option<&str>| other.map_or_else(|| answer.clone(), |other| format!("ok {other}"));
        match mode {
            _ if end_wrongly(mode, &said) => {}
            "dies" => {
                eprintln!("Traceback\nno memory left");
                std::process::exit(9);
            }
            "babbles" => say("hello"),
            "pieces" => in_pieces(&answer),
            "twice" => say(&format!("{answer}\n{answer}")),
            "chatter" => say(&format!("\n\n{answer}\n")),
            "deaf" => {
                say(&answer);
                nap();
            }
            _ => say(&answer),
        }
    }
}
