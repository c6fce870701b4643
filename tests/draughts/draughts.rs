//! English draughts against counted trees, printed games, ballots and the games of masters.

use crate::draughts_search::walk;
use games::draughts::{Draughts, Move, QUIET_PLIES, pdn};
use games::{Game, Notation, Outcome, Played, Side};
use std::fs;
use std::io::Read;
use std::path::PathBuf;

fn data(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/draughts").join(name)
}

/// The lines of a file that are not remarks.
fn lines(name: &str) -> Vec<String> {
    let text = fs::read_to_string(data(name)).unwrap();
    text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

fn at(text: &str) -> Draughts {
    Draughts::from_text(&(), text).unwrap()
}

fn moves(position: &Draughts) -> Vec<String> {
    let moves = position.moves();
    let mut texts: Vec<_> = moves.iter().map(|&m| position.move_text(m, Notation::default())).collect();
    texts.sort();
    texts
}

/// The position after these moves, every one of them legal and written as the engine writes it.
fn after(start: Draughts, moves: &[&str]) -> Draughts {
    moves.iter().fold(start, |mut position, text| {
        let m = position.parse_move(text, Notation::default()).unwrap();
        assert!(position.is_legal(m), "{text} at {}", position.to_text());
        position.play(m);
        position
    })
}

#[test]
fn the_tree_from_the_start_has_the_known_leaves() {
    let mut start = Draughts::start(&());
    // The numbers go on with other things; of the depths, ten take a moment.
    for (depth, line) in (1..=10).zip(lines("perft-start.txt")) {
        let leaves = line.strip_prefix(&format!("{depth} ")).unwrap();
        assert_eq!(start.perft(depth).to_string(), leaves, "depth {depth}");
        assert_eq!(start.perft_merged(depth).to_string(), leaves, "depth {depth}");
    }
}

#[test]
#[ignore = "four hundred million leaves twice: cargo test --release --test draughts draughts:: -- --ignored"]
fn captures_that_lead_to_the_same_position_first_differ_at_depth_12() {
    assert_eq!(Draughts::start(&()).perft(12), 388_623_673);
    assert_eq!(Draughts::start(&()).perft_merged(12), 388_617_999);
}

#[test]
fn trees_of_given_positions_have_the_known_leaves() {
    let lines = lines("perft-positions.txt");
    assert!(lines.len() >= 10);
    for line in lines {
        let [name, counting, position, counts] = line.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        for (depth, leaves) in (1..).zip(counts.split(' ')) {
            let mut position = at(position);
            let counted = match counting {
                "paths" => position.perft(depth),
                "merged" => position.perft_merged(depth),
                _ => panic!("{line}"),
            };
            assert_eq!(counted.to_string(), leaves, "{name}, {counting}, depth {depth}");
        }
    }
}

#[test]
fn samuels_games_replay_to_their_last_positions() {
    let text = lines("samuel-1959-appendix-b.txt").join("\n");
    let mut games = 0;
    for block in text.split("\n\n").filter(|block| block.contains("final=")) {
        let (head, body) = block.trim().split_once('\n').unwrap();
        let head = head.trim_matches(['[', ']']);
        let of = |key: &str| {
            head.split(' ').find_map(|word| word.strip_prefix(key)).unwrap_or_else(|| panic!("{head}"))
        };
        let game = &pdn::parse(body).unwrap()[0];
        assert_eq!(game.moves.len().to_string(), of("plies="), "{head}");
        let last = game.moves.iter().fold(game.start, |mut position, &m| {
            position.play(m);
            position
        });
        assert_eq!(last, at(of("final=")), "{head}");
        games += 1;
    }
    assert_eq!(games, 15, "eleven openings and four games");
}

#[test]
fn pieces_that_must_capture_stand_out() {
    assert_eq!(at("B:W15,24:B11,20").must_capture().unwrap().to_string(), "take:1:11,20");
    assert!(at("B:W30:B1").must_capture().is_none());
}

#[test]
fn all_ballots_are_legal() {
    let ballots = lines("three-move-ballots.tsv");
    assert_eq!(ballots.len(), 174);
    for ballot in ballots {
        let [head, _, position] = ballot.split('\t').collect::<Vec<_>>()[..] else { panic!("{ballot}") };
        let moves: Vec<_> = head.split(' ').skip(1).collect();
        assert_eq!(after(Draughts::start(&()), &moves), at(position), "{ballot}");
    }
}

#[test]
fn the_games_of_masters_replay_and_survive_being_written() {
    let mut text = String::new();
    flate2::read::GzDecoder::new(fs::File::open(data("acf-games.txt.gz")).unwrap())
        .read_to_string(&mut text)
        .unwrap();
    let mut games = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (_, moves) = line.split_once(' ').unwrap();
        let game = &pdn::parse(moves).unwrap_or_else(|error| panic!("{error}: {line}"))[0];
        let again = &pdn::parse(&game.to_string()).unwrap()[0];
        assert_eq!(again.moves, game.moves);
        let mut position = game.start;
        for (m, text) in game.moves.iter().zip(moves.split(' ')) {
            assert_eq!(position.move_text(*m, Notation::default()), text, "{line}");
            position.play(*m);
        }
        games += 1;
    }
    assert_eq!(games, 6000);
}

