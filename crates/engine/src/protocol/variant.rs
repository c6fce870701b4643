//! Go-Moku as chess programs that speak UCI know it: the option `UCI_Variant`, stones as pawns that are dropped
//! (`P@h8`), the first player white, positions as FEN with the stones left in brackets. So does cutechess-cli, which
//! referees the two variants.

use crate::{Engine, Refusal};
use games::gomoku::Opening;
use games::{Game, quoted};

/// The size of the board in both variants.
const SIZE: usize = 15;
/// Stones that white and black have at the start: all squares between them.
const RESERVE: [usize; 2] = [SIZE * SIZE / 2 + 1, SIZE * SIZE / 2];

pub const OPTION: &str = "UCI_Variant";
/// No variant: positions and moves as without the option.
const NONE: &str = "none";
/// The variants with the rules that they stand for: five or more win, exactly five win.
const VARIANTS: [(&str, &str); 2] = [("gomokufreestyle", "freestyle"), ("gomoku", "standard")];

/// The line that offers the option.
pub fn option_line() -> String {
    let names = VARIANTS.map(|(name, _)| format!("var {name}")).join(" ");
    format!("option name {OPTION} type combo default {NONE} var {NONE} {names}")
}

/// Chooses the variant of this name (`none`: none, the game stays as it is), and with it game, rules, size and notation.
/// Whether it is one.
///
/// # Errors
/// If there is no such variant, or while a search runs.
pub fn choose(name: &str, engine: &mut Engine) -> Result<bool, Refusal> {
    engine.refuse_if_busy("setoption")?;
    if name.eq_ignore_ascii_case(NONE) {
        engine.set_option("Notation", Some("coordinates"))?;
        return Ok(false);
    }
    let Some((_, rules)) = VARIANTS.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name)) else {
        let (name, names) = (quoted(name), VARIANTS.map(|(known, _)| known).join(", "));
        return Err(format!("option {OPTION} cannot be {name}: it takes one of {NONE}, {names}"));
    };
    let size = SIZE.to_string();
    for (option, value) in [("Game", Opening::NAME), ("Size", &size), ("Rules", rules), ("Notation", "drops")]
    {
        engine.set_option(option, Some(value))?;
    }
    Ok(true)
}

/// The position of a FEN as the engine takes it.
///
/// # Errors
/// A sentence that says what is wrong.
pub fn position(fen: &str) -> Result<String, String> {
    let mut words = fen.split_ascii_whitespace();
    let board = words.next().unwrap_or_default();
    let turn = match words.next() {
        Some("w") => ":x",
        Some("b") => ":o",
        _ => return Err("the second word of a FEN is w or b, the side to move".to_owned()),
    };
    let (rows, reserve) = match board.split_once('[') {
        None => (board, None),
        Some((rows, rest)) => match rest.strip_suffix(']') {
            Some(reserve) => (rows, Some(reserve)),
            None => return Err("the reserve of a FEN ends with ]".to_owned()),
        },
    };
    let mut text = String::with_capacity(rows.len() + turn.len());
    for c in rows.chars() {
        text.push(match c {
            'P' => 'x',
            'p' => 'o',
            '/' | '0'..='9' => c,
            _ => {
                return Err(format!(
                    "{} is neither P, p, / nor a number of empty squares",
                    quoted(&c.to_string())
                ));
            }
        });
    }
    if let Some(reserve) = reserve {
        let [white, black] = stones(&text);
        let all = [white + reserve.matches('P').count(), black + reserve.matches('p').count()];
        let known = reserve == "-" || reserve.chars().all(|c| matches!(c, 'P' | 'p'));
        if !known || all != RESERVE {
            return Err(format!(
                "the reserve does not hold the stones that are not on the board: {} P and {} p in all",
                RESERVE[0], RESERVE[1]
            ));
        }
    }
    Ok(text + turn)
}

/// The FEN of a position of the engine.
pub fn fen(text: &str) -> String {
    let (rows, turn) = text.split_once(':').unwrap_or((text, ""));
    let [white, black] = stones(rows);
    let whites_turn = if turn.is_empty() { white == black } else { turn == "x" };
    let mut reserve =
        "P".repeat(RESERVE[0].saturating_sub(white)) + &"p".repeat(RESERVE[1].saturating_sub(black));
    if reserve.is_empty() {
        reserve.push('-');
    }
    let rows = rows.replace('x', "P").replace('o', "p");
    let turn = if whites_turn { 'w' } else { 'b' };
    format!("{rows}[{reserve}] {turn} - - 0 {}", (white + black) / 2 + 1)
}

/// How many stones of each side a text has.
fn stones(rows: &str) -> [usize; 2] {
    [rows.matches('x').count(), rows.matches('o').count()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_there_and_back() {
        let empty = vec!["15"; 15].join("/");
        let start = fen(&empty);
        assert!(start.starts_with(&format!("{empty}[PPP")) && start.ends_with("ppp] w - - 0 1"), "{start}");
        assert_eq!(start.len(), empty.len() + 225 + " w - - 0 1[]".len());
        assert_eq!(position(&start), Ok(format!("{empty}:x")));
        let rows = "15/15/15/15/15/15/15/6oxx6/15/15/15/15/15/15/15";
        let middle = fen(rows);
        assert!(middle.contains("/6pPP6/") && middle.ends_with("] b - - 0 2"), "{middle}");
        assert_eq!(position(&middle), Ok(format!("{rows}:o")));
        assert_eq!(position("15/6Pp7 w"), Ok("15/6xo7:x".to_owned()));
    }

    #[test]
    fn what_is_wrong_is_refused() {
        for bad in ["", "15", "15 x", "15[ w", "15[PP] w", "15[Q] w", "K14 w - -", "15[-] b"] {
            assert!(position(bad).is_err(), "{bad}");
        }
    }
}
