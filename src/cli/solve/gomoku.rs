//! `fourscore solve --game gomoku`: that black wins a position, proven part by part, with what is proven kept in a file;
//! on small boards also that nobody does.

use super::progress::Show;
use super::{SolveArguments, UNDECIDED, check_out, kept, small};
use crate::game::gomoku::{Gomoku, Setup, Square, text};
use crate::game::{Game, Notation, Side};
use crate::proof::gomoku::{Solution, rules_name};
use crate::search::Control;
use crate::search::gomoku_proof::parts::{End, Findings, Parts, PartsLimits, Standing, Tried};
use crate::search::gomoku_proof::walk::{self, Walked};
use crate::search::gomoku_proof::{Moves, Place};
use anyhow::{Context as _, anyhow, bail};
use crossbeam_channel::RecvTimeoutError;
use indicatif::{HumanCount, HumanDuration};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The first line of the file that keeps what is proven so far.
const HEAD: &str = "fourscore-search gomoku parts 1";

/// Before how often a reply has been tried in vain.
const TRIES: &str = "tries ";

/// So often what is proven is kept while the search goes on, in the middle of a reply, too. Whatever ends it, no more is lost
/// than what was proven since, and what the search of the reply at hand has not proven yet.
const EVERY: Duration = Duration::from_secs(20);

/// Solves; see the module.
///
/// # Errors
/// If an argument does not go with this game, or a file is refused.
pub fn run(
    arguments: &SolveArguments,
    control: &Control,
    output: &mut impl Write,
) -> anyhow::Result<ExitCode> {
    let start = position(arguments)?;
    let rules = rules_name(start.setup().rules()).map_err(|words| anyhow!("--rules: {words}"))?;
    if start.outcome().is_some() {
        bail!("the game is over at {}: there is nothing to prove", start.to_text());
    }
    check_out(arguments.out.as_deref())?;
    let state = arguments.state();
    let what = format!("{rules} {}", start.to_text());
    let (known, tried) = read(&state, &what, start.setup())?;
    if !known.is_empty() {
        writeln!(
            output,
            "the search goes on from {}: {} positions are proven",
            state.display(),
            known.len()
        )?;
    }
    let mut parts = Parts::new(&start, known, tried, arguments.threads as usize);
    let shard = arguments.shard.unwrap_or((0, 1));
    let mut prove = |parts: &mut Parts, expansions| {
        prove(arguments, parts, shard, expansions, control, &|findings| {
            write(&state, &what, start.setup().size(), findings)
        })
    };
    let mut draws = small::Small::new(&start, arguments);
    let end = match &mut draws {
        None => Some(prove(&mut parts, u64::MAX)?),
        Some(draws) => draws.run(control, &mut parts, &mut prove)?,
    };
    writeln!(output, "position: {}", start.to_text())?;
    if let Some(draws) = &draws {
        draws.cost(output)?;
    }
    cost(&parts, output)?;
    let Some(end) = end else {
        if let Some(draws) = &mut draws {
            draws.report(&start, output)?;
        }
        super::saved::forget(&state)?;
        return Ok(ExitCode::SUCCESS);
    };
    conclude(end, arguments, &start, &parts, &what, output)
}

