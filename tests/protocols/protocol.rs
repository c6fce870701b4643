//! The protocol as its clients see it: scripted exchanges with the real process.

use crate::client::Client;
use crate::timeless;

/// The lines that begin with this.
pub(crate) fn starting<'a>(lines: &'a [String], start: &str) -> Vec<&'a String> {
    lines.iter().filter(|line| line.starts_with(start)).collect()
}

#[test]
fn ugi_introduces_the_engine_with_its_options() {
    let mut client = Client::start();
    client.send("ugi");
    let lines = client.until("ugiok");
    assert!(lines[0].starts_with("id name Fourscore "));
    assert!(lines[1].starts_with("id author "));
    for option in [
        "option name Game type combo default qubic var qubic var gomoku var draughts",
        "option name Hash type spin default 16 min 1 max 65536",
        "option name Clear Hash type button",
        "option name Threads type spin default 1 min 1 max 256",
        "option name MultiPV type spin default 1 min 1 max 512",
        "option name Notation type combo default coordinates var coordinates var doake var index var drops",
        "option name Memory type string default <empty>",
        "option name Learn type check default false",
    ] {
        assert!(lines.iter().any(|line| line == option), "{option}");
    }
    assert_eq!(starting(&lines, "option name Strategy type combo default alpha-beta ").len(), 1);
    assert!(lines[2..lines.len() - 1].iter().all(|line| line.starts_with("option name ")));
}

#[test]
fn uci_ends_with_uciok_and_counts_moves_to_mate() {
    // x has two in two lines that meet in 114: three and three, and the next move wins.
    let position = "position fen xx4o12xo14x4o21o";
    for (dialect, expected) in [("ugi", " score mate 3 "), ("uci", " score mate 2 ")] {
        let mut client = Client::introduced(dialect, &[]);
        client.send(position);
        client.send("go depth 5");
        let lines = client.until("bestmove");
        assert!(lines[lines.len() - 2].contains(expected), "{lines:?}");
    }
}

#[test]
fn one_exact_info_line_with_a_score_comes_last_before_bestmove() {
    let mut client = Client::introduced("uci", &["Strategy value random"]);
    client.send("position startpos moves 111\ngo depth 1");
    let lines = client.until("bestmove");
    let last = &lines[lines.len() - 2];
    assert!(last.starts_with("info depth ") && last.contains(" score ") && !last.contains("bound"), "{last}");
    assert_eq!(lines.last().unwrap().split(' ').count(), 2);
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
fn uci_infinite_and_ponder_wait() {
    let mut client = Client::introduced("uci", &["Strategy value random"]);
    client.send("position startpos\ngo infinite");
    client.until("info depth 1");
    assert!(client.is_silent(), "no bestmove before stop, though there is nothing to search");
    client.send("stop");
    assert!(client.line().starts_with("bestmove "));
    client.send("go ponder wtime 1000 btime 1000");
    client.until("info depth 1");
    assert!(client.is_silent());
    client.send("ponderhit");
    assert!(client.line().starts_with("bestmove "));
    // A finished position waits for stop too.
    client.send("position fen xxxx1ooo\ngo infinite");
    client.until("info string the game is over: p1win");
    assert!(client.is_silent());
    client.send("stop");
    assert_eq!(client.line(), "bestmove 0000");
}

#[test]
fn ponderhit_starts_the_clock() {
    let mut client = Client::introduced("uci", &[]);
    client.send("position startpos\ngo ponder movetime 200");
    client.until("info depth 1");
    client.send("ponderhit");
    client.until("bestmove");
}

#[test]
fn ponderhit_does_nothing_to_a_search_that_does_not_ponder() {
    let mut client = Client::introduced("uci", &[]);
    client.send("position fen xxxx1ooo\ngo infinite\nponderhit");
    client.until("info string the game is over");
    assert!(client.is_silent(), "no answer before stop");
    client.send("stop");
    assert_eq!(client.line(), "bestmove 0000");
    // A hit ends the pondering, but an infinite search goes on.
    client.send("position startpos\nsetoption name Strategy value random\ngo ponder infinite\nponderhit");
    client.until("info depth 1");
    assert!(client.is_silent(), "no answer before stop");
    client.send("stop");
    assert!(client.line().starts_with("bestmove "));
}

#[test]
fn end_of_input_ends_a_search_with_its_answer() {
    let mut client = Client::introduced("ugi", &[]);
    client.send("position startpos\ngo infinite");
    client.until("info depth");
    let (lines, well) = client.end();
    assert!(well && lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
    let mut client = Client::introduced("ugi", &[]);
    client.send("position startpos\ngo infinite\nquit");
    let lines = client.until("bestmove");
    assert_eq!(starting(&lines, "bestmove").len(), 1);
    assert!(client.end().1);
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
fn limits_are_kept() {
    let mut client = Client::introduced("ugi", &[]);
    client.send("position startpos moves 111 222\ngo nodes 5000");
    let lines = client.until("bestmove");
    let last = &lines[lines.len() - 2];
    let nodes: Vec<_> = last.split(' ').skip_while(|&word| word != "nodes").take(2).collect();
    assert_eq!(nodes, ["nodes", "5000"], "{last}");
    client.send("go depth 2");
    let lines = client.until("bestmove");
    assert!(lines[lines.len() - 2].starts_with("info depth 2 "), "{lines:?}");
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

#[test]
fn drawing_and_evaluation_are_for_people() {
    let mut client = Client::introduced("ugi", &[]);
    client.send("position startpos moves 111\nd\neval");
    let lines = client.before_ready();
    assert!(lines.iter().any(|line| line.contains("(x)")));
    assert!(lines.iter().any(|line| line.contains("p2 to move")));
}

#[test]
fn a_client_can_ask_for_all_legal_moves() {
    let mut client = Client::introduced("ugi", &[]);
    client.send("position fen xx2oo moves 113");
    let legal = client.query("legal");
    assert_eq!((legal.split(' ').count(), legal.split(' ').next()), (59, Some("114")));
}
