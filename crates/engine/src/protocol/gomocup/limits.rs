//! What the manager has said with `INFO`: time, memory, the rules. Nothing of it is answered; what cannot be kept to is
//! said when a move is asked for.

use crate::GoRequest;
use std::time::Duration;

/// Memory that the process takes beside its transposition table, in bytes, with something in reserve.
const BESIDE_THE_TABLE: u64 = 32 << 20;
/// A larger table than this many MiB is never taken of the manager's limit: it would be cleared for longer than it helps.
const LARGEST_TABLE: u64 = 256;
/// A match without a limit has this much time left.
const UNLIMITED: i64 = 2_147_483_647;
/// Time for a move if the manager says nothing of time.
const USUAL_TURN: Duration = Duration::from_secs(5);

/// The rules by their bits.
const EXACT_FIVE: u32 = 1;
const RENJU: u32 = 4;

#[derive(Clone, Debug, Default)]
pub(super) struct Limits {
    turn: Option<Duration>,
    whole: Option<Duration>,
    left: Option<Duration>,
    /// Used of the match so far, for managers that do not say what is left.
    spent: Duration,
    depth: Option<u32>,
    nodes: Option<u64>,
    memory: Option<u64>,
    /// How many threads may search, if the manager has said so.
    pub(super) threads: Option<u64>,
    rule: u32,
    strange_rule: Option<String>,
}

impl Limits {
    /// Takes an `INFO`. Keys that are unknown or of no use here (`game_type`, `evaluate`, `folder`) are ignored, and so
    /// are values that mean nothing.
    pub(super) fn set(&mut self, key: &str, value: &str) {
        let number = value.parse::<i64>().ok();
        // Time that has run below zero is none.
        let time = number.map(|ms| Duration::from_millis(u64::try_from(ms).unwrap_or(0)));
        let count = number.and_then(|n| u64::try_from(n).ok()).filter(|&n| n > 0);
        match key {
            "timeout_turn" if time.is_some() => self.turn = time,
            "timeout_match" if time.is_some() => self.whole = time.filter(|time| !time.is_zero()),
            "time_left" if time.is_some() => self.left = time.filter(|_| number < Some(UNLIMITED)),
            "max_memory" if number.is_some() => self.memory = count,
            "max_depth" => self.depth = count.and_then(|n| u32::try_from(n).ok()),
            "max_node" => self.nodes = count,
            "thread_num" => self.threads = count,
            "rule" => match value.parse() {
                Ok(rule) => (self.rule, self.strange_rule) = (rule, None),
                Err(_) => self.strange_rule = Some(value.to_owned()),
            },
            _ => {}
        }
    }

    pub(super) fn spend(&mut self, time: Duration) {
        self.spent += time;
    }

    pub(super) const fn start(&mut self) {
        self.spent = Duration::ZERO;
        self.left = None;
    }

    /// The name of the rules, with the opening protocol swap2 if asked for.
    ///
    /// # Errors
    /// A sentence, if they are not supported.
    pub(super) fn rules(&self, swap2: bool) -> Result<&'static str, String> {
        if let Some(rule) = &self.strange_rule {
            return Err(format!("rule {} is not supported", games::quoted(rule)));
        }
        match (self.rule, swap2) {
            (0, false) => Ok("freestyle"),
            (0, true) => Ok("swap2-freestyle"),
            (EXACT_FIVE, false) => Ok("standard"),
            (EXACT_FIVE, true) => Ok("swap2"),
            (RENJU, false) => Ok("renju"),
            (RENJU, true) => Err("swap2 is not played under Renju's rules".to_owned()),
            (other, _) => Err(format!(
                "rule {other} is not supported: it is 0 (five or more), 1 (exactly five) or 4 (renju)"
            )),
        }
    }

    /// The size of the transposition table in MiB that keeps the process below the memory limit, if there is one.
    ///
    /// # Errors
    /// A sentence, if the limit is too small for any.
    pub(super) fn hash(&self) -> Result<Option<u64>, String> {
        let Some(memory) = self.memory else { return Ok(None) };
        let table = (memory.saturating_sub(BESIDE_THE_TABLE) / 4 * 3) >> 20;
        if table == 0 {
            return Err(format!(
                "max_memory {memory} is too small: at least {} bytes are needed",
                BESIDE_THE_TABLE + (2 << 20)
            ));
        }
        Ok(Some(table.min(LARGEST_TABLE)))
    }

    /// The limits of a search, of which so many share a turn.
    pub(super) fn request(&self, searches: u32) -> GoRequest {
        let left = self.left.or_else(|| self.whole.map(|whole| whole.saturating_sub(self.spent)));
        let unsaid = left.is_none() && self.depth.is_none() && self.nodes.is_none();
        let turn = self.turn.or_else(|| unsaid.then_some(USUAL_TURN));
        let (left, turn) = (left.map(|time| time / searches), turn.map(|time| time / searches));
        GoRequest {
            move_time: turn,
            time: [left; 2],
            depth: self.depth,
            nodes: self.nodes,
            ..GoRequest::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(infos: &[(&str, &str)]) -> Limits {
        let mut limits = Limits::default();
        infos.iter().for_each(|(key, value)| limits.set(key, value));
        limits
    }

    #[test]
    fn time_of_turn_and_match() {
        let ms = |n| Some(Duration::from_millis(n));
        let request = limits(&[("timeout_turn", "1000"), ("time_left", "9000")]).request(1);
        assert_eq!((request.move_time, request.time[0]), (ms(1000), ms(9000)));
        let request = limits(&[("timeout_turn", "1000"), ("time_left", "2147483647")]).request(4);
        assert_eq!((request.move_time, request.time[0]), (ms(250), None));
        let request = limits(&[("time_left", "-20")]).request(1);
        assert_eq!((request.move_time, request.time[0]), (None, ms(0)));
        assert_eq!(limits(&[]).request(1).move_time, Some(USUAL_TURN));
        assert_eq!(limits(&[("max_node", "9")]).request(1).nodes, Some(9));
        let mut whole = limits(&[("timeout_match", "3000"), ("timeout_turn", "soon")]);
        whole.spend(Duration::from_millis(1000));
        assert_eq!((whole.request(1).time[1], whole.request(1).move_time), (ms(2000), None));
    }

    #[test]
    fn rules_and_memory() {
        assert_eq!(limits(&[("rule", "1")]).rules(false), Ok("standard"));
        assert_eq!(limits(&[("rule", "1")]).rules(true), Ok("swap2"));
        assert_eq!(limits(&[("rule", "4")]).rules(false), Ok("renju"));
        for bad in ["2", "3", "5", "8", "9", "-1", "x"] {
            assert!(limits(&[("rule", bad)]).rules(false).is_err(), "{bad}");
        }
        assert_eq!(limits(&[("max_memory", "0")]).hash(), Ok(None));
        assert_eq!(limits(&[("max_memory", "367001600")]).hash(), Ok(Some(238)));
        assert_eq!(limits(&[("max_memory", "99999999999")]).hash(), Ok(Some(LARGEST_TABLE)));
        assert!(limits(&[("max_memory", "1000000")]).hash().is_err());
    }
}
