//! Her figures as boards, and what the rebuilt program sees and learns there.

use super::super::item::{Block, Board, Found, Run, Verdict, cells};
use super::super::said::{Makers, by_the_text};
use anyhow::Context as _;
use games::qubic::lines::{LINE_COUNTS, LINE_SETS, STRONG};
use games::qubic::{Cell, Qubic};
use games::{Outcome, Played};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use solve::qubic::forced_win::{Effort, Field, ForcedWins};
use std::collections::BTreeMap;
use strategies::score_four::backtrack::analyse;
use strategies::score_four::patterns::Lists;
use strategies::score_four::search::{Seen, seen};

/// How descriptions of the deep version are read.
pub(super) const NOTATION: &str = "A description is read so: '10 0 10' are the sums of its lines, an own counter counting 5; \
    after 'meet' stand the blank squares in which they meet, each as the numbers of its lines (2-3-5: the second, the third and \
    the fifth), the key square first.";

pub(super) const MAKERS: Makers = &[
    ("figure 3", numbering),
    ("figure 4", |_| stands(&[1, 3, 6, 7, 11], &[16], &[(15, &[15])])),
    ("descriptions", descriptions),
    ("figure 5", |_| {
        let [own, other] = [set(&[4, 6, 13, 14, 15, 16]), set(&[7, 10, 12])];
        let full: Vec<_> = LINE_SETS.iter().filter(|&&line| line & own == line).collect();
        let board = Board::layers("the program's counters are x", own, other);
        let fits = full == [&set(&[13, 14, 15, 16])];
        Verdict::Equal.given(fits).with([Block::Board(board)])
    }),
    ("figure 6", |_| stands(&[], &[7, 10, 13], &[(3, &[4])])),
    ("figure 7", |_| stands(&[1, 3, 6, 7], &[], &[(1, &[11])])),
    ("figure 8", |_| {
        let mut first = stands(&[1, 4, 6, 8], &[], &[(1, &[16])])?;
        let second = stands(&[1, 4, 6, 10], &[], &[(1, &[2])])?;
        first.verdict = first.verdict.max(second.verdict);
        first.blocks.extend(second.blocks);
        Ok(first)
    }),
    ("figure 9", |_| stands(&[1, 3, 5, 10], &[], &[(2, &[4, 13])])),
    ("figures 10 and 11", |_| {
        let mut found = by_the_text(stands(&[1, 4, 6, 13], &[], &[(2, &[])])?);
        found.blocks.extend(stands(&[1, 4, 13, 16], &[], &[(3, &[])])?.blocks);
        Ok(found)
    }),
    ("figure 12", |_| stands(&[6, 7, 10, 11], &[], &[(3, &[])])),
    ("figures 13 to 16", |_| lesson(&[1, 18, 4, 31, 5, 44, 7, 55, 13, 9, 10], "(10,10)")),
    ("figures 17 and 18", |_| {
        let moves = [1, 18, 4, 31, 13, 44, 16, 55, 2, 3, 14, 15, 6, 10, 11];
        Ok(by_the_text(lesson(&moves, "(10,0,10,10)")?))
    }),
    ("figure 19", three_corners),
    ("figures 21 to 25", |_| lesson(&[2, 18, 4, 31, 6, 44, 7, 55, 10, 14, 13], "(10,10)")),
    ("figures 26 to 29", |_| {
        Ok(by_the_text(lesson(&[1, 18, 4, 31, 6, 44, 7, 55, 2, 3, 10, 14, 13], "(10,5,10)")?))
    }),
    ("figure 30", |_| stands(&[], &[1, 4, 6, 13], &[(2, &[])])),
    ("figure 31", |_| stands(&[], &[1, 4, 13, 16], &[(3, &[])])),
    ("figure 32", |_| Ok(by_the_text(stands(&[1, 2, 20, 40, 44], &[], &[(2, &[4, 36])])?))),
    ("figures 33 and 34", |_| {
        let (_, memory) = super::matches::shipped()?;
        let description = memory["entries"][7]["description"].as_str().context("no pattern 8")?;
        let text = format!("pattern 8 of score-four-deep: {description}");
        let corners = set(&[1, 13, 16]);
        let board = Block::Board(Board::layers("three corners", corners, 0).numbered());
        let unseen = seen(corners, 0, &Lists::thesis()).is_empty();
        Verdict::Agrees.given(unseen).with([board, Block::text(text), Block::text(NOTATION)])
    }),
    ("figure 35", |_| {
        let (own, lists) = (set(&[1, 3, 5, 8, 10]), Lists::thesis());
        let left = |reply: usize| seen(own, set(&[reply]), &lists).iter().any(|seen| seen.own);
        let mut found = stands(&[1, 3, 5, 8, 10], &[], &[(2, &[2, 6])])?;
        found.verdict = Verdict::Agrees.given(left(2) && left(6) && !left(7));
        found.blocks.push(Block::text(
            "a pattern is left after a reply on either key square, and none after one on 7",
        ));
        Ok(found)
    }),
];

