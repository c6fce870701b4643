//! `fourscore solve`: the proven value of a position, with a certificate that `fourscore-proof` accepts.

mod classes;
mod due;
pub(crate) mod gomoku;
mod gomoku_kept;
pub(crate) mod gomoku_walk;
mod kept;
mod map;
mod minimise;
mod progress;
mod refute;
mod saved;
mod small;
mod split;

use anyhow::{Context as _, anyhow, bail};
use clap::{Args, ValueEnum};
use games::gomoku::Opening;
use games::qubic::{Cell, Qubic};
use games::{Game, Notation, Outcome, Side};
use lab::interrupt;
use progress::Show;
use search::Control;
use search::control::TimeBudget;
use solve::certificate::qubic::Dictionary;
use solve::qubic::proof::solution::Moves;
use solve::qubic::proof::solver::{Answer, Question, Solver, SolverLimits};
use solve::qubic::proof::walk;
use solve::qubic::proof::walk::Lengths;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// What can be said about the position to be solved.
#[derive(Args, Clone)]
pub(crate) struct SolveArguments {
    /// The game
    #[arg(long, default_value = Qubic::NAME, value_parser = [Qubic::NAME, Opening::NAME])]
    game: String,
    /// The rules of Go-Moku: freestyle, standard, renju or second-move-restricted (default: freestyle)
    #[arg(long)]
    rules: Option<String>,
    /// The size of a Go-Moku board (default: that of the position, or 15); up to 8, freestyle or standard, it also looks for
    /// draws, by pairings, in turns with black's wins (not with --shard or --within)
    #[arg(long, value_parser = clap::value_parser!(u32).range(5..=20))]
    size: Option<u32>,
    /// Of Go-Moku: only every N-th of white's replies to the first move, from the I-th on; `fourscore proof merge` joins
    /// the certificates
    #[arg(long, value_name = "I/N", value_parser = gomoku::parse_shard)]
    shard: Option<(usize, usize)>,
    /// Of Go-Moku: where a small search for black's win is in vain, alpha-beta is asked for his move, with so many nodes
    /// (default: 300000; where few stones lie, up to thirty times as many, for each next best one up to a hundred times), and every reply to it is
    /// proven instead; not where draws are looked for
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    advice: Option<u64>,
    /// Of Go-Moku: a certificate of other rules, of another size of board, or of longer games; what black plays there is tried first (where a
    /// search is continued: in what it comes to from now on); not where draws are looked for
    #[arg(long, value_name = "FILE")]
    example: Option<PathBuf>,
    /// The position (default: the start of the game)
    #[arg(long)]
    position: Option<String>,
    /// Moves played from the position, in coordinates (111 to 444, h8)
    #[arg(long, num_args = 1.., value_name = "MOVE")]
    moves: Vec<String>,
    /// Only try whether this player wins (default: both, until the value is known)
    #[arg(long, value_name = "p1|p2")]
    attacker: Option<Attacker>,
    /// Only wins that are complete when this many stones are on the board count: in Go-Moku black's, in Qubic it needs
    /// --attacker or --split
    #[arg(long, value_name = "PLY", value_parser = clap::value_parser!(u32).range(1..=400))]
    within: Option<u32>,
    /// With --within and --attacker: expect that there is no such win, and try every move depth first, in 100 MB a thread; a
    /// win is proven as without
    #[arg(long, requires_all = ["within", "attacker"], conflicts_with_all = ["minimise", "nodes", "hash"])]
    refute: bool,
    /// Where to write the certificate of a win (a draw of Go-Moku has none)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Where a search is kept while it goes on and when it is interrupted; the same command continues it (default: beside --out, or solve-GAME.search)
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Threads; one is deterministic, but that an interrupted walk through a proof of Go-Moku may keep other wins
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Memory for the search, in MB
    #[arg(long, default_value_t = 8192, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..))]
    hash: u64,
    /// Seconds of wall time after which to give up (and keep the search)
    #[arg(long, value_name = "SECONDS")]
    time: Option<u64>,
    /// Positions to expand before giving up; with --classes, in the largest graphs (default: 100000); in Go-Moku, for each of the searches
    #[arg(long, value_name = "EXPANSIONS")]
    nodes: Option<u64>,
    /// Solve every class of positions with this many stones instead, into a table (see --table), in rounds of larger and
    /// larger graphs
    #[arg(long, value_name = "PLY", conflicts_with_all = ["position", "moves", "minimise", "out", "state", "within"], value_parser = clap::value_parser!(u32).range(0..=4))]
    classes: Option<u32>,
    /// The table of --classes, one line a class: its value, and the largest graph in which each player was tried as the
    /// attacker. An existing table is continued, with the proofs kept in FILE.search (default: GAME-ply-PLY.tsv)
    #[arg(long, value_name = "FILE", requires = "classes")]
    table: Option<PathBuf>,
    /// Draw the table of --classes into this SVG file: what each move leads to
    #[arg(long, value_name = "FILE", requires = "classes")]
    plot: Option<PathBuf>,
    /// After the proof, look for a smaller one: fewer positions with a choice, or a shorter longest game
    #[arg(long, value_name = "positions|plies")]
    minimise: Option<Measure>,
    /// Prove each reply of the defender, who is to move, separately: for proofs of millions of positions
    #[arg(long, conflicts_with_all = ["classes", "minimise", "attacker"])]
    split: bool,
    /// The winner's first move, where he is to move; needs --split
    #[arg(long, value_name = "MOVE", requires = "split")]
    first: Option<String>,
    /// Seed of the choices of --minimise positions
    #[arg(long, default_value_t = 1, requires = "minimise")]
    seed: u64,
}

