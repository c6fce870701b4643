//! Sections 2, 6 and 7 of Allis 1994: Victoria's choice of moves, how Go-Moku was solved, and what the paper leaves open.

use super::super::item::{
    Block, Board, Found, Run,
    Verdict::{Agrees, Answered, Equal, Refuted},
    cells,
};
use super::super::said::{Makers, compare};
use super::{printed_game, victoria};
use crate::player::{Player, Thought};
use anyhow::{Context as _, anyhow};
use games::gomoku::{Gomoku, Opening, Setup, Square};
use games::{Game as _, Notation, Played, Side};
use rand::seq::IndexedRandom as _;
use search::{Limits, Score};
use solve::threats::ThreatGame as _;
use solve::threats::space::{Options, search};
use strategies::playing::random_stream;
use strategies::solution::committed;
use strategies::victoria::defences;

pub(super) const MAKERS: Makers = &[
    ("N = 10", |run| widths(run)),
    ("white's moves", |run| whites_moves(run)),
    ("table 5", |_| table_5()),
    ("optimal line", |_| optimal_lines()),
    ("diagram 5a", |_| longest("5a", 39)),
    ("diagram 5b", |_| longest("5b", 45)),
    ("second stone", |run| second_stones(run)),
];

fn widths(run: &Run) -> anyhow::Result<Found> {
    let mut positions = Vec::new();
    for name in ["5a", "5b", "6a", "6b", "6c", "6d", "6e", "6f", "6g"] {
        let (before, end) = printed_game(name)?;
        let winner = super::winner(&end).context("a game without a winner")?;
        positions
            .extend(before.into_iter().filter(|position| position.to_move() == winner && position.ply() > 5));
    }
    let mut rows = Vec::new();
    for moves in [2, 5, 10, 15, 20, 40] {
        let won = run.each(&positions, "positions", |position| Ok(victoria(position, 10_000, moves)?.0))?;
        let number = won.into_iter().filter(|&won| won).count();
        rows.push([moves.to_string(), positions.len().to_string(), number.to_string()]);
    }
    Answered.with([Block::table(["N", "positions", "wins claimed"], rows)])
}

/// Positions behind black's moves of a certificate, white to move, on lines drawn by lot.
fn on_lines(rules: &str, lines: u64, seed: u64) -> anyhow::Result<Vec<Gomoku>> {
    let setup = Setup::new(rules, 15).map_err(|error| anyhow!(error))?;
    let solution = committed(&setup).context("there is no certificate")?;
    let mut positions = Vec::new();
    for line in 0..lines {
        let mut random = random_stream(seed, line);
        let mut position = Gomoku::start(&setup);
        while let Some(m) = solution.find(&position) {
            position.play(m);
            positions.push(position.clone());
            let replies = position.moves();
            let after = |&m: &Square| {
                let next = position.after(m);
                solution.find(&next).map(|_| next)
            };
            let known: Vec<Gomoku> = replies.iter().filter_map(after).collect();
            let Some(next) = known.choose(&mut random) else { break };
            position = next.clone();
        }
    }
    Ok(positions)
}

fn whites_moves(run: &Run) -> anyhow::Result<Found> {
    let (mut rows, mut examples, mut rejected) = (Vec::new(), Vec::new(), 0);
    for (rules, reach) in [("freestyle", 1), ("freestyle", 2), ("standard", 1), ("standard", 2)] {
        let mut positions = on_lines(rules, 100, run.seed)?;
        positions.sort_by_key(games::Game::key);
        positions.dedup_by_key(|position| position.key());
        let found = run.each(&positions, "positions", |position| Ok(defences(position, 300, reach)))?;
        let threatened = || found.iter().flatten();
        let mean = |count: fn(&strategies::victoria::Defences) -> usize| {
            let sum: usize = threatened().map(count).sum();
            format!("{:.1}", sum as f64 / threatened().count().max(1) as f64)
        };
        let some = threatened().filter(|moves| !moves.rejected.is_empty()).count();
        let number: usize = threatened().map(|moves| moves.rejected.len()).sum();
        rejected += number;
        rows.push(cells![
            format!("{rules}, {reach}"),
            positions.len(),
            threatened().count(),
            mean(|moves| moves.paper.len()),
            mean(|moves| moves.zone.len()),
            number,
            some
        ]);
        let left_out = positions.iter().zip(&found).filter_map(|(position, moves)| {
            let m = moves.as_ref()?.rejected.first()?;
            Some(format!(
                "{rules}, {reach}: {} is left out in {}",
                position.move_text(*m, Notation::Coordinates),
                position.to_text()
            ))
        });
        examples.extend(left_out.take(2));
    }
    let head = [
        "rules, squares that count as connected",
        "positions",
        "with a hidden threat",
        "moves of the three kinds",
        "moves of the zone",
        "real defences left out",
        "in so many positions",
    ];
    let verdict = if rejected > 0 { Refuted } else { Equal };
    verdict.with([Block::table(head, rows), Block::text(examples.join("\n"))])
}

