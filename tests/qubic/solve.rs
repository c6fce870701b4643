//! `fourscore solve` as its users run it, and its certificates as the checker reads them.

use crate::common::program::{err, fourscore, out};
use std::path::Path;
use std::process::Output;

fn solve(folder: &Path, arguments: &[&str]) -> Output {
    fourscore(folder, &[&["solve"], arguments].concat())
}

fn verified(path: &Path, claim: &str) -> String {
    let bytes = std::fs::read(path).expect("written");
    let claim = claim.parse().expect("a claim");
    proof_checker::check(&bytes, Some(&claim), &mut |_| ()).expect("accepted").to_string()
}

#[test]
fn the_first_player_wins_and_the_checker_agrees() {
    let folder = tempfile::tempdir().unwrap();
    let output = solve(folder.path(), &["--game", "qubic", "--out", "q.proof"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let text = out(&output);
    assert!(text.contains("value: p1 wins (proven)"), "{text}");
    let said = text.lines().find_map(|line| line.strip_prefix("proof: ")).expect("a line on the proof");
    let numbers: Vec<u32> =
        said.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
    // What the engine counts and what the checker counts are the same.
    let expected = format!(
        "verified: game=qubic rules=- start=64 winner=p1 longest={} choices={}",
        numbers[1], numbers[0]
    );
    let path = folder.path().join("q.proof");
    assert_eq!(verified(&path, "qubic - 64 p1"), expected);
    assert!(std::fs::metadata(&path).unwrap().len() <= 100_000, "small enough to ship");
    assert!(!folder.path().join("q.proof.search").exists(), "nothing is left behind");
}

#[test]
fn a_search_that_its_limits_end_is_kept_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let question = ["--position", "x19o", "--attacker", "p1", "--out", "q.proof"];
    let mut first = question.to_vec();
    first.extend(["--nodes", "50"]);
    let output = solve(folder.path(), &first);
    assert_eq!(output.status.code(), Some(2), "{}", err(&output));
    assert!(out(&output).contains("not decided within the limits"));
    assert!(folder.path().join("q.proof.search").exists());
    assert!(!folder.path().join("q.proof").exists());
    let other = solve(folder.path(), &["--position", "x20o", "--attacker", "p1", "--out", "q.proof"]);
    assert_eq!(other.status.code(), Some(1));
    assert!(err(&other).contains("another position"), "{}", err(&other));
    let output = solve(folder.path(), &question);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(out(&output).contains("the search continues from q.proof.search, after 50 expansions"));
    assert!(!folder.path().join("q.proof.search").exists());
    assert!(verified(&folder.path().join("q.proof"), "qubic - x19o p1").starts_with("verified: "));
}

#[test]
fn values_without_a_search() {
    let folder = tempfile::tempdir().unwrap();
    let forced = solve(folder.path(), &["--position", "1xx1x3x10o2o3o18o"]);
    assert!(out(&forced).contains("value: p1 wins (proven)"), "{}", out(&forced));
    assert!(out(&forced).contains("winning move: 111"));
    let moved = solve(folder.path(), &["--position", "1xx1x3x10o2o3o18o", "--moves", "111"]);
    assert!(out(&moved).contains("value: p1 wins (proven)"));
}

#[test]
fn shortest_longest_games_of_a_late_start_are_bounded_from_both_sides() {
    let folder = tempfile::tempdir().unwrap();
    let start = ["--position", "x19o23x3o", "--attacker", "p1"];
    let mut arguments = start.to_vec();
    arguments.extend(["--minimise", "plies", "--out", "q.proof", "--nodes", "30000"]);
    let output = solve(folder.path(), &arguments);
    let text = out(&output);
    let last = text.lines().find(|line| line.starts_with("from ")).unwrap_or_default().to_owned();
    assert!(last.contains("p1 wins by ply"), "{text}{}", err(&output));
    let numbers: Vec<u32> = last.split(' ').filter_map(|word| word.trim_matches(',').parse().ok()).collect();
    let (upper, lower) = (numbers[numbers.len() - 2], numbers[numbers.len() - 1]);
    assert!(lower <= upper && lower > 4, "{last}");
    let verified = verified(&folder.path().join("q.proof"), "qubic - x19o23x3o p1");
    assert!(verified.contains(&format!("longest={} ", upper - 4)), "{verified} {last}");
}

#[test]
fn a_win_in_time_is_refuted_and_one_that_is_there_is_found_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let refuted = solve(folder.path(), &["--attacker", "p1", "--within", "13", "--refute"]);
    assert!(out(&refuted).contains("value: p1 cannot win by ply 13 (proven)"), "{}", out(&refuted));
    let won = ["--position", "1xx1x3x10o2o3o18o", "--attacker", "p1", "--within", "15", "--refute"];
    assert!(out(&solve(folder.path(), &won)).contains("value: p1 wins by ply 15 (proven)"));
    let refused = solve(folder.path(), &["--attacker", "p1", "--refute"]);
    assert!(err(&refused).contains("--within"), "{}", err(&refused));
}

