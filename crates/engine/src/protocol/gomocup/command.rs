//! A line of the Gomoku AI protocol as data. Parsing is pure and total.

use games::quoted;

/// A square as managers write it: the column from the left, the row from the top, both counted from 0.
pub(super) type Point = (usize, usize);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// `START size`: a new game on a square board; `None` if the size is no number.
    Start(Option<usize>),
    /// `RECTSTART width,height`.
    RectStart(Option<Point>),
    /// `RESTART`: a new game on the same board.
    Restart,
    /// `BEGIN`: the brain opens the game.
    Begin,
    /// `TURN x,y`: the opponent has played there.
    Turn(Option<Point>),
    /// `BOARD`: stones follow.
    Board,
    /// `SWAP2BOARD`: the stones of a swap2 opening follow.
    Swap2Board,
    /// A line of one of these two, with the field (whose stone) if there is one.
    Stone(Point, Option<u8>),
    /// `DONE`: no stones follow any more.
    Done,
    /// `INFO key value`, the key in lower case.
    Info(String, String),
    /// `TAKEBACK x,y`.
    TakeBack(Option<Point>),
    /// `PLAY x,y`: the brain has to play there.
    Play(Option<Point>),
    /// `STOP` or `YXSTOP`, extensions in use: think no longer.
    Stop,
    About,
    End,
    Nothing,
    /// None of these: the sentence to answer.
    Unknown(String),
}

/// Parses a line. Capital letters do not matter.
pub(super) fn parse(line: &str) -> Command {
    let line = line.trim();
    let (word, rest) = line.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((line, ""));
    let rest = rest.trim();
    match word.to_ascii_uppercase().as_str() {
        "" => Command::Nothing,
        "START" => Command::Start(number(rest)),
        "RECTSTART" => Command::RectStart(point(rest)),
        "RESTART" => Command::Restart,
        "BEGIN" => Command::Begin,
        "TURN" => Command::Turn(point(rest)),
        "BOARD" => Command::Board,
        "SWAP2BOARD" => Command::Swap2Board,
        "DONE" => Command::Done,
        "INFO" => info(rest),
        "TAKEBACK" => Command::TakeBack(point(rest)),
        "PLAY" => Command::Play(point(rest)),
        "STOP" | "YXSTOP" => Command::Stop,
        "ABOUT" => Command::About,
        "END" => Command::End,
        _ => stone(line).unwrap_or_else(|| Command::Unknown(format!("command {}", quoted(line)))),
    }
}

fn info(rest: &str) -> Command {
    let (key, value) = rest.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((rest, ""));
    Command::Info(key.to_ascii_lowercase(), value.trim().to_owned())
}

fn stone(line: &str) -> Option<Command> {
    let mut parts = line.split(',');
    let (x, y) = (number(parts.next()?)?, number(parts.next()?)?);
    let field = match parts.next() {
        None => None,
        Some(text) => Some(u8::try_from(number(text)?).ok()?),
    };
    parts.next().is_none().then_some(Command::Stone((x, y), field))
}

fn point(text: &str) -> Option<Point> {
    let (x, y) = text.split_once(',')?;
    Some((number(x)?, number(y)?))
}

fn number(text: &str) -> Option<usize> {
    text.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_of_all_kinds() {
        for (line, command) in [
            ("START 20\r", Command::Start(Some(20))),
            ("start", Command::Start(None)),
            ("RECTSTART 30,20", Command::RectStart(Some((30, 20)))),
            ("TURN 10, 11", Command::Turn(Some((10, 11)))),
            ("TURN 10", Command::Turn(None)),
            ("TURN -1,3", Command::Turn(None)),
            ("10,10,1", Command::Stone((10, 10), Some(1))),
            ("10,10", Command::Stone((10, 10), None)),
            ("DONE", Command::Done),
            ("INFO Folder  C:\\my files", Command::Info("folder".into(), "C:\\my files".into())),
            ("INFO", Command::Info(String::new(), String::new())),
            ("TAKEBACK 1,2", Command::TakeBack(Some((1, 2)))),
            ("YXSTOP", Command::Stop),
            (" \t\r", Command::Nothing),
        ] {
            assert_eq!(parse(line), command, "{line}");
        }
        for line in ["10,10,1,1", "10,10,x", "10,10,300", "hello", "10", ",", "1,,2"] {
            assert!(matches!(parse(line), Command::Unknown(_)), "{line}");
        }
    }
}
