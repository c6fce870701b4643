//! Appendices A to C: times, the openings and games of the second series, the polynomial after 42 games.

use super::super::item::{
    Block, Board, Found,
    Verdict::{Agrees, Answered},
    cells,
};
use super::super::said::{Makers, compare, percent};
use super::series::{Kind, SECOND_SERIES, alphabetical};
use super::{appendix_b, masters, scoring};
use crate::book_games::BookGame;
use games::draughts::Draughts;
use games::{Game as _, Played, Side};
use search::Control;
use std::hint::black_box;
use std::time::Instant;
use strategies::samuel::modes::book::Tally;
use strategies::samuel::rote::table::{Noted, Rules, Table};
use strategies::samuel::terms::Subject as _;

pub(super) const MAKERS: Makers = &[
    ("appendix A, times", |_| times()),
    ("appendix A, board", |_| center()),
    ("appendix B, openings", |_| printed_games("opening", Side::First)),
    ("appendix B, games", |_| printed_games("game", Side::Second)),
    ("appendix C, polynomial", |_| polynomial()),
    ("appendix C, discarded", |_| discarded()),
];

/// The polynomial of Appendix C: term, correlation, whether the sign is minus, power, times adjusted.
#[rustfmt::skip]
pub(super) const POLYNOMIAL: [(&str, f64, bool, u8, u32); 12] = [
    ("MOC2", 0.45, true, 18, 84), ("KCENT", 0.40, false, 16, 127), ("MOC4", 0.35, true, 14, 95), ("MODE3", 0.33, true, 13, 210),
    ("DEMMO", 0.27, true, 11, 132), ("MOVE", 0.19, false, 8, 91), ("ADV", 0.19, true, 8, 739), ("MODE2", 0.19, true, 8, 55),
    ("BACK", 0.14, true, 6, 6), ("CNTR", 0.13, false, 5, 12), ("THRET", 0.13, false, 5, 442), ("MOC3", 0.10, false, 4, 89),
];

/// The terms discarded in 42 games, and how often they had been adjusted.
#[rustfmt::skip]
const DISCARDED: [(&str, u32); 18] = [
    ("CORN", 0), ("CRAMP", 0), ("GUARD", 0), ("EXPOS", 162), ("DDMM", 19), ("DYKE", 115), ("MOC1", 1), ("EXCH", 445), ("DDEMO", 53),
    ("MODE1", 1), ("CENT", 386), ("MODE4", 0), ("FORK", 400), ("MOBIL", 707), ("POLE", 11), ("HOLE", 598), ("GAP", 792), ("MOB", 608),
];

fn polynomial() -> anyhow::Result<Found> {
    let came = alphabetical(&Kind { games: 42, ..SECOND_SERIES })?;
    let sign = |negative: bool| if negative { "-" } else { "+" };
    let rows = POLYNOMIAL.iter().zip(&came.tables.active).map(|(paper, ours)| {
        let paper =
            cells![paper.0, format!("{:.2}", paper.1), format!("{}2^{}", sign(paper.2), paper.3), paper.4];
        let ours = cells![
            ours.term,
            format!("{:.2}", ours.correlation),
            format!("{}2^{}", sign(ours.negative), ours.power),
            ours.adjusted
        ];
        [paper, ours].concat()
    });
    let leads = |name: &str| came.tables.active.iter().take(12).any(|row| row.term == name);
    let both = POLYNOMIAL.iter().filter(|row| leads(row.0)).count();
    let words = format!(
        "{both} of the twelve terms are among our first twelve, of 38; {} sets of adjustments, the paper: 1,039",
        came.tables.adjustments
    );
    let head = [
        "the paper",
        "correlation",
        "coefficient",
        "adjusted",
        "here",
        "correlation",
        "coefficient",
        "adjusted",
    ];
    Agrees.given(both == POLYNOMIAL.len()).with([Block::table(head, rows), Block::Text(words)])
}

fn discarded() -> anyhow::Result<Found> {
    let came = alphabetical(&Kind { games: 42, ..SECOND_SERIES })?;
    let ours = |name: &str| came.tables.discarded.iter().find(|row| row.0 == name);
    let mut rows: Vec<Vec<String>> = DISCARDED
        .iter()
        .map(|&(name, adjusted)| {
            let (times, after) = ours(name).map_or((0, 0), |row| (row.1, row.2));
            vec![name.to_owned(), adjusted.to_string(), times.to_string(), after.to_string()]
        })
        .collect();
    let others = came.tables.discarded.iter().filter(|row| DISCARDED.iter().all(|paper| paper.0 != row.0));
    rows.extend(
        others.map(|row| vec![row.0.to_owned(), String::new(), row.1.to_string(), row.2.to_string()]),
    );
    let (all, paper) = (f64::from(came.discards()), 1039.0 / DISCARDED.len() as f64);
    let each = came.tables.adjustments as f64 / all.max(1.0);
    let words = format!("a term discarded in {each:.1} sets of adjustments, in the paper in {paper:.1}");
    let head = ["term", "adjusted before (paper)", "discarded here, times", "adjusted before (here)"];
    Agrees.given((0.5..2.0).contains(&(each / paper))).with([Block::table(head, rows), Block::Text(words)])
}

