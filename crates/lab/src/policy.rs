//! `fourscore lab policy`: the policy of `solve --game gomoku` is fitted to certificates, so that their moves come out ahead of black's
//! other hidden threats.

use crate::interrupt;
use crate::out::check_kind;
use crate::train::fit::Descent;
use anyhow::{Context as _, bail};
use clap::Args;
use games::gomoku::{Gomoku, Square};
use games::{Game, Notation};
use search::Control;
use solve::certificate::Certificate;
use solve::certificate::gomoku::Solution;
use solve::gomoku::proof::policy::{SIGNS, text};
use solve::gomoku::proof::{Attack, Lesson, Place};
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, RwLock};

/// The files that may be overwritten begin so.
const HEAD: &str = "The policy of solve --game gomoku";
/// Steps of the descent, their length, and how much large weights cost.
const STEPS: usize = 800;
const LENGTH: f64 = 0.05;
const DECAY: f64 = 0.001;

/// What the policy is learned from, and where it goes.
#[derive(Args)]
pub struct PolicyArguments {
    /// The certificate of Go-Moku that is learned from
    #[arg(value_name = "CERTIFICATE")]
    proof: PathBuf,
    /// White's second moves whose proofs are learned from
    #[arg(long, value_name = "MOVE", num_args = 1.., required = true)]
    after: Vec<String>,
    /// White's second moves whose proofs it is measured on
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    held_out: Vec<String>,
    /// Of the certificate's positions, every so many-th is used, if its move is one of several hidden threats
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// Where the weights go
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Learns, measures and writes the weights.
///
/// # Errors
/// If a file is something else, or a move none of white's.
pub fn run(arguments: &PolicyArguments) -> anyhow::Result<()> {
    work(arguments, &*interrupt::control()?, &mut std::io::stdout())
}

fn work(arguments: &PolicyArguments, control: &Control, output: &mut dyn Write) -> anyhow::Result<()> {
    check_kind(&arguments.out, &format!("# {HEAD}"))?;
    if let Some(both) = arguments.held_out.iter().find(|m| arguments.after.contains(m)) {
        bail!("--held-out {both}: it is learned from");
    }
    let solution = Solution::from_certificate(&Certificate::read(&arguments.proof)?)
        .with_context(|| arguments.proof.display().to_string())?;
    let lessons = |moves: &[String]| lessons(&solution, moves, arguments.every as usize, control);
    let (learned, held_out) = (lessons(&arguments.after)?, lessons(&arguments.held_out)?);
    if control.must_stop() {
        bail!("interrupted: nothing is written");
    }
    if learned.is_empty() {
        bail!(
            "--after: behind these moves the certificate has no position with a choice among hidden threats"
        );
    }
    let mut zone = [0.0; SIGNS];
    zone[0] = -1.0;
    let weights = fit(&learned);
    for (name, lessons) in [("learned from", &learned), ("held out", &held_out)] {
        if !lessons.is_empty() {
            let (by_zone, by_policy) = (measure(lessons, &zone), measure(lessons, &weights));
            writeln!(output, "{name}: {} positions; the certificate's move is", lessons.len())?;
            writeln!(output, "  by the zone alone  {by_zone}\n  by the policy      {by_policy}")?;
        }
    }
    let made = format!("{HEAD}: crates/solve/src/gomoku/proof/policy.rs\n{}", crate::train::typed());
    files::write_atomically(&arguments.out, text(&made, &weights).as_bytes())
        .with_context(|| arguments.out.display().to_string())?;
    writeln!(output, "weights: {}", arguments.out.display())?;
    Ok(())
}

/// What the proofs behind these second moves teach.
fn lessons(
    solution: &Solution,
    moves: &[String],
    every: usize,
    control: &Control,
) -> anyhow::Result<Vec<Lesson>> {
    let size = solution.size();
    let known = Arc::new(RwLock::new(Default::default()));
    let mut attack = Attack::new(size, solution.start.setup().rules(), known);
    let find = |place: &Place| solution.at(place);
    let bar = crate::progress::progress_bar(moves.len(), 0, "second moves");
    let mut all = Vec::new();
    for text in moves {
        let mut position = Gomoku::start(solution.start.setup());
        let first = Square::new(size / 2, size / 2).context("a board without a centre")?;
        position.play(first);
        let second = position.parse_move(text, Notation::Coordinates).ok().filter(|&m| position.is_legal(m));
        position.play(second.with_context(|| format!("{text:?} is no second move of white's, such as h10"))?);
        all.extend(attack.lessons(Place::of(&position), &find, every, &mut |_| {
            bar.tick();
            !control.must_stop()
        }));
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(all)
}

/// Weights under which the chosen moves are as likely as can be, if a move's chances grow exponentially with what it promises (a
/// conditional logit; McFadden 1974).
fn fit(lessons: &[Lesson]) -> [f64; SIGNS] {
    let mut weights = [0.0; SIGNS];
    let (mut descent, usual) = (Descent::new(SIGNS), spread(lessons));
    for _ in 0..STEPS {
        let mut slopes: [f64; SIGNS] =
            std::array::from_fn(|sign| DECAY * weights[sign] * usual[sign] * usual[sign]);
        for Lesson { signs, chosen } in lessons {
            let odds: Vec<f64> = signs.iter().map(|signs| promise(signs, &weights)).collect();
            let greatest = odds.iter().copied().fold(f64::MIN, f64::max);
            let odds: Vec<f64> = odds.into_iter().map(|odds| (odds - greatest).exp()).collect();
            let sum: f64 = odds.iter().sum();
            for (number, (signs, odds)) in signs.iter().zip(odds).enumerate() {
                let off = odds / sum - f64::from(u8::from(number == *chosen));
                for (slope, &sign) in slopes.iter_mut().zip(signs) {
                    *slope += off * f64::from(sign) / lessons.len() as f64;
                }
            }
        }
        descent.step(&mut weights, &slopes, &usual, LENGTH);
    }
    weights
}

fn promise(signs: &[i32; SIGNS], weights: &[f64; SIGNS]) -> f64 {
    signs.iter().zip(weights).map(|(&sign, weight)| f64::from(sign) * weight).sum()
}

/// The standard deviation of each sign; 1 of one that is always the same.
fn spread(lessons: &[Lesson]) -> [f64; SIGNS] {
    let all = || lessons.iter().flat_map(|lesson| &lesson.signs);
    let number = all().count() as f64;
    std::array::from_fn(|sign| {
        let mean = all().map(|signs| f64::from(signs[sign])).sum::<f64>() / number;
        let square = all().map(|signs| (f64::from(signs[sign]) - mean).powi(2)).sum::<f64>() / number;
        if square > 0.0 { square.sqrt() } else { 1.0 }
    })
}

/// How often the chosen move is the first, and among the first three, in percent.
fn measure(lessons: &[Lesson], weights: &[f64; SIGNS]) -> String {
    let among = |most: usize| {
        let found = lessons.iter().filter(|Lesson { signs, chosen }| {
            let own = promise(&signs[*chosen], weights);
            let before = signs[..*chosen].iter().filter(|signs| promise(signs, weights) >= own).count();
            let after = signs[*chosen + 1..].iter().filter(|signs| promise(signs, weights) > own).count();
            before + after < most
        });
        100.0 * found.count() as f64 / lessons.len() as f64
    };
    format!("first in {:.1} %, among the first three in {:.1} %", among(1), among(3))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the chosen move differs in a sign from the others, its weight is found, and the sign of a riddle has none.
    #[test]
    fn the_fit_finds_what_tells_moves_apart() {
        let signs = |zone: i32, rank: i32| {
            let mut signs = [0; SIGNS];
            (signs[0], signs[1]) = (zone, rank);
            signs
        };
        let lesson = |turn: i32| Lesson {
            signs: vec![signs(40, turn), signs(20, 1 - turn), signs(60, turn)],
            chosen: 1,
        };
        let lessons = [lesson(0), lesson(1)];
        let weights = fit(&lessons);
        assert!(weights[0] < -0.1 && weights[1].abs() < 0.01, "{weights:?}");
        assert_eq!(measure(&lessons, &weights), "first in 100.0 %, among the first three in 100.0 %");
        assert_eq!(measure(&lessons, &[0.0; SIGNS]), "first in 0.0 %, among the first three in 100.0 %");
    }

    #[test]
    fn a_certificate_is_learned_from_and_a_foreign_file_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let mut arguments = PolicyArguments {
            proof: "../../data/gomoku/freestyle.proof".into(),
            after: vec!["o15".to_owned()],
            held_out: Vec::new(),
            every: 40,
            out: folder.path().join("policy.txt"),
        };
        let mut output = Vec::new();
        for _ in 0..2 {
            work(&arguments, &Control::new(), &mut output).unwrap();
        }
        let words = String::from_utf8(output).unwrap();
        assert!(words.contains("learned from: ") && words.contains("by the policy"), "{words}");
        let text = std::fs::read_to_string(&arguments.out).unwrap();
        assert!(text.starts_with(&format!("# {HEAD}")) && text.contains("\nzone "), "{text}");
        std::fs::write(&arguments.out, "mine").unwrap();
        let error = work(&arguments, &Control::new(), &mut Vec::new()).unwrap_err();
        assert!(error.to_string().contains("left as it is"), "{error}");
        arguments.out = folder.path().join("nosuch/policy.txt");
        assert!(work(&arguments, &Control::new(), &mut Vec::new()).is_err());
        arguments.out = folder.path().join("other.txt");
        arguments.after = vec!["h8".to_owned()];
        let error = work(&arguments, &Control::new(), &mut Vec::new()).unwrap_err();
        assert!(error.to_string().contains("no second move"), "{error}");
    }
}
