//! A client of the real engine process, for tests that talk to it as a program would.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// No answer of the engine takes this long, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(120);

/// An engine process under test. It is killed when this goes out of scope.
pub(crate) struct Client {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Client {
    pub(crate) fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts the engine with these arguments.
    pub(crate) fn start_with(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_fourscore"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            output.lines().map_while(Result::ok).for_each(|line| drop(sender.send(line)));
        });
        Self { input: child.stdin.take(), child, lines }
    }

    /// Starts the engine, introduces it in this dialect (`ugi` or `uci`), and sets options (`NAME value VALUE`).
    pub(crate) fn introduced(dialect: &str, options: &[&str]) -> Self {
        let mut client = Self::start();
        client.send(dialect);
        client.until(&format!("{dialect}ok"));
        for option in options {
            client.send(&format!("setoption name {option}"));
        }
        client
    }

    /// Sends raw text with a newline after it, in one write.
    pub(crate) fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    /// Sends raw bytes in one write.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    /// The next line; no strategy may have failed.
    pub(crate) fn line(&self) -> String {
        let line = self.lines.recv_timeout(PATIENCE).expect("the engine answers");
        assert!(!line.contains("internal error"), "{line}");
        line
    }

    /// Reads up to and with the first line that starts so; returns all of them.
    pub(crate) fn until(&self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if lines.last().unwrap().starts_with(start) {
                return lines;
            }
        }
    }

    /// Everything that the engine says before it answers `isready`.
    pub(crate) fn before_ready(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Asks a query and returns the word that answers it.
    pub(crate) fn query(&mut self, query: &str) -> String {
        self.send(&format!("query {query}"));
        let line = self.line();
        line.strip_prefix("response ").expect(&line).to_owned()
    }

    /// Whether it says nothing but that it is ready, asked again and again.
    pub(crate) fn is_silent(&mut self) -> bool {
        (0..50).all(|_| self.before_ready().is_empty())
    }

    /// Closes the engine's input, and returns its remaining lines and whether it ended well.
    pub(crate) fn end(mut self) -> (Vec<String>, bool) {
        drop(self.input.take());
        let lines = self.lines.iter().collect();
        (lines, self.child.wait().unwrap().success())
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
