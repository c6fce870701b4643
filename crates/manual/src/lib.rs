//! `--generate`: each program writes its own man page and completions for shells, so that they always fit it.

use clap::{Arg, ArgMatches, Command};
use clap_complete::Shell;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process;

const KINDS: [&str; 5] = ["man", "complete-bash", "complete-zsh", "complete-fish", "complete-powershell"];

/// Reads a command line, to which it adds `--generate`: where that is given, it writes what is asked for to standard output and ends
/// the program.
///
/// # Errors
/// What `clap` says of the command line; the help, which is no error, too.
pub fn read(command: Command, typed: impl IntoIterator<Item = OsString>) -> Result<ArgMatches, clap::Error> {
    let generate =
        Arg::new("generate").long("generate").value_name("WHAT").value_parser(KINDS).exclusive(true);
    let words = "Writes the man page or a shell's completions to standard output";
    let command = command.arg(generate.help(words).help_heading(None));
    let matches = command.clone().try_get_matches_from(typed)?;
    if let Some(kind) = matches.get_one::<String>("generate") {
        let written = generated(command, kind).and_then(|text| io::stdout().lock().write_all(&text));
        process::exit(i32::from(written.is_err()));
    }
    Ok(matches)
}

fn generated(mut command: Command, kind: &str) -> io::Result<Vec<u8>> {
    let (mut text, name) = (Vec::new(), command.get_name().to_owned());
    match kind.strip_prefix("complete-").and_then(|shell| shell.parse::<Shell>().ok()) {
        Some(shell) => clap_complete::generate(shell, &mut command, name, &mut text),
        None => {
            // Its commands' names are whole only when it is built.
            command.build();
            let source = format!("{name} {}", command.get_version().unwrap_or_default());
            page(&command, &source, &mut text)?;
        }
    }
    Ok(text)
}

/// The pages of a command and of those below it, one after the other.
fn page(command: &Command, source: &str, text: &mut Vec<u8>) -> io::Result<()> {
    clap_mangen::Man::new(command.clone()).source(source).render(text)?;
    let shown = |command: &&Command| !command.is_hide_set() && command.get_name() != "help";
    command.get_subcommands().filter(shown).try_for_each(|below| page(below, source, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_tells_of_every_command_and_flag() {
        let command = || {
            let deep = Command::new("deep").arg(Arg::new("far").long("far"));
            Command::new("thing")
                .subcommand(Command::new("inner").subcommand(deep))
                .subcommand(Command::new("secret").hide(true))
        };
        for kind in KINDS {
            let text = String::from_utf8(generated(command(), kind).unwrap()).unwrap();
            assert!(["inner", "deep", "far"].iter().all(|word| text.contains(word)), "{kind}: {text}");
            assert!(kind != "man" || !text.contains("secret"));
        }
    }
}
