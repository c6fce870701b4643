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
//! The first line counts the games and the last one all lines before it, so that a file cut short is noticed. Nothing
//! is optional but the last three fields of a `test`, which a pattern that was given does not have: what is read would
//! be written in exactly the same characters, and everything else is refused.

use super::backtrack::line_text;
use super::patterns::{EarlyEntry, Entry, Lists, Origin, Pattern, RULES};
use games::qubic::lines::{CELLS, LINE_SETS};
use games::quoted;
use std::fmt::{Display, Write};
use std::str::FromStr;

/// The version of this format, in the file's first line.
pub(crate) const VERSION: u32 = 1;

/// The largest AJUST; learning stops there.
pub(crate) const MOST_AJUST: i32 = 1_000_000;

/// What an entry of TEST looks like.
const TEST_LINE: &str = "'test SUMS | ajust N | won N lost N', and for a learned pattern ' | game N | moves SQUARES | \
                         lines LINES' after it";
/// What an entry of SUTEST looks like.
const SUTEST_LINE: &str = "'sutest SUMS | game N'";

#[must_use]
pub(crate) fn to_text(lists: &Lists) -> String {
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
/// A sentence that names the line which is wrong, and what is allowed there.
pub fn from_text(text: &str) -> Result<Lists, String> {
    let (games, lines) = frame(text)?;
    let mut lists = Lists { games, test: Vec::new(), sutest: Vec::new() };
    for (number, line) in lines {
        read_line_into(&mut lists, line).map_err(|allowed| refused(number, line, &allowed))?;
    }
    if lists.test.len() < RULES.len() {
        let number = lists.test.len() + 3;
        return Err(format!("line {number} is damaged: the first four patterns must be 20, 4, 15 and 3"));
    }
    Ok(lists)
}

/// The number of games, and the entries: each line with its number in the file.
pub(super) type Frame<'a> = (u32, Vec<(usize, &'a str)>);

/// The number of games in the first line, and the lines between it and the last with their numbers in the file, whose
/// own first line (which names its owner) is not part of this text.
///
/// # Errors
/// If the first line does not count the games or the last one not the lines before it.
pub(super) fn frame(text: &str) -> Result<Frame<'_>, String> {
    let lines: Vec<(usize, &str)> = (2..).zip(text.split_terminator('\n')).collect();
    let Some(&(first, line)) = lines.first() else {
        return Err("line 2 is missing: the file has been cut short; allowed is 'games N'".to_owned());
    };
    let games = named(line, "games").and_then(number).ok_or_else(|| {
        refused(first, line, &format!("'games N' as the first line, N from 0 to {}", u32::MAX))
    })?;
    let end = lines.iter().position(|(_, line)| line.split(' ').next() == Some("end"));
    let Some(end) = end else {
        return Err(format!(
            "line {} is missing: the file has been cut short; allowed is 'end {}'",
            lines.len() + 2,
            lines.len()
        ));
    };
    let (last, line) = lines[end];
    if named(line, "end").and_then(number) != Some(end) {
        return Err(refused(last, line, &format!("'end {end}', after so many lines")));
    }
    if let Some(&(after, line)) = lines.get(end + 1) {
        return Err(refused(after, line, "nothing, for it follows the end"));
    }
    if !text.ends_with('\n') {
        return Err(format!("line {last} is cut short: allowed is 'end {end}' and the end of the line"));
    }
    Ok((games, lines[1..end].to_vec()))
}

/// The words about a line that is refused.
pub(super) fn refused(number: usize, line: &str, allowed: &str) -> String {
    format!("line {number} is damaged: {}; allowed is {allowed}", quoted(line))
}

/// What follows this name and a blank.
pub(super) fn named<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.strip_prefix(name)?.strip_prefix(' ')
}

/// A number, written as this program writes it: without a sign, leading zeros or blanks.
pub(super) fn number<N: FromStr + Display>(text: &str) -> Option<N> {
    text.parse().ok().filter(|number: &N| number.to_string() == text)
}

