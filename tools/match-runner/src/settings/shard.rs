//! One part of a match that is played on several machines: which pairs of games it plays. Parts share nothing; what
//! each one plays follows from its number alone, given directly or by the scheduler that started it.

use crate::schedule::Game;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};

/// What a shard looks like, for messages.
const FORM: &str = "a shard is I/N (part I of N, from 1), slurm or slurm/N (from SLURM_ARRAY_TASK_ID), parallel/N (from \
                    PARALLEL_SEQ), kubernetes/N (from JOB_COMPLETION_INDEX)";

/// Part `index` of `count`, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Which part, from 1.
    pub index: usize,
    pub count: usize,
}

impl Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl Shard {
    /// Reads `I/N`, or the name of a scheduler whose variables `env` gives.
    pub(crate) fn parse(text: &str, env: impl Fn(&str) -> Option<String>) -> Result<Self, String> {
        let wrong = |what: String| format!("shard = \"{text}\": {what}; {FORM}");
        let number = |name: &str| match env(name).map(|value| value.trim().parse::<usize>()) {
            Some(Ok(number)) => Ok(number),
            Some(Err(_)) => Err(wrong(format!("{name} is not a whole number"))),
            None => Err(wrong(format!("{name} is not set"))),
        };
        let (who, count) = text.trim().split_once('/').map_or((text.trim(), None), |(i, n)| (i, Some(n)));
        let count = match count.map(str::parse::<usize>) {
            Some(Ok(count)) => Some(count),
            Some(Err(_)) => return Err(wrong("the number of parts is not a whole number".to_owned())),
            None => None,
        };
        let (index, count) = match (who, count) {
            // Without a count the array is the whole match, wherever its numbers begin and however far apart they are.
            ("slurm", None) => {
                let (first, step) =
                    (number("SLURM_ARRAY_TASK_MIN")?, number("SLURM_ARRAY_TASK_STEP").unwrap_or(1));
                let behind = number("SLURM_ARRAY_TASK_ID")?.saturating_sub(first);
                (behind / step.max(1) + 1, number("SLURM_ARRAY_TASK_COUNT")?)
            }
            ("slurm", Some(count)) => (number("SLURM_ARRAY_TASK_ID")?, count),
            ("parallel", Some(count)) => (number("PARALLEL_SEQ")?, count),
            ("kubernetes", Some(count)) => (number("JOB_COMPLETION_INDEX")?.saturating_add(1), count),
            ("parallel" | "kubernetes", None) => {
                return Err(wrong("it needs the number of parts".to_owned()));
            }
            (index, Some(count)) => {
                (index.parse().map_err(|_| wrong(format!("'{index}' is not a number of a part")))?, count)
            }
            (_, None) => return Err(wrong("no part of a match".to_owned())),
        };
        if !(1..=count).contains(&index) || count > 1_000_000 {
            return Err(wrong(format!("part {index} of {count} does not exist")));
        }
        Ok(Self { index, count })
    }

    /// Whether this part plays this game. Pairs stay together, and parts take turns.
    pub(crate) const fn plays(&self, game: &Game) -> bool {
        game.pair % self.count == self.index - 1
    }

    /// What is put behind the path of the results, so that parts can share a folder.
    pub(crate) fn suffix(&self) -> String {
        format!(".{}-of-{}", self.index, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, env: &[(&str, &str)]) -> Result<String, String> {
        let get = |name: &str| env.iter().find(|(n, _)| *n == name).map(|(_, value)| (*value).to_owned());
        Shard::parse(text, get).map(|shard| shard.to_string())
    }

    #[test]
    fn parts_are_numbered_by_hand_or_by_a_scheduler() {
        let array = |id| {
            [
                ("SLURM_ARRAY_TASK_ID", id),
                ("SLURM_ARRAY_TASK_MIN", "0"),
                ("SLURM_ARRAY_TASK_COUNT", "4"),
                ("SLURM_ARRAY_TASK_STEP", "2"),
            ]
        };
        assert_eq!(read("2/3", &[]), Ok("2/3".into()));
        assert_eq!(read("slurm", &array("0")), Ok("1/4".into()));
        assert_eq!(read("slurm", &array("6")), Ok("4/4".into()));
        assert_eq!(read("slurm/8", &array("6")), Ok("6/8".into()));
        assert_eq!(read("parallel/3", &[("PARALLEL_SEQ", "3")]), Ok("3/3".into()));
        assert_eq!(read("kubernetes/3", &[("JOB_COMPLETION_INDEX", "0")]), Ok("1/3".into()));
    }

    #[test]
    fn what_is_no_part_is_refused_in_words() {
        for (text, part) in [
            ("", "no part"),
            ("0/3", "does not exist"),
            ("4/3", "does not exist"),
            ("1/0", "does not exist"),
            ("a/3", "'a' is not a number"),
            ("1/x", "not a whole number"),
            ("parallel", "needs the number of parts"),
            ("parallel/2", "PARALLEL_SEQ is not set"),
            ("slurm", "SLURM_ARRAY_TASK_MIN is not set"),
            ("kubernetes/1", "not a whole number"),
        ] {
            let error = read(text, &[("JOB_COMPLETION_INDEX", "x")]).unwrap_err();
            assert!(error.contains(part) && error.contains("I/N"), "{text}: {error}");
        }
    }

    #[test]
    fn every_pair_is_played_by_one_part() {
        for count in 1..6 {
            for number in 0..40 {
                let game = Game { number, pair: number / 2, opening: 0, engines: [0, 1] };
                let players = (1..=count).filter(|&index| Shard { index, count }.plays(&game)).count();
                assert_eq!(players, 1);
            }
        }
    }
}
