//! Go-Moku's part: reads the start and the entries, and plays black against white's replies.
//!
//! The modules, each of which uses only those above it:

pub mod square;

pub mod position;

pub mod board;

pub mod renju;

pub mod symmetry;

mod entries;

pub mod threats;

pub mod search;

pub mod win;

mod replies;

mod walk;

#[cfg(test)]
mod tests;

use crate::claim::{Claim, Winner};
use crate::file::Certificate;
use crate::text::quoted;
use crate::{Options, Progress, Refusal, Verified};
use board::{Board, Rules, Side};
use entries::Entries;
use position::Position;
use walk::Walk;

pub const NAME: &str = "gomoku";
/// The rules that are known, by name.
pub const RULES: [(&str, Rules); 4] = [
    ("freestyle", Rules::Freestyle),
    ("standard", Rules::Standard),
    ("renju", Rules::Renju),
    ("second-move-restricted", Rules::SecondMoveRestricted),
];
/// The rows of the board on which a game begins if nothing else is said.
const USUAL_SIZE: usize = 15;

fn rules_named(name: &str) -> Result<Rules, String> {
    let known = RULES.iter().find(|(known, _)| *known == name).map(|&(_, rules)| rules);
    known.ok_or_else(|| {
        let names = RULES.map(|(name, _)| name);
        format!("rules of {NAME} are {}, not {}", names.join(", "), quoted(name))
    })
}

/// What a user may claim about Go-Moku, with `-` for the start replaced by the empty board of 15 rows.
///
/// # Errors
/// If the claim is about another game, names unknown rules, or its start is not a position.
pub fn normal_claim(claim: &Claim) -> Result<Claim, String> {
    rules_named(&claim.rules)?;
    let start = match claim.start.as_str() {
        "-" => Position::empty(USUAL_SIZE),
        text => Position::parse(text)?,
    };
    Ok(Claim { start: start.to_string(), ..claim.clone() })
}

/// Checks a certificate about Go-Moku.
///
/// # Errors
/// Why it is refused.
pub fn check(
    certificate: &Certificate<'_>,
    claim: Option<&Claim>,
    options: Options,
    watch: &mut dyn FnMut(Progress),
) -> Result<Verified, Refusal> {
    let rules = rules_named(&certificate.claim.rules).map_err(Refusal::new)?;
    let start = Position::parse(&certificate.claim.start)
        .map_err(|words| Refusal::new(format!("its start is not a position: {words}")))?;
    let proven = Claim { start: start.to_string(), ..certificate.claim.clone() };
    if let Some(claim) = claim {
        crate::compare(claim, &proven)?;
    }
    if proven.winner != Winner::P1 {
        return Err(Refusal::new(format!(
            "its winner is p2: in certificates of {NAME} black wins, who is p1"
        )));
    }
    if rules == Rules::SecondMoveRestricted && start.size == 5 {
        return Err(Refusal::new("its board has 5 rows: its rules need 6 or more"));
    }
    let board = Board::new(&start, rules);
    if board.is_full() || board.has_row(Side::Black) || board.has_row(Side::White) {
        return Err(Refusal::new(format!("the game is over at its start {start}: there is nothing to win")));
    }
    let entries = Entries::read(start.size, certificate)?;
    let longest = Walk { start: &start, rules, entries: &entries, options }.check(watch)?;
    Ok(Verified {
        claim: proven,
        linked: Some(entries.linked(&start)),
        longest,
        choices: entries.by_class.reached(),
        unused: entries.by_class.unused(),
    })
}
