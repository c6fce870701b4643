//! Tables for people: as text in columns of equal width, or for a browser.

use std::fmt::Write;

/// Lines of cells, the first one the head; the columns of `left` are set to the left, all others to the right.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub lines: Vec<Vec<String>>,
    left: &'static [usize],
}

impl Table {
    pub(crate) fn new<const N: usize>(head: [&str; N], left: &'static [usize]) -> Self {
        Self { lines: vec![head.map(str::to_owned).to_vec()], left }
    }

    pub(crate) fn with(mut self, lines: impl IntoIterator<Item = Vec<String>>) -> Self {
        self.lines.extend(lines);
        self
    }

    /// The table as text, two blanks between columns.
    pub(crate) fn text(&self) -> String {
        let count = self.lines.iter().map(Vec::len).max().unwrap_or(0);
        let cells = |column: usize| self.lines.iter().filter_map(move |line| line.get(column));
        let width = |column| cells(column).map(|cell| cell.chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..count).map(width).collect();
        let mut out = String::new();
        for line in &self.lines {
            let mut text = String::new();
            for (column, (cell, width)) in line.iter().zip(&widths).enumerate() {
                let space = " ".repeat(width - cell.chars().count());
                let is_left = self.left.contains(&column);
                let (before, behind) = if is_left { ("", space.as_str()) } else { (space.as_str(), "") };
                let _ = write!(text, "{before}{cell}{behind}  ");
            }
            out.push_str(text.trim_end());
            out.push('\n');
        }
        out
    }

    pub(crate) fn html(&self) -> String {
        let mut out = "<table>\n".to_owned();
        for (number, line) in self.lines.iter().enumerate() {
            let tag = if number == 0 { "th" } else { "td" };
            out.push_str("<tr>");
            for (column, cell) in line.iter().enumerate() {
                let class = if self.left.contains(&column) { " class=\"left\"" } else { "" };
                let _ = write!(out, "<{tag}{class}>{}</{tag}>", escaped(cell));
            }
            out.push_str("</tr>\n");
        }
        out + "</table>\n"
    }
}

/// Text that a browser shows as it is.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn columns_have_one_width() {
        let line = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let table = Table::new(["1", "ä", "x"], &[1]).with([line(["22", "b<d", ""]), vec![String::new()]]);
        assert_eq!(table.text(), " 1  ä    x\n22  b<d\n\n");
        assert!(table.html().contains("<td class=\"left\">b&lt;d</td>"));
    }
}
