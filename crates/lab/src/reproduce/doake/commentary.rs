//! What she says of games 1 and 2: which square makes which pattern on which key square.

use super::super::item::{Block, Found, Run, Verdict};
use super::super::said::Makers;
use super::figures::number_of;
use anyhow::Context as _;
use games::Side;
use games::qubic::{Cell, Qubic};
use games::{Game, Played};
use serde::Deserialize;
use strategies::score_four::patterns::Lists;
use strategies::score_four::printed::{PrintedGame, printed_games};
use strategies::score_four::search::{Seen, seen};

pub(super) const MAKERS: Makers = &[("commentary", commentary)];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Statement {
    game: u64,
    /// The move that it is said before.
    ply: usize,
    whose: Whose,
    /// The square tried, in her numbers; 0 if it is about all squares.
    square: usize,
    /// Patterns that a counter there makes: the number (0: three in a row), then key squares as far as she names them.
    #[serde(default)]
    makes: Vec<Vec<usize>>,
    /// Two patterns at once, of which one reply stops one.
    #[serde(default)]
    double: bool,
    /// The reply on the key square makes something of the other side's.
    #[serde(default)]
    spoilt: bool,
    /// No square makes a pattern.
    #[serde(default)]
    nothing: bool,
    #[serde(default)]
    no_double: bool,
}

impl Statement {
    fn printed(&self) -> anyhow::Result<PrintedGame> {
        printed_games().into_iter().find(|game| game.number == self.game).context("no such game")
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Whose {
    Mover,
    Other,
}

fn commentary(_: &mut Run) -> anyhow::Result<Found> {
    let text = include_str!("../../../../../data/qubic/doake-1972-commentary.json");
    let statements: Vec<Statement> = serde_json::from_str(text)?;
    let mut rows = Vec::new();
    for statement in &statements {
        let game = statement.printed()?;
        let (own, other) = position(statement, &game)?;
        let place = format!("game {}, before {}", game.number, game.count(statement.ply));
        let whose = if statement.whose == Whose::Mover { "the mover" } else { "the opponent" };
        let mut say = |words: String, holds: bool| {
            let holds = if holds { "holds" } else { "does not hold" };
            rows.push([place.clone(), whose.to_owned(), words, holds.to_owned()]);
        };
        let square = statement.square;
        for (n, wanted) in statement.makes.iter().enumerate() {
            let before = statement.makes[..n].iter().filter(|other| *other == wanted).count();
            let found = made(own | 1 << (square - 1), other);
            let holds = found.iter().filter(|seen| fits(seen, wanted)).count() > before;
            say(format!("{square} makes {}", words(wanted)), holds);
        }
        if statement.double {
            say(format!("{square} makes two patterns at once"), is_double(own, other, square - 1));
        }
        if statement.spoilt {
            say(format!("{square} only helps the other side"), is_spoilt(own, other, square - 1));
        }
        let blank = || (0..64).filter(|cell| (own | other) >> cell & 1 == 0);
        if statement.nothing {
            let none = blank().all(|cell| lists_nothing(&made(own | 1 << cell, other)));
            say("no square makes a pattern".to_owned(), none);
        }
        if statement.no_double {
            say("no square makes two patterns".to_owned(), !blank().any(|cell| is_double(own, other, cell)));
        }
    }
    let holds = rows.iter().filter(|row| row[3] == "holds").count();
    let summary = format!("{holds} of {} statements hold in what the rebuilt SEARCH sees", rows.len());
    let head = ["where", "whose", "what she says", "here"];
    Verdict::Equal.given(holds == rows.len()).with([Block::text(summary), Block::table(head, rows)])
}

/// The counters of the side that a statement is about, and the other's.
fn position(statement: &Statement, game: &PrintedGame) -> anyhow::Result<(u64, u64)> {
    let mut played = Played::new(Qubic::default());
    for cell in game.moves[..statement.ply - 1].iter().filter_map(|&square| Cell::new(square)) {
        played.play(cell)?;
    }
    let mover = played.position().to_move();
    let side: Side = if statement.whose == Whose::Mover { mover } else { mover.other() };
    Ok((played.position().stones(side), played.position().stones(side.other())))
}

/// What stands on the board, and what is left after a reply on any of its key squares.
fn made(own: u64, other: u64) -> Vec<Seen> {
    let lists = Lists::thesis();
    let mut found = seen(own, other, &lists);
    for reply in found.clone().iter().filter(|seen| seen.own) {
        found.extend(seen(own, other | 1 << reply.squares[0], &lists));
    }
    found.retain(|seen| seen.own);
    found.dedup();
    found
}

fn fits(seen: &Seen, wanted: &[usize]) -> bool {
    let number = if wanted[0] == 0 { 15 } else { wanted[0] };
    number_of(seen) == number
        && wanted[1..].iter().zip(&seen.squares).all(|(square, cell)| square - 1 == *cell)
}

fn lists_nothing(found: &[Seen]) -> bool {
    found.iter().all(|seen| number_of(seen) == 15)
}

/// What is first found when the other side has replied on each key square in turn.
fn after_replies(own: u64, other: u64, square: usize) -> impl Iterator<Item = Option<Seen>> {
    let lists = Lists::thesis();
    let own = own | 1 << square;
    let found: Vec<_> = seen(own, other, &lists).into_iter().filter(|seen| seen.own).collect();
    let lone = found.len() == 1 && number_of(&found[0]) == 15;
    let replies = if lone { Vec::new() } else { found };
    replies.into_iter().map(move |reply| seen(own, other | 1 << reply.squares[0], &lists).into_iter().next())
}

fn is_double(own: u64, other: u64, square: usize) -> bool {
    after_replies(own, other, square).any(|left| left.is_some_and(|seen| seen.own))
}

fn is_spoilt(own: u64, other: u64, square: usize) -> bool {
    after_replies(own, other, square).any(|left| left.is_some_and(|seen| !seen.own))
}

fn words(wanted: &[usize]) -> String {
    let what = if wanted[0] == 0 { "three in a row".to_owned() } else { format!("pattern {}", wanted[0]) };
    match wanted[1..] {
        [] => what,
        [key] => format!("{what} on {key}"),
        [key, then, ..] => format!("{what} on {key} (then {then})"),
    }
}