/// A player as an attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Attacker {
    P1,
    P2,
}

impl Attacker {
    const fn side(self) -> Side {
        match self {
            Self::P1 => Side::First,
            Self::P2 => Side::Second,
        }
    }
}

/// What is to be small in a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Measure {
    Positions,
    Plies,
}

/// The exit code of a search that its limits ended.
const UNDECIDED: u8 = 2;

impl SolveArguments {
    fn position(&self) -> anyhow::Result<Qubic> {
        let text = self.position.as_deref();
        let mut position = match text {
            None => Qubic::start(&()),
            Some(text) => Qubic::from_text(&(), text).map_err(|error| anyhow!("--position: {error}"))?,
        };
        for text in &self.moves {
            position.play(typed_move(&position, "--moves", text, TAKEN)?);
        }
        Ok(position)
    }

    fn question(&self) -> anyhow::Result<Question> {
        if self.within.is_some() && self.attacker.is_none() {
            bail!("--within needs --attacker: it asks whether one player wins in time");
        }
        let attacker = self.attacker.map(Attacker::side);
        Ok(Question { position: self.position()?, attacker, last_ply: self.last_ply()? })
    }

    /// Of Qubic.
    fn last_ply(&self) -> anyhow::Result<u32> {
        match self.within {
            Some(ply) if ply > 64 => bail!("--within {ply}: Qubic has 64 cells"),
            within => Ok(within.unwrap_or(64)),
        }
    }

    fn limits(&self) -> SolverLimits {
        let bytes = usize::try_from(self.hash).unwrap_or(usize::MAX).saturating_mul(1 << 20);
        SolverLimits { bytes, expansions: self.nodes.unwrap_or(u64::MAX) }
    }

    fn state(&self) -> PathBuf {
        match (&self.state, &self.out) {
            (Some(path), _) => path.clone(),
            (None, Some(out)) => files::with_suffix(out, ".search"),
            (None, None) => format!("solve-{}.search", self.game).into(),
        }
    }

    /// The clock and the interrupts of one run.
    fn control(&self) -> anyhow::Result<Arc<Control>> {
        let control = interrupt::control()?;
        if let Some(seconds) = self.time {
            let all = Duration::from_secs(seconds);
            control.start_clock(TimeBudget { optimum: all, maximum: all });
        }
        Ok(control)
    }
}

