//! Games as text in the manner of chess's portable game notation: tags, then numbered moves and a result, with comments among
//! them. Portable Draughts Notation and the match runner's records are read and written by it.

use crate::TextError;

/// A tag as a line.
pub fn tag(name: &str, value: &str) -> String {
    format!("[{name} \"{}\"]\n", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The words in lines of `width` bytes at most, where no word is longer.
pub fn wrapped(words: impl IntoIterator<Item = String>, width: usize) -> String {
    let (mut text, mut column) = (String::new(), 0);
    for word in words {
        if column > 0 && column + 1 + word.len() > width {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(&word);
        column += word.len();
    }
    text + "\n"
}

/// What a text is made of, comments and the like left out.
#[derive(Debug)]
pub enum Token<'a> {
    /// A name and a value.
    Tag(&'a str, String),
    /// A move or a result.
    Word(&'a str),
}

/// The tokens of a text; an error names what is not as it should be, and those behind it follow.
#[derive(Debug)]
pub struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    /// Those of this text.
    pub const fn of(text: &'a str) -> Self {
        Self { rest: text }
    }

    /// Reads over a comment or a variation, which ends with `end`; inner ones of the same kind are counted.
    fn skip(&mut self, begin: char, end: char) -> Result<(), TextError> {
        let mut depth = 0;
        for (at, c) in self.rest.char_indices() {
            if c == begin && (depth == 0 || begin == '(') {
                depth += 1;
            } else if c == end {
                depth -= 1;
                if depth == 0 {
                    self.rest = &self.rest[at + c.len_utf8()..];
                    return Ok(());
                }
            }
        }
        self.rest = "";
        Err(TextError::new(format!("a '{begin}' is never closed with '{end}'")))
    }

    fn skip_line(&mut self) {
        self.rest = self.rest.split_once('\n').map_or("", |(_, behind)| behind);
    }

    fn tag(&mut self) -> Result<Token<'a>, TextError> {
        let refused = || TextError::new("a tag looks like [Name \"value\"]");
        let rest = &self.rest[1..];
        let (name, behind) = rest.split_once('"').ok_or_else(refused)?;
        let mut value = String::new();
        let mut escaped = false;
        for (at, c) in behind.char_indices() {
            match c {
                '\\' if !escaped => escaped = true,
                '"' if !escaped => {
                    let tail = behind[at + 1..].trim_start();
                    self.rest = tail.strip_prefix(']').ok_or_else(refused)?;
                    return Ok(Token::Tag(name.trim(), value));
                }
                _ => {
                    value.push(c);
                    escaped = false;
                }
            }
        }
        Err(refused())
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Result<Token<'a>, TextError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            self.rest = self.rest.trim_start();
            let first = self.rest.chars().next()?;
            let skipped = match first {
                '{' => self.skip('{', '}'),
                '(' => self.skip('(', ')'),
                ';' | '%' => {
                    self.skip_line();
                    Ok(())
                }
                '[' => {
                    let tag = self.tag();
                    if tag.is_err() {
                        self.skip_line();
                    }
                    return Some(tag);
                }
                _ => {
                    let end = self.rest.find(|c: char| c.is_whitespace() || "{([;".contains(c));
                    let (word, rest) =
                        self.rest.split_at(end.unwrap_or(self.rest.len()).max(first.len_utf8()));
                    self.rest = rest;
                    // A number may stand before a move without a space: 12.11-15, 12...22-18.
                    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
                    let word = digits.strip_prefix('.').map_or(word, |behind| behind.trim_start_matches('.'));
                    if word.is_empty() || word.starts_with('$') || word.chars().all(|c| "!?".contains(c)) {
                        continue;
                    }
                    return Some(Ok(Token::Word(word)));
                }
            };
            if let Err(error) = skipped {
                return Some(Err(error));
            }
        }
    }
}
