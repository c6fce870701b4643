//! What comes of a proof for Go-Moku, whoever has it: the walk through it, what there is to say of it, and the certificate.

use super::due::{Due, EVERY};
use super::progress::Show;
use anyhow::{Context as _, anyhow};
use games::gomoku::{Gomoku, Square, text};
use indicatif::HumanCount;
use search::Control;
use solve::certificate::gomoku::Solution;
use solve::gomoku::proof::walk::{self, Halt, Hole, Visited, Walked};
use solve::gomoku::proof::{Moves, Place};
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// Walks through the strategy, in which black has at most so many stones when the game is over, from where an earlier walk came to, until `control` ends it; where a move is
/// missing, a small search looks for one if the walk `mends`. Now and then `keep` gets what has been
/// walked through.
pub(crate) fn walked(
    start: &Gomoku,
    most: u32,
    moves: &dyn Fn(&Place) -> Option<Square>,
    mends: bool,
    visited: &mut Visited,
    control: &Control,
    keep: &mut dyn FnMut(&Visited) -> anyhow::Result<()>,
) -> anyhow::Result<Result<Walked, Halt>> {
    let show = Show::new("walking through every game of the proof");
    let (mut shown, mut due) = (Instant::now(), Due::after(EVERY));
    let walked = walk::walk(start, most, moves, mends, visited, &mut |visited| {
        if shown.elapsed() > Duration::from_millis(200) {
            shown = Instant::now();
            let positions = HumanCount(visited.steps.len() as u64);
            show.say(format!("walking through the proof: {positions} positions with black to move"));
        }
        due.keep(|| keep(visited));
        !control.must_stop()
    });
    show.clear();
    if walked.is_err() {
        keep(visited)?;
    }
    Ok(walked)
}

/// Where a proof has a hole.
pub(crate) fn no_proof(start: &Gomoku, hole: &Hole) -> anyhow::Error {
    let rows = text::rows(&hole.place.stones(start.setup().size()));
    anyhow!("the proof has a hole at {rows}: {}", hole.what)
}

/// Says how large a proof is.
pub(crate) fn report(walked: &Walked, output: &mut impl Write) -> anyhow::Result<()> {
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
    let part = if line.len() == walked.longest as usize { "" } else { ", without its final threats" };
    writeln!(output, "longest game{part}: {}", line.join(" "))?;
    Ok(())
}

/// Writes the certificate.
pub(crate) fn write_certificate(out: &Path, start: Gomoku, moves: &Moves) -> anyhow::Result<()> {
    let certificate = Solution::new(start, moves)?.to_certificate();
    certificate.write(out).with_context(|| format!("certificate {}", out.display()))
}
