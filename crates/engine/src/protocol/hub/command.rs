//! A line of the Hub protocol as data. Parsing is pure and total.

use games::quoted;
use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// For a move, within the limits.
    Think,
    /// On the opponent's time.
    Ponder,
    Analyze,
}

/// Limits of the searches to come.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Level {
    /// Plies at most.
    pub depth: Option<u32>,
    /// Nodes at most.
    pub nodes: Option<u64>,
    /// A fixed time for the move.
    pub move_time: Option<Duration>,
    pub moves: Option<u32>,
    /// Time on the clock, before the increment of this move is added.
    pub time: Option<Duration>,
    pub increment: Duration,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Command {
    /// `hub`: who are you?
    Hub,
    /// `init`: get ready.
    Init,
    /// `set-param name=... value=...`.
    SetParam(String, String),
    NewGame,
    /// `pos [pos=...] [moves="..."]`.
    Position(Option<String>, Vec<String>),
    /// A `pos` that cannot be read: the sentence to answer.
    NoPosition(String),
    Level(Level),
    /// `go think`, `go ponder` or `go analyze`.
    Go(Mode),
    PonderHit,
    Stop,
    Ping,
    Quit,
    Nothing,
    /// None of these: the sentence to answer.
    Malformed(String),
}

pub(super) fn parse(line: &str) -> Command {
    let line = line.trim();
    let (word, rest) = line.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((line, ""));
    match word {
        "" => Command::Nothing,
        "hub" => Command::Hub,
        "init" => Command::Init,
        "set-param" => set_param(rest),
        "new-game" => Command::NewGame,
        "pos" => position(rest),
        "level" => level(rest).map_or_else(Command::Malformed, Command::Level),
        "go" => go(rest),
        "ponder-hit" => Command::PonderHit,
        "stop" => Command::Stop,
        "ping" => Command::Ping,
        "quit" => Command::Quit,
        other => Command::Malformed(format!("there is no command {}", quoted(other))),
    }
}

/// The arguments of a line: `key=value`, `key="a value with spaces"`, or a key alone.
pub fn arguments(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let end = rest.find(|c: char| c == '=' || c.is_ascii_whitespace()).unwrap_or(rest.len());
        let (key, after) = rest.split_at(end);
        let (value, after) = match after.strip_prefix('=') {
            None => ("", after),
            Some(after) => match after.strip_prefix('"') {
                Some(inside) => inside.split_once('"').unwrap_or((inside, "")),
                None => after.split_at(after.find(|c: char| c.is_ascii_whitespace()).unwrap_or(after.len())),
            },
        };
        found.push((key, value));
        rest = after.trim_start();
    }
    found
}

fn set_param(rest: &str) -> Command {
    let arguments = arguments(rest);
    let of =
        |wanted: &str| arguments.iter().find(|(key, _)| *key == wanted).map(|&(_, value)| value.to_owned());
    match (of("name"), of("value")) {
        (Some(name), value) => Command::SetParam(name, value.unwrap_or_default()),
        _ => Command::Malformed("set-param takes name=... value=...".to_owned()),
    }
}

fn position(rest: &str) -> Command {
    let (mut start, mut moves) = (None, Vec::new());
    for (key, value) in arguments(rest) {
        match key {
            "pos" => start = Some(value.to_owned()),
            "moves" => moves = value.split_ascii_whitespace().map(str::to_owned).collect(),
            // The usual start, said in a word.
            "start" => start = None,
            _ => return Command::NoPosition(format!("pos takes pos=... and moves=..., not {}", quoted(key))),
        }
    }
    Command::Position(start, moves)
}

const WHOLE: &str = "a whole number from 1";
const SECONDS: &str = "seconds, not less than 0";
const LIMITS: &str = "depth, nodes, move-time, moves, time, inc and infinite";

