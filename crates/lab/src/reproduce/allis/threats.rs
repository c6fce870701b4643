//! Sections 2 to 5 of Allis 1994: the threats of diagram 1, the trees of diagrams 2 to 4 and Tables 1 to 3, and Table 4 on positions
//! of the printed games.

use super::super::item::{
    Block, Board, Found,
    Verdict::{Agrees, Answered, CannotBeHad, Differs, Equal},
};
use super::super::said::{Makers, compare};
use super::{diagram, printed_game};
use games::gomoku::{Gomoku, Square};
use games::{Game as _, Outcome, Side};
use solve::gomoku::{Attacks, Effort, Means, ThreatBoard};
use solve::threats::ThreatGame as _;
use solve::threats::gomoku::Kind;
use solve::threats::space::{Node, Options, Tree, search};
use std::collections::HashMap;
use std::time::Instant;

pub(super) const MAKERS: Makers = &[
    ("diagram 1", |_| defined()),
    ("diagram 2a", |_| won("2a", true)),
    ("diagram 2b", |_| won("2b", false)),
    ("diagram 3a", |_| loose_threats()),
    ("diagram 3b", |_| won("3b", false)),
    ("table 1", |_| printed_tree("3b", TABLE_1, false, false, 2)),
    ("table 2", |_| printed_tree("4", TABLE_2, true, false, 0)),
    ("table 3", |_| printed_tree("4", TABLE_3, true, true, 1)),
    ("table 4", |_| efficacy()),
    ("table 4, polygon", |_| polygon()),
    ("positions 2, 10 and 11", |_| missed()),
    ("speed", |_| speed()),
    ("variants", |_| variants()),
];

const TABLE_1: &str = "1 Four l15 k15\n1 Four k15 l15\n1 Four e15 d15\n2 Four i11 h12\n3 Straight Four i8 i7\n\
                       2 Four h12 i11\n1 Four d15 e15\n1 Four o12 o11\n1 Four o11 o12\n1 Four a12 a11\n1 Four a11 a12\n\
                       1 Three i11 i7,i8,i12\n2 Four h12 e15\n2 Four e15 h12\n3 Five d15\n1 Three i8 i7,i11,i12\n\
                       1 Four o5 o4\n1 Four o4 o5\n1 Four l1 k1\n1 Four k1 l1\n1 Four e1 d1\n1 Four d1 e1\n\
                       1 Four a5 a4\n1 Four a4 a5";
const TABLE_2: &str = "1 Four h10 h9\n1 Four h9 h10\n1 Four j10 i9\n1 Four i9 j10";
const TABLE_3: &str = "1 Four h10 h9\n2 combination with i9 i9 j10\n3 Straight Four f12 e13\n2 combination with j10 j10 i9\n\
                       1 Four h9 h10\n2 combination with i9 i9 j10\n1 Four j10 i9\n1 Four i9 j10";

/// Threats to win at the next move.
fn fours(kind: Kind) -> bool {
    matches!(kind, Kind::Five | Kind::StraightFour | Kind::Four)
}

fn tree(name: &str, options: &Options<Gomoku>) -> anyhow::Result<Tree<Gomoku>> {
    Ok(search(&diagram(name)?.field(), Side::First, options))
}

/// A row as the paper prints it: depth, type of threat, gain square, cost squares.
fn row(node: &Node<Gomoku>) -> String {
    let kind = match node.partner {
        Some(_) => format!("combination with {}", node.threat.gain),
        None => node.threat.kind.to_string(),
    };
    let costs: Vec<String> = node.threat.costs.iter().map(ToString::to_string).collect();
    format!("{} {kind} {} {}", node.depth, node.threat.gain, costs.join(",")).trim_end().to_owned()
}

