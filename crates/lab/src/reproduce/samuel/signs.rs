//! The puzzle of the signs of Appendix C: by its sentence a difference is credited to the side that was passive; by the sense of the
//! parameters, the moves of masters and play most of the printed signs stand for the active side.

use super::super::item::{
    Block, Found, Run,
    Verdict::{Agrees, Answered},
};
use super::super::said::Makers;
use super::appendices::POLYNOMIAL;
use super::book::agreement;
use super::{appendix_b, judged, masters, number_of, scoring};
use crate::book_games::BookGame;
use games::draughts::Move;
use games::{Game as _, Played, Side};
use strategies::samuel::terms::draughts::TERMS;

pub(super) const MAKERS: Makers = &[
    ("signs", |_| senses()),
    ("signs, term by term", |run| term_by_term(run)),
    ("signs, two readings", |run| readings(run)),
];

/// How much the moves of these games raise each term's value for who makes them, beyond what the other legal moves do: the mean in
/// standard errors.
fn preferences(games: &[BookGame], of: Option<Side>) -> anyhow::Result<Vec<f64>> {
    let every: Vec<String> = TERMS.iter().map(|term| format!("{}:+2^0", term.name)).collect();
    let (_, all) = scoring(&every.join(" "))?;
    let mut sums = vec![(0.0, 0.0, 0.0); TERMS.len()];
    for game in games {
        let mut played = Played::new(game.start);
        for &book in &game.moves {
            let (position, moves) = (*played.position(), played.legal_moves());
            played.play(book)?;
            if moves.len() < 2 || of.is_some_and(|side| side != position.to_move()) {
                continue;
            }
            let values = |m| {
                all.terms(&position.after(m), &position)
                    .into_iter()
                    .map(|term| term.value as f64)
                    .collect::<Vec<_>>()
            };
            // After a move that leaves something to jump most parameters say nothing.
            let quiet = |m: &&Move| position.after(**m).jumpers() == 0;
            let others: Vec<_> =
                moves.iter().filter(|&&m| m != book).filter(quiet).map(|&m| values(m)).collect();
            if others.is_empty() || !quiet(&&book) {
                continue;
            }
            let chosen = values(book);
            for (term, (number, sum, squares)) in sums.iter_mut().enumerate() {
                let mean = others.iter().map(|values| values[term]).sum::<f64>() / others.len() as f64;
                let more = chosen[term] - mean;
                (*number, *sum, *squares) = (*number + 1.0, *sum + more, *squares + more * more);
            }
        }
    }
    let errors = |&(number, sum, squares): &(f64, f64, f64)| {
        let (mean, number) = (sum / f64::max(number, 1.0), f64::max(number, 1.0));
        let variance = f64::max(squares / number - mean * mean, 1e-12);
        mean / (variance / number).sqrt()
    };
    Ok(sums.iter().map(errors).collect())
}

fn senses() -> anyhow::Result<Found> {
    let (openings, games): (Vec<_>, Vec<_>) =
        appendix_b()?.into_iter().partition(|game| game.title.starts_with("opening"));
    let chosen = [
        preferences(&masters(300)?, None)?,
        preferences(&openings, Some(Side::First))?,
        preferences(&games, Some(Side::Second))?,
    ];
    let mut agree = [[0; 2]; 3];
    let mut rows = Vec::new();
    for (name, _, negative, power, _) in POLYNOMIAL {
        let term = number_of(name);
        let mut row = vec![name.to_owned(), format!("{}2^{power}", if negative { '-' } else { '+' })];
        for (preferences, agree) in chosen.iter().zip(&mut agree) {
            let preference = preferences[term];
            row.push(format!("{preference:+.1}"));
            let decided = preference.abs() > 1e-9;
            agree[0] += usize::from(decided && (preference < 0.0) == negative);
            agree[1] += usize::from(decided && (preference < 0.0) != negative);
        }
        rows.push(row);
    }
    for (reading, name) in
        ["agree, credited to the passive side", "agree, credited to the active side"].iter().enumerate()
    {
        let counts = agree.iter().map(|agree| agree[reading].to_string());
        rows.push([(*name).to_owned(), String::new()].into_iter().chain(counts).collect());
    }
    let [passive, active] = agree[0];
    let words = "How much the move that was made raises a term's value for who made it, beyond the mean of the other legal moves (of those \
                 that leave nothing to jump), in standard errors; the sign is the one that the coefficient should have if differences are credited to the side \
                 that has just moved, the passive one";
    let head = ["term", "printed", "masters, 300 games", "Alpha, eleven openings", "Alpha, four games"];
    Agrees.given(passive > active).with([Block::Text(words.to_owned()), Block::table(head, rows)])
}

