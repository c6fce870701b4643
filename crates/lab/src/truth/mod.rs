//! `fourscore lab truth`: what learning is worth, measured against what is proven. Programs learn Qubic or Go-Moku, and after 0, 1, 2,
//! 4 .. games each is asked for its move in the same positions, all of them proven to be won for the side to move; counted is how
//! often the win is thrown away.

mod gomoku;
pub(crate) mod prover;
mod qubic;
mod record;

use super::learn::chart::{self, Frame, Line};
use super::learn::{self, LearnArguments, SamuelArguments};
use super::player::Player;
use super::progress::progress_bar;
use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum};
use games::gomoku::Opening;
use games::qubic::Qubic;
use games::{Game, Notation, Played};
use plotters::prelude::{BLUE, GREEN, IntoLogRange as _, RED, RGBColor, SeriesLabelPosition};
use prover::Provable;
use record::{Findings, Record};
use search::{Control, Limits};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What has been found out is saved when so much time has passed since it was, and at the end.
const BETWEEN_SAVES: Duration = Duration::from_secs(2);
/// Where the state before any game is drawn, on an axis of logarithms.
const BEFORE: f64 = 0.5;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Learner {
    /// Score 4, from the rules alone
    ScoreFour,
    /// Samuel's procedure
    Samuel,
    /// Temporal differences on the same terms
    TdLeaf,
}

impl Learner {
    const ALL: [Self; 3] = [Self::ScoreFour, Self::Samuel, Self::TdLeaf];

    /// Its name, the strategy that learns so, and the colour of its curve.
    const fn about(self) -> (&'static str, &'static str, RGBColor) {
        match self {
            Self::ScoreFour => ("score-four", "score-four", GREEN),
            Self::Samuel => ("samuel", "samuel", RED),
            Self::TdLeaf => ("td-leaf", "samuel", BLUE),
        }
    }

    const fn name(self) -> &'static str {
        self.about().0
    }

    const fn strategy(self) -> &'static str {
        self.about().1
    }

    const fn color(self) -> RGBColor {
        self.about().2
    }
}

/// What is to be measured.
#[derive(Args)]
pub struct TruthArguments {
    /// Directory for memories and findings; the same command continues an interrupted series
    #[arg(long, value_name = "DIRECTORY")]
    out: PathBuf,
    /// Whose wins are proven: qubic, or gomoku (15 x 15, freestyle)
    #[arg(long, value_name = "GAME", default_value = Qubic::NAME, value_parser = [Qubic::NAME, Opening::NAME])]
    game: String,
    /// Who learns; may be given several times (default: all that can learn the game)
    #[arg(long = "learner", value_enum)]
    learners: Vec<Learner>,
    /// Games that each learns from
    #[arg(long, default_value_t = 256, value_parser = clap::value_parser!(u64).range(..=1_000_000))]
    games: u64,
    /// Moves played at random at the start of those games
    #[arg(long, default_value_t = 4)]
    random_plies: usize,
    /// Positions in which each chooses a move
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    positions: u64,
    /// Only positions that are not won by threes alone (Go-Moku: by fours and threes)
    #[arg(long)]
    quiet: bool,
    /// Positions expanded to prove that one is won
    #[arg(long, default_value_t = 1_000)]
    effort: u64,
    /// Positions expanded to find out whether a move has kept the win
    #[arg(long, default_value_t = 10_000)]
    verdict_effort: u64,
    /// Seed of the positions and of the learners' games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Draws the shares of wins thrown away
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
}

impl TruthArguments {
    /// After how many games the learners are asked.
    fn points(&self) -> Vec<usize> {
        let games = usize::try_from(self.games).unwrap_or(usize::MAX);
        let powers = std::iter::successors(Some(1_usize), |power| power.checked_mul(2));
        [0].into_iter()
            .chain(powers.take_while(|&power| power < games))
            .chain((games > 0).then_some(games))
            .collect()
    }

    fn learners<G: Provable>(&self) -> Vec<Learner> {
        let all = G::LEARNERS.iter().copied();
        all.filter(|learner| self.learners.is_empty() || self.learners.contains(learner)).collect()
    }

    /// What another sitting must say again.
    fn said(&self) -> String {
        let Self { positions, effort, verdict_effort, seed, random_plies, quiet, .. } = self;
        let quiet = if *quiet { " quiet" } else { "" };
        format!(
            "positions {positions}{quiet} effort {effort} verdict-effort {verdict_effort} seed {seed} random-plies {random_plies}"
        )
    }
}

