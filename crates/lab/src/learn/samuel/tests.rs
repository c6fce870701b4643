use super::*;

pub(super) fn said_by(directory: &tempfile::TempDir, arguments: &[&str]) -> anyhow::Result<String> {
    let memory = directory.path().join("memory").to_str().unwrap().to_owned();
    let game: &[&str] = if arguments.contains(&"--game") { &[] } else { &["--game", "draughts"] };
    let all = [&["--memory", &memory], game, arguments].concat();
    crate::said(&all, |arguments, output| dispatch(arguments, &Control::new(), output))
}

pub(super) fn refused(directory: &tempfile::TempDir, arguments: &[&str]) -> String {
    format!("{:#}", said_by(directory, arguments).unwrap_err())
}

#[test]
fn a_series_in_two_sittings_is_the_series_in_one() {
    for series in [
        "draughts --series first",
        "draughts --method td-leaf --random-plies 3",
        "draughts --method td-leaf --random-plies 3 --ballots",
        "qubic --method samuel --random-plies 3",
        "qubic --method td-leaf --random-plies 3",
        "gomoku --method samuel --random-plies 3",
        "gomoku --method td-leaf --random-plies 3",
    ] {
        let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let plot = one.path().join("plot.svg");
        let play = |directory: &tempfile::TempDir, games| {
            let words: Vec<&str> = series.split(' ').collect();
            let plot = ["--plot", plot.to_str().unwrap()];
            said_by(directory, &[&["--game"], &words[..], &plot, &["--games", games]].concat()).unwrap()
        };
        let whole = play(&one, "4");
        assert!(whole.contains("all 4 ") && whole.contains("polynomial "), "{whole}");
        assert!(std::fs::read_to_string(&plot).unwrap().contains("<svg"));
        play(&two, "2");
        let rest = play(&two, "4");
        assert!(
            rest.contains("the series continues after 2 games") && rest.contains("2 games in "),
            "{rest}"
        );
        let read = |directory: &tempfile::TempDir| std::fs::read(directory.path().join("memory")).unwrap();
        assert_eq!(read(&one), read(&two), "{series}");
        // The same tables, too.
        let tail = |text: &str| text[text.find("games 1 to ").unwrap()..].to_owned();
        assert_eq!(tail(&whole), tail(&rest));
    }
}

#[test]
fn tables_figure_and_curve() {
    let directory = tempfile::tempdir().unwrap();
    let [plot, curve] = ["plot.svg", "curve.svg"].map(|name| directory.path().join(name));
    let arguments = ["--games", "3", "--plot", plot.to_str().unwrap(), "--curve", curve.to_str().unwrap()];
    let text = said_by(&directory, &[&arguments[..], &["--pairs", "1", "--points", "1"]].concat()).unwrap();
    for words in
        ["term     correlation  sign  power  adjusted", "discarded ", "all 3 ", "after      3 games: start "]
    {
        assert!(text.contains(words), "{words}: {text}");
    }
    for path in [plot, curve] {
        assert!(std::fs::read_to_string(path).unwrap().contains("<svg"));
    }
}

#[test]
fn the_curve_of_what_is_judged_is_judged() {
    let at = |judged: &str| {
        let directory = tempfile::tempdir().unwrap();
        let curve = directory.path().join("curve.svg");
        let curve = ["--curve", curve.to_str().unwrap(), "--pairs", "2", "--points", "1"];
        let series = ["--games", "1", "--method", "td-leaf", "--moves", "6", "--option", judged];
        let text = said_by(&directory, &[&series[..], &curve].concat()).unwrap();
        text.lines().find(|line| line.starts_with("after ")).unwrap().to_owned()
    };
    let judged = at("Samuel.Judged=true");
    assert!(judged.starts_with("after      1 games: start "), "{judged}");
    assert_ne!(at("Samuel.Judged=false"), judged);
}