fn term_by_term(run: &Run) -> anyhow::Result<Found> {
    let mut rows = Vec::new();
    let mut better = 0;
    for (name, _, negative, _, _) in POLYNOMIAL {
        let (printed, other) = if negative { ('-', '+') } else { ('+', '-') };
        let score = judged(run, &format!("{name}:{printed}2^9"), &format!("{name}:{other}2^9"), 1)?;
        better += usize::from(score.share() > 0.5);
        rows.push(vec![format!("{name} {printed}"), score.to_string()]);
    }
    let words = format!("the printed sign does better in {better} of {}", POLYNOMIAL.len());
    let head = ["the printed sign", "against the other, 348 games"];
    Agrees.given(2 * better > POLYNOMIAL.len()).with([Block::table(head, rows), Block::Text(words)])
}

/// Pairs of connectives that take each other's part if 0 and 1 are exchanged in the first term.
const EXCHANGED: [(&str, &str); 6] = [
    ("MOC2", "MOC3"),
    ("MOC1", "MOC4"),
    ("MODE1", "MODE4"),
    ("MODE2", "MODE3"),
    ("DEMMO", "DDEMO"),
    ("DEMO", "DDMM"),
];

/// The printed polynomial with other signs, or with the connectives' halves exchanged.
fn reading(turned: impl Fn(&str) -> bool, exchanged: bool) -> String {
    let name = |name: &'static str| {
        let pair = EXCHANGED.iter().find(|pair| exchanged && (pair.0 == name || pair.1 == name));
        pair.map_or(name, |pair| if pair.0 == name { pair.1 } else { pair.0 })
    };
    let term = |&(term, _, negative, power, _): &(&'static str, f64, bool, u8, u32)| {
        format!("{}:{}2^{power}", name(term), if negative != turned(term) { '-' } else { '+' })
    };
    POLYNOMIAL.iter().map(term).collect::<Vec<_>>().join(" ")
}

fn readings(run: &Run) -> anyhow::Result<Found> {
    let connective = |name: &str| name.starts_with("MO") && name != "MOVE" || name == "DEMMO";
    let all = [
        ("second: to the passive side", reading(|_| false, false)),
        ("second-active: to the active side", reading(|_| true, false)),
        ("the connectives' signs turned", reading(connective, false)),
        ("the other signs turned", reading(|name| !connective(name), false)),
        ("the connectives' 0 and 1 exchanged", reading(|_| false, true)),
    ];
    let mut rows = Vec::new();
    for (name, text) in &all {
        let c = agreement(100, text)?;
        let mut row = vec![(*name).to_owned(), format!("{:+.3}", c.correlation().unwrap_or(0.0))];
        for opponent in ["start", "piece", "four"] {
            row.push(judged(run, text, opponent, 1)?.to_string());
        }
        rows.push(row);
    }
    let direct = judged(run, &all[1].1, &all[0].1, 1)?;
    let words = format!("second-active against second: {direct}");
    let head =
        ["reading", "C, 100 games", "against the start", "against pieces alone", "against the four terms"];
    Answered.with([Block::table(head, rows), Block::Text(words)])
}
