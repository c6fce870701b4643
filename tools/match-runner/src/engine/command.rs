//! From what an engine is in the settings to the command that starts it: program, folder, environment, pipes.

use super::fault::{Fault, FaultKind};
use crate::settings::{EngineSettings, Program};
use std::fs::File;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The command that starts an engine.
///
/// # Errors
/// [`FaultKind::Start`] if its folder or the file for its standard error cannot be used.
pub(super) fn command(settings: &EngineSettings, builtin: &[String]) -> Result<Command, Fault> {
    let (path, args) = match &settings.program {
        Program::Command { path, args } => (path.clone(), &args[..]),
        Program::Builtin => match builtin.split_first() {
            Some((path, args)) => (PathBuf::from(path), args),
            None => return Err(Fault::new(FaultKind::Start, "there is no built-in engine here")),
        },
    };
    let mut command = Command::new(path);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
    command.envs(settings.env.iter().map(|(name, value)| (name, value)));
    if let Some(dir) = &settings.dir {
        // The system's own message would be that the program is not there.
        let wrong = |what: &str| Fault::new(FaultKind::Start, format!("dir = '{}': {what}", dir.display()));
        if !dir.metadata().map_err(|error| wrong(&error.to_string()))?.is_dir() {
            return Err(wrong("this is not a folder"));
        }
        command.current_dir(dir);
    }
    command.stderr(match &settings.stderr {
        None => Stdio::null(),
        Some(path) => {
            File::options().create(true).append(true).open(path).map(Stdio::from).map_err(|error| {
                Fault::new(FaultKind::Start, format!("stderr = '{}': {error}", path.display()))
            })?
        }
    });
    Ok(command)
}
