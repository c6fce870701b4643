//! Bytes to lines, whatever the bytes: an engine that writes megabytes without a newline must not make the runner
//! grow, and one that writes a line in ten pieces must still be understood.

use std::borrow::Cow;
use std::ops::Range;

/// No line of any protocol is longer.
pub(super) const LONGEST_LINE: usize = 64 * 1024;

/// Bytes that have arrived and not been taken yet.
#[derive(Debug, Default)]
pub(super) struct LineBuffer {
    data: Vec<u8>,
    /// Where the first line not yet taken begins.
    start: usize,
    /// Up to where it has been searched for a newline.
    searched: usize,
}

/// A line that is longer than [`LONGEST_LINE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLong;

impl LineBuffer {
    pub(super) fn push(&mut self, bytes: &[u8]) {
        if self.start > 0 {
            self.data.drain(..self.start);
            self.searched -= self.start;
            self.start = 0;
        }
        self.data.extend_from_slice(bytes);
    }

    /// How many bytes wait to be taken.
    fn len(&self) -> usize {
        self.data.len() - self.start
    }

    /// Takes the next complete line, as a place to be looked up by [`Self::text`]; `None` if there is none yet.
    pub(super) fn take(&mut self) -> Result<Option<Range<usize>>, TooLong> {
        let from = self.searched.max(self.start);
        match self.data[from..].iter().position(|&byte| byte == b'\n') {
            Some(offset) => {
                let line = self.start..from + offset;
                self.start = line.end + 1;
                self.searched = self.start;
                if line.len() > LONGEST_LINE { Err(TooLong) } else { Ok(Some(line)) }
            }
            None => {
                self.searched = self.data.len();
                if self.len() > LONGEST_LINE { Err(TooLong) } else { Ok(None) }
            }
        }
    }

    /// The text of a line just taken, without blanks around it.
    pub(super) fn text(&self, line: Range<usize>) -> Cow<'_, str> {
        String::from_utf8_lossy(self.data.get(line).unwrap_or_default().trim_ascii())
    }
}

/// Whether a line holds bytes that no text has: control characters other than tabs, carriage returns and escapes
/// (of colours).
pub(super) fn is_binary(line: &str) -> bool {
    line.bytes().any(|byte| byte < 0x20 && !matches!(byte, b'\t' | b'\r' | 0x1b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lines_of(pieces: &[&[u8]]) -> Vec<String> {
        let mut buffer = LineBuffer::default();
        let mut lines = Vec::new();
        for piece in pieces {
            buffer.push(piece);
            while let Some(line) = buffer.take().unwrap() {
                lines.push(buffer.text(line).into_owned());
            }
        }
        lines
    }

    proptest! {
        #[test]
        fn lines_do_not_depend_on_how_they_arrive(text in "[a-c\n\r ]{0,60}", cut in 0_usize..20) {
            let bytes = text.as_bytes();
            let whole = lines_of(&[bytes]);
            let pieces: Vec<&[u8]> = bytes.chunks(cut + 1).collect();
            prop_assert_eq!(&whole, &lines_of(&pieces));
            let end = text.rfind('\n').map_or(0, |n| n + 1);
            let expected: Vec<String> =
                text[..end].split_terminator('\n').map(|line| line.trim().to_owned()).collect();
            prop_assert_eq!(whole, expected);
        }
    }

    #[test]
    fn endless_lines_are_refused_in_bounded_memory() {
        let mut buffer = LineBuffer::default();
        let mut refused = 0;
        for _ in 0..1000 {
            buffer.push(&[b'x'; 1024]);
            if buffer.take().is_err() {
                buffer = LineBuffer::default();
                refused += 1;
            }
        }
        assert_eq!(refused, 1000 * 1024 / (LONGEST_LINE + 1024));
    }

    #[test]
    fn binary_is_told_from_text() {
        assert!(is_binary("a\0b") && is_binary("\u{1}"));
        assert!(!is_binary("info string \t \u{1b}[31mred\u{1b}[0m") && !is_binary("Ünïcode \u{fffd}"));
    }
}
