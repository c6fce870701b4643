//! The command line: one file per subcommand, each a thin face on the crates.

mod asking;
mod endgames;
mod explain;
mod options;
mod play;
mod proof;
mod protocols;
mod solve;
mod threats;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use engine::protocol::native;
use engine::{BUILT_IN, Engine, logging};
use lab::{book, learn, policy, reproduce, self_play, train, truth};
use std::io::{self, IsTerminal};
use std::process::ExitCode;

/// What was typed.
#[derive(Parser)]
#[command(
    name = "fourscore",
    version,
    about = "Plays Qubic, Go-Moku and English draughts with programs of classic papers and their modern rivals",
    after_help = "Examples: fourscore play\n          fourscore strategies\n          \
                  fourscore --game gomoku --strategy victoria        (the engine, for a GUI)\n\n\
                  Without a command it speaks UGI and UCI on standard input and output, with --protocol gomocup the \
                  Gomoku AI protocol, with --protocol hub Scan's for draughts; see protocol.md. A program file whose name begins with pbrain- speaks the \
                  Gomoku AI protocol by itself."
)]
struct Arguments {
    #[command(flatten)]
    protocol: protocols::ProtocolArguments,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Plays a game in the terminal; without options it asks which
    #[command(
        after_help = "Examples: fourscore play\n          fourscore play --game gomoku --strategy victoria --time 2\n          \
                            fourscore play --strategy score-four --option Learn=true --option Memory=my.memory"
    )]
    Play(play::PlayArguments),
    /// Plays a series of games from which a strategy learns
    #[command(
        after_help = "Example: fourscore learn --strategy score-four --games 50 --seed 1 --memory my.memory"
    )]
    Learn(Box<learn::LearnArguments>),
    /// Trains the evaluation of alpha-beta by games against itself
    #[command(
        after_help = "Example: fourscore train --game gomoku --from nothing --out my.weights --generations 2 --games 200 --nodes 500"
    )]
    Train(Box<train::TrainArguments>),
    /// Replays a game with a strategy's comments
    #[command(after_help = "Example: fourscore explain --doake 2 --from 17")]
    Explain(explain::ExplainArguments),
    /// Proves the value of a position, and writes a certificate of it
    #[command(after_help = "Example: fourscore solve --game qubic --out q.proof")]
    Solve(Box<solve::SolveArguments>),
    /// Merges certificates, and follows a game by one
    #[command(
        subcommand,
        after_help = "Example: fourscore proof follow data/gomoku/freestyle.proof h8 h7 g7"
    )]
    Proof(proof::ProofCommand),
    /// Solves all endings of draughts with few pieces, for alpha-beta to use
    #[command(after_help = "Example: fourscore endgames --pieces 4 --out four.endgames")]
    Endgames(endgames::EndgamesArguments),
    /// Prints the tree of threat-space search of a position
    #[command(after_help = "Example: fourscore threats --diagram 3b --no-combinations")]
    Threats(threats::ThreatsArguments),
    /// Makes a paper's figures, tables and claims again, each with a verdict
    #[command(after_help = "Example: fourscore reproduce doake --item games")]
    Reproduce(reproduce::ReproduceArguments),
    /// Lists the options with their kinds, defaults, bounds and purposes
    Options(options::OptionsArguments),
    /// Lists the programs that play each game
    Strategies(options::StrategiesArguments),
    /// Searches a fixed set of positions; the last line is `N nodes M nps`, N the signature of the search
    #[command(after_help = "Example: fourscore bench")]
    Bench,
    /// Experiments that measure learning
    #[command(subcommand, after_help = "Example: fourscore lab truth --out truth --games 16 --positions 20")]
    Lab(LabCommand),
}

#[derive(Subcommand)]
enum LabCommand {
    /// Measures how often programs throw proven wins away as they learn
    #[command(after_help = "Example: fourscore lab truth --out truth --plot truth.svg")]
    Truth(truth::TruthArguments),
    /// Follows book games of draughts as Samuel's program did, and measures how it agrees with the masters
    #[command(after_help = "Example: fourscore lab book data/draughts/acf-games.txt.gz --games 100")]
    Book(book::BookArguments),
    /// Plays Samuel's program against itself, game by game, ended after 70 moves and judged
    #[command(
        after_help = "Example: fourscore lab self-play --games 14 --beta-option Samuel.Polynomial=four"
    )]
    SelfPlay(self_play::SelfPlayArguments),
    /// Fits to certificates of Go-Moku which of black's moves `solve` tries first
    #[command(
        after_help = "Example: fourscore lab policy data/gomoku/freestyle.proof --after h10 i10 --held-out j10 --out policy.txt"
    )]
    Policy(policy::PolicyArguments),
    #[command(flatten)]
    Train(Box<train::Part>),
}

/// On a terminal it says first how to go on, if nothing was asked for. The exit code is 0; of `solve`, 2 if nothing was decided.
fn main() -> ExitCode {
    logging::start("error");
    let arguments = manual::read(Arguments::command(), std::env::args_os())
        .and_then(|matches| Arguments::from_arg_matches(&matches))
        .unwrap_or_else(|error| error.exit());
    if arguments.command.is_none() && io::stdin().is_terminal() {
        let words = arguments.protocol.words();
        eprintln!("fourscore waits for {words}; 'fourscore play' plays, 'fourscore --help' lists the rest");
    }
    // The reader of the output may leave before its end; that is no failure.
    let reader_left = |error: &anyhow::Error| {
        error.chain().any(|cause| {
            cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
        })
    };
    match act(arguments.command, &arguments.protocol) {
        Ok(code) => code,
        Err(error) if reader_left(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("Error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn act(command: Option<Command>, protocol: &protocols::ProtocolArguments) -> anyhow::Result<ExitCode> {
    match command {
        None => protocols::speak(protocol),
        Some(Command::Play(arguments)) => play::run(&arguments),
        Some(Command::Learn(arguments)) => learn::run(&arguments),
        Some(Command::Train(arguments)) => train::train(&arguments),
        Some(Command::Options(arguments)) => options::list(&arguments, &mut io::stdout().lock()),
        Some(Command::Strategies(arguments)) => options::strategies(&arguments, &mut io::stdout().lock()),
        Some(Command::Explain(arguments)) => explain::explain(&arguments, &mut io::stdout().lock()),
        Some(Command::Reproduce(arguments)) => reproduce::run(&arguments),
        Some(Command::Solve(arguments)) => return solve::run(&arguments),
        Some(Command::Proof(command)) => proof::run(&command),
        Some(Command::Endgames(arguments)) => endgames::run(&arguments),
        Some(Command::Threats(arguments)) => threats::print(&arguments, &mut io::stdout().lock()),
        Some(Command::Bench) => Engine::new(&BUILT_IN).and_then(|engine| native::bench(engine, io::stdout())),
        Some(Command::Lab(LabCommand::Truth(arguments))) => truth::run(&arguments),
        Some(Command::Lab(LabCommand::Book(arguments))) => book::run(&arguments),
        Some(Command::Lab(LabCommand::SelfPlay(arguments))) => self_play::run(&arguments),
        Some(Command::Lab(LabCommand::Policy(arguments))) => policy::run(&arguments),
        Some(Command::Lab(LabCommand::Train(part))) => train::part(&part),
    }
    .map(|()| ExitCode::SUCCESS)
}

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
