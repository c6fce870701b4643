//! `fourscore solve --split`: each reply of the defender proven by itself.
//!
//! A proof that takes millions of positions takes fewer where every reply has a graph of its own: what is known of other
//! replies' positions makes them look harder than they looked at first, and the search strays. How long one reply takes
//! also varies tenfold with the first numbers, without any of them being best; so several are given turns, each turn twice
//! as long as the one before.

use super::progress::Show;
use super::{SolveArguments, UNDECIDED, check_out, measured, write_certificate};
use crate::game::qubic::{Cell, Qubic};
use crate::game::{Game, Notation, Outcome, Side};
use crate::search::Control;
use crate::search::proof_number::graph::{Bounds, Graph, Verdict, search};
use crate::search::qubic_proof::solution::{self, Moves};
use crate::search::qubic_proof::{Attack, FirstNumbers, walk};
use anyhow::{Context as _, anyhow, bail};
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// The first line of the file that keeps what is proven so far.
const HEAD: &str = "fourscore-search qubic 1 replies";

/// Expansions of each way's first turn.
const TURN: u64 = 50_000;

/// The ways in which a reply is tried: what first numbers are taken from, and the tolerance among replies.
const WAYS: [(i32, u32); 4] = [(500, 4), (420, 0), (500, 0), (400, 1)];

/// Proves every reply; see the module.
///
/// # Errors
/// If the defender is not to move, a reply refutes the attack, or a file is refused.
pub fn run(
    arguments: &SolveArguments,
    control: &Control,
    output: &mut impl Write,
) -> anyhow::Result<ExitCode> {
    let start = arguments.position()?;
    let (position, first) = after_first_move(arguments, &start)?;
    let winner = position.to_move().other();
    check_out(arguments.out.as_deref())?;
    let state = arguments.state();
    let mut moves = read(&state, &position)?;
    let replies = replies(&position);
    for (number, reply) in replies.iter().enumerate() {
        let title = format!("reply {} of {} ({})", number + 1, replies.len(), reply.to_text());
        if walk::lengths(reply, winner, &moves).is_ok() {
            writeln!(output, "{title}: proven already")?;
            continue;
        }
        let show = Show::new();
        let proven = prove(arguments, reply, winner, control, &show, &title)?;
        show.clear();
        let Some((found, expansions)) = proven else {
            writeln!(output, "{title}: not decided within the limits")?;
            writeln!(output, "what is proven is kept in {}: the same command goes on", state.display())?;
            return Ok(ExitCode::from(UNDECIDED));
        };
        writeln!(output, "{title}: {} positions with a choice, {expansions} expanded", found.len())?;
        for (position, m) in found {
            moves.entry(position).or_insert(m);
        }
        write(&state, &position, &moves)?;
    }
    if let Some(first) = first {
        let canonical = start.canonical();
        let m = Cell::of_set(canonical.empty()).find(|&m| {
            let (mut here, mut there) = (start, canonical);
            here.play(first);
            there.play(m);
            here.canonical() == there.canonical()
        });
        moves.insert(canonical, m.context("a move of the position has an image in its canonical form")?);
    }
    let lengths = measured(&start, winner, &moves)?;
    let player = if winner == Side::First { "p1" } else { "p2" };
    writeln!(output, "position: {}\nvalue: {player} wins (proven)", start.to_text())?;
    writeln!(
        output,
        "proof: {} positions with a choice, the longest game {} plies from here",
        lengths.entries.len(),
        lengths.longest
    )?;
    if let Some(processor) = super::progress::processor_time() {
        writeln!(output, "time: {:.2} s of processor time", processor.as_secs_f64())?;
    }
    if let Some(out) = &arguments.out {
        write_certificate(out, &start, winner, &moves, &lengths)?;
        writeln!(output, "certificate: {}", out.display())?;
    }
    super::saved::forget(&state)?;
    Ok(ExitCode::SUCCESS)
}

/// The position in which the defender is to move, and the winner's first move if `--first` gives one.
fn after_first_move(arguments: &SolveArguments, start: &Qubic) -> anyhow::Result<(Qubic, Option<Cell>)> {
    let Some(text) = &arguments.first else { return Ok((*start, None)) };
    let m =
        start.parse_move(text, Notation::Coordinates).map_err(|error| anyhow!("--first {text}: {error}"))?;
    if !start.is_legal(m) {
        bail!("--first {text}: not a legal move here: the cell is taken, or the game is over");
    }
    let mut position = *start;
    position.play(m);
    Ok((position, Some(m)))
}

