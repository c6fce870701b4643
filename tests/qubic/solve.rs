//! `fourscore solve` as its users run it, and its certificates as the checker reads them.

use crate::common::program::{killed_when_kept, says};
use std::path::Path;

/// What `solve` says, which ends with this code and says these words.
fn solve(folder: &Path, arguments: &[&str], code: i32, words: &[&str]) -> String {
    says(folder, &[&["solve"], arguments].concat(), code, words)
}

fn verified(path: &Path, claim: &str) -> String {
    let bytes = std::fs::read(path).expect("written");
    let claim = claim.parse().expect("a claim");
    proof_checker::check(&bytes, Some(&claim), &mut |_| ()).expect("accepted").to_string()
}

/// The whole numbers in a text.
fn numbers<T: std::str::FromStr>(text: &str) -> Vec<T> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect()
}

#[test]
fn the_first_player_wins_and_the_checker_agrees() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["--game", "qubic", "--out", "q.proof"];
    let text = solve(folder.path(), &arguments, 0, &["value: p1 wins (proven)"]);
    let said = text.lines().find_map(|line| line.strip_prefix("proof: ")).expect("a line on the proof");
    let numbers: Vec<u32> = numbers(said);
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
    let first = [&question[..], &["--nodes", "50"]].concat();
    solve(folder.path(), &first, 2, &["not decided within the limits"]);
    assert!(folder.path().join("q.proof.search").exists());
    assert!(!folder.path().join("q.proof").exists());
    let other = ["--position", "x20o", "--attacker", "p1", "--out", "q.proof"];
    solve(folder.path(), &other, 1, &["another position"]);
    solve(folder.path(), &question, 0, &["the search continues from q.proof.search, after 50 expansions"]);
    assert!(!folder.path().join("q.proof.search").exists());
    assert!(verified(&folder.path().join("q.proof"), "qubic - x19o p1").starts_with("verified: "));
}

#[test]
fn a_killed_search_goes_on_from_what_it_had_kept() {
    let folder = tempfile::tempdir().unwrap();
    let graph = "the search continues from graph, after";
    for (arguments, file, words) in [
        (&["--attacker", "p1", "--within", "25", "--state"][..], "graph", graph),
        (
            &["--moves", "112", "111", "--attacker", "p1", "--within", "23", "--refute", "--state"],
            "refuted",
            "continues from",
        ),
        (&["--first", "112", "--split", "--state"], "replies", "is kept in replies"),
        (&["--classes", "3", "--table"], "classes", "kept in classes.search"),
    ] {
        let arguments = [arguments, &[file]].concat();
        let state = if file == "classes" { "classes.search" } else { file };
        let (mut size, mut kills) = (0, 0);
        // No more than its head is shorter.
        while size <= 120 {
            killed_when_kept(folder.path(), &[&["solve"], &arguments[..]].concat(), state);
            let text = solve(folder.path(), &[&arguments[..], &["--time", "0"]].concat(), 2, &[words]);
            let before =
                std::mem::replace(&mut size, std::fs::read(folder.path().join(state)).unwrap().len());
            assert!(size >= before, "{arguments:?}: {before} bytes before, {size} now: {text}");
            kills += 1;
            assert!(kills < 50, "{arguments:?}: nothing but a head is kept");
        }
    }
}

#[test]
fn values_without_a_search() {
    let folder = tempfile::tempdir().unwrap();
    let forced = ["--position", "1xx1x3x10o2o3o18o", "--moves", "111"];
    solve(folder.path(), &forced[..2], 0, &["value: p1 wins (proven)", "winning move: 111"]);
    solve(folder.path(), &forced, 0, &["value: p1 wins (proven)"]);
}

#[test]
fn shortest_longest_games_of_a_late_start_are_bounded_from_both_sides() {
    let folder = tempfile::tempdir().unwrap();
    let start = ["--position", "x19o23x3o", "--attacker", "p1"];
    let plies = ["--minimise", "plies", "--out", "q.proof", "--nodes", "30000"];
    let text = solve(folder.path(), &[&start[..], &plies].concat(), 2, &["p1 wins by ply"]);
    let last = text.lines().find(|line| line.starts_with("from ")).unwrap_or_default().to_owned();
    let numbers: Vec<u32> = last.split(' ').filter_map(|word| word.trim_matches(',').parse().ok()).collect();
    let (upper, lower) = (numbers[numbers.len() - 2], numbers[numbers.len() - 1]);
    assert!(lower <= upper && lower > 4, "{last}");
    let verified = verified(&folder.path().join("q.proof"), "qubic - x19o23x3o p1");
    assert!(verified.contains(&format!("longest={} ", upper - 4)), "{verified} {last}");
}

#[test]
fn a_win_in_time_is_refuted_and_one_that_is_there_is_found_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let none = ["--attacker", "p1", "--within", "13", "--refute"];
    solve(folder.path(), &none, 0, &["value: p1 cannot win by ply 13 (proven)"]);
    let won = ["--position", "1xx1x3x10o2o3o18o", "--attacker", "p1", "--within", "15", "--refute"];
    solve(folder.path(), &won, 0, &["value: p1 wins by ply 15 (proven)"]);
    solve(folder.path(), &["--attacker", "p1", "--refute"], 2, &["--within"]);
}