/// Reads the field `won N lost N`.
///
/// # Errors
/// What is allowed.
pub(super) fn read_results(text: &str) -> Result<(u32, u32), String> {
    let read = || {
        let (won, lost) = named(text, "won")?.split_once(" lost ")?;
        Some((number(won)?, number(lost)?))
    };
    read().ok_or_else(|| format!("'won N lost N', N from 0 to {}", u32::MAX))
}

/// Reads the field `game N`, with N from `first` to the number of games.
///
/// # Errors
/// What is allowed.
pub(super) fn read_game(text: &str, first: u32, games: u32) -> Result<u32, String> {
    let game = named(text, "game").and_then(number).filter(|game| (first..=games).contains(game));
    game.ok_or_else(|| format!("'game N', N from {first} to the number of games, {games}"))
}

/// Reads the field `moves`.
///
/// # Errors
/// What is allowed.
pub(super) fn read_moves(text: &str) -> Result<Vec<u8>, String> {
    let read = || named(text, "moves")?.split(' ').map(read_square).collect::<Option<Vec<u8>>>();
    let mut taken = 0_u64;
    let new = |&cell: &u8| {
        let free = taken >> cell & 1 == 0;
        taken |= 1 << cell;
        free
    };
    read()
        .filter(|moves| moves.iter().all(new))
        .ok_or_else(|| format!("'moves' and the numbers of squares from 1 to {CELLS}, none of them twice"))
}

/// Adds the entry in this line, or says what is allowed.
fn read_line_into(lists: &mut Lists, line: &str) -> Result<(), String> {
    let games = lists.games;
    match line.split_once(' ') {
        Some(("test", rest)) if lists.sutest.is_empty() => {
            let entry = read_entry(rest, games)?;
            if lists.find(&entry.pattern).is_some() {
                return Err("each pattern once, and this one stands in an earlier line".to_owned());
            }
            let rule = RULES.get(lists.test.len());
            if rule.is_some_and(|&sum| entry.pattern != Pattern::new(&[sum])) {
                return Err("20, 4, 15 and 3, in this order, as the first four patterns".to_owned());
            }
            lists.test.push(entry);
        }
        Some(("sutest", rest)) => lists.sutest.push(read_early(rest, games)?),
        _ if lists.sutest.is_empty() => return Err(format!("{TEST_LINE}, or {SUTEST_LINE}")),
        _ => return Err(format!("{SUTEST_LINE} or 'end N' after the first 'sutest'")),
    }
    Ok(())
}

/// The sums of a pattern: of either side's counters, never of both.
fn sums(text: &str) -> Option<Vec<i8>> {
    let sums: Vec<i8> = text.split(' ').map(number).collect::<Option<_>>()?;
    let other = sums.iter().all(|sum| (0..=4).contains(sum));
    (other || are_own(&sums)).then_some(sums)
}

fn are_own(sums: &[i8]) -> bool {
    sums.iter().all(|sum| (0..=20).contains(sum) && sum % 5 == 0)
}

fn read_entry(text: &str, games: u32) -> Result<Entry, String> {
    let fields: Vec<&str> = text.split(" | ").collect();
    let (pattern, ajust, results, origin) = match fields[..] {
        [pattern, ajust, results] => (pattern, ajust, results, Origin::default()),
        [pattern, ajust, results, game, moves, lines] => {
            let origin = Origin {
                game: read_game(game, 1, games)?,
                moves: read_moves(moves)?,
                lines: read_lines(lines)?,
            };
            (pattern, ajust, results, origin)
        }
        _ => return Err(TEST_LINE.to_owned()),
    };
    let sums = sums(pattern)
        .filter(|sums| sums.len() <= 5)
        .ok_or("one to five sums, all of 0, 5, 10, 15 and 20 or all from 0 to 4")?;
    let ajust = named(ajust, "ajust").and_then(number).filter(|ajust| (0..=MOST_AJUST).contains(ajust));
    let (wins, losses) = read_results(results)?;
    Ok(Entry {
        ajust: ajust.ok_or_else(|| format!("'ajust N', N from 0 to {MOST_AJUST}"))?,
        wins,
        losses,
        ..Entry::new(Pattern::new(&sums), origin)
    })
}

