//! Allis, van den Herik and Huntjens 1994: the lines and games that the paper prints, replayed, with Victoria asked at each of
//! the moves that she made.

use super::item::{Block, Found, Item, Run, Takes, Verdict};
use crate::player::{Player, Thought};
use anyhow::Context as _;
use games::gomoku::{Opening, Square, Stones, text};
use games::{Game, Notation, Played, Side};
use search::{Limits, Score};
use serde_json::Value;
use std::fmt::Write;

pub(super) const ITEMS: &[&[Item]] = &[&[Item {
    label: "diagrams",
    place: "diagrams 2, 5 and 6",
    claim: "twelve lines and games, move by move: Victoria's moves in them",
    takes: Takes::Minutes(5),
    verdict: Verdict::Differs,
    why: "the paper does not say how long Victoria thought about a move; here each has 20,000 nodes",
    make: |run| diagrams(20_000, run),
}]];

/// What is printed in one diagram.
struct Printed {
    name: &'static str,
    title: &'static str,
    rules: &'static str,
    /// Whether the moves to compare are black's.
    black: bool,
}

/// The diagrams with moves, in the order of the paper.
const DIAGRAMS: [Printed; 12] = [
    Printed { name: "2a", title: "a winning threat sequence of fours", rules: "freestyle", black: true },
    Printed { name: "2b", title: "a winning threat sequence of threes", rules: "freestyle", black: true },
    Printed {
        name: "5a",
        title: "the longest line of the solution, freestyle",
        rules: "freestyle",
        black: true,
    },
    Printed {
        name: "5b",
        title: "the longest line of the solution, exactly five",
        rules: "standard",
        black: true,
    },
    Printed { name: "6a", title: "Victoria - Neuron 1992", rules: "standard", black: true },
    Printed { name: "6b", title: "Victoria - Xokk 1992", rules: "standard", black: true },
    Printed { name: "6c", title: "Victoria - Polygon 1992", rules: "standard", black: true },
    Printed { name: "6d", title: "Victoria - Zero Club 1992", rules: "standard", black: true },
    Printed { name: "6e", title: "Neuron - Victoria 1992", rules: "standard", black: false },
    Printed { name: "6f", title: "Xokk - Victoria 1992", rules: "standard", black: false },
    Printed { name: "6g", title: "Polygon - Victoria 1992", rules: "standard", black: false },
    Printed { name: "6h", title: "Zero Club - Victoria 1992", rules: "standard", black: false },
];

/// How many of the program's moves are the printed ones.
#[derive(Default)]
struct Tally {
    same: usize,
    all: usize,
    /// The ply of the first move from which on a win is claimed at every move.
    won_from: Option<usize>,
}

/// The comparison, each move thought about with so many nodes.
fn diagrams(nodes: u64, run: &mut Run) -> anyhow::Result<Found> {
    let data: Value = serde_json::from_str(include_str!("../../../../data/gomoku/allis-1994-diagrams.json"))?;
    let played = run.each(&DIAGRAMS, "diagrams", |printed| replay(printed, &data[printed.name], nodes))?;
    let row = |(printed, (tally, _)): (&Printed, &(Tally, String))| {
        let side = if printed.black { "black" } else { "white" };
        let won = tally.won_from.map_or_else(|| "-".to_owned(), |ply| ply.to_string());
        let same = format!("{} of {}", tally.same, tally.all);
        [printed.name.to_owned(), printed.title.to_owned(), side.to_owned(), same, won]
    };
    let head = ["diagram", "", "side", "the same", "won from"];
    let mut blocks = vec![
        Block::text(format!(
            "{nodes} nodes a move; the last column: the move from which on a win is claimed"
        )),
        Block::table(head, DIAGRAMS.iter().zip(&played).map(row)),
    ];
    blocks.extend(played.iter().map(|(_, text)| Block::text(text)));
    let all_same = played.iter().all(|(tally, _)| tally.same == tally.all);
    Ok(Found { verdict: Verdict::Equal.given(all_same), blocks })
}

/// Plays a diagram's moves through, asking for those of one side.
fn replay(printed: &Printed, data: &Value, nodes: u64) -> anyhow::Result<(Tally, String)> {
    // The program of the paper, not what has been proven since.
    let fixed = [("Victoria.Solution", "false"), ("Rules", printed.rules)];
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut player = Player::<Opening>::new("victoria", &[], &fixed, limits)?;
    let mut game = Played::new(match start(data)? {
        Some(text) => Opening::from_text(&player.setup()?, &text)?,
        None => Opening::start(&player.setup()?),
    });
    let mut tally = Tally::default();
    let mut text = format!("Diagram {}: {} ({})\n", printed.name, printed.title, printed.rules);
    for (ply, move_text) in texts(data, "moves")?.into_iter().enumerate() {
        let m = game.position().parse_move(move_text, Notation::Coordinates)?;
        if ply.is_multiple_of(2) == printed.black {
            let Thought { choice, words } = player.think(&game);
            let chosen = choice.best().context("there is no move to play")?;
            tally.all += 1;
            tally.same += usize::from(chosen == m);
            let wins = choice.lines.first().is_some_and(|line| matches!(line.score, Score::Win { .. }));
            tally.won_from = if wins { tally.won_from.or(Some(ply + 1)) } else { None };
            let plays = || format!("plays {}", game.position().move_text(chosen, Notation::Coordinates));
            let verdict = if chosen == m { "same".to_owned() } else { plays() };
            let reason = words.last().map_or("", String::as_str);
            writeln!(text, "  {:>2} {move_text:<4} {verdict:<10} {reason}", ply + 1)?;
        }
        game.play(m).with_context(|| format!("diagram {}", printed.name))?;
    }
    Ok((tally, text))
}

/// The position that a diagram begins with, black to move; `None` for the empty board.
fn start(data: &Value) -> anyhow::Result<Option<String>> {
    let mut stones = Stones::new(15);
    for (side, key) in [(Side::First, "black"), (Side::Second, "white")] {
        for square in texts(data, key)? {
            stones.put(side, Square::parse(square, stones.size())?);
        }
    }
    Ok((stones.count() > 0).then(|| format!("{}:x", text::rows(&stones))))
}

/// A list of squares of a diagram.
fn texts<'a>(data: &'a Value, key: &str) -> anyhow::Result<Vec<&'a str>> {
    let list = data[key].as_array().with_context(|| format!("the data lack {key}"))?;
    Ok(list.iter().filter_map(Value::as_str).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printed_move_is_legal_and_every_move_of_hers_is_compared() {
        let found = diagrams(1, &mut Run::quiet()).unwrap();
        let Block::Table { rows, .. } = &found.blocks[1] else { panic!("{found:?}") };
        assert_eq!(rows.len(), DIAGRAMS.len());
        assert!(
            rows.iter().any(|row| row[0] == "6f" && row[2] == "white" && row[3].ends_with(" of 13")),
            "{rows:?}"
        );
    }
}
