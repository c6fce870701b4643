//! `general`: the strategy that chapter 8 sums up in figure 8.1 and its author did not get to program.
//!
//! A win or a block at once; the first forcing sequence that works; what stops the opponent's; a sequence with one move
//! that is no strict force; a future threat; and the advice for the opening. The letters of the figure are partly
//! illegible; its order is taken from chapter 8's prose and from the order in which chapters 4 to 7 bring the ideas.

mod future;
mod threats;

use super::plane::Rule;
use super::preset::{self, Preset};
use super::reason::Reason;
use super::related_pair::threes;
use super::sequence::under_way;
use super::view::{View, first};
use super::{Decision, Program};
use crate::settings::{Settings, choice, flag, options};
use crate::{Abilities, Row};
use games::Played;
use games::qubic::Qubic;
use games::qubic::lines::bit;
use threats::Threat;

pub const ROW: Row<Qubic> = Row {
    name: "general",
    summary: "the strategy of Citrenbaum's chapter 8 (1965), which was never programmed then",
    make: || Box::new(Program { decide, planes: true }),
    options: GeneralOptions::OPTIONS,
    abilities: Abilities { instant: true, ..Abilities::NONE },
};

options! {
    /// What general is asked for.
    struct GeneralOptions {
        /// The list it opens from, after the advice of chapter 8: fixed, strong cells first, or drawn by Seed.
        preset: String = choice("General.Preset", "strong", preset::KINDS),
        /// Whether a reply that makes a 0-3 file ends a sequence (strict) or may be met by the next force.
        rule: String = choice("General.Rule", "lenient", Rule::NAMES),
        /// Future threats in own excess planes (offence) or the opponent's (defence); side: as first or second.
        future: String = choice("General.Future", "side", &["side", "offence", "defence"]),
        /// Whether it resigns when it faces two threes.
        concede: bool = flag("General.Concede", true),
    }
}

/// Plies of the opening: each side's first two moves, before which no plane holds much.
const OPENING_PLIES: u32 = 4;

fn decide(game: &Played<Qubic>, view: View, settings: &Settings, seed: u64) -> (Preset, Decision) {
    let options = GeneralOptions::of(settings);
    let list = preset::list(&options.preset, seed);
    let decision = answer(game, view, &list, &options).unwrap_or_else(|| Decision::preset(&list, 0, view));
    let resigns = options.concede && decision.loss == Some(2);
    (list, Decision { resigns, ..decision })
}

fn answer(game: &Played<Qubic>, view: View, list: &Preset, options: &GeneralOptions) -> Option<Decision> {
    let rule = Rule::from_name(&options.rule);
    let plies = (view.own | view.other).count_ones();
    threes(view)
        .or_else(|| {
            let start = |view, _| started(view, rule);
            let rest = under_way(game, start).filter(|rest| view.proven_win(rest).is_some())?;
            let reason = if rest.len() == 1 { Reason::FormsTwoThrees } else { Reason::ContinuesTfs };
            Some(Decision::line(rest, reason))
        })
        .or_else(|| threats::find(view, rule).map(|threat| Decision::line(threat.line, threat.reason)))
        .or_else(|| defend(view, rule))
        .or_else(|| future::opening(view, list).filter(|_| plies < OPENING_PLIES))
        .or_else(|| future::pseudo(view))
        .or_else(|| future::build(view, list, &options.future))
}

/// The sequence that the program starts in a position, if that is what it does there.
fn started(view: View, rule: Rule) -> Option<Vec<u8>> {
    if view.wins() | view.dangers() != 0 { None } else { threats::find(view, rule).map(|threat| threat.line) }
}

/// The right column of figure 8.1: one threat is blocked; of several, all by one cell if there is such a cell, and
/// otherwise the shortest.
fn defend(view: View, rule: Rule) -> Option<Decision> {
    let mut against = threats::all(view.swapped(), rule);
    against.sort_by_key(|threat| threat.line.len());
    let shortest = against.first()?;
    let stops = |&cell: &u8| threats::find(view.with_own(cell).swapped(), rule).is_none();
    let cell = blocking_cells(view, &against).into_iter().find(stops);
    let reason = match (against.len(), shortest.reason, cell) {
        (1, Reason::FormsTwoThrees, _) => Reason::BlocksRelatedPair,
        (1, _, _) => Reason::BlocksTfs,
        (_, _, Some(_)) => Reason::BlocksSeveral,
        (_, _, None) => Reason::BlocksShortest,
    };
    Some(Decision::plain(cell.or_else(|| shortest.line.first().copied())?, reason))
}

/// The cells that opposing sequences use: first moves first, then the others and the forced replies, each once.
fn blocking_cells(view: View, against: &[Threat]) -> Vec<u8> {
    let mut listed = Vec::new();
    let mut seen = 0;
    let mut add = |cell: u8| {
        if seen & bit(cell.into()) == 0 {
            seen |= bit(cell.into());
            listed.push(cell);
        }
    };
    against.iter().filter_map(|threat| threat.line.first()).for_each(|&cell| add(cell));
    for threat in against {
        let mut attack = view.swapped();
        for &cell in &threat.line {
            attack = attack.with_own(cell);
            add(cell);
            while let Some(reply) = first(attack.wins()) {
                attack = attack.with_other(reply);
                add(reply);
            }
        }
    }
    listed
}
