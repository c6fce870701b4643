//! Draughts in text: positions as PDN writes them, moves by the numbers of squares, and the board drawn for people.

use super::square::SQUARES;
use super::{Direction, Draughts, Move, Square};
use crate::{Game, Side, TextError, quoted};
use std::fmt::Write;

/// The position as PDN's FEN has it: side to move, White's pieces, Black's, kings with a `K`.
pub(crate) fn position_text(position: &Draughts) -> String {
    let pieces = |side: Side| {
        let list: Vec<_> = Square::of_set(position.pieces(side))
            .map(|square| format!("{}{square}", if position.kings() & square.bit() == 0 { "" } else { "K" }))
            .collect();
        list.join(",")
    };
    let mover = match position.to_move() {
        Side::First => 'B',
        Side::Second => 'W',
    };
    format!("{mover}:W{}:B{}", pieces(Side::Second), pieces(Side::First))
}

/// Reads a position: `B:W21-32:B1-12`, the sides in either order, ranges and kings (`K5`, `K5-8`) allowed.
pub(crate) fn parse_position(text: &str) -> Result<Draughts, TextError> {
    let refused = |why: &str| {
        TextError::new(format!(
            "{} is not a position: {why}; one looks like B:W21-32:B1-12, side to move, White's squares, Black's, kings with K",
            quoted(text)
        ))
    };
    let body = text.strip_suffix('.').unwrap_or(text);
    let parts: Vec<&str> = body.split(':').collect();
    let [mover, first, second] = parts[..] else { return Err(refused("it has not three parts")) };
    let side = side_of(mover).ok_or_else(|| refused("the side to move is B or W"))?;
    let (mut black, mut white, mut kings) = (None, None, 0);
    for part in [first, second] {
        let colour = part.get(..1).unwrap_or_default();
        let set = match side_of(colour) {
            Some(Side::First) => &mut black,
            Some(Side::Second) => &mut white,
            None => return Err(refused("the pieces of a side begin with B or W")),
        };
        if set.is_some() {
            return Err(refused("a side is given twice"));
        }
        let (pieces, crowned) = parse_pieces(&part[1..]).map_err(|why| refused(&why))?;
        *set = Some(pieces);
        kings |= crowned;
    }
    Draughts::from_sets(black.unwrap_or(0), white.unwrap_or(0), kings, side)
        .map_err(|error| refused(&error.0))
}

fn side_of(text: &str) -> Option<Side> {
    match text {
        "B" | "b" => Some(Side::First),
        "W" | "w" => Some(Side::Second),
        _ => None,
    }
}

/// The pieces of one side and the kings among them.
fn parse_pieces(text: &str) -> Result<(u32, u32), String> {
    let (mut pieces, mut kings) = (0, 0);
    for item in text.split(',').filter(|item| !item.is_empty()) {
        let (king, range) = match item.strip_prefix(['K', 'k']) {
            Some(range) => (true, range),
            None => (false, item),
        };
        let (from, to) = range.split_once('-').unwrap_or((range, range));
        let (from, to) = (parse_square(from)?, parse_square(to)?);
        if from > to {
            return Err(format!("the range {range} runs backwards"));
        }
        for number in from.number()..=to.number() {
            let bit = Square::new(number).map_or(0, Square::bit);
            if pieces & bit != 0 {
                return Err(format!("square {number} is given twice"));
            }
            pieces |= bit;
            kings |= if king { bit } else { 0 };
        }
    }
    Ok((pieces, kings))
}

fn parse_square(text: &str) -> Result<Square, String> {
    let digits = !text.is_empty() && text.len() <= 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    let square = text.parse().ok().filter(|_| digits).and_then(Square::new);
    square.ok_or_else(|| format!("{} is not a square, 1 to 32", quoted(text)))
}

/// The move as text: `11-15`, or every landing square of a capture, `15x24x31`.
pub(crate) fn move_text(m: Move) -> String {
    let sign = if m.is_capture() { 'x' } else { '-' };
    m.landings().into_iter().fold(m.from().to_string(), |mut text, landing| {
        let _ = write!(text, "{sign}{landing}");
        text
    })
}

/// Reads a move. Of a capture by several jumps the first and the last square will do where that is unambiguous; a
/// capture may be written with a `-`.
pub(crate) fn parse_move(position: &Draughts, text: &str) -> Result<Move, TextError> {
    let refused = |why: String| {
        TextError::new(format!(
            "{} is not a move: {why}; one looks like 11-15, a capture like 15x24x31",
            quoted(text)
        ))
    };
    let squares =
        text.split(['-', 'x', 'X']).map(parse_square).collect::<Result<Vec<_>, _>>().map_err(refused)?;
    let [from, landings @ ..] = &squares[..] else { return Err(refused("there is no square in it".into())) };
    let Some(&to) = landings.last() else { return Err(refused("it has one square".into())) };
    if let Some(m) = spelled_out(*from, landings) {
        return Ok(m);
    }
    let mut moves = position.moves();
    moves.retain(|m| m.from() == *from && m.to() == to.bit() && landings.len() == 1);
    match moves[..] {
        [m] => Ok(m),
        [] => Err(refused("no step and no capture leads along these squares".into())),
        _ => {
            let ways: Vec<_> = moves.iter().map(|&m| move_text(m)).collect();
            Err(refused(format!("it can mean {}", ways.join(" or "))))
        }
    }
}

/// The move with all its squares given.
fn spelled_out(from: Square, landings: &[Square]) -> Option<Move> {
    let direction_of = |at: Square, to: Square, jump: bool| {
        Direction::ALL.into_iter().find(|&direction| at.towards(direction, jump) == Some(to))
    };
    if let [to] = landings
        && let Some(direction) = direction_of(from, *to, false)
    {
        return Some(Move::step(from, direction));
    }
    let mut at = from;
    let jumps = landings.iter().map(|&to| direction_of(std::mem::replace(&mut at, to), to, true));
    Move::capture(from, &jumps.collect::<Option<Vec<_>>>()?)
}

/// The board as lines of text: `b` and `w` for men, `B` and `W` for kings, the number of an empty square; the squares of
/// the last move in brackets.
pub(crate) fn drawing(position: &Draughts, last: Option<Move>) -> String {
    let marked = last.map_or(0, |m| m.from().bit() | m.to());
    let mut lines = Vec::new();
    for row in 0..SQUARES / 4 {
        let mut line = String::from(" ");
        for column in 0..4 {
            let Some(square) = Square::new(4 * row + column + 1) else { continue };
            let bit = square.bit();
            let king = position.kings() & bit != 0;
            let piece = if position.pieces(Side::First) & bit != 0 {
                String::from(if king { "B" } else { "b" })
            } else if position.pieces(Side::Second) & bit != 0 {
                String::from(if king { "W" } else { "w" })
            } else {
                square.to_string()
            };
            let cell = if marked & bit == 0 { format!(" {piece:^2} ") } else { format!("[{piece:^2}]") };
            line += &if row % 2 == 0 { format!("    {cell}") } else { format!("{cell}    ") };
        }
        lines.push(line.trim_end().to_owned());
    }
    lines.join("\n")
}
