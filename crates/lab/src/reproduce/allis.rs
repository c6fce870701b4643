//! `fourscore reproduce allis`: the lines and games that the paper prints, replayed, with Victoria asked at each of the
//! moves that she made.

use super::Tally;
use crate::player::{Player, Thought};
use anyhow::Context as _;
use games::gomoku::{Opening, Square, Stones, text};
use games::{Game, Notation, Played, Side};
use search::{Limits, Score};
use serde_json::Value;
use std::io::Write;

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

/// Prints the comparison, each move thought about with so many nodes; `brief`: only the moves that differ.
pub(super) fn print(nodes: u64, brief: bool, output: &mut impl Write) -> anyhow::Result<()> {
    let data: Value = serde_json::from_str(include_str!("../../../../data/gomoku/allis-1994-diagrams.json"))?;
    let mut table = Vec::new();
    for printed in &DIAGRAMS {
        let side = if printed.black { "black" } else { "white" };
        writeln!(output, "Diagram {}: {} ({}), {side}'s moves", printed.name, printed.title, printed.rules)?;
        let tally = replay(printed, &data[printed.name], nodes, brief, output)?;
        let won = tally.won_from.map_or_else(|| "-".to_owned(), |ply| ply.to_string());
        writeln!(output, "  {} of {} moves are the printed ones\n", tally.same, tally.all)?;
        table.push(format!(
            "| {} | {} | {side} | {} of {} | {won} |",
            printed.name, printed.title, tally.same, tally.all
        ));
    }
    writeln!(output, "{nodes} nodes a move; the last column: the move from which on a win is claimed\n")?;
    writeln!(output, "| diagram | | side | the same | won from |\n| --- | --- | --- | --- | --- |")?;
    table.iter().try_for_each(|row| writeln!(output, "{row}"))?;
    Ok(())
}

/// Plays a diagram's moves through, asking for those of one side.
fn replay(
    printed: &Printed,
    data: &Value,
    nodes: u64,
    brief: bool,
    output: &mut impl Write,
) -> anyhow::Result<Tally> {
    // The program of the paper, not what has been proven since.
    let fixed = [("Victoria.Solution", "false"), ("Rules", printed.rules)];
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut player = Player::<Opening>::new("victoria", &[], &fixed, limits)?;
    let mut game = Played::new(match start(data)? {
        Some(text) => Opening::from_text(&player.setup()?, &text)?,
        None => Opening::start(&player.setup()?),
    });
    let mut tally = Tally::default();
    for (ply, text) in texts(data, "moves")?.into_iter().enumerate() {
        let m = game.position().parse_move(text, Notation::Coordinates)?;
        if ply.is_multiple_of(2) == printed.black {
            let Thought { choice, words } = player.think(&game);
            let chosen = choice.best().context("there is no move to play")?;
            tally.count(chosen == m);
            let wins = choice.lines.first().is_some_and(|line| matches!(line.score, Score::Win { .. }));
            tally.won_from = if wins { tally.won_from.or(Some(ply + 1)) } else { None };
            if !(brief && chosen == m) {
                let plays = || format!("plays {}", game.position().move_text(chosen, Notation::Coordinates));
                let verdict = if chosen == m { "same".to_owned() } else { plays() };
                let reason = words.last().map_or("", String::as_str);
                writeln!(output, "  {:>2} {text:<4} {verdict:<10} {reason}", ply + 1)?;
            }
        }
        game.play(m).with_context(|| format!("diagram {}", printed.name))?;
    }
    Ok(tally)
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
        let mut output = Vec::new();
        print(1, true, &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        assert_eq!(text.matches("moves are the printed ones").count(), DIAGRAMS.len());
        assert!(text.contains("Diagram 6h: Zero Club - Victoria 1992 (standard), white's moves"), "{text}");
        assert!(
            text.contains("| 6f | Xokk - Victoria 1992 | white |") && text.contains(" of 13 |"),
            "{text}"
        );
    }
}
