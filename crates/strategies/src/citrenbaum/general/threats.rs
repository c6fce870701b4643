//! The forcing sequences that figure 8.1 asks for, for either side: related pairs, sequences in planes with the help of
//! watch cells, the short cubic Case 1, and forces in one plane that build up another.
//!
//! They are searched for on the whole board, so whatever is found is a proof; only the moves tried are those of the
//! thesis. (The 1107 program looked at one plane with lists of watch cells instead.)

use crate::citrenbaum::files::{FILE_SETS, PLANE_SETS, PLANES};
use crate::citrenbaum::plane::Rule;
use crate::citrenbaum::reason::Reason;
use crate::citrenbaum::view::{View, first, outside_twos};
use games::qubic::lines::{bit, cells, third_cells};

/// Forces tried in one plane before a search is given up. Searches that find something need a few dozen.
const BUDGET: u32 = 400;

/// A way to win by forces alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Threat {
    /// Own moves; the last makes two 3-0 files.
    pub(crate) line: Vec<u8>,
    /// What kind it is, said as the reason of its first move.
    pub(crate) reason: Reason,
}

/// The first threat in the order of figure 8.1: (a), (b), (c), (d), the cubic Case 1, (g). The side must have no 3-0
/// file, nor its opponent.
pub(super) fn find(view: View, rule: Rule) -> Option<Threat> {
    let pair = view.major_cell().map(|cell| Threat { line: vec![cell], reason: Reason::FormsTwoThrees });
    pair.or_else(|| in_planes(view, rule).next())
        .or_else(|| cubic(view).next())
        .or_else(|| plane_plane(view, rule))
}

/// All threats of the side, at most one for each related pair, plane and triple of files; a pair of planes only if
/// there is nothing else.
pub(super) fn all(view: View, rule: Rule) -> Vec<Threat> {
    let (_, majors) = view.two_sets();
    let mut found: Vec<Threat> =
        cells(majors).map(|cell| Threat { line: vec![cell as u8], reason: Reason::FormsTwoThrees }).collect();
    if found.is_empty() {
        found.extend(in_planes(view, rule).chain(cubic(view)));
    }
    if found.is_empty() {
        found.extend(plane_plane(view, rule));
    }
    found
}

/// The planes' sequences: those of an excess of three or more first, the largest first, then the excess-two planes with
/// an XWATCH cell at least and the excess-one planes with at least two.
fn in_planes(view: View, rule: Rule) -> impl Iterator<Item = Threat> {
    let excess = (1..=8).rev();
    excess.flat_map(move |excess| planes_of(view, excess)).filter_map(move |(plane, excess)| {
        let set = PLANE_SETS[plane];
        let watch = outside_twos(view, set) & set;
        if (excess as u32) + watch.count_ones().min(3) < 3 {
            return None;
        }
        let line = Search { rule, budget: BUDGET }.run(view, plane)?;
        let on_watch = excess < 3 && watch & bit(line.first().copied()?.into()) != 0;
        let reason = if on_watch {
            Reason::Watch { excess: u8::try_from(excess).unwrap_or(0), sequence: true }
        } else {
            Reason::StartsTfs
        };
        Some(Threat { line, reason })
    })
}

/// The planes with this excess, in order.
pub(super) fn planes_of(view: View, excess: i32) -> impl Iterator<Item = (usize, i32)> {
    (0..PLANE_SETS.len())
        .filter(move |&plane| view.excess(PLANE_SETS[plane]) == excess)
        .map(move |plane| (plane, excess))
}

/// A depth-first search of the forces on the cells of one plane (figure 6.10, with XWATCH and OWATCH cells).
struct Search {
    rule: Rule,
    budget: u32,
}

impl Search {
    fn run(&mut self, view: View, plane: usize) -> Option<Vec<u8>> {
        let mut line = Vec::new();
        self.go(view, plane, &mut line).then_some(line)
    }

