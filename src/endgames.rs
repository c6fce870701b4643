//! `fourscore endgames`: solves all endings of draughts with few pieces and keeps them in a file, which `alpha-beta` asks.

use anyhow::{Context as _, bail};
use clap::Args;
use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressStyle};
use search::Control;
use solve::endgames::build::{Progress, Stopped, build};
use solve::endgames::{Endgames, FileError, PIECES_MAX};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// What can be said about the tables.
#[derive(Args)]
pub(crate) struct EndgamesArguments {
    /// The most pieces on the board, both sides together
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=PIECES_MAX as i64))]
    pieces: u8,
    /// The file, or a directory for it (default: draughts-PIECES.endgames here)
    #[arg(long, value_name = "DIR/FILE")]
    out: Option<PathBuf>,
}

impl EndgamesArguments {
    fn path(&self) -> PathBuf {
        let name = format!("draughts-{}.endgames", self.pieces);
        match &self.out {
            None => name.into(),
            Some(path) if path.is_dir() => path.join(name),
            Some(path) => path.clone(),
        }
    }
}

/// Makes the tables. An interruption leaves whatever the file held before.
pub(crate) fn run(arguments: &EndgamesArguments) -> anyhow::Result<()> {
    make(arguments, &*lab::interrupt::control()?, &mut io::stdout())
}

fn make(arguments: &EndgamesArguments, control: &Control, output: &mut impl Write) -> anyhow::Result<()> {
    let path = arguments.path();
    let name = path.display();
    lab::out::check_folder(&path)?;
    refuse_to_replace(&path, usize::from(arguments.pieces))?;
    let started = Instant::now();
    let bar = ProgressBar::new(0);
    let style = "{spinner} {elapsed_precise} {msg} {wide_bar} {percent}% ({per_sec}, {eta} left)";
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    let mut goes_on = |progress: Progress| {
        bar.set_length(progress.all);
        bar.set_position(progress.done);
        bar.set_message(format!("{} pieces", progress.pieces));
        !control.is_stopped()
    };
    let made = build(usize::from(arguments.pieces), &mut goes_on);
    bar.finish_and_clear();
    let tables = match made {
        Ok(tables) => tables,
        Err(Stopped::Asked) => bail!("interrupted: nothing has been written to {name}"),
        Err(Stopped::TooLong) => bail!("a win is longer than the tables can tell"),
    };
    let solved = started.elapsed();
    tables.save(&path).with_context(|| format!("{name} cannot be written"))?;
    for count in tables.counts() {
        writeln!(
            output,
            "{} pieces: {} positions: {} won, {} lost, {} drawn by the side to move{}",
            count.pieces,
            HumanCount(count.won + count.lost + count.drawn),
            HumanCount(count.won),
            HumanCount(count.lost),
            HumanCount(count.drawn),
            count.longest.map_or_else(String::new, |plies| format!("; the longest win takes {plies} plies")),
        )?;
    }
    writeln!(
        output,
        "{name}: {}, solved in {:.1} s",
        HumanBytes(tables.bytes() as u64),
        solved.as_secs_f64()
    )?;
    Ok(())
}

/// Whatever is there must be such a file: nothing else is written over.
fn refuse_to_replace(path: &Path, pieces: usize) -> anyhow::Result<()> {
    match Endgames::load(path) {
        Ok(there) if there.pieces() > pieces => bail!(
            "{} is left as it is: it has the endgames of {} pieces; delete it or choose another file with --out",
            path.display(),
            there.pieces()
        ),
        Err(FileError::Io(error)) if error.kind() != io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("{} cannot be read", path.display()))
        }
        Err(FileError::Io(_)) | Ok(_) => Ok(()),
        Err(error) => {
            bail!("{} is left as it is: {error}; delete it or choose another file with --out", path.display())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes a file of so many pieces, without an interruption; what is said.
    fn made(pieces: u8, path: &Path) -> anyhow::Result<String> {
        let arguments = EndgamesArguments { pieces, out: Some(path.to_owned()) };
        let mut output = Vec::new();
        make(&arguments, &Control::new(), &mut output)?;
        Ok(String::from_utf8(output)?)
    }

    /// Asserts that a file of two pieces is not made where this one is, with these words.
    fn refused(path: &Path, words: &str) {
        let before = std::fs::read(path).ok();
        let error = made(2, path).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
        assert_eq!(std::fs::read(path).ok(), before);
    }

    #[test]
    fn the_file_is_made_and_made_again_and_an_interruption_leaves_it() {
        let directory = tempfile::tempdir().unwrap();
        let text = made(2, directory.path()).unwrap();
        assert!(
            text.contains("2 pieces: 3,488 positions") && text.contains("draughts-2.endgames: "),
            "{text}"
        );
        let path = directory.path().join("draughts-2.endgames");
        let before = std::fs::read(&path).unwrap();
        made(2, directory.path()).unwrap();
        let control = Control::new();
        control.stop();
        let arguments = EndgamesArguments { pieces: 2, out: Some(path.clone()) };
        let error = make(&arguments, &control, &mut Vec::new()).unwrap_err();
        assert!(error.to_string().contains("nothing has been written"), "{error}");
        assert_eq!(std::fs::read(&path).unwrap(), before);
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_is_no_such_file_or_has_more_pieces_is_left() {
        let directory = tempfile::tempdir().unwrap();
        refused(&directory.path().join("no/where"), "there is no folder");
        let path = directory.path().join("thesis");
        std::fs::write(&path, "my thesis\n").unwrap();
        refused(&path, "left as it is");
        let path = directory.path().join("tables");
        made(3, &path).unwrap();
        refused(&path, "the endgames of 3 pieces");
    }
}
