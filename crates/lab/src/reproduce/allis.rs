//! Allis, van den Herik and Huntjens 1994: the lines and games that the paper prints, replayed, with Victoria asked at each of
//! the moves that she made.

mod solution;
mod threats;

use super::item::{Block, Found, Item, Run, Verdict};
use super::said::{Makers, items};
use crate::player::{Player, Thought};
use anyhow::{Context as _, anyhow};
use games::gomoku::{Gomoku, Opening, Setup, Square, Stones, text};
use games::{Game, Notation, Outcome, Played, Side};
use search::{Limits, Score};
use serde_json::Value;
use std::fmt::Write;
use std::sync::LazyLock;

pub(super) static ITEMS: LazyLock<Vec<Item>> =
    LazyLock::new(|| items(include_str!("allis/items.json"), &[threats::MAKERS, solution::MAKERS, MAKERS]));

const MAKERS: Makers = &[("olympiad", |_| olympiad()), ("diagrams", |run| diagrams(20_000, run))];

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

/// Who won the printed games.
fn olympiad() -> anyhow::Result<Found> {
    let mut won = [0, 0];
    let mut rows = Vec::new();
    for printed in DIAGRAMS.iter().filter(|printed| printed.name.starts_with('6')) {
        let (positions, end) = printed_game(printed.name)?;
        let winner = winner(&end);
        let hers = if printed.black { Side::First } else { Side::Second };
        won[usize::from(!printed.black)] += usize::from(winner == Some(hers));
        let result = match winner {
            Some(side) if side == hers => "Victoria won",
            Some(_) => "Victoria lost",
            None => "the printed moves end before a row",
        };
        rows.push([printed.name, printed.title, &positions.len().to_string(), result].map(str::to_owned));
    }
    let verdict =
        if won == [4, 2] { Verdict::Equal } else { Verdict::Agrees.given(won[0] == 4 && won[1] < 3) };
    let words = format!(
        "won with Black {} of 4, with White {} of 3, and one game that the printed moves leave open",
        won[0], won[1]
    );
    verdict.with([Block::table(["diagram", "", "moves", "result"], rows), Block::text(words)])
}

/// The comparison, each move thought about with so many nodes.
fn diagrams(nodes: u64, run: &mut Run) -> anyhow::Result<Found> {
    let data = data()?;
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
    Verdict::Equal.given(all_same).with(blocks)
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

fn data() -> anyhow::Result<Value> {
    Ok(serde_json::from_str(include_str!("../../../../data/gomoku/allis-1994-diagrams.json"))?)
}

/// The position of a diagram before its moves, black to move.
fn diagram(name: &str) -> anyhow::Result<Gomoku> {
    let text = start(&data()?[name])?.with_context(|| format!("diagram {name} has no stones"))?;
    Ok(Gomoku::from_text(&Setup::default(), &text)?)
}

/// The positions of a printed game before each of its moves, and its end.
fn printed_game(name: &str) -> anyhow::Result<(Vec<Gomoku>, Gomoku)> {
    let rules =
        DIAGRAMS.iter().find(|printed| printed.name == name).map_or("freestyle", |printed| printed.rules);
    let mut position = Gomoku::start(&Setup::new(rules, 15).map_err(|error| anyhow!(error))?);
    let mut positions = Vec::new();
    for text in texts(&data()?[name], "moves")? {
        let m = Square::parse(text, 15)?;
        anyhow::ensure!(position.is_legal(m), "diagram {name}: {m} is not legal");
        positions.push(position.clone());
        position.play(m);
    }
    Ok((positions, position))
}

fn winner(end: &Gomoku) -> Option<Side> {
    match end.outcome() {
        Some(Outcome::Win(side)) => Some(side),
        _ => None,
    }
}

/// Whether Victoria claims a win here, and what she says.
fn victoria(position: &Gomoku, nodes: u64, moves: usize) -> anyhow::Result<(bool, String)> {
    let moves = moves.to_string();
    let rules = Setup::NAMES.iter().find(|(_, rules, _)| *rules == position.setup().rules());
    let rules = rules.map_or("freestyle", |named| named.0);
    let fixed = [("Victoria.Solution", "false"), ("Rules", rules), ("Victoria.Moves", &moves)];
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut player = Player::<Opening>::new("victoria", &[], &fixed, limits)?;
    let game = Played::new(Opening::from_text(&player.setup()?, &position.to_text())?);
    let Thought { choice, words } = player.think(&game);
    let wins = choice.lines.first().is_some_and(|line| matches!(line.score, Score::Win { .. }));
    Ok((wins, words.last().cloned().unwrap_or_default()))
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
