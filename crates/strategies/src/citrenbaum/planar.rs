//! `planar`: the UNIVAC 1107 program (chapter 6), as the listing of Appendix V really goes about it.
//!
//! Four preset plies; own and opposing 3-0 files; an own related pair; terminal forcing sequences in the planes with an
//! excess of three or more; an opposing related pair; opposing sequences; a watch cell in a promising plane; a new 2-0
//! file in one; the preset list. Chapter 6 promises more (pseudo sequences), and chapter 7 too; the listing does not
//! have them, and neither has this: see [`super::general`].

use super::files::{PLANE_SETS, PLANES, local};
use super::plane::{LOCAL_FILES, LOCAL_SETS, Order, Plane, Rule};
use super::preset::{self, Preset};
use super::reason::Reason;
use super::related_pair::threes;
use super::sequence::under_way;
use super::view::{View, outside_twos};
use super::{Decision, Program};
use crate::settings::{Settings, choice, flag, integer, options};
use crate::{Abilities, Row};
use games::Played;
use games::qubic::Qubic;
use games::qubic::lines::bit;

pub const ROW: Row<Qubic> = Row {
    name: "planar",
    summary: "Citrenbaum's UNIVAC 1107 program of 1965: forcing sequences in the eighteen planes",
    make: || Box::new(Program { decide, planes: true }),
    options: PlanarOptions::OPTIONS,
    abilities: Abilities { instant: true, ..Abilities::NONE },
};

options! {
    /// What planar is asked for.
    struct PlanarOptions {
        /// The list it opens from: fixed, strong cells first, or drawn by Seed.
        preset: String = choice("Planar.Preset", "fixed", preset::KINDS),
        /// Which of the original's games: number N opens from place 4N - 3 of the list.
        game: usize = integer("Planar.Game", 1, 1, 16),
        /// Whether a reply that makes a 0-3 file ends a sequence (strict) or may be met by the next force.
        rule: String = choice("Planar.Rule", "strict", Rule::NAMES),
        /// How it makes a new 2-0 file: as the listing does, or so that the plane's three stones have the most openings of
        /// Table III (Appendix II: "further heuristics").
        build: String = choice("Planar.Build", "listing", &["listing", "table"]),
        /// Which condition the ELSE at label M21 belongs to: outer, the defence compares replies with watch cells, or inner, the
        /// offence alone does, with both lists.
        dangling: String = choice("Planar.Else", "outer", &["outer", "inner"]),
        /// Whether it resigns when it faces two threes.
        concede: bool = flag("Planar.Concede", true),
    }
}

/// Plies that are played from the list whatever happens (`IF OPPMOV LSS 5 THEN GO TO PRESET`).
const PRESET_PLIES: u32 = 4;

/// `MX`, `MY`: the pairs of own and opposing stones in a plane that are considered, in order. Of the printed list only
/// MY(1) = 0 and entry 11 = (6,3) are legible. The defence leaves the list at the first pair with an excess below
/// three, so those stand at the end; counts go to seven; and 5 + 4 + 3 pairs of excess three, four and five in falling
/// order, with five of excess two, are seventeen pairs with (6,3) as the eleventh. The rest is a guess.
fn types() -> impl Iterator<Item = (u32, u32)> {
    let of = |excess| (excess..=7).map(move |own| (own, own - excess)).filter(|&(_, other)| other <= 4);
    (2..=5).rev().flat_map(of)
}

/// How long a list of watch cells can be (`WATCH(7)`, `OWATCH(7)`).
const WATCH_CELLS: usize = 7;

/// How many planes the program notes for its building moves (`CHK(10)`).
const NOTED: usize = 10;

fn decide(game: &Played<Qubic>, view: View, settings: &Settings, seed: u64) -> (Preset, Decision) {
    let options = PlanarOptions::of(settings);
    let list = preset::list(&options.preset, seed);
    let decision = answer(game, view, &Readings::of(&options))
        .unwrap_or_else(|| Decision::preset(&list, 4 * (options.game - 1), view));
    let resigns = options.concede && decision.loss == Some(2);
    (list, Decision { resigns, ..decision })
}

/// How the listing is read.
struct Readings {
    rule: Rule,
    /// Whether it builds by Table III.
    table: bool,
    /// Whether the ELSE at `M21` belongs to the inner condition.
    inner: bool,
}

impl Readings {
    fn of(options: &PlanarOptions) -> Self {
        let rule = Rule::from_name(&options.rule);
        Self { rule, table: options.build == "table", inner: options.dangling == "inner" }
    }
}

