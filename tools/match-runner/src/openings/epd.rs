//! Openings in the manner of extended position descriptions: on each line a position, and behind it operations, each
//! ended by a semicolon. Read are `moves M M ...`, which are played from there, and `id "NAME"`; others are passed over.

use super::Opening;

/// Reads a line; `place` says where it stands.
pub(super) fn parse(line: &str, place: &str) -> Result<Opening, String> {
    let mut parts = line.split(';').map(str::trim);
    let (position, first) = position(parts.next().unwrap_or_default());
    if position.is_empty() {
        return Err(format!("{place}: no position; a line is 'POSITION; OPERATION; ...'"));
    }
    let mut opening = Opening { fen: Some(position), moves: Vec::new(), place: place.to_owned() };
    for operation in [first.as_str()].into_iter().chain(parts) {
        match operation.split_once(char::is_whitespace) {
            Some(("moves", moves)) => opening.moves = moves.split_whitespace().map(str::to_owned).collect(),
            Some(("id", name)) => opening.place = format!("{place} ({})", name.trim().trim_matches('"')),
            _ => {}
        }
    }
    if matches!(opening.fen.as_deref(), Some("startpos")) {
        opening.fen = None;
    }
    Ok(opening)
}

/// The position, and the operation that may follow it without a semicolon between: chess's positions are four words
/// (pieces in rows, the side to move, castling, en passant), and its counters of moves are added for those who need them.
fn position(text: &str) -> (String, String) {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        [pieces, side @ ("w" | "b"), castling, en_passant, ref rest @ ..] if pieces.contains('/') => {
            let counters = match rest {
                [half, full, ..] if half.parse::<u32>().is_ok() && full.parse::<u32>().is_ok() => 2,
                _ => 0,
            };
            let (half, full) = if counters == 2 { (rest[0], rest[1]) } else { ("0", "1") };
            let position = format!("{pieces} {side} {castling} {en_passant} {half} {full}");
            (position, rest[counters..].join(" "))
        }
        _ => (words.join(" "), String::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_read_with_their_operations() {
        let table = [
            ("xo62; id \"a b\"; moves 444 111;", "position fen xo62 moves 444 111", "line 1 (a b)"),
            ("xo62", "position fen xo62", "line 1"),
            ("startpos; moves 111;", "position startpos moves 111", "line 1"),
            ("a/b w KQ - bm e4; ce 3;", "position fen a/b w KQ - 0 1", "line 1"),
            ("a/b b - - 3 7 moves e5; id x", "position fen a/b b - - 3 7 moves e5", "line 1 (x)"),
        ];
        for (line, command, place) in table {
            let opening = parse(line, "line 1").unwrap();
            assert_eq!((opening.command().as_str(), opening.place.as_str()), (command, place), "{line}");
        }
        assert!(parse("; id x", "line 1").unwrap_err().contains("no position"));
    }
}
