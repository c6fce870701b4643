//! `fourscore solve --refute`: that a player of Qubic does not win by a ply. What took long to refute is kept.

use super::due::{Due, FIRST};
use super::progress::Show;
use super::{SolveArguments, UNDECIDED, check_out, kept, player, saved, say_no_certificate, solve, words};
use ::solve::qubic::proof::refutation::Refutation;
use ::solve::qubic::proof::solver::{Answer, Solver};
use anyhow::anyhow;
use games::Game;
use games::qubic::Qubic;
use games::qubic::lines::CELLS;
use indicatif::HumanCount;
use search::Control;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

const HEAD: &str = "fourscore-refuted qubic 1";

/// Tries every move. If the attacker wins, his proof is looked for as without `--refute`.
pub(super) fn run(
    arguments: &SolveArguments,
    control: &Control,
    output: &mut impl Write,
) -> anyhow::Result<ExitCode> {
    let question = arguments.question()?;
    let state = arguments.state();
    let Some(attacker) = question.attacker.filter(|_| !saved::is_there(&state)) else {
        // The proof that was begun when a win had been found.
        return solve(arguments, control, output);
    };
    check_out(arguments.out.as_deref())?;
    let refutation = Refutation::new(&question, attacker);
    let what = format!("{} {} {}", question.position.to_text(), player(attacker), question.last_ply);
    let known = read(&state, &what)?;
    if state.exists() {
        writeln!(output, "the search continues from {}: {} positions", state.display(), known.len())?;
    }
    refutation.take_up(known);
    let keep = || write(&state, &what, &refutation);
    // What cannot be written is not found out after hours.
    keep()?;
    let show = Show::new("searching");
    let won = search(&refutation, arguments.threads as usize, control, &show, &keep);
    show.clear();
    if won == Some(true) {
        writeln!(output, "{} wins in time: a proof is looked for", player(attacker))?;
        saved::keep(&Solver::new(&question, arguments.threads as usize), &state)?;
        return solve(arguments, control, output);
    }
    let answer = if won.is_some() { Answer::NoWin(attacker) } else { Answer::Unknown };
    writeln!(output, "position: {}", question.position.to_text())?;
    writeln!(output, "value: {}", words(&question, answer))?;
    writeln!(output, "search: {}", show.nodes(refutation.standing().nodes))?;
    writeln!(output, "time: {}", show.time())?;
    if won.is_some() {
        say_no_certificate(arguments.out.as_deref(), output)?;
        saved::forget(&state)?;
        return Ok(ExitCode::SUCCESS);
    }
    keep()?;
    writeln!(output, "what is refuted is kept in {}: the same command continues it", state.display())?;
    Ok(ExitCode::from(UNDECIDED))
}

/// Shows where the search stands, and has it kept now and then.
fn search(
    refutation: &Refutation,
    threads: usize,
    control: &Control,
    show: &Show,
    keep: &dyn Fn() -> anyhow::Result<()>,
) -> Option<bool> {
    let mut due = Due::after(FIRST);
    refutation.run(threads, control, &mut |refutation| {
        let standing = refutation.standing();
        show.say(format!(
            "{} of {} moves refuted within {} plies, {} positions kept, {}",
            standing.refuted,
            standing.moves,
            standing.plies,
            HumanCount(standing.kept as u64),
            show.nodes(standing.nodes),
        ));
        due.keep(keep);
    })
}

fn read(path: &Path, what: &str) -> anyhow::Result<Vec<(Qubic, u8)>> {
    let line = |(position, moves): (String, String)| {
        let bad = |words: String| anyhow!("{}: {position} {moves}: {words}", path.display());
        let parsed = Qubic::from_text(&(), &position).map_err(|error| bad(error.to_string()))?;
        let moves = moves.parse().ok().filter(|moves| (1..=CELLS as u8 / 2).contains(moves));
        Ok((parsed, moves.ok_or_else(|| bad("a number of moves, 1 to 32, is wanted".to_owned()))?))
    };
    kept::read(path, HEAD, what)?.into_iter().map(line).collect()
}

fn write(path: &Path, what: &str, refutation: &Refutation) -> anyhow::Result<()> {
    let line = |(position, moves): (Qubic, u8)| (position.to_text(), moves.to_string());
    kept::write(path, HEAD, what, refutation.kept().into_iter().map(line).collect())
}
