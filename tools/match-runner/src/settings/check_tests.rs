//! What settings mean, and how the wrong ones are refused.

use super::*;
use crate::openings::Opening;
use crate::settings::Clock;

const ENGINES: &str = "[[engine]]\ncommand = \"fourscore\"\n[[engine]]\ncommand = \"./x/other -v 'a b'\"\n";

fn read(text: &str) -> Result<Settings, String> {
    let raw = RawMatch::from_toml(text).map_err(|error| error.to_string())?;
    Settings::from_raw(&raw, Path::new("/base")).map_err(|error| format!("{error:#}"))
}

/// A head, what holds for each engine, and two engines.
fn with(head: &str, each: &str) -> Result<Settings, String> {
    read(&format!("{head}\n[each]\n{each}\n{ENGINES}"))
}

#[test]
fn little_is_needed() {
    let settings = with("", "nodes = 5").unwrap();
    assert_eq!((settings.game.as_str(), settings.referee), ("qubic", RefereeKind::Rules));
    assert_eq!((settings.pairs, settings.concurrency, settings.seed), (10, 1, 1));
    assert_eq!(settings.openings, [Opening::default()]);
    let [one, two] = &settings.engines[..] else { panic!() };
    assert_eq!((one.name.as_str(), &one.program, one.gameover), ("fourscore", &Program::Builtin, true));
    let path = PathBuf::from("/base/./x/other");
    assert_eq!(two.program, Program::Command { path, args: vec!["-v".into(), "a b".into()] });
    assert_eq!((two.name.as_str(), two.gameover, two.limit), ("other", false, Limit::Nodes(5)));
}

#[test]
fn a_known_game_has_one_name() {
    for typed in ["qubic", "Qubic", " QUBIC "] {
        let settings = with(&format!("game = \"{typed}\""), "nodes = 5").unwrap();
        assert_eq!((settings.game.as_str(), settings.referee), ("qubic", RefereeKind::Rules), "{typed}");
    }
    let settings = with("game = \"Shogi\"", "nodes = 5").unwrap();
    assert_eq!((settings.game.as_str(), settings.referee), ("Shogi", RefereeKind::Engines));
}

#[test]
fn a_notation_that_the_rules_do_not_read_is_refused() {
    let each = |value: &str| format!("nodes = 1\noptions = {{ Notation = \"{value}\" }}");
    for value in ["index", "Doake"] {
        let error = with("", &each(value)).err().unwrap();
        assert!(error.contains("'fourscore'") && error.contains("option Notation"), "{error}");
        assert!(error.contains("coordinates") && error.contains("referee"), "{error}");
        assert!(with("referee = \"engines\"", &each(value)).is_ok());
    }
    assert!(with("", &each("coordinates")).is_ok());
}

#[test]
fn engines_play_by_the_same_rules() {
    let settings =
        with("game = \"gomoku\"", "nodes = 1\noptions = { rules = \"Renju\", Size = 9, Hash = 2 }").unwrap();
    let rules = [("Rules".to_owned(), "Renju".to_owned()), ("Size".to_owned(), "9".to_owned())];
    assert_eq!(settings.rules, rules);
    assert!(with("game = \"gomoku\"", "nodes = 1").unwrap().rules.is_empty());
    let error = with("game = \"gomoku\"", "nodes = 1\noptions = { Size = 21 }").err().unwrap();
    assert!(error.contains("from 5 to 20"), "{error}");
    let error = read(
        "game = \"gomoku\"\n[each]\nnodes = 1\ncommand = \"fourscore\"\n[[engine]]\n[[engine]]\n\
         options = { Rules = \"standard\" }\n",
    )
    .err()
    .unwrap();
    assert!(error.contains("different values of the option Rules"), "{error}");
}

