//! `fourscore solve --classes PLY`: a map of the game: the value of every class of positions with so many stones.

use super::due::{Due, FIRST};
use super::progress::Show;
use super::{SolveArguments, UNDECIDED, kept, player, saved};
use anyhow::{Context as _, bail};
use games::qubic::{Cell, Qubic};
use games::{Game, Side};
use search::Control;
use solve::qubic::proof::classes::Classes;
use solve::qubic::proof::parts::{GROWTH, Standing, Tried};
use solve::qubic::proof::solution::Moves;
use solve::qubic::proof::solver::SolverLimits;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The first line of a table.
const HEAD: &str = "position\tvalue\tp1\tp2";

/// What is known of a class.
pub(super) struct Row {
    /// The canonical position.
    pub(super) position: Qubic,
    /// `p1`, `p2`, `draw`, what one player does not (`not-p1`), or `-` while nothing is known.
    pub(super) value: String,
    /// With so many expansions at most in a graph each player was tried as the attacker.
    tried: [u64; 2],
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

    /// What a try as this attacker has found out is added; what was known stays.
    fn learn(&mut self, attacker: Side, tried: Tried) {
        let player = player(attacker);
        match tried {
            Tried::Proven => player.clone_into(&mut self.value),
            Tried::Disproven if self.decided(Some(attacker.other())) => "draw".clone_into(&mut self.value),
            Tried::Disproven => self.value = format!("not-{player}"),
            Tried::Open | Tried::Stopped => {}
        }
    }
}

/// Expansions of the largest graphs unless `--nodes` says otherwise.
const NODES: u64 = 100_000;
/// The smallest graphs have at least so many.
const FEWEST: u64 = 1_000;

/// What is being filled.
struct Map {
    path: PathBuf,
    state: PathBuf,
    /// What the state is about.
    what: String,
    rows: Vec<Row>,
    /// The classes in the same order, for each attacker.
    sides: [(Side, Classes); 2],
    changed: BTreeSet<usize>,
}

/// Solves the classes in rounds of larger and larger graphs, and keeps the table and what is proven besides.
pub(super) fn run(
    arguments: &SolveArguments,
    ply: u32,
    control: &Control,
    output: &mut impl Write,
) -> anyhow::Result<ExitCode> {
    let attacker = arguments.attacker.map(super::Attacker::side);
    let mut map = Map::open(arguments, ply)?;
    let limits = arguments.limits();
    let largest = arguments.nodes.unwrap_or(NODES);
    let smaller = |size: &u64| Some(size / GROWTH).filter(|&size| size >= FEWEST);
    let sizes: Vec<u64> = std::iter::successors(Some(largest), smaller).collect();
    let show = Show::new("searching");
    let mut memory = true;
    for expansions in sizes.into_iter().rev() {
        memory = memory && map.round(&SolverLimits { expansions, ..limits }, attacker, control, &show)?;
    }
    show.clear();
    map.keep()?;
    let expansions: u64 = map.sides.iter().map(|(_, classes)| classes.expansions()).sum();
    let (all, changed) = (map.rows.len(), map.changed.len());
    writeln!(output, "classes of positions with {ply} stones: {all}; {changed} tried in this run")?;
    summary(&map.rows, output)?;
    writeln!(output, "search: {expansions} expanded\ntime: {}\ntable: {}", show.time(), map.path.display())?;
    if let Some(path) = &arguments.plot {
        files::write_atomically(path, super::map::picture(ply, &map.rows).as_bytes())
            .with_context(|| format!("{} cannot be written", path.display()))?;
        writeln!(output, "plot: {}", path.display())?;
    }
    let more = if memory { "" } else { ": the graphs need a larger --hash" };
    if map.decided(attacker) < all {
        writeln!(output, "the proofs so far are kept in {}{more}", map.state.display())?;
        return Ok(ExitCode::from(UNDECIDED));
    }
    if map.decided(None) == all {
        saved::forget(&map.state)?;
    }
    Ok(ExitCode::SUCCESS)
}

