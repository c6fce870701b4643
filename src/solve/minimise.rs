//! `fourscore solve --minimise`: proofs with fewer positions to know, and shorter longest games, with bounds from below.

use super::due::{Due, EVERY, FIRST};
use super::progress::Show;
use super::{
    SolveArguments, UNDECIDED, check_not_over, check_out, measured, player, saved, words, write_certificate,
};
use anyhow::{Context as _, anyhow, bail};
use games::{Game, Outcome, Side};
use search::Control;
use search::proof_number::graph::Progress;
use solve::certificate::Certificate;
use solve::certificate::qubic::Dictionary;
use solve::qubic::proof::smaller::Shrinking;
use solve::qubic::proof::solution::Moves;
use solve::qubic::proof::solver::{Answer, Question, Solver, SolverLimits};
use solve::qubic::proof::walk;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Attempts between two looks at the clock.
const ATTEMPTS: u32 = 64;

/// Looks for a proof with fewer positions, until it is stopped.
pub(super) fn positions(
    arguments: &SolveArguments,
    control: &Control,
    output: &mut impl Write,
) -> anyhow::Result<ExitCode> {
    if arguments.time.is_none() {
        writeln!(output, "the search runs until it is interrupted (--time sets an end)")?;
    }
    check_out(arguments.out.as_deref())?;
    let question = arguments.question()?;
    check_not_over(&question.position)?;
    let there = certificate_there(arguments, &question)?;
    let Some((mut solver, winner)) = first_proof(arguments, control, output)? else {
        return Ok(ExitCode::from(UNDECIDED));
    };
    // What is there already may be better than what comes first.
    let mut least = there.filter(|there| there.1 == winner).map_or(usize::MAX, |there| there.2.len());
    let show = Show::new("searching");
    let Some(mut shrinking) =
        solver.proof().and_then(|(graph, worker)| Shrinking::new(graph, worker, arguments.seed))
    else {
        bail!("the position is won by threes: there is no choice in it");
    };
    let first = shrinking.positions();
    let (mut attempts, mut due) = (0_u64, Due::after(EVERY));
    while !control.must_stop() {
        for _ in 0..ATTEMPTS {
            shrinking.attempt();
        }
        attempts += u64::from(ATTEMPTS);
        show.say(format!(
            "{} positions with a choice, at first {first}; {attempts} changes tried",
            shrinking.positions()
        ));
        if arguments.out.is_some() && shrinking.positions() < least {
            due.keep(|| {
                keep(arguments, &question, winner, &shrinking.moves(), &mut io::sink())?;
                least = shrinking.positions();
                Ok(())
            });
        }
    }
    show.clear();
    let moves = shrinking.moves();
    writeln!(output, "positions with a choice: {}, at first {first}; {attempts} changes tried", moves.len())?;
    match arguments.out.as_deref().filter(|_| moves.len() > least) {
        Some(out) => writeln!(output, "{} has no more than {least}: it stays", out.display())?,
        None => drop(keep(arguments, &question, winner, &moves, output)?),
    }
    saved::forget(&arguments.state())?;
    Ok(ExitCode::SUCCESS)
}

/// The longest game of the strategy, and its certificate.
fn keep(
    arguments: &SolveArguments,
    question: &Question,
    winner: Side,
    moves: &Moves,
    output: &mut impl Write,
) -> anyhow::Result<u32> {
    let lengths = measured(&question.position, winner, moves)?;
    let last = question.position.ply() + lengths.longest;
    writeln!(output, "proof: {} positions with a choice, won by ply {last}", lengths.entries.len())?;
    write_certificate(arguments.out.as_deref(), &question.position, winner, &lengths, output)?;
    output.flush()?;
    Ok(last)
}

/// The proof to begin with, whose file stays, and who wins. `None` if the limits end it.
fn first_proof(
    arguments: &SolveArguments,
    control: &Control,
    output: &mut impl Write,
) -> anyhow::Result<Option<(Solver, Side)>> {
    let question = arguments.question()?;
    let state = arguments.state();
    let mut solver = saved::open(&question, arguments.threads as usize, &state, output)?.thorough();
    let show = Show::new("searching");
    let answer = saved::searched(arguments, &mut solver, control, &show);
    writeln!(output, "value: {}", words(&question, answer))?;
    match answer {
        Answer::Value(Outcome::Win(side)) => Ok(Some((solver, side))),
        Answer::Unknown => {
            super::keep(arguments, &solver, &state, control, output)?;
            Ok(None)
        }
        _ => {
            saved::forget(&state)?;
            bail!("nobody is proven to win: there is no proof to make smaller")
        }
    }
}

