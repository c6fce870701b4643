//! `fourscore solve --refute`: that a player of Qubic does not win by a ply. What took long to refute is kept every minute.

use super::progress::Show;
use super::{SolveArguments, UNDECIDED, kept, player, saved, words};
use anyhow::anyhow;
use games::Game;
use games::qubic::Qubic;
use games::qubic::lines::CELLS;
use indicatif::HumanCount;
use search::Control;
use solve::qubic::proof::refutation::Refutation;
use solve::qubic::proof::solver::Answer;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

const HEAD: &str = "fourscore-refuted qubic 1";
/// How often the file is written.
const KEEP_EVERY: Duration = Duration::from_secs(60);

/// Tries every move. `None` if the attacker wins: his proof is to be found then, or the search for it to be continued.
///
/// # Errors
/// If the file of a search is refused or cannot be written.
pub(super) fn run(
    arguments: &SolveArguments,
    control: &Control,
    output: &mut impl Write,
) -> anyhow::Result<Option<ExitCode>> {
    let question = arguments.question()?;
    let Some(attacker) = question.attacker else { return Ok(None) };
    super::check_out(arguments.out.as_deref())?;
    let state = arguments.state();
    if saved::is_there(&state) {
        // The proof that was begun when a win had been found.
        return Ok(None);
    }
    let refutation = Refutation::new(&question, attacker);
    let last_ply = question.last_ply;
    let what = format!("{} {} {last_ply}", question.position.to_text(), player(attacker));
    let known = read(&state, &what)?;
    if state.exists() {
        writeln!(output, "the search continues from {}: {} positions", state.display(), known.len())?;
    }
    refutation.take_up(known);
    // What cannot be written is not found out after hours.
    write(&state, &what, &refutation)?;
    let show = Show::new("searching");
    let mut last_kept = Instant::now();
    let won = refutation.run(arguments.threads as usize, control, &mut |refutation| {
        let standing = refutation.standing();
        show.say(format!(
            "{} of {} moves refuted within {} plies, {} positions kept, {}",
            standing.refuted,
            standing.moves,
            standing.plies,
            HumanCount(standing.kept as u64),
            show.nodes(standing.nodes),
        ));
        if last_kept.elapsed() >= KEEP_EVERY {
            if let Err(error) = write(&state, &what, refutation) {
                eprintln!("warning: {error:#}");
            }
            last_kept = Instant::now();
        }
    });
    show.clear();
    if won == Some(true) {
        writeln!(output, "{} wins in time: a proof is looked for", player(attacker))?;
        saved::forget(&state)?;
        return Ok(None);
    }
    let answer = if won.is_some() { Answer::NoWin(attacker) } else { Answer::Unknown };
    writeln!(output, "position: {}", question.position.to_text())?;
    writeln!(output, "value: {}", words(&question, answer))?;
    writeln!(output, "search: {}", show.nodes(refutation.standing().nodes))?;
    writeln!(output, "time: {}", show.time())?;
    if won.is_some() {
        super::say_no_certificate(arguments.out.as_deref(), output)?;
        saved::forget(&state)?;
        return Ok(Some(ExitCode::SUCCESS));
    }
    write(&state, &what, &refutation)?;
    writeln!(output, "what is refuted is kept in {}: the same command continues it", state.display())?;
    Ok(Some(ExitCode::from(UNDECIDED)))
}

fn read(path: &Path, what: &str) -> anyhow::Result<Vec<(Qubic, u8)>> {
    let line = |(position, moves): (String, String)| {
        let bad = |words: String| anyhow!("{}: {position} {moves}: {words}", path.display());
        let parsed = Qubic::from_text(&(), &position).map_err(|error| bad(error.to_string()))?;
        let moves = moves.parse().ok().filter(|moves| (1..=CELLS as u8 / 2).contains(moves));
        Ok((parsed, moves.ok_or_else(|| bad("a number of moves, 1 to 32, is wanted".to_owned()))?))
    };
    kept::read(path, &[HEAD], what)?.into_iter().map(line).collect()
}

fn write(path: &Path, what: &str, refutation: &Refutation) -> anyhow::Result<()> {
    let line = |(position, moves): (Qubic, u8)| (position.to_text(), moves.to_string());
    kept::write(path, HEAD, what, refutation.kept().into_iter().map(line).collect())
}
