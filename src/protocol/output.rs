//! Standard output, or whatever stands for it: lines are collected and go out in one write.

use std::io::{self, Write};

/// A writer with the text that waits for it.
pub struct Output<W> {
    /// Lines not yet written.
    pub pending: String,
    writer: W,
}

impl<W: Write> Output<W> {
    /// An output of which nothing has been written.
    pub const fn new(writer: W) -> Self {
        Self { pending: String::new(), writer }
    }

    /// Writes what is pending; `false` if nobody reads any more.
    ///
    /// # Errors
    /// As the writer's.
    pub fn flush(&mut self) -> io::Result<bool> {
        if self.pending.is_empty() {
            return Ok(true);
        }
        self.pending.lines().for_each(|line| log::trace!("< {line}"));
        let written = self.writer.write_all(self.pending.as_bytes()).and_then(|()| self.writer.flush());
        self.pending.clear();
        match written {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
            Err(error) => Err(error),
        }
    }
}
