//! A match that is killed and resumed ends as if nothing had happened: no game lost, none doubled, the same table.

use crate::common;
use crate::common::{FAKE, RUNNER, engine, games, said, timeless, until};
use match_runner::random::SplitMix64;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

const KILLS: usize = 20;

/// A folder with a match of three engines under node limits.
fn folder(head: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let text = format!(
        "pairs = 12\nconcurrency = 2\nseed = 5\nresults = \"r\"\nrandom-openings = 4\n{head}\n[each]\nnodes = 300\n\
         [[engine]]\nname = \"A\"\ncommand = \"fourscore\"\n\
         [[engine]]\nname = \"B\"\ncommand = \"{FAKE}\"\n\
         [[engine]]\nname = \"C\"\ncommand = \"fourscore\"\nnodes = 30\n"
    );
    std::fs::write(folder.path().join("match.toml"), text).unwrap();
    folder
}

/// Its games, without what clock and calendar say.
fn read(folder: &Path) -> Vec<serde_json::Value> {
    timeless(games(&folder.join("r.jsonl")))
}

/// Plays to the end; the table without its first line, which tells the time.
fn finish(folder: &Path) -> String {
    let text = said(folder, &["-q", "--resume"]).good();
    assert!(text.lines().next().unwrap().ends_with("; complete"), "{text}");
    common::without_times(&text)
}

