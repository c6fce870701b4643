//! Lines from standard input, whatever is in it: binary, endless, cut short.

use crossbeam_channel::{Receiver, bounded};
use std::io::{self, BufRead, BufReader, Read};
use std::thread;

/// Longer lines are cut: nothing that is meant is this long.
pub const LONGEST: usize = 1 << 20;

/// A line, or what came in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The line without its end; bytes that are no UTF-8 are replaced.
    Text(String),
    /// A line of more than [`LONGEST`] bytes, which was dropped.
    TooLong,
}

/// Reads a line; `None` at the end of input.
///
/// # Errors
/// As the reader's.
pub fn read_line(reader: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let limit = LONGEST as u64 + 1;
    if reader.by_ref().take(limit).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    } else if bytes.len() > LONGEST {
        skip_to_newline(reader)?;
        return Ok(Some(Line::TooLong));
    }
    Ok(Some(Line::Text(String::from_utf8_lossy(&bytes).into_owned())))
}

fn skip_to_newline(reader: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = reader.fill_buf()?;
        let (used, done) = match buffer.iter().position(|&b| b == b'\n') {
            Some(end) => (end + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        reader.consume(used);
        if done {
            return Ok(());
        }
    }
}

/// Reads lines in a thread of its own until the input ends; then the channel closes.
///
/// # Errors
/// If the system refuses a thread.
pub fn spawn_reader(input: impl Read + Send + 'static) -> io::Result<Receiver<Line>> {
    let (sender, receiver) = bounded(1024);
    thread::Builder::new().name("reader".into()).spawn(move || {
        let mut reader = BufReader::new(input);
        loop {
            match read_line(&mut reader) {
                Ok(Some(line)) => {
                    if sender.send(line).is_err() {
                        break;
                    }
                }
                Ok(None) => break,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    log::error!("standard input: {error}");
                    break;
                }
            }
        }
    })?;
    Ok(receiver)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut bytes: &[u8]) -> Vec<Line> {
        std::iter::from_fn(|| read_line(&mut bytes).unwrap()).collect()
    }

    #[test]
    fn lines_of_all_kinds() {
        let text = |s: &str| Line::Text(s.into());
        assert_eq!(all(b"a\r\n\nb"), [text("a\r"), text(""), text("b")]);
        assert_eq!(all(b"\xff\n"), [text("\u{fffd}")]);
        let mut long = vec![b'x'; LONGEST];
        assert_eq!(all(&long), [text(&"x".repeat(LONGEST))]);
        long.extend(b"yyy\nquit\n");
        assert_eq!(all(&long), [Line::TooLong, text("quit")]);
    }
}
