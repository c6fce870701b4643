//! Go-Moku through the protocol: its options begin a new game, and its openings are played by players, not by colours.

#[allow(dead_code, reason = "shared with other tests")]
mod client;

use client::Client;

/// What is said to these lines.
fn answers(client: &mut Client, lines: &[&str]) -> Vec<String> {
    lines.iter().for_each(|line| client.send(line));
    client.before_ready()
}

#[test]
fn swap2_is_played_by_players() {
    let mut client = Client::start();
    let head = [
        "setoption name Game value gomoku",
        "setoption name Rules value swap2",
        "setoption name Size value 9",
        "position startpos moves e5 e6 a1",
    ];
    assert_eq!(answers(&mut client, &head), [""; 0]);
    let questions = ["query p1turn", "query islegal add2", "query islegal b2", "query fen"];
    let said = answers(&mut client, &questions);
    let fen = "9/9/9/4o4/4x4/9/9/9/x8;choice3";
    assert_eq!(said, ["response false", "response true", "response false", &format!("response {fen}")]);
    client.send("go nodes 1");
    let best = client.until("bestmove").pop().unwrap();
    assert!(["swap", "keep", "add2"].iter().any(|word| best == format!("bestmove {word}")), "{best}");
    let again = format!("position fen {fen} moves swap");
    assert_eq!(answers(&mut client, &[&again, "query p1turn"]), ["response true"]);
    client.send("quit");
}

#[test]
fn rules_begin_a_new_game_or_are_refused() {
    let mut client = Client::start();
    let said = answers(&mut client, &["setoption name Rules value renju"]);
    assert!(said[0].contains("Rules has no effect on the game qubic"), "{said:?}");
    // What was set before holds when the game is chosen.
    let lines =
        ["setoption name Game value gomoku", "position startpos moves h8", "setoption name Size value 5"];
    assert_eq!(answers(&mut client, &lines), [""; 0]);
    assert_eq!(answers(&mut client, &["query fen"]), ["response 5/5/5/5/5"]);
    for (line, words) in [
        ("setoption name Size value 21", "from 5 to 20"),
        ("setoption name Rules value caro", "freestyle, standard, renju"),
        ("setoption name Rules value second-move-restricted", "size of 6 or more"),
        ("position fen 15/15", "2 rows, but the board has 5"),
        ("position startpos moves f1", "a column from a to e"),
        ("position startpos moves swap", "not a legal move"),
    ] {
        let said = answers(&mut client, &[line]);
        assert!(said.len() == 1 && said[0].contains(words), "{line}: {said:?}");
    }
    // Renju still holds, on a board that is still 5 x 5.
    assert_eq!(answers(&mut client, &["query fen", "setoption name Size value 5"]), ["response 5/5/5/5/5"]);
    client.send("quit");
}
