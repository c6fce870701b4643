//! What the program takes from an analysed game: TESTT, the two versions of a new pattern, AJUST and SUTEST (Doake 1972,
//! V (iii), labels 45 to 33).

use super::backtrack::{Analysis, line_text};
use super::memory::MOST_AJUST;
use super::patterns::{EarlyEntry, Entry, Lists, Origin, Pattern};
use super::reading::Reading;
use crate::Lesson;
use games::qubic::Qubic;
use games::{Played, Side};

/// How much the lists may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Capacity {
    /// Entries of TEST; 32 in the original.
    pub(crate) test: usize,
    /// Entries of SUTEST; 20 in the original.
    pub(crate) sutest: usize,
}

/// From whose side a game is looked at. A program that played both sides is two programs with one list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Views {
    /// The program played the winner.
    pub(crate) won: bool,
    /// The program played the loser.
    pub(crate) lost: bool,
}

impl Views {
    /// The views of a program that played these sides; one that only watched has both.
    pub(crate) fn of(played: [bool; 2], winner: Side) -> Self {
        let index = winner.index();
        match played {
            [false, false] => Self { won: true, lost: true },
            _ => Self { won: played[index], lost: played[1 - index] },
        }
    }
}

/// Adds what a game teaches to the lists. The game has been counted already.
pub(crate) fn learn(
    lists: &mut Lists,
    game: &Played<Qubic>,
    analysis: &Analysis,
    views: Views,
    reading: Reading,
    capacity: Capacity,
) -> Vec<Lesson> {
    let own = analysis.pattern;
    let other = own.other_version();
    // The version of the side that is looked at first decides whether the pattern is known.
    let versions = if views.won { [own, other] } else { [other, own] };
    let known = lists.find(&versions[0]).is_some();
    let mut lessons = Vec::new();
    if !known {
        let origin = Origin {
            game: lists.games,
            moves: game.moves().map(|m| m.index() as u8).collect(),
            lines: analysis.lines.iter().map(|&line| line as u8).collect(),
        };
        for version in versions {
            lessons.extend(list(lists, version, &origin, capacity));
        }
        lessons.extend(list_early(lists, analysis, reading, capacity));
    } else if views.lost
        && let Some(number) = lists.find(&other)
    {
        let ajust = lists.test[number].ajust.saturating_add(1).min(MOST_AJUST);
        lists.test[number].ajust = ajust;
        lessons
            .push(Lesson::Remark(format!("lost to pattern {other} again: its points are raised by {ajust}")));
    }
    count(lists, views, &own, &other);
    lessons
}

/// Appends a version that is not listed yet.
fn list(lists: &mut Lists, version: Pattern, origin: &Origin, capacity: Capacity) -> Option<Lesson> {
    if lists.find(&version).is_some() {
        return None;
    }
    if lists.test.len() >= capacity.test {
        let words = format!("pattern {version} is not listed: TEST is full ({})", capacity.test);
        return Some(Lesson::Remark(words));
    }
    lists.test.push(Entry::new(version, origin.clone()));
    let on: Vec<_> = origin.lines.iter().map(|&line| line_text(usize::from(line))).collect();
    let words = format!("learned pattern {version} from game {}: lines {}", origin.game, on.join(", "));
    Some(Lesson::Learned(words))
}

/// Appends the pattern as it was one move earlier, if it has two lines, or three where the reading allows them.
fn list_early(
    lists: &mut Lists,
    analysis: &Analysis,
    reading: Reading,
    capacity: Capacity,
) -> Option<Lesson> {
    if !(2..=reading.early_lines).contains(&analysis.lines.len()) {
        return None;
    }
    let pattern = Pattern::new(&analysis.early);
    if !reading.early_twice && lists.sutest.iter().any(|entry| entry.pattern == pattern) {
        return None;
    }
    if lists.sutest.len() >= capacity.sutest {
        let words = format!("earlier pattern {pattern} is not listed: SUTEST is full ({})", capacity.sutest);
        return Some(Lesson::Remark(words));
    }
    lists.sutest.push(EarlyEntry { pattern, game: lists.games });
    Some(Lesson::Learned(format!("learned earlier pattern {pattern} from game {}", lists.games)))
}

fn count(lists: &mut Lists, views: Views, own: &Pattern, other: &Pattern) {
    if views.won
        && let Some(number) = lists.find(own)
    {
        let wins = &mut lists.test[number].wins;
        *wins = wins.saturating_add(1);
    }
    if views.lost
        && let Some(number) = lists.find(other)
    {
        let losses = &mut lists.test[number].losses;
        *losses = losses.saturating_add(1);
    }
}
