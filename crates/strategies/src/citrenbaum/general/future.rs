//! What `general` does when nobody can force anything: the advice for the opening, pseudo-terminal forcing sequences,
//! and the two forms of a future threat (chapter 8).

use crate::citrenbaum::Decision;
use crate::citrenbaum::files::{PLANE_SETS, PLANES};
use crate::citrenbaum::preset::Preset;
use crate::citrenbaum::reason::Reason;
use crate::citrenbaum::view::View;
use games::qubic::lines::{LINE_SETS, STRONG, bit, lines_through};

/// The advice for the opening (p. 64): strong cells; against a strong cell its mirror image, against another cell a
/// strong one that blocks none of its files, as that makes seven 1-0 files.
///
/// "About one of the axes of symmetry" does not say which image: taken is the half turn about the vertical axis. Every
/// image of a strong cell shares one of its files, which is what the advice is after.
pub(super) fn opening(view: View, list: &Preset) -> Option<Decision> {
    if view.own == 0 && view.other.count_ones() == 1 {
        let stone = view.other.trailing_zeros() as u8;
        if view.other & STRONG != 0 {
            let image = 16 * (stone / 16) + (15 - stone % 16);
            return Some(Decision::plain(image, Reason::MirrorImage));
        }
        let shares =
            |cell: u8| LINE_SETS.iter().any(|&set| set & bit(cell.into()) != 0 && set & view.other != 0);
        let apart = list.iter().copied().find(|&cell| bit(cell.into()) & STRONG != 0 && !shares(cell))?;
        return Some(Decision::plain(apart, Reason::StrongCell));
    }
    let strong = list.iter().copied().find(|&cell| view.empty() & STRONG & bit(cell.into()) != 0)?;
    Some(Decision::plain(strong, Reason::StrongCell))
}

/// A pseudo-terminal forcing sequence in a plane with an excess of three or more (pp. 52-55). The opponent has no
/// sequence of his own when this is asked, nor can a reply inside the plane give him a 0-3 file outside; what he can do
/// elsewhere with the free move is not looked at, so this proves nothing.
pub(super) fn pseudo(view: View) -> Option<Decision> {
    (0..PLANES.len()).filter(|&number| view.excess(PLANE_SETS[number]) >= 3).find_map(|number| {
        let openings = view.plane(number).pseudo_openings();
        let cell = PLANES[number].get(openings.trailing_zeros() as usize)?;
        Some(Decision::plain(*cell, Reason::PseudoTfs))
    })
}

/// What a move is worth as a future threat of one form, and its reason; `None` if it is none.
type Form = fn(View, u8) -> Option<(i32, Reason)>;

/// A future threat: in own excess planes, or inside the opponent's, whichever is preferred first.
pub(super) fn build(view: View, list: &Preset, preference: &str) -> Option<Decision> {
    let first_player = view.own.count_ones() == view.other.count_ones();
    let offence = match preference {
        "offence" => true,
        "defence" => false,
        _ => first_player,
    };
    let forms: [Form; 2] = if offence { [offensive, defensive] } else { [defensive, offensive] };
    forms.iter().find_map(|form| {
        let mut best: Option<(i32, Decision)> = None;
        for &cell in list.iter().filter(|&&cell| makes_two_only(view, cell)) {
            if let Some((value, reason)) = form(view, cell)
                && best.as_ref().is_none_or(|(most, _)| value > *most)
            {
                best = Some((value, Decision::plain(cell, reason)));
            }
        }
        best.map(|(_, decision)| decision)
    })
}

/// Whether an own stone on this cell makes a new 2-0 file and no 3-0 file.
fn makes_two_only(view: View, cell: u8) -> bool {
    view.empty() & bit(cell.into()) != 0 && {
        let counts = open_counts(view, cell);
        counts[1] > 0 && counts[2] == 0
    }
}

/// How many of the files through a cell hold 0, 1, 2 and 3 own stones and no opposing one.
fn open_counts(view: View, cell: u8) -> [u32; 4] {
    let mut counts = [0; 4];
    for set in lines_through(cell.into()).map(|line| LINE_SETS[line]) {
        if view.other & set == 0 {
            counts[(view.own & set).count_ones().min(3) as usize] += 1;
        }
    }
    counts
}

/// The planes through a cell in which the side has an excess: how many, and the sum of their excesses.
fn excess_planes(view: View, cell: u8) -> (u8, i32) {
    let through = PLANE_SETS.iter().filter(|&&set| set & bit(cell.into()) != 0);
    let excesses = through.map(|&set| view.excess(set)).filter(|&excess| excess > 0);
    excesses.fold((0, 0), |(planes, sum), excess| (planes + 1, sum + excess))
}

/// The first form: in an excess plane, rather on the intersection of several. Among those, where the excess is largest
/// and the new 2-0 files are most.
fn offensive(view: View, cell: u8) -> Option<(i32, Reason)> {
    let (planes, excess) = excess_planes(view, cell);
    let twos = open_counts(view, cell)[1] as i32;
    (planes > 0)
        .then_some((100 * i32::from(planes.min(2)) + 10 * excess + twos, Reason::FutureThreat { planes }))
}

/// The second form: inside planes in which the opponent has the excess.
fn defensive(view: View, cell: u8) -> Option<(i32, Reason)> {
    let (planes, excess) = excess_planes(view.swapped(), cell);
    let twos = open_counts(view, cell)[1] as i32;
    (planes > 0).then_some((10 * excess + twos, Reason::DefensiveThreat))
}
