//! The terminal: lines that can be edited where it is one, colours where it has some.

use anstyle::{AnsiColor, Style};
use engine::protocol::lines::{Line, read_line};
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use std::io::{self, BufRead, IsTerminal, Write};

/// Where lines come from.
pub(super) enum Input<'a> {
    /// A person at a terminal: lines are edited, earlier ones come again.
    Editor(Box<DefaultEditor>),
    Text(Box<dyn BufRead + 'a>),
}

impl Input<'_> {
    /// Standard input.
    pub(super) fn standard() -> anyhow::Result<Self> {
        if io::stdin().is_terminal() && io::stdout().is_terminal() {
            return Ok(Self::Editor(Box::new(DefaultEditor::new()?)));
        }
        Ok(Self::Text(Box::new(io::stdin().lock())))
    }

    /// The next line after this prompt, without blanks around it; `None` at the end of input.
    pub(super) fn line(&mut self, prompt: &str, output: &mut impl Write) -> anyhow::Result<Option<String>> {
        match self {
            Self::Editor(editor) => loop {
                match editor.readline(prompt) {
                    Ok(line) => {
                        editor.add_history_entry(&line)?;
                        return Ok(Some(line.trim().to_owned()));
                    }
                    Err(ReadlineError::Eof) => return Ok(None),
                    Err(ReadlineError::Interrupted) => writeln!(output, "Type quit to leave the game")?,
                    Err(error) => return Err(error.into()),
                }
            },
            Self::Text(text) => {
                write!(output, "{prompt}")?;
                output.flush()?;
                let line = match read_line(text)? {
                    Some(Line::Text(line)) => line.trim().to_owned(),
                    Some(Line::TooLong) => String::new(),
                    None => return Ok(None),
                };
                // What was typed stands where a terminal would show it.
                writeln!(output, "{line}")?;
                Ok(Some(line))
            }
        }
    }
}

/// Whether a board is drawn in colours.
#[derive(Clone, Copy)]
pub(super) struct Colours(pub(super) bool);

impl Colours {
    /// As standard output has them: none in a file, on a terminal that is dumb, or where `NO_COLOR` is set.
    pub(super) fn of_terminal() -> Self {
        Self(anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never)
    }

    /// A drawing with the pieces of the sides in two colours, what is marked bold, and what is empty dim.
    pub(super) fn paint(self, drawing: &str) -> String {
        if !self.0 {
            return drawing.to_owned();
        }
        drawing.lines().map(painted).collect::<Vec<_>>().join("\n")
    }
}

/// A line with every letter that stands alone painted as a piece, unless they are the names of columns.
fn painted(line: &str) -> String {
    let letters: Vec<char> = line.chars().collect();
    let alone = |at: usize| {
        let neighbour =
            |at: Option<usize>| at.and_then(|at| letters.get(at)).is_none_or(|c| !c.is_alphanumeric());
        neighbour(at.checked_sub(1)) && neighbour(Some(at + 1))
    };
    let columns = line.split_whitespace().collect::<Vec<_>>().starts_with(&["a", "b", "c"]);
    let (mut out, mut marked) = (String::new(), false);
    for (at, &letter) in letters.iter().enumerate() {
        marked &= !matches!(letter, ')' | ']');
        let style = match letter {
            'x' | 'b' | 'B' if alone(at) && !columns => AnsiColor::Red.on_default(),
            'o' | 'w' | 'W' if alone(at) && !columns => AnsiColor::Cyan.on_default(),
            '.' => Style::new().dimmed(),
            _ => Style::new(),
        };
        let style = if marked { style.bold() } else { style };
        if style == Style::new() {
            out.push(letter);
        } else {
            out.push_str(&format!("{style}{letter}{style:#}"));
        }
        marked |= matches!(letter, '(' | '[');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_painted_and_names_of_columns_are_not() {
        let text = "   2 [x] . (22)  o\n      a  b  c  o";
        assert_eq!(Colours(false).paint(text), text);
        let painted = Colours(true).paint(text);
        assert_eq!(anstream::adapter::strip_str(&painted).to_string(), text);
        assert!(painted.contains("[\u{1b}[1m\u{1b}[31mx\u{1b}[0m]"), "{painted:?}");
        assert!(painted.contains("\u{1b}[36mo\u{1b}[0m\n      a  b  c  o"), "{painted:?}");
        assert_eq!(painted.matches("\u{1b}[1m2").count(), 2, "{painted:?}");
    }
}
