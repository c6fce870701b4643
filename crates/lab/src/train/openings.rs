//! `fourscore lab openings`: openings for matches, random moves after which a search calls the position level.

use super::play::player;
use super::thrown::Judged;
use super::{Common, Source, Task};
use crate::out::check_kind;
use crate::progress::at_once;
use anyhow::{Context as _, bail};
use clap::Args;
use games::{Notation, Played};
use rand::RngExt as _;
use search::{Control, Score};
use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use strategies::alpha_beta::trained::Trainable;
use strategies::playing::{play_at_random, random_stream};

/// How a file of them begins; other files are not overwritten.
const FILE: &str = "# fourscore-openings 1: ";
/// The search for more ends after so many in a row that were there before, and when so many have been judged for each one that is wanted.
const PATIENCE: usize = 200;
/// So many are judged at once at most.
const MOST: usize = 4096;

#[derive(Args, Clone)]
pub struct OpeningsArguments {
    #[command(flatten)]
    pub(super) common: Common,
    /// Openings wanted, no two of them images of each other
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    count: u64,
    /// Random moves of an opening: at least
    #[arg(long, default_value_t = 4)]
    least: usize,
    /// Random moves of an opening: at most
    #[arg(long, default_value_t = 6)]
    most: usize,
    /// Greatest score for either side, in hundredths as the engine reports it, of an opening that is level
    #[arg(long, default_value_t = 50)]
    within: u32,
    /// Weights that judge: `built-in`, `nothing`, or a file
    #[arg(long, default_value = "built-in", value_name = "WEIGHTS")]
    weights: Source,
    /// File for the openings, one a line, as `fourscore-match --openings` reads it
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl Task for OpeningsArguments {
    fn run<G: Judged>(&self, control: &Control, output: &mut dyn Write) -> anyhow::Result<()> {
        self.check()?;
        let folder = tempfile::tempdir()?;
        let weights = folder.path().join("judge.weights");
        self.weights.keep::<G>(&weights)?;
        let Some((mut found, judged)) = self.find::<G>(&weights, control)? else {
            return Ok(writeln!(output, "interrupted: nothing is written")?);
        };
        let (Self { count, least, most, within, out, .. }, number) = (self, found.len());
        if found.is_empty() {
            bail!("none of {judged} openings is level: a greater --within, or other moves, may find some");
        }
        let (said, sum) = (self.common.said::<G>(), super::checksum::<G>(&weights)?);
        let head = format!(
            "{FILE}{said}, moves {least} to {most}, within {within}, count {count}, weights {sum:08x}"
        );
        found.insert(0, head);
        files::write_atomically(out, (found.join("\n") + "\n").as_bytes())
            .with_context(|| out.display().to_string())?;
        let more = if (number as u64) < *count { "; no more were found" } else { "" };
        writeln!(output, "{number} openings, of {judged} judged, are in {}{more}", out.display())?;
        Ok(())
    }
}

impl OpeningsArguments {
    fn check(&self) -> anyhow::Result<()> {
        let Self { least, most, out, .. } = self;
        if least > most {
            bail!("--least must not be above --most: not {least} and {most}");
        }
        check_kind(out, FILE)
    }

    /// The openings as lines, and how many were judged; `None` if it was interrupted.
    fn find<G: Trainable>(
        &self,
        weights: &Path,
        control: &Control,
    ) -> anyhow::Result<Option<(Vec<String>, usize)>> {
        let wanted = self.count as usize;
        let mut candidates = self.candidates(self.common.start::<G>()?);
        let (mut found, mut judged) = (Vec::new(), 0);
        while found.len() < wanted && judged < PATIENCE * wanted {
            // As many as will be needed by what was found so far, so that they do not depend on the threads.
            let needed = (wanted - found.len()) * (judged + 1) / (found.len() + 1);
            let some: Vec<_> = candidates.by_ref().take(needed.clamp(1, MOST)).collect();
            if some.is_empty() {
                break;
            }
            judged += some.len();
            let units = format!("openings judged, {} of {wanted} found before", found.len());
            let one = |game: &_| (!control.is_stopped()).then(|| self.is_level(game, weights));
            for (game, level) in some.iter().zip(at_once(&some, self.common.threads(), &units, one)) {
                let Some(level) = level else { return Ok(None) };
                if level? {
                    found.push(format!("startpos moves {}", game.move_texts(Notation::default()).join(" ")));
                }
            }
        }
        found.truncate(wanted);
        Ok(Some((found, judged)))
    }

    /// Random moves, no two games images of each other, as long as new ones are found.
    fn candidates<G: Trainable>(&self, start: G) -> impl Iterator<Item = Played<G>> {
        let (seed, lengths) = (self.common.seed, self.least..=self.most);
        let (mut seen, mut misses) = (HashSet::new(), 0);
        let games = (0..).map_while(move |number| {
            let mut random = random_stream(seed, number);
            let plies = random.random_range(lengths.clone());
            let mut game = Played::new(start.clone());
            play_at_random(&mut game, plies, &mut random, G::first_moves);
            let is_whole = game.plies() == plies && game.outcome().is_none();
            let is_new = is_whole && seen.insert(game.position().canonical_key());
            misses = if is_new { 0 } else { misses + 1 };
            (misses < PATIENCE).then_some(is_new.then_some(game))
        });
        games.flatten()
    }

    fn is_level<G: Trainable>(&self, game: &Played<G>, weights: &Path) -> anyhow::Result<bool> {
        let mut judge = player::<G>(weights, self.common.nodes, &self.common.options)?;
        let lines = judge.think(game).choice.lines;
        let score = lines.first().map(|line| line.score);
        Ok(matches!(score, Some(Score::Heuristic(value)) if value.unsigned_abs() <= self.within))
    }
}
