//! The board as the thesis numbers it: its 76 files and 18 planes in the order of the program's own data lists,
//! because the first file found decides many a move.
//!
//! The lists were printed at the end of Appendix V (pp. 119-121), ten values a line, of which the scan keeps little
//! more than the first column. That column (list places 1, 11, 21 ...) is enough to tell the order:
//!
//! * FILECELLS reads 2, 12, 9, 11, 18, 28, 25, 27, 34, .., 43: each level has ten files, four columns, four rows, the
//!   diagonal and the other one, and the list starts with the *second* column of level 1 (places 1, 21, 51 and 71 are
//!   the first cells of a column and of a row, and inner cells of a column and of the diagonal).
//! * FILENOS (seven numbers for each cell, zero-filled) starts with 76, and so does SQFILES: the first column of
//!   level 1 would be file 0, which an ALGOL array from 1 cannot hold, and was called 76. So it comes last.
//! * FILENOS goes on 69, 0, 44 and ends with .. 57, 20, 49, 70, 29, 0, 27, 62, 32, 43, 0, 39, 6 (read 0), 36, 0, 30,
//!   69, 0: verticals are 40 to 55, cell 111 first; 68 to 71 are the diagonals of level and row, column by column (69
//!   passes through 112 and 442, 70 is the last file of 333); 62 is the fifth of 411, 57 the fifth of 323.
//! * SQFILES (four parallel files for each plane) reads 76, 22, ., 23, 6, 26, 3, 29: levels, then planes of constant
//!   column, of constant row, and the six diagonal planes as in `PLANES`.
//!
//! What the fragments leave open is chosen by analogy with the levels, eight files and then two diagonals: 56 to 61
//! and 62 to 67 are the files of the two planes in which level and column run together or against each other, 72 to
//! 75 the other diagonals of level and row. Cells inside a file ascend by level, then row, then column.

use games::qubic::lines::{cell_at, sets};

const FILE_COUNT: usize = 76;
/// How many planes of sixteen cells there are.
const PLANE_COUNT: usize = 18;

/// The files 1 to 76, each with its four cells in order.
pub(crate) static FILES: [[u8; 4]; FILE_COUNT] = make_files();

/// The files as sets of cells, in the order of [`FILES`].
pub(crate) static FILE_SETS: [u64; FILE_COUNT] = sets(&make_files());

/// The planes, each with its cells 1 to 16 of figure 6.2 (here 0 to 15): four levels, four planes of constant column,
/// four of constant row, then row = level, row against level, column = level, column against level, column = row and
/// column against row.
pub(crate) static PLANES: [[u8; 16]; PLANE_COUNT] = make_planes();

/// The planes as sets of cells, in the order of [`PLANES`].
pub(crate) static PLANE_SETS: [u64; PLANE_COUNT] = sets(&make_planes());

const fn file(start: (usize, usize, usize), step: (isize, isize, isize)) -> [u8; 4] {
    let mut cells = [0; 4];
    let mut i = 0;
    while i < 4 {
        let level = start.0 as isize + i as isize * step.0;
        let row = start.1 as isize + i as isize * step.1;
        let column = start.2 as isize + i as isize * step.2;
        cells[i] = cell_at(level as usize, row as usize, column as usize) as u8;
        i += 1;
    }
    cells
}

const fn make_files() -> [[u8; 4]; FILE_COUNT] {
    // Numbered from 0 as the fragments suggest, and file 0 moved to the end.
    let mut numbered = [[0; 4]; FILE_COUNT];
    let mut a = 0;
    while a < 4 {
        let mut b = 0;
        while b < 4 {
            numbered[10 * a + b] = file((a, 0, b), (0, 1, 0));
            numbered[10 * a + 4 + b] = file((a, b, 0), (0, 0, 1));
            numbered[40 + 4 * a + b] = file((0, a, b), (1, 0, 0));
            b += 1;
        }
        numbered[10 * a + 8] = file((a, 0, 0), (0, 1, 1));
        numbered[10 * a + 9] = file((a, 0, 3), (0, 1, -1));
        numbered[56 + a] = file((0, a, 0), (1, 0, 1));
        numbered[62 + a] = file((0, a, 3), (1, 0, -1));
        numbered[68 + a] = file((0, 0, a), (1, 1, 0));
        numbered[72 + a] = file((0, 3, a), (1, -1, 0));
        a += 1;
    }
    numbered[60] = file((0, 0, 0), (1, 1, 1));
    numbered[61] = file((0, 3, 0), (1, -1, 1));
    numbered[66] = file((0, 0, 3), (1, 1, -1));
    numbered[67] = file((0, 3, 3), (1, -1, -1));
    let mut files = [[0; 4]; FILE_COUNT];
    let mut n = 0;
    while n < FILE_COUNT {
        files[n] = numbered[(n + 1) % FILE_COUNT];
        n += 1;
    }
    files
}