/// Says how the search has ended, and keeps or writes what there is to it.
fn conclude(
    end: End,
    arguments: &SolveArguments,
    start: &Gomoku,
    parts: &Parts,
    what: &str,
    output: &mut impl Write,
) -> anyhow::Result<ExitCode> {
    let state = arguments.state();
    match end {
        End::Stopped => {
            write(&state, what, start.setup().size(), &parts.findings())?;
            writeln!(output, "value: not decided within the limits")?;
            writeln!(output, "what is proven is kept in {}: the same command goes on", state.display())?;
            return Ok(ExitCode::from(UNDECIDED));
        }
        End::Refuted => {
            writeln!(
                output,
                "value: not decided (no win of black's was found, and draws are proven on boards of up to 8 x 8 only)"
            )?;
            return Ok(ExitCode::from(UNDECIDED));
        }
        End::Proven => {}
    }
    let moves = if parts.open((0, 1)) == 0 {
        let walked = walked(start, &parts.moves()).with_context(|| {
            format!("what is kept in {} is no proof: without it the search begins anew", state.display())
        })?;
        writeln!(output, "value: p1 wins (proven)")?;
        report(&walked, output)?;
        walked.moves
    } else {
        let (index, count) = arguments.shard.unwrap_or((0, 1));
        writeln!(output, "value: part {} of {count} is proven", index + 1)?;
        parts.moves()
    };
    if let Some(out) = &arguments.out {
        write_certificate(out, start.clone(), moves)?;
        writeln!(output, "certificate: {}", out.display())?;
    }
    super::saved::forget(&state)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the certificate.
///
/// # Errors
/// If the file is something else, or cannot be written.
pub fn write_certificate(out: &Path, start: Gomoku, moves: Moves) -> anyhow::Result<()> {
    let certificate = Solution { start, moves }.to_certificate()?;
    certificate.write(out).with_context(|| format!("certificate {}", out.display()))
}

/// The position that was typed.
fn position(arguments: &SolveArguments) -> anyhow::Result<Gomoku> {
    for (given, option) in [
        (arguments.attacker.is_some(), "--attacker"),
        (arguments.within.is_some(), "--within"),
        (arguments.classes.is_some(), "--classes"),
        (arguments.minimise.is_some(), "--minimise"),
        (arguments.split, "--split"),
    ] {
        if given {
            bail!("{option} is for --game qubic only");
        }
    }
    let rules = arguments.rules.as_deref().unwrap_or("freestyle");
    let rows = arguments.position.as_deref().map(text::rows_in);
    let size = arguments.size.map(|size| size as usize).or(rows).unwrap_or(15);
    let setup = Setup::new(rules, size).map_err(|words| anyhow!("{words}"))?;
    let mut position = match arguments.position.as_deref() {
        None => Gomoku::start(&setup),
        Some(text) => Gomoku::from_text(&setup, text).map_err(|error| anyhow!("--position: {error}"))?,
    };
    for text in &arguments.moves {
        let m = position
            .parse_move(text, Notation::Coordinates)
            .map_err(|error| anyhow!("--moves {text}: {error}"))?;
        if !position.is_legal(m) {
            bail!(
                "--moves {text}: not a legal move here: the square is taken or forbidden, or the game is over"
            );
        }
        position.play(m);
    }
    Ok(position)
}

/// Searches, shows where the proof stands, and has it kept now and then.
fn prove(
    arguments: &SolveArguments,
    parts: &mut Parts,
    shard: (usize, usize),
    expansions: u64,
    control: &Control,
    keep: &(dyn Fn(&Findings) -> anyhow::Result<()> + Sync),
) -> anyhow::Result<End> {
    let limits = arguments.limits();
    let limits = PartsLimits { expansions: limits.expansions.min(expansions), bytes: limits.bytes, shard };
    let (show, started) = (Show::new(), Instant::now());
    let (all, findings) = (parts.open(shard), parts.findings());
    let end = std::thread::scope(|scope| {
        let (searching, ended) = crossbeam_channel::bounded::<()>(0);
        let keeper = scope.spawn(move || {
            while ended.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                keep(&findings)?;
            }
            Ok(())
        });
        let end = parts.run(&limits, control, &mut |parts, standing| {
            show.say(words(parts, standing, shard, all, started.elapsed()));
            !keeper.is_finished()
        });
        drop(searching);
        let kept: anyhow::Result<()> =
            keeper.join().map_err(|_| anyhow!("the thread that saves ended early"))?;
        kept.map(|()| end)
    });
    show.clear();
    end
}

/// Where the proof stands, in words.
fn words(parts: &Parts, standing: &Standing, shard: (usize, usize), all: usize, passed: Duration) -> String {
    let open = parts.open(shard);
    let answer = standing.answer.map_or_else(String::new, |m| format!(", answer {m}"));
    let (proven, replies) = standing.replies;
    let rate = standing.expansions as f64 / passed.as_secs_f64().max(0.001);
    let done = (all - open) as f64 + proven as f64 / replies.max(1) as f64;
    let left = if done > 0.0 { passed.mul_f64((all as f64 - done).max(0.0) / done) } else { Duration::ZERO };
    format!(
        "{} of {all} parts proven; part {}{answer}: {proven} of {replies} replies; {} positions proven, {} expanded ({}/s), \
         about {} left",
        all - open,
        standing.part + 1,
        HumanCount(standing.known as u64),
        HumanCount(standing.expansions),
        HumanCount(rate as u64),
        HumanDuration(left),
    )
}

/// What the search has cost.
fn cost(parts: &Parts, output: &mut impl Write) -> anyhow::Result<()> {
    let (expansions, positions) = parts.expanded();
    let spent = parts.spent();
    writeln!(
        output,
        "search: {} positions, {} expanded; {} threat searches, {} positions in them",
        HumanCount(positions),
        HumanCount(expansions),
        HumanCount(spent.calls),
        HumanCount(spent.nodes)
    )?;
    if let Some(processor) = super::progress::processor_time() {
        writeln!(output, "time: {:.2} s of processor time", processor.as_secs_f64())?;
    }
    Ok(())
}