fn read_early(text: &str, games: u32) -> Result<EarlyEntry, String> {
    let (pattern, game) = text.split_once(" | ").ok_or(SUTEST_LINE)?;
    let sums = sums(pattern).filter(|sums| (2..=3).contains(&sums.len()) && are_own(sums));
    let sums = sums.ok_or("two or three sums of 0, 5, 10, 15 and 20")?;
    Ok(EarlyEntry { pattern: Pattern::new(&sums), game: read_game(game, 0, games)? })
}

fn read_square(text: &str) -> Option<u8> {
    number::<u8>(text)?.checked_sub(1).filter(|&cell| usize::from(cell) < CELLS)
}

/// Reads the field `lines`. The same line may have been noted more than once.
fn read_lines(text: &str) -> Result<Vec<u8>, String> {
    let lines = named(text, "lines").and_then(|lines| lines.split(' ').map(read_line).collect());
    lines.ok_or_else(|| "'lines' and lines of four squares in ascending order, like 1-2-3-4".to_owned())
}

fn read_line(text: &str) -> Option<u8> {
    let squares: Vec<u8> = text.split('-').map(read_square).collect::<Option<_>>()?;
    let set = squares.iter().fold(0, |set, &cell| set | 1_u64 << cell);
    let line = LINE_SETS.iter().position(|&line| line == set)?;
    (line_text(line) == text).then_some(line as u8)
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::backtrack::analyse;
    use super::super::choice::{Best, Chooser};
    use super::super::lessons::{Capacity, Views, learn};
    use super::super::printed::printed_games;
    use super::super::reading::Reading;
    use super::*;
    use games::qubic::{Cell, Qubic};
    use games::{Outcome, Played};

    /// Every text that differs by one character replaced, left out or doubled, or by two lines swapped, one left out or
    /// one doubled.
    fn damages(text: &str) -> Vec<String> {
        let mut all = Vec::new();
        for (at, old) in text.char_indices() {
            let (before, after) = (&text[..at], &text[at + old.len_utf8()..]);
            for new in "0159 |-+\n\r\tgx\u{e9}".chars() {
                all.push(format!("{before}{new}{after}"));
            }
            all.push(format!("{before}{after}"));
            all.push(format!("{before}{old}{old}{after}"));
        }
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        for a in 0..lines.len() {
            let (before, after) = (lines[..a].concat(), lines[a + 1..].concat());
            all.push(format!("{before}{after}"));
            all.push(format!("{before}{}{}{after}", lines[a], lines[a]));
            for b in 0..a {
                let mut swapped = lines.clone();
                swapped.swap(a, b);
                all.push(swapped.concat());
            }
        }
        all
    }

    /// Asserts that a damaged text is either refused, with the line and what is allowed, or printed back as it is.
    pub(crate) fn refused_or_kept<T>(
        text: &str,
        read: impl Fn(&str) -> Result<T, String>,
        print: impl Fn(&T) -> String,
    ) {
        for damaged in damages(text) {
            match read(&damaged) {
                Ok(known) => assert_eq!(print(&known), damaged),
                Err(error) => {
                    let said = error.starts_with("line ")
                        && (error.contains("allowed is ") || error.contains("must be "));
                    assert!(said, "{error}");
                }
            }
        }
    }

    /// Some games: those of the thesis, and some of the program against itself.
    pub(crate) fn games(lists: &Lists) -> Vec<Played<Qubic>> {
        let new = || Played::new(Qubic::default());
        let mut games = Vec::new();
        for printed in printed_games() {
            let mut game = new();
            for &square in &printed.moves {
                game.play(Cell::new(square).unwrap()).unwrap();
            }
            games.push(game);
        }
        for opening in [[0, 21], [21, 0], [38, 12], [5, 6]] {
            let mut game = new();
            for square in opening {
                game.play(Cell::new(square).unwrap()).unwrap();
            }
            while game.outcome().is_none() {
                let (own, other) = game.position().own_and_other();
                let mut chooser = Chooser::new(own, other, lists, Reading::FAITHFUL);
                let decision = chooser.choose(&mut Best::default(), |_| None).unwrap();
                game.play(Cell::new(decision.square).unwrap()).unwrap();
            }
            games.push(game);
        }
        games
    }

    #[test]
    fn what_is_learned_is_read() {
        let mut lists = Lists::rules();
        let reading = Reading { early_lines: 3, early_twice: true, ..Reading::FAITHFUL };
        let capacity = Capacity { test: 32, sutest: 20 };
        let views = Views { won: true, lost: true };
        let games = games(&Lists::thesis());
        for game in games.iter().chain(&games) {
            lists.games += 1;
            if matches!(game.outcome(), Some(Outcome::Win(_))) {
                let views = if lists.games.is_multiple_of(2) { Views { won: false, ..views } } else { views };
                learn(&mut lists, game, &analyse(game).unwrap(), views, reading, capacity);
            }
            let text = to_text(&lists);
            assert_eq!(from_text(&text).as_ref(), Ok(&lists), "{text}");
        }
        assert!(lists.test.len() > 6 && !lists.sutest.is_empty(), "{}", to_text(&lists));
        assert!(lists.test.iter().any(|entry| entry.ajust > 0));
    }

    #[test]
    fn every_small_damage_is_refused_or_kept() {
        let mut lists = learned();
        lists.test.truncate(8);
        refused_or_kept(&to_text(&lists), from_text, to_text);
    }

    #[test]
    fn nothing_counts_beyond_its_end() {
        let game = games(&Lists::thesis()).remove(0);
        let analysis = analyse(&game).unwrap();
        let mut lists = Lists::thesis();
        lists.games = u32::MAX;
        for entry in &mut lists.test {
            (entry.ajust, entry.wins, entry.losses) = (MOST_AJUST, u32::MAX, u32::MAX);
        }
        let before = lists.clone();
        let capacity = Capacity { test: 32, sutest: 20 };
        learn(&mut lists, &game, &analysis, Views { won: true, lost: true }, Reading::FAITHFUL, capacity);
        assert_eq!(lists, before);
        assert_eq!(from_text(&to_text(&lists)), Ok(before));
    }

    #[test]
    fn what_no_memory_says_is_refused() {
        let text = to_text(&learned());
        let game =
            "test 10 5 10 | ajust 0 | won 0 lost 0 | game 3 | moves 39 1 64 | lines 4-23-42-61 1-2-3-4";
        assert!(text.contains(game));
        for (old, new, line) in [
            ("games 7\n", "", 2),
            ("games 7\n", "games 7\ngames 8\n", 3),
            ("games 7\n", "games 4294967296\n", 2),
            ("test 3 |", "test 20 |", 6),
            ("test 2 2 |", "test 11 7 9 |", 8),
            ("test 2 2 |", "test 2 5 |", 8),
            ("test 2 2 |", "test 10 10 |", 8),
            ("test 2 2 | ajust 0", "test 2 2 | ajust 1 | ajust 2", 8),
            ("test 2 2 | ajust 0", "test 2 2 | ajust 1000001", 8),
            ("test 2 2 | ajust 0", "test 2 2 | ajust -1", 8),
            ("game 3 | moves 39 1 64", "game 3 | moves 1 1 1 1", 9),
            ("game 3", "game 8", 9),
            ("4-23-42-61", "23-4-42-61", 9),
            ("sutest 10 5", "sutest 2 2", 13),
        ] {
            let damaged = text.replacen(old, new, 1);
            assert_ne!(damaged, text, "{old}");
            let change = new.matches('\n').count() + 12 - old.matches('\n').count();
            let damaged = damaged.replace("end 12", &format!("end {change}"));
            let message = from_text(&damaged).unwrap_err();
            assert!(message.starts_with(&format!("line {line} is damaged")), "{new}: {message}");
            assert!(message.contains("allowed is "), "{new}: {message}");
        }
    }

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
        let short = from_text("games 1\ntest 20 | ajust 0 | won 0 lost 0\nend 2\n").unwrap_err();
        assert!(short.contains("line 4") && short.contains("first four"), "{short}");
        assert!(from_text(&format!("{text}test 1\n")).unwrap_err().contains("follows the end"));
    }
}