/// A printed tree with so many potential winning sequences, all of which withstand the check, beside ours.
fn printed_tree(
    name: &str,
    printed: &str,
    only_fours: bool,
    combine: bool,
    wins: usize,
) -> anyhow::Result<Found> {
    let kinds = if only_fours { fours } else { |_| true };
    let tree = tree(name, &Options { complete: true, combine, kinds, ..Options::default() })?;
    let ours: Vec<String> = tree.rows().into_iter().map(row).collect();
    let printed: Vec<&str> = printed.lines().collect();
    let cell = |row: Option<&str>| row.unwrap_or_default().to_owned();
    let pairs = (0..printed.len().max(ours.len()))
        .map(|n| vec![cell(printed.get(n).copied()), cell(ours.get(n).map(String::as_str))]);
    let decisive = tree.rows().iter().filter(|node| node.decisive).count();
    let verified = tree.rows().iter().filter(|node| node.verified).count();
    let words = format!("{decisive} potential winning sequences, the paper {wins}; {verified} withstand");
    Equal
        .given(ours == printed && [decisive, verified] == [wins; 2])
        .with([Block::table(["the paper", "here"], pairs), Block::text(words)])
}

fn won(name: &str, only_fours: bool) -> anyhow::Result<Found> {
    let kinds = if only_fours { fours } else { |_| true };
    let tree = tree(name, &Options { kinds, ..Options::default() })?;
    let steps = tree.win().unwrap_or_default().iter().map(|threat| threat.gain.to_string());
    let line = steps.collect::<Vec<_>>().join(" ");
    let mut found = compare(&[("black wins by threats", "true", tree.win().is_some().to_string())])?;
    found.blocks.push(Block::text(format!("{} nodes: {line}", tree.len())));
    found.blocks.push(Block::Board(Board::goban(format!("diagram {name}"), diagram(name)?.stones())));
    Ok(found)
}

/// What the text says of the threats of diagram 1: the stones on the board, and the moves that counter.
fn defined() -> anyhow::Result<Found> {
    let (mut rows, mut boards) = (Vec::new(), Vec::new());
    for (name, kind, answers) in [
        ("1a", "four", "1"),
        ("1b", "straight four", "2, and neither is enough"),
        ("1c", "three, open", "2"),
        ("1d", "three, one extension", "3"),
        ("1e", "broken three", "3"),
    ] {
        let position = diagram(name)?;
        boards.push(Block::Board(Board::goban(format!("diagram {name}: {kind}"), position.stones())));
        let field = position.field();
        let fives = Gomoku::winning_squares(&field, Side::First);
        let ours = match fives.len() {
            0 => counters(&position).len().to_string(),
            1 => "1".to_owned(),
            more => format!("{more}, and neither is enough"),
        };
        rows.push((format!("{name} {kind}: moves that counter it"), answers, ours));
    }
    let mut found = compare(&rows)?;
    found.blocks.extend(boards);
    Ok(found)
}

/// White's moves after which black has no straight four any more.
fn counters(position: &Gomoku) -> Vec<Square> {
    let field = position.field();
    let empty = field.stones.squares().filter(|&square| Gomoku::may_play(&field, Side::Second, square));
    let stops = |&square: &Square| {
        Gomoku::double_threat(&Gomoku::with(&field, Side::Second, square), Side::First).is_none()
    };
    empty.filter(stops).collect()
}

/// Diagram 3a by fours alone, each position once and each way counted.
fn loose_threats() -> anyhow::Result<Found> {
    /// How many ways of going on to the end, of positions with so many fours made.
    fn ways(position: &Gomoku, known: &mut HashMap<u64, u64>) -> u64 {
        if let Some(&ways) = known.get(&position.key()) {
            return ways;
        }
        let field = position.field();
        let mut all = 0;
        for square in field.stones.squares().filter(|&square| position.is_legal(square)) {
            let mut next = position.clone();
            next.play(square);
            if let [block] = Gomoku::winning_squares(&next.field(), Side::First).as_slice() {
                next.play(*block);
                all += ways(&next, known);
            }
        }
        let ways = all.max(1);
        known.insert(position.key(), ways);
        ways
    }
    let mut known = HashMap::default();
    let all = ways(&diagram("3a")?, &mut known);
    let tree = tree("3a", &Options::default())?;
    let counts = format!("{} positions; threat-space search has {} nodes", known.len(), tree.len());
    let mut found = compare(&[
        ("ways of making all fours", &(40_320_u64 * 256).to_string(), all.to_string()),
        ("more than 6,000 positions, each counted once", "true", (known.len() > 6_000).to_string()),
        ("black wins", "false", tree.win().is_some().to_string()),
    ])?;
    found.blocks.push(Block::Text(counts));
    Ok(found)
}

