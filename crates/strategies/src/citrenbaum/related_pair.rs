//! `related-pair`: the PDP-4 program (chapter 4, figure 4.1, Appendix I; in ALGOL in Appendix IV).
//!
//! Four questions in this order: an own 3-0 file, an opposing 0-3 file, an own related pair, an opposing one; and a
//! preset list when all answers are no.

use super::preset::{self, Preset};
use super::reason::Reason;
use super::view::{View, first};
use super::{Decision, Program};
use crate::settings::{Settings, choice, options};
use crate::{Abilities, Row};
use games::Played;
use games::qubic::Qubic;

pub const ROW: Row<Qubic> = Row {
    name: "related-pair",
    summary: "Citrenbaum's PDP-4 program of 1965: four questions and a preset list",
    make: || Box::new(Program { decide, planes: false }),
    options: RelatedPairOptions::OPTIONS,
    abilities: Abilities { instant: true, ..Abilities::NONE },
};

options! {
    /// What related-pair is asked for.
    struct RelatedPairOptions {
        /// The list it plays from when nothing threatens: fixed, strong cells first, or drawn by Seed.
        preset: String = choice("RelatedPair.Preset", "fixed", preset::KINDS),
        /// When it resigns: never, facing two threes, or also whenever figure 4.1 predicts the loss.
        concede: String = choice("RelatedPair.Concede", "code", &["never", "code", "chart"]),
    }
}

fn decide(_game: &Played<Qubic>, view: View, settings: &Settings, seed: u64) -> (Preset, Decision) {
    let options = RelatedPairOptions::of(settings);
    let list = preset::list(&options.preset, seed);
    let decision = answer(view).unwrap_or_else(|| Decision::preset(&list, 0, view));
    let resigns = concedes(view, &decision, &options.concede);
    (list, Decision { resigns, ..decision })
}

/// The four questions. `None` when all answers are no.
///
/// The program asks nothing before the opponent's third move, merely to save time: until then no answer can be yes for
/// the second player, which it always was. A first player can have three stones by then, so here they are always asked.
pub(super) fn answer(view: View) -> Option<Decision> {
    threes(view).or_else(|| {
        let own = view.major_cell().map(|cell| Decision::line(vec![cell], Reason::FormsTwoThrees));
        own.or_else(|| Some(Decision::plain(view.swapped().major_cell()?, Reason::BlocksRelatedPair)))
    })
}

/// The first two questions, which every program of the thesis asks first.
pub(super) fn threes(view: View) -> Option<Decision> {
    if let Some(cell) = first_of_files(view) {
        return Some(Decision::line(vec![cell], Reason::FormsFour));
    }
    let cell = first_of_files(view.swapped())?;
    let lost = view.dangers().count_ones() >= 2;
    Some(Decision { loss: lost.then_some(2), ..Decision::plain(cell, Reason::BlocksThree) })
}

/// The vacant cell of the first 3-0 file in file order.
fn first_of_files(view: View) -> Option<u8> {
    if view.wins() == 0 {
        return None;
    }
    let file = view.files(3, 0).next()?;
    first(super::files::FILE_SETS[file] & view.empty())
}

/// Whether the program gives up. The code does with two 0-3 files or more against it, though it still blocks one and
/// hopes; the dotted boxes of figure 4.1 add a 0-3 file with a related pair behind it that the block neither spoils
/// nor answers with a 3-0 file (5c), and two independent related pairs (5b).
fn concedes(view: View, decision: &Decision, level: &str) -> bool {
    if level == "never" || view.wins() != 0 {
        return false;
    }
    if view.dangers().count_ones() >= 2 {
        return true;
    }
    if level != "chart" {
        return false;
    }
    let after = view.with_own(decision.cell);
    match decision.reason {
        Reason::BlocksThree => after.wins() == 0 && after.swapped().major_cell().is_some(),
        Reason::BlocksRelatedPair => view.swapped().has_independent_pairs(),
        _ => false,
    }
}