/// Why a move of Qubic may not be legal.
const TAKEN: &str = "the cell is taken";

/// A move as it is typed for this option; `taken` says why it may not be legal but for the end of the game.
fn typed_move<G: Game>(position: &G, option: &str, text: &str, taken: &str) -> anyhow::Result<G::Move> {
    let m = position.parse_move(text, Notation::Coordinates);
    let m = m.map_err(|error| anyhow!("{option} {text}: {error}"))?;
    if !position.is_legal(m) {
        bail!("{option} {text}: not a legal move here: {taken}, or the game is over");
    }
    Ok(m)
}

/// Refuses options that are for this game, if they are given.
fn only_for(game: &str, options: &[(bool, &str)]) -> anyhow::Result<()> {
    match options.iter().find(|(given, _)| *given) {
        Some((_, option)) => bail!("{option} is for --game {game} only"),
        None => Ok(()),
    }
}

/// Solves what was asked for, on standard output, with its progress on standard error.
pub(crate) fn run(arguments: &SolveArguments) -> anyhow::Result<ExitCode> {
    let control = arguments.control()?;
    let output = &mut io::stdout();
    if arguments.game == Opening::NAME {
        return gomoku::run(arguments, &control, output);
    }
    let of_gomoku = [
        (arguments.rules.is_some(), "--rules"),
        (arguments.size.is_some(), "--size"),
        (arguments.shard.is_some(), "--shard"),
        (arguments.advice.is_some(), "--advice"),
        (arguments.example.is_some(), "--example"),
    ];
    only_for(Opening::NAME, &of_gomoku)?;
    if arguments.split {
        return split::run(arguments, &control, output);
    }
    match (arguments.classes, arguments.minimise) {
        (Some(ply), _) => classes::run(arguments, ply, &control, output),
        (None, Some(Measure::Positions)) => minimise::positions(arguments, &control, output),
        (None, Some(Measure::Plies)) => minimise::plies(arguments, &control, output),
        (None, None) if arguments.refute => refute::run(arguments, &control, output),
        (None, None) => solve(arguments, &control, output),
    }
}

fn solve(arguments: &SolveArguments, control: &Control, output: &mut impl Write) -> anyhow::Result<ExitCode> {
    let question = arguments.question()?;
    check_out(arguments.out.as_deref())?;
    let state = arguments.state();
    let mut solver = saved::open(&question, arguments.threads as usize, &state, output)?;
    let show = Show::new("searching");
    let answer = saved::searched(arguments, &mut solver, control, &show);
    writeln!(output, "position: {}", question.position.to_text())?;
    writeln!(output, "value: {}", words(&question, answer))?;
    write!(output, "{}", show.cost(&solver.cost()))?;
    if answer == Answer::Unknown {
        keep(arguments, &solver, &state, control, output)?;
        return Ok(ExitCode::from(UNDECIDED));
    }
    report_win(&solver, answer, arguments.out.as_deref(), output)?;
    saved::forget(&state)?;
    Ok(ExitCode::SUCCESS)
}

/// Keeps a search that is not decided, and says what goes on with it.
fn keep(
    arguments: &SolveArguments,
    solver: &Solver,
    state: &Path,
    control: &Control,
    output: &mut impl Write,
) -> anyhow::Result<()> {
    saved::keep(solver, state)?;
    let more = if solver.cost().expansions >= arguments.limits().expansions {
        " with a larger --nodes"
    } else if !control.must_stop() {
        " with a larger --hash"
    } else {
        ""
    };
    writeln!(output, "the search is kept in {}: the same command{more} continues it", state.display())?;
    Ok(())
}

/// Says that there is none.
fn say_no_certificate(out: Option<&Path>, output: &mut impl Write) -> anyhow::Result<()> {
    if let Some(out) = out {
        writeln!(output, "{} is not written: nobody wins, and a certificate is of a win", out.display())?;
    }
    Ok(())
}