const fn make_planes() -> [[u8; 16]; PLANE_COUNT] {
    let mut planes = [[0; 16]; PLANE_COUNT];
    let mut a = 0;
    while a < 4 {
        let mut i = 0;
        while i < 4 {
            // Cell a * 4 + i is the i-th cell of the a-th of the plane's four parallel files.
            let n = 4 * a + i;
            let mut k = 0;
            while k < 4 {
                planes[k][n] = cell_at(k, i, a) as u8;
                planes[4 + k][n] = cell_at(a, i, k) as u8;
                planes[8 + k][n] = cell_at(a, k, i) as u8;
                k += 1;
            }
            planes[12][n] = cell_at(a, a, i) as u8;
            planes[13][n] = cell_at(a, 3 - a, i) as u8;
            planes[14][n] = cell_at(a, i, a) as u8;
            planes[15][n] = cell_at(a, i, 3 - a) as u8;
            planes[16][n] = cell_at(a, i, i) as u8;
            planes[17][n] = cell_at(a, i, 3 - i) as u8;
            i += 1;
        }
        a += 1;
    }
    planes
}

/// The cells of a set that lie in a plane, as a set of its local cells 0 to 15.
pub(crate) fn local(set: u64, plane: usize) -> u16 {
    if set & PLANE_SETS[plane] == 0 {
        return 0;
    }
    PLANES[plane].iter().enumerate().fold(0, |found, (n, &cell)| found | u16::from(set >> cell & 1 != 0) << n)
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::qubic::lines::{LINE_SETS, bit};
    use std::collections::HashSet;

    /// The number that the thesis gives to this file.
    fn number(cells: [usize; 3], step: [isize; 3]) -> usize {
        let wanted = file((cells[0] - 1, cells[1] - 1, cells[2] - 1), (step[0], step[1], step[2]));
        FILES.iter().position(|&file| file == wanted).unwrap() + 1
    }

    #[test]
    fn files_are_the_lines_of_the_game() {
        let ours: HashSet<u64> = FILE_SETS.iter().copied().collect();
        assert_eq!(ours, LINE_SETS.iter().copied().collect());
    }

    #[test]
    fn the_printed_fragments_of_filecells_fit() {
        // The tenth of them (44) is illegible, the eleventh (41) reads 410.
        let flat: Vec<u8> = FILES.iter().flatten().map(|cell| cell + 1).collect();
        let column: Vec<u8> = flat.iter().step_by(10).take(12).copied().collect();
        assert_eq!(column, [2, 12, 9, 11, 18, 28, 25, 27, 34, 44, 41, 43]);
    }

    #[test]
    fn the_printed_fragments_of_filenos_fit() {
        // Seven places for each cell: the files in ascending order (76 where the order says 0), then zeros.
        let mut list = Vec::new();
        for cell in 0..64 {
            let mut through: Vec<usize> =
                (0..FILE_COUNT).filter(|&n| FILE_SETS[(n + 75) % 76] >> cell & 1 != 0).collect();
            through.resize(7, usize::MAX);
            list.extend(through.into_iter().map(|n| match n {
                0 => 76,
                usize::MAX => 0,
                n => n,
            }));
        }
        let column: Vec<usize> = list.into_iter().step_by(10).collect();
        assert_eq!(column[..4], [76, 69, 0, 44]);
        let printed = [
            25, 57, 20, 49, 70, 29, 0, 27, 62, 32, 43, 0, 39, 0, 36, 0, 30, 69,
            0, // one 0 is printed as 6
        ];
        assert_eq!(column[column.len() - printed.len()..], printed);
        assert_eq!(number([1, 1, 1], [0, 1, 0]), 76);
    }

    #[test]
    fn the_printed_fragments_of_sqfiles_fit() {
        let numbers: Vec<usize> = PLANES
            .iter()
            .flat_map(|plane| {
                (0..4).map(|a| {
                    let set = (0..4).fold(0, |set, i| set | bit(plane[4 * a + i] as usize));
                    FILE_SETS.iter().position(|&file| file == set).unwrap() + 1
                })
            })
            .collect();
        let column: Vec<usize> = numbers.into_iter().step_by(10).collect();
        assert_eq!((column[0], column[1]), (76, 22));
        assert_eq!(column[3..], [23, 6, 26, 3, 29]);
    }

    #[test]
    fn planes_hold_ten_files_each() {
        let sets: HashSet<u64> = PLANE_SETS.iter().copied().collect();
        assert_eq!(sets.len(), PLANE_COUNT);
        for (plane, set) in PLANE_SETS.iter().enumerate() {
            assert_eq!(set.count_ones(), 16);
            assert_eq!(FILE_SETS.iter().filter(|&&file| file & set == file).count(), 10);
            assert_eq!(local(*set, plane), u16::MAX);
        }
        // Six planes through a strong cell, four through the others (chapter 3).
        let through = |cell: usize| PLANE_SETS.iter().filter(|&&set| set & bit(cell) != 0).count();
        assert_eq!((through(0), through(21), through(1)), (6, 6, 4));
    }
}
