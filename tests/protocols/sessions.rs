//! The sessions of `sessions.txt`, with every protocol.

use crate::client::Client;

/// Whether a line is as expected, `*` standing for anything.
fn fits(line: &str, expected: &str) -> bool {
    if expected.contains('#') {
        let shape = line.split(|c: char| c.is_ascii_digit()).filter(|part| !part.is_empty());
        return line.ends_with(|c: char| c.is_ascii_digit())
            && shape.eq(expected.split('#').filter(|part| !part.is_empty()));
    }
    let Some((start, rest)) = expected.split_once('*') else { return line == expected };
    let Some(mut left) = line.strip_prefix(start) else { return false };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let end = parts.pop().unwrap_or_default();
    parts.into_iter().all(|part| left.split_once(part).map(|(_, after)| left = after).is_some())
        && left.ends_with(end)
}

/// The client of a session, by its first line.
fn started(how: &str) -> Client {
    let mut words = how.split(' ');
    match words.next() {
        Some("native") => Client::start(),
        Some(dialect @ ("ugi" | "uci")) => Client::introduced(dialect, &[]),
        protocol => Client::speaking(protocol.unwrap(), &words.collect::<Vec<_>>()),
    }
}

/// The line without what the clock decides, as Hub tells it.
fn timeless(line: &str) -> String {
    let words = line.split(' ').filter(|word| !word.starts_with("time=") && !word.starts_with("nps="));
    words.collect::<Vec<_>>().join(" ")
}

/// Holds a client to these lines: what is sent after `> `, `...` for any lines, `(silence)`, and answers.
pub(crate) fn hold(title: &str, client: &mut Client, lines: &str) {
    let mut skipping = false;
    for line in lines.lines().filter(|line| !line.is_empty()) {
        if let Some(command) = line.strip_prefix("> ") {
            client.send(command);
        } else if line == "..." {
            skipping = true;
        } else if line == "(silence)" {
            assert!(client.is_silent(), "{title}");
        } else {
            let fits = |said: &str| fits(&timeless(said), &timeless(line));
            let mut said = client.answer();
            while skipping && !fits(&said) {
                said = client.answer();
            }
            skipping = false;
            assert!(fits(&said), "{title}: {said}, not {line}");
        }
    }
}

/// The transcript in `protocol.md` under this heading.
pub(crate) fn documented(heading: &str) -> &'static str {
    let text = include_str!("../../protocol.md");
    let (_, rest) = text.split_once(&format!("\n## {heading}\n")).unwrap();
    let (_, rest) = rest.split_once("```text\n").unwrap();
    rest.split_once("```").unwrap().0
}

#[test]
fn every_session_is_answered_as_it_is_written() {
    let (_, sessions) = include_str!("sessions.txt").split_once("\n== ").unwrap();
    for session in sessions.split("\n== ") {
        let (title, rest) = session.split_once("\n$ ").unwrap();
        let (how, lines) = rest.split_once('\n').unwrap();
        let mut client = started(how);
        hold(title, &mut client, lines);
        assert!(client.end().1, "{title}: how it ends");
    }
}
