//! `fourscore solve --classes PLY`: a map of the game: the value of every class of positions with so many stones.

use super::progress::Show;
use super::{SolveArguments, UNDECIDED};
use anyhow::{Context as _, bail};
use games::qubic::{Cell, Qubic};
use games::{Game, Outcome, Side};
use search::Control;
use solve::qubic::proof::solver::{Answer, Question, Solver, SolverLimits};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The first line of a table.
const HEAD: &str = "position\tvalue\texpansions\tpositions";

/// What is known of a class: the value (`p1`, `p2`, `draw`, or `-` while undecided), and what it took.
#[derive(Clone, Debug)]
struct Row {
    value: String,
    expansions: u64,
    nodes: u64,
}

impl Row {
    /// Whether it answers the question with this attacker, or of the value. That one player does not win leaves the
    /// other's win open.
    fn decided(&self, attacker: Option<Side>) -> bool {
        match self.value.as_str() {
            "-" => false,
            "not-p1" => attacker == Some(Side::First),
            "not-p2" => attacker == Some(Side::Second),
            _ => true,
        }
    }

    /// With what was known before: what has been found out stays.
    fn after(self, earlier: Option<&Self>) -> Self {
        let value = match (earlier.map(|row| row.value.as_str()), self.value.as_str()) {
            (Some(earlier), "-") => earlier.to_owned(),
            (Some("not-p1"), "not-p2") | (Some("not-p2"), "not-p1") => "draw".to_owned(),
            _ => self.value,
        };
        Self { value, ..self }
    }
}

/// Expansions for a class unless `--nodes` says otherwise.
const NODES: u64 = 100_000;

/// Solves the classes one after the other, and keeps the table after each.
///
/// # Errors
/// If the table is something else, or cannot be written.
pub(super) fn run(
    arguments: &SolveArguments,
    ply: u32,
    control: &Control,
    output: &mut impl Write,
) -> anyhow::Result<ExitCode> {
    let path: PathBuf =
        arguments.table.clone().unwrap_or_else(|| format!("{}-ply-{ply}.tsv", arguments.game).into());
    let classes = classes(ply);
    let mut table = read(&path, &classes)?;
    let limits = SolverLimits { expansions: arguments.nodes.unwrap_or(NODES), ..arguments.limits() };
    let show = Show::new("searching");
    let attacker = arguments.attacker.map(super::Attacker::side);
    let mut changed = 0;
    for (number, (text, position)) in classes.iter().enumerate() {
        if table.get(text).is_some_and(|row| row.decided(attacker) || row.expansions >= limits.expansions) {
            continue;
        }
        if control.must_stop() {
            break;
        }
        let question = Question { attacker, ..Question::value_of(*position) };
        let mut solver = Solver::new(&question, arguments.threads as usize);
        let (count, decided) = (classes.len(), table.values().filter(|row| row.decided(attacker)).count());
        let answer = solver.run(&limits, control, &mut |_, progress| {
            show.say(format!(
                "class {} of {count} ({text}), {decided} decided; {} expanded, proof {}, disproof {}",
                number + 1,
                progress.expansions,
                progress.proof,
                progress.disproof
            ));
        });
        if answer == Answer::Unknown && control.must_stop() {
            // Not tried as long as was wished: it is tried again.
            break;
        }
        let cost = solver.cost();
        let row = Row { value: value(answer), expansions: cost.expansions, nodes: cost.nodes };
        let row = row.after(table.get(text));
        table.insert(text.clone(), row);
        write_table(&path, &table)?;
        changed += 1;
    }
    show.clear();
    summary(&table, classes.len(), ply, &path, changed, output)?;
    let all = table.len() == classes.len() && table.values().all(|row| row.decided(attacker));
    Ok(if all { ExitCode::SUCCESS } else { ExitCode::from(UNDECIDED) })
}

fn summary(
    table: &BTreeMap<String, Row>,
    classes: usize,
    ply: u32,
    path: &Path,
    changed: usize,
    output: &mut impl Write,
) -> std::io::Result<()> {
    writeln!(output, "classes of positions with {ply} stones: {classes}; {changed} tried in this run")?;
    for (value, words) in [
        ("p1", "won by p1"),
        ("p2", "won by p2"),
        ("draw", "drawn"),
        ("not-p1", "not won by p1"),
        ("not-p2", "not won by p2"),
        ("-", "tried and not decided"),
    ] {
        let rows: Vec<&Row> = table.values().filter(|row| row.value == value).collect();
        if !rows.is_empty() {
            let expansions: u64 = rows.iter().map(|row| row.expansions).sum();
            writeln!(output, "{words}: {} ({expansions} expansions)", rows.len())?;
        }
    }
    if table.len() < classes {
        writeln!(output, "not tried yet: {}", classes - table.len())?;
    }
    writeln!(output, "table: {}", path.display())
}

fn value(answer: Answer) -> String {
    match answer {
        Answer::Value(Outcome::Win(Side::First)) => "p1",
        Answer::Value(Outcome::Win(Side::Second)) => "p2",
        Answer::Value(Outcome::Draw) => "draw",
        Answer::NoWin(Side::First) => "not-p1",
        Answer::NoWin(Side::Second) => "not-p2",
        Answer::Unknown => "-",
    }
    .to_owned()
}

/// Every class with so many stones that is not over: the text of its canonical position, and the position.
fn classes(ply: u32) -> BTreeMap<String, Qubic> {
    let mut classes = BTreeMap::from([(Qubic::start(&()).to_text(), Qubic::start(&()))]);
    for _ in 0..ply {
        let mut next = BTreeMap::new();
        for position in classes.values() {
            for m in Cell::of_set(position.empty()) {
                let after = position.after(m).canonical();
                if after.outcome().is_none() {
                    next.insert(after.to_text(), after);
                }
            }
        }
        classes = next;
    }
    classes
}

fn read(path: &Path, classes: &BTreeMap<String, Qubic>) -> anyhow::Result<BTreeMap<String, Row>> {
    let name = path.display();
    let read = files::if_there(files::read_text(path)).with_context(|| format!("{name} cannot be read"))?;
    let Some(text) = read else { return Ok(BTreeMap::new()) };
    let mut lines = text.lines();
    if lines.next() != Some(HEAD) {
        bail!("{name} is not a table of classes: its first line should be '{}'", HEAD.replace('\t', " "));
    }
    let mut table = BTreeMap::new();
    for (number, line) in lines.enumerate() {
        let place = || format!("{name}, line {}", number + 2);
        let fields: Vec<&str> = line.split('\t').collect();
        let [position, value, expansions, nodes] = fields[..] else {
            bail!("{}: a line has a position, a value and two numbers", place());
        };
        if !classes.contains_key(position) {
            bail!("{}: '{position}' is not one of the classes of this ply", place());
        }
        if !["p1", "p2", "draw", "not-p1", "not-p2", "-"].contains(&value) {
            bail!("{}: a value is p1, p2, draw, not-p1, not-p2, or - while it is undecided", place());
        }
        let row = Row {
            value: value.to_owned(),
            expansions: expansions.parse().with_context(place)?,
            nodes: nodes.parse().with_context(place)?,
        };
        table.insert(position.to_owned(), row);
    }
    Ok(table)
}

fn write_table(path: &Path, table: &BTreeMap<String, Row>) -> anyhow::Result<()> {
    let mut text = format!("{HEAD}\n");
    for (position, row) in table {
        let _ = writeln!(text, "{position}\t{}\t{}\t{}", row.value, row.expansions, row.nodes);
    }
    files::write_atomically(path, text.as_bytes())
        .with_context(|| format!("{} cannot be written", path.display()))
}