/// Boards of the program's counters alone, drawn by lot: where SEARCH sees each of its patterns, whether they are won.
fn descriptions(run: &mut Run) -> anyhow::Result<Found> {
    const BOARDS: usize = 3_000;
    let mut lists = Lists::thesis();
    for ending in super::lessons()? {
        let mut entry = lists.test[0].clone();
        entry.pattern = ending.pattern;
        if lists.find(&entry.pattern).is_none() {
            lists.test.push(entry);
        }
    }
    let (mut random, mut search) = (ChaCha8Rng::seed_from_u64(run.seed), ForcedWins::default());
    let mut tally: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    let (mut boards, mut wins) = (0, 0);
    while boards < BOARDS {
        let mut own = 0_u64;
        while own.count_ones() < 5 {
            own |= 1 << random.random_range(0..64);
        }
        if LINE_SETS.iter().any(|line| (line & own).count_ones() > 2) {
            continue;
        }
        let won = search.find(&Field::new(own, 0), Effort::COMPLETE, 63).is_some();
        (boards, wins) = (boards + 1, wins + usize::from(won));
        for seen in seen(own, 0, &lists) {
            let [all, of_these] = tally.entry(seen.pattern.to_string()).or_default();
            (*all, *of_these) = (*all + 1, *of_these + usize::from(won));
        }
    }
    let rows = tally.iter().map(|(pattern, [all, wins])| cells![pattern, all, wins]);
    let text = format!(
        "{BOARDS} boards with five of the program's counters, no three in a line, its turn; {wins} are won by threes:"
    );
    let head = ["pattern", "boards on which SEARCH sees it", "of these won by threes"];
    let fits = tally.values().any(|[all, wins]| wins < all);
    Verdict::Agrees.given(fits).with([Block::text(text), Block::table(head, rows)])
}

pub(super) fn set(squares: &[usize]) -> u64 {
    squares.iter().fold(0, |set, square| set | 1 << (square - 1))
}

fn numbering(_: &mut Run) -> anyhow::Result<Found> {
    let strong = |cell: &usize| STRONG >> cell & 1 != 0;
    let board = Board::qubic("Figure 3, the strong squares marked", &Qubic::default()).numbered();
    let board = (0..64).filter(strong).fold(board, Board::mark);
    let fits = LINE_SETS.len() == 76
        && (0..64).filter(strong).count() == 16
        && (0..64).all(|cell| LINE_COUNTS[cell] == if strong(&cell) { 7 } else { 4 });
    Verdict::Equal.given(fits).with([Block::Board(board)])
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
    Verdict::Equal.given(fits).with(drawn(own, other, &found))
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
            let title = format!("before ply {}", n + 1);
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
    Verdict::Equal.given(fits).with(boards)
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
    Verdict::Equal.given(fits).with(blocks)
}
