//! A search that was left, in a file: written while it goes on and when it ends undecided, taken up by the same question, refused by
//! any other. Its last four bytes are the CRC-32 of those before, least significant byte first: a proof or a disproof may rest
//! on every one of them.

use super::SolveArguments;
use super::due::{Due, FIRST};
use super::progress::Show;
use anyhow::{Context as _, bail};
use flate2::{CrcReader, CrcWriter};
use games::Side;
use search::Control;
use search::proof_number::graph::Progress;
use solve::qubic::proof::solver::{Answer, Question, Solver, SolverLimits};
use std::fs;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::Path;

/// The first line of the file: what it is, and its version.
const HEAD: &[u8; 29] = b"fourscore-search qubic 2\n\n\n\n\n";

/// Whether there is a file that begins like one of these.
pub(super) fn is_there(path: &Path) -> bool {
    files::open(path).is_ok_and(|mut file| begins_right(&mut file))
}

fn begins_right(file: &mut impl Read) -> bool {
    let mut head = [0; HEAD.len()];
    file.read_exact(&mut head).is_ok() && head == *HEAD
}

/// The search that the file holds, or a new one if there is no file.
///
/// # Errors
/// If the file is something else, damaged, or of another question.
pub(super) fn open(
    question: &Question,
    threads: usize,
    path: &Path,
    output: &mut impl Write,
) -> anyhow::Result<Solver> {
    if !path.exists() {
        return Ok(Solver::new(question, threads));
    }
    let name = path.display();
    let file = BufReader::new(files::open(path).with_context(|| format!("{name} cannot be read"))?);
    let mut file = CrcReader::new(file);
    if !begins_right(&mut file) {
        bail!(
            "{name} is not a search kept by this program in this version: choose another file with --state"
        );
    }
    let solver = Solver::load(question, threads, &mut file)
        .with_context(|| format!("{name}: the saved search cannot be read"))?;
    let Some(solver) = solver else {
        bail!(
            "{name} keeps the search of another position, attacker or last ply: choose another file with --state, or \
             delete it"
        );
    };
    let sum = file.crc().sum().to_le_bytes();
    let mut rest = Vec::new();
    file.into_inner().take(5).read_to_end(&mut rest).with_context(|| format!("{name} cannot be read"))?;
    if rest != sum {
        bail!("{name} is damaged: its checksum is not that of what it holds");
    }
    writeln!(output, "the search continues from {name}, after {} expansions", solver.cost().expansions)?;
    Ok(solver)
}

/// Keeps a search, all of it or nothing.
///
/// # Errors
/// If the file cannot be written; what was there stays.
pub(super) fn keep(solver: &Solver, path: &Path) -> anyhow::Result<()> {
    files::write_atomically_by(path, |file| {
        let mut file = BufWriter::new(CrcWriter::new(file));
        file.write_all(HEAD)?;
        solver.save(&mut file)?;
        let file = file.into_inner()?;
        let sum = file.crc().sum().to_le_bytes();
        file.into_inner().write_all(&sum)
    })
    .with_context(|| format!("the search cannot be kept in {}", path.display()))
}

/// Searches within these limits, and keeps the search when it is due.
pub(super) fn run(
    solver: &mut Solver,
    limits: &SolverLimits,
    control: &Control,
    report: &mut (dyn FnMut(Side, &Progress) + Send),
    path: &Path,
    due: &mut Due,
) -> Answer {
    solver.run(limits, control, report, &mut |solver| due.keep(|| keep(solver, path)))
}

/// Searches, shows where the search stands, and has it kept now and then.
pub(super) fn searched(
    arguments: &SolveArguments,
    solver: &mut Solver,
    control: &Control,
    show: &Show,
) -> Answer {
    let (limits, state, mut due) = (arguments.limits(), arguments.state(), Due::after(FIRST));
    let mut report = |side, progress: &Progress| show.search(side, progress);
    let answer = run(solver, &limits, control, &mut report, &state, &mut due);
    show.clear();
    answer
}

/// Removes the file of a search that has ended.
pub(super) fn forget(path: &Path) -> anyhow::Result<()> {
    if path.exists() {
        fs::remove_file(path).with_context(|| format!("{} cannot be removed", path.display()))?;
    }
    Ok(())
}
