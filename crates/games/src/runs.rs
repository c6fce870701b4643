//! Stones on squares that follow each other, as text: `x`, `o`, and decimal numbers for runs of empty squares.

use super::Side;

/// The text of these squares.
pub(crate) fn runs(squares: impl Iterator<Item = Option<Side>>) -> String {
    let squares: Vec<_> = squares.collect();
    let mut text = String::new();
    for run in squares.chunk_by(|square, next| square.is_none() && next.is_none()) {
        match run[0] {
            Some(Side::First) => text.push('x'),
            Some(Side::Second) => text.push('o'),
            None => text += &run.len().to_string(),
        }
    }
    text
}

/// The runs of a text: the stone of a square, or `None` of empty squares, and how many squares these are; or the character that
/// is neither.
pub(crate) fn parse_runs(text: &str) -> impl Iterator<Item = Result<(Option<Side>, usize), char>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (run, behind) = rest.split_at(digits.max(first.len_utf8()));
        rest = behind;
        Some(match first {
            'x' => Ok((Some(Side::First), 1)),
            'o' => Ok((Some(Side::Second), 1)),
            '0'..='9' => Ok((None, run.parse().unwrap_or(usize::MAX))),
            other => Err(other),
        })
    })
}

/// A square of a drawing: in brackets on a winning row, in parentheses where the last move was.
pub(crate) fn drawn(stone: char, wins: bool, last: bool) -> String {
    match (wins, last) {
        (true, _) => format!("[{stone}]"),
        (_, true) => format!("({stone})"),
        _ => format!(" {stone} "),
    }
}
