//! What people type: commands, moves as they write them, seconds.

pub(super) const HELP: &str = "\
Type a move, or the beginning of one (9-14, 9 14, H8), or one of:
  moves            list the legal moves
  board            draw the board again
  position         the position as text, for --position
  hint             ask what the program would play
  why              say again why the program played its last move
  undo             take back your last move and the answer to it (also: back)
  flip             turn the board round (draughts, Go-Moku)
  side             change sides: the program goes on with yours
  watch [PROGRAM]  let a program play your side to the end, the same one or another
  strategy [NAME]  play against another program, weaker or stronger, or list them
  clock [SECONDS]  how long the program may think about a move: less is weaker
  save FILE        save the game; load FILE goes on with one
  resign           give the game up
  new              begin another game
  help             this
  quit             leave";

/// A number of seconds.
///
/// # Errors
/// What is allowed.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if (0.001..=86_400.0).contains(&number) => Ok(number),
        _ => Err("a number of seconds from 0.001 to 86400 is needed".into()),
    }
}

/// The legal move that is meant: written with other signs between its parts (`9 14`, `9-14`, `11:18`), in either case, or
/// begun (`11` where one move begins so). `None` if none begins so.
///
/// # Errors
/// If several begin so, a sentence that names them.
pub(super) fn meant<'a>(typed: &str, legal: &'a [String]) -> Result<Option<&'a str>, String> {
    let parts = parts(typed);
    let (Some((last, before)), false) = (parts.split_last(), parts.iter().any(String::is_empty)) else {
        return Ok(None);
    };
    let all: Vec<_> = legal.iter().map(|text| (self::parts(text), text.as_str())).collect();
    if let Some(&(_, text)) = all.iter().find(|(whole, _)| *whole == parts) {
        return Ok(Some(text));
    }
    let begins = |whole: &[String]| {
        let next = whole.get(before.len());
        // Of numbers only whole ones: 1 is not meant to begin 11.
        let word = last.bytes().all(|byte| byte.is_ascii_alphabetic());
        whole.starts_with(before) && next.is_some_and(|next| next == last || word && next.starts_with(last))
    };
    let found: Vec<_> = all.iter().filter(|(whole, _)| begins(whole)).map(|&(_, text)| text).collect();
    match found[..] {
        [] => Ok(None),
        [one] => Ok(Some(one)),
        _ => Err(format!("{typed} may be {}", found.join(" or "))),
    }
}

/// Numbers and words of a move, without the signs between them. An `x` between two numbers is a sign of capture.
fn parts(text: &str) -> Vec<String> {
    let text = text.trim().to_ascii_lowercase();
    let numbers =
        text.split('x').all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
    let sign = |sign: char| !sign.is_alphanumeric() || numbers && sign == 'x';
    text.split(sign).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_understood_as_people_write_them() {
        let legal = ["9-13", "9-14", "11x18", "12x19x26", "23x18x11", "swap", "add2", "h1", "h10", "P@h8"]
            .map(str::to_owned);
        for (typed, wanted) in [
            ("9-14", Some("9-14")),
            (" 9 14 ", Some("9-14")),
            ("11:18", Some("11x18")),
            ("11X18", Some("11x18")),
            ("11", Some("11x18")),
            ("12 19", Some("12x19x26")),
            ("12x19x26", Some("12x19x26")),
            ("SW", Some("swap")),
            ("add", Some("add2")),
            ("H1", Some("h1")),
            ("p@H8", Some("P@h8")),
            ("1", None),
            ("9-15", None),
            ("", None),
            ("-", None),
            ("\u{fffd}", None),
        ] {
            assert_eq!(meant(typed, &legal), Ok(wanted), "{typed}");
        }
        assert_eq!(meant("9", &legal), Err("9 may be 9-13 or 9-14".to_owned()));
    }
}
