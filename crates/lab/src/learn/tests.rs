use super::*;

fn typed(directory: &tempfile::TempDir, arguments: &[&str]) -> LearnArguments {
    let memory = directory.path().join("memory").to_str().unwrap().to_owned();
    crate::typed(&[&["learn", "--memory", &memory], arguments].concat()).unwrap()
}

/// What is said when Qubic is learned so, by `score-four` unless another is named.
fn said_until(
    directory: &tempfile::TempDir,
    arguments: &[&str],
    control: &Control,
) -> Result<String, String> {
    let mut output = Vec::new();
    learn::<Qubic>(&typed(directory, arguments), control, &mut output).map_err(|error| error.to_string())?;
    Ok(String::from_utf8(output).unwrap())
}

fn said(directory: &tempfile::TempDir, arguments: &[&str]) -> Result<String, String> {
    said_until(directory, arguments, &Control::new())
}

#[test]
fn who_learns_follows_from_the_game_and_the_method() {
    let directory = tempfile::tempdir().unwrap();
    let strategy = |arguments: &[&str]| typed(&directory, arguments).strategy;
    assert_eq!(strategy(&[]), "score-four");
    for arguments in [["--game", "draughts"], ["--game", "gomoku"], ["--method", "td-leaf"]] {
        assert_eq!(strategy(&arguments), "samuel", "{arguments:?}");
    }
    assert_eq!(strategy(&["--game", "gomoku", "--strategy", "random"]), "random");
}

#[test]
fn a_series_in_two_sittings_is_the_series_in_one() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let words = said(&one, &["--games", "6"]).unwrap();
    assert!(words.contains("learned pattern"), "{words}");
    said(&two, &["--games", "2"]).unwrap();
    let stopped = Control::new();
    stopped.stop();
    let words = said_until(&two, &["--games", "6"], &stopped).unwrap();
    assert!(words.contains("interrupted: all is saved"), "{words}");
    assert!(said(&two, &["--games", "6"]).unwrap().contains("continues after 2 games"));
    for file in ["memory", "memory.series"] {
        let read = |directory: &tempfile::TempDir| std::fs::read(directory.path().join(file)).unwrap();
        assert_eq!(read(&one), read(&two), "{file}");
    }
}

#[test]
fn a_series_against_an_opponent_with_a_plot() {
    let directory = tempfile::tempdir().unwrap();
    let plot = directory.path().join("plot.svg");
    let series = ["--opponent", "random", "--games", "12", "--random-plies", "2", "--plot"];
    let words = said(&directory, &[&series[..], &[plot.to_str().unwrap()]].concat()).unwrap();
    assert!(words.contains("games 11 to 12"), "{words}");
    assert!(std::fs::read_to_string(plot).unwrap().contains("<svg"));
}

#[test]
fn options_that_would_undo_the_series_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let refused = |arguments: &[&str]| said(&directory, arguments).unwrap_err();
    let flags = [
        ("Game=qubic", "use --game"),
        ("strategy=random", "use --strategy"),
        ("MEMORY=other", "use --memory"),
        ("Seed=3", "use --seed"),
        ("Learn=false", "always learns"),
        ("notation=index", "prints no moves"),
    ];
    for (option, words) in flags {
        let message = refused(&["--option", option]);
        assert!(message.starts_with(&format!("--option {option}: ")) && message.contains(words), "{message}");
        let message = refused(&["--opponent", "random", "--opponent-option", option]);
        assert!(message.starts_with(&format!("--opponent-option {option}: ")), "{message}");
    }
    assert!(refused(&["--opponent-option", "Hash=2"]).contains("needs --opponent"));
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
}

/// A record without the last of its games.
fn with_games(text: &str, games: usize) -> String {
    let (head, sealed) = text.split_once('\n').unwrap();
    let body = files::sealed::unsealed_strictly(sealed).unwrap();
    let mut contents: serde_json::Value = serde_json::from_str(body).unwrap();
    contents["games"].as_array_mut().unwrap().truncate(games);
    format!("{head}\n{}", files::sealed::sealed(&contents.to_string()))
}

#[test]
fn a_series_goes_on_only_as_it_began() {
    let directory = tempfile::tempdir().unwrap();
    let go_on = |arguments: &[&str]| said(&directory, &[&["--games", "2"], arguments].concat());
    let [patterns, view] = [["--option", "ScoreFour.Patterns=rules"], ["--option", "ScoreFour.View=winner"]];
    let both = [patterns, view].concat();
    go_on(&both).unwrap();
    // Order, case, and what a later option has undone do not matter.
    let again =
        [["--option", "scorefour.view=loser"], ["--option", "scorefour.view=winner"], patterns].concat();
    go_on(&again).unwrap();
    let message = go_on(&[patterns, ["--seed", "7"], ["--option", "ScoreFour.View=loser"]].concat());
    let message = message.unwrap_err();
    for words in [
        "its seed is 1, not 7",
        "it has --option ScoreFour.View=winner",
        "it has no --option ScoreFour.View=loser",
        "another series",
    ] {
        assert!(message.contains(words), "{message}");
    }
    assert!(!message.contains("Patterns"), "{message}");
    let other = [&both[..], &["--opponent", "random", "--opponent-option", "Hash=2"]].concat();
    let message = go_on(&other).unwrap_err();
    assert!(message.contains("its opponent is itself, not random; it has no --opponent-option Hash=2"));
    assert!(go_on(&[&both[..], &["--nodes", "1"]].concat()).unwrap_err().contains("its nodes"));
    go_on(&again).unwrap();
}

