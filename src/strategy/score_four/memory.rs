//! The program's memory as text, one entry a line, in the thesis's numbers of squares: plain enough to be read and to be
//! written by hand.
//!
//! ```text
//! games 4
//! test 10 5 10 | ajust 0 | won 2 lost 0 | game 4 | moves 39 1 13 | lines 13-30-47-64
//! sutest 10 5 | game 4
//! end 6
//! ```
//!
//! The last line counts all lines before it, so that a file cut short is noticed.

use super::backtrack::line_text;
use super::patterns::{EarlyEntry, Entry, Lists, Origin, Pattern, RULES};
use crate::game::qubic::lines::{CELLS, LINE_SETS};
use crate::game::quoted;
use std::fmt::Write;

/// The version of this format, in the file's first line.
pub const VERSION: u32 = 1;

/// The lists as text.
#[must_use]
pub fn to_text(lists: &Lists) -> String {
    let mut text = format!("games {}\n", lists.games);
    for entry in &lists.test {
        let _ = writeln!(
            text,
            "test {} | ajust {} | won {} lost {}{}",
            numbers(entry.pattern.sums()),
            entry.ajust,
            entry.wins,
            entry.losses,
            origin_text(&entry.origin)
        );
    }
    for entry in &lists.sutest {
        let _ = writeln!(text, "sutest {} | game {}", numbers(entry.pattern.sums()), entry.game);
    }
    let lines = text.lines().count();
    let _ = writeln!(text, "end {lines}");
    text
}

fn numbers(sums: &[i8]) -> String {
    sums.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn origin_text(origin: &Origin) -> String {
    if origin.game == 0 {
        return String::new();
    }
    let moves: Vec<_> = origin.moves.iter().map(|cell| (cell + 1).to_string()).collect();
    let lines: Vec<_> = origin.lines.iter().map(|&line| line_text(usize::from(line))).collect();
    format!(" | game {} | moves {} | lines {}", origin.game, moves.join(" "), lines.join(" "))
}

/// Reads the lists back.
///
/// # Errors
/// A sentence that names the line which is wrong.
pub fn from_text(text: &str) -> Result<Lists, String> {
    let mut lists = Lists { games: 0, test: Vec::new(), sutest: Vec::new() };
    let mut ended = false;
    for (index, line) in text.lines().enumerate() {
        if ended {
            return Err(format!("line {}: something follows the end", index + 2));
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let read = match word {
            "games" => number(rest).map(|games| lists.games = games),
            "test" => read_entry(rest).map(|entry| lists.test.push(entry)),
            "sutest" => read_early(rest).map(|entry| lists.sutest.push(entry)),
            "end" => number(rest).filter(|&count: &usize| count == index).map(|_| ended = true),
            _ => None,
        };
        // The file's first line, which names its owner, is not part of this text.
        read.ok_or_else(|| format!("line {} is damaged: {}", index + 2, quoted(line)))?;
    }
    if !ended {
        return Err("its last line is missing: it has been cut short".to_owned());
    }
    let rules = lists.test.iter().take(RULES.len()).map(|entry| entry.pattern);
    if !rules.eq(RULES.iter().map(|&sum| Pattern::new(&[sum]))) {
        return Err("its first four patterns are not 20, 4, 15 and 3".to_owned());
    }
    Ok(lists)
}

fn number<N: std::str::FromStr>(text: &str) -> Option<N> {
    text.trim().parse().ok()
}

fn pattern(text: &str, longest: usize) -> Option<Pattern> {
    let sums: Option<Vec<i8>> = text.split_whitespace().map(number).collect();
    let sums = sums.filter(|sums| (1..=longest).contains(&sums.len()))?;
    sums.iter().all(|sum| (0..=20).contains(sum)).then(|| Pattern::new(&sums))
}

fn read_entry(text: &str) -> Option<Entry> {
    let mut parts = text.split('|').map(str::trim);
    let mut entry = Entry::new(pattern(parts.next()?, 5)?, Origin::default());
    for part in parts {
        let (word, rest) = part.split_once(' ')?;
        match word {
            "ajust" => entry.ajust = number(rest)?,
            "won" => {
                let (won, lost) = rest.split_once(" lost ")?;
                (entry.wins, entry.losses) = (number(won)?, number(lost)?);
            }
            "game" => entry.origin.game = number(rest)?,
            "moves" => {
                entry.origin.moves = rest.split_whitespace().map(read_square).collect::<Option<_>>()?
            }
            "lines" => entry.origin.lines = rest.split_whitespace().map(read_line).collect::<Option<_>>()?,
            _ => return None,
        }
    }
    Some(entry)
}

fn read_early(text: &str) -> Option<EarlyEntry> {
    let (sums, game) = text.split_once('|')?;
    Some(EarlyEntry { pattern: pattern(sums, 3)?, game: number(game.trim().strip_prefix("game")?)? })
}

fn read_square(text: &str) -> Option<u8> {
    number::<u8>(text)?.checked_sub(1).filter(|&cell| usize::from(cell) < CELLS)
}

fn read_line(text: &str) -> Option<u8> {
    let squares: Vec<u8> = text.split('-').map(read_square).collect::<Option<_>>()?;
    let set = squares.iter().fold(0, |set, &cell| set | 1_u64 << cell);
    LINE_SETS.iter().position(|&line| line == set).map(|line| line as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learned() -> Lists {
        let mut lists = Lists::thesis();
        lists.games = 7;
        lists.test[6].origin = Origin { game: 3, moves: vec![38, 0, 63], lines: vec![75, 0] };
        lists.test[7].ajust = 2;
        (lists.test[7].wins, lists.test[7].losses) = (1, 4);
        lists
    }

    #[test]
    fn what_is_written_is_read() {
        let text = to_text(&learned());
        assert!(
            text.contains(
                "test 10 5 10 | ajust 0 | won 0 lost 0 | game 3 | moves 39 1 64 | lines 4-23-42-61 1-2-3-4"
            ),
            "{text}"
        );
        assert_eq!(from_text(&text), Ok(learned()));
    }

    #[test]
    fn damage_is_noticed_wherever_it_is() {
        let text = to_text(&learned());
        assert!(from_text("").unwrap_err().contains("cut short"));
        for cut in 0..text.len() - 1 {
            assert!(from_text(&text[..cut]).is_err(), "cut at {cut}");
        }
        for bad in
            ["test 99 1", "test", "test 1 2 3 4 5 6", "sutest 10 5", "test 10 | moves 65", "nonsense", ""]
        {
            let message = from_text(&format!("games 1\n{bad}\nend 2\n")).unwrap_err();
            assert!(message.contains("line 3 is damaged"), "{bad}: {message}");
        }
        assert!(from_text("games 1\ntest 20\nend 2\n").unwrap_err().contains("first four"));
        assert!(from_text(&format!("{text}test 1\n")).unwrap_err().contains("follows the end"));
    }
}
