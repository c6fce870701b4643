//! The forces of chapter 5 by their conditions: Cases 1 and 2, and the examples of figures 6.3 to 6.6.

use super::super::item::{Block, Board, Found, Run, Verdict, cells};
use super::super::said::{Makers, percent};
use strategies::citrenbaum::appendix::{cell_list, subsets};
use strategies::citrenbaum::plane::{LOCAL_FILES, Plane, Rule};

pub(super) const MAKERS: Makers =
    &[("figures 6.3 to 6.6", examples), ("cases 1 and 2", cases), ("figure 7.1", figure_7_1)];

/// An example in words: files are numbered as in figure 6.2, from 1.
struct Example {
    figure: &'static str,
    stones: u32,
    /// All files of two.
    twos: &'static [usize],
    /// Files of one, among others.
    ones: &'static [usize],
    /// The files whose crossings are the moves; 0 where the scan has lost the number.
    path: &'static [usize],
}

const EXAMPLES: [Example; 6] = [
    Example { figure: "6.3 a", stones: 4, twos: &[4, 10], ones: &[8], path: &[10, 8, 4] },
    Example { figure: "6.3 c", stones: 4, twos: &[1, 3], ones: &[5, 6, 7, 8, 9, 10], path: &[1, 8, 9, 3] },
    Example { figure: "6.4 a", stones: 4, twos: &[1, 7], ones: &[3, 4, 5, 6], path: &[1, 5, 4, 9, 7] },
    Example { figure: "6.5 a", stones: 4, twos: &[2, 3, 6, 10], ones: &[7, 8, 9], path: &[0, 9, 8, 10] },
    Example { figure: "6.5 c", stones: 4, twos: &[9], ones: &[4, 8], path: &[9, 4, 5, 0, 8] },
    Example { figure: "6.6 c", stones: 3, twos: &[1], ones: &[2, 6, 8, 9], path: &[1, 8, 9, 2, 10, 6] },
];

impl Example {
    fn fits(&self, force: Force) -> bool {
        let numbered = |file: usize| file + 1;
        force.files(2).map(numbered).eq(self.twos.iter().copied())
            && self.ones.iter().all(|file| force.files(1).map(numbered).any(|one| one == *file))
    }

    /// The moves of the path in a plane, if they win; any file stands where the number is lost.
    fn moves(&self, force: Force) -> Option<Vec<u8>> {
        (0..LOCAL_FILES.len()).find_map(|any| {
            let path: Vec<usize> = self.path.iter().map(|&file| file.checked_sub(1).unwrap_or(any)).collect();
            force.along(&path)
        })
    }
}

/// A plane by itself while a force is played.
#[derive(Clone, Copy)]
struct Force {
    own: u16,
    other: u16,
}

fn set(file: usize) -> u16 {
    LOCAL_FILES[file].iter().fold(0, |set, cell| set | 1 << cell)
}

impl Force {
    fn stands(self, file: usize, stones: u32) -> bool {
        (self.own & set(file)).count_ones() == stones && self.other & set(file) == 0
    }

    /// The files with so many own stones and no other.
    fn files(self, stones: u32) -> impl Iterator<Item = usize> {
        (0..LOCAL_FILES.len()).filter(move |&file| self.stands(file, stones))
    }

    /// A move to a vacant cell of a file of two, and the reply, unless that makes three in a file.
    fn force(self, file: usize, cell: u16) -> Option<Self> {
        let vacant = set(file) & !(self.own | self.other);
        let next = Self { own: self.own | cell, other: self.other | (vacant & !cell) };
        let fits = self.stands(file, 2) && vacant & cell != 0;
        (fits && Plane::isolated(next.own, next.other).dangers() == 0).then_some(next)
    }

    /// The moves at the crossings of these files, if the last makes two files of three.
    fn along(self, path: &[usize]) -> Option<Vec<u8>> {
        let (&[file, to], rest) = (path.first_chunk()?, &path[1..]);
        let cell = set(file) & set(to) & !(self.own | self.other);
        let number = cell.is_power_of_two().then(|| cell.trailing_zeros() as u8)?;
        if rest.len() == 1 {
            return (file != to && self.stands(file, 2) && self.stands(to, 2)).then(|| vec![number]);
        }
        let mut moves = self.force(file, cell)?.along(rest)?;
        moves.insert(0, number);
        Some(moves)
    }

    /// Whether crossings lead from this file of two over files of one to a cell for which `end` holds.
    fn chain(self, file: usize, end: &dyn Fn(Self, usize, u16) -> bool) -> bool {
        let vacant = set(file) & !(self.own | self.other);
        (0..16).map(|cell| 1_u16 << cell).filter(|cell| vacant & cell != 0).any(|cell| {
            let on = |next: Self, one: usize| set(one) & cell != 0 && next.chain(one, end);
            end(self, file, cell)
                || self.force(file, cell).is_some_and(|next| self.files(1).any(|one| on(next, one)))
        })
    }

