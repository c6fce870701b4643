//! What has been found out, as it is kept: the positions, the moves that have been judged, and what each learner chose.

use super::prover::Verdict;
use anyhow::{anyhow, bail};
use games::Game;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use strategies::learning::{Content, Memory};

/// Who writes the file.
const OWNER: &str = "truth";

/// All that has been found out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Findings {
    /// What the positions and verdicts hang on; another sitting must say the same.
    pub said: String,
    /// How many games at random have been looked at for positions.
    pub tried: u64,
    /// The moves that lead to each position.
    pub positions: Vec<Vec<String>>,
    /// By position and move.
    #[serde(with = "pairs")]
    pub verdicts: BTreeMap<(usize, String), Verdict>,
    /// By learner and games: a move for each position.
    #[serde(with = "pairs")]
    pub choices: BTreeMap<(String, usize), Vec<String>>,
}

/// Keys that are no text are kept beside their values.
mod pairs {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::collections::BTreeMap;

    pub(super) fn serialize<K: Serialize, V: Serialize, S: Serializer>(
        map: &BTreeMap<K, V>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(map)
    }

    pub(super) fn deserialize<'d, K, V, D>(deserializer: D) -> Result<BTreeMap<K, V>, D::Error>
    where
        K: Ord + Deserialize<'d>,
        V: Deserialize<'d>,
        D: Deserializer<'d>,
    {
        Ok(Vec::deserialize(deserializer)?.into_iter().collect())
    }
}

pub(super) struct Record {
    memory: Memory,
    pub findings: Findings,
}

impl Record {
    /// Opens the file, which need not exist yet.
    pub(super) fn open<G: Game>(path: &Path, said: &str) -> anyhow::Result<Self> {
        let name = path.to_str().ok_or_else(|| anyhow!("the path of {} is not text", path.display()))?;
        let (mut memory, warning) = Memory::open(name, G::NAME, OWNER);
        if let Some(warning) = warning {
            bail!("{warning}: wait until it is done, or name another --out");
        }
        let new = || Findings { said: said.to_owned(), ..Findings::default() };
        let findings: Findings = memory.load()?.unwrap_or_else(new);
        if findings.said != said {
            let path = path.display();
            bail!(
                "{path} was begun with '{}', not '{said}': say the same, or name another --out",
                findings.said
            );
        }
        // What cannot be saved is noticed before anything is found out.
        memory.save(&findings)?;
        Ok(Self { memory, findings })
    }

    pub(super) fn save(&mut self) -> anyhow::Result<()> {
        Ok(self.memory.save(&self.findings)?)
    }
}

impl Content for Findings {}

impl Findings {
    /// How many of a learner's choices keep the win, throw it away, and are not decided; `None` if they are not all judged.
    pub(super) fn tally(&self, learner: &str, games: usize) -> Option<[usize; 3]> {
        let mut tally = [0; 3];
        for (position, m) in self.choices.get(&(learner.to_owned(), games))?.iter().enumerate() {
            let verdict = self.verdicts.get(&(position, m.clone()))?;
            tally[*verdict as usize] += 1;
        }
        Some(tally)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut findings = Findings { said: "seed 1".to_owned(), tried: 7, ..Findings::default() };
        findings.positions = vec![vec!["111".to_owned(), "222".to_owned()], vec!["333".to_owned()]];
        findings.verdicts.insert((0, "444".to_owned()), Verdict::Thrown);
        findings.verdicts.insert((1, "112".to_owned()), Verdict::Unknown);
        findings.choices.insert(("td-leaf".to_owned(), 8), vec!["444".to_owned(), "112".to_owned()]);
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("findings");
        let (mut memory, _) = Memory::open(path.to_str().unwrap(), "qubic", OWNER);
        memory.save(&findings).unwrap();
        assert_eq!(memory.load().unwrap().as_ref(), Some(&findings));
        assert_eq!(findings.tally("td-leaf", 8), Some([0, 1, 1]));
        assert_eq!(findings.tally("td-leaf", 9), None);
    }
}
