//! What the server may start and how much of it, from a command line or a TOML file: the page can choose among these
//! engines, and cannot name any other program.

use crate::engines::{BUILTIN, Known};
use anyhow::{Context, bail};
use clap::{ArgAction, Args};
use engine::protocol::event::Dialect;
use match_runner::settings::{EngineSettings, Protocol, RawEngine};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The port unless another is asked for; pages keep their settings by address.
pub const PORT: u16 = 4080;
/// More pages than this cannot be asked for: each has several processes.
const MOST_PAGES: u8 = 64;

/// What can be said on the command line, and most of it in a file.
#[derive(Clone, Debug, Default, Args, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Flags {
    /// An engine to offer beside the built-in one: name, command, protocol, dir, env.NAME, option.NAME
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., action = ArgAction::Append)]
    #[serde(skip)]
    pub engine: Vec<String>,
    #[arg(skip)]
    #[serde(rename = "engine")]
    engines: Vec<RawEngine>,
    /// The port to listen on, on loopback only; 0: any that is free [default: 4080, or the next that is free]
    #[arg(long)]
    pub port: Option<u16>,
    /// Pages that may be open at a time, 1 to 64 [default: 8]
    #[arg(long, value_name = "N")]
    pub pages: Option<u8>,
    /// A directory of memories that strategies have kept, to be looked into in the page; they are never written
    #[arg(long, value_name = "DIR")]
    pub memories: Option<PathBuf>,
    /// The page that `fourscore reproduce all --out FILE.html` has written, to be read beside the board
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// A TOML file with the same: port, pages, memories, report, and a table `[[engine]]` for each engine
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    pub config: Option<PathBuf>,
    /// Open the page in the browser
    #[arg(long)]
    #[serde(skip)]
    pub open: bool,
}

#[derive(Clone, Debug)]
pub struct Config {
    /// The engines that pages may choose from, the built-in one first.
    pub engines: Vec<EngineSettings>,
    /// The command that serves as the built-in engine.
    pub builtin: Vec<String>,
    /// The port; 0: any; `None`: the usual one.
    pub port: Option<u16>,
    pub pages: usize,
    /// The directory of the memories that can be looked into.
    pub memories: Option<PathBuf>,
    /// The page of the papers.
    pub report: Option<PathBuf>,
}

impl Config {
    /// The configuration from flags, each `--engine` being a list of pairs, laid over the file that they may name.
    ///
    /// # Errors
    /// A sentence that names the setting and what is allowed.
    pub fn new(flags: &Flags, engines: &[Vec<String>], builtin: Vec<String>) -> anyhow::Result<Self> {
        let (file, base) = match &flags.config {
            None => (Flags::default(), PathBuf::from(".")),
            Some(path) => {
                let text = files::read_text(path).with_context(|| path.display().to_string())?;
                let file: Flags = toml::from_str(&text).with_context(|| path.display().to_string())?;
                (file, path.parent().unwrap_or(Path::new(".")).to_path_buf())
            }
        };
        let pages = flags.pages.or(file.pages).unwrap_or(8);
        if !(1..=MOST_PAGES).contains(&pages) {
            bail!("pages = {pages}: pages is a number from 1 to {MOST_PAGES}");
        }
        let memories =
            flags.memories.clone().or_else(|| file.memories.as_ref().map(|folder| base.join(folder)));
        if let Some(folder) = memories.as_ref().filter(|folder| !folder.is_dir()) {
            bail!("memories = {}: there is no such directory", folder.display());
        }
        let report = flags.report.clone().or_else(|| file.report.as_ref().map(|report| base.join(report)));
        if let Some(path) = report.as_ref().filter(|path| !path.is_file()) {
            bail!(
                "report = {}: there is no such file: fourscore reproduce all --out FILE.html writes one",
                path.display()
            );
        }
        let typed = engines
            .iter()
            .map(|pairs| RawEngine::from_pairs(pairs.iter().map(String::as_str)))
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| anyhow::anyhow!("--engine: {error}"))?;
        let own = RawEngine { command: Some(BUILTIN.to_owned()), ..limited() };
        let mut offered = vec![EngineSettings::new(own, Path::new("."))?];
        let all = file.engines.into_iter().map(|raw| (raw, base.as_path()));
        for (raw, base) in all.chain(typed.into_iter().map(|raw| (raw, Path::new(".")))) {
            let base = std::path::absolute(base)?;
            let engine = EngineSettings::new(raw.over(&limited()), &base)?;
            if !matches!(engine.protocol, Protocol::Ugi | Protocol::Uci) {
                bail!("engine '{}': the board speaks ugi and uci", engine.name);
            }
            if offered.iter().any(|other| other.name == engine.name) {
                bail!("the name '{}' of an engine is taken: give it another with name=...", engine.name);
            }
            offered.push(engine);
        }
        Ok(Self {
            engines: offered,
            builtin,
            port: flags.port.or(file.port),
            pages: pages.into(),
            memories,
            report,
        })
    }

    /// An engine as sessions know it.
    pub fn known(engine: &EngineSettings) -> Known {
        let dialect = if engine.protocol == Protocol::Uci { Dialect::Uci } else { Dialect::Ugi };
        Known { name: engine.name.clone(), dialect, options: engine.options.clone() }
    }

    /// The engine of this name, if pages may have it.
    pub fn engine(&self, name: &str) -> Option<&EngineSettings> {
        self.engines.iter().find(|engine| engine.name == name)
    }
}

