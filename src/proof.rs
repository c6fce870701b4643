//! `fourscore proof`: what can be done with certificates besides making and checking them.

mod follow;

use super::solve::gomoku::most;
use super::solve::gomoku_walk::{no_proof, report, walked, write_certificate};
use anyhow::{Context as _, anyhow, bail};
use clap::{Args, Subcommand};
use search::Control;
use solve::certificate::Certificate;
use solve::certificate::gomoku::Solution;
use solve::gomoku::proof::Place;
use solve::gomoku::proof::walk::{Halt, Visited};
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(Subcommand)]
pub(crate) enum ProofCommand {
    /// Joins the certificates of the shards of one proof (Go-Moku), and checks that nothing is missing
    #[command(after_help = "Example: fourscore proof merge --out whole.proof part1.proof part2.proof")]
    Merge(MergeArguments),
    /// Puts a game beside a certificate (Go-Moku): what it plays at each of black's moves
    #[command(after_help = "Example: fourscore proof follow data/gomoku/freestyle.proof h8 h7 --replies")]
    Follow(follow::FollowArguments),
}

/// What to join.
#[derive(Args)]
pub(crate) struct MergeArguments {
    /// The certificate of the whole
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Only wins that are complete when this many stones are on the board count, as for the shards
    #[arg(long, value_name = "PLY")]
    within: Option<u32>,
    /// The certificates of the shards
    #[arg(required = true, value_name = "FILE")]
    parts: Vec<PathBuf>,
}

/// Does it.
pub(crate) fn run(command: &ProofCommand) -> anyhow::Result<()> {
    match command {
        ProofCommand::Merge(arguments) => merge(arguments, &mut io::stdout()),
        ProofCommand::Follow(arguments) => follow::follow(arguments, &mut io::stdout()),
    }
}

fn merge(arguments: &MergeArguments, output: &mut impl Write) -> anyhow::Result<()> {
    super::solve::check_out(Some(&arguments.out))?;
    let mut whole: Option<Solution> = None;
    for path in &arguments.parts {
        let name = path.display();
        let part = Certificate::read(path).and_then(|certificate| Solution::from_certificate(&certificate));
        let part = part.with_context(|| format!("{name}"))?;
        let Some(whole) = &mut whole else {
            writeln!(output, "{name}: {} positions", part.moves.len())?;
            whole = Some(part);
            continue;
        };
        if part.start != whole.start {
            bail!("{name} is of another start or other rules than {}", arguments.parts[0].display());
        }
        let (mut new, mut other) = (0, 0);
        let count = part.moves.len();
        for (key, m) in part.moves {
            match whole.moves.get(&key) {
                None => {
                    new += 1;
                    whole.moves.insert(key, m);
                }
                // Both are proven: the first one stays.
                Some(&there) if there != m => other += 1,
                Some(_) => {}
            }
        }
        writeln!(
            output,
            "{name}: {count} positions, {new} of them new, {other} with another move than before"
        )?;
    }
    let Some(whole) = whole else { return Ok(()) };
    let mut visited = Visited::default();
    let of_whole = |place: &Place| whole.at(place);
    let walked = walked(
        &whole.start,
        most(arguments.within, &whole.start),
        &of_whole,
        false,
        &mut visited,
        &Control::new(),
        &mut |_| Ok(()),
    )?;
    let walked = walked.map_err(|halt| match halt {
        Halt::Hole(hole) => no_proof(&whole.start, &hole),
        Halt::Stopped => anyhow!("the walk through the proof was cut off"),
    })?;
    report(&walked, output)?;
    write_certificate(&arguments.out, whole.start.clone(), &walked.moves)?;
    writeln!(output, "certificate: {}", arguments.out.display())?;
    Ok(())
}
