//! Which protocol is spoken on standard input and output, and with what settings.

use super::asking::{set_option, set_options};
use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};
use engine::protocol::{gomocup, hub, native};
use engine::{BUILT_IN, Engine};
use std::ffi::OsStr;
use std::path::Path;

/// What can be said about the protocol when no command is given.
#[derive(Args)]
pub(crate) struct ProtocolArguments {
    /// The protocol; gomocup is the Gomoku AI protocol of Piskvork and Gomocup, hub that of Scan for draughts
    #[arg(long, value_enum)]
    protocol: Option<Protocol>,
    /// The game to play (native); only its options are then announced
    #[arg(long)]
    game: Option<String>,
    /// The strategy that plays; only its options are then announced
    #[arg(long)]
    strategy: Option<String>,
    /// Another option of the engine, as NAME=VALUE, such as Seed=3; may be given several times
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

impl ProtocolArguments {
    /// What is waited for, for the one who types it himself.
    pub(crate) const fn words(&self) -> &'static str {
        match self.protocol {
            None | Some(Protocol::Native) => "commands of UGI or UCI ('ugi', 'quit')",
            Some(Protocol::Gomocup) => "commands of the Gomoku AI protocol ('START 15', 'BEGIN', 'END')",
            Some(Protocol::Hub) => "commands of Hub ('hub', 'init', 'quit')",
        }
    }
}

/// Speaks the protocol that is asked for, or that the name of the program's file asks for.
pub(crate) fn speak(arguments: &ProtocolArguments) -> anyhow::Result<()> {
    let program = std::env::args_os().next();
    let by_name = program.as_deref().is_some_and(is_brain);
    let gomocup = arguments.protocol == Some(Protocol::Gomocup) || by_name && arguments.protocol.is_none();
    let hub = arguments.protocol == Some(Protocol::Hub);
    if arguments.suggest && !gomocup {
        bail!("--suggest goes with --protocol gomocup");
    }
    if arguments.game.is_some() && (gomocup || hub) {
        bail!("--game goes with UGI and UCI: the other protocols have one game");
    }
    if gomocup {
        gomocup::run_stdio(prepared(gomocup::engine()?, arguments, true)?, arguments.suggest)
    } else if hub {
        hub::run_stdio(prepared(hub::engine()?, arguments, true)?)
    } else {
        native::run_stdio(prepared(Engine::new(&BUILT_IN)?, arguments, arguments.game.is_some())?)
    }
}

/// Whether a program's name is that of a brain, as managers call their engines.
fn is_brain(program: &OsStr) -> bool {
    let name = Path::new(program).file_name().and_then(OsStr::to_str);
    name.is_some_and(|name| name.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("pbrain-")))
}

/// The engine with the game, the strategy and the options that were typed, of which it announces no others. Unless the game
/// is fixed, a strategy may wait for one that it plays.
fn prepared(mut engine: Engine, arguments: &ProtocolArguments, is_fixed: bool) -> anyhow::Result<Engine> {
    for (name, value) in [("Game", &arguments.game), ("Strategy", &arguments.strategy)] {
        if let Some(value) = value {
            set_option(&mut engine, name, value)?;
        }
    }
    set_options(&mut engine, &arguments.options)?;
    if is_fixed && let Some(words) = engine.unserved() {
        bail!(words);
    }
    let (game, strategy) = (arguments.game.as_deref(), arguments.strategy.as_deref());
    engine.offer_only(game, strategy).map_err(|refusal| anyhow!(refusal))?;
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
