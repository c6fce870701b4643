//! The transcript in `protocol.md` is what the engine really says, but for times and speeds.
//!
//! After a change that is meant, `UPDATE_TRANSCRIPT=1 cargo test --test protocols transcript` writes the new answers into the
//! file; the commands in it stay.

use crate::client::Client;
use crate::timeless;
use std::path::Path;

/// What the engine says to these commands, each command with `> ` before it.
fn replay(commands: &[&str]) -> Vec<String> {
    let mut client = Client::start();
    let mut transcript = Vec::new();
    for &command in commands {
        transcript.push(format!("> {command}"));
        if command == "quit" {
            break;
        }
        // Everything is asked for by an isready behind the command, which stands for a command that is one itself.
        if command != "isready" {
            client.send(command);
        }
        if command.starts_with("go ") && !command.contains('-') {
            transcript.extend(client.until("bestmove"));
        }
        transcript.extend(client.before_ready());
        if command == "isready" {
            transcript.push("readyok".into());
        }
    }
    transcript
}

#[test]
fn the_transcript_is_true() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once("\n## A session\n").unwrap();
    let (words, rest) = rest.split_once("```text\n").unwrap();
    let (written, after) = rest.split_once("\n```").unwrap();
    let commands: Vec<_> = written.lines().filter_map(|line| line.strip_prefix("> ")).collect();
    assert!(commands.len() > 10 && commands.last() == Some(&"quit"));
    let said = replay(&commands);
    if std::env::var_os("UPDATE_TRANSCRIPT").is_some() {
        // Lines that differ by the clock alone stay as they are.
        let old =
            |line: &String| written.lines().find(|old| timeless(old) == timeless(line)).map(str::to_owned);
        let new: Vec<_> = said.iter().map(|line| old(line).unwrap_or_else(|| line.clone())).collect();
        let new = new.join("\n");
        std::fs::write(&path, format!("{before}\n## A session\n{words}```text\n{new}\n```{after}")).unwrap();
        return;
    }
    for (expected, line) in written.lines().zip(&said) {
        assert_eq!(timeless(line), timeless(expected));
    }
    assert_eq!(written.lines().count(), said.len());
}