impl Map {
    fn open(arguments: &SolveArguments, ply: u32) -> anyhow::Result<Self> {
        let path: PathBuf =
            arguments.table.clone().unwrap_or_else(|| format!("{}-ply-{ply}.tsv", arguments.game).into());
        let state = files::with_suffix(&path, ".search");
        let rows = read(&path, ply)?;
        let what = format!("classes {ply}");
        let moves = kept::read_moves(&state, &what)?;
        let positions: Vec<_> = rows.iter().map(|row| row.position).collect();
        let sides = [Side::First, Side::Second].map(|side| {
            let own = moves.iter().filter(|(position, _)| position.to_move() == side);
            let own: Moves = own.map(|(position, m)| (*position, *m)).collect();
            (side, Classes::new(&positions, side, own).with_threads(arguments.threads as usize))
        });
        let map = Self { path, state, what, rows, sides, changed: BTreeSet::new() };
        // What cannot be written is not found out after hours.
        map.keep()?;
        if let Some(plot) = &arguments.plot {
            if ply == 0 {
                bail!("--plot draws what a stone leads to: --classes 1 to 4");
            }
            lab::out::check_kind(plot, "<svg")?;
        }
        Ok(map)
    }

    /// How many classes are decided.
    fn decided(&self, attacker: Option<Side>) -> usize {
        self.rows.iter().filter(|row| row.decided(attacker)).count()
    }

    /// Tries every class that is open, and was not tried so long before, in graphs within these limits. Whether the memory
    /// has been enough.
    fn round(
        &mut self,
        limits: &SolverLimits,
        attacker: Option<Side>,
        control: &Control,
        show: &Show,
    ) -> anyhow::Result<bool> {
        let (mut due, mut memory) = (Due::after(FIRST), true);
        for (class, of) in (0..self.rows.len()).flat_map(|class| [(class, 0), (class, 1)]) {
            let side = self.sides[of].0;
            let row = &self.rows[class];
            let asked = attacker.is_none_or(|attacker| attacker == side);
            if !asked || row.decided(Some(side)) || row.tried[of] >= limits.expansions {
                continue;
            }
            let what = format!(
                "{} of {} decided; {}, {}",
                self.decided(attacker),
                self.rows.len(),
                row.position.to_text(),
                player(side)
            );
            loop {
                if control.must_stop() {
                    return Ok(memory);
                }
                let [(_, first), (_, second)] = &mut self.sides;
                let (own, other) = if of == 0 { (first, second) } else { (second, first) };
                let mut tell = |standing: &Standing<'_>| {
                    let progress = standing.progress();
                    show.say(format!(
                        "{what}: proof {}, {} of {} expanded",
                        progress.proof, progress.expansions, limits.expansions
                    ));
                    due.keep(|| {
                        let moves = standing.moves();
                        kept::write_moves(&self.state, &self.what, other.moves().iter().chain(&moves))?;
                        write_table(&self.path, &self.rows)
                    });
                };
                let tried = own.try_class(class, limits, control, &mut tell);
                if tried == Some(Tried::Stopped) {
                    memory &= control.must_stop();
                } else if let Some(tried) = tried {
                    self.rows[class].learn(side, tried);
                    self.rows[class].tried[of] = limits.expansions;
                    self.changed.insert(class);
                }
                due.keep(|| self.keep());
                if tried.is_some() {
                    break;
                }
            }
        }
        Ok(memory)
    }

    /// Writes the table, and what is proven besides.
    fn keep(&self) -> anyhow::Result<()> {
        kept::write_moves(
            &self.state,
            &self.what,
            self.sides.iter().flat_map(|(_, classes)| classes.moves()),
        )?;
        write_table(&self.path, &self.rows)
    }
}