/// Measures on standard output, the progress on standard error.
pub fn run(arguments: &TruthArguments) -> anyhow::Result<()> {
    let control = super::interrupt::control()?;
    dispatch(arguments, &control, &mut io::stdout())
}

fn dispatch(arguments: &TruthArguments, control: &Control, output: &mut impl Write) -> anyhow::Result<()> {
    if arguments.game == Opening::NAME {
        measure::<Opening>(arguments, control, output)
    } else {
        measure::<Qubic>(arguments, control, output)
    }
}

fn measure<G: Provable>(
    arguments: &TruthArguments,
    control: &Control,
    output: &mut impl Write,
) -> anyhow::Result<()> {
    if let Some(learner) = arguments.learners.iter().find(|learner| !G::LEARNERS.contains(learner)) {
        bail!("--learner {}: it does not learn {}", learner.name(), G::NAME);
    }
    std::fs::create_dir_all(&arguments.out).with_context(|| arguments.out.display().to_string())?;
    let mut record = Record::open::<G>(&arguments.out.join("findings"), &arguments.said())?;
    find_positions::<G>(arguments, &mut record, control)?;
    for learner in arguments.learners::<G>() {
        for games in arguments.points() {
            if !control.is_stopped() {
                ask_after::<G>(learner, games, arguments, &mut record, control)?;
            }
        }
    }
    let complete = judge::<G>(arguments, &mut record, control)?;
    if !complete {
        writeln!(output, "interrupted: all is saved; the same command continues")?;
        return Ok(());
    }
    write!(output, "{}", table::<G>(&record.findings, arguments))?;
    if let Some(path) = &arguments.plot {
        draw::<G>(path, &record.findings, arguments).with_context(|| format!("plot {}", path.display()))?;
        writeln!(output, "drawn in {}", path.display())?;
    }
    Ok(())
}

/// Looks for positions that are won until there are enough.
fn find_positions<G: Provable>(
    arguments: &TruthArguments,
    record: &mut Record,
    control: &Control,
) -> anyhow::Result<()> {
    let wanted = usize::try_from(arguments.positions)?;
    let bar = progress_bar(wanted, record.findings.positions.len(), "positions that are won");
    let mut saved = Instant::now();
    while record.findings.positions.len() < wanted {
        let number = record.findings.tried;
        let found =
            prover::won_position::<G>(arguments.seed, number, arguments.quiet, arguments.effort, control);
        if control.is_stopped() {
            break;
        }
        record.findings.tried += 1;
        if let Some(game) = found {
            let text = |m| game.position().move_text(m, Notation::default());
            record.findings.positions.push(game.moves().map(text).collect());
            bar.inc(1);
        }
        if saved.elapsed() >= BETWEEN_SAVES {
            record.save()?;
            saved = Instant::now();
        }
    }
    bar.finish_and_clear();
    record.save()
}

/// Has somebody learn from so many games and asks for the moves, unless that is done.
fn ask_after<G: Provable>(
    learner: Learner,
    games: usize,
    arguments: &TruthArguments,
    record: &mut Record,
    control: &Control,
) -> anyhow::Result<()> {
    let place = (learner.name().to_owned(), games);
    if record.findings.choices.contains_key(&place) {
        return Ok(());
    }
    let memory = arguments.out.join(format!("{}.memory", learner.name()));
    let series = LearnArguments {
        game: G::NAME.to_owned(),
        strategy: learner.strategy().to_owned(),
        games: Some(games),
        seed: arguments.seed,
        memory: Some(memory.clone()),
        nodes: 1,
        random_plies: Some(arguments.random_plies),
        samuel: SamuelArguments {
            method: (learner != Learner::ScoreFour).then(|| learner.name().to_owned()),
            ..SamuelArguments::default()
        },
        ..LearnArguments::default()
    };
    learn::play(&series, control, &mut io::sink())?;
    if control.is_stopped() {
        return Ok(());
    }
    let moves = moves_of::<G>(learner, &memory, &record.findings.positions)?;
    record.findings.choices.insert(place, moves);
    record.save()
}

