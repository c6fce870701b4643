//! `fourscore mean`: the mean of what several series of `td-leaf` have learned, as a polynomial. A series is some percent stronger or weaker
//! than the next by chance; their mean shows what they have in common, and asks for no matches. It is not always stronger than they are
//! (docs/samuel-learning.md, "The bar").

use super::choose::{begin_alike, td_leaf_series};
use crate::game::draughts::Draughts;
use crate::game::gomoku::Opening;
use crate::game::qubic::Qubic;
use crate::strategy::samuel::known::Named;
use crate::strategy::samuel::learning::td_leaf::TdLeaf;
use anyhow::{Context as _, bail};
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;

/// Of what.
#[derive(Args)]
pub struct MeanArguments {
    /// Memories of series of `learn --method td-leaf` that began with the same polynomial
    #[arg(required = true, value_name = "MEMORY")]
    memories: Vec<PathBuf>,
    /// Write the polynomial to this file, for Samuel.Terms
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The game
    #[arg(long, default_value = "draughts")]
    game: String,
}

/// Writes the file, and says so on standard output.
///
/// # Errors
/// If a memory is refused, they do not go together, or the file cannot be written.
pub fn run(arguments: &MeanArguments) -> anyhow::Result<()> {
    dispatch(arguments, &mut io::stdout())
}

fn dispatch(arguments: &MeanArguments, output: &mut impl Write) -> anyhow::Result<()> {
    match arguments.game.to_ascii_lowercase().as_str() {
        "draughts" => write_mean::<Draughts>(arguments, output),
        "qubic" => write_mean::<Qubic>(arguments, output),
        "gomoku" => write_mean::<Opening>(arguments, output),
        other => {
            bail!("the strategy samuel does not play the game {other:?}: it plays draughts, qubic and gomoku")
        }
    }
}

fn write_mean<G: Named>(arguments: &MeanArguments, output: &mut impl Write) -> anyhow::Result<()> {
    let (mut all, mut beginnings) = (Vec::new(), Vec::new());
    for path in &arguments.memories {
        let (learned, contest) = td_leaf_series::<G>(path)?;
        all.push(learned);
        beginnings.push((contest.beta, path));
    }
    // First: those with two weights write what they began with in another way, too.
    let Some(mean) = TdLeaf::mean(&all) else {
        bail!(
            "some of the series have one weight a term and others two (Samuel.Tapered): there is no mean of them"
        );
    };
    let mut began = None;
    for (beginning, path) in beginnings {
        begin_alike(&mut began, beginning, path)?;
    }
    let (series, games) = (all.len(), mean.games());
    let text = format!(
        "# the mean of {series} series, {games} games\n{}\n",
        mean.polynomial::<G>().to_text(G::TERMS)
    );
    crate::files::write_atomically(&arguments.out, text.as_bytes())
        .with_context(|| format!("{} cannot be written", arguments.out.display()))?;
    let out = arguments.out.display();
    writeln!(output, "the mean of {series} series, {games} games in all, written to {out}")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::choose::tests::memory;
    use crate::game::quoted;
    use crate::strategy::samuel::polynomial::Polynomial;
    use crate::strategy::samuel::subject::Subject as _;
    use clap::Parser;

    #[derive(Parser)]
    struct Typed {
        #[command(flatten)]
        arguments: MeanArguments,
    }

    fn meant(arguments: &[&str]) -> anyhow::Result<String> {
        let typed = Typed::try_parse_from([&["mean"], arguments].concat())?;
        let mut output = Vec::new();
        dispatch(&typed.arguments, &mut output)?;
        Ok(String::from_utf8(output)?)
    }

    const DRAUGHTS: [&str; 6] = ["--game", "draughts", "--method", "td-leaf", "--games", "4"];

    #[test]
    fn each_coefficient_is_the_mean_of_those_of_the_series() {
        let directory = tempfile::tempdir().unwrap();
        let out = directory.path().join("mean").to_str().unwrap().to_owned();
        let one = memory(directory.path(), "one", &DRAUGHTS);
        let two = memory(directory.path(), "two", &[&DRAUGHTS[..], &["--seed", "2"]].concat());
        let text = meant(&[&one, &two, "--out", &out]).unwrap();
        assert_eq!(text, format!("the mean of 2 series, 8 games in all, written to {out}\n"));
        let values = |polynomial: &Polynomial| -> Vec<i64> {
            let mut all = vec![0; Draughts::TERMS.len()];
            polynomial.active().iter().for_each(|&(term, coefficient)| all[term] = coefficient.value());
            all
        };
        let written = std::fs::read_to_string(&out).unwrap();
        let polynomial = written.lines().find(|line| !line.starts_with('#')).unwrap();
        let mean = values(&Polynomial::parse(Draughts::TERMS, polynomial).unwrap());
        let of = |path: &String| {
            let (_, contest) = td_leaf_series::<Draughts>(path.as_ref()).unwrap();
            values(&contest.snapshots.last().unwrap().polynomial)
        };
        let (one, two) = (of(&one), of(&two));
        for term in 0..mean.len() {
            // Each of them is rounded.
            assert!((2 * mean[term] - one[term] - two[term]).abs() <= 2, "{term}");
        }
        assert!(one != two && mean.iter().any(|&value| value != 0));
    }

    #[test]
    fn what_has_no_mean_is_refused_in_words() {
        let directory = tempfile::tempdir().unwrap();
        let out = directory.path().join("mean").to_str().unwrap().to_owned();
        let one = memory(directory.path(), "one", &DRAUGHTS);
        let with = |name: &str, option: &str| {
            memory(directory.path(), name, &[&DRAUGHTS[..], &["--option", option]].concat())
        };
        let (two, other) = (with("two", "Samuel.Tapered=true"), with("other", "Samuel.Terms=MOB:+2^3"));
        let alpha = memory(directory.path(), "alpha", &["--game", "draughts", "--games", "1"]);
        for (arguments, words) in [
            (&[&one[..], &two][..], "one weight a term and others two"),
            (&[&one, &other], "began with another polynomial"),
            (&[&alpha], "only series of td-leaf"),
            (&[&one, "--game", "qubic"], "not with"),
            (&[&one, "--game", "chess"], "does not play the game"),
            (&[], "MEMORY"),
        ] {
            let refused = meant(&[arguments, &["--out", &out]].concat()).unwrap_err();
            assert!(format!("{refused:#}").contains(words), "{}: {refused:#}", quoted(&arguments.join(" ")));
        }
        assert!(!std::path::Path::new(&out).exists());
    }
}
