//! What the runner itself costs on this machine: its own path to an engine and back, beside the least that two processes
//! can do over a pair of pipes, measured in turns in the same run; and how late a deadline is noticed. With busy threads
//! beside it, the same on a machine that is asked for more than it has.

use crate::clock::PlayerClock;
use crate::engine::{Client, Task};
use crate::interrupt::Interrupt;
use crate::openings::Opening;
use crate::run::{Environment, run};
use crate::settings::{EngineSettings, Limit, RawEngine, RawMatch, Settings};
use anyhow::{Context, anyhow};
use clap::{Args, value_parser};
use games::Player;
use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Rounds in which the measurements take turns, so that what else the machine does falls on all of them.
const ROUNDS: u32 = 5;
/// How long a deadline is waited for.
const NAP: Duration = Duration::from_millis(1);
/// Pairs of games for games per second.
const PAIRS: u64 = 100;

#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct SelfCheck {
    /// Moves, and round trips, to measure
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = value_parser!(u32).range(100..=10_000_000))]
    moves: u32,
    /// Busy threads for each processor, to measure on a machine that is overloaded
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = value_parser!(u32).range(..=64))]
    load: u32,
}

/// The other end: the smallest engine that can be talked to. It answers `go` at once, whatever the position is.
pub(crate) fn serve() -> io::Result<()> {
    let (mut line, mut input, mut output) = (Vec::new(), io::stdin().lock(), io::stdout().lock());
    while input.read_until(b'\n', &mut line)? > 0 {
        let answer: &[u8] = match line.trim_ascii() {
            b"ugi" => b"id name Echo\nugiok\n",
            b"isready" => b"readyok\n",
            b"quit" => return Ok(()),
            command if command.starts_with(b"go") => b"bestmove 111\n",
            _ => b"",
        };
        if !answer.is_empty() {
            output.write_all(answer)?;
            output.flush()?;
        }
        line.clear();
    }
    Ok(())
}

/// A late position of a game, as it is sent before every move.
fn position() -> Opening {
    Opening { moves: vec!["111".to_owned(); 30], ..Opening::default() }
}

/// Microseconds, ascending.
#[derive(Debug, Default)]
struct Sample(Vec<f64>);

impl Sample {
    fn add(&mut self, time: Duration) {
        self.0.push(time.as_secs_f64() * 1e6);
    }

    fn at(&self, share: f64) -> f64 {
        let last = self.0.len().saturating_sub(1) as f64;
        self.0.get((last * share).round() as usize).copied().unwrap_or(0.0)
    }

    fn mean(&self) -> f64 {
        self.0.iter().sum::<f64>() / self.0.len().max(1) as f64
    }

    fn row(&self, name: &str) -> String {
        let [median, most, more, nearly, all] = [0.5, 0.9, 0.99, 0.999, 1.0].map(|share| self.at(share));
        format!("{name:32}{:9.1}{median:9.1}{most:9.1}{more:9.1}{nearly:9.1}{all:9.1}\n", self.mean())
    }
}

/// Measures, and says what came out, as text for people.
pub(crate) fn check(wanted: SelfCheck, around: &Environment) -> anyhow::Result<String> {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..processors * wanted.load as usize {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let measured = measure(wanted, around, processors);
        done.store(true, Ordering::Relaxed);
        measured
    })
}

