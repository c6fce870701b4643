//! Options as clients set them: checked, in any order, at once or when they can be served.

use crate::client::Client;
use crate::protocol::starting;

#[test]
fn a_memory_is_read_before_readyok() {
    let directory = tempfile::tempdir().unwrap();
    let foreign = directory.path().join("foreign");
    std::fs::write(&foreign, "something else\n").unwrap();
    for strategy in ["score-four", "score-four-deep", "samuel"] {
        let options = [format!("Strategy value {strategy}"), format!("Memory value {}", foreign.display())];
        let mut client = Client::introduced("ugi", &[&options[0], &options[1]]);
        let said = client.before_ready();
        assert!(
            matches!(&said[..], [line] if line.starts_with("info string memory ")),
            "{strategy}: {said:?}"
        );
        for _ in 0..2 {
            client.send("position startpos\ngo nodes 1");
            let lines = client.until("bestmove");
            assert!(starting(&lines, "info string memory ").is_empty(), "{strategy}: {lines:?}");
            // Of the next game it is said again, before it begins.
            client.send("uginewgame");
            assert_eq!(starting(&client.before_ready(), "info string memory ").len(), 1, "{strategy}");
        }
    }
}

/// The name of the strategy that plays, as it announces itself in `debug`.
fn playing(client: &mut Client) -> String {
    client.send("debug on\ngo nodes 1");
    let lines = client.until("bestmove");
    let state =
        lines.iter().find_map(|line| line.strip_prefix("info string ")?.split_once(": position fen "));
    state.expect("the state").0.to_owned()
}

#[test]
fn a_strategy_plays_whatever_the_order_of_the_options() {
    let orders: [(&str, &[&str], &str); 6] = [
        ("ugi", &["Strategy value random", "Game value draughts"], "random on draughts"),
        ("ugi", &["Game value draughts", "Strategy value random"], "random on draughts"),
        ("ugi", &["Strategy value victoria", "Rules value renju", "Game value gomoku"], "victoria on gomoku"),
        ("uci", &["Strategy value victoria", "UCI_Variant value gomoku"], "victoria on gomoku"),
        ("uci", &["UCI_Variant value gomokufreestyle", "Strategy value Perfect"], "perfect on gomoku"),
        (
            "ugi",
            &["Rules value second-move-restricted", "Size value 9", "Game value gomoku"],
            "alpha-beta on gomoku",
        ),
    ];
    for (dialect, options, expected) in orders {
        let mut client = Client::introduced(dialect, options);
        assert!(client.before_ready().is_empty(), "{options:?}");
        assert_eq!(playing(&mut client), expected, "{options:?}");
    }
    // What cannot be served is said, and kept until it can.
    let mut client = Client::introduced("ugi", &["Strategy value planar", "Game value gomoku"]);
    let said = client.before_ready();
    assert!(
        matches!(&said[..], [line] if line.starts_with("info string strategy 'planar' does not play gomoku, which has ")
            && line.ends_with("; alpha-beta plays")),
        "{said:?}"
    );
    assert_eq!(playing(&mut client), "alpha-beta on gomoku");
    client.send("setoption name Game value qubic");
    assert!(client.before_ready().is_empty());
    assert_eq!(playing(&mut client), "planar on qubic");
    // So are rules that do not go together.
    let mut client = Client::introduced(
        "ugi",
        &["Game value gomoku", "Size value 5", "Rules value second-move-restricted"],
    );
    let said = client.before_ready();
    assert!(matches!(&said[..], [line] if line.ends_with("; the rules before are in force")), "{said:?}");
    client.send("setoption name Size value 7");
    assert!(client.before_ready().is_empty());
    assert!(client.query("fen").starts_with("7/7/"));
}

#[test]
fn the_command_line_sets_and_narrows_the_options() {
    let arguments = ["--game", "draughts", "--strategy", "samuel", "--option", "Seed=7"];
    let mut client = Client::start_with(&arguments);
    client.send("uci");
    let lines = client.until("uciok");
    let offered = starting(&lines, "option name ");
    assert!(offered.iter().any(|line| line.starts_with("option name Game type combo default draughts ")));
    assert!(offered.iter().any(|line| line.starts_with("option name Strategy type combo default samuel ")));
    assert!(offered.iter().any(|line| line.starts_with("option name Seed type spin default 7 ")));
    assert!(offered.iter().any(|line| line.starts_with("option name Samuel.")));
    for foreign in ["AlphaBeta.", "ScoreFour.", "Victoria.", "Rules", "Size", "UCI_Variant"] {
        let start = format!("option name {foreign}");
        assert!(!offered.iter().any(|line| line.starts_with(&start)), "{foreign}");
    }
    assert_eq!(playing(&mut client), "samuel on draughts");
    // Without a game the strategy waits for its own.
    let mut client = Client::start_with(&["--strategy", "victoria"]);
    client.send("uci\nsetoption name UCI_Variant value gomoku");
    client.until("uciok");
    assert_eq!(playing(&mut client), "victoria on gomoku");
    for wrong in [&["--strategy", "planar", "--game", "draughts"][..], &["--game", "go"], &["--suggest"]] {
        let (lines, well) = Client::start_with(wrong).end();
        assert!(lines.is_empty() && !well, "{wrong:?}");
    }
}