#[test]
fn engines_inherit_and_override() {
    let settings = read(
        "game = \"shogi\"\n[each]\ntc = \"1+0.1\"\nmargin = 0\noptions = { Hash = 1, B = true }\ncommand = \"e\"\n\
         [[engine]]\n[[engine]]\ndepth = 3\nprotocol = \"uci\"\noptions = { Hash = 2, C = \"x y\" }\n",
    )
    .unwrap();
    assert_eq!(settings.referee, RefereeKind::Engines);
    let [one, two] = &settings.engines[..] else { panic!() };
    assert_eq!((one.name.as_str(), two.name.as_str()), ("e", "e 2"));
    assert_eq!(one.limit, Limit::Clock(Clock::parse("1+0.1").unwrap()));
    assert_eq!((two.limit, two.protocol, two.margin), (Limit::Depth(3), Protocol::Uci, Duration::ZERO));
    let options = |list: &[(&str, &str, bool)]| -> Vec<EngineOption> {
        let option = |&(name, value, inherited): &(&str, &str, bool)| EngineOption {
            name: name.into(),
            value: value.into(),
            inherited,
        };
        list.iter().map(option).collect()
    };
    assert_eq!(one.options, options(&[("Hash", "1", true), ("B", "true", true)]));
    assert_eq!(two.options, options(&[("Hash", "2", false), ("B", "true", true), ("C", "x y", false)]));
}

#[test]
fn the_command_line_means_the_same() {
    let pairs =
        ["./x --y", "name=N", "tc=1", "option.Strategy=random", "env.A=b", "gameover=true", "proto=uci"];
    let engine = RawEngine::from_pairs(pairs).unwrap();
    let typed =
        RawMatch { engine: vec![engine.clone(), RawEngine { name: None, ..engine }], ..RawMatch::default() };
    let typed = Settings::from_raw(&typed, Path::new("/base")).unwrap();
    let read = read(
        "[[engine]]\ncommand = \"./x --y\"\nname = \"N\"\ntc = \"1\"\noptions = { Strategy = \"random\" }\n\
         env = { A = \"b\" }\ngameover = true\nprotocol = \"uci\"\n[[engine]]\ncommand = \"y\"\nnodes = 1\n",
    )
    .unwrap();
    assert_eq!(typed.engines[0], read.engines[0]);
}

#[test]
fn a_key_given_twice_is_refused() {
    let table = [
        (["./x", "fourscore"], "command is given twice: './x' and 'fourscore'"),
        (["cmd=./x", "command=./x"], "command is given twice"),
        (["nodes=1", "nodes=2"], "nodes is given twice"),
        (["option.Hash=1", "option.hash=2"], "option.hash is given twice"),
        (["env.A=1", "env.A=2"], "env.A is given twice"),
        (["proto=uci", "protocol=ugi"], "protocol is given twice"),
    ];
    for (pairs, part) in table {
        let error = RawEngine::from_pairs(pairs).unwrap_err();
        assert!(error.contains(part), "{error}");
    }
    assert!(RawEngine::from_pairs(["env.A=1", "env.a=2"]).is_ok());
}

