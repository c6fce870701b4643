//! The engine's command line: without a command it speaks the line protocol on standard input and output.

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(version, about, after_help = "Without a command: speaks UGI and UCI on standard input and output.")]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Searches a fixed set of positions; the last line is `N nodes M nps`, N the signature of the search
    Bench,
}

fn main() -> anyhow::Result<()> {
    env_logger::init();
    match Arguments::parse().command {
        None => fourscore::protocol::native::run_stdio(),
        Some(Command::Bench) => fourscore::protocol::native::serve(&b"bench\n"[..], std::io::stdout()),
    }
}
