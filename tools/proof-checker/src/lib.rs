//! Checks certificates: files that claim that a player wins a game and say how (`proof-format.md`).
//!
//! Anyone who doubts a proof should be able to read what checks it. So this package depends on no other of the workspace,
//! has rules of its own, written to be obvious rather than fast, and plays the winner's moves against **every** reply
//! (in Go-Moku it may leave out replies that provably change nothing).
//!
//! The modules, each of which uses only those above it:

pub mod text;

pub mod claim;

pub mod file;

mod by_class;

pub mod qubic;

pub mod gomoku;

use claim::Claim;
use file::Certificate;
use std::fmt::{self, Display};

/// A proof that stands: what it proves, and what the checker counted itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// What is proven, its start written in the game's usual way.
    pub claim: Claim,
    /// In Go-Moku what depends on the file alone.
    pub linked: Option<Linked>,
    /// Moves of both sides from the start to the end of the longest game.
    pub longest: u32,
    /// Entries of the certificate that some game reaches.
    pub choices: usize,
    /// The numbers (from 1) of the entries that no game reaches: they prove nothing and do no harm.
    pub unused: Vec<usize>,
}

/// What hangs together by the entries of a certificate alone: the same for every checker, however it finds wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Linked {
    /// Entries that the start is linked to.
    pub entries: usize,
    /// Plies from the start up to the move of the deepest of them, that one included.
    pub depth: u32,
}

impl Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Claim { game, rules, start, winner } = &self.claim;
        write!(f, "verified: game={game} rules={rules} start={start} winner={winner} ")?;
        if let Some(Linked { entries, depth }) = self.linked {
            write!(f, "linked={entries} depth={depth} ")?;
        }
        write!(f, "longest={} choices={}", self.longest, self.choices)
    }
}

/// Why a certificate proves nothing: one sentence, with the line of play that breaks the proof where there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(pub String);

impl Refusal {
    pub fn new(words: impl Into<String>) -> Self {
        Self(words.into())
    }

    /// That play breaks the proof: the position behind these moves, and why.
    fn in_play(moves: &[String], position: impl Display, why: &str) -> Self {
        let line =
            if moves.is_empty() { "at the start".into() } else { format!("after {}", moves.join(" ")) };
        Self(format!("{line} (position {position}) {why}"))
    }
}

impl Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

/// How far a check has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Entries of the certificate.
    pub entries: usize,
    /// Entries reached so far.
    pub choices: usize,
    /// Positions whose replies have all been looked at, symmetric ones counted once.
    pub positions: u64,
    /// Replies looked at.
    pub replies: u64,
}

/// How thoroughly to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Play every reply outside wins by continuous threats. Otherwise, where the winner of Go-Moku threatens a win, only the replies that could
    /// disturb it are played (`proof-format.md`). Qubic has every reply played in any case.
    pub every_reply: bool,
    /// How many positions of Go-Moku to look at at the same time, at least 1. What comes out does not depend on it.
    pub threads: usize,
    /// Refuse a proof with games of more plies, and take no win by continuous threats that makes them longer.
    pub longest: Option<u32>,
}

impl Default for Options {
    fn default() -> Self {
        Self { every_reply: false, threads: 1, longest: None }
    }
}

/// Checks the bytes of a certificate, and that it proves what is claimed, if something is. `watch` is told now and
/// then how far the check has come.
///
/// # Errors
/// Why the certificate is refused.
pub fn check(
    bytes: &[u8],
    claim: Option<&Claim>,
    watch: &mut dyn FnMut(Progress),
) -> Result<Verified, Refusal> {
    check_with(bytes, claim, Options::default(), watch)
}

/// The same with options.
///
/// # Errors
/// Why the certificate is refused.
pub fn check_with(
    bytes: &[u8],
    claim: Option<&Claim>,
    options: Options,
    watch: &mut dyn FnMut(Progress),
) -> Result<Verified, Refusal> {
    let certificate = Certificate::parse(bytes)?;
    let verified = match certificate.claim.game.as_str() {
        qubic::NAME => qubic::check(&certificate, claim, watch)?,
        gomoku::NAME => gomoku::check(&certificate, claim, options, watch)?,
        game => {
            return Err(Refusal::new(format!(
                "it is about the game {}: this checker knows {} and {}",
                text::quoted(game),
                qubic::NAME,
                gomoku::NAME
            )));
        }
    };
    match options.longest {
        Some(most) if verified.longest > most => {
            let longest = verified.longest;
            Err(Refusal::new(format!("its longest game has {longest} plies, more than {most}")))
        }
        _ => Ok(verified),
    }
}

/// What a user may claim, with `-` for the start replaced by the game's own.
///
/// # Errors
/// If the claim is about an unknown game or unknown rules, or its start is not a position.
pub fn normal_claim(claim: &Claim) -> Result<Claim, String> {
    match claim.game.as_str() {
        qubic::NAME => qubic::normal_claim(claim),
        gomoku::NAME => gomoku::normal_claim(claim),
        game => {
            let gomoku = gomoku::RULES.map(|(rules, _)| format!("'{} {rules}'", gomoku::NAME));
            Err(format!(
                "the claim is about the game {}: this checker knows '{} {}', {}",
                text::quoted(game),
                qubic::NAME,
                qubic::RULES,
                gomoku.join(", ")
            ))
        }
    }
}

/// Whether what a certificate says that it proves is what is claimed.
fn compare(claim: &Claim, proven: &Claim) -> Result<(), Refusal> {
    let wanted = normal_claim(claim).map_err(Refusal::new)?;
    for (what, wanted, proven) in [
        ("game", &wanted.game, &proven.game),
        ("rules", &wanted.rules, &proven.rules),
        ("start", &wanted.start, &proven.start),
        ("winner", &wanted.winner.to_string(), &proven.winner.to_string()),
    ] {
        if wanted != proven {
            return Err(Refusal::new(format!(
                "it is about another {what}: {proven}, where the claim says {wanted}"
            )));
        }
    }
    Ok(())
}