/// Expansions of a first turn of either search; each round has half as many more.
const TURN: u64 = 20_000;

/// One of the two searches of [`plies`]: whether the winner wins by this ply.
struct Try {
    solver: Solver,
    last_ply: u32,
    file: PathBuf,
    due: Due,
}

/// The search from below of a ply is there once there is no win by an earlier one.
const BELOW: &str = "below";
const ABOVE: &str = "within";

fn file(arguments: &SolveArguments, end: &str, ply: u32) -> PathBuf {
    files::with_suffix(&arguments.state(), &format!(".{end}-{ply}"))
}

impl Try {
    /// The search from this end, [`BELOW`] or [`ABOVE`], in its file from the beginning on.
    fn open(
        arguments: &SolveArguments,
        winner: Side,
        (end, last_ply): (&str, u32),
        output: &mut impl Write,
    ) -> anyhow::Result<Self> {
        let question = Question { position: arguments.position()?, attacker: Some(winner), last_ply };
        let file = file(arguments, end, last_ply);
        let solver = saved::open(&question, arguments.threads as usize, &file, output)?;
        saved::keep(&solver, &file)?;
        Ok(Self { solver, last_ply, file, due: Due::after(FIRST) })
    }

    fn run(&mut self, arguments: &SolveArguments, more: u64, control: &Control, show: &Show) -> Answer {
        let limits = arguments.limits();
        let expansions = (self.solver.cost().expansions + more).min(limits.expansions);
        // The two searches share the memory.
        let limits = SolverLimits { expansions, bytes: limits.bytes / 2 };
        let ply = self.last_ply;
        let mut report = |_, p: &Progress| {
            show.say(format!(
                "a win by ply {ply}? proof {}, disproof {}; {} expanded, {} positions",
                p.proof, p.disproof, p.expansions, p.nodes
            ));
        };
        saved::run(&mut self.solver, &limits, control, &mut report, &self.file, &mut self.due)
    }
}

/// The two searches in turn, until their bounds meet or they are stopped: from below and from above, the bound lowered.
fn narrow(
    arguments: &SolveArguments,
    question: &Question,
    (winner, upper): (Side, &mut u32),
    control: &Control,
    output: &mut impl Write,
) -> anyhow::Result<(Try, Try)> {
    let show = Show::new("searching");
    // The winner's own plies: odd ones for p1, even ones for p2.
    let mut below = question.position.ply() + 1;
    below += u32::from((below % 2 == 1) != (winner == Side::First));
    let is_kept = |&ply: &u32| file(arguments, BELOW, ply).exists();
    let below = (below..=*upper).step_by(2).filter(is_kept).last().unwrap_or(below);
    let mut down = Try::open(arguments, winner, (BELOW, below), output)?;
    let mut up = Try::open(arguments, winner, (ABOVE, upper.saturating_sub(2)), output)?;
    let mut turn = TURN;
    while !control.must_stop() && down.last_ply < *upper {
        let before = (down.solver.cost().expansions, up.solver.cost().expansions);
        match down.run(arguments, turn, control, &show) {
            Answer::Unknown => {}
            Answer::NoWin(_) => {
                show.clear();
                writeln!(
                    output,
                    "no win by ply {}: every move was tried ({} expansions)",
                    down.last_ply,
                    down.solver.cost().expansions
                )?;
                let next = Try::open(arguments, winner, (BELOW, down.last_ply + 2), output)?;
                saved::forget(&std::mem::replace(&mut down, next).file)?;
                continue;
            }
            Answer::Value(_) => {
                *upper = keep(arguments, question, winner, &moves(&down.solver)?, output)?;
                break;
            }
        }
        if let Answer::Value(_) = up.run(arguments, turn, control, &show) {
            show.clear();
            *upper = keep(arguments, question, winner, &moves(&up.solver)?, output)?;
            let next = Try::open(arguments, winner, (ABOVE, upper.saturating_sub(2)), output)?;
            saved::forget(&std::mem::replace(&mut up, next).file)?;
            continue;
        }
        if up.solver.answer() != Answer::Unknown {
            // No win by that ply: what the search from below was to find.
            let next = Try::open(arguments, winner, (BELOW, *upper), output)?;
            saved::forget(&std::mem::replace(&mut down, next).file)?;
            break;
        }
        if before == (down.solver.cost().expansions, up.solver.cost().expansions) {
            break;
        }
        turn += turn / 2;
    }
    show.clear();
    Ok((down, up))
}