#[test]
fn td_leaf_learns_draughts_as_suits_the_game_unless_the_options_say_otherwise() {
    let learned = |arguments: &[&str]| {
        let directory = tempfile::tempdir().unwrap();
        let games = ["--method", "td-leaf", "--games", "3", "--moves", "30"];
        said_by(&directory, &[&games[..], arguments].concat()).unwrap();
        let said = std::fs::read_to_string(directory.path().join("memory")).unwrap();
        (directory, said)
    };
    let best = [
        ["--option", "Samuel.Tapered=true"],
        ["--option", "Samuel.Judged=true"],
        ["--option", "Samuel.Halving=4000"],
        ["--option", "Samuel.BetaGames=50"],
        ["--random-plies", "2"],
    ];
    let spelled_out = [&["--ballots"], best.as_flattened()].concat();
    assert_eq!(learned(&[]).1, learned(&spelled_out).1);
    // What was begun in the plain way, as all series once were, is no other series than it was.
    let plain = ["Samuel.Tapered=false", "Samuel.Judged=false", "Samuel.Halving=1000", "Samuel.BetaGames=0"];
    let plain: Vec<&str> = plain.iter().flat_map(|option| ["--option", option]).collect();
    let plain = [&plain[..], &["--random-plies", "2"]].concat();
    let (directory, memory) = learned(&plain);
    assert!(["Tapered", "Judged", "Halving", "BetaGames"].iter().all(|name| !memory.contains(name)));
    let message = refused(&directory, &["--method", "td-leaf", "--games", "4", "--moves", "30"]);
    for words in [
        "its Samuel.Tapered is \"false\", not \"true\"",
        "its Samuel.Halving is \"1000\", not \"4000\"",
        "its Samuel.BetaGames is \"0\", not \"50\"",
        "its ballots is as at first, not \"true\"",
    ] {
        assert!(message.contains(words), "{message}");
    }
    // Other games and Samuel's own method keep the plain way.
    for series in [["--game", "qubic", "--method", "td-leaf"], ["--game", "draughts", "--series", "second"]] {
        let directory = tempfile::tempdir().unwrap();
        let play = |games, more: &[&str]| {
            let series = [&series[..], &["--games", games, "--random-plies", "2"], more].concat();
            said_by(&directory, &series).unwrap()
        };
        play("1", &[]);
        assert!(play("2", &plain[..8]).contains("the series continues after 1 games"));
    }
}

#[test]
fn a_series_goes_on_only_as_it_began_and_foreign_files_are_kept() {
    let directory = tempfile::tempdir().unwrap();
    said_by(&directory, &["--games", "1", "--series", "second"]).unwrap();
    let message = refused(&directory, &["--games", "2", "--series", "first", "--seed", "4", "--ballots"]);
    for words in [
        "its ballots is as at first, not \"true\"",
        "its Samuel.Modifications is as at first, not \"none\"",
        "its seed is \"1\", not \"4\"",
        "another series",
    ] {
        assert!(message.contains(words), "{message}");
    }
    let path = directory.path().join("memory");
    let whole = std::fs::read_to_string(&path).unwrap();
    for damaged in [
        "my thesis\n".to_owned(),
        whole[..whole.len() / 2].to_owned(),
        whole.replacen("\"games\": 1", "\"games\": 2", 1),
        whole.replacen("draughts samuel 2", "draughts samuel 3", 1),
    ] {
        std::fs::write(&path, &damaged).unwrap();
        let message = refused(&directory, &["--games", "2"]);
        assert!(message.contains("left as it is"), "{message}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), damaged);
    }
}

#[test]
fn what_cannot_be_learned_is_refused_in_words() {
    let directory = tempfile::tempdir().unwrap();
    assert!(
        refused(&directory, &["--game", "chess", "--strategy", "samuel"]).contains("does not learn the game")
    );
    assert!(refused(&directory, &["--opponent", "random"]).contains("is Beta"));
    assert!(refused(&directory, &["--method", "guess"]).contains("td-leaf"));
    assert!(
        refused(&directory, &["--option", "Samuel.Modifications=wide"]).contains("'wide' is none of them")
    );
    let twice = ["--series", "first", "--option", "samuel.modifications=span"];
    assert!(refused(&directory, &twice).contains("--series says so already"));
    let (held, _) = Memory::open(directory.path().join("memory").to_str().unwrap(), "draughts", "samuel");
    assert!(refused(&directory, &["--games", "1"]).contains("being written by another process"));
    drop(held);
}
