//! Lines from standard input, whatever is in it: binary, endless, cut short.

use crossbeam_channel::{Receiver, Sender, bounded};
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

impl Line {
    /// What a protocol makes of it; a line that was dropped is told in words.
    pub(super) fn command<C>(&self, parse: fn(&str) -> C, wrong: fn(String) -> C) -> C {
        match self {
            Self::Text(text) => parse(text),
            Self::TooLong => wrong(format!("a line of more than {LONGEST} bytes was skipped")),
        }
    }
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

/// The next line; `None` at the end of input, which an error is taken for.
fn next_line(reader: &mut impl BufRead) -> Option<Line> {
    loop {
        match read_line(reader) {
            Ok(line) => {
                match &line {
                    Some(Line::Text(text)) => log::trace!("> {text}"),
                    Some(Line::TooLong) => log::trace!("> (a line of more than {LONGEST} bytes)"),
                    None => log::trace!("end of input"),
                }
                return line;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                log::error!("input: {error}");
                return None;
            }
        }
    }
}

/// Where lines come from. While there is nothing else to wait for they are read by the one who asks; else by a thread, of
/// which the answer can be awaited together with other things. Waking a thread for every line would cost more than
/// most commands do.
pub struct LineSource<R> {
    /// The reader, unless the thread has it.
    here: Option<BufReader<R>>,
    requests: Sender<BufReader<R>>,
    answers: Receiver<(Option<Line>, BufReader<R>)>,
}

impl<R: Read + Send + 'static> LineSource<R> {
    /// Lines of this input.
    ///
    /// # Errors
    /// If the system refuses a thread.
    pub fn new(input: R) -> io::Result<Self> {
        let (requests, inbox) = bounded::<BufReader<R>>(1);
        let (outbox, answers) = bounded(1);
        thread::Builder::new().name("reader".into()).spawn(move || {
            for mut reader in inbox {
                let line = next_line(&mut reader);
                if outbox.send((line, reader)).is_err() {
                    break;
                }
            }
        })?;
        Ok(Self { here: Some(BufReader::new(input)), requests, answers })
    }

    /// Waits for the next line; `None` at the end of input.
    pub fn wait(&mut self) -> Option<Line> {
        if let Some(reader) = &mut self.here {
            return next_line(reader);
        }
        let answer = self.answers.recv().ok();
        answer.and_then(|answer| self.accept(answer))
    }

    /// Has the thread read the next line, and returns where it will arrive; what arrives goes to
    /// [`LineSource::accept`].
    pub fn fetch(&mut self) -> &Receiver<(Option<Line>, BufReader<R>)> {
        if let Some(reader) = self.here.take() {
            // The thread lives as long as this does.
            let _ = self.requests.send(reader);
        }
        &self.answers
    }

    /// Takes what the thread has read.
    pub fn accept(&mut self, (line, reader): (Option<Line>, BufReader<R>)) -> Option<Line> {
        self.here = Some(reader);
        line
    }
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