#[test]
fn a_refutation_that_is_ended_is_kept_and_a_damaged_one_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["--attacker", "p1", "--within", "27", "--refute", "--time", "2", "--state", "s"];
    let ended = solve(folder.path(), &arguments);
    assert_eq!(ended.status.code(), Some(2), "{}", err(&ended));
    assert!(out(&ended).contains("what is refuted is kept in s"), "{}", out(&ended));
    assert!(out(&solve(folder.path(), &arguments)).starts_with("the search continues from s"));
    let state = folder.path().join("s");
    let kept = std::fs::read_to_string(&state).unwrap();
    let other = solve(folder.path(), &["--attacker", "p1", "--within", "11", "--refute", "--state", "s"]);
    assert!(err(&other).contains("of another position"), "{}", err(&other));
    for damaged in [kept.replace("p1", "p2"), format!("{kept}64 1\n"), "something else".to_owned()] {
        std::fs::write(&state, &damaged).unwrap();
        let refused = solve(folder.path(), &arguments);
        assert_eq!(refused.status.code(), Some(1), "{}", out(&refused));
        assert!(err(&refused).starts_with("Error: s"), "{}", err(&refused));
        assert_eq!(std::fs::read_to_string(&state).unwrap(), damaged);
    }
}

#[test]
fn fewer_positions_are_looked_for_and_the_result_holds() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["--position", "x19o", "--attacker", "p1", "--minimise", "positions", "--time", "3"];
    let output = solve(folder.path(), &[&arguments[..], &["--out", "q.proof"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let text = out(&output);
    let line = text.lines().find(|line| line.starts_with("positions with a choice: ")).expect("the counts");
    let numbers: Vec<usize> =
        line.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
    assert!(numbers[0] <= numbers[1], "{line}");
    let verified = verified(&folder.path().join("q.proof"), "qubic - x19o p1");
    assert!(verified.ends_with(&format!("choices={}", numbers[0])), "{verified}: {line}");
}

#[test]
fn classes_fill_a_table_that_is_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["--classes", "2", "--attacker", "p1", "--nodes", "40"];
    let output = solve(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(2), "{}", err(&output));
    assert!(out(&output).contains("classes of positions with 2 stones: 35; 35 tried"), "{}", out(&output));
    let again = solve(folder.path(), &arguments);
    assert!(out(&again).contains("; 0 tried in this run"), "{}", out(&again));
    let table = folder.path().join("qubic-ply-2.tsv");
    let rows = std::fs::read_to_string(&table).unwrap();
    assert_eq!(rows.lines().count(), 36);
    assert!(rows.lines().skip(1).all(|row| row.ends_with("\t40\t0")), "{rows}");
    // What is proven of one class is known in the next run.
    let search = folder.path().join("qubic-ply-2.tsv.search");
    let kept = std::fs::read(&search).unwrap();
    let more = solve(folder.path(), &[&arguments[..4], &["--nodes", "400"]].concat());
    assert!(out(&more).contains("; 35 tried in this run"), "{}", out(&more));
    assert!(std::fs::read(&search).unwrap().len() > kept.len());
    solve(folder.path(), &[&arguments[..], &["--plot", "map.svg"]].concat());
    let svg = std::fs::read_to_string(folder.path().join("map.svg")).unwrap();
    assert_eq!(svg.matches("<circle").count(), 2, "the first stone in two ways: {svg}");
    assert!(svg.contains("35 of 35 classes undecided"), "{svg}");
    // Nothing else is drawn over.
    let rows = std::fs::read_to_string(&table).unwrap();
    let over = solve(folder.path(), &[&arguments[..], &["--plot", "qubic-ply-2.tsv"]].concat());
    assert!(err(&over).contains("does not begin with '<svg'"), "{}", err(&over));
    assert_eq!(std::fs::read_to_string(&table).unwrap(), rows);
    // A graph that memory ends was not as large as was wished.
    let small = ["--classes", "1", "--attacker", "p1", "--nodes", "1000000", "--hash", "1"];
    let small = out(&solve(folder.path(), &small));
    assert!(small.contains("0 tried in this run") && small.contains("need a larger --hash"), "{small}");
    std::fs::write(&table, format!("{rows}{}\n", rows.lines().last().unwrap())).unwrap();
    let twice = solve(folder.path(), &arguments);
    assert!(err(&twice).contains("line 37: a second line for"), "{}", err(&twice));
    std::fs::write(&table, "something else\n").unwrap();
    let refused = solve(folder.path(), &arguments);
    assert_eq!(refused.status.code(), Some(1));
    assert!(err(&refused).contains("is not a table of classes"), "{}", err(&refused));
    assert_eq!(std::fs::read_to_string(&table).unwrap(), "something else\n");
}

#[test]
fn the_map_of_three_stones_is_the_one_that_comes_along() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(root.join("data/qubic/ply-3.tsv"), folder.path().join("qubic-ply-3.tsv")).unwrap();
    let text = out(&solve(folder.path(), &["--classes", "3", "--nodes", "1", "--plot", "map.svg"]));
    assert!(text.contains("classes of positions with 3 stones: 757; 0 tried in this run"), "{text}");
    let read = |path: &Path| std::fs::read_to_string(path).unwrap();
    assert_eq!(read(&folder.path().join("map.svg")), read(&root.join("docs/plots/qubic-ply-3.svg")));
    let page = read(&root.join("docs/research/solved.md"));
    for player in ["p1", "p2"] {
        let count = text.lines().find_map(|line| line.strip_prefix(&format!("won by {player}: "))).unwrap();
        assert!(page.contains(&format!(" {count} ")), "{player} {count}");
    }
}