/// Walks through the strategy. What the solver proved must hold here too; if not, that is an error of this program.
///
/// # Errors
/// Where the proof has a hole.
pub fn walked(start: &Gomoku, moves: &Moves) -> anyhow::Result<Walked> {
    let show = Show::new();
    let mut last = Instant::now();
    let walked = walk::walk(start, moves, &mut |positions| {
        if last.elapsed() > Duration::from_millis(200) {
            last = Instant::now();
            show.say(format!(
                "walking through the proof: {} positions with black to move",
                HumanCount(positions)
            ));
        }
    });
    show.clear();
    walked.map_err(|hole| {
        let rows = text::rows(&hole.place.stones(start.setup().size()));
        anyhow!("the proof has a hole at {rows}: {}", hole.what)
    })
}

/// Says how large a proof is.
///
/// # Errors
/// If the output is gone.
pub fn report(walked: &Walked, output: &mut impl Write) -> anyhow::Result<()> {
    writeln!(
        output,
        "proof: {} positions with a choice, the longest game {} plies from here ({} before the final threats)",
        HumanCount(walked.moves.len() as u64),
        walked.longest,
        walked.longest_before_threats
    )?;
    writeln!(
        output,
        "solution tree: {} positions, {} of them won by threats; with the final threats {}",
        HumanCount(walked.positions + walked.leaves),
        HumanCount(walked.leaves),
        HumanCount(walked.positions + walked.threats)
    )?;
    let line: Vec<String> = walked.line.iter().map(Square::to_string).collect();
    writeln!(output, "longest game: {}", line.join(" "))?;
    Ok(())
}

/// What an earlier run has proven, and what it has tried in vain.
fn read(path: &Path, what: &str, setup: &Setup) -> anyhow::Result<(Moves, Tried)> {
    let damaged = || {
        anyhow!("{} is damaged: after its head a line is a position and a square or {TRIES}N", path.display())
    };
    let (mut moves, mut tried) = (Moves::default(), Tried::default());
    for (text, words) in kept::read(path, HEAD, what)? {
        let position = Gomoku::from_text(setup, &text).map_err(|_| damaged())?;
        let place = Place::of(&position);
        if position.to_move() != Side::First || place.class(setup.size()).0 != place {
            return Err(damaged());
        }
        if let Some(tries) = words.strip_prefix(TRIES) {
            tried.insert(place, tries.parse().map_err(|_| damaged())?);
        } else {
            let m = Square::parse(&words, setup.size()).ok().filter(|&m| position.is_legal(m));
            moves.insert(place, m.ok_or_else(damaged)?);
        }
    }
    Ok((moves, tried))
}

fn write(path: &Path, what: &str, size: usize, findings: &Findings) -> anyhow::Result<()> {
    // Whose turn it is must be said: the start may have more stones of one side.
    let text = |place: &Place| format!("{}:x", text::rows(&place.stones(size)));
    let moves = findings.moves();
    let mut lines: Vec<_> = moves.iter().map(|(place, m)| (text(place), m.to_string())).collect();
    lines.extend(findings.tried().iter().map(|(place, tries)| (text(place), format!("{TRIES}{tries}"))));
    kept::write(path, HEAD, what, lines)
}

/// Reads `I/N` of --shard.
///
/// # Errors
/// A sentence that says what a shard is.
pub fn parse_shard(text: &str) -> Result<(usize, usize), String> {
    let shard =
        text.split_once('/').and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
    shard
        .filter(|&(index, count): &(usize, usize)| (1..=count).contains(&index))
        .map(|(index, count)| (index - 1, count))
        .ok_or_else(|| "a shard is I/N with I from 1 to N, such as 2/5".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_proven_and_what_was_tried_in_vain_is_kept() {
        let setup = Setup::new("freestyle", 7).unwrap();
        let position = |text: &str| Gomoku::from_text(&setup, text).unwrap();
        let class = |text: &str| Place::of(&position(text)).class(7).0;
        let (won, open, both) =
            (class("7/7/7/2xxx2/2oo3/7/7:x"), class("7/7/7/3x3/3o3/7/7:x"), class("7/7/7/2xx3/3oo2/7/7:x"));
        let square = Square::parse("d7", 7).unwrap();
        let moves: Moves = [(won, square), (both, square)].into_iter().collect();
        let tried: Tried = [(open, 3), (both, 2)].into_iter().collect();
        let findings = Parts::new(&Gomoku::start(&setup), moves.clone(), tried, 1).findings();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("g.search");
        write(&path, "freestyle 7", 7, &findings).unwrap();
        // What has been proven since is not open any more.
        assert_eq!(read(&path, "freestyle 7", &setup).unwrap(), (moves, [(open, 3)].into_iter().collect()));
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text.lines().filter(|line| line.ends_with(" tries 3")).count(), 1, "{text}");
        let lines = vec![("7/7/7/3x3/3o3/7/7:x".to_owned(), "tries many".to_owned())];
        kept::write(&path, HEAD, "freestyle 7", lines).unwrap();
        assert!(read(&path, "freestyle 7", &setup).unwrap_err().to_string().contains("tries N"));
    }
}
