//! The program as its users run it.

use std::path::Path;
use std::process::{Command, Output};

/// Runs the program in this folder.
pub(crate) fn fourscore(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fourscore"));
    command.args(arguments).current_dir(folder).output().expect("it runs")
}

pub(crate) fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub(crate) fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
