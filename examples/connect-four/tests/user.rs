//! Connect Four keeps the laws of games, and its engine answers as a user's client asks.

use connect_four::ConnectFour;
use games::{Game, laws};
use proptest::prelude::*;
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(100) })]

    #[test]
    fn it_keeps_the_laws(picks in prop::collection::vec(any::<u16>(), 0..=42)) {
        laws::all::<ConnectFour>(&(), &picks);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "([xo1-7]{1,7}/){5}[xo1-7]{1,7}", noise in any::<String>()) {
        laws::any_text_is_read_or_refused::<ConnectFour>(&(), &text);
        laws::any_text_is_read_or_refused::<ConnectFour>(&(), &noise);
    }
}

#[test]
fn positions_are_refused_in_words() {
    let refused = |text| ConnectFour::from_text(&(), text).unwrap_err().0;
    assert!(refused("7/7/7/7/7").contains("six rows"));
    assert!(refused("7/7/7/7/7/8").contains("a row holds"));
    assert!(refused("7/7/7/7/x6/7").contains("hangs in the air"));
    assert!(refused("7/7/7/7/7/oo5").contains("as many stones"));
    assert!(refused("7/7/7/7/ooo4/xxxxo2").contains("four in a row already"));
}

/// The engine as a process.
struct Client(Child, ChildStdin, Lines<BufReader<ChildStdout>>);

impl Client {
    fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_connect-four"));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Self(child, input, BufReader::new(output).lines())
    }

    /// Sends this and reads up to and with the first line that starts so.
    fn ask(&mut self, text: &str, end: &str) -> Vec<String> {
        writeln!(self.1, "{text}").unwrap();
        let mut lines = Vec::new();
        while !lines.last().is_some_and(|line: &String| line.starts_with(end)) {
            lines.push(self.2.next().expect("the engine answers").unwrap());
        }
        lines
    }
}

#[test]
fn a_session_of_ugi() {
    let mut client = Client::start();
    let options = client.ask("ugi", "ugiok");
    let line = "option name Strategy type combo default alpha-beta var alpha-beta var random";
    assert!(options.iter().any(|option| option == line), "{options:?}");
    assert!(
        !options.iter().any(|option| option.contains("qubic") || option.contains("Rules")),
        "{options:?}"
    );
    // x has the middle of the lowest row to itself: it makes three there with both ends open.
    let commands = "isready\nposition startpos moves 4 4 3 3\ngo depth 6";
    let said = client.ask(commands, "bestmove");
    assert!(said.iter().any(|line| line.contains("score mate 3 ")), "{said:?}");
    assert!(["bestmove 2", "bestmove 5"].contains(&said.last().unwrap().as_str()), "{said:?}");
    let fen = client.ask("query fen", "response").pop();
    assert_eq!(fen.as_deref(), Some("response 7/7/7/7/2oo3/2xx3"));
    let over = client.ask("position startpos moves 1 2 1 2 1 2 1\nquery result", "response").pop();
    assert_eq!(over.as_deref(), Some("response p1win"));
    let moved = client.ask("setoption name Strategy value random\nposition startpos\ngo", "bestmove");
    assert_eq!(moved.last().unwrap().len(), "bestmove 1".len());
    for (depth, leaves) in [(1, 7), (4, 2_401), (7, 823_536), (8, 5_673_234)] {
        let counted = client.ask(&format!("perft {depth}"), "nodes");
        assert_eq!(counted.last().unwrap(), &format!("nodes {leaves}"));
    }
    writeln!(client.1, "quit").unwrap();
    assert!(client.0.wait().unwrap().success());
}