/// The classes of positions after one reply.
fn replies(position: &Qubic) -> Vec<Qubic> {
    let mut replies = Vec::new();
    for m in Cell::of_set(position.empty()) {
        let mut next = *position;
        next.play(m);
        let next = next.canonical();
        if !replies.contains(&next) {
            replies.push(next);
        }
    }
    replies
}

/// Proves one reply: the winner's moves after it, and the expansions that all ways together took. `None` if the limits
/// end it.
fn prove(
    arguments: &SolveArguments,
    reply: &Qubic,
    winner: Side,
    control: &Control,
    show: &Show,
    title: &str,
) -> anyhow::Result<Option<(Moves, u64)>> {
    if reply.outcome().is_some_and(|outcome| outcome != Outcome::Win(winner)) {
        bail!("{title}: the game is over and not won");
    }
    let limits = arguments.limits();
    let mut tries: Vec<_> = WAYS
        .iter()
        .map(|&(from, tolerance)| {
            let numbers = FirstNumbers { from, ..FirstNumbers::default() };
            let attack = Attack::new(winner).with_numbers(numbers);
            (Graph::new(&attack, *reply).with_tolerance(tolerance), [attack])
        })
        .collect();
    let mut turn = TURN;
    loop {
        for i in 0..tries.len() {
            let others: usize = tries.iter().map(|(graph, _)| graph.bytes()).sum();
            let (graph, worker) = &mut tries[i];
            let bytes = limits.bytes.saturating_sub(others).saturating_add(graph.bytes());
            let bounds = Bounds { bytes, expansions: turn.min(limits.expansions), ..Bounds::default() };
            let verdict = search(graph, worker, &bounds, control, &mut |progress| {
                show.say(format!(
                    "{title}: way {}, proof {}, {} expanded",
                    i + 1,
                    progress.proof,
                    progress.expansions
                ));
            });
            match verdict {
                Verdict::Proven => {
                    let found = solution::moves(graph).context("proven without moves")?;
                    return Ok(Some((found, tries.iter().map(|(graph, _)| graph.expansions()).sum())));
                }
                Verdict::Disproven => bail!("{title}: here the attacker cannot win"),
                Verdict::Unknown if control.must_stop() => return Ok(None),
                Verdict::Unknown => {}
            }
        }
        // A turn in which nobody could do all he was given was the last.
        if tries.iter().all(|(graph, _)| graph.expansions() < turn) || turn >= limits.expansions {
            return Ok(None);
        }
        turn *= 2;
    }
}

/// What an earlier run has proven of the same position.
fn read(path: &Path, position: &Qubic) -> anyhow::Result<Moves> {
    let name = path.display();
    let text = match std::fs::read(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Moves::new()),
        read => {
            String::from_utf8_lossy(&read.with_context(|| format!("{name} cannot be read"))?).into_owned()
        }
    };
    let mut lines = text.lines();
    if lines.next() != Some(HEAD) {
        bail!("{name} is not what a search by replies has kept: choose another file with --state");
    }
    if lines.next() != Some(position.to_text().as_str()) {
        bail!("{name} keeps the search of another position: choose another file with --state, or delete it");
    }
    let damaged = || anyhow!("{name} is damaged: after its head a line is a position and a cell");
    lines
        .map(|line| {
            let (text, cell) = line.split_once(' ').ok_or_else(damaged)?;
            let position = Qubic::from_text(&(), text).map_err(|_| damaged())?;
            let m = cell
                .parse()
                .ok()
                .and_then(Cell::new)
                .filter(|&m| position.is_legal(m))
                .ok_or_else(damaged)?;
            Ok((position, m))
        })
        .collect()
}

fn write(path: &Path, position: &Qubic, moves: &Moves) -> anyhow::Result<()> {
    let mut text = format!("{HEAD}\n{}\n", position.to_text());
    let mut sorted: Vec<_> = moves.iter().map(|(position, m)| (position.to_text(), m.index())).collect();
    sorted.sort_unstable();
    for (position, m) in sorted {
        let _ = writeln!(text, "{position} {m}");
    }
    crate::files::write_atomically(path, text.as_bytes())
        .with_context(|| format!("{} cannot be written", path.display()))
}
