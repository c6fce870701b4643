//! What has been found out, as it is kept: the positions, the moves that have been judged, and what each learner chose.

use super::prover::Verdict;
use anyhow::{anyhow, bail};
use games::Game;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use strategies::learning::Memory;

/// The version that the file's first line names.
const VERSION: u32 = 1;
/// Who writes the file.
const OWNER: &str = "truth";

/// All that has been found out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// What the positions and verdicts hang on; another sitting must say the same.
    pub said: String,
    /// How many games at random have been looked at for positions.
    pub tried: u64,
    /// The moves that lead to each position.
    pub positions: Vec<Vec<String>>,
    /// By position and move.
    pub verdicts: BTreeMap<(usize, String), Verdict>,
    /// By learner and games: a move for each position.
    pub choices: BTreeMap<(String, usize), Vec<String>>,
}

pub struct Record {
    memory: Memory,
    pub findings: Findings,
}

impl Record {
    /// Opens the file, which need not exist yet.
    pub fn open<G: Game>(path: &Path, said: &str) -> anyhow::Result<Self> {
        let name = path.to_str().ok_or_else(|| anyhow!("the path of {} is not text", path.display()))?;
        let (mut memory, warning) = Memory::open(name, G::NAME, OWNER);
        if let Some(warning) = warning {
            bail!("{warning}: wait until it is done, or name another --out");
        }
        let findings = match memory.load_sealed(VERSION)? {
            None => Findings { said: said.to_owned(), ..Findings::default() },
            Some(text) => Findings::from_text(&text)
                .map_err(|error| anyhow!("{}: {error}; it is left as it is", path.display()))?,
        };
        if findings.said != said {
            let path = path.display();
            bail!(
                "{path} was begun with '{}', not '{said}': say the same, or name another --out",
                findings.said
            );
        }
        // What cannot be saved is noticed before anything is found out.
        memory.save(VERSION, &findings.to_text())?;
        Ok(Self { memory, findings })
    }

    /// Saves.
    pub fn save(&mut self) -> anyhow::Result<()> {
        Ok(self.memory.save(VERSION, &self.findings.to_text())?)
    }
}

impl Findings {
    fn to_text(&self) -> String {
        let mut text = format!("said {}\ntried {}\n", self.said, self.tried);
        for moves in &self.positions {
            let _ = writeln!(text, "position {}", moves.join(" "));
        }
        for ((position, m), verdict) in &self.verdicts {
            let _ = writeln!(text, "verdict {position} {m} {}", verdict.word());
        }
        for ((learner, games), moves) in &self.choices {
            let _ = writeln!(text, "choices {learner} {games} {}", moves.join(" "));
        }
        text
    }

    fn from_text(text: &str) -> Result<Self, String> {
        let mut findings = Self::default();
        for line in text.lines() {
            findings.take(line).ok_or_else(|| format!("it is damaged at {}", games::quoted(line)))?;
        }
        Ok(findings)
    }

    fn take(&mut self, line: &str) -> Option<()> {
        let (word, rest) = line.split_once(' ')?;
        let words = || rest.split(' ').map(str::to_owned);
        match (word, &rest.split(' ').collect::<Vec<_>>()[..]) {
            ("said", _) => self.said = rest.to_owned(),
            ("tried", [number]) => self.tried = number.parse().ok()?,
            ("position", _) => self.positions.push(words().collect()),
            ("verdict", [position, m, verdict]) => {
                let place = (position.parse().ok()?, (*m).to_owned());
                self.verdicts.insert(place, Verdict::from_word(verdict)?);
            }
            ("choices", [learner, games, ..]) => {
                let place = ((*learner).to_owned(), games.parse().ok()?);
                self.choices.insert(place, words().skip(2).collect());
            }
            _ => return None,
        }
        Some(())
    }

    /// How many of a learner's choices keep the win, throw it away, and are not decided; `None` if they are not all judged.
    pub fn tally(&self, learner: &str, games: usize) -> Option<[usize; 3]> {
        let mut tally = [0; 3];
        for (position, m) in self.choices.get(&(learner.to_owned(), games))?.iter().enumerate() {
            let verdict = self.verdicts.get(&(position, m.clone()))?;
            tally[Verdict::WORDS.iter().position(|(known, _)| known == verdict)?] += 1;
        }
        Some(tally)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use strategies::learning::{sealed, unsealed_strictly};

    #[test]
    fn what_is_written_is_read_and_damage_is_noticed() {
        let mut findings = Findings { said: "seed 1".to_owned(), tried: 7, ..Findings::default() };
        findings.positions = vec![vec!["111".to_owned(), "222".to_owned()], vec!["333".to_owned()]];
        findings.verdicts.insert((0, "444".to_owned()), Verdict::Thrown);
        findings.verdicts.insert((1, "112".to_owned()), Verdict::Unknown);
        findings.choices.insert(("td-leaf".to_owned(), 8), vec!["444".to_owned(), "112".to_owned()]);
        let text = sealed(&findings.to_text());
        let read = |text: &str| Findings::from_text(unsealed_strictly(text)?);
        assert_eq!(read(&text).as_ref(), Ok(&findings));
        assert_eq!(findings.tally("td-leaf", 8), Some([0, 1, 1]));
        assert_eq!(findings.tally("td-leaf", 9), None);
        for cut in 0..text.len() {
            assert!(read(&text[..cut]).is_err(), "{cut}");
        }
        assert!(read(&text.replace("thrown", "kept")).unwrap_err().contains("checksum is wrong"));
    }
}