    fn go(&mut self, view: View, plane: usize, line: &mut Vec<u8>) -> bool {
        let Some(candidates) = forces(view, PLANE_SETS[plane], self.rule) else { return false };
        if let Some(cell) = cells(candidates).find(|&cell| view.with_own(cell as u8).wins().count_ones() >= 2)
        {
            line.push(cell as u8);
            return true;
        }
        for cell in corners_first(plane, candidates) {
            if self.budget == 0 {
                return false;
            }
            self.budget -= 1;
            let next = view.with_own(cell);
            let Some(reply) = first(next.wins()) else { continue };
            line.push(cell);
            if self.go(next.with_other(reply), plane, line) {
                return true;
            }
            line.pop();
        }
        false
    }
}

/// The cells of this set on which an own stone makes a 3-0 file: vacant cells of 2-0 files inside the plane or leaving
/// it. A 0-3 file made by the last reply ends the sequence, or must be met at once, as the rule says.
fn forces(view: View, set: u64, rule: Rule) -> Option<u64> {
    let all = third_cells(view.own, view.empty()) & set;
    match view.dangers() {
        0 => Some(all),
        danger if rule == Rule::Lenient && danger.is_power_of_two() => Some(all & danger),
        _ => None,
    }
}

/// The cells of a set in the order of figure 6.10: corners of the plane first, then the plane's own order.
fn corners_first(plane: usize, set: u64) -> impl Iterator<Item = u8> {
    const ORDER: [usize; 16] = [0, 3, 12, 15, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14];
    ORDER.iter().map(move |&n| PLANES[plane][n]).filter(move |&cell| set & bit(cell.into()) != 0)
}

/// The short cubic Case 1 (chapter 7): a 1-0 file that meets two 2-0 files at vacant cells. A stone on one of them
/// makes a 3-0 file and turns the 1-0 file into the second 2-0 file of a related pair on the other.
fn cubic(view: View) -> impl Iterator<Item = Threat> {
    let (twos, _) = view.two_sets();
    let ones = view.files(1, 0).filter(move |&n| (FILE_SETS[n] & twos).count_ones() >= 2);
    ones.filter_map(move |n| {
        let meets = FILE_SETS[n] & twos;
        let pairs =
            cells(meets).flat_map(move |a| cells(meets & !bit(a)).map(move |b| vec![a as u8, b as u8]));
        let line = pairs.into_iter().find(|line| view.proven_win(line).is_some())?;
        Some(Threat { line, reason: Reason::CubicCase1 })
    })
}

/// The plane-plane sequence (chapter 7): forces in an excess-three plane that has no sequence of its own, until an
/// excess-two plane without watch cells has become an excess-three plane with one.
fn plane_plane(view: View, rule: Rule) -> Option<Threat> {
    let second: Vec<usize> = planes_of(view, 2).map(|(plane, _)| plane).collect();
    if second.is_empty() || view.two_sets().0 == 0 {
        return None;
    }
    (3..=8).flat_map(|excess| planes_of(view, excess)).find_map(|(plane, _)| {
        let mut line = Vec::new();
        let mut budget = BUDGET / 4;
        build_up(view, plane, &second, rule, &mut budget, &mut line)
            .then_some(Threat { line, reason: Reason::PlanePlane })
    })
}

fn build_up(
    view: View,
    plane: usize,
    second: &[usize],
    rule: Rule,
    budget: &mut u32,
    line: &mut Vec<u8>,
) -> bool {
    let Some(candidates) = forces(view, PLANE_SETS[plane], rule) else { return false };
    for cell in corners_first(plane, candidates) {
        if *budget == 0 {
            return false;
        }
        *budget -= 1;
        let next = view.with_own(cell);
        let Some(reply) = first(next.wins()) else { continue };
        let next = next.with_other(reply);
        line.push(cell);
        let grown = second.iter().filter(|&&other| next.excess(PLANE_SETS[other]) >= 3);
        for &other in grown {
            if let Some(rest) = (Search { rule, budget: BUDGET / 4 }).run(next, other) {
                line.extend(rest);
                return true;
            }
        }
        if build_up(next, plane, second, rule, budget, line) {
            return true;
        }
        line.pop();
    }
    false
}
