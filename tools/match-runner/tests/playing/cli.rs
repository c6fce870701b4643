//! The command as scripts see it: flags, messages, exit statuses, and what is on which stream.

use crate::common::{FAKE, HONEST, RUNNER, Said, TWO, games, said};
use std::process::Stdio;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn help_says_what_a_script_needs() {
    let out = said(folder().path(), &["--help"]);
    let help = out.good();
    for part in ["EXIT STATUS", "--engine", "--elo0", "--concurrency", "130", "match.toml", "option.NAME"] {
        assert!(help.contains(part), "{part}");
    }
    assert!(!help.contains("Serves as the engine"));
    let out = said(folder().path(), &["--generate", "man"]);
    assert!(out.good().contains(".TH fourscore-match 1"));
}

#[test]
fn without_anything_to_play_it_says_what_to_do() {
    said(folder().path(), &[]).refused(1, &["match.toml", "--engine"]);
}

#[test]
fn mistakes_are_named() {
    let folder = folder();
    let table: &[(&[&str], &str)] = &[
        (&["--frobnicate"], "--frobnicate"),
        (&["--engine", "fourscore", "nodes=x"], "a whole number"),
        (&["--engine", "fourscore", "colour=red"], "unknown key 'colour'"),
        (&["--engine", "/bin/false", "fourscore", "nodes=1"], "--engine: command is given twice"),
        (&["--each", "nodes=1", "--each", "nodes=2", "--engine", "a"], "--each: nodes is given twice"),
        (&["--model", "x"], "logistic, normalized"),
        // As other runners have it.
        (&["-engine", "cmd=a", "-each", "tc=1"], "'-engine' is written --engine here"),
        (&["--engine", "a", "-openings", "file=x"], "'-openings' is written --openings FILE here"),
        (&["-concurrency", "4"], "'-concurrency' is written --concurrency here"),
        (&["--rounds", "4"], "'--rounds' is written --pairs N here"),
        (&["--engine", "a", "st=1"], "it is written movetime=SEC here"),
    ];
    for (arguments, part) in table {
        said(folder.path(), arguments).refused(1, &[part]);
    }
    std::fs::write(folder.path().join("match.toml"), "pairs = 3\ncolour = \"red\"\n").unwrap();
    said(folder.path(), &[]).refused(1, &["match.toml", "colour", "concurrency"]);
}

#[test]
fn a_match_on_the_command_line() {
    let folder = folder();
    let results = ["--results", "out/games"];
    let table = said(folder.path(), &[&TWO[..], &["--pairs", "2"], &results].concat()).good();
    assert!(table.contains("4 games") && table.contains("ends of games: rules 4"), "{table}");
    assert_eq!(games(&folder.path().join("out/games.jsonl")).len(), 4);
    // A second match keeps the first one's games.
    said(folder.path(), &[&TWO[..], &["--pairs", "2"], &results].concat());
    assert!(folder.path().join("out/games.jsonl.old").exists());
    assert!(folder.path().join("out/games.pgn.old").exists());
}

#[test]
fn flags_override_the_file_and_paths_start_at_its_folder() {
    let folder = folder();
    std::fs::create_dir(folder.path().join("sub")).unwrap();
    std::fs::write(folder.path().join("sub/openings.txt"), "111 444\n").unwrap();
    let toml = format!(
        "pairs = 50\nopenings = \"openings.txt\"\nresults = \"games\"\n[each]\nnodes = 1\ncommand = \"{FAKE}\"\n\
         [[engine]]\nname = \"A\"\n[[engine]]\nname = \"B\"\n"
    );
    std::fs::write(folder.path().join("sub/m.toml"), toml).unwrap();
    let out = said(folder.path(), &["sub/m.toml", "--pairs", "1", "-q"]);
    assert_eq!(out.status, Some(0), "{}", out.error);
    assert!(out.error.is_empty(), "{}", out.error);
    let games = games(&folder.path().join("sub/games.jsonl"));
    assert_eq!((games.len(), games[0]["opening"][1].as_str()), (2, Some("444")));
}