fn measure(wanted: SelfCheck, around: &Environment, processors: usize) -> anyhow::Result<String> {
    let program = around.builtin.first().context("this program does not know where it is")?;
    let [mut bare, mut plain, mut wall, mut charged, mut late] = [const { Sample(Vec::new()) }; 5];
    let share = wanted.moves / ROUNDS;
    let settings = engine(program)?;
    for _ in 0..ROUNDS {
        ping_pong(program, share, &mut bare).context("the bare ping-pong")?;
        through_runner(&settings, &around.interrupt, share, None, [&mut plain, &mut Sample::default()])?;
        let time = Some(Duration::from_secs(10));
        through_runner(&settings, &around.interrupt, share, time, [&mut wall, &mut charged])?;
        for _ in 0..(share / 50).clamp(20, 400) {
            let start = Instant::now();
            std::thread::sleep(NAP);
            late.add(start.elapsed().saturating_sub(NAP));
        }
    }
    for sample in [&mut bare, &mut plain, &mut wall, &mut charged, &mut late] {
        sample.0.sort_by(f64::total_cmp);
    }
    let mut out = format!(
        "{processors} processors, {} busy threads beside; microseconds\n\n{:32}{:>9}{:>9}{:>9}{:>9}{:>9}{:>9}\n",
        processors * wanted.load as usize,
        "",
        "mean",
        "median",
        "90 %",
        "99 %",
        "99.9 %",
        "most"
    );
    out += &bare.row("bare pipe ping-pong");
    out += &plain.row("runner, a move without a clock");
    out += &wall.row("runner, a move with a clock");
    out += &charged.row("... of which the engine pays");
    out += &late.row("a deadline is noticed late by");
    let ratio = |sample: &Sample| sample.at(0.5) / bare.at(0.5).max(1e-9);
    let _ = writeln!(
        out,
        "\noverhead per move (medians): {:.1} us without a clock, {:.2} times the bare ping-pong; {:.1} us with one, \
         {:.2} times",
        plain.at(0.5) - bare.at(0.5),
        ratio(&plain),
        wall.at(0.5) - bare.at(0.5),
        ratio(&wall)
    );
    let _ = writeln!(
        out,
        "games per second between two random engines, one game at a time: {:.0}",
        games_per_second(around)?
    );
    let worst = charged.at(1.0).max(late.at(1.0)) / 1e3;
    let _ = writeln!(
        out,
        "a margin of {:.0} ms or more covers what was seen here",
        (2.0 * worst).max(5.0).ceil()
    );
    Ok(out)
}

/// Round trips of a line to another process and back, by nothing but reading and writing.
fn ping_pong(program: &str, count: u32, sample: &mut Sample) -> io::Result<()> {
    let mut child = Command::new(program).arg("echo").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let pipes = child.stdin.take().zip(child.stdout.take());
    let (mut input, output) = pipes.ok_or_else(|| io::Error::other("no pipes"))?;
    let mut output = BufReader::new(output);
    let ping = format!("{}\ngo nodes 1\n", position().command());
    let mut line = String::new();
    for _ in 0..count {
        let start = Instant::now();
        input.write_all(ping.as_bytes())?;
        line.clear();
        output.read_line(&mut line)?;
        sample.add(start.elapsed());
    }
    drop(input);
    child.wait().map(drop)
}

/// The settings of the engine at the other end.
fn engine(program: &str) -> anyhow::Result<EngineSettings> {
    let (command, args) = (Some(format!("'{program}'")), vec!["echo".to_owned()]);
    let raw = RawEngine { command, args, nodes: Some(1), ..RawEngine::default() };
    EngineSettings::new(raw, Path::new(""))
}

/// Moves as a match has them; samples of the time on the wall and of that on the engine's clock.
fn through_runner(
    engine: &EngineSettings,
    interrupt: &Interrupt,
    count: u32,
    time: Option<Duration>,
    [wall, charged]: [&mut Sample; 2],
) -> anyhow::Result<()> {
    let timeouts = crate::settings::Timeouts::default();
    let trouble = |trouble: crate::engine::Trouble| anyhow!("the runner's own engine: {trouble:?}");
    let mut client = Client::start(engine, "", &[], timeouts, interrupt).map_err(trouble)?;
    let limit = time.map_or(Limit::Nodes(1), Limit::MoveTime);
    let (position, clocks) = (position(), [(); 2].map(|()| PlayerClock::new(limit, Duration::ZERO)));
    let task = Task { position: &position, clocks: &clocks, mover: Player::P1 };
    for _ in 0..count {
        let start = Instant::now();
        let reply = client.think(&task, time, None).map_err(trouble)?;
        wall.add(start.elapsed());
        charged.add(reply.elapsed);
    }
    client.quit().map_err(|fault| anyhow!("the runner's own engine: {fault}"))
}

/// A match of the built-in engine, playing at random, against itself.
fn games_per_second(around: &Environment) -> anyhow::Result<f64> {
    let text = format!(
        "pairs = {PAIRS}\n[each]\ncommand = \"fourscore\"\ndepth = 1\noptions = {{ Strategy = \"random\" }}\n\
         [[engine]]\n[[engine]]\n"
    );
    let settings = Settings::from_raw(&RawMatch::from_toml(&text)?, Path::new(""))?;
    let quiet = Environment { progress: false, events: false, ..around.clone() };
    let summary =
        run(&settings, &quiet).map_err(|failure| anyhow!("a match of random engines: {failure:?}"))?;
    Ok(summary.standings.games() as f64 / summary.elapsed.as_secs_f64().max(1e-9))
}
