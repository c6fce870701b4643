//! The command: reads what may be started, serves, and says where.

use anyhow::Context;
use board::config::{Config, Flags, PORT};
use board::server::Server;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use engine::protocol::native;
use engine::{BUILT_IN, Engine};
use std::io::{IsTerminal as _, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use tokio::sync::oneshot;

const EXAMPLES: &str = "Examples: fourscore-board --open\n          \
    fourscore-board --engine name=mine command=\"./my-engine --fast\" protocol=uci option.Hash=64\n\n\
    The engine fourscore is built in. Ctrl-C ends it.";

/// Serves a board for a browser, on loopback only, and prints its address.
#[derive(Parser)]
#[command(name = "fourscore-board", version, args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    role: Option<Role>,
    #[command(flatten)]
    flags: Flags,
    /// Write the page that needs no server into this folder, for any file host, and end; from the sources only, and with no option but `--report`
    #[arg(long = "static", value_name = "DIR", conflicts_with_all = ["engine", "port", "pages", "memories", "config", "open"])]
    page: Option<PathBuf>,
}

/// What this program does instead.
#[derive(Subcommand)]
enum Role {
    /// Serves as the engine `fourscore`.
    #[command(hide = true)]
    Engine,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Nothing is left to tell it to if that fails.
            let _ = writeln!(std::io::stderr(), "fourscore-board: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> anyhow::Result<()> {
    engine::logging::start("warn");
    let matches = manual::read(Cli::command(), std::env::args_os()).unwrap_or_else(|error| error.exit());
    let cli = Cli::from_arg_matches(&matches)?;
    if let Some(Role::Engine) = cli.role {
        return Engine::new(&BUILT_IN).and_then(native::run_stdio);
    }
    if let Some(folder) = cli.page {
        writeln!(std::io::stdout(), "{}", board::static_page::write(&folder, cli.flags.report.as_deref())?)?;
        return Ok(());
    }
    // Which pairs belong to which --engine is known to the matches only.
    let engines: Vec<Vec<String>> = matches
        .get_occurrences::<String>("engine")
        .map(|all| all.map(|pairs| pairs.cloned().collect()).collect())
        .unwrap_or_default();
    // This program serves as the engine `fourscore`, so that it never has to be looked for.
    let builtin = vec![std::env::current_exe()?.to_string_lossy().into_owned(), "engine".to_owned()];
    let config = Config::new(&cli.flags, &engines, builtin)?;
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?
        .block_on(serve(config, cli.flags.open))
}

async fn serve(config: Config, open: bool) -> anyhow::Result<()> {
    let ports = config.port.map_or(format!("{PORT} and the next ones"), |port| port.to_string());
    let server = Server::bind(config).await.with_context(|| format!("port {ports} of loopback"))?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", server.address())?;
    out.flush()?;
    drop(out);
    if !open && std::io::stderr().is_terminal() {
        eprintln!("Open this address in a browser (--open does it). Ctrl-C ends the server.");
    }
    if open {
        let opened =
            server.door().and_then(|door| open::that_detached(door).map_err(|error| error.to_string()));
        opened.unwrap_or_else(|error| log::warn!("no browser can be opened: {error}"));
    }
    let (end, ended) = oneshot::channel::<()>();
    let mut end = Some(end);
    ctrlc::set_handler(move || drop(end.take()))?;
    server.serve(async move { drop(ended.await) }).await?;
    Ok(())
}
