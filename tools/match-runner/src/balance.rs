//! Openings that an engine calls balanced: it is asked for its score of each, under a limit of nodes or depth, and those
//! near 0 are taken. One process does it, one opening behind the other, each as if it were the first: the result is the
//! same everywhere.

use crate::console::say;
use crate::engine::{Client, Score, Trouble};
use crate::openings::{Candidates, Opening};
use crate::preflight::protocol_of;
use crate::random::mix;
use crate::run::{Environment, Failure};
use crate::settings::openings::Balance;
use crate::settings::{EngineSettings, Settings};
use anyhow::anyhow;

/// So many openings are looked at for each one that is wanted, before the search is given up.
const PATIENCE: usize = 100;

/// The settings with the openings that pass the check, if there is one.
pub(crate) fn balanced(settings: &Settings, around: &Environment) -> Result<Settings, Failure> {
    let mut settings = settings.clone();
    let Some(balance) = &settings.balance else { return Ok(settings) };
    let candidates: Box<dyn Iterator<Item = Opening>> = match balance.plies {
        None => Box::new(balance.list.iter().cloned()),
        Some(plies) => match Candidates::new(&settings.game, &settings.rules, plies, settings.seed) {
            Some(source) => Box::new(source.take(balance.wanted.saturating_mul(PATIENCE))),
            None => return Err(Failure::Other(anyhow!("balance: nobody knows the rules of the game"))),
        },
    };
    let protocol = protocol_of(&balance.engine, &settings, around)?;
    let engine = EngineSettings { protocol, ..balance.engine.clone() };
    let (timeouts, interrupt) = (settings.timeouts, &around.interrupt);
    let mut judge =
        Client::start(&engine, &settings.game, &around.builtin, timeouts, interrupt).map_err(failure)?;
    let (mut taken, mut seen) = (Vec::new(), 0);
    for opening in candidates {
        if taken.len() == balance.wanted {
            break;
        }
        // With what has been found so far it would be another match, also for the one who resumes it.
        if interrupt.is_raised() {
            return Err(Failure::Interrupted);
        }
        seen += 1;
        if is_balanced(&mut judge, balance, &opening, mix(&[settings.seed, seen]))? {
            taken.push(opening);
        }
    }
    let within = format!("a score within {} of 0 by '{}'", balance.window, balance.engine.name);
    if taken.is_empty() {
        return Err(Failure::Other(anyhow!("balance: none of {seen} openings has {within}")));
    }
    if taken.len() < balance.wanted && balance.plies.is_some() {
        say(&format!(
            "fourscore-match: warning: {} of {} openings were found with {within}; they are used again",
            taken.len(),
            balance.wanted
        ));
    }
    settings.openings = balance.selection.of(taken, &settings.game, &settings.rules);
    Ok(settings)
}

/// Whether the score of this opening, in a game of this seed, is near 0; without a score it is not.
fn is_balanced(judge: &mut Client, balance: &Balance, opening: &Opening, seed: u64) -> Result<bool, Failure> {
    let mut ask = || {
        judge.begin_game(seed)?;
        judge.await_ready()?;
        judge.choose(opening, balance.engine.limit, None)
    };
    let reply = ask().map_err(failure)?;
    Ok(matches!(reply.info.score, Some(Score::Cp(score)) if score.unsigned_abs() <= balance.window))
}

fn failure(trouble: Trouble) -> Failure {
    match trouble.or_stall("judging openings") {
        Trouble::Fault(fault) => Failure::Engine(format!("balance: {fault}")),
        _ => Failure::Interrupted,
    }
}
