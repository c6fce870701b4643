//! Her figures as boards, and what the rebuilt program sees and learns there.

use super::super::item::{Block, Board, Found, Item, Run, Takes, Verdict, nothing};
use anyhow::Context as _;
use games::qubic::lines::{LINE_COUNTS, LINE_SETS, STRONG};
use games::qubic::{Cell, Qubic};
use games::{Outcome, Played};
use strategies::score_four::backtrack::analyse;
use strategies::score_four::patterns::Lists;
use strategies::score_four::search::{Seen, seen};

/// An item that is made at once and comes out as she says.
const fn row(
    label: &'static str,
    place: &'static str,
    claim: &'static str,
    make: fn(&mut Run) -> anyhow::Result<Found>,
) -> Item {
    Item { label, place, claim, takes: Takes::Quick, verdict: Verdict::Equal, why: "", make }
}

const fn lost(label: &'static str, place: &'static str, claim: &'static str, why: &'static str) -> Item {
    Item { why, verdict: Verdict::CannotBeHad, ..row(label, place, claim, nothing) }
}

const PICTURE: &str = "the picture is lost in the scan";

pub(super) const ITEMS: &[Item] = &[
    row(
        "figure 3",
        "III, p. 11",
        "64 squares, 76 lines; sixteen strong squares with seven lines, four through the others",
        numbering,
    ),
    row("figure 4", "III, p. 11", "one counter makes two lines of three: only one can be stopped", |_| {
        stands(&[1, 3, 6, 7, 11], &[16], &[(15, &[15])])
    }),
    row(
        "figure 5",
        "IV (i), p. 14",
        "a won board: a line that adds up to 20, the rest does not matter",
        |_| {
            let [own, other] = [set(&[4, 6, 13, 14, 15, 16]), set(&[7, 10, 12])];
            let full: Vec<_> = LINE_SETS.iter().filter(|&&line| line & own == line).collect();
            let board = Board::layers("the program's counters are x", own, other);
            let fits = full == [&set(&[13, 14, 15, 16])];
            Ok(Found { verdict: Verdict::Equal.given(fits), blocks: vec![Block::Board(board)] })
        },
    ),
    row("figure 6", "IV (i), p. 14", "a line of the opponent's that adds up to 3", |_| {
        stands(&[], &[7, 10, 13], &[(3, &[4])])
    }),
    row(
        "figure 7",
        "IV (i), p. 15",
        "pattern 1, (10,10): two lines of two with a blank square in common",
        |_| stands(&[1, 3, 6, 7], &[], &[(1, &[11])]),
    ),
    row("figure 8", "IV (i), p. 15", "two boards that are essentially the same: pattern 1 again", |_| {
        let mut first = stands(&[1, 4, 6, 8], &[], &[(1, &[16])])?;
        let second = stands(&[1, 4, 6, 10], &[], &[(1, &[2])])?;
        first.verdict = first.verdict.max(second.verdict);
        first.blocks.extend(second.blocks);
        Ok(first)
    }),
    row(
        "figure 9",
        "IV (i), p. 16",
        "pattern 2, (10,5,10): a line of one meets two lines of two; two key squares",
        |_| stands(&[1, 3, 5, 10], &[], &[(2, &[4, 13])]),
    ),
    lost(
        "figures 10 and 11",
        "IV (i), p. 16",
        "another board of pattern 2; pattern 3 with its three key squares",
        PICTURE,
    ),
    row(
        "figure 12",
        "IV (i), p. 17",
        "pattern 3, (10,0,10,10): two threes make a line of two that meets a third",
        |_| stands(&[6, 7, 10, 11], &[], &[(3, &[])]),
    ),
    row(
        "figures 13 to 16",
        "IV (ii), p. 19",
        "the end of a game unplayed: two lines noted, (10,10) listed",
        |_| lesson(&[1, 18, 4, 31, 5, 44, 7, 55, 13, 9, 10], "(10,10)"),
    ),
    lost("figures 17 and 18", "IV (ii), p. 20", "the backtracking of (10,0,10,10)", PICTURE),
    row(
        "figure 19",
        "IV (iii), p. 21",
        "the program stops one pattern 2, and the opponent has another behind it",
        three_corners,
    ),
    row("figures 21 to 25", "V (iii)", "a lost game unplayed: (2,2) is listed", |_| {
        lesson(&[2, 18, 4, 31, 6, 44, 7, 55, 10, 14, 13], "(10,10)")
    }),
    row(
        "figures 26 to 29",
        "V (iii)",
        "a longer end unplayed; the pictures 27 to 29 are lost, the lesson is (2,1,2)",
        |_| lesson(&[1, 18, 4, 31, 6, 44, 7, 55, 2, 3, 10, 14, 13], "(10,5,10)"),
    ),
    row("figure 30", "V (iii)", "the line of one must meet both lines of two, so it comes second", |_| {
        stands(&[], &[1, 4, 6, 13], &[(2, &[])])
    }),
    row("figure 31", "V (iii)", "line 1 must meet three lines of two: pattern 3", |_| {
        stands(&[], &[1, 4, 13, 16], &[(3, &[])])
    }),
    lost("figure 32", "V (iii)", "which of three lines meets most of the others", PICTURE),
    lost(
        "figures 33 and 34",
        "VII",
        "(2,0,0,2,2), a pattern that SEARCH would have to look for in another way",
        "the pictures are lost; descriptions of score-four-deep say which lines meet, so that what she could not write down is figure 20's pattern",
    ),
    lost(
        "figure 35",
        "VII",
        "two patterns that one square stops: the program believes that it wins",
        "the picture is lost; score-four-deep tries every square as a defence for this reason",
    ),
];

