//! Evaluations that are trained: what a game counts in a position, and the files that say what each count is worth.

use crate::Playable;
use files::sealed::{from_json, sealed, to_json, unsealed_strictly};
use games::Played;
use search::alpha_beta::{Guide, Prospect};
use serde::{Deserialize, Serialize};
use std::any::Any;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

/// A game whose evaluation is linear: a sum of counts, each with a weight for every phase.
pub trait Trainable: Playable {
    /// Names what is counted; weights of other features are refused.
    const FEATURES: &'static str;
    /// How many features there are.
    const COUNT: usize;
    /// Weights of each feature, side by side: one, or one for every phase from the opening to the ending.
    const PHASES: usize;
    /// How much a weight of 1, counted once, adds to the logarithm of the odds of winning.
    const LOGIT: f64;
    /// How many units of a weight make one of the evaluation.
    const PARTS: i32 = 1;
    /// An evaluation at which games against oneself are decided, if both sides see it six times in a row.
    const DECIDED: i32 = i32::MAX;
    /// Whether matches begin with the game's beginnings, and not with random moves.
    const BALLOTS: bool = false;

    /// The file of the weights that are played with unless told otherwise.
    fn built_in() -> &'static str;

    /// Counts for the side to move: number of the feature, and how often. Returns how much of the opening there is, from 0 to 1.
    fn counts(&self, add: &mut dyn FnMut(usize, i32)) -> f32;

    /// Whether the search would estimate this position by what is counted: nothing is forced, nothing hangs.
    fn is_quiet(&self) -> bool;

    /// With so much of the opening, the first of the two phases between which a position lies, and the shares of both.
    fn phases(opening: f64) -> (usize, [f64; 2]) {
        let last = Self::PHASES - 1;
        let gone = (1.0 - opening) * last as f64;
        let first = (gone as usize).min(last.saturating_sub(1));
        (first, [1.0 - (gone - first as f64), gone - first as f64])
    }

    /// Appends the moves with which games begin, before anybody thinks.
    fn first_moves(&self, moves: &mut Vec<Self::Move>) {
        self.legal_moves(moves);
    }

    /// Appends the moves of which one is played now and then instead of the best.
    fn other_moves(&self, moves: &mut Vec<Self::Move>) {
        self.legal_moves(moves);
    }
}

/// The first line of a file of weights; a value of [`Trained`] and its checksum follow.
const FILE: &str = "fourscore-weights 1\n";
/// So many weights stand in a line.
const IN_A_LINE: usize = 26;

/// Where weights come from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Made {
    /// What was typed.
    pub command: String,
    pub seed: u64,
    /// How long it took.
    pub hours: f64,
    /// Of Fourscore.
    pub version: String,
}

/// The weights of a game's features, with where they come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trained {
    game: String,
    features: String,
    pub made: Made,
    /// In lines, without the zeros at the end.
    weights: Vec<Vec<i16>>,
}

impl Trained {
    /// Those of this game's features; what is missing at the end is 0.
    pub fn new<G: Trainable>(weights: &[i16], made: Made) -> Self {
        let used = weights.iter().rposition(|&weight| weight != 0).map_or(0, |last| last + 1);
        let lines = weights[..used].chunks(IN_A_LINE).map(<[i16]>::to_vec);
        Self { game: G::NAME.to_owned(), features: G::FEATURES.to_owned(), made, weights: lines.collect() }
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// A sentence, if it is damaged or the weights are not those of this game's features.
    pub fn parse<G: Trainable>(text: &str) -> Result<Self, String> {
        let sealed = text.strip_prefix(FILE).ok_or("it is no file of weights of this version")?;
        let trained: Self = from_json(unsealed_strictly(sealed)?, 2)?;
        let (game, features) = (G::NAME, G::FEATURES);
        if (&*trained.game, &*trained.features) != (game, features) {
            let Self { game: other, features: of, .. } = trained;
            return Err(format!("its weights are of {other}, {of}; wanted are those of {game}, {features}"));
        }
        if trained.weights.iter().flatten().count() > G::COUNT * G::PHASES {
            return Err(format!("it has more weights than the features of {game}"));
        }
        Ok(trained)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// A sentence, if there is none, or as of [`Trained::parse`].
    pub fn read<G: Trainable>(path: &Path) -> Result<Self, String> {
        Self::parse::<G>(&files::read_text(path).map_err(|error| error.to_string())?)
    }

    /// Writes the file, whole or not at all.
    ///
    /// # Errors
    /// A sentence, if that cannot be done.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        let text = format!("{FILE}{}", sealed(&to_json(self)?));
        files::write_atomically(path, text.as_bytes()).map_err(|error| error.to_string())
    }

    /// All weights of this game, one feature's side by side.
    pub fn weights<G: Trainable>(&self) -> Vec<i16> {
        let mut weights: Vec<i16> = self.weights.iter().flatten().copied().collect();
        weights.resize(G::COUNT * G::PHASES, 0);
        weights
    }
}

/// What a guide makes of weights, for as long as the program runs: few files are read in one.
type Kept = (String, (u64, Option<SystemTime>), &'static (dyn Any + Send + Sync));

/// What `make` makes of the weights of the file at this path, which is read once and not for every game.
fn kept<G: Trainable, T: Send + Sync>(path: &str, make: fn(&[i16]) -> T) -> Result<&'static T, String> {
    static KEPT: Mutex<Vec<Kept>> = Mutex::new(Vec::new());
    let metadata = std::fs::metadata(path).map_err(|error| error.to_string())?;
    let stamp = (metadata.len(), metadata.modified().ok());
    let mut all = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let known = all.iter().find(|(known, same, _)| known == path && *same == stamp);
    if let Some(made) = known.and_then(|(.., made)| made.downcast_ref()) {
        return Ok(made);
    }
    let weights = Trained::read::<G>(Path::new(path))?.weights::<G>();
    let made: &'static T = Box::leak(Box::new(make(&weights)));
    all.push((path.to_owned(), stamp, made));
    Ok(made)
}

/// What a guide evaluates by: what is built in, or the file that an option names.
#[derive(Debug)]
pub(super) struct Worth<T: 'static> {
    path: String,
    now: &'static T,
    built_in: &'static T,
}