/// A position of the games of 1992 with the winner to move, by the three methods: whether it is solved, nodes, seconds.
struct Tried {
    name: String,
    position: Gomoku,
    by: [(bool, u64, f64); 3],
}

/// Back from the ends of the games as long as there is a win; positions that every method solves in one node are left out.
fn tried() -> anyhow::Result<Vec<Tried>> {
    let mut all = Vec::new();
    for name in ["6a", "6b", "6c", "6d", "6e", "6f", "6g", "6h"] {
        let (positions, end) = printed_game(name)?;
        let Some(Outcome::Win(winner)) = end.outcome() else { continue };
        let mut rows = Vec::new();
        for position in positions.iter().rev().filter(|position| position.to_move() == winner) {
            let begin = Instant::now();
            let tree = search::<Gomoku>(&position.field(), winner, &Options::default());
            let space = (tree.win().is_some(), tree.len() as u64, begin.elapsed().as_secs_f64());
            let by = [space, attack(position, Means::Fours), attack(position, Means::FoursAndThrees)];
            if !by[2].0 && !by[0].0 {
                break;
            }
            if by.iter().any(|method| method.1 > 1) {
                rows.push(Tried {
                    name: format!("{name} {}", position.ply()),
                    position: position.clone(),
                    by,
                });
            }
        }
        all.extend(rows.into_iter().rev());
    }
    Ok(all)
}

/// At most so many positions of VCF and VCT.
const POSITIONS: u64 = 100_000;

fn attack(position: &Gomoku, means: Means) -> (bool, u64, f64) {
    let begin = Instant::now();
    let mut board = ThreatBoard::new(position.stones(), position.setup().rules());
    let found =
        Attacks::default().search(&mut board, position.to_move(), means, Effort::of(POSITIONS), &|| false);
    (found.plies.is_some(), found.nodes, begin.elapsed().as_secs_f64())
}

fn efficacy() -> anyhow::Result<Found> {
    let tried = tried()?;
    let cell = |&(won, nodes, _): &(bool, u64, f64)| format!("{}{nodes}", if won { "" } else { "(n.s.) " });
    let ratio = |one: &Tried| one.by[2].1 as f64 / one.by[0].1 as f64;
    let row = |one: &Tried| {
        let ratio = if one.by[0].0 { format!("{:.2}", ratio(one)) } else { String::new() };
        [vec![one.name.clone()], one.by.iter().map(cell).collect(), vec![ratio]].concat()
    };
    let solved: Vec<&Tried> =
        tried.iter().filter(|one| one.by.iter().step_by(2).all(|method| method.0)).collect();
    let sum = |method: usize| solved.iter().map(|one| one.by[method].1).sum::<u64>();
    let ratios = solved.iter().map(|one| ratio(one));
    let (least, most) =
        ratios.fold((f64::MAX, 0.0_f64), |(least, most), ratio| (least.min(ratio), most.max(ratio)));
    let words = format!(
        "within {} nodes threat-space search solves {} of {} (the paper: 9 of 12), within {POSITIONS} positions VCT {}; in the {} that VCT solves too it has {} nodes, VCT {}: {:.1} times as \
         many (from {least:.2} to {most:.1}; the paper, Polygon with 3-ply rules: from 3.2 to 87)",
        Options::<Gomoku>::default().nodes,
        tried.iter().filter(|one| one.by[0].0).count(),
        tried.len(),
        tried.iter().filter(|one| one.by[2].0).count(),
        solved.len(),
        sum(0),
        sum(2),
        sum(2) as f64 / sum(0) as f64
    );
    let head = ["game and ply", "threat-space", "VCF", "VCT", "VCT / threat-space"];
    Agrees
        .given(least > 1.0 && solved.len() * 3 >= tried.len() * 2)
        .with([Block::table(head, tried.iter().map(row)), Block::Text(words)])
}

/// Table 4 as printed: Polygon with rules of 3 and of 7 plies, Victoria; whether she solved it.
#[rustfmt::skip]
const TABLE_4: [(u32, u32, u32, bool); 12] = [
    (433, 419, 134, true), (2863, 2367, 976, false), (1715, 1585, 526, true), (1810, 1797, 303, true), (5821, 888, 153, true),
    (7267, 4826, 643, true), (1658, 1429, 83, true), (16811, 2875, 193, true), (4635, 518, 677, true), (6274, 6049, 104, false),
    (775, 505, 558, false), (8294, 6776, 504, true),
];

