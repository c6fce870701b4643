//! The 76 lines of four, and the bit tricks that find full and nearly full ones.
//!
//! A cell is `16 * level + 4 * row + column` (each 0..=3), a set of cells one `u64`. All lines of one direction are
//! translations of each other: thirteen strides with their sets of first cells describe them all, so that one
//! handful of shifts looks at up to sixteen lines at once.

/// How many cells the cube has.
pub const CELLS: usize = 64;
/// How many lines of four there are.
pub const LINES: usize = 76;

/// The set of one cell.
pub const fn bit(cell: usize) -> u64 {
    1 << cell
}

/// The cell at this level, row and column, each 0..=3.
pub const fn cell_at(level: usize, row: usize, column: usize) -> usize {
    16 * level + 4 * row + column
}

/// Iterates over the cells of a set in ascending order.
pub fn cells(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let cell = set.trailing_zeros() as usize;
            set &= set - 1;
            cell
        })
    })
}

/// The lines, each as its four cells in ascending order, in the order recovered for Doake 1972 (appendix VII): rows,
/// columns, verticals, diagonals of the layers, diagonals of constant column, of constant row, and those of space.
pub const LINE_CELLS: [[u8; 4]; LINES] = make_line_cells();

/// The lines as sets, in the order of [`LINE_CELLS`].
pub const LINE_SETS: [u64; LINES] = sets(&LINE_CELLS);

/// The numbers of the lines through each cell in ascending order, the rest of its places unused, and how many they are.
const THROUGH: ([[u8; 7]; CELLS], [u8; CELLS]) = make_lines_through();

/// How many lines pass through each cell: 7 through the sixteen strong cells, 4 through the others.
pub const LINE_COUNTS: [u8; CELLS] = THROUGH.1;

/// The sixteen strong cells (corners and core), through each of which seven lines pass.
pub const STRONG: u64 = make_strong();

/// Stride and first cells of the lines of each of the thirteen directions.
const DIRECTIONS: [(u32, u64); 13] = make_directions();

const fn make_line_cells() -> [[u8; 4]; LINES] {
    let mut lines = [[0; 4]; LINES];
    let mut n = 0;
    let mut outer = 0;
    while outer < 4 {
        let mut inner = 0;
        while inner < 4 {
            lines[n] = along(cell_at(outer, inner, 0), 1);
            lines[16 + n] = along(cell_at(outer, 0, inner), 4);
            lines[32 + n] = along(cell_at(0, outer, inner), 16);
            n += 1;
            inner += 1;
        }
        lines[48 + 2 * outer] = along(cell_at(outer, 0, 0), 5);
        lines[49 + 2 * outer] = along(cell_at(outer, 0, 3), 3);
        lines[56 + 2 * outer] = along(cell_at(0, 0, outer), 20);
        lines[57 + 2 * outer] = along(cell_at(0, 3, outer), 12);
        lines[64 + 2 * outer] = along(cell_at(0, outer, 0), 17);
        lines[65 + 2 * outer] = along(cell_at(0, outer, 3), 15);
        outer += 1;
    }
    lines[72] = along(cell_at(0, 0, 0), 21);
    lines[73] = along(cell_at(0, 3, 0), 13);
    lines[74] = along(cell_at(0, 3, 3), 11);
    lines[75] = along(cell_at(0, 0, 3), 19);
    lines
}

const fn along(first: usize, stride: usize) -> [u8; 4] {
    [first as u8, (first + stride) as u8, (first + 2 * stride) as u8, (first + 3 * stride) as u8]
}

/// Lists of cells as sets.
pub const fn sets<const LISTS: usize, const LENGTH: usize>(lists: &[[u8; LENGTH]; LISTS]) -> [u64; LISTS] {
    let mut sets = [0; LISTS];
    let mut n = 0;
    while n < LISTS {
        let mut i = 0;
        while i < LENGTH {
            sets[n] |= bit(lists[n][i] as usize);
            i += 1;
        }
        n += 1;
    }
    sets
}

const fn make_lines_through() -> ([[u8; 7]; CELLS], [u8; CELLS]) {
    let (mut through, mut counts) = ([[0; 7]; CELLS], [0; CELLS]);
    let mut line = 0;
    while line < LINES {
        let mut i = 0;
        while i < 4 {
            let cell = LINE_CELLS[line][i] as usize;
            through[cell][counts[cell] as usize] = line as u8;
            counts[cell] += 1;
            i += 1;
        }
        line += 1;
    }
    (through, counts)
}

const fn make_strong() -> u64 {
    let mut strong = 0;
    let mut cell = 0;
    while cell < CELLS {
        if LINE_COUNTS[cell] == 7 {
            strong |= bit(cell);
        }
        cell += 1;
    }
    strong
}

const fn make_directions() -> [(u32, u64); 13] {
    let strides = [1, 4, 16, 5, 3, 20, 12, 17, 15, 21, 13, 11, 19];
    let mut directions = [(0, 0); 13];
    let mut d = 0;
    while d < 13 {
        directions[d].0 = strides[d];
        let mut line = 0;
        while line < LINES {
            if (LINE_CELLS[line][1] - LINE_CELLS[line][0]) as u32 == strides[d] {
                directions[d].1 |= bit(LINE_CELLS[line][0] as usize);
            }
            line += 1;
        }
        d += 1;
    }
    directions
}

/// Whether some line is full of these stones.
pub fn has_line(stones: u64) -> bool {
    DIRECTIONS.iter().any(|&(stride, firsts)| {
        let pairs = stones & (stones >> stride);
        pairs & (pairs >> (2 * stride)) & firsts != 0
    })
}

