//! `fourscore lab polynomial`: Samuel's terms weighed as [`super::fit`] weighs the features of alpha-beta, for `Samuel.Terms`.
//!
//! The piece advantage has one weight, which becomes the unit; each term has two, for the full and the bare board.

use super::batches::all_in;
use super::evidence::counted;
use super::fit::{Fit, Fitted, Linear, Regression};
use super::thrown::Judged;
use super::{Basics, Task, typed};
use crate::out::check_kind;
use anyhow::{Context as _, bail};
use clap::Args;
use search::Control;
use std::io::Write;
use std::marker::PhantomData;
use std::path::PathBuf;
use strategies::samuel::td_leaf::of_all_terms;
use strategies::samuel::terms::Subject;
use strategies::samuel::terms::polynomial::NUMBER_MAX;
use strategies::samuel::terms::scoring::{Scoring, UNIT, one_man};

const HEAD: &str = "# Samuel's terms";
/// What being ahead by one man adds to the logarithm of the odds, to begin with.
const MAN: f64 = 0.5;
/// Terms are counted in halves.
const PARTS: i64 = 2;

/// Coefficients of terms are fitted.
#[derive(Args, Clone)]
pub struct PolynomialArguments {
    #[command(flatten)]
    pub(super) basics: Basics,
    /// Directory of games; may be given several times
    #[arg(long, value_name = "DIRECTORY", required = true)]
    games: Vec<PathBuf>,
    /// File for the polynomial, which Samuel.Terms then names
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    how: Regression,
}

/// The features: the piece advantage, each term times the pieces on the board, and each times those that are gone.
struct Terms<G>(PhantomData<G>);

impl<G: Subject> Linear for Terms<G> {
    const COUNT: usize = 1 + 2 * G::TERMS.len();
    const PHASES: usize = 1;
    const LOGIT: f64 = 1e-5;

    fn phases(_opening: f64) -> (usize, [f64; 2]) {
        (0, [1.0, 0.0])
    }
}

impl Task for PolynomialArguments {
    fn run<G: Judged>(&self, control: &Control, output: &mut dyn Write) -> anyhow::Result<()> {
        check_kind(&self.out, HEAD)?;
        self.how.check()?;
        let (texts, scoring) = (all_in(&self.games)?, of_all_terms::<G>());
        let counts = |position: &G, before: Option<&G>, add: &mut dyn FnMut(usize, i32)| {
            count(&scoring, position, before?, add);
            Some(1.0)
        };
        let (start, threads) = (self.basics.start::<G>()?, self.basics.threads());
        let evidence = counted(&start, &texts, self.how.results, threads, &counts)?;
        let mut from = vec![0; Terms::<G>::COUNT];
        from[0] = (MAN / Terms::<G>::LOGIT / <G as Subject>::MAN as f64) as i16;
        let Some(fitted) = Fit::<Terms<G>>::new(&evidence, &self.how, threads, &from)?.run(control) else {
            return Ok(writeln!(output, "interrupted: nothing is written")?);
        };
        let Fitted { weights, positions, before, after } = fitted;
        let text = format!("{HEAD}: {}\n{}\n", typed(), text::<G>(&weights)?);
        files::write_atomically(&self.out, text.as_bytes())
            .with_context(|| self.out.display().to_string())?;
        let out = self.out.display();
        writeln!(
            output,
            "{positions} positions: loss on those held out {before:.5} by pieces, {after:.5} after, in {out}"
        )?;
        Ok(())
    }
}

/// Counts the features of a position and the one before it, for the side to move.
fn count<G: Subject>(scoring: &Scoring<G>, position: &G, before: &G, add: &mut dyn FnMut(usize, i32)) {
    let pieces = i64::from(position.pieces().min(G::PIECES));
    add(0, position.advantage() as i32);
    for term in scoring.terms(position, before).iter().filter(|term| term.contribution != 0) {
        let parts = term.contribution * PARTS / UNIT;
        add(1 + term.term, (parts * pieces) as i32);
        add(1 + G::TERMS.len() + term.term, (parts * (i64::from(G::PIECES) - pieces)) as i32);
    }
}

/// The polynomial of these weights.
fn text<G: Subject>(weights: &[i16]) -> anyhow::Result<String> {
    let (full, bare) = weights[1..].split_at(G::TERMS.len());
    let advantage = f64::from(weights[0]);
    if advantage <= 0.0 {
        bail!("by these games it is no advantage to have more pieces: more games are needed");
    }
    let unit = (one_man::<G>() / <G as Subject>::MAN / UNIT) as f64 / advantage;
    let coefficient = |weight: i16| {
        let whole = f64::from(weight) * unit * (PARTS * i64::from(G::PIECES)) as f64;
        (whole as i64).clamp(-NUMBER_MAX, NUMBER_MAX)
    };
    let words = G::TERMS.iter().zip(full.iter().zip(bare)).map(|(term, (&full, &bare))| {
        format!("{}:{:+}~{:+}", term.name, coefficient(full), coefficient(bare))
    });
    Ok(words.collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::games::Played;
    use ::games::draughts::Draughts;
    use strategies::options::of_game;
    use strategies::samuel::modes::openings::random_opening;
    use strategies::samuel::terms::named;
    use strategies::settings::{Settings, Value};

    #[test]
    fn a_polynomial_scores_as_its_weights_do() {
        let number = |n: usize| ((n * 2_654_435_761) >> 7) as i16 % 20;
        let mut weights: Vec<i16> = (0..Terms::<Draughts>::COUNT).map(number).collect();
        weights[0] = 400;
        let mut settings = Settings::defaults(&of_game::<Draughts>());
        settings.set(named::TERMS.name, Value::Text(text::<Draughts>(&weights).unwrap()));
        let (scoring, all) = (named::scoring::<Draughts>(&settings).unwrap(), of_all_terms());
        for plies in 1..60 {
            let mut game: Played<Draughts> = random_opening(7, plies, 5);
            let position = *game.position();
            game.take_back();
            let before = *game.position();
            let mut odds = 0.0;
            count(&all, &position, &before, &mut |feature, n| {
                odds += f64::from(weights[feature]) * f64::from(n)
            });
            let before = scoring.rate(&before, &mut ());
            let men = scoring.evaluate(&position, &before, &mut ()) as f64 / one_man::<Draughts>() as f64;
            let told = odds / f64::from(weights[0]) / <Draughts as Subject>::MAN as f64;
            assert!((men - told).abs() < 1e-4, "{men}, not {told}: {plies}");
        }
    }
}
