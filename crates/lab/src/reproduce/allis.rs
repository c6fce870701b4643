//! Allis, van den Herik and Huntjens 1994: the lines and games that the paper prints, replayed, with Victoria asked at each of
//! the moves that she made.

mod solution;
mod threats;

use super::item::{Block, Found, Item, Run, Verdict, cells};
use super::said::{Makers, items};
use crate::player::{Player, Thought};
use anyhow::{Context as _, anyhow};
use games::gomoku::{Gomoku, Opening, Setup, Square, Stones, text};
use games::{Game, Notation, Outcome, Played, Side};
use search::{Limits, Score};
use serde_json::Value;
use std::fmt::Write;
use std::sync::LazyLock;
use strategies::Choice;

pub(super) static ITEMS: LazyLock<Vec<Item>> =
    LazyLock::new(|| items(include_str!("allis/items.json"), &[threats::MAKERS, solution::MAKERS, MAKERS]));

const MAKERS: Makers = &[("olympiad", |_| olympiad()), ("diagrams", |run| diagrams(20_000, run))];

/// A diagram with moves: name, title, rules, and the side whose moves are to be compared.
type Printed = (&'static str, &'static str, &'static str, Side);

/// In the order of the paper.
const DIAGRAMS: [Printed; 12] = [
    ("2a", "a winning threat sequence of fours", "freestyle", Side::First),
    ("2b", "a winning threat sequence of threes", "freestyle", Side::First),
    ("5a", "the longest line of the solution, freestyle", "freestyle", Side::First),
    ("5b", "the longest line of the solution, exactly five", "standard", Side::First),
    ("6a", "Victoria - Neuron 1992", "standard", Side::First),
    ("6b", "Victoria - Xokk 1992", "standard", Side::First),
    ("6c", "Victoria - Polygon 1992", "standard", Side::First),
    ("6d", "Victoria - Zero Club 1992", "standard", Side::First),
    ("6e", "Neuron - Victoria 1992", "standard", Side::Second),
    ("6f", "Xokk - Victoria 1992", "standard", Side::Second),
    ("6g", "Polygon - Victoria 1992", "standard", Side::Second),
    ("6h", "Zero Club - Victoria 1992", "standard", Side::Second),
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
    for (name, title, _, hers) in DIAGRAMS.into_iter().filter(|printed| printed.0.starts_with('6')) {
        let (positions, end) = printed_game(name)?;
        let winner = winner(&end);
        won[hers.index()] += usize::from(winner == Some(hers));
        let result = match winner {
            Some(side) if side == hers => "Victoria won",
            Some(_) => "Victoria lost",
            None => "the printed moves end before a row",
        };
        rows.push(cells![name, title, positions.len(), result]);
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
    let played = run.each(&DIAGRAMS, "diagrams", |&printed| replay(printed, &data[printed.0], nodes))?;
    let row = |(&(name, title, _, side), (tally, _)): (&Printed, &(Tally, String))| {
        let side = if side == Side::First { "black" } else { "white" };
        let won = tally.won_from.map_or_else(|| "-".to_owned(), |ply| ply.to_string());
        cells![name, title, side, format!("{} of {}", tally.same, tally.all), won]
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
fn replay((name, title, rules, side): Printed, data: &Value, nodes: u64) -> anyhow::Result<(Tally, String)> {
    let mut player = victoria_with(&[("Rules", rules)], nodes)?;
    let mut game = Played::new(match start(data)? {
        Some(text) => Opening::from_text(&player.setup()?, &text)?,
        None => Opening::start(&player.setup()?),
    });
    let mut tally = Tally::default();
    let mut text = format!("Diagram {name}: {title} ({rules})\n");
    for (ply, move_text) in texts(data, "moves")?.into_iter().enumerate() {
        let m = game.position().parse_move(move_text, Notation::Coordinates)?;
        if ply % 2 == side.index() {
            let Thought { choice, words } = player.think(&game);
            let chosen = choice.best().context("there is no move to play")?;
            tally.all += 1;
            tally.same += usize::from(chosen == m);
            tally.won_from = if wins(&choice) { tally.won_from.or(Some(ply + 1)) } else { None };
            let plays = || format!("plays {}", game.position().move_text(chosen, Notation::Coordinates));
            let verdict = if chosen == m { "same".to_owned() } else { plays() };
            let reason = words.last().map_or("", String::as_str);
            writeln!(text, "  {:>2} {move_text:<4} {verdict:<10} {reason}", ply + 1)?;
        }
        game.play(m).with_context(|| format!("diagram {name}"))?;
    }
    Ok((tally, text))
}

pub(super) fn data() -> anyhow::Result<Value> {
    Ok(serde_json::from_str(include_str!("../../../../data/gomoku/allis-1994-diagrams.json"))?)
}

/// The position of a diagram before its moves, black to move.
fn diagram(name: &str) -> anyhow::Result<Gomoku> {
    let text = start(&data()?[name])?.with_context(|| format!("diagram {name} has no stones"))?;
    Ok(Gomoku::from_text(&Setup::default(), &text)?)
}

/// The positions of a printed game before each of its moves, and its end.
fn printed_game(name: &str) -> anyhow::Result<(Vec<Gomoku>, Gomoku)> {
    let rules = DIAGRAMS.iter().find(|printed| printed.0 == name).map_or("freestyle", |printed| printed.2);
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
    let mut player = victoria_with(&[("Rules", rules), ("Victoria.Moves", &moves)], nodes)?;
    let game = Played::new(Opening::from_text(&player.setup()?, &position.to_text())?);
    let Thought { choice, words } = player.think(&game);
    Ok((wins(&choice), words.last().cloned().unwrap_or_default()))
}

/// The program of the paper, without what has been proven since.
fn victoria_with(options: &[(&str, &str)], nodes: u64) -> anyhow::Result<Player<Opening>> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    Player::new("victoria", &[], &[&[("Victoria.Solution", "false")], options].concat(), limits)
}

/// Whether a win is claimed.
fn wins(choice: &Choice<Opening>) -> bool {
    choice.lines.first().is_some_and(|line| matches!(line.score, Score::Win { .. }))
}

/// The position that a diagram begins with, black to move; `None` for the empty board.
pub(super) fn start(data: &Value) -> anyhow::Result<Option<String>> {
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