/// The numbers of the lines through a cell in ascending order.
#[inline]
pub fn lines_through(cell: usize) -> impl Iterator<Item = usize> {
    const LISTS: [[u8; 7]; CELLS] = THROUGH.0;
    LISTS[cell][..LINE_COUNTS[cell] as usize].iter().map(|&line| line as usize)
}

/// Whether a line through `cell` is full of these stones (which include the one on `cell`).
pub fn has_line_through(stones: u64, cell: usize) -> bool {
    lines_through(cell).any(|line| stones & LINE_SETS[line] == LINE_SETS[line])
}

/// The number of the first full line of these stones, in the order of [`LINE_CELLS`].
pub fn full_line(stones: u64) -> Option<usize> {
    LINE_SETS.iter().position(|&set| stones & set == set)
}

/// The cells, occupied or not, whose addition fills a line that already holds three of these stones.
///
/// Intersected with the empty cells they are the cells that win at once (or that must be blocked).
pub fn fourth_cells(stones: u64) -> u64 {
    let mut found = 0;
    for &(stride, firsts) in &DIRECTIONS {
        let a = stones & firsts;
        let b = (stones >> stride) & firsts;
        let c = (stones >> (2 * stride)) & firsts;
        let d = (stones >> (3 * stride)) & firsts;
        let front = a & b;
        let back = c & d;
        found |= (b & back) | ((a & back) << stride);
        found |= ((front & d) << (2 * stride)) | ((front & c) << (3 * stride));
    }
    found
}

/// The cells of lines that hold at least two of `own` and otherwise only cells of `free`: a stone on one of them
/// makes three in line (or four).
pub fn third_cells(own: u64, free: u64) -> u64 {
    let mut found = 0;
    let open = own | free;
    for &(stride, firsts) in &DIRECTIONS {
        let open_pairs = open & (open >> stride);
        let lines = open_pairs & (open_pairs >> (2 * stride)) & firsts;
        let a = own & lines;
        let b = (own >> stride) & lines;
        let c = (own >> (2 * stride)) & lines;
        let d = (own >> (3 * stride)) & lines;
        let twos = (a & b) | (c & d) | ((a | b) & (c | d));
        found |= twos | (twos << stride) | (twos << (2 * stride)) | (twos << (3 * stride));
    }
    found & free
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;

    #[test]
    fn lines_are_the_known_ones() {
        assert_eq!(LINE_CELLS[0], [0, 1, 2, 3]);
        assert_eq!(LINE_CELLS[75].map(|c| c + 1), [4, 23, 42, 61]);
        assert_eq!(LINE_CELLS[72].map(|c| c + 1), [1, 22, 43, 64]);
        assert_eq!(LINE_CELLS[73].map(|c| c + 1), [13, 26, 39, 52]);
        assert_eq!(LINE_CELLS[74].map(|c| c + 1), [16, 27, 38, 49]);
        assert_eq!(LINE_CELLS[64].map(|c| c + 1), [1, 18, 35, 52]);
        assert_eq!(LINE_CELLS[65].map(|c| c + 1), [4, 19, 34, 49]);
        let strong: Vec<_> = cells(STRONG).map(|c| c + 1).collect();
        assert_eq!(strong, [1, 4, 13, 16, 22, 23, 26, 27, 38, 39, 42, 43, 49, 52, 61, 64]);
        // Doake's ROWCNT(65): the end of the list of 304 memberships.
        assert_eq!(LINE_COUNTS.iter().map(|&n| n as usize).sum::<usize>(), 304);
    }

    #[test]
    fn lines_are_all_the_straight_fours_there_are() {
        let mut found = Vec::new();
        let steps =
            || (-1_i32..=1).flat_map(|l| (-1..=1).flat_map(move |r| (-1..=1).map(move |c| (l, r, c))));
        for cell in 0..64_i32 {
            for step in steps().filter(|&s| s > (0, 0, 0)) {
                let at = |i: i32| (cell / 16 + i * step.0, cell / 4 % 4 + i * step.1, cell % 4 + i * step.2);
                let inside = |(l, r, c): (i32, i32, i32)| [l, r, c].iter().all(|v| (0..4).contains(v));
                if (0..4).all(|i| inside(at(i))) {
                    let mut line = [0, 1, 2, 3].map(|i| {
                        let (l, r, c) = at(i);
                        (16 * l + 4 * r + c) as u8
                    });
                    line.sort_unstable();
                    found.push(line);
                }
            }
        }
        let mut table = LINE_CELLS.to_vec();
        table.sort_unstable();
        found.sort_unstable();
        assert_eq!(found.len(), LINES);
        assert_eq!(table, found);
    }

    #[test]
    fn bit_tricks_agree_with_counting() {
        let mut random = SplitMix64::new(1);
        for round in 0..20_000 {
            let own = (0..round % 3).fold(random.next(), |own, _| own & random.next());
            let other = random.next() & random.next() & !own;
            let free = !(own | other);
            let count = |set: u64| (own & set).count_ones();
            assert_eq!(has_line(own), LINE_SETS.iter().any(|&set| count(set) == 4));
            let fourth =
                LINE_SETS.iter().filter(|&&set| count(set) == 3).fold(0, |all, &set| all | (set & !own));
            assert_eq!(fourth_cells(own) & !own, fourth);
            let third = LINE_SETS
                .iter()
                .filter(|&&set| count(set) >= 2 && set & other == 0)
                .fold(0, |all, &set| all | (set & free));
            assert_eq!(third_cells(own, free), third);
            for cell in cells(own) {
                let through = LINE_SETS.iter().any(|&set| set & bit(cell) != 0 && count(set) == 4);
                assert_eq!(has_line_through(own, cell), through);
            }
        }
    }
}
