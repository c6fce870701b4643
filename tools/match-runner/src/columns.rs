//! Text in columns of equal width, for people.

use std::fmt::Write;

/// Lines of cells in columns of equal width, two blanks between them; the columns of `left` are set to the left, all
/// others to the right.
pub(crate) fn aligned(lines: &[Vec<String>], left: &[usize]) -> String {
    let count = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        lines.iter().filter_map(|line| line.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    let mut out = String::new();
    for line in lines {
        let mut text = String::new();
        for (column, (cell, width)) in line.iter().zip(&widths).enumerate() {
            let space = " ".repeat(width - cell.chars().count());
            let (before, behind) =
                if left.contains(&column) { ("", space.as_str()) } else { (space.as_str(), "") };
            let _ = write!(text, "{before}{cell}{behind}  ");
        }
        out.push_str(text.trim_end());
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::aligned;

    #[test]
    fn columns_have_one_width() {
        let line = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let lines = [line(["1", "ä", "x"]), line(["22", "bcd", ""]), vec![String::new()]];
        assert_eq!(aligned(&lines, &[1]), " 1  ä    x\n22  bcd\n\n");
    }
}
