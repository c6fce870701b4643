//! `fourscore choose`: the strongest of the polynomials that series of `td-leaf` have come to along the way, found by matches against
//! the one that they began with. Learning alone does not tell which of them it is.

use super::asking::settings_of;
use super::interrupt;
use super::learn::matches::{Terms, openings, play_match};
use crate::game::draughts::Draughts;
use crate::game::gomoku::Opening;
use crate::game::qubic::Qubic;
use crate::learning::Memory;
use crate::search::{Control, Limits};
use crate::strategy::samuel::known::Named;
use crate::strategy::samuel::learning::choice::{Bout, Standing, choose};
use crate::strategy::samuel::learning::contest::{Contest, beginning};
use crate::strategy::samuel::learning::memory::{VERSION, from_text};
use crate::strategy::samuel::learning::student::{Knowledge, Ways};
use crate::strategy::samuel::learning::td_leaf::TdLeaf;
use crate::strategy::samuel::polynomial::Polynomial;
use crate::strategy::samuel::series::{Contestant, MOVES};
use crate::strategy::samuel::{DRAUGHTS, GOMOKU, QUBIC};
use crate::strategy::settings::OptionSpec;
use anyhow::{Context as _, anyhow, bail};
use clap::Args;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Among what to choose, and how.
#[derive(Args)]
pub struct ChooseArguments {
    /// Memories of series of `learn --method td-leaf` that began with the same polynomial
    #[arg(required = true, value_name = "MEMORY")]
    memories: Vec<PathBuf>,
    /// Write the polynomial that is chosen to this file, for Samuel.Terms
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The game
    #[arg(long, default_value = "draughts")]
    game: String,
    /// The candidates are the polynomials after each so many games (snapshots are kept after every hundredth, of the first thousand
    /// after every tenth)
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// Games of a round, all candidates that are left taken together
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    games: u64,
    /// Moves played at random at the start of each game; draughts has only 302 beginnings of three moves, so that with fewer than five
    /// the same game may be played again and again
    #[arg(long, default_value_t = 5)]
    random_plies: usize,
    /// Seed of those
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Those come after one of the 174 three-move ballots (in other games, of the openings that learn --curve plays), in turn
    #[arg(long)]
    ballots: bool,
    /// Games are ended after so many moves, of both sides together, and judged
    #[arg(long, default_value_t = MOVES as u64, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    moves: u64,
    /// Games played at once
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    at_once: u64,
    /// An option of both players, as NAME=VALUE, such as Samuel.MinimumPly=5; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

/// Plays the matches, their results on standard output, and writes the file.
///
/// # Errors
/// If an argument names nothing there is, a memory is refused, or the file cannot be written.
pub fn run(arguments: &ChooseArguments) -> anyhow::Result<()> {
    let control = interrupt::control()?;
    dispatch(arguments, &control, &mut io::stdout())
}

fn dispatch(arguments: &ChooseArguments, control: &Control, output: &mut impl Write) -> anyhow::Result<()> {
    match arguments.game.to_ascii_lowercase().as_str() {
        "draughts" => play::<Draughts>(arguments, DRAUGHTS.options, control, output),
        "qubic" => play::<Qubic>(arguments, QUBIC.options, control, output),
        "gomoku" => play::<Opening>(arguments, GOMOKU.options, control, output),
        other => {
            bail!("the strategy samuel does not play the game {other:?}: it plays draughts, qubic and gomoku")
        }
    }
}

/// What can be chosen.
struct Candidate {
    /// Where it is from.
    name: String,
    polynomial: Polynomial,
}

/// What a series of td-leaf has learned, and the series.
///
/// # Errors
/// If the memory cannot be read, is another game's, or holds no series of td-leaf.
pub(super) fn td_leaf_series<G: Named>(path: &Path) -> anyhow::Result<(TdLeaf, Contest)> {
    let shown = path.display();
    let name = path.to_str().with_context(|| format!("{shown}: the path is not text"))?;
    let text = Memory::read_only(name, G::NAME, "samuel").load_sealed(VERSION)?;
    let text = text.with_context(|| format!("memory {shown}: there is no such file"))?;
    let student = from_text(G::TERMS, &text).map_err(|error| anyhow!("memory {shown}: {error}"))?;
    let method = student.method();
    let Knowledge::TdLeaf(learned) = student.knowledge else {
        bail!("memory {shown} is of --method {method}: only series of td-leaf keep what they began with");
    };
    Ok((learned, student.contest.with_context(|| format!("memory {shown} holds no series"))?))
}

/// Refuses a series that began with another polynomial than those before it.
pub(super) fn begin_alike(
    began: &mut Option<Polynomial>,
    beginning: Polynomial,
    path: &Path,
) -> anyhow::Result<()> {
    if began.as_ref().is_some_and(|began| began != &beginning) {
        bail!("memory {} is of a series that began with another polynomial", path.display());
    }
    *began = Some(beginning);
    Ok(())
}

/// The candidates of a memory, and the polynomial that its series began with.
fn read<G: Named>(path: &Path, every: u64) -> anyhow::Result<(Vec<Candidate>, Polynomial)> {
    let shown = path.display();
    let (_, contest) = td_leaf_series::<G>(path)?;
    let candidates = contest.snapshots.into_iter().filter(|snapshot| snapshot.games % every == 0);
    let candidates = candidates.map(|snapshot| Candidate {
        name: format!("{shown} after {} games", snapshot.games),
        polynomial: snapshot.polynomial,
    });
    Ok((candidates.collect(), contest.beta))
}

fn play<G: Named>(
    arguments: &ChooseArguments,
    options: &[OptionSpec],
    control: &Control,
    output: &mut impl Write,
) -> anyhow::Result<()> {
    let settings = settings_of(options, &arguments.options, &[])?;
    let manners = Ways::from_settings::<G>(&settings).map_err(|error| anyhow!(error))?.manners;
    let (mut candidates, mut began) = (Vec::new(), None);
    for path in &arguments.memories {
        let (more, beginning) = read::<G>(path, arguments.every)?;
        begin_alike(&mut began, beginning, path)?;
        candidates.extend(more);
    }
    if candidates.is_empty() {
        bail!("--every {}: no memory holds a polynomial after so many games", arguments.every);
    }
    let contestant = |polynomial: &Polynomial| {
        Contestant::<G>::with(settings.clone(), manners.scoring(polynomial.clone()))
    };
    let opponent = contestant(&began.unwrap_or_default());
    let players: Vec<_> = candidates.iter().map(|candidate| contestant(&candidate.polynomial)).collect();
    let terms = Terms {
        moves: usize::try_from(arguments.moves).unwrap_or(MOVES),
        limits: Limits::default(),
        threads: arguments.at_once,
        control,
    };
    writeln!(output, "{} candidates against the polynomial that they began with", candidates.len())?;
    let ballots = if arguments.ballots { openings::<G>(None)? } else { Vec::new() };
    let mut standings: Vec<Standing> = Vec::new();
    let mut written = Ok(());
    let chosen = choose(
        candidates.len(),
        arguments.games,
        &mut |Bout { candidate, first, openings }| {
            let opening = |number| beginning(&ballots, number, arguments.random_plies, arguments.seed);
            let openings: Vec<_> = (first..first + openings).map(opening).collect();
            let score = play_match(&players[candidate], &opponent, &openings, &terms)?;
            Some(u64::from(2 * score.won + score.drawn))
        },
        &mut |round, all| {
            standings = all.to_vec();
            written =
                std::mem::replace(&mut written, Ok(())).and_then(|()| tell(output, round, all, &candidates));
        },
    );
    written?;
    let Some(chosen) = chosen else {
        writeln!(output, "interrupted: nothing is written")?;
        return Ok(());
    };
    let best = standings.first().map_or_else(String::new, |best| format!(", {}", points(best)));
    let Candidate { name, polynomial } = &candidates[chosen];
    let text = format!(
        "# {name}: chosen among {} by matches against what was begun with{best}\n{}\n",
        candidates.len(),
        polynomial.to_text(G::TERMS)
    );
    crate::files::write_atomically(&arguments.out, text.as_bytes())
        .with_context(|| format!("{} cannot be written", arguments.out.display()))?;
    writeln!(output, "chosen: {name}, written to {}", arguments.out.display())?;
    Ok(())
}

fn points(standing: &Standing) -> String {
    format!("{:.1} % in {} games", 100.0 * standing.share(), standing.games)
}

fn tell(output: &mut impl Write, round: usize, all: &[Standing], candidates: &[Candidate]) -> io::Result<()> {
    writeln!(output, "round {round}")?;
    for standing in all {
        writeln!(output, "  {}: {}", candidates[standing.candidate].name, points(standing))?;
    }
    output.flush()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::cli::learn::{LearnArguments, play as learn};
    use clap::Parser;

    #[derive(Parser)]
    struct Chosen {
        #[command(flatten)]
        arguments: ChooseArguments,
    }

    #[derive(Parser)]
    struct Learned {
        #[command(flatten)]
        arguments: LearnArguments,
    }

    /// A memory in this directory, learned as the arguments say.
    pub(in crate::cli) fn memory(directory: &Path, name: &str, arguments: &[&str]) -> String {
        let path = directory.join(name).to_str().unwrap().to_owned();
        let series = ["learn", "--memory", &path, "--random-plies", "3", "--moves", "30"];
        let typed = Learned::try_parse_from([&series[..], arguments].concat()).unwrap();
        learn(&typed.arguments, &Control::new(), &mut Vec::new()).unwrap();
        path
    }

    fn chosen(arguments: &[&str], control: &Control) -> anyhow::Result<String> {
        let typed = Chosen::try_parse_from([&["choose"], arguments].concat())?;
        let mut output = Vec::new();
        dispatch(&typed.arguments, control, &mut output)?;
        Ok(String::from_utf8(output)?)
    }

    #[test]
    fn the_file_holds_the_candidate_with_the_most_points_and_plays() {
        let directory = tempfile::tempdir().unwrap();
        let out = directory.path().join("best").to_str().unwrap().to_owned();
        let draughts = ["--game", "draughts", "--method", "td-leaf", "--games", "6"];
        let one = memory(directory.path(), "one", &draughts);
        let two = memory(directory.path(), "two", &[&draughts[..], &["--seed", "2"]].concat());
        let arguments =
            [&one, &two, "--out", &out, "--every", "3", "--games", "16", "--moves", "30", "--seed", "4"];
        let text = chosen(&arguments, &Control::new()).unwrap();
        assert!(text.starts_with("4 candidates ") && text.contains("round 2\n"), "{text}");
        // The same at once.
        let at_once = chosen(&[&arguments[..], &["--at-once", "3"]].concat(), &Control::new()).unwrap();
        assert_eq!(at_once, text);
        // From the ballots there are other results.
        let ballots = chosen(&[&arguments[..], &["--ballots"]].concat(), &Control::new()).unwrap();
        assert!(ballots != text && ballots.contains("round 2\n"), "{ballots}");
        std::fs::remove_file(&out).unwrap();
        assert_eq!(chosen(&arguments, &Control::new()).unwrap(), text);
        // The first line of the last round is the choice, and the file holds its polynomial.
        let name = text.split("round 2\n  ").nth(1).unwrap().split(": ").next().unwrap().to_owned();
        assert!(text.contains(&format!("chosen: {name}, written to ")), "{text}");
        let (memory, games) = name.split_once(" after ").unwrap();
        let games = games.trim_end_matches(" games").parse().unwrap();
        let (candidates, _) = read::<Draughts>(Path::new(memory), games).unwrap();
        let settings = settings_of(DRAUGHTS.options, &[format!("Samuel.Terms={out}")], &[]).unwrap();
        let player = Contestant::<Draughts>::new(settings).unwrap();
        assert_eq!(player.scoring().polynomial(), &candidates[0].polynomial);
        // Interrupted, nothing is written.
        let (control, other) = (Control::new(), format!("{out}.not"));
        control.stop();
        let arguments = [&one, "--out", &other, "--every", "1"];
        assert!(chosen(&arguments, &control).unwrap().contains("nothing is written"));
        assert!(!Path::new(&other).exists());
    }

    #[test]
    fn what_cannot_be_chosen_from_is_refused_in_words() {
        let directory = tempfile::tempdir().unwrap();
        let out = directory.path().join("best").to_str().unwrap().to_owned();
        let refused = |arguments: &[&str]| {
            format!("{:#}", chosen(&[arguments, &["--out", &out]].concat(), &Control::new()).unwrap_err())
        };
        let td = ["--game", "draughts", "--method", "td-leaf", "--games", "1"];
        let one = memory(directory.path(), "one", &td);
        let four = [&td[..], &["--option", "Samuel.Terms=MOB:+2^3"]].concat();
        let four = memory(directory.path(), "four", &four);
        let alpha = memory(directory.path(), "alpha", &["--game", "draughts", "--games", "1"]);
        let qubic =
            memory(directory.path(), "qubic", &["--game", "qubic", "--method", "td-leaf", "--games", "1"]);
        let damaged = directory.path().join("damaged").to_str().unwrap().to_owned();
        std::fs::write(&damaged, std::fs::read_to_string(&one).unwrap().replacen("games 1", "games 2", 1))
            .unwrap();
        let missing = directory.path().join("missing").to_str().unwrap().to_owned();
        for (arguments, words) in [
            (
                &[&one[..], &four, "--every", "1"][..],
                "four is of a series that began with another polynomial",
            ),
            (&[&alpha, "--every", "1"], "only series of td-leaf"),
            (&[&qubic, "--every", "1"], "not with"),
            (&[&damaged, "--every", "1"], "its checksum is wrong"),
            (&[&missing, "--every", "1"], "there is no such file"),
            (&[&one, "--every", "2"], "no memory holds a polynomial"),
            (&[&one, "--game", "chess"], "does not play the game"),
            (&[], "MEMORY"),
        ] {
            assert!(refused(arguments).contains(words), "{arguments:?}: {}", refused(arguments));
        }
        assert!(!Path::new(&out).exists());
    }
}