fn child(folder: &Path, arguments: &[&str]) -> std::process::Child {
    let mut command = std::process::Command::new(RUNNER);
    command.current_dir(folder).arg("-q").args(arguments);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// How many games are recorded.
fn recorded(folder: &Path) -> usize {
    std::fs::read(folder.join("r.jsonl")).map_or(0, |text| text.iter().filter(|&&byte| byte == b'\n').count())
}

/// Waits until a match that is played in this folder has recorded so many games more, or has ended; whether it has not.
fn more(folder: &Path, child: &mut std::process::Child, games: usize) -> bool {
    let enough = recorded(folder) + games;
    let mut plays = true;
    until("games are recorded", || {
        plays = child.try_wait().unwrap().is_none();
        !plays || recorded(folder) >= enough
    });
    plays
}

/// Kills the match at random moments: while it starts, and some time after it has recorded a game or two more.
fn kill_often(folder: &Path, seed: u64) {
    let mut random = SplitMix64::new(seed);
    let mut killed = 0;
    while killed < KILLS {
        let mut child = child(folder, &["--resume"]);
        let games = usize::try_from(random.below(3)).unwrap();
        let plays = more(folder, &mut child, games);
        std::thread::sleep(Duration::from_millis(random.below(40)));
        killed += usize::from(plays && child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
        if !plays {
            // It was faster than this test: there is nothing left to kill.
            for name in ["r.state", "r.jsonl", "r.pgn"] {
                std::fs::remove_file(folder.join(name)).unwrap();
            }
        }
    }
}

#[test]
fn a_match_killed_at_random_moments_ends_like_an_uninterrupted_one() {
    let [whole, torn] = [(); 2].map(|()| folder(""));
    let expected = finish(whole.path());
    kill_often(torn.path(), 1);
    let table = finish(torn.path());
    assert_eq!(read(torn.path()), read(whole.path()));
    assert_eq!(table, expected);
    let texts = [&torn, &whole].map(|it| std::fs::read_to_string(it.path().join("r.pgn")).unwrap());
    assert_eq!(texts[0].matches("[Round ").count(), texts[1].matches("[Round ").count());
    // Once more: there is nothing left to play, and nothing changes.
    assert_eq!(finish(torn.path()), expected);
    assert_eq!(read(torn.path()), read(whole.path()));
}

#[test]
fn games_that_were_adjudicated_are_taken_up_and_merged() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| common::without_times(&said(folder.path(), arguments).good());
    // Every reason: draws between the quiet ones, losses of the one that despairs, wins that are proven.
    let text = "pairs = 1\nseed = 5\nresults = \"r\"\nrandom-openings = 2\n[each]\nnodes = 3000\n\
         [adjudicate]\ndraw-score = 10\ndraw-moves = 3\nresign-score = 800\nwin-nodes = 100000\n\
         [[engine]]\nname = \"strong\"\ncommand = \"fourscore\"\n\
         [[engine]]\nname = \"weaker\"\ncommand = \"fourscore\"\nnodes = 300\n";
    let quiet = engine("quiet", "") + &engine("as quiet", "") + &engine("sad", "despair");
    std::fs::write(folder.path().join("match.toml"), text.to_owned() + &quiet).unwrap();
    let expected = run(&["-q"]);
    let record = folder.path().join("r.jsonl");
    let whole = games(&record);
    for reason in ["draw-by-score", "loss-by-score", "proven-win"] {
        assert!(whole.iter().any(|game| game["reason"] == reason), "{reason}: {expected}");
    }
    for (player, result) in [("p1", "p2win"), ("p2", "p1win")] {
        let despairs = |game: &&serde_json::Value| game["reason"] == "loss-by-score" && game[player] == "sad";
        let mut despaired = whole.iter().filter(despairs).peekable();
        assert!(despaired.peek().is_some(), "{player}: {expected}");
        assert!(despaired.all(|game| game["result"] == result), "{player}: {expected}");
    }
    let lines = std::fs::read_to_string(&record).unwrap();
    let kept: Vec<&str> = lines.split_inclusive('\n').collect();
    std::fs::write(&record, kept[..kept.len() / 2].concat()).unwrap();
    assert_eq!(run(&["-q", "--resume"]), expected);
    assert_eq!(timeless(games(&record)), timeless(whole.clone()));
    assert_eq!(run(&["-q", "--resume"]), expected, "with nothing left to play");

    for part in ["1/2", "2/2"] {
        run(&["-q", "--results", "p", "--shard", part]);
    }
    assert_eq!(run(&["merge", "--results", "joined", "p.1-of-2", "p.2-of-2"]), expected);
    assert_eq!(timeless(games(&folder.path().join("joined.jsonl"))), timeless(whole));
}

#[cfg(unix)]
#[test]
fn a_match_interrupted_by_a_signal_goes_on() {
    let [whole, torn] = [(); 2].map(|()| folder(""));
    let expected = finish(whole.path());
    for games in 1..=3 {
        let mut child = child(torn.path(), &["--resume"]);
        more(torn.path(), &mut child, games);
        let pid = rustix::process::Pid::from_child(&child);
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::TERM);
        child.wait().unwrap();
    }
    assert_eq!(finish(torn.path()), expected);
    assert_eq!(read(torn.path()), read(whole.path()));
}

/// Interrupted while openings are checked or engines are started there is no match yet: nothing is written that a later
/// one could be taken for, and what was there stays.
#[cfg(unix)]
#[test]
fn a_match_interrupted_before_it_begins_leaves_nothing() {
    let balance = "random-openings = 2\n[balance]\ncommand = \"fourscore\"\nnodes = 2000000000000\n";
    // The last one has been asked what it knows, and does not answer.
    let cases = [
        ("random-openings = 2\n", "sleep 600".to_owned()),
        (balance, FAKE.to_owned()),
        ("game = \"mystery\"\nreply-timeout = 300\n", format!("{FAKE} ready-once log")),
    ];
    for (head, engine) in cases {
        let folder = tempfile::tempdir().unwrap();
        let text = format!(
            "pairs = 2\nresults = \"r\"\nstart-timeout = 300\nmove-timeout = 300\n{head}[each]\nnodes = 30\n\
             [[engine]]\ncommand = \"{engine}\"\n[[engine]]\nname = \"B\"\ncommand = \"{FAKE}\"\n"
        );
        std::fs::write(folder.path().join("match.toml"), text).unwrap();
        std::fs::write(folder.path().join("r.jsonl"), "earlier\n").unwrap();
        let mut command = std::process::Command::new(RUNNER);
        command.current_dir(folder.path()).arg("-q").stdout(Stdio::null()).stderr(Stdio::null());
        let mark = folder.path().to_str().unwrap();
        let mut child = command.env("MARK_OF_THIS_TEST", mark).spawn().unwrap();
        let asked =
            || std::fs::read_to_string(folder.path().join("log")).is_ok_and(|log| log.contains("query"));
        until("an engine is started", || {
            common::processes(Some(mark)).len() > 1 && (!head.contains("mystery") || asked())
        });
        let pid = rustix::process::Pid::from_child(&child);
        rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{engine}");
        assert_eq!(std::fs::read_to_string(folder.path().join("r.jsonl")).unwrap(), "earlier\n");
        assert!(!folder.path().join("r.state").exists());
    }
}