fn level(rest: &str) -> Result<Level, String> {
    let mut level = Level::default();
    for (key, value) in arguments(rest) {
        let refused =
            |allowed: &str| format!("level: {key} {} is not a limit: it takes {allowed}", quoted(value));
        let whole = || value.parse::<u64>().ok().filter(|&number| number > 0);
        let small = || whole().and_then(|number| u32::try_from(number).ok());
        let time = || seconds(value).filter(|_| !value.starts_with('-'));
        match key {
            "depth" => level.depth = Some(small().ok_or_else(|| refused(WHOLE))?),
            "nodes" => level.nodes = Some(whole().ok_or_else(|| refused(WHOLE))?),
            // Without moves to go the time is for the whole game.
            "moves" if value == "0" => level.moves = None,
            "moves" => level.moves = Some(small().ok_or_else(|| refused(WHOLE))?),
            "move-time" => level.move_time = Some(time().ok_or_else(|| refused(SECONDS))?),
            "time" => level.time = Some(seconds(value).ok_or_else(|| refused("seconds"))?),
            "inc" => level.increment = time().ok_or_else(|| refused(SECONDS))?,
            "infinite" => {}
            _ => return Err(format!("level: {} is not a limit: there are {LIMITS}", quoted(key))),
        }
    }
    Ok(level)
}

/// A time in seconds; below zero is none left.
fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    Duration::try_from_secs_f64(seconds.max(0.0)).ok().filter(|_| seconds.is_finite())
}

fn go(rest: &str) -> Command {
    match rest.trim() {
        "think" | "" => Command::Go(Mode::Think),
        "ponder" => Command::Go(Mode::Ponder),
        "analyze" | "analyse" => Command::Go(Mode::Analyze),
        other => Command::Malformed(format!("go takes think, ponder or analyze, not {}", quoted(other))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_of_all_kinds() {
        let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        for (line, command) in [
            ("hub\r", Command::Hub),
            ("set-param name=variant value=english", Command::SetParam("variant".into(), "english".into())),
            ("set-param name=\"a b\" value=\"c d\"", Command::SetParam("a b".into(), "c d".into())),
            ("set-param name=Memory value=", Command::SetParam("Memory".into(), String::new())),
            ("pos", Command::Position(None, vec![])),
            (
                "pos pos=Wb moves=\"11-15 23-19\"",
                Command::Position(Some("Wb".into()), owned(&["11-15", "23-19"])),
            ),
            ("pos moves=\"\"", Command::Position(None, vec![])),
            ("go", Command::Go(Mode::Think)),
            ("go ponder", Command::Go(Mode::Ponder)),
            ("go analyze", Command::Go(Mode::Analyze)),
            ("ponder-hit", Command::PonderHit),
            ("  ", Command::Nothing),
        ] {
            assert_eq!(parse(line), command, "{line}");
        }
        for line in [
            "hello",
            "go on",
            "set-param",
            "level depth=x",
            "level depth=0",
            "level time=NaN",
            "level speed=3",
        ] {
            assert!(matches!(parse(line), Command::Malformed(_)), "{line}");
        }
        assert!(matches!(parse("pos p=1"), Command::NoPosition(_)));
        for line in
            ["level nodes=0", "level move-time=-5", "level inc=-0.5", "level moves=-1", "level move-time=inf"]
        {
            assert!(matches!(parse(line), Command::Malformed(_)), "{line}");
        }
    }

    #[test]
    fn levels() {
        let level = |line| match parse(line) {
            Command::Level(level) => level,
            other => panic!("{other:?}"),
        };
        let seconds = Duration::from_secs_f64;
        assert_eq!(level("level move-time=0.5").move_time, Some(seconds(0.5)));
        assert_eq!(level("level depth=9"), Level { depth: Some(9), ..Level::default() });
        let clock = level("level moves=10 time=59.25 inc=1");
        assert_eq!(
            (clock.moves, clock.time, clock.increment),
            (Some(10), Some(seconds(59.25)), seconds(1.0))
        );
        assert_eq!(level("level time=-3").time, Some(Duration::ZERO));
        assert_eq!(level("level infinite"), Level::default());
        assert_eq!(level("level moves=0 move-time=0").moves, None);
    }
}
