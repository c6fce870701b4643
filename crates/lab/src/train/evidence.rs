//! Games as evidence: what is counted in their quiet positions, and how likely a win was there.

use super::play::{Course, expected, points};
use crate::progress::at_once;
use anyhow::bail;
use search::Score;
use strategies::alpha_beta::trained::Trainable;

/// The positions of some games.
#[derive(Default)]
pub(super) struct Evidence {
    /// Feature and count, position after position.
    features: Vec<(u32, i16)>,
    positions: Vec<Position>,
}

struct Position {
    /// Where its features end.
    end: usize,
    /// How much of the opening there is.
    opening: f32,
    /// How likely the side to move is to win.
    target: f32,
}

/// Counts features in a quiet position that comes after another one, if that is known, and says how much of the opening there is;
/// `None` if the position is not to be learned from.
pub(super) type Counting<'a, G> =
    dyn Fn(&G, Option<&G>, &mut dyn FnMut(usize, i32)) -> Option<f32> + Sync + 'a;

/// A position as a fit sees it.
pub(super) struct Seen<'a> {
    pub(super) features: &'a [(u32, i16)],
    pub(super) opening: f64,
    pub(super) target: f64,
}

impl Evidence {
    pub(super) fn len(&self) -> usize {
        self.positions.len()
    }

    pub(super) fn positions(&self) -> impl Iterator<Item = Seen<'_>> {
        let starts = std::iter::once(0).chain(self.positions.iter().map(|position| position.end));
        starts.zip(&self.positions).map(|(start, &Position { end, opening, target })| Seen {
            features: &self.features[start..end],
            opening: f64::from(opening),
            target: f64::from(target),
        })
    }

    /// Adds the positions of a game, each worth so much of its result and the rest of its score; a proof counts alone, and so does
    /// the result where nothing was worth anything to who played.
    fn add<G: Trainable>(
        &mut self,
        start: &G,
        line: &str,
        results: f64,
        counts: &Counting<'_, G>,
    ) -> anyhow::Result<()> {
        let mut scores = line.split(' ').filter_map(|word| word.split_once(':'));
        let results =
            if scores.all(|(_, score)| matches!(score, "0" | "w" | "l" | "d")) { 1.0 } else { results };
        let mut before = None;
        Course::read_line(start, line, |position, score, outcome| {
            let before = before.replace(position.clone());
            if !position.is_quiet() {
                return;
            }
            let result = points(outcome, position.to_move());
            let share = if matches!(score, Score::Heuristic(_)) { results } else { 0.0 };
            let target = share * result + (1.0 - share) * expected::<G>(score);
            let mut add = |feature, count| {
                let small = |_| if count < 0 { i16::MIN } else { i16::MAX };
                self.features.push((feature as u32, i16::try_from(count).unwrap_or_else(small)));
            };
            let Some(opening) = counts(position, before.as_ref(), &mut add) else { return };
            self.positions.push(Position { end: self.features.len(), opening, target: target as f32 });
        })
    }
}

/// The evidence of the games in these texts, one a line, as the evaluation counts it; the same work by so many threads.
pub(super) fn of_games<G: Trainable>(
    start: &G,
    texts: &[String],
    results: f64,
    threads: u64,
) -> anyhow::Result<Vec<Evidence>> {
    counted(start, texts, results, threads, &|position: &G, _, add| Some(position.counts(add)))
}

/// The same by other counts.
pub(super) fn counted<G: Trainable>(
    start: &G,
    texts: &[String],
    results: f64,
    threads: u64,
    counts: &Counting<'_, G>,
) -> anyhow::Result<Vec<Evidence>> {
    let found = at_once(texts, threads, "files of games read", |text| {
        let mut evidence = Evidence::default();
        Some(text.lines().try_for_each(|line| evidence.add(start, line, results, counts)).map(|()| evidence))
    });
    let all = found.into_iter().flatten().collect::<anyhow::Result<Vec<_>>>()?;
    if all.iter().all(|evidence| evidence.len() == 0) {
        bail!("no position of the games is quiet: there is nothing to learn from");
    }
    Ok(all)
}