#[test]
fn bad_arguments_are_refused_in_words_and_foreign_files_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let foreign = folder.path().join("letter.txt");
    std::fs::write(&foreign, "dear reader").unwrap();
    for (arguments, words) in [
        (&["--position", "65"][..], "--position"),
        (&["--position", "xx"], "impossible"),
        (&["--moves", "111", "111"], "not a legal move"),
        (&["--moves", "999"], "--moves 999"),
        (&["--out", "letter.txt"], "is not a certificate"),
        (&["--out", "nowhere/q.proof"], "there is no folder"),
        (&["--state", "letter.txt"], "not a search kept by this program"),
        (&["--attacker", "p3"], "p3"),
        (&["--within", "9"], "--attacker"),
    ] {
        let output = solve(folder.path(), arguments);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(err(&output).contains(words), "{arguments:?}: {}", err(&output));
    }
    assert_eq!(std::fs::read_to_string(&foreign).unwrap(), "dear reader");
}

#[test]
fn replies_are_proven_one_by_one_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["--position", "x19o", "--split", "--first", "441", "--out", "q.proof"];
    let output = solve(folder.path(), &[&arguments[..], &["--nodes", "3"]].concat());
    assert_eq!(output.status.code(), Some(2), "{}{}", out(&output), err(&output));
    let output = solve(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(0), "{}{}", out(&output), err(&output));
    assert!(out(&output).contains("value: p1 wins (proven)"));
    assert!(verified(&folder.path().join("q.proof"), "qubic - x19o p1").starts_with("verified: "));
    assert!(!folder.path().join("q.proof.search").exists());
}

#[test]
fn replies_to_a_finished_game_or_with_a_line_are_no_proof() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, words) in [
        // Over: by a line on the board, or with the first move.
        (&["--split", "--position", "xxxx20ooo37"][..], "the game is over at xxxx20ooo"),
        (&["--split", "--position", "xxx1ooo57", "--first", "114"], "the game is over with this move"),
        // The defender completes a line.
        (&["--split", "--position", "xxx1ooo57", "--first", "444"], "here the attacker cannot win"),
        (&["--split", "--position", "xxx1ooo1x55"], "here the attacker cannot win"),
        (&["--minimise", "plies", "--position", "xxxx20ooo37"], "the game is over at xxxx20ooo"),
        (&["--minimise", "positions", "--position", "xxxx20ooo37"], "the game is over at xxxx20ooo"),
    ] {
        let output = solve(folder.path(), arguments);
        assert!(err(&output).contains(words), "{arguments:?}: {}{}", out(&output), err(&output));
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let _ = std::fs::remove_file(folder.path().join("solve-qubic.search"));
    }
    let output = solve(folder.path(), &["--position", "xxxx20ooo37", "--out", "q.proof"]);
    assert!(out(&output).contains("q.proof is not written: the game is over already"), "{}", out(&output));
}