/// Looks for the shortest longest game, from above (a win by ply N, with a certificate) and from below (no win by ply
/// M - 2, by a search in which every move is tried), until the two meet or it is stopped.
pub(super) fn plies(
    arguments: &SolveArguments,
    control: &Control,
    output: &mut impl Write,
) -> anyhow::Result<ExitCode> {
    check_out(arguments.out.as_deref())?;
    let question = arguments.question()?;
    check_not_over(&question.position)?;
    let Some((winner, mut upper)) = upper_bound(arguments, &question, control, output)? else {
        return Ok(ExitCode::from(UNDECIDED));
    };
    let (down, up) = narrow(arguments, &question, (winner, &mut upper), control, output)?;
    report(&question, winner, down.last_ply.min(upper), upper, output)?;
    if down.last_ply >= upper {
        for search in [&down, &up] {
            saved::forget(&search.file)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    for search in [&down, &up] {
        saved::keep(&search.solver, &search.file)?;
        writeln!(
            output,
            "the search for a win by ply {} is kept in {}",
            search.last_ply,
            search.file.display()
        )?;
    }
    Ok(ExitCode::from(UNDECIDED))
}

fn report(
    question: &Question,
    winner: Side,
    lower: u32,
    upper: u32,
    output: &mut impl Write,
) -> io::Result<()> {
    let player = player(winner);
    let start = question.position.to_text();
    writeln!(
        output,
        "from {start}, {player} wins by ply {upper} against every defence, and cannot force it before ply {lower}"
    )
}

/// Who wins, and by which ply: from the certificate that is there already, or from a first proof.
fn upper_bound(
    arguments: &SolveArguments,
    question: &Question,
    control: &Control,
    output: &mut impl Write,
) -> anyhow::Result<Option<(Side, u32)>> {
    if let Some((out, winner, moves)) = certificate_there(arguments, question)? {
        let lengths = walk::lengths(&question.position, winner, &moves).map_err(|at| {
            anyhow!("--out {}: the certificate there is broken at {}", out.display(), at.to_text())
        })?;
        let last = question.position.ply() + lengths.longest;
        writeln!(output, "{} wins by ply {last}: the search starts from there", out.display())?;
        return Ok(Some((winner, last)));
    }
    let Some((solver, winner)) = first_proof(arguments, control, output)? else { return Ok(None) };
    let last = keep(arguments, question, winner, &moves(&solver)?, output)?;
    saved::forget(&arguments.state())?;
    Ok(Some((winner, last)))
}

/// Where the certificate is to be written there may be one already, of the same position: who wins by it, and how.
fn certificate_there<'a>(
    arguments: &'a SolveArguments,
    question: &Question,
) -> anyhow::Result<Option<(&'a Path, Side, Moves)>> {
    let Some(out) = arguments.out.as_deref().filter(|out| out.exists()) else { return Ok(None) };
    let certificate = Certificate::read(out)?;
    let winner = match certificate.header.winner {
        games::Player::P1 => Side::First,
        games::Player::P2 => Side::Second,
    };
    if solve::certificate::qubic::start(&certificate.header)? != question.position {
        bail!("--out {}: the certificate there is of another position", out.display());
    }
    let dictionary = Dictionary::from_certificate(&certificate)?;
    Ok(Some((out, winner, dictionary.iter().map(|(position, entry)| (*position, entry.m)).collect())))
}

fn moves(solver: &Solver) -> anyhow::Result<Moves> {
    solver.moves().context("a win without moves")
}