pub(super) fn set(squares: &[usize]) -> u64 {
    squares.iter().fold(0, |set, square| set | 1 << (square - 1))
}

fn numbering(_: &mut Run) -> anyhow::Result<Found> {
    let board = (0..64).fold(
        Board::qubic("Figure 3, the strong squares marked", &Qubic::default()),
        |board, cell| {
            let board = board.text(cell, (cell + 1).to_string());
            if STRONG >> cell & 1 != 0 { board.mark(cell) } else { board }
        },
    );
    let strong = |cell: &usize| STRONG >> cell & 1 != 0;
    let fits = LINE_SETS.len() == 76
        && (0..64).filter(strong).count() == 16
        && (0..64).all(|cell| LINE_COUNTS[cell] == if strong(&cell) { 7 } else { 4 });
    Ok(Found { verdict: Verdict::Equal.given(fits), blocks: vec![Block::Board(board)] })
}

/// Whether pattern 1, 2 or 3 (or 3 or 15, three in a row) stands there with these key squares in any order, the program's
/// counters first.
fn stands(own: &[usize], other: &[usize], expected: &[(usize, &[usize])]) -> anyhow::Result<Found> {
    let [own, other] = [own, other].map(set);
    let lists = Lists::thesis();
    let found = seen(own, other, &lists);
    let fits = expected.iter().all(|(number, squares)| {
        let sorted = |mut squares: Vec<usize>| {
            squares.sort_unstable();
            squares
        };
        let wanted = sorted(squares.iter().map(|square| square - 1).collect());
        let keys = |seen: &Seen| squares.is_empty() || sorted(seen.squares.clone()) == wanted;
        found.iter().any(|seen| number_of(seen) == *number && keys(seen))
    });
    Ok(Found { verdict: Verdict::Equal.given(fits), blocks: drawn(own, other, &found) })
}

/// The number by which she calls a pattern; three in a row as 3 or 15.
pub(super) fn number_of(seen: &Seen) -> usize {
    Lists::thesis_number(&seen.pattern).unwrap_or(if seen.own { 15 } else { 3 })
}

/// The board once for each pattern, its key squares numbered.
fn drawn(own: u64, other: u64, found: &[Seen]) -> Vec<Block> {
    let board = |seen: &Seen| {
        let whose = if seen.own { "the program's" } else { "the opponent's" };
        let title = format!("{whose} {}, its key squares in their order", seen.pattern);
        let squares = seen.squares.iter().zip(1..);
        Block::Board(squares.fold(Board::layers(title, own, other), |board, (&cell, n)| {
            board.text(cell, n.to_string()).mark(cell)
        }))
    };
    found.iter().map(board).collect()
}

/// Plays these moves, the last of which wins, and unplays them.
fn lesson(moves: &[usize], pattern: &str) -> anyhow::Result<Found> {
    let mut game = Played::new(Qubic::default());
    let mut boards = Vec::new();
    for (n, square) in moves.iter().enumerate() {
        if n % 2 == 0 && n + 5 >= moves.len() && n > 0 {
            let title = format!("before move {}", n + 1);
            boards.push(Block::Board(Board::qubic(title, game.position()).mark(square - 1)));
        }
        game.play(Cell::new(square - 1).context("no square")?)?;
    }
    anyhow::ensure!(matches!(game.outcome(), Some(Outcome::Win(_))), "the moves do not win");
    let analysis = analyse(&game).context("nothing to unplay")?;
    let text = format!("listed: {}, one move earlier {:?}", analysis.pattern, analysis.early);
    boards.reverse();
    boards.insert(0, Block::text(text));
    let fits = analysis.pattern.to_string() == pattern;
    Ok(Found { verdict: Verdict::Equal.given(fits), blocks: boards })
}

/// Figure 19: three corners and a fourth counter; what is stopped, and what is left.
fn three_corners(_: &mut Run) -> anyhow::Result<Found> {
    let lists = Lists::thesis();
    let other = set(&[1, 10, 13, 16]);
    let before = seen(0, other, &lists);
    let key = before.first().context("no pattern is seen")?.squares[0];
    let after = seen(1 << key, other, &lists);
    let fits = number_of(&before[0]) == 2 && after.first().is_some_and(|seen| !seen.own);
    let mut blocks =
        vec![Block::text("What the program sees, and, after its move on the key square, what is left:")];
    blocks.extend(drawn(0, other, &before));
    blocks.extend(drawn(1 << key, other, &after));
    Ok(Found { verdict: Verdict::Equal.given(fits), blocks })
}