#[test]
fn no_game_is_learned_twice_and_memory_and_record_belong_together() {
    let directory = tempfile::tempdir().unwrap();
    let [memory, series] = ["memory", "memory.series"].map(|name| directory.path().join(name));
    let go_on = |games: &str| said(&directory, &["--games", games]);
    let read = |path: &PathBuf| std::fs::read_to_string(path).unwrap();
    let cut = |games: usize| std::fs::write(&series, with_games(&read(&series), games)).unwrap();
    go_on("4").unwrap();
    let (learned, recorded) = (read(&memory), read(&series));
    cut(3);
    let words = go_on("4").unwrap();
    assert!(words.contains("game 4 was learned before the interruption"), "{words}");
    assert_eq!(read(&memory), learned);
    assert_eq!(read(&series).lines().count(), recorded.lines().count());
    std::fs::write(&series, recorded.replacen("both", "p1", 1)).unwrap();
    assert!(go_on("4").unwrap_err().contains("is damaged"));
    std::fs::write(&series, recorded).unwrap();
    // From the next game on it learns again.
    go_on("5").unwrap();
    assert!(read(&memory).contains("\n\"games\": 5,\n"));
    cut(3);
    let message = go_on("5").unwrap_err();
    assert!(message.contains("has learned 5 games") && message.contains("should be 3"), "{message}");
    std::fs::remove_file(&memory).unwrap();
    assert!(go_on("5").unwrap_err().contains("has learned 0 games"));
    assert!(!memory.exists());
    // A new series may begin with what is known, and goes on from there.
    std::fs::write(&memory, &learned).unwrap();
    std::fs::remove_file(&series).unwrap();
    assert!(go_on("1").unwrap().contains("has learned 4 games before this series"));
    assert!(go_on("2").unwrap().contains("continues after 1 games"));
    assert!(read(&memory).contains("\n\"games\": 6,\n"));
}

#[test]
fn a_memory_that_cannot_be_written_is_noticed_before_the_first_game() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("memory");
    let refused = |strategy: &str| {
        let mut output = Vec::new();
        let arguments = typed(&directory, &["--strategy", strategy, "--games", "1"]);
        let error = learn::<Qubic>(&arguments, &Control::new(), &mut output).unwrap_err();
        assert!(output.is_empty(), "{output:?}");
        assert!(!directory.path().join("memory.series").exists());
        error.to_string()
    };
    let (held, _) = strategies::learning::Memory::open(path.to_str().unwrap(), "qubic", "score-four");
    let message = refused("score-four");
    assert!(message.contains("being written by another process: wait"), "{message}");
    drop(held);
    for strategy in ["score-four", "score-four-deep"] {
        let cut_short = format!("fourscore-memory qubic {strategy} 2\n{{\"games\": 1,\n");
        for damaged in ["", "fourscore-memory qubic other 1\ngames 1\n", "my thesis\n", &cut_short] {
            std::fs::write(&path, damaged).unwrap();
            assert!(refused(strategy).contains("left as it is"));
            assert_eq!(std::fs::read_to_string(&path).unwrap(), damaged);
        }
    }
    std::fs::remove_file(&path).unwrap();
    std::fs::create_dir(&path).unwrap();
    assert!(refused("score-four").contains("is a directory"));
}

#[test]
fn what_cannot_learn_is_refused_and_foreign_records_are_kept() {
    let directory = tempfile::tempdir().unwrap();
    let refused = |arguments: &[&str]| said(&directory, arguments).unwrap_err();
    assert!(refused(&["--strategy", "random"]).contains("does not learn"));
    assert!(refused(&["--strategy", "nobody"]).contains("which has alpha-beta,"));
    let opponent = refused(&["--opponent", "nobody"]);
    assert!(opponent.contains("'nobody' does not play qubic"), "{opponent}");
    let record = directory.path().join("memory.series");
    let earlier = "fourscore-series qubic score-four against itself seed 1 nodes 20000 random 0\n";
    for foreign in ["my results\n", earlier] {
        std::fs::write(&record, foreign).unwrap();
        assert!(refused(&[]).contains("another series"));
        assert_eq!(std::fs::read_to_string(&record).unwrap(), foreign);
    }
}