#[test]
fn every_mistake_is_named_with_what_is_allowed() {
    let table = [
        (with("colour = 1", "nodes = 1"), "colour"),
        (with("pairs = \"x\"", "nodes = 1"), "expected u64"),
        (with("pairs = 0", "nodes = 1"), "from 1 to"),
        (with("game = \"a\\nquit\"", "nodes = 1"), "printable"),
        (with("game = \"\"", "nodes = 1"), "printable"),
        (with("concurrency = 5000", "nodes = 1"), "from 1 to 4096"),
        (with("tournament = \"cup\"", "nodes = 1"), "`match`, `round-robin`, `gauntlet`, `openings-test`"),
        (with("referee = \"\"", "nodes = 1"), "referee: command is missing"),
        (with("[adjudicate]\nresign-sides = \"three\"", "nodes = 1"), "`one` or `two`"),
        (with("[adjudicate]\ndraw-moves = 3", "nodes = 1"), "need draw-score"),
        (with("[adjudicate]\nresign-sides = \"one\"", "nodes = 1"), "need resign-score"),
        (with("[adjudicate]\nresign-score = 0", "nodes = 1"), "from 1 to"),
        (
            with("[adjudicate]\ndraw-score = 5\ndraw-moves = 0", "nodes = 1"),
            "draw-moves is a whole number from 1",
        ),
        (with("[adjudicate]\nwin-nodes = 0", "nodes = 1"), "from 1 to"),
        (with("referee = \"engines\"\n[adjudicate]\nwin-nodes = 1", "nodes = 1"), "rules are known"),
        (with("game = \"shogi\"\nreferee = \"rules\"", "nodes = 1"), "qubic"),
        (with("resign = \"always\"", "nodes = 1"), "`never` or `engine`"),
        (with("opening-order = \"x\"", "nodes = 1"), "`sequential` or `random`"),
        (with("openings = \"none.txt\"", "nodes = 1"), "/base/none.txt"),
        (with("reply-timeout = 0", "nodes = 1"), "above 0"),
        (with("", ""), "one of tc, movetime, nodes, depth"),
        (with("", "nodes = 1\ndepth = 1"), "only one of"),
        (with("", "nodes = 0"), "from 1"),
        (with("", "tc = \"1:30\""), "40/60+0.6"),
        (with("", "movetime = -1"), "seconds above 0"),
        (with("", "nodes = 1\nmargin = -1"), "a number of seconds"),
        (with("", "nodes = 1\nprotocol = \"xboard\""), "`ugi`, `uci`"),
        (with("", "nodes = 1\noptions = { A = [1] }"), "option A"),
        (with("", "nodes = 1\nname = \"a\""), "each: a name belongs to one engine"),
        (read("[each]\nnodes = 1\ncommand = \"x\"\n[[engine]]\nname = \"a\\nb\"\n[[engine]]\n"), "printable"),
        (with("[sprt]\nelo0 = 5\nelo1 = 5", "nodes = 1"), "elo0 is less than elo1"),
        (with("[sprt]\nalpha = 0.7", "nodes = 1"), "alpha lies between"),
        (with("[sprt]\nmodel = \"x\"", "nodes = 1"), "logistic"),
        (read("[[engine]]\nnodes = 1\ncommand = \"x\""), "at least two engines"),
        (read("[[engine]]\nnodes = 1\n[[engine]]\n"), "engine 1: command is missing"),
        (
            read("[each]\nnodes = 1\ncommand = \"x\"\n[[engine]]\nname = \"a\"\n[[engine]]\nname = \"a\"\n"),
            "'a' is taken",
        ),
        (read("[each]\nnodes = 1\ncommand = \"'x\"\n[[engine]]\n[[engine]]\n"), "missing closing quote"),
        (read("[each]\nnodes = 1\ncommand = \"x #y\"\n[[engine]]\n[[engine]]\n"), "put it into args"),
    ];
    for (number, (settings, part)) in table.into_iter().enumerate() {
        let error = settings.err().unwrap_or_else(|| panic!("{number}"));
        assert!(error.contains(part), "{number}: {error}");
    }
}

#[test]
fn openings_are_checked_by_the_rules() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openings.txt");
    let refused = |text: &str| {
        std::fs::write(&file, text).unwrap();
        with(&format!("openings = \"{}\"", file.display()), "nodes = 1").err().unwrap()
    };
    assert!(refused("111 222\n111 111\n").contains("for qubic: line 2"));
    assert!(refused("111\nxo62\n").contains("before a position stands the word fen"));
    assert!(refused("0,1, 2,3\n").contains("opening-format = \"offset\""));
    assert!(refused("111 222\n\nfen xxxx6ooo\n").contains("over already"));
    assert!(refused("#\n").contains("no opening"));
    // Moves reach engines as these write them.
    std::fs::write(&file, "e4 e5 Nf3\n").unwrap();
    let head = format!("game = \"chess\"\nopenings = \"{}\"", file.display());
    assert_eq!(
        with(&head, "nodes = 1\nprotocol = \"uci\"").unwrap().openings[0].moves,
        ["e2e4", "e7e5", "g1f3"]
    );
}
