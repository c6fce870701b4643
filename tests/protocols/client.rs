//! A client of the real engine process, for tests that talk to it as a program would.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// No answer of the engine takes this long, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(120);

/// An engine process under test. It is killed when this goes out of scope.
pub(crate) struct Client {
    pub(crate) child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// How lines end.
    end: &'static str,
    /// How lines begin that are no answers.
    remarks: &'static [&'static str],
}

impl Client {
    pub(crate) fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts the engine with these arguments.
    pub(crate) fn start_with(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fourscore"));
        command.args(arguments);
        Self::spawn(command, "\n", &[])
    }

    /// Starts the engine with this protocol, `gomocup` or `hub`, and these arguments.
    pub(crate) fn speaking(protocol: &str, arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fourscore"));
        command.args(["--protocol", protocol]).args(arguments);
        match protocol {
            "gomocup" => Self::brain(command),
            _ => Self::spawn(command, "\n", &["info "]),
        }
    }

    /// Starts a brain of Gomocup.
    pub(crate) fn brain(command: Command) -> Self {
        Self::spawn(command, "\r\n", &["MESSAGE ", "DEBUG "])
    }

    fn spawn(mut command: Command, end: &'static str, remarks: &'static [&'static str]) -> Self {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            output.split(b'\n').map_while(Result::ok).for_each(|line| {
                let line = String::from_utf8(line).unwrap() + "\n";
                let _ = sender.send(line.strip_suffix(end).expect(end).to_owned());
            });
        });
        Self { input: child.stdin.take(), child, lines, end, remarks }
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

    /// Sends raw text with the end of a line after it, in one write.
    pub(crate) fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}{}", self.end).as_bytes());
    }

    /// The next line that is no remark.
    pub(crate) fn answer(&self) -> String {
        let is_remark = |line: &String| self.remarks.iter().any(|start| line.starts_with(start));
        std::iter::repeat_with(|| self.line()).find(|line| !is_remark(line)).unwrap()
    }

    /// Sends lines, and returns the answer to the last.
    pub(crate) fn ask_all(&mut self, lines: &[&str]) -> String {
        lines.iter().for_each(|line| self.send(line));
        self.answer()
    }

    pub(crate) fn ask(&mut self, line: &str) -> String {
        self.ask_all(&[line])
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