    /// Case 1: from one of these files of two over files of one to another of them.
    fn between(self, twos: &[usize]) -> bool {
        let other = |now: Self, file: usize, cell: u16| {
            twos.iter().any(|&two| two != file && set(two) & cell != 0 && now.stands(two, 2))
        };
        twos.iter().any(|&file| self.stands(file, 2) && self.chain(file, &other))
    }

    fn case_1(self) -> bool {
        self.between(&self.files(2).collect::<Vec<_>>())
    }

    /// Case 2: a crossing of three files makes two files of two; from one of those Case 1 leads to the other.
    fn case_2(self) -> bool {
        let triple = |now: Self, file: usize, cell: u16| {
            let ones: Vec<usize> = now.files(1).filter(|&one| set(one) & cell != 0).collect();
            ones.len() > 1 && now.force(file, cell).is_some_and(|next| next.between(&ones))
        };
        self.files(2).any(|file| self.chain(file, &triple))
    }
}

fn examples(_: &mut Run) -> anyhow::Result<Found> {
    let (mut rows, mut boards, mut all) = (Vec::new(), Vec::new(), true);
    for example in &EXAMPLES {
        let planes = subsets(example.stones).into_iter().map(|own| Force { own, other: 0 });
        let fit: Vec<Force> = planes.filter(|force| example.fits(*force)).collect();
        let won: Vec<_> = fit.iter().filter_map(|force| Some((force.own, example.moves(*force)?))).collect();
        all &= !won.is_empty();
        let path = example.path.iter().map(|file| if *file == 0 { "?".into() } else { file.to_string() });
        let path = path.collect::<Vec<String>>().join(" > ");
        let Some((own, moves)) = won.first() else { continue };
        let listed = moves.iter().map(|cell| (cell + 1).to_string()).collect::<Vec<_>>().join(", ");
        rows.push(cells![example.figure, path, fit.len(), won.len(), cell_list(*own), listed]);
        let board = Board::plane(format!("{}: {listed}", example.figure), *own, 0);
        boards.push(Block::Board(moves.iter().fold(board, |board, &cell| board.mark(cell.into()))));
    }
    let head = ["figure", "files", "planes like that", "in which the files win", "the first", "its moves"];
    Verdict::Agrees.given(all).with(std::iter::once(Block::table(head, rows)).chain(boards))
}

/// Planes of four against five with a file of one whose cells 4 and 16 each make a file of three and a related pair.
fn figure_7_1(_: &mut Run) -> anyhow::Result<Found> {
    let file = |cell: usize| (0..LOCAL_FILES.len()).filter(move |&file| set(file) >> (cell - 1) & 1 != 0);
    let (one, others) = (file(4).find(|file| set(*file) >> 15 & 1 != 0).unwrap_or(0), subsets(5));
    let mut fit = Vec::new();
    for own in subsets(4) {
        for &other in others.iter().filter(|&&other| own & other == 0) {
            let force = Force { own, other };
            let wins = |[from, to]: [usize; 2]| {
                let pairs = file(from).flat_map(|a| file(to).map(move |b| [a, one, b]));
                pairs.filter(|path| path[0] != one && path[2] != one).any(|path| force.along(&path).is_some())
            };
            if force.stands(one, 1) && wins([4, 16]) && wins([16, 4]) {
                fit.push(force);
            }
        }
    }
    let mut blocks =
        vec![Block::text(format!("{} planes of four against five stones; the first:", fit.len()))];
    let board =
        |force: &Force| Board::plane("a move to 4 or 16 wins", force.own, force.other).mark(3).mark(15);
    blocks.extend(fit.first().map(board).map(Block::Board));
    Verdict::Agrees.given(!fit.is_empty()).with(blocks)
}

fn cases(_: &mut Run) -> anyhow::Result<Found> {
    let with_sequence = |own: &u16| {
        let plane = Plane::isolated(*own, 0);
        plane.wins() == 0
            && Force { own: *own, other: 0 }.files(4).next().is_none()
            && plane.has_sequence(Rule::Strict)
    };
    let all: Vec<Force> =
        subsets(4).into_iter().filter(with_sequence).map(|own| Force { own, other: 0 }).collect();
    let (first, rest): (Vec<Force>, Vec<Force>) = all.iter().partition(|force| force.case_1());
    let (second, neither): (Vec<Force>, Vec<Force>) = rest.into_iter().partition(|force| force.case_2());
    let row = |name: &str, of: &[Force]| cells![name, of.len(), percent(of.len(), all.len())];
    let rows = [
        row("with a sequence", &all),
        row("Case 1", &first),
        row("Case 2 alone", &second),
        row("neither", &neither),
    ];
    let sets: Vec<_> = neither.iter().map(|force| format!("{{{}}}", cell_list(force.own))).collect();
    let blocks = vec![
        Block::table(["planes of four, none three in a file", "", ""], rows),
        Block::text(format!("neither: {}", sets.join(", "))),
    ];
    Verdict::Agrees.given(20 * neither.len() < all.len()).with(blocks)
}
