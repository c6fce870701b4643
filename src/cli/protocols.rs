//! Which protocol is spoken on standard input and output, and with what settings.

use super::asking::{set_option, set_options};
use crate::engine::Engine;
use crate::protocol::{gomocup, hub, native};
use anyhow::bail;
use clap::{Args, ValueEnum};
use std::ffi::OsStr;
use std::path::Path;

/// What can be said about the protocol when no command is given.
#[derive(Args)]
pub struct ProtocolArguments {
    /// The protocol; gomocup is the Gomoku AI protocol of Piskvork and Gomocup, hub that of Scan for draughts
    #[arg(long, value_enum)]
    protocol: Option<Protocol>,
    /// The strategy that plays (gomocup, hub)
    #[arg(long)]
    strategy: Option<String>,
    /// Another option of the engine (gomocup, hub), as NAME=VALUE, such as Seed=3; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Suggest moves, to be played when the manager answers PLAY (gomocup)
    #[arg(long)]
    suggest: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Protocol {
    /// UGI and UCI
    Native,
    /// The Gomoku AI protocol
    Gomocup,
    /// The Hub protocol, English draughts
    Hub,
}

/// Speaks the protocol that is asked for, or that the name of the program's file asks for.
///
/// # Errors
/// If an option is refused, or standard output cannot be written.
pub fn speak(arguments: &ProtocolArguments) -> anyhow::Result<()> {
    let program = std::env::args_os().next();
    let by_name = program.as_deref().is_some_and(is_brain);
    match arguments.protocol {
        Some(Protocol::Gomocup) => brain(arguments),
        Some(Protocol::Hub) if arguments.suggest => bail!("--suggest goes with --protocol gomocup"),
        Some(Protocol::Hub) => hub::run_stdio(prepared(hub::engine()?, arguments)?),
        None if by_name => brain(arguments),
        _ if arguments.strategy.is_some() || !arguments.options.is_empty() || arguments.suggest => {
            bail!(
                "--strategy, --option and --suggest go with --protocol gomocup or hub: UGI and UCI have setoption"
            )
        }
        _ => native::run_stdio(),
    }
}

/// Whether a program's name is that of a brain, as managers call their engines.
fn is_brain(program: &OsStr) -> bool {
    let name = Path::new(program).file_name().and_then(OsStr::to_str);
    name.is_some_and(|name| name.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("pbrain-")))
}

fn brain(arguments: &ProtocolArguments) -> anyhow::Result<()> {
    gomocup::run_stdio(prepared(gomocup::engine()?, arguments)?, arguments.suggest)
}

/// The engine with the strategy and the options that were typed.
fn prepared(mut engine: Engine, arguments: &ProtocolArguments) -> anyhow::Result<Engine> {
    if let Some(strategy) = &arguments.strategy {
        set_option(&mut engine, "Strategy", strategy)?;
    }
    for remark in set_options(&mut engine, &arguments.options)? {
        log::warn!("{remark}");
    }
    Ok(engine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brains_are_known_by_their_names() {
        for (name, brain) in [
            ("pbrain-fourscore", true),
            ("/opt/brains/pbrain-Fourscore64.exe", true),
            ("PBRAIN-X", true),
            ("/pbrain-/fourscore", false),
            ("fourscore", false),
            ("", false),
        ] {
            assert_eq!(is_brain(OsStr::new(name)), brain, "{name}");
        }
    }
}