/// The table of the page on the solution, and how many positions the certificates have.
fn table_5() -> anyhow::Result<Found> {
    let page = include_str!("../../../../../docs/research/gomoku-solved.md");
    let mut table: Vec<Vec<&str>> = page
        .lines()
        .skip_while(|line| !line.starts_with("| | freestyle, 1994"))
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    table.remove(1);
    let head = table.remove(0);
    let told = |name: &str| table.iter().find(|row| row[0] == name).context(format!("no row: {name}"));
    let choices = told("positions with a choice in the certificate")?;
    for (rules, column) in [("freestyle", 2), ("standard", 4)] {
        let setup = Setup::new(rules, 15).map_err(|error| anyhow!(error))?;
        let entries = committed(&setup).context("there is no certificate")?.moves.len();
        anyhow::ensure!(
            choices[column].replace(',', "") == entries.to_string(),
            "{rules}: {entries} entries"
        );
    }
    let tree = told("solution tree, positions")?;
    Agrees.given(tree[1] == tree[2] && tree[3] == tree[4]).with([Block::table(head, table)])
}

/// Where the printed lines have threats: the mover's winning sequence, or what he would have after a null move.
fn optimal_lines() -> anyhow::Result<Found> {
    let wins = |position: &Gomoku, side| {
        search::<Gomoku>(&position.field(), side, &Options::default()).win().is_some()
    };
    let mut rows = Vec::new();
    let mut quiet = true;
    for name in ["5a", "5b"] {
        let (positions, end) = printed_game(name)?;
        let after: Vec<&Gomoku> = positions[1..].iter().chain([&end]).collect();
        let winning = positions.iter().rposition(|p| p.to_move() == Side::First && !wins(p, Side::First));
        let threats: Vec<Vec<usize>> = [Side::First, Side::Second]
            .map(|side| {
                let made = positions.iter().zip(&after).enumerate().filter(|(_, (before, after))| {
                    before.to_move() == side && after.outcome().is_none() && wins(after, side)
                });
                made.map(|(ply, _)| ply + 1).collect()
            })
            .to_vec();
        quiet &= threats.iter().flatten().all(|&ply| ply > 11) && winning.is_some_and(|ply| ply > 32);
        let listed = |plies: &Vec<usize>| plies.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let from = winning.map_or(1, |ply| ply + 3);
        rows.push(cells![name, positions.len(), listed(&threats[0]), listed(&threats[1]), from]);
    }
    let head =
        ["diagram", "moves", "Black's moves that threaten", "White's", "Black wins by threats from move"];
    Agrees.given(quiet).with([Block::table(head, rows)])
}

/// A printed line beside the certificate.
fn longest(name: &str, moves: usize) -> anyhow::Result<Found> {
    let (positions, end) = printed_game(name)?;
    let solution = committed(positions[0].setup()).context("there is no certificate")?;
    let leaves = positions.windows(2).position(|pair| {
        let mut next = pair[0].clone();
        solution.find(&pair[0]).is_some_and(|m| {
            next.play(m);
            next != pair[1]
        })
    });
    let mut found = compare(&[
        ("moves", &moves.to_string(), positions.len().to_string()),
        ("black wins", "true", end.outcome().is_some().to_string()),
        (
            "the certificate plays otherwise at move",
            "-",
            leaves.map_or("-".to_owned(), |ply| (ply + 1).to_string()),
        ),
    ])?;
    let data = super::data()?;
    let mut board = Board::goban(format!("diagram {name}"), end.stones());
    for (text, n) in super::texts(&data[name], "moves")?.into_iter().zip(1..) {
        let square = Square::parse(text, 15)?;
        board = board.text((14 - square.row()) * 15 + square.column(), n.to_string());
    }
    found.blocks.push(Block::Board(board));
    Ok(found)
}

/// Black's second stone after a white stone beside the centre, up to symmetry: how white to move stands.
fn second_stones(run: &Run) -> anyhow::Result<Found> {
    let setup = Setup::new("renju", 15).map_err(|error| anyhow!(error))?;
    let mut rows = Vec::new();
    for white in ["h9", "i9"] {
        let mut after = Gomoku::start(&setup);
        for text in ["h8", white] {
            after.play(Square::parse(text, 15)?);
        }
        let mut squares = after.moves();
        // Mirrored about the column of h, or about the diagonal, it is the same position.
        let one_of_two = |square: &Square| match white {
            "h9" => square.column() >= 7,
            _ => square.column() >= square.row(),
        };
        let near = |square: &Square| square.column().abs_diff(7).max(square.row().abs_diff(7)) <= 5;
        squares.retain(|square| one_of_two(square) && near(square));
        let scores = run.each(&squares, "second stones", |&square| {
            let position = after.after(square);
            let limits = Limits { nodes: Some(20_000), ..Limits::default() };
            let mut player = Player::<Opening>::new("alpha-beta", &[], &[("Rules", "renju")], limits)?;
            let game = Played::new(Opening::from_text(&player.setup()?, &position.to_text())?);
            let Thought { choice, .. } = player.think(&game);
            Ok(choice.lines.first().map(|line| line.score))
        })?;
        let mut ranked: Vec<(i32, String)> = squares
            .iter()
            .zip(&scores)
            .filter_map(|(square, score)| match score {
                Some(Score::Heuristic(score)) => Some((*score, square.to_string())),
                _ => None,
            })
            .collect();
        let (all, proven) = (squares.len(), squares.len() - ranked.len());
        ranked.sort_by_key(|(score, _)| score.abs());
        let best = ranked.iter().take(8).map(|(score, square)| format!("{square} {score:+}"));
        let for_black = ranked.iter().filter(|(score, _)| *score < 0).count();
        rows.push(cells![format!("h8 {white}"), all, proven, for_black, best.collect::<Vec<_>>().join(", ")]);
    }
    let head = [
        "after",
        "second stones",
        "claimed won or lost",
        "of the others better for Black",
        "the most balanced, in hundredths for White",
    ];
    Answered.with([Block::table(head, rows)])
}
