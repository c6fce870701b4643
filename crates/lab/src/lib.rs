//! The laboratory: series of learning, what learning is worth, and what the papers print found again. A file or folder a
//! command of the program; all of them play through strategies, as calls, not through the engine.

pub mod book;
mod book_games;
pub mod interrupt;
pub mod learn;
pub mod out;
mod player;
pub mod policy;
mod progress;
pub mod reproduce;
pub mod self_play;
pub mod train;
pub mod truth;

/// The arguments of a command as they are typed, the command's name first.
#[cfg(test)]
fn typed<A: clap::Args>(words: &[&str]) -> Result<A, clap::Error> {
    A::from_arg_matches(&A::augment_args(clap::Command::new("typed")).try_get_matches_from(words)?)
}

/// What is said when a command is run with these arguments.
#[cfg(test)]
fn said<A: clap::Args>(
    arguments: &[&str],
    run: impl FnOnce(&A, &mut Vec<u8>) -> anyhow::Result<()>,
) -> anyhow::Result<String> {
    let mut output = Vec::new();
    run(&typed(&[&["typed"], arguments].concat())?, &mut output)?;
    Ok(String::from_utf8(output)?)
}
