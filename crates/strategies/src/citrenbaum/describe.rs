//! A position in the terms of the thesis, for `eval`: files, related pairs, and planes with an excess, for both sides.

use super::files::PLANE_SETS;
use super::plane::Rule;
use super::view::{View, outside_twos};
use games::Notation;
use games::qubic::lines::cells;
use games::qubic::{Cell, Qubic};
use games::{Game, Played};

/// What both sides have, in lines of text; planes only if they are wanted.
pub(super) fn describe(game: &Played<Qubic>, planes: bool) -> String {
    let view = View::of(game.position());
    let mut lines = Vec::new();
    for (who, view) in [("side to move", view), ("opponent", view.swapped())] {
        let files = [3, 2, 1].map(|own| format!("{} {own}-0", view.files(own, 0).count())).join(", ");
        let (_, majors) = view.two_sets();
        lines.push(format!("{who}: files {files}; major cells {}", texts(game.position(), majors)));
        if planes {
            lines.extend(
                (0..PLANE_SETS.len()).filter_map(|number| plane_words(game.position(), view, number)),
            );
        }
    }
    lines.join("\n")
}

/// A plane in which the side has an excess of two or more.
fn plane_words(position: &Qubic, view: View, number: usize) -> Option<String> {
    let set = PLANE_SETS[number];
    if view.excess(set) < 2 {
        return None;
    }
    let watch = |view: View| outside_twos(view, set) & set;
    let plane = view.plane(number);
    let tfs = if plane.has_sequence(Rule::Strict) { "TFS" } else { "no TFS" };
    Some(format!(
        "  plane {}: {}-{}, {tfs}, XWATCH {}, OWATCH {}",
        number + 1,
        plane.own.count_ones(),
        plane.other.count_ones(),
        texts(position, watch(view)),
        texts(position, watch(view.swapped())),
    ))
}

/// Cells as text, or a dash for none.
fn texts(position: &Qubic, set: u64) -> String {
    let found: Vec<String> = cells(set)
        .filter_map(Cell::new)
        .map(|cell| position.move_text(cell, Notation::Coordinates))
        .collect();
    if found.is_empty() { "-".to_owned() } else { found.join(" ") }
}