/// A limit for engines that are configured without: pages set their own for each search.
fn limited() -> RawEngine {
    RawEngine { movetime: Some(1.0), ..RawEngine::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(file: &str, engines: &[&[&str]]) -> anyhow::Result<Config> {
        let dir = tempfile::tempdir()?;
        let path = dir.path().join("board.toml");
        std::fs::write(&path, file)?;
        let flags = Flags { config: Some(path), ..Flags::default() };
        let engines: Vec<_> =
            engines.iter().map(|pairs| pairs.iter().map(ToString::to_string).collect()).collect();
        Config::new(&flags, &engines, vec!["board".into(), "engine".into()])
    }

    #[test]
    fn the_built_in_engine_comes_first_and_others_from_file_and_flags() {
        let file = "port = 7000\npages = 2\n[[engine]]\nname = \"mine\"\ncommand = \"./mine --fast\"";
        let config = config(file, &[&["name=other", "command=other", "protocol=uci"]]).unwrap();
        let names: Vec<_> = config.engines.iter().map(|engine| engine.name.as_str()).collect();
        assert_eq!(names, ["fourscore", "mine", "other"]);
        assert_eq!((config.port, config.pages), (Some(7000), 2));
        assert!(config.engine("mine").is_some() && config.engine("./mine").is_none());
        assert_eq!(config.memories, None);
    }

    #[test]
    fn the_directory_of_memories_is_named_from_where_the_file_lies() {
        let memories = config("memories = \".\"", &[]).map(|config| config.memories.unwrap());
        assert!(memories.unwrap().is_absolute());
    }

    #[test]
    fn what_cannot_be_meant_is_refused_in_words() {
        let refused = |file: &str, engines: &[&[&str]]| format!("{:#}", config(file, engines).unwrap_err());
        assert!(refused("pages = 0", &[]).contains("from 1 to 64"));
        assert!(refused("ports = 1", &[]).contains("ports"));
        assert!(refused("memories = \"nowhere\"", &[]).contains("no such directory"));
        assert!(refused("report = \"nowhere\"", &[]).contains("fourscore reproduce all"));
        assert!(refused("", &[&["name=x"]]).contains("command is missing"));
        assert!(refused("", &[&["command=fourscore"]]).contains("is taken"));
        assert!(refused("", &[&["colour=red", "command=x"]]).contains("unknown key"));
    }
}