impl<T> Clone for Worth<T> {
    fn clone(&self) -> Self {
        Self { path: self.path.clone(), ..*self }
    }
}

impl<T: Send + Sync> Worth<T> {
    pub(super) const fn new(built_in: &'static T) -> Self {
        Self { path: String::new(), now: built_in, built_in }
    }

    #[inline]
    pub(super) const fn now(&self) -> &'static T {
        self.now
    }

    /// Takes the weights of the file at this path (empty: the built-in ones), unless that is what was read last.
    pub(super) fn read<G: Trainable>(&mut self, path: &str, make: fn(&[i16]) -> T) -> Result<(), String> {
        if path == self.path {
            return Ok(());
        }
        (self.path, self.now) = (String::new(), self.built_in);
        if !path.is_empty() {
            let refused =
                |error| format!("AlphaBeta.Weights {path}: {error}; playing with the built-in ones");
            self.now = kept::<G, T>(path, make).map_err(refused)?;
            path.clone_into(&mut self.path);
        }
        Ok(())
    }
}

/// What is built in, as a guide reads it.
pub(super) fn built_in<G: Trainable, T>(make: fn(&[i16]) -> T) -> T {
    // A test reads it; were it damaged, nothing would be worth anything.
    let weights = Trained::parse::<G>(G::built_in()).map(|trained| trained.weights::<G>());
    make(&weights.unwrap_or_else(|_| vec![0; G::COUNT * G::PHASES]))
}

/// Whether a guide would leave this position, in which the game goes on, to its evaluation.
pub(super) fn is_quiet<G: Trainable, U: Guide<G> + Default>(position: &G, nodes: u64) -> bool {
    let mut guide = U::default();
    guide.start(&Played::new(position.clone()));
    if guide.prospect(position, &mut Vec::new()) != Prospect::Open || guide.is_unsettled(position) {
        return false;
    }
    let mut line = Vec::new();
    guide.forced_win(position, nodes, &mut line);
    line.is_empty()
}

#[cfg(test)]
mod tests {
    use super::super::Explain;
    use super::super::draughts::Board;
    use super::super::gomoku::Patterns;
    use super::*;
    use crate::options::of_game;
    use crate::playing::play_at_random;
    use crate::settings::{Settings, Value};
    use games::draughts::Draughts;
    use games::gomoku::Opening;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// The guide estimates by what is counted, with weights of a file.
    fn agrees<G: Trainable, U: Explain<G>>() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let weights: Vec<i16> = (0..G::COUNT * G::PHASES).map(|_| random.random_range(-60..60)).collect();
        let file = tempfile::NamedTempFile::new().unwrap();
        Trained::new::<G>(&weights, Made::default()).write(file.path()).unwrap();
        let mut settings = Settings::defaults(&of_game::<G>());
        settings.set("AlphaBeta.Weights", Value::Text(file.path().to_str().unwrap().to_owned()));
        let mut guide = U::default();
        guide.prepare(&settings).unwrap();
        for number in 0..200 {
            let mut game = Played::new(G::start(&G::Setup::default()));
            play_at_random(&mut game, number % 60, &mut random, G::legal_moves);
            if game.outcome().is_some() {
                continue;
            }
            let mut sums = vec![0.0; G::PHASES];
            let opening = f64::from(game.position().counts(&mut |feature, count| {
                for (phase, sum) in sums.iter_mut().enumerate() {
                    *sum += f64::from(count) * f64::from(weights[feature * G::PHASES + phase]);
                }
            }));
            let (first, shares) = G::phases(opening);
            let sum: f64 = sums[first..].iter().zip(shares).map(|(sum, share)| sum * share).sum();
            guide.start(&game);
            let estimate = f64::from(guide.evaluate(game.position()));
            let exact = sum / f64::from(G::PARTS);
            assert!(
                (estimate - exact).abs() <= 1.0,
                "{estimate}, not {exact}: {}",
                game.position().to_text()
            );
        }
    }

    #[test]
    fn guides_estimate_by_what_is_counted() {
        agrees::<Opening, Patterns>();
        agrees::<Draughts, Board>();
    }

    #[test]
    fn what_is_damaged_or_foreign_is_refused_in_words() {
        let text = Opening::built_in();
        let refused = |text: &str| Trained::parse::<Opening>(text).unwrap_err();
        assert!(refused(&text.replacen("[\n[", "[\n[1", 1)).contains("its checksum is wrong"));
        assert!(refused(&text[..text.len() - 20]).contains("cut short"));
        assert!(refused(Draughts::built_in()).contains("its weights are of draughts"));
        assert!(refused("x").contains("no file of weights"));
        let mut guide = Patterns::default();
        let mut settings = Settings::default();
        settings.set("AlphaBeta.Weights", Value::Text("/none".to_owned()));
        let words = guide.prepare(&settings).unwrap_err();
        assert!(
            words.starts_with("AlphaBeta.Weights /none: ") && words.ends_with("the built-in ones"),
            "{words}"
        );
    }
}