/// What the program does apart from preset moves.
fn answer(game: &Played<Qubic>, view: View, readings: &Readings) -> Option<Decision> {
    if (view.own | view.other).count_ones() < PRESET_PLIES {
        return None;
    }
    if let Some(decision) = threes(view) {
        return Some(decision);
    }
    if let Some(cell) = view.major_cell() {
        return Some(Decision::line(vec![cell], Reason::FormsTwoThrees));
    }
    if let Some(rest) = under_way(game, |view, plies| started(view, plies, readings)) {
        return Some(Decision::line(rest, Reason::ContinuesTfs));
    }
    if let Some(line) = attack(view, Role::Offence, readings) {
        return Some(Decision::line(line, Reason::StartsTfs));
    }
    if let Some(cell) = view.swapped().major_cell() {
        return Some(Decision::plain(cell, Reason::BlocksRelatedPair));
    }
    if let Some(line) = attack(view.swapped(), Role::Defence, readings) {
        // The defence takes the first cell of the sequence, whether or not that is enough.
        return Some(Decision::plain(line[0], Reason::BlocksTfs));
    }
    let [first, second] = noted(view);
    let by_table = || readings.table.then(|| by_table(view, &second)).flatten();
    watch(view, &first).or_else(by_table).or_else(|| build(view, &second))
}

/// The sequence that the program starts in a position, if that is what it does there.
fn started(view: View, plies: usize, readings: &Readings) -> Option<Vec<u8>> {
    let other =
        plies < PRESET_PLIES as usize || view.wins() | view.dangers() != 0 || view.major_cell().is_some();
    if other { None } else { attack(view, Role::Offence, readings) }
}

/// The planes with these numbers of own and opposing stones, in order.
fn planes_of((own, other): (u32, u32), view: View) -> impl Iterator<Item = usize> {
    (0..PLANE_SETS.len()).filter(move |&plane| {
        let set = PLANE_SETS[plane];
        (view.own & set).count_ones() == own && (view.other & set).count_ones() == other
    })
}

/// Whose sequences are looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Offence,
    Defence,
}

/// The first sequence found in the planes with an excess of three or more, type by type: its own moves. The defence
/// calls it with the roles exchanged.
fn attack(view: View, role: Role, readings: &Readings) -> Option<Vec<u8>> {
    let own_twos = view.two_cells();
    if own_twos.is_empty() {
        return None;
    }
    let other_twos = view.swapped().two_cells();
    let large = types().filter(|(own, other)| own - other >= 3);
    large.flat_map(|kind| planes_of(kind, view)).find_map(|number| {
        let mut plane = cut(view, number, [&own_twos, &other_twos], role, readings.inner);
        if readings.rule == Rule::Lenient {
            plane.other_watch = local(outside_twos(view.swapped(), PLANE_SETS[number]), number);
        }
        let moves = plane.sequence(readings.rule, Order::Program)?;
        Some(moves.into_iter().map(|m| PLANES[number][usize::from(m)]).collect())
    })
}

/// A plane with its watch cells, from the lists of vacant cells of both sides' files with two stones.
///
/// As in the listing, own watch cells leave out the cells of the plane's own 2-0 files (such a cell would make a related
/// pair, and has been asked for), and opposing ones include those of the plane's 0-2 files (a reply there makes a 0-3
/// file in the plane, which fails anyway under the strict rule). Both lists end after seven cells.
///
/// In the defence the listing compares a reply with as many opposing watch cells as the *own* list is long (label
/// `M21` counts to `C` whichever list it looks at). That must be a slip; it is kept, as it decides moves. `inner` reads its
/// dangling ELSE the other way: the defence compares nothing, and the offence the own list, too, as far as the other is long.
fn cut(view: View, number: usize, [own_twos, other_twos]: [&[u8]; 2], role: Role, inner: bool) -> Plane {
    let (own, other) = (local(view.own, number), local(view.other, number));
    let inside = inside_twos(own, other);
    let cell_of = |cell: &u8| local(bit((*cell).into()), number);
    let own_list: Vec<u16> =
        own_twos.iter().map(cell_of).filter(|&set| set & !inside != 0).take(WATCH_CELLS).collect();
    let length = if role == Role::Defence { own_list.len() } else { WATCH_CELLS };
    let other_list: Vec<u16> = other_twos.iter().map(cell_of).filter(|&set| set != 0).take(length).collect();
    let join = |list: &[u16]| list.iter().fold(0, |all, set| all | set);
    let other_watch = match (role, inner) {
        (_, false) => join(&other_list),
        (Role::Defence, true) => 0,
        (Role::Offence, true) => join(&other_list) | join(&own_list[..own_list.len().min(other_list.len())]),
    };
    Plane { own, other, own_watch: join(&own_list), other_watch }
}