fn polygon() -> anyhow::Result<Found> {
    let row = |(n, &(three, seven, own, solved)): (usize, &(u32, u32, u32, bool))| {
        let ratio = |nodes: u32| {
            if solved { format!("{:.1}", f64::from(nodes) / f64::from(own)) } else { String::new() }
        };
        let own = format!("{}{own}", if solved { "" } else { "(n.s.) " });
        vec![(n + 1).to_string(), three.to_string(), seven.to_string(), own, ratio(three), ratio(seven)]
    };
    let sum = |of: fn(&(u32, u32, u32, bool)) -> u32| {
        TABLE_4.iter().filter(|row| row.3).map(of).sum::<u32>().to_string()
    };
    let sums = [sum(|row| row.0), sum(|row| row.1), sum(|row| row.2)].to_vec();
    let mut rows: Vec<Vec<String>> = TABLE_4.iter().enumerate().map(row).collect();
    let empty = || vec![String::new(); 2];
    rows.push([vec!["the nine solved".to_owned()], sums, empty()].concat());
    let head =
        ["position", "Polygon, 3-ply", "Polygon, 7-ply", "Victoria", "3-ply / Victoria", "7-ply / Victoria"];
    CannotBeHad.with([Block::table(head, rows)])
}

fn missed() -> anyhow::Result<Found> {
    let mut rows = Vec::new();
    let mut verdict = Agrees;
    for one in tried()?.into_iter().filter(|one| !one.by[0].0) {
        let (wins, words) = super::victoria(&one.position, 100_000, 10)?;
        verdict = if wins { verdict } else { Differs };
        rows.push(vec![one.name, wins.to_string(), words]);
    }
    verdict.with([Block::table(["game and ply", "a win is claimed", "Victoria says"], rows)])
}

fn speed() -> anyhow::Result<Found> {
    let tried = tried()?;
    let row = |(method, name, paper): (usize, &str, &str)| {
        let nodes: u64 = tried.iter().map(|one| one.by[method].1).sum();
        let seconds: f64 = tried.iter().map(|one| one.by[method].2).sum();
        let each = format!("{:.2} ms", 1e3 * seconds / tried.len() as f64);
        vec![name.to_owned(), paper.to_owned(), format!("{:.0}", nodes as f64 / seconds), each]
    };
    let rows = [
        (0, "threat-space search", "5,000 nodes/s, 100 ms a call"),
        (1, "VCF", ""),
        (2, "VCT", "(Polygon: 500 nodes/s)"),
    ];
    let head = ["", "the paper", "nodes a second here", "a call here"];
    Answered.with([Block::table(head, rows.into_iter().map(row))])
}

fn variants() -> anyhow::Result<Found> {
    use games::gomoku::Setup;
    let legal = |rules: &str, size: usize, moves: &[&str]| -> anyhow::Result<String> {
        let mut position = Gomoku::start(&Setup::new(rules, size).map_err(|error| anyhow::anyhow!(error))?);
        for text in moves {
            let m = Square::parse(text, size)?;
            if !position.is_legal(m) {
                return Ok("refused".to_owned());
            }
            position.play(m);
        }
        Ok(if position.outcome().is_some() { "won" } else { "goes on" }.to_owned())
    };
    let six = ["a1", "o1", "b1", "o3", "c1", "o5", "e1", "o7", "f1", "o9", "d1"];
    compare(&[
        ("A: 19 x 19", "goes on", legal("freestyle", 19, &["s19"])?),
        ("freestyle: a row of six", "won", legal("freestyle", 15, &six)?),
        ("B: a row of six", "goes on", legal("standard", 15, &six)?),
        (
            "C: second move inside 5 x 5",
            "refused",
            legal("second-move-restricted", 15, &["h8", "a1", "j10"])?,
        ),
        ("C: outside", "goes on", legal("second-move-restricted", 15, &["h8", "a1", "k8"])?),
        ("D: black's row of six", "refused", legal("renju", 15, &six)?),
    ])
}
