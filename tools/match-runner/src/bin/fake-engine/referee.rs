//! A referee program of Qubic, by the protocol of `docs/guide/match-runner.md`; behind its name a way to fail in the third
//! game.

use crate::ways::{nap, say};
use games::{Board, GameResult, Notation, Player};
use std::io;

pub(super) fn judge(mut board: Box<dyn Board>, mode: &str) {
    let mut games = 0;
    for line in io::stdin().lines().map_while(Result::ok) {
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        if word == "start" {
            games += 1;
        }
        match mode {
            "referee-dies" if games > 2 => std::process::exit(9),
            "referee-babbles" if games > 2 => say("hello"),
            "referee-sleeps" if games > 2 => nap(),
            _ => {}
        }
        match word {
            "start" => {
                let fen = rest.split_once(" fen ").map(|(_, fen)| fen);
                say(&board
                    .set_up(fen, &[], Notation::Coordinates)
                    .map_or_else(|why| format!("no {why}"), |()| "ok".into()));
            }
            "move" => {
                let played = board.play(rest, Notation::Coordinates);
                say(&played.map_or_else(|why| format!("no {why}"), |m| format!("ok {m}")));
            }
            "legal?" => say(if board.is_legal(rest, Notation::Coordinates) { "yes" } else { "no" }),
            "over?" => say(match (board.result(), board.player_to_move()) {
                (Some(GameResult::Win(Player::P1)), _) => "p1win",
                (Some(GameResult::Win(Player::P2)), _) => "p2win",
                (Some(GameResult::Draw), _) => "draw",
                (None, Player::P1) => "p1",
                (None, Player::P2) => "p2",
            }),
            _ => return,
        }
    }
}