/// Says how long the win takes, and writes its certificate.
fn report_win(
    solver: &Solver,
    answer: Answer,
    out: Option<&Path>,
    output: &mut impl Write,
) -> anyhow::Result<()> {
    let Answer::Value(Outcome::Win(winner)) = answer else {
        return say_no_certificate(out, output);
    };
    let Some(moves) = solver.moves() else {
        if let Some(out) = out {
            writeln!(output, "{} is not written: the game is over already", out.display())?;
        }
        return Ok(());
    };
    let start = solver.question().position;
    let lengths = measured(&start, winner, &moves)?;
    let count = lengths.entries.len();
    let plies = lengths.longest;
    writeln!(output, "proof: {count} positions with a choice, the longest game {plies} plies from here")?;
    if let Some(cell) = first_move(solver, &moves) {
        writeln!(output, "winning move: {}", start.move_text(cell, Notation::Coordinates))?;
    }
    write_certificate(out, &start, winner, &lengths, output)
}

/// Walks through the strategy. What the solver proved must hold here too; if not, that is an error of this program.
fn measured(start: &Qubic, winner: Side, moves: &Moves) -> anyhow::Result<Lengths> {
    let _show = Show::new("walking through every game of the proof");
    walk::lengths(start, winner, moves)
        .map_err(|at| anyhow!("the proof is broken at {}: please report this, it is an error", at.to_text()))
}

/// The winner's move in the start position, if he is to move there.
fn first_move(solver: &Solver, moves: &Moves) -> Option<Cell> {
    let start = solver.question().position;
    if let Some(win) = solver.forced() {
        return Cell::new(win.first());
    }
    let mut dictionary = Dictionary::new();
    let canonical = start.canonical();
    dictionary.insert(&canonical, *moves.get(&canonical)?, 0).ok()?;
    dictionary.find(&start).map(|entry| entry.m)
}

/// Writes a certificate, if it is wanted.
fn write_certificate(
    out: Option<&Path>,
    start: &Qubic,
    winner: Side,
    lengths: &Lengths,
    output: &mut impl Write,
) -> anyhow::Result<()> {
    let Some(out) = out else { return Ok(()) };
    let show = Show::new("writing the certificate");
    let mut dictionary = Dictionary::new();
    for (position, &(m, plies)) in &lengths.entries {
        dictionary.insert(position, m, plies as u8).map_err(|error| anyhow!(error.to_string()))?;
    }
    let certificate = dictionary.to_certificate(start, start.player_of(winner))?;
    certificate.write(out).with_context(|| format!("certificate {}", out.display()))?;
    show.clear();
    Ok(writeln!(output, "certificate: {}", out.display())?)
}

/// Refuses early what could not be written after a long search.
pub(crate) fn check_out(out: Option<&Path>) -> anyhow::Result<()> {
    let Some(out) = out else { return Ok(()) };
    if out.exists() {
        solve::certificate::Certificate::read(out)
            .with_context(|| format!("--out {} is there and is not a certificate", out.display()))?;
    }
    lab::out::check_folder(out)
}

/// Refuses a position without moves where there is a proof to be found.
fn check_not_over(position: &impl Game) -> anyhow::Result<()> {
    if position.outcome().is_some() {
        bail!("the game is over at {}: there is nothing to prove", position.to_text());
    }
    Ok(())
}

const fn player(side: Side) -> &'static str {
    match side {
        Side::First => "p1",
        Side::Second => "p2",
    }
}

fn words(question: &Question, answer: Answer) -> String {
    let in_time =
        if question.last_ply < 64 { format!(" by ply {}", question.last_ply) } else { String::new() };
    match answer {
        Answer::Value(Outcome::Win(side)) => format!("{} wins{in_time} (proven)", player(side)),
        Answer::Value(Outcome::Draw) => "draw (proven: neither player can win)".to_owned(),
        Answer::NoWin(side) => format!("{} cannot win{in_time} (proven)", player(side)),
        Answer::Unknown => "not decided within the limits".to_owned(),
    }
}