fn summary(rows: &[Row], output: &mut impl Write) -> std::io::Result<()> {
    for (value, words) in [
        ("p1", "won by p1"),
        ("p2", "won by p2"),
        ("draw", "drawn"),
        ("not-p1", "not won by p1"),
        ("not-p2", "not won by p2"),
        ("-", "not decided"),
    ] {
        let count = rows.iter().filter(|row| row.value == value).count();
        if count > 0 {
            writeln!(output, "{words}: {count}")?;
        }
    }
    Ok(())
}

/// A row for every class with so many stones that is not over, by the text of its canonical position.
pub(super) fn classes(ply: u32) -> BTreeMap<String, Row> {
    let mut classes = BTreeMap::from([(Qubic::start(&()).to_text(), Qubic::start(&()))]);
    for _ in 0..ply {
        let moves = |position: &Qubic| {
            let position = *position;
            Cell::of_set(position.empty()).map(move |m| position.after(m).canonical())
        };
        let next = classes.values().flat_map(moves).filter(|position| position.outcome().is_none());
        classes = next.map(|position| (position.to_text(), position)).collect();
    }
    let row = |position| Row { position, value: "-".to_owned(), tried: [0, 0] };
    classes.into_iter().map(|(text, position)| (text, row(position))).collect()
}

/// The table in this file, with a row for every class with so many stones.
fn read(path: &Path, ply: u32) -> anyhow::Result<Vec<Row>> {
    let name = path.display();
    let mut table = classes(ply);
    let read = files::if_there(files::read_text(path)).with_context(|| format!("{name} cannot be read"))?;
    let Some(text) = read else { return Ok(table.into_values().collect()) };
    let mut lines = text.lines();
    if lines.next() != Some(HEAD) {
        bail!("{name} is not a table of classes: its first line should be '{}'", HEAD.replace('\t', " "));
    }
    let mut seen = BTreeSet::new();
    for (number, line) in lines.enumerate() {
        let place = || format!("{name}, line {}", number + 2);
        let fields: Vec<&str> = line.split('\t').collect();
        let [position, value, p1, p2] = fields[..] else {
            bail!("{}: a line has a position, a value and two numbers of expansions", place());
        };
        let Some(row) = table.get_mut(position) else {
            bail!("{}: '{position}' is not one of the classes of this ply", place());
        };
        if !["p1", "p2", "draw", "not-p1", "not-p2", "-"].contains(&value) {
            bail!("{}: a value is p1, p2, draw, not-p1, not-p2, or - while it is undecided", place());
        }
        let (Ok(p1), Ok(p2)) = (p1.parse(), p2.parse()) else {
            bail!("{}: '{p1}' and '{p2}' should be whole numbers of expansions", place());
        };
        if !seen.insert(position) {
            bail!("{}: a second line for '{position}'", place());
        }
        value.clone_into(&mut row.value);
        row.tried = [p1, p2];
    }
    Ok(table.into_values().collect())
}

fn write_table(path: &Path, rows: &[Row]) -> anyhow::Result<()> {
    let mut text = format!("{HEAD}\n");
    for row in rows {
        let [p1, p2] = row.tried;
        let _ = writeln!(text, "{}\t{}\t{p1}\t{p2}", row.position.to_text(), row.value);
    }
    files::write_atomically(path, text.as_bytes())
        .with_context(|| format!("{} cannot be written", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_what_neither_player_wins() {
        let mut row = classes(0).into_values().next().unwrap();
        let mut values = Vec::new();
        for (side, tried) in [
            (Side::First, Tried::Open),
            (Side::First, Tried::Disproven),
            (Side::First, Tried::Disproven),
            (Side::Second, Tried::Stopped),
            (Side::Second, Tried::Disproven),
        ] {
            row.learn(side, tried);
            values.push(row.value.clone());
        }
        assert_eq!(values, ["-", "not-p1", "not-p1", "not-p1", "draw"]);
        assert!(row.decided(None));
    }
}