#[test]
fn what_cannot_be_resumed_is_refused_in_words() {
    let folder = folder("");
    let run = |arguments: &[&str]| said(folder.path(), &[&["-q"], arguments].concat());
    let small = ["--tournament", "gauntlet", "--pairs", "1"];
    let again = |more: &[&str]| run(&[&small[..], &["--resume"], more].concat());
    run(&small).good();
    let before = std::fs::read(folder.path().join("r.jsonl")).unwrap();
    again(&["--seed", "6"]).refused(1, &["seed: it was 5, now it is 6"]);
    // The concurrency may change.
    again(&["--concurrency", "1"]).good();
    assert_eq!(std::fs::read(folder.path().join("r.jsonl")).unwrap(), before);

    let foreign = String::from_utf8(before.clone()).unwrap();
    let foreign = foreign.lines().last().unwrap().replacen("{\"game\":", "{\"game\":9", 1);
    std::fs::write(folder.path().join("r.jsonl"), [&before[..], foreign.as_bytes(), b"\n"].concat()).unwrap();
    again(&[]).refused(1, &["it is not a game of this match"]);
    // A line that a dying process has left unfinished, within a character.
    std::fs::write(folder.path().join("r.jsonl"), [&before[..], b"{\"p1\":\"\xc3"].concat()).unwrap();
    again(&[]).good();
    assert_eq!(std::fs::read(folder.path().join("r.jsonl")).unwrap(), before);

    again(&["--results", ""]).refused(1, &["without results"]);
    let state = folder.path().join("r.state");
    std::fs::write(&state, "{").unwrap();
    again(&[]).refused(1, &["damaged"]);
    std::fs::remove_file(&state).unwrap();
    again(&[]).refused(1, &["is missing"]);
    assert_eq!(std::fs::read(folder.path().join("r.jsonl")).unwrap(), before, "nothing was overwritten");
}

#[test]
fn two_matches_cannot_write_the_same_files() {
    let folder = folder("");
    let mut first = child(folder.path(), &["--pairs", "1000000"]);
    until("the first one plays", || folder.path().join("r.state").exists());
    said(folder.path(), &["-q"]).refused(1, &["another match is writing"]);
    first.kill().unwrap();
    first.wait().unwrap();
}

/// A match that is complete goes on with more pairs, as if it had had them from the beginning.
#[test]
fn a_complete_match_can_be_extended() {
    for head in ["", "balance-window = 1000\n[balance]\ncommand = \"fourscore\"\nnodes = 30\n"] {
        let [whole, grown] = [(); 2].map(|()| folder(head));
        let text = std::fs::read_to_string(grown.path().join("match.toml")).unwrap();
        for pairs in [3, 12] {
            let text = text.replace("pairs = 12", &format!("pairs = {pairs}"));
            std::fs::write(grown.path().join("match.toml"), text).unwrap();
            finish(grown.path());
        }
        assert_eq!(finish(whole.path()), finish(grown.path()));
        assert_eq!(read(whole.path()), read(grown.path()));
        std::fs::write(grown.path().join("match.toml"), text.replace("pairs = 12", "pairs = 3")).unwrap();
        let status = said(grown.path(), &["-q", "--resume"]).status;
        assert_eq!(status, Some(1), "fewer pairs are another match");
    }
}
