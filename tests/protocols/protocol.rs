//! The protocol as its clients see it: scripted exchanges with the real process.

use crate::client::Client;
use crate::timeless;

/// The lines that begin with this.
pub(crate) fn starting<'a>(lines: &'a [String], start: &str) -> Vec<&'a String> {
    lines.iter().filter(|line| line.starts_with(start)).collect()
}

#[test]
fn go_and_stop_in_one_write_give_one_bestmove() {
    for strategy in ["alpha-beta", "random"] {
        for dialect in ["ugi", "uci"] {
            let mut client = Client::introduced(dialect, &[&format!("Strategy value {strategy}")]);
            for _ in 0..20 {
                client.send("position startpos moves 111 222\ngo infinite\nstop");
                let mut lines = client.until("bestmove");
                lines.extend(client.before_ready());
                assert_eq!(starting(&lines, "bestmove").len(), 1, "{strategy} {dialect}: {lines:?}");
            }
        }
    }
}

#[test]
fn a_query_while_it_searches_has_one_refusal() {
    let mut client = Client::introduced("uci", &[]);
    client.send("position startpos\ngo infinite\nquery mood");
    let lines = client.until("info string query refused while searching");
    assert!(starting(&lines, "info string query takes").is_empty(), "{lines:?}");
    client.send("go infinite\nquery legal");
    assert!(client.until("info string query").last().unwrap().contains("refused while searching"));
    client.send("stop");
    client.until("bestmove");
}

#[test]
fn end_of_input_ends_a_search_with_its_answer() {
    let mut client = Client::introduced("ugi", &[]);
    client.send("position startpos\ngo infinite");
    client.until("info depth");
    let (lines, well) = client.end();
    assert!(well && lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
}

#[test]
fn quit_and_the_end_of_input_end_a_count() {
    for end in ["perft 20\nquit", "go perft 20", "bench"] {
        let mut client = Client::start();
        client.send(&format!("position startpos\n{end}"));
        let (lines, well) = client.end();
        assert!(well);
        assert!(lines.last().unwrap().starts_with("info string stopped before "), "{end}: {lines:?}");
    }
}

#[test]
fn go_perft_counts_and_go_mate_looks_for_a_win() {
    let mut client = Client::introduced("uci", &[]);
    client.send("go perft 3");
    assert_eq!(client.until("nodes").last().unwrap(), &format!("nodes {}", 64 * 63 * 62));
    // x has two in two lines that meet in 114: three and three, and the next move wins.
    let position = "position fen xx4o12xo14x4o21o";
    let none = |lines: &[String]| starting(lines, "info string no win within ").len();
    client.send(&format!("{position}\ngo mate 2"));
    let lines = client.until("bestmove");
    assert!(lines[lines.len() - 2].contains(" score mate 2 ") && none(&lines) == 0, "{lines:?}");
    client.send("go mate 1");
    let lines = client.until("bestmove");
    assert_eq!(starting(&lines, "info string no win within 1 plies found").len(), 1, "{lines:?}");
    client.send("position startpos\ngo mate 2");
    assert_eq!(none(&client.until("bestmove")), 1);
    // Under UGI plies are counted.
    client.send(&format!("ugi\n{position}\ngo mate 3"));
    assert_eq!(none(&client.until("bestmove")), 0);
    client.send("go mate 2");
    assert_eq!(none(&client.until("bestmove")), 1);
}

#[test]
fn odd_line_ends_and_unknown_words() {
    let mut client = Client::introduced("ugi", &["Strategy value random"]);
    client.send_bytes(b"\r\n\n \t\nposition\tstartpos  moves 111\r\nquery fen\r\n");
    assert_eq!(client.line(), "response x");
    client.send("joho isready");
    assert_eq!(client.line(), "readyok");
    client.send("joho");
    assert!(client.line().starts_with("info string unknown command 'joho'"));
    client.send_bytes(b"\x00\xff\xfe\n");
    assert!(client.line().starts_with("info string unknown command"));
    client.send_bytes(&[vec![b'a'; 3 << 20], b"\nisready\n".to_vec()].concat());
    assert!(client.line().contains("more than 1048576 bytes"));
    assert_eq!(client.line(), "readyok");
    // Half a line at the end of input is a line.
    client.send_bytes(b"query fen");
    let (lines, well) = client.end();
    assert!(well);
    assert_eq!(lines, ["response x"]);
}

#[test]
fn same_seed_and_limits_give_the_same_search() {
    let search = |earlier: &[&str]| {
        let mut client = Client::introduced("ugi", &["Seed value 7"]);
        client.send("position startpos moves 444 111");
        for go in earlier {
            client.send(go);
            client.until("bestmove");
        }
        client.send("position startpos moves 111 222 333\ngo nodes 20000");
        let lines = client.until("bestmove");
        lines.iter().rev().take(2).map(|line| timeless(line)).collect::<Vec<_>>()
    };
    let first = search(&[]);
    assert!(first[1].contains(" nodes "), "{first:?}");
    assert_eq!(first, search(&[]));
    // What was searched before makes no difference.
    assert_eq!(first, search(&["go depth 3"]));
}