#[test]
fn capturing_is_forced_and_must_be_completed() {
    // Two jumps by a man, the choice among captures free.
    assert_eq!(moves(&at("B:W15,9:B11,6")), ["11x18", "6x13"].map(str::to_owned));
    assert_eq!(moves(&at("W:W28:B24,16,15")), ["28x19x10", "28x19x12"]);
    // A man that reaches the king row stops there, though a king could go on.
    assert_eq!(moves(&at("W:W11:B8,7,6")), ["11x2", "11x4"]);
    let crowned = after(at("W:W11:B8,7"), &["11x4"]);
    assert_eq!(crowned, at("B:WK4:B7"));
    // Men do not take backwards, kings do.
    assert_eq!(moves(&at("W:W14:B18")), ["14-10", "14-9"]);
    assert_eq!(moves(&at("W:WK14:B18")), ["14x23"]);
    // Round a ring to where it began: the first square counts as empty.
    let ring = at("W:WK22:B18,10,9,17");
    assert!(moves(&ring).iter().any(|m| m.starts_with("22x") && m.ends_with("x22")), "{:?}", moves(&ring));
}

#[test]
fn who_cannot_move_has_lost() {
    for (position, winner) in [
        ("B:W21-32:B", Side::Second),
        ("W:W:B1", Side::First),
        ("W:W21:B17,14", Side::First),
        ("B:W5,6,9,10:B1", Side::Second),
    ] {
        let position = at(position);
        assert_eq!(position.outcome(), Some(Outcome::Win(winner)), "{position:?}");
        assert_eq!(moves(&position), Vec::<String>::new());
    }
}

#[test]
fn the_third_time_and_forty_moves_without_progress_draw() {
    let play = |start: &str, round: &[&str], plies: usize| {
        let mut game = Played::new(at(start));
        for text in round.iter().cycle().take(plies) {
            assert_eq!(game.outcome(), None, "after {} plies", game.plies());
            game.play_text(text).unwrap();
        }
        game.outcome()
    };
    let round = ["1-6", "32-27", "6-1", "27-32"];
    assert_eq!(play("B:WK32:BK1", &round, 7), None);
    assert_eq!(play("B:WK32:BK1", &round, 8), Some(Outcome::Draw));
}