#[test]
fn a_refutation_that_is_ended_is_kept_and_a_damaged_one_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["--attacker", "p1", "--within", "27", "--refute", "--time", "2", "--state", "s"];
    solve(folder.path(), &arguments, 2, &["what is refuted is kept in s"]);
    solve(folder.path(), &arguments, 2, &["the search continues from s"]);
    let state = folder.path().join("s");
    let kept = std::fs::read_to_string(&state).unwrap();
    let other = ["--attacker", "p1", "--within", "11", "--refute", "--state", "s"];
    solve(folder.path(), &other, 1, &["of another position"]);
    for damaged in [kept.replace("p1", "p2"), format!("{kept}64 1\n"), "something else".to_owned()] {
        std::fs::write(&state, &damaged).unwrap();
        solve(folder.path(), &arguments, 1, &["Error: s"]);
        assert_eq!(std::fs::read_to_string(&state).unwrap(), damaged);
    }
}

#[test]
fn fewer_positions_are_looked_for_and_the_result_holds() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["--position", "x19o", "--attacker", "p1", "--minimise", "positions", "--time", "3"];
    let text = solve(folder.path(), &[&arguments[..], &["--out", "q.proof"]].concat(), 0, &[]);
    let line = text.lines().find(|line| line.starts_with("positions with a choice: ")).expect("the counts");
    let numbers: Vec<usize> = numbers(line);
    assert!(numbers[0] <= numbers[1], "{line}");
    let proven = || verified(&folder.path().join("q.proof"), "qubic - x19o p1");
    assert!(proven().ends_with(&format!("choices={}", numbers[0])), "{}: {line}", proven());
    // A certificate that is as small already stays.
    let smallest = std::fs::read(folder.path().join("q.proof")).unwrap();
    let shorter = [&arguments[..arguments.len() - 1], &["1", "--seed", "5", "--out", "q.proof"]].concat();
    let text = solve(folder.path(), &shorter, 0, &[]);
    let stays = text.contains("q.proof has no more than") || text.contains("certificate: q.proof");
    let now: Vec<usize> =
        self::numbers(text.lines().find(|line| line.starts_with("positions with")).unwrap());
    assert!(stays && proven().ends_with(&format!("choices={}", now[0].min(numbers[0]))), "{text}");
    assert!(now[0] <= numbers[0] || std::fs::read(folder.path().join("q.proof")).unwrap() == smallest);
}

#[test]
fn classes_fill_a_table_that_is_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["--classes", "2", "--attacker", "p1", "--nodes", "40"];
    solve(folder.path(), &arguments, 2, &["classes of positions with 2 stones: 35; 35 tried"]);
    solve(folder.path(), &arguments, 2, &["; 0 tried in this run"]);
    let table = folder.path().join("qubic-ply-2.tsv");
    let rows = std::fs::read_to_string(&table).unwrap();
    assert_eq!(rows.lines().count(), 36);
    assert!(rows.lines().skip(1).all(|row| row.ends_with("\t40\t0")), "{rows}");
    // What is proven of one class is known in the next run.
    let search = folder.path().join("qubic-ply-2.tsv.search");
    let kept = std::fs::read(&search).unwrap();
    let more = [&arguments[..4], &["--nodes", "400"]].concat();
    solve(folder.path(), &more, 2, &["; 35 tried in this run"]);
    assert!(std::fs::read(&search).unwrap().len() > kept.len());
    let plot = |file: &'static str| [&arguments[..], &["--plot", file]].concat();
    solve(folder.path(), &plot("map.svg"), 2, &[]);
    let svg = std::fs::read_to_string(folder.path().join("map.svg")).unwrap();
    assert_eq!(svg.matches("<circle").count(), 2, "the first stone in two ways: {svg}");
    assert!(svg.contains("35 of 35 classes undecided"), "{svg}");
    // Nothing else is drawn over.
    let rows = std::fs::read_to_string(&table).unwrap();
    solve(folder.path(), &plot("qubic-ply-2.tsv"), 1, &["does not begin with '<svg'"]);
    assert_eq!(std::fs::read_to_string(&table).unwrap(), rows);
    // A graph that memory ends was not as large as was wished.
    let small = ["--classes", "1", "--attacker", "p1", "--nodes", "1000000", "--hash", "1"];
    solve(folder.path(), &small, 2, &["0 tried in this run", "need a larger --hash"]);
    let twice = format!("{rows}{}\n", rows.lines().last().unwrap());
    for (foreign, words) in
        [(&*twice, "line 37: a second line for"), ("something else\n", "is not a table of classes")]
    {
        std::fs::write(&table, foreign).unwrap();
        solve(folder.path(), &arguments, 1, &[words]);
        assert_eq!(std::fs::read_to_string(&table).unwrap(), foreign);
    }
}

