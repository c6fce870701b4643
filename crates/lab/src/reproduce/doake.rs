//! Doake 1972.

use super::item::{Block, Found, Item, Run, Takes, Verdict};
use crate::player::{Player, Thought};
use anyhow::Context as _;
use games::Played;
use games::qubic::{Cell, Qubic, is_strong};
use search::Limits;
use std::fmt::Write;
use strategies::score_four::printed::{PrintedGame, printed_games};

pub(super) const ITEMS: &[&[Item]] = &[&[Item {
    label: "games",
    place: "VIII",
    claim: "five games of the program, move by move",
    takes: Takes::Quick,
    verdict: Verdict::Differs,
    why: "game 1 move 13 and game 5 moves 14, 15 and 18 are not explained; game 3 is an older version's. The order of the \
          lines was found with the help of these games: the figure is a measure of fit, not a prediction",
    make: games,
}]];

fn games(_: &mut Run) -> anyhow::Result<Found> {
    let mut blocks = Vec::new();
    let mut rows = Vec::new();
    for reading in ["faithful", "text", "corrected"] {
        let fixed = [("Notation", "doake"), ("ScoreFour.Reading", reading), ("ScoreFour.Patterns", "thesis")];
        let mut player = Player::<Qubic>::new("score-four", &[], &fixed, Limits::default())?;
        let mut total = [0, 0];
        for game in printed_games() {
            let (text, [same, all]) = replay(&mut player, &game)?;
            total = [total[0] + same, total[1] + all];
            if reading == "faithful" {
                blocks.push(Block::text(text));
            }
        }
        rows.push((reading, total));
    }
    let faithful = rows[0].1;
    let rows =
        rows.into_iter().map(|(reading, [same, all])| [reading.to_owned(), format!("{same} of {all}")]);
    blocks.insert(0, Block::table(["reading", "the program's moves that are the printed ones"], rows));
    Ok(Found { verdict: Verdict::Equal.given(faithful[0] == faithful[1]), blocks })
}

/// Plays a game through, asking the program for each of its own moves but the first of each side, which is random.
fn replay(player: &mut Player<Qubic>, game: &PrintedGame) -> anyhow::Result<(String, [usize; 2])> {
    let [mut same, mut all] = [0, 0];
    let mut played = Played::new(Qubic::default());
    let winning = game.winning_line.iter().map(|&cell| text(cell)).collect::<Vec<_>>().join("-");
    let mut out = format!("Game {} ({}), won on {winning}\n", game.number, game.kind);
    for (ply, &square) in game.moves.iter().enumerate() {
        let (number, printed) = (ply + 1, text(square));
        let m = Cell::new(square).context("the printed game names no cell")?;
        let who = if game.by_program[ply % 2] { "program" } else { "human" };
        if ply < 2 || who == "human" {
            let random = who == "program" && is_strong(m);
            let why = if random { "random, a strong square" } else { "not asked" };
            writeln!(out, "  {number:>2} {who:<8} {printed:>2}        {why}")?;
        } else {
            let Thought { choice, words } = player.think(&played);
            let chosen = choice.best().context("there is no move to play")?;
            all += 1;
            same += usize::from(chosen == m);
            let verdict = if chosen == m { "same".into() } else { format!("plays {}", text(chosen.index())) };
            writeln!(out, "  {number:>2} {who:<8} {printed:>2} {verdict:<8} {}", words.join("; "))?;
        }
        played.play(m)?;
    }
    Ok((out, [same, all]))
}

fn text(square: usize) -> String {
    (square + 1).to_string()
}