#[test]
fn forty_quiet_moves_of_each_side_draw_even_where_nothing_repeats() {
    let mut game = walk("W:WK18,K15:BK4,K1", QUIET_PLIES - 1);
    let quiet = |&m: &Move| !game.position().is_irreversible(m);
    let m = game.legal_moves().into_iter().find(quiet).unwrap();
    game.play(m).unwrap();
    assert_eq!(game.outcome(), Some(Outcome::Draw));
    let last = game.keys().last();
    assert!(game.keys().iter().filter(|&key| Some(key) == last).count() < 3, "by the forty moves alone");
}

#[test]
fn moves_are_read_in_short_and_long() {
    let position = at("W:W28:B24,16,15,7");
    for (text, long) in [("28x19x12", "28x19x12"), ("28x12", "28x19x12"), ("28-10", ""), ("028x12", "")] {
        match position.parse_move(text, Notation::default()) {
            Ok(m) => assert_eq!(position.move_text(m, Notation::default()), long, "{text}"),
            Err(error) => assert!(long.is_empty() && error.0.contains("is not a move"), "{text}: {error}"),
        }
    }
    // Two ways round to the same square.
    let error = at("W:W31:B18,19,26,27").parse_move("31x15", Notation::default()).unwrap_err();
    assert!(error.0.contains("it can mean"), "{error}");
    for (text, words) in [
        ("", "not a square"),
        ("11", "one square"),
        ("11-33", "not a square"),
        ("11_15", "not a square"),
        ("1-32", "no step and no capture"),
    ] {
        let error = Draughts::start(&()).parse_move(text, Notation::default()).unwrap_err();
        assert!(error.0.contains(words), "{text}: {error}");
    }
}

#[test]
fn positions_are_read_and_written() {
    for (text, normal) in [
        ("B:W21-32:B1-12", "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"),
        ("B:B1,2:W21,22,K30", "B:W21,22,K30:B1,2"),
        ("W:WK1-3:B.", "W:WK1,K2,K3:B"),
    ] {
        assert_eq!(at(text).to_text(), normal);
    }
    for (text, words) in [
        ("", "three parts"),
        ("X:W21:B1", "B or W"),
        ("B:W21:W1", "given twice"),
        ("B:W21:B21", "both sides"),
        ("B:W21,21:B1", "given twice"),
        ("B:W33:B1", "not a square"),
        ("B:W1:B5", "would be a king"),
        ("B:W12-9:B1", "backwards"),
        ("B:é:B1", "begin with"),
    ] {
        let error = Draughts::from_text(&(), text).unwrap_err();
        assert!(error.0.contains(words), "{text}: {error}");
    }
}

#[test]
fn pdn_has_tags_comments_and_variations() {
    let text = "[Event \"A \\\"small\\\" match\"]\n[Result \"0-1\"]\n1. 11-15 {a comment} 23-19 (23-18 8-11 (x)) 2. 8-11! $1 ; rest\n22-17 0-1\n\n\
                [FEN \"W:W28:B24,16,15\"]\n1... 28x12 *";
    let games = pdn::parse(text).unwrap();
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].tags, [("Event".to_owned(), "A \"small\" match".to_owned())]);
    assert_eq!((games[0].moves.len(), games[0].result), (4, Some(Outcome::Win(Side::First))));
    assert_eq!((games[1].moves.len(), games[1].result), (1, None));
    let written: String = games.iter().map(ToString::to_string).collect();
    assert!(written.contains("1... 28x19x12 *"), "{written}");
    let again = pdn::parse(&written).unwrap();
    for (game, again) in games.iter().zip(&again) {
        assert_eq!((&game.tags, &game.moves, game.result), (&again.tags, &again.moves, again.result));
    }
    for (text, words) in [
        ("1. 11-16 21-17 2. 16-11", "not legal after 2 plies"),
        ("[Event", "a tag looks like"),
        ("1. 11-15 {open", "never closed"),
        ("1. e4", "game 1"),
    ] {
        let error = pdn::parse(text).unwrap_err();
        assert!(error.0.contains(words), "{text}: {error}");
    }
}