#[test]
fn the_map_of_three_stones_is_the_one_that_comes_along() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(root.join("data/qubic/ply-3.tsv"), folder.path().join("qubic-ply-3.tsv")).unwrap();
    let arguments = ["--classes", "3", "--nodes", "1", "--plot", "map.svg"];
    let words = ["classes of positions with 3 stones: 757; 0 tried in this run"];
    let text = solve(folder.path(), &arguments, 2, &words);
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
    for (arguments, code, words) in [
        (&["--position", "65"][..], 1, "--position"),
        (&["--position", "xx"], 1, "impossible"),
        (&["--moves", "111", "111"], 1, "not a legal move"),
        (&["--moves", "999"], 1, "--moves 999"),
        (&["--out", "letter.txt"], 1, "is not a certificate"),
        (&["--out", "nowhere/q.proof"], 1, "there is no folder"),
        (&["--state", "letter.txt"], 1, "not a search kept by this program"),
        (&["--attacker", "p3"], 2, "p3"),
        (&["--within", "9"], 1, "--attacker"),
        (&["--classes", "0", "--nodes", "5", "--within", "9"], 2, "cannot be used with"),
        (&["--classes", "0", "--nodes", "5", "--state", "s"], 2, "cannot be used with"),
    ] {
        solve(folder.path(), arguments, code, &[words]);
    }
    assert_eq!(std::fs::read_to_string(&foreign).unwrap(), "dear reader");
}

#[test]
fn replies_are_proven_one_by_one_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["--position", "x19o", "--split", "--first", "441", "--out", "q.proof"];
    solve(folder.path(), &[&arguments[..], &["--nodes", "3"]].concat(), 2, &[]);
    solve(folder.path(), &arguments, 0, &["value: p1 wins (proven)"]);
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
        solve(folder.path(), arguments, 1, &[words]);
        let _ = std::fs::remove_file(folder.path().join("solve-qubic.search"));
    }
    let over = ["--position", "xxxx20ooo37", "--out", "q.proof"];
    solve(folder.path(), &over, 0, &["q.proof is not written: the game is over already"]);
}

#[test]
fn every_byte_of_a_kept_search_counts() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("s");
    let plain = ["--position", "x19o", "--attacker", "p1", "--state", "s", "--nodes", "5"];
    let split = ["--position", "x19o", "--split", "--first", "441", "--state", "s", "--nodes", "3"];
    for (arguments, other, cut) in
        [(&plain[..], &split[..], "cannot be read"), (&split, &plain, "has been cut short")]
    {
        solve(folder.path(), arguments, 2, &[]);
        let bytes = std::fs::read(&kept).unwrap();
        let step = bytes.len() / 25;
        for place in (0..bytes.len()).step_by(step).chain([bytes.len() - 2, bytes.len() - 1]) {
            let mut changed = bytes.clone();
            changed[place] ^= 2;
            std::fs::write(&kept, &changed).unwrap();
            let text = solve(folder.path(), arguments, 1, &[]);
            assert!(!text.contains("proven)"), "byte {place}: {text}");
            assert_eq!(std::fs::read(&kept).unwrap(), changed, "left as it is");
        }
        std::fs::write(&kept, &bytes[..bytes.len() / 2]).unwrap();
        solve(folder.path(), arguments, 1, &[cut]);
        assert_eq!(std::fs::read(&kept).unwrap().len(), bytes.len() / 2);
        // More than a search; then whole again, which the other does not take up.
        std::fs::write(&kept, [&bytes[..], b"x"].concat()).unwrap();
        solve(folder.path(), arguments, 1, &[]);
        std::fs::write(&kept, &bytes).unwrap();
        solve(folder.path(), arguments, 2, &[]);
        solve(folder.path(), other, 1, &[]);
        std::fs::remove_file(&kept).unwrap();
    }
}

#[test]
fn what_a_search_lacked_is_what_it_asks_for() {
    let folder = tempfile::tempdir().unwrap();
    let question = ["--position", "x19o", "--attacker", "p1"];
    for (limit, words) in [
        (["--nodes", "5"], "the same command with a larger --nodes continues it"),
        (["--time", "0"], "the same command continues it"),
    ] {
        solve(folder.path(), &[&question[..], &limit].concat(), 2, &[words]);
    }
}

#[test]
fn a_class_that_one_player_does_not_win_is_open_for_the_other() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("qubic-ply-0.tsv");
    std::fs::write(&table, "position\tvalue\tp1\tp2\n64\tnot-p1\t3\t0\n").unwrap();
    let tried = |player, code, words: &str| {
        let arguments = ["--classes", "0", "--nodes", "9", "--attacker", player];
        solve(folder.path(), &arguments, code, &[words]);
    };
    tried("p1", 0, "; 0 tried in this run");
    tried("p2", 2, "; 1 tried in this run");
    // Undecided, but what was known stays.
    assert!(std::fs::read_to_string(&table).unwrap().contains("64\tnot-p1\t3\t9"));
}