#[test]
fn exit_statuses_tell_engines_that_fail() {
    let folder = folder();
    let cheat = format!("cmd={FAKE} cheat");
    let with = |bad: &str, more: &[&str]| {
        let arguments = ["--pairs", "1", "--each", "nodes=1", "--engine", HONEST, "name=A", "--engine", bad];
        said(folder.path(), &[more, &arguments[..]].concat())
    };
    with("cmd=./no-such-engine", &[]).refused(2, &["no-such-engine"]);
    let nowhere = with(&format!("{HONEST} good"), &["--each", "dir=/no/such/folder"]);
    nowhere.refused(2, &["dir = '/no/such/folder'"]);
    let out = with(&format!("cmd={FAKE} die-at-start"), &[]);
    out.refused(2, &[]);
    let said = "on standard error it said: warning: old | no such book\n";
    assert!(out.error.ends_with(said), "{}", out.error);
    with(&cheat, &[]).good();
    let out = with(&cheat, &["--strict"]);
    assert_eq!(out.status, Some(3));
    assert!(out.text.contains("illegal-move 2"), "{}", out.text);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_with_the_table_so_far() {
    use std::io::Read;
    for signal in [rustix::process::Signal::INT, rustix::process::Signal::TERM] {
        let folder = folder();
        let mut child = std::process::Command::new(RUNNER)
            .current_dir(folder.path())
            .args(["--pairs", "1000000", "-c", "2", "--results", "r"])
            .args(TWO)
            .args(["--engine", &format!("{HONEST} stall"), "name=C"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let record = folder.path().join("r.jsonl");
        crate::common::until("a game is recorded", || {
            std::fs::read(&record).is_ok_and(|text| text.contains(&b'\n'))
        });
        let pid = rustix::process::Pid::from_child(&child);
        rustix::process::kill_process(pid, signal).unwrap();
        let mut table = String::new();
        child.stdout.take().unwrap().read_to_string(&mut table).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert!(table.contains("interrupted") && table.contains("score"), "{table}");
        let games = games(&record);
        assert!(table.contains(&format!(": {} games", games.len())), "{table}");
        let numbers: Vec<u64> = games.iter().map(|game| game["game"].as_u64().unwrap()).collect();
        assert!(numbers.is_sorted());
    }
}

/// A match of the engine built in with these settings for both, and then for the first.
fn builtin(more: &[&str], first: &[&str]) -> Said {
    let head = ["--pairs", "1", "--max-plies", "4", "-q"];
    let each = ["--each", "command=fourscore", "nodes=1"];
    let engines = [&["--engine", "name=A"], first, &["--engine", "name=B"]].concat();
    said(folder().path(), &[&head[..], &each[..], more, &engines[..]].concat())
}

#[test]
fn what_an_engine_cannot_be_set_to_is_no_match() {
    let table: &[(&[&str], &[&str], &[&str])] = &[
        (&[], &["option.Strategy=bogus"], &["Strategy", "'bogus'", "alpha-beta, ", "random"]),
        (&[], &["option.Hash=0"], &["Hash", "from 1 to 65536"]),
        (&[], &["option.Foo=1"], &["Foo", "Game, Strategy"]),
        (&["option.Hash=0"], &[], &["Hash", "from 1 to 65536"]),
        (&["--game", "chess"], &[], &["'chess'", "qubic"]),
    ];
    for (more, first, parts) in table {
        builtin(more, first).refused(2, &[&["engine 'A'"], *parts].concat());
    }
}

#[test]
fn an_option_for_every_engine_that_one_does_not_have_is_a_warning() {
    let Said { status, error: message, .. } = builtin(&["option.Foo=1"], &[]);
    assert_eq!(status, Some(0), "{message}");
    assert_eq!(message.matches("does not offer option Foo").count(), 2, "once for each engine: {message}");
}

/// The exit status of a match of two fake engines with these streams.
fn status_with(stdout: Stdio, stderr: Stdio, arguments: &[&str]) -> Option<i32> {
    let mut command = std::process::Command::new(RUNNER);
    command.args(["--pairs", "1"]).args(TWO).args(arguments);
    command.stdin(Stdio::null()).stdout(stdout).stderr(stderr).status().unwrap().code()
}

/// A pipe that nobody reads.
fn broken_pipe() -> Stdio {
    std::io::pipe().unwrap().1.into()
}

fn full() -> Stdio {
    std::fs::File::options().write(true).open("/dev/full").unwrap().into()
}

#[test]
fn nobody_has_to_listen_to_the_progress() {
    assert_eq!(status_with(Stdio::null(), broken_pipe(), &[]), Some(0));
    assert_eq!(status_with(Stdio::null(), full(), &[]), Some(0));
    assert_eq!(status_with(Stdio::null(), full(), &["--each", "option.Foo=1"]), Some(0));
    assert_eq!(status_with(Stdio::null(), full(), &["--pairs", "x"]), Some(1));
    assert_eq!(status_with(Stdio::null(), broken_pipe(), &["--engine", "/no/such"]), Some(2));
}

#[test]
fn a_result_that_cannot_be_written_is_an_error() {
    for arguments in [&[][..], &["--strict"], &["--help"]] {
        assert_eq!(status_with(full(), Stdio::null(), arguments), Some(1), "{arguments:?}");
        assert_eq!(status_with(broken_pipe(), Stdio::null(), arguments), Some(0), "{arguments:?}");
    }
}

#[test]
fn a_report_is_one_page() {
    let folder = folder();
    let engines = ["--each", "nodes=1", "--engine", HONEST, "name=A<", "--engine", HONEST, "name=B"];
    let arguments = ["--pairs", "3", "--results", "r", "--report", "out/r.html"];
    assert!(said(folder.path(), &[&arguments[..], &engines].concat()).good().contains("report: "));
    let page = std::fs::read_to_string(folder.path().join("out/r.html")).unwrap();
    assert!(page.contains("6 games of 2 engines") && page.contains("A&lt;") && page.ends_with("</html>\n"));
    assert!(page.contains(&format!("{FAKE}, 1 nodes")) && !page.contains("<h2>Faults</h2>"));
    // The same from the records alone.
    let out = said(folder.path(), &["report", "r.jsonl", "--out", "again.html"]);
    assert_eq!((out.status, out.text), (Some(0), "report: again.html\n".into()));
    assert_eq!(std::fs::read_to_string(folder.path().join("again.html")).unwrap(), page);

    std::fs::write(folder.path().join("bad.jsonl"), "{}\n").unwrap();
    let report = ["report", "bad.jsonl", "--out", "bad.html"];
    let no_results = [&["--pairs", "1", "--report", "x.html"][..], &engines].concat();
    let table: &[(&[&str], &str)] = &[
        (&report, "line 1 is not a record"),
        (&["report", "none.jsonl", "--out", "x.html"], "cannot read none.jsonl"),
        (&["report", "r.jsonl", "--out", "/dev/null/x.html"], "cannot"),
        (&no_results, "needs results"),
    ];
    for (arguments, part) in table {
        said(folder.path(), arguments).refused(1, &[part]);
    }
    assert!(!folder.path().join("bad.html").exists());
}

#[test]
fn the_runner_measures_itself() {
    let measured = said(folder().path(), &["self-check", "--moves", "500"]).good();
    for part in [
        "bare pipe ping-pong",
        "runner, a move with a clock",
        "overhead per move",
        "games per second",
        "margin",
    ] {
        assert!(measured.contains(part), "{measured}");
    }
    said(folder().path(), &["self-check", "--moves", "3"]).refused(1, &["100..=10000000"]);
}

#[test]
fn engines_run_where_they_are_told_to() {
    let folder = folder();
    // A shell that says where it may run, and then is the engine.
    let script = folder.path().join("engine.sh");
    std::fs::write(
        &script,
        format!("#!/bin/sh\ngrep Cpus_allowed_list /proc/self/status >> \"$1\"\nexec {FAKE}\n"),
    )
    .unwrap();
    let engine = format!("cmd=sh {} log", script.display());
    let each = ["--each", "nodes=1", "--engine", &engine, "name=A", "--engine", &engine, "name=B"];
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let own = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:\t")).unwrap().to_owned();
    let first: String = own.chars().take_while(char::is_ascii_digit).collect();
    for (affinity, expected) in [(first.as_str(), &first), ("none", &own)] {
        said(folder.path(), &[&["--pairs", "1", "--affinity", affinity][..], &each].concat()).good();
        let log = std::fs::read_to_string(folder.path().join("log")).unwrap();
        let all_there = log.lines().all(|line| line == format!("Cpus_allowed_list:\t{expected}"));
        assert!(all_there && log.lines().count() >= 4, "{affinity}: {log}");
        std::fs::remove_file(folder.path().join("log")).unwrap();
    }
    let out = said(folder.path(), &[&["--affinity", "0-", "--pairs", "1"][..], &each].concat());
    out.refused(1, &["affinity is one of"]);
}

#[test]
fn adjudication_is_the_same_on_the_command_line_and_in_a_file() {
    let folder = folder();
    let engines = format!(
        "[each]\nnodes = 1\ncommand = \"{FAKE}\"\n[[engine]]\nname = \"A\"\n[[engine]]\nname = \"B\"\n"
    );
    let head = "pairs = 1\nresults = \"r\"\n";
    let in_file = "[adjudicate]\ndraw-score = 10\ndraw-moves = 2\ndraw-from = 4\n";
    let lengths = |head: &str, flags: &[&str]| -> Vec<usize> {
        std::fs::write(folder.path().join("m.toml"), format!("{head}{engines}")).unwrap();
        let table = said(folder.path(), &[&["m.toml", "-q"][..], flags].concat()).good();
        assert!(table.contains("draw-by-score 2"), "{table}");
        let games = games(&folder.path().join("r.jsonl"));
        games.iter().map(|game| game["moves"].as_array().unwrap().len()).collect()
    };
    assert_eq!(lengths(&format!("{head}{in_file}"), &[]), [8, 8]);
    let flags = ["--draw-score", "10", "--draw-moves", "2", "--draw-from", "4"];
    assert_eq!(lengths(head, &flags), [8, 8]);
    assert_eq!(lengths(&format!("{head}{in_file}"), &["--draw-from", "6"]), [12, 12], "a flag overrides");
    let three = ["m.toml", "--resign-sides", "three", "--resign-score", "1"];
    said(folder.path(), &three).refused(1, &["one, two"]);
}

#[test]
fn scripts_read_events_and_the_verdict() {
    let (folder, cheat) = (folder(), format!("cmd={FAKE} cheat"));
    let engines = ["--each", "nodes=1", "--engine", HONEST, "name=A", "--engine", &cheat, "name=B"];
    let run = |more: &[&str]| {
        said(folder.path(), &[&["-q", "--random-openings", "3"], &engines[..], more].concat())
    };
    let out = run(&["--json", "--pairs", "2"]);
    let events: Vec<serde_json::Value> =
        out.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let names: Vec<_> = events.iter().map(|event| event["event"].as_str().unwrap()).collect();
    assert_eq!(names, ["begin", "game", "game", "game", "game", "end"]);
    assert_eq!((&events[0]["version"], &events[4]["engines"][0]["won"]), (&1.into(), &4.into()));
    assert_eq!((&events[1]["record"]["p1"], &events[5]["summary"]["games"]), (&"A".into(), &4.into()));
    let sprt = ["--sprt-status", "--elo0", "0", "--elo1", "200"];
    assert_eq!(run(&[&sprt[..], &["--pairs", "200"]].concat()).status, Some(10));
    assert_eq!(run(&[&sprt[..], &["--pairs", "1"]].concat()).status, Some(12));
}