/// The moves that somebody with this memory chooses in the positions.
fn moves_of<G: Provable>(
    learner: Learner,
    memory: &Path,
    positions: &[Vec<String>],
) -> anyhow::Result<Vec<String>> {
    let memory = memory.to_str().context("the path of the memory is not text")?;
    // Before the first game there is no memory.
    let rules = (learner == Learner::ScoreFour).then_some(("ScoreFour.Patterns", "rules"));
    let fixed: Vec<_> = [("Memory", memory)].into_iter().chain(rules).collect();
    let limits = Limits { depth: Some(3), ..Limits::default() };
    let mut player = Player::<G>::new(learner.strategy(), &[], &fixed, limits)?;
    let choose = |moves: &Vec<String>| {
        let game = game_of::<G>(moves)?;
        let m = player.think(&game).choice.best().context("there is no move to play")?;
        Ok(game.position().move_text(m, Notation::default()))
    };
    positions.iter().map(choose).collect()
}

/// Judges what has not been judged yet; whether all is.
fn judge<G: Provable>(
    arguments: &TruthArguments,
    record: &mut Record,
    control: &Control,
) -> anyhow::Result<bool> {
    let mut open: Vec<(usize, String)> = Vec::new();
    for moves in record.findings.choices.values() {
        let places = moves.iter().cloned().enumerate();
        open.extend(places.filter(|place| !record.findings.verdicts.contains_key(place)));
    }
    open.sort_unstable();
    open.dedup();
    let bar = progress_bar(open.len(), 0, "moves judged");
    let mut saved = Instant::now();
    for (number, m) in open {
        let game = game_of::<G>(record.findings.positions.get(number).context("a position is missing")?)?;
        let parsed = game.position().parse_move(&m, Notation::default())?;
        let verdict = game.position().verdict(parsed, arguments.verdict_effort, control);
        if control.is_stopped() {
            break;
        }
        record.findings.verdicts.insert((number, m), verdict);
        bar.inc(1);
        if saved.elapsed() >= BETWEEN_SAVES {
            record.save()?;
            saved = Instant::now();
        }
    }
    bar.finish_and_clear();
    record.save()?;
    Ok(!control.is_stopped())
}

fn game_of<G: Provable>(moves: &[String]) -> anyhow::Result<Played<G>> {
    let mut game = Played::new(G::start(&G::Setup::default()));
    for text in moves {
        game.play_text(text)?;
    }
    Ok(game)
}

/// The share of wins thrown away among the choices that are decided, in percent.
fn share([kept, thrown, _]: [usize; 3]) -> f64 {
    100.0 * thrown as f64 / (kept + thrown).max(1) as f64
}

fn table<G: Provable>(findings: &Findings, arguments: &TruthArguments) -> String {
    let mut text = format!(
        "{} positions won for the side to move{}, of {} looked at\n{:<12}{:>8}{:>8}{:>8}{:>10}{:>12}\n",
        findings.positions.len(),
        if arguments.quiet { format!(" (not {})", G::AT_ONCE) } else { String::new() },
        findings.tried,
        "learner",
        "games",
        "kept",
        "thrown",
        "unknown",
        "thrown, %"
    );
    for learner in arguments.learners::<G>() {
        for games in arguments.points() {
            let Some(tally) = findings.tally(learner.name(), games) else { continue };
            let [kept, thrown, unknown] = tally;
            let share = share(tally);
            text +=
                &format!("{:<12}{games:>8}{kept:>8}{thrown:>8}{unknown:>10}{share:>12.1}\n", learner.name());
        }
    }
    text
}

fn draw<G: Provable>(path: &Path, findings: &Findings, arguments: &TruthArguments) -> anyhow::Result<()> {
    let lines = arguments.learners::<G>().into_iter().map(|learner| {
        let points = arguments.points().into_iter().filter_map(|games| {
            let tally = findings.tally(learner.name(), games)?;
            Some((if games == 0 { BEFORE } else { games as f64 }, share(tally)))
        });
        Line { name: learner.name().to_owned(), color: learner.color(), points: points.collect() }
    });
    let title = format!(
        "{}: proven wins thrown away, of {} (left edge: before the first game)",
        G::NAME,
        findings.positions.len()
    );
    let frame = Frame {
        title: &title,
        size: (800, 480),
        across: ("games", (BEFORE..(arguments.games.max(2) as f64)).log_scale()),
        values: ("% of the choices decided", 0.0..100.0),
        legend: SeriesLabelPosition::UpperRight,
    };
    chart::draw(path, vec![(frame, lines.collect())])
}

#[cfg(test)]
mod tests;
