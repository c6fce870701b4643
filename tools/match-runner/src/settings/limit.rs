//! What bounds the thinking of an engine on a move, read from text: one type that cannot hold two contradicting
//! bounds, so that nothing after the settings has to ask which of them counts.

use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};
use std::time::Duration;

/// The text form of a clock, for error messages.
const CLOCK_FORM: &str = "a time control is [moves/]seconds[+increment], such as 40/60+0.6, 1+0.01 or 60";
/// More than this is a mistake in units.
const LONGEST: f64 = 1e7;

/// A clock: some time for some moves, or for the whole game, and an increment after each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    /// After this many moves the time is added again; `None`: the time is for the whole game.
    pub moves: Option<u32>,
    /// The time at the start, and of each further period.
    pub time: Duration,
    /// What is added after each move.
    pub increment: Duration,
}

/// What bounds an engine's thinking: exactly one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Limit {
    /// A clock over the game.
    Clock(Clock),
    /// The same time for each move.
    MoveTime(Duration),
    /// Nodes for each move.
    Nodes(u64),
    /// Plies for each move.
    Depth(u32),
}

impl Clock {
    /// Reads `[moves/]seconds[+increment]`.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let wrong = |what: &str| format!("{what} in '{text}': {CLOCK_FORM}");
        let (moves, rest) = match text.split_once('/') {
            None => (None, text),
            Some((moves, rest)) => match moves.trim().parse::<u32>() {
                Ok(count) if count > 0 => (Some(count), rest),
                _ => return Err(wrong(&format!("'{moves}' is not a number of moves"))),
            },
        };
        let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let time = parse_seconds(time).ok_or_else(|| wrong(&format!("'{time}' is not a time")))?;
        let increment =
            parse_seconds(increment).ok_or_else(|| wrong(&format!("'{increment}' is not an increment")))?;
        if time.is_zero() && increment.is_zero() {
            return Err(wrong("no time at all"));
        }
        Ok(Self { moves, time, increment })
    }
}

/// A plain decimal number of seconds, not negative and not absurdly large.
fn parse_seconds(text: &str) -> Option<Duration> {
    let text = text.trim();
    let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    if plain { seconds(text.parse().ok()?) } else { None }
}

/// A number of seconds as a duration, if it is one that a match can mean.
pub(crate) fn seconds(number: f64) -> Option<Duration> {
    if (0.0..=LONGEST).contains(&number) { Duration::try_from_secs_f64(number).ok() } else { None }
}

impl Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.time.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

impl Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clock(clock) => write!(f, "{clock}"),
            Self::MoveTime(time) => write!(f, "{} s/move", time.as_secs_f64()),
            Self::Nodes(nodes) => write!(f, "{nodes} nodes"),
            Self::Depth(depth) => write!(f, "depth {depth}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(moves: Option<u32>, time: u64, increment: u64) -> Clock {
        Clock { moves, time: Duration::from_millis(time), increment: Duration::from_millis(increment) }
    }

    #[test]
    fn clocks_are_read_and_written_back() {
        let table = [
            ("40/60+0.6", clock(Some(40), 60_000, 600)),
            ("1+0.01", clock(None, 1000, 10)),
            ("60", clock(None, 60_000, 0)),
            ("40/60", clock(Some(40), 60_000, 0)),
            ("0+0.1", clock(None, 0, 100)),
            ("0.5", clock(None, 500, 0)),
        ];
        for (text, expected) in table {
            assert_eq!(Clock::parse(text), Ok(expected), "{text}");
            assert_eq!(expected.to_string(), text);
        }
    }

    #[test]
    fn nonsense_is_refused_in_words() {
        for text in [
            "", "x", "-1", "1+-1", "0/60", "a/60", "1+", "0", "nan", "inf", "1e3", "1e99", "99999999",
            "1/2/3",
        ] {
            let error = Clock::parse(text).expect_err(text);
            assert!(error.contains("40/60+0.6"), "{error}");
        }
    }
}
