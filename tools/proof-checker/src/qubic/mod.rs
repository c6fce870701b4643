//! Qubic's part: reads the start and the entries, and plays the winner against every reply.
//!
//! The modules, each of which uses only those above it:

pub mod board;

pub mod symmetry;

mod entries;

pub mod forced;

mod walk;

use crate::claim::{Claim, Winner};
use crate::file::Certificate;
use crate::text::quoted;
use crate::{Progress, Refusal, Verified};
use board::{Board, Position};
use entries::Entries;

pub const NAME: &str = "qubic";
/// Its rules: it has no variants.
pub const RULES: &str = "-";

/// What a user may claim about Qubic, with `-` for the start replaced.
///
/// # Errors
/// If the claim is about another game, names a variant, or its start is not a position.
pub fn normal_claim(claim: &Claim) -> Result<Claim, String> {
    if claim.game != NAME || claim.rules != RULES {
        return Err(format!(
            "the claim is about '{} {}': this checker knows '{NAME} {RULES}'",
            claim.game, claim.rules
        ));
    }
    let start = if claim.start == "-" { Position::default() } else { Position::parse(&claim.start)? };
    Ok(Claim { start: start.to_string(), ..claim.clone() })
}

/// Checks a certificate about Qubic.
///
/// # Errors
/// Why it is refused.
pub fn check(
    certificate: &Certificate<'_>,
    claim: Option<&Claim>,
    watch: &mut dyn FnMut(Progress),
) -> Result<Verified, Refusal> {
    if certificate.claim.rules != RULES {
        return Err(Refusal::new(format!(
            "its rules are {}: {NAME} has no variants, written {RULES}",
            quoted(&certificate.claim.rules)
        )));
    }
    let start = Position::parse(&certificate.claim.start)
        .map_err(|words| Refusal::new(format!("its start is not a position: {words}")))?;
    let proven = Claim { start: start.to_string(), ..certificate.claim.clone() };
    if let Some(claim) = claim {
        crate::compare(claim, &proven)?;
    }
    let board = Board::default();
    if start.is_full() || board.has_line(start.x) || board.has_line(start.o) {
        return Err(Refusal::new(format!("the game is over at its start {start}: there is nothing to win")));
    }
    let entries = Entries::read(&board, certificate)?;
    let (longest, entries) = walk::check(&board, entries, start, proven.winner == Winner::P1, watch)?;
    Ok(Verified {
        claim: proven,
        linked: None,
        longest,
        choices: entries.by_class.reached(),
        unused: entries.by_class.unused(),
    })
}
