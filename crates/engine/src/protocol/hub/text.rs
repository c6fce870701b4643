//! Positions and moves as Hub writes them for English draughts.
//!
//! A position is the side to move and a letter for each of the squares 1 to 32: `b` and `w` for men, `B` and `W` for
//! kings, `e` for an empty square. In Hub it is White who begins and goes up the board. `pydraughts` keeps to that for
//! English draughts, where Black begins: in its positions the board is turned and colours are changed, the side to move
//! with them (`W` when Black is to move). Its moves, however, are in the numbers of printed boards. A capture is
//! written from x to, and then every square from which a piece is taken, in rising order: `23x16x19`.

use games::draughts::square::SQUARES;
use games::draughts::{Draughts, Move, Square};
use games::{Game, Notation, Side, quoted};
use std::fmt::Write;

/// Reads a position.
///
/// # Errors
/// A sentence that says what is wrong.
pub(super) fn parse_position(text: &str) -> Result<Draughts, String> {
    let refused = |why: &str| format!("{} is not a position: {why}", quoted(text));
    let mut letters = text.chars();
    let side = match letters.next() {
        Some('W') => Side::First,
        Some('B') => Side::Second,
        _ => return Err(refused("it begins with W (the side that began the game is to move) or B")),
    };
    let (mut black, mut white, mut kings, mut squares) = (0, 0, 0, 0);
    for letter in letters {
        let bit = squares_bit(squares).ok_or_else(|| refused("it has more than 32 squares"))?;
        match letter {
            'w' | 'W' => black |= bit,
            'b' | 'B' => white |= bit,
            'e' => {}
            _ => return Err(refused("squares are b, w, B, W or e")),
        }
        if letter.is_ascii_uppercase() {
            kings |= bit;
        }
        squares += 1;
    }
    if squares_bit(squares).is_some() {
        return Err(refused("it has fewer than 32 squares"));
    }
    Draughts::from_sets(black, white, kings, side).map_err(|error| refused(&error.0))
}

/// A position as text.
pub fn position_text(position: &Draughts) -> String {
    let side = if position.to_move() == Side::First { 'W' } else { 'B' };
    let (black, white, kings) =
        (position.pieces(Side::First), position.pieces(Side::Second), position.kings());
    let letter = |place| {
        let bit = squares_bit(place).unwrap_or(0);
        let letter = match (black & bit != 0, white & bit != 0) {
            (true, _) => 'w',
            (_, true) => 'b',
            _ => 'e',
        };
        if kings & bit == 0 { letter } else { letter.to_ascii_uppercase() }
    };
    std::iter::once(side).chain((0..SQUARES).map(letter)).collect()
}

/// The set of the square that is written at this place, from 0: they come backwards.
fn squares_bit(place: usize) -> Option<u32> {
    SQUARES.checked_sub(place).and_then(Square::new).map(Square::bit)
}

/// A move of this position as text.
pub fn move_text(m: Move) -> String {
    let to = m.to().trailing_zeros() + 1;
    if !m.is_capture() {
        return format!("{}-{to}", m.from());
    }
    Square::of_set(m.taken()).fold(format!("{}x{to}", m.from()), |mut text, square| {
        let _ = write!(text, "x{square}");
        text
    })
}

/// The legal move that this text means. The squares of what is taken may come in any order, and be left out where there is
/// one move only. Moves that differ in nothing but their way lead to the same position: the first is taken.
///
/// # Errors
/// A sentence that says what is wrong.
pub fn parse_move(position: &Draughts, text: &str) -> Result<Move, String> {
    let refused = |why: &str| format!("{} is not a move here: {why}", quoted(text));
    let squares: Option<Vec<Square>> =
        text.split(['-', 'x']).map(|number| number.parse().ok().and_then(Square::new)).collect();
    let squares = squares.ok_or_else(|| refused("it takes squares, 1 to 32"))?;
    let [from, to, taken @ ..] = &squares[..] else { return Err(refused("it takes two squares at least")) };
    let taken = taken.iter().fold(0, |all, square| all | square.bit());
    let mut moves = position.moves();
    moves.retain(|m| m.from() == *from && m.to() == to.bit() && (taken == 0 || m.taken() == taken));
    let Some(&first) = moves.first() else { return Err(refused("it is not legal")) };
    if moves.iter().any(|m| m.taken() != first.taken()) {
        return Err(refused("it does not say what is taken"));
    }
    Ok(first)
}

/// Moves of the engine's own notation, played from this position on, as Hub writes them; as far as they are legal.
pub(super) fn translate(mut position: Draughts, moves: &[String]) -> Vec<String> {
    let mut texts = Vec::new();
    for text in moves {
        let Ok(m) = position.parse_move(text, Notation::default()) else { break };
        if !position.is_legal(m) {
            break;
        }
        texts.push(move_text(m));
        position.play(m);
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Draughts {
        Draughts::from_text(&(), text).unwrap()
    }

    /// What `pydraughts` 0.6.7 sends for these positions.
    #[test]
    fn positions_are_turned() {
        for (hub, own) in [
            ("Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww", "B:W21-32:B1-12"),
            ("Beeeebeeeweeeeeeewweeeeeeeeeeeeee", "W:W28:B24,16,15"),
            ("WeeeeBeeeeeeeeeeeeeeeeeeeeeeweeeW", "B:WK28:BK1,5"),
        ] {
            assert_eq!(parse_position(hub).unwrap(), at(own));
            assert_eq!(position_text(&at(own)), hub);
        }
        for (text, words) in [
            ("", "begins with"),
            ("Xe", "begins with"),
            ("Wbbb", "fewer than 32"),
            ("Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwwwe", "more than 32"),
            ("Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwwx", "squares are"),
            ("Wweeeeeeeeeeeeeeeeeeeeeeeeeeeeeee", "would be a king"),
        ] {
            let error = parse_position(text).unwrap_err();
            assert!(error.contains(words), "{text}: {error}");
        }
    }

    #[test]
    fn captures_name_what_is_taken() {
        let position = at("W:W28:B24,16,15");
        for (hub, own) in [("28x12x16x24", "28x19x12"), ("28x10x24x15", "28x19x10"), ("28x12", "28x19x12")] {
            let m = parse_move(&position, hub).unwrap();
            assert_eq!(position.move_text(m, Notation::default()), own);
        }
        let m = parse_move(&position, "28x12").unwrap();
        assert_eq!(move_text(m), "28x12x16x24");
        for text in ["28-24", "28x12x15", "28", "x", "28x33", ""] {
            assert!(parse_move(&position, text).is_err(), "{text}");
        }
        let line = ["28x19x12".to_owned(), "nonsense".to_owned()];
        assert_eq!(translate(position, &line), ["28x12x16x24"]);
    }
}