#[test]
fn every_byte_of_a_kept_search_counts() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("s");
    let plain = ["--position", "x19o", "--attacker", "p1", "--state", "s", "--nodes", "5"];
    let split = ["--position", "x19o", "--split", "--first", "441", "--state", "s", "--nodes", "3"];
    for arguments in [&plain[..], &split] {
        let output = solve(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{}{}", out(&output), err(&output));
        let bytes = std::fs::read(&kept).unwrap();
        let step = bytes.len() / 25;
        for place in (0..bytes.len()).step_by(step).chain([bytes.len() - 2, bytes.len() - 1]) {
            let mut changed = bytes.clone();
            changed[place] ^= 2;
            std::fs::write(&kept, &changed).unwrap();
            let output = solve(folder.path(), arguments);
            assert_eq!(output.status.code(), Some(1), "byte {place}: {}{}", out(&output), err(&output));
            assert!(!out(&output).contains("proven)"), "byte {place}: {}", out(&output));
            assert_eq!(std::fs::read(&kept).unwrap(), changed, "left as it is");
        }
        std::fs::write(&kept, &bytes[..bytes.len() / 2]).unwrap();
        let output = solve(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(1), "cut short");
        let words = if arguments == plain { "cannot be read" } else { "has been cut short" };
        assert!(err(&output).contains(words), "{}", err(&output));
        assert_eq!(std::fs::read(&kept).unwrap().len(), bytes.len() / 2);
        std::fs::write(&kept, [&bytes[..], b"x"].concat()).unwrap();
        assert_eq!(solve(folder.path(), arguments).status.code(), Some(1), "more than a search");
        std::fs::write(&kept, &bytes).unwrap();
        assert_eq!(solve(folder.path(), arguments).status.code(), Some(2), "whole again");
        // Neither takes up what the other has kept.
        let other = if arguments == plain { &split[..] } else { &plain };
        assert_eq!(solve(folder.path(), other).status.code(), Some(1));
        std::fs::remove_file(&kept).unwrap();
    }
}

#[test]
fn what_a_search_lacked_is_what_it_asks_for() {
    let folder = tempfile::tempdir().unwrap();
    let question = ["--position", "x19o", "--attacker", "p1"];
    let nodes = solve(folder.path(), &[&question[..], &["--nodes", "5"]].concat());
    assert!(out(&nodes).contains("the same command with a larger --nodes continues it"), "{}", out(&nodes));
    let time = solve(folder.path(), &[&question[..], &["--time", "0"]].concat());
    assert!(out(&time).contains("the same command continues it"), "{}", out(&time));
    for unused in [["--within", "9"], ["--state", "s"]] {
        let output = solve(folder.path(), &[&["--classes", "0", "--nodes", "5"][..], &unused].concat());
        assert!(err(&output).contains("cannot be used with"), "{}", err(&output));
    }
}

#[test]
fn a_class_that_one_player_does_not_win_is_open_for_the_other() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("qubic-ply-0.tsv");
    std::fs::write(&table, "position\tvalue\tp1\tp2\n64\tnot-p1\t3\t0\n").unwrap();
    let as_p1 = solve(folder.path(), &["--classes", "0", "--nodes", "9", "--attacker", "p1"]);
    assert!(out(&as_p1).contains("; 0 tried in this run"), "{}", out(&as_p1));
    assert_eq!(as_p1.status.code(), Some(0));
    let as_p2 = solve(folder.path(), &["--classes", "0", "--nodes", "9", "--attacker", "p2"]);
    assert!(out(&as_p2).contains("; 1 tried in this run"), "{}", out(&as_p2));
    assert_eq!(as_p2.status.code(), Some(2));
    // Undecided, but what was known stays.
    assert!(std::fs::read_to_string(&table).unwrap().contains("64\tnot-p1\t3\t9"));
}
