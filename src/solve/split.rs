//! `fourscore solve --split`: each reply of the defender proven by itself ([`Parts`]), with what is proven kept in a file.

use super::due::{Due, FIRST};
use super::progress::{Show, tell_cost};
use super::{
    SolveArguments, TAKEN, UNDECIDED, check_not_over, check_out, kept, measured, player, typed_move,
    write_certificate,
};
use anyhow::bail;
use games::Game;
use games::qubic::{Cell, Qubic};
use search::Control;
use solve::qubic::proof::parts::{Parts, Tried};
use solve::qubic::proof::solution::Moves;
use solve::qubic::proof::solver::SolverLimits;
use std::io::Write;
use std::process::ExitCode;

/// Proves every reply; see the module.
pub(super) fn run(
    arguments: &SolveArguments,
    control: &Control,
    output: &mut impl Write,
) -> anyhow::Result<ExitCode> {
    let start = arguments.position()?;
    check_not_over(&start)?;
    let (position, first) = after_first_move(arguments, &start)?;
    let winner = position.to_move().other();
    check_out(arguments.out.as_deref())?;
    let state = arguments.state();
    let last_ply = arguments.last_ply()?;
    let what = format!("{} by ply {last_ply}", position.to_text());
    let mut parts = Parts::new(&position, winner, last_ply, kept::read_moves(&state, &what)?)
        .with_threads(arguments.threads as usize);
    writeln!(output, "{} replies, {} of them open", parts.len(), parts.open())?;
    let keep = |moves: &Moves| kept::write_moves(&state, &what, moves);
    let proven = prove(arguments, &mut parts, control, &keep, output);
    if parts.open() > 0 {
        keep(parts.moves())?;
        proven?;
        writeln!(output, "{} replies are not decided within the limits", parts.open())?;
        writeln!(output, "what is proven is kept in {}: the same command continues it", state.display())?;
        return Ok(ExitCode::from(UNDECIDED));
    }
    let expansions = parts.expansions();
    let mut moves = parts.into_moves();
    if let Some(first) = first {
        let (class, number) = start.class();
        moves.insert(class, class.image_move(first, number));
    }
    let lengths = measured(&start, winner, &moves)?;
    writeln!(output, "position: {}\nvalue: {} wins (proven)", start.to_text(), player(winner))?;
    writeln!(
        output,
        "proof: {} positions with a choice, the longest game {} plies from here",
        lengths.entries.len(),
        lengths.longest
    )?;
    writeln!(output, "search: {expansions} expanded")?;
    tell_cost("time", output)?;
    write_certificate(arguments.out.as_deref(), &start, winner, &lengths, output)?;
    super::saved::forget(&state)?;
    Ok(ExitCode::SUCCESS)
}

/// The position in which the defender is to move, and the winner's first move if `--first` gives one.
fn after_first_move(arguments: &SolveArguments, start: &Qubic) -> anyhow::Result<(Qubic, Option<Cell>)> {
    let Some(text) = &arguments.first else { return Ok((*start, None)) };
    let m = typed_move(start, "--first", text, TAKEN)?;
    let position = start.after(m);
    if position.outcome().is_some() {
        bail!("--first {text}: the game is over with this move, and there is no reply to prove");
    }
    Ok((position, Some(m)))
}

/// Tries the replies until all are proven or the limits end it, and has what is proven kept now and then.
fn prove(
    arguments: &SolveArguments,
    parts: &mut Parts,
    control: &Control,
    keep: &(dyn Fn(&Moves) -> anyhow::Result<()> + Sync),
    output: &mut impl Write,
) -> anyhow::Result<()> {
    let limits = arguments.limits();
    let mut due = Due::after(FIRST);
    while parts.open() > 0 && !control.must_stop() {
        let show = Show::new("searching");
        let before = parts.expansions();
        let titles: Vec<_> =
            (0..parts.len()).map(|part| format!("reply {}", parts.position(part).to_text())).collect();
        let open = parts.open();
        let left = limits.expansions.saturating_sub(before);
        let tried = parts.try_next(&SolverLimits { expansions: left, ..limits }, control, &mut |standing| {
            let progress = standing.progress();
            show.say(format!(
                "{open} open; {}: proof {}, {} expanded",
                titles[standing.part], progress.proof, progress.expansions
            ));
            due.keep(|| keep(&standing.moves()));
        });
        show.clear();
        let spent = parts.expansions() - before;
        match tried {
            Some((part, Tried::Proven)) => {
                writeln!(output, "{}: proven, {spent} expanded; {} open", titles[part], parts.open())?;
            }
            Some((_, Tried::Open)) => {}
            Some((part, Tried::Disproven)) => bail!("{}: here the attacker cannot win", titles[part]),
            Some((_, Tried::Stopped)) | None => break,
        }
        output.flush()?;
        if parts.open() > 0 {
            due.keep(|| keep(parts.moves()));
        }
    }
    Ok(())
}
