//! The three procedures of Appendix I that find related pairs, beside each other.

use super::super::item::{Block, Found, Run, Verdict, cells};
use super::super::said::Makers;
use games::qubic::lines::{LINE_SETS, LINES, bit, cells, lines_through};
use rand::SeedableRng as _;
use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha8Rng;

pub(super) const MAKERS: Makers = &[("procedures 1 to 3", procedures)];

/// The major cells of one side, and how many files were looked at.
type Pairs = (u64, usize);

/// The vacant cells of these files of two, and those that come up twice.
fn recorded(files: impl Iterator<Item = usize>, own: u64, other: u64) -> u64 {
    let is_two = |file: &usize| (LINE_SETS[*file] & own).count_ones() == 2 && LINE_SETS[*file] & other == 0;
    files
        .filter(is_two)
        .fold((0, 0), |(once, twice), file| {
            let vacant = LINE_SETS[file] & !own;
            (once | vacant, twice | once & vacant)
        })
        .1
}

/// The files through own stones; one through two of them is looked at twice and recorded once.
fn by_stones(own: u64, other: u64) -> Pairs {
    let mut files: Vec<usize> = cells(own).flat_map(lines_through).collect();
    let checks = files.len();
    files.sort_unstable();
    files.dedup();
    (recorded(files.into_iter(), own, other), checks)
}

/// The files through each vacant cell.
fn by_vacant_cells(own: u64, other: u64) -> Pairs {
    let vacant = || cells(!(own | other));
    let major = |cell: &usize| recorded(lines_through(*cell), own, other) & bit(*cell) != 0;
    (vacant().filter(major).fold(0, |set, cell| set | bit(cell)), vacant().flat_map(lines_through).count())
}

fn by_files(own: u64, other: u64) -> Pairs {
    (recorded(0..LINES, own, other), LINES)
}

fn procedures(run: &mut Run) -> anyhow::Result<Found> {
    const POSITIONS: u64 = 500;
    let mut random = ChaCha8Rng::seed_from_u64(run.seed);
    let (mut rows, mut same) = (Vec::new(), true);
    for stones in [4, 8, 12, 20, 32, 48] {
        let (mut pairs, mut checks) = (0, [0; 3]);
        for _ in 0..POSITIONS {
            let mut order: Vec<usize> = (0..64).collect();
            order.shuffle(&mut random);
            let of = |side: usize| {
                order[..stones].iter().skip(side).step_by(2).fold(0, |set, &cell| set | bit(cell))
            };
            let (own, other) = (of(0), of(1));
            let found = [by_stones(own, other), by_vacant_cells(own, other), by_files(own, other)];
            same &= found.iter().all(|(majors, _)| *majors == found[0].0);
            pairs += u64::from(found[0].0 != 0);
            checks.iter_mut().zip(&found).for_each(|(sum, (_, number))| *sum += number);
        }
        let [first, second, third] = checks.map(|sum| format!("{:.1}", sum as f64 / POSITIONS as f64));
        rows.push(cells![
            stones,
            format!("{:.1} %", 100.0 * pairs as f64 / POSITIONS as f64),
            first,
            second,
            third
        ]);
    }
    let head = ["stones", "with a related pair", "files looked at by (1)", "by (2)", "by (3)"];
    let text = format!("{POSITIONS} positions drawn by lot for each number of stones, one side's pairs:");
    Verdict::Equal.given(same).with([Block::text(text), Block::table(head, rows)])
}