/// Alpha's moves beside what the two readings of her polynomial, and others, propose.
fn printed_games(kind: &str, alpha: Side) -> anyhow::Result<Found> {
    let games: Vec<BookGame> =
        appendix_b()?.into_iter().filter(|game| game.title.starts_with(kind)).collect();
    let mut rows = Vec::new();
    for name in ["second", "second-active", "four", "piece"] {
        let (settings, scoring) = scoring(name)?;
        let (mut all, mut each) = (Tally::default(), Vec::new());
        for game in &games {
            let mut tally = Tally::default();
            let followed = game.followed(&settings, &scoring, &Control::new())?;
            for m in followed.iter().filter(|m| m.side == alpha) {
                tally.count(m);
            }
            each.push(format!("{}/{}", tally.first, tally.choices));
            all.add(&tally);
        }
        let c = all.correlation().map_or_else(String::new, |c| format!("{c:+.2}"));
        let row =
            [name.to_owned(), all.choices.to_string(), percent(all.first as usize, all.choices as usize)];
        rows.push([row.to_vec(), vec![all.poorer.to_string(), all.better.to_string(), c], each].concat());
    }
    let titles = games.iter().map(|game| game.title.rsplit(' ').next().unwrap_or_default());
    let head: Vec<&str> =
        ["polynomial", "choices", "first", "L", "H", "C"].into_iter().chain(titles).collect();
    let mut blocks = vec![Block::table(head, rows)];
    for game in &games {
        let mut end = game.start;
        game.moves.iter().for_each(|&m| {
            end.play(m);
        });
        blocks.push(Block::Board(Board::draughts(format!("the end of {}", game.title), &end)));
    }
    Answered.with(blocks)
}

fn center() -> anyhow::Result<Found> {
    let board = |machine: usize| machine - machine / 9;
    let squares: Vec<String> =
        [11, 12, 15, 16, 20, 21, 24, 25].map(|machine| board(machine).to_string()).to_vec();
    compare(&[("the centre squares on the board", "10 11 14 15 18 19 22 23", squares.join(" "))])
}

/// Work on the position of this number.
type Work<'a> = &'a mut dyn FnMut(usize);

/// What the program does with a position again and again, told per position.
fn times() -> anyhow::Result<Found> {
    let mut positions = Vec::new();
    for game in masters(40)? {
        let mut played = Played::new(game.start);
        for m in game.moves {
            let before = *played.position();
            played.play(m)?;
            positions.push((before, m, *played.position()));
        }
    }
    let ((_, four), (_, sixteen)) = (scoring("four")?, scoring("start")?);
    let rules = Rules { capacity: 1 << 20, record: 1 << 20, new_age: 0, oldest: 1 << 20, moves: 20 };
    let mut known = Table::new(rules, Draughts::record);
    let noted = positions.iter().filter_map(|(_, _, after)| after.standard());
    let noted: Vec<Noted> = noted.map(|position| Noted { position, score: 1, ply: 3 }).collect();
    known.merge(&[], &noted, 0);
    let mut moves = Vec::new();
    let tried: [(_, f64, Work<'_>); 5] = [
        ("all moves of a position", 2.6, &mut |n| {
            moves.clear();
            positions[n].0.legal_moves(&mut moves);
            black_box(&moves);
        }),
        ("one move", 1.5, &mut |n| {
            black_box(positions[n].0.after(positions[n].1));
        }),
        ("evaluation by four terms", 2.4, &mut |n| {
            let before = four.rate(&positions[n].0, &mut ());
            black_box(four.evaluate(&positions[n].2, &before, &mut ()));
        }),
        ("the score of a saved position", 2.3, &mut |n| {
            black_box(positions[n].2.standard().and_then(|standard| known.get(standard)));
        }),
        ("evaluation by sixteen terms", 7.5, &mut |n| {
            let before = sixteen.rate(&positions[n].0, &mut ());
            black_box(sixteen.evaluate(&positions[n].2, &before, &mut ()));
        }),
    ];
    let mut rows = Vec::new();
    for (what, paper, work) in tried {
        let rounds = 20;
        let started = Instant::now();
        (0..rounds).for_each(|_| (0..positions.len()).for_each(&mut *work));
        let each = started.elapsed().as_secs_f64() / (rounds * positions.len()) as f64;
        let times = format!("{:.0}", paper / 1e3 / each);
        rows.push(vec![what.to_owned(), format!("{paper} ms"), format!("{:.2} µs", each * 1e6), times]);
    }
    let head = ["", "IBM 704", "here", "times as fast"];
    Answered.with([Block::table(head, rows)])
}
