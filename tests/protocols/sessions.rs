//! The sessions of `sessions.txt`, with every protocol.

use crate::client::Client;

/// Whether a line is as expected, `*` standing for anything.
fn fits(line: &str, expected: &str) -> bool {
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

#[test]
fn every_session_is_answered_as_it_is_written() {
    let (_, sessions) = include_str!("sessions.txt").split_once("\n== ").unwrap();
    for session in sessions.split("\n== ") {
        let (title, rest) = session.split_once("\n$ ").unwrap();
        let (how, lines) = rest.split_once('\n').unwrap();
        let mut client = started(how);
        let mut skipping = false;
        for line in lines.lines().filter(|line| !line.is_empty()) {
            if let Some(command) = line.strip_prefix("> ") {
                client.send(command);
            } else if line == "..." {
                skipping = true;
            } else {
                let mut said = client.answer();
                while skipping && !fits(&said, line) {
                    said = client.answer();
                }
                skipping = false;
                assert!(fits(&said, line), "{title}: {said}, not {line}");
            }
        }
    }
}