/// The vacant cells of the 2-0 files that lie in the plane.
fn inside_twos(own: u16, other: u16) -> u16 {
    let twos = LOCAL_SETS.iter().filter(|&set| (own & set).count_ones() == 2 && other & set == 0);
    twos.fold(0, |found, set| found | set & !own)
}

/// The planes noted on the way through the list, those with an excess of three or more in which no sequence was found
/// and those with an excess of two, as the two building passes come by them.
///
/// Noted are types, once for each of their planes, and a running number picks the plane of the type (label `M111`). The
/// number starts from 0 but once, for both passes and all types together, so that a type's planes can come in another
/// order, and one of them twice.
fn noted(view: View) -> [Vec<usize>; 2] {
    let planes: Vec<Vec<usize>> = types().map(|kind| planes_of(kind, view).collect()).collect();
    let entries: Vec<&Vec<usize>> =
        planes.iter().flat_map(|list| std::iter::repeat_n(list, list.len())).take(NOTED).collect();
    let mut number = 0;
    std::array::from_fn(|_| {
        let pick = |list: &&Vec<usize>| {
            number = if number < list.len() { number + 1 } else { 1 };
            list[number - 1]
        };
        entries.iter().map(pick).collect()
    })
}

/// A 3-0 file "in hopes of starting a forcing sequence": the first watch cell of a noted plane.
fn watch(view: View, planes: &[usize]) -> Option<Decision> {
    let listed = view.two_cells();
    planes.iter().find_map(|&number| {
        let set = PLANE_SETS[number];
        let inside = inside_twos(local(view.own, number), local(view.other, number));
        let is_watch =
            |cell: u8| bit(cell.into()) & set != 0 && local(bit(cell.into()), number) & inside == 0;
        let cell = listed.iter().copied().find(|&cell| is_watch(cell))?;
        let excess = u8::try_from(view.excess(set)).unwrap_or(0);
        Some(Decision::plain(cell, Reason::Watch { excess, sequence: false }))
    })
}

/// A 2-0 file in a promising plane: the first cell of the first 1-0 file of a noted plane, or the second if the first
/// is the own stone.
fn build(view: View, planes: &[usize]) -> Option<Decision> {
    planes.iter().find_map(|&number| {
        let plane = Plane::isolated(local(view.own, number), local(view.other, number));
        let file = LOCAL_FILES[plane.first_one_file()?];
        let cell = file[usize::from(plane.own >> file[0] & 1 != 0)];
        let excess = u8::try_from(view.excess(PLANE_SETS[number]) + 1).unwrap_or(0);
        Some(Decision::plain(PLANES[number][usize::from(cell)], Reason::FormsExcess(excess)))
    })
}

/// A third stone in a noted plane of two own stones: the one after which most cells open a sequence.
fn by_table(view: View, planes: &[usize]) -> Option<Decision> {
    let openings = |&(own, m, _): &(u16, u8, usize)| {
        Plane::isolated(own | 1 << m, 0).openings(Rule::Strict).count_ones()
    };
    let thirds = planes.iter().rev().flat_map(|&number| {
        let [own, other] = [view.own, view.other].map(|stones| local(stones, number));
        let two = own.count_ones() == 2 && other == 0;
        (0..16).filter(move |m| two && own >> m & 1 == 0).map(move |m| (own, m, number))
    });
    // The first of those that have as many.
    let best = thirds.max_by_key(openings).filter(|third| openings(third) > 0)?;
    Some(Decision::plain(PLANES[best.2][usize::from(best.1)], Reason::FormsExcess(3)))
}

#[cfg(test)]
mod tests {
    use super::super::files::FILES;
    use super::*;

    #[test]
    fn the_list_of_types_agrees_with_what_is_legible() {
        let types: Vec<_> = types().collect();
        assert_eq!((types.len(), types[10]), (17, (6, 3)));
        assert_eq!(types[0].1, 0);
        let small = types.iter().position(|(own, other)| own - other < 3);
        assert!(small.is_some_and(|n| types[n..].iter().all(|(own, other)| own - other == 2)));
    }

    #[test]
    fn local_files_follow_the_global_ones() {
        for (number, plane) in PLANES.iter().enumerate() {
            for file in LOCAL_FILES {
                let set = file.iter().fold(0, |set, &cell| set | bit(plane[usize::from(cell)].into()));
                assert!(FILES.iter().any(|f| f.iter().fold(0, |s, &c| s | bit(c.into())) == set), "{number}");
            }
        }
    }
}
