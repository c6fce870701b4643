//! `fourscore solve --game gomoku` as its users run it, and its certificates as the checker reads them.

use crate::common::program::{killed_when_kept, says};
use games::Game;
use games::gomoku::{Gomoku, Setup, Square, Stones, text};
use solve::certificate::gomoku::Solution;
use solve::certificate::{Certificate, Header};
use solve::gomoku::proof::{Moves, Place};
use std::path::Path;
use std::sync::LazyLock;

/// What `solve` says, which ends with this code and says these words.
pub(super) fn solve(folder: &Path, arguments: &[&str], code: i32, words: &[&str]) -> String {
    says(folder, &[&["solve", "--game", "gomoku"], arguments].concat(), code, words)
}

pub(super) fn check(bytes: &[u8], claim: &str) -> Result<String, String> {
    let claim = claim.parse().expect("a claim");
    let checked = proof_checker::check(bytes, Some(&claim), &mut |_| ());
    checked.map(|verified| verified.to_string()).map_err(|refusal| refusal.to_string())
}

/// After a second move of white's in a corner, which is one of 35: black's answer and all 222 replies to it.
pub(super) const CORNER: &str = "14o/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15";

/// The solution after these moves: what was said, and the certificate.
fn solved(rules: &str, moves: &[&str]) -> (String, Vec<u8>) {
    let folder = tempfile::tempdir().unwrap();
    let question = [&["--rules", rules, "--out", "g.proof", "--moves"], moves].concat();
    let text = solve(folder.path(), &question, 0, &[]);
    assert!(!folder.path().join("g.proof.search").exists(), "nothing is left behind");
    (text, std::fs::read(folder.path().join("g.proof")).unwrap())
}

fn corner_solved(rules: &str) -> (String, Vec<u8>) {
    solved(rules, &["h8", "o15"])
}

/// That after the corner, freestyle, made once for all tests.
static FREESTYLE: LazyLock<(String, Vec<u8>)> = LazyLock::new(|| corner_solved("freestyle"));

#[test]
fn a_second_move_of_white_loses_and_the_checker_agrees() {
    // What is written and what the checker comes to: moves behind replies that it knows to lose anyway it does not need.
    for (rules, written, reached) in [("freestyle", 258, 258), ("standard", 259, 259)] {
        let (text, bytes) = if rules == "freestyle" { FREESTYLE.clone() } else { corner_solved(rules) };
        assert!(text.contains("value: p1 wins (proven)"), "{text}");
        let said = text.lines().find_map(|line| line.strip_prefix("proof: ")).expect("a line on the proof");
        assert!(said.starts_with(&format!("{written} positions with a choice")), "{said}");
        let verified = check(&bytes, &format!("gomoku {rules} {CORNER} p1")).expect("accepted");
        assert!(verified.ends_with(&format!(" choices={reached}")), "{verified}; {said}");
        // Another rule, another start, a byte less, a byte more.
        for other in ["gomoku freestyle - p1", "gomoku standard - p1"] {
            assert!(check(&bytes, other).is_err());
        }
        assert!(check(&bytes[..bytes.len() - 1], &format!("gomoku {rules} {CORNER} p1")).is_err());
    }
}

#[test]
fn a_win_within_so_many_plies_is_found_and_the_checker_agrees() {
    let folder = tempfile::tempdir().unwrap();
    let moves = ["h8", "o15", "i7", "g8"];
    let unbound = [&["--out", "g.proof", "--moves"], &moves[..]].concat();
    let question = [&unbound[..], &["--within", "31"]].concat();
    solve(folder.path(), &[&question[..], &["--time", "0"]].concat(), 2, &[]);
    solve(folder.path(), &unbound, 1, &["another position"]);
    let bound = solve(folder.path(), &question, 0, &["value: p1 wins by ply 31 (proven)"]);
    let (text, _) = solved("freestyle", &moves);
    let longest = |text: &str| -> u32 {
        let (_, rest) = text.split_once("the longest game ").expect("a length");
        rest.split(' ').next().and_then(|plies| plies.parse().ok()).expect("a number")
    };
    // 4 stones are on the board: the last of 27 more is black's.
    assert!(longest(&text) > 27, "{text}");
    assert_eq!(longest(&bound), 27, "{bound}");
    let bytes = std::fs::read(folder.path().join("g.proof")).unwrap();
    let check = |longest| {
        let options = proof_checker::Options { longest, ..proof_checker::Options::default() };
        proof_checker::check_with(&bytes, None, options, &mut |_| ())
    };
    let [free, bound] = [check(None).unwrap(), check(Some(27)).unwrap()];
    assert!(bound.longest <= 27 && bound.longest <= free.longest, "{free} {bound}");
    assert!(check(Some(bound.longest)).is_ok());
    // Too short for what is left to threats, and for what the file says.
    let refusal = check(Some(bound.longest - 1)).unwrap_err().to_string();
    assert!(refusal.contains("no win by continuous threats in time"), "{refusal}");
    assert!(check(Some(9)).is_err() && check(Some(0)).is_err() && check(Some(u32::MAX)).unwrap() == free);
    // A merge holds to the length, too.
    let merged = |within, code, words: &[&str]| {
        let arguments = ["proof", "merge", "--out", "m.proof", "--within", within, "g.proof"];
        says(folder.path(), &arguments, code, words)
    };
    assert!(longest(&merged("31", 0, &[])) <= 27);
    merged("17", 1, &["hole"]);
    let none = ["--size", "7", "--within", "3", "--state", "s"];
    solve(folder.path(), &none, 2, &["no win of black's by ply 3 was found"]);
}

#[test]
fn black_wins_in_spite_of_what_renju_forbids_him() {
    let folder = tempfile::tempdir().unwrap();
    let question = ["--rules", "renju", "--moves", "h8", "o15", "i7", "a1", "--out", "g.proof"];
    solve(folder.path(), &question, 0, &[]);
    let bytes = std::fs::read(folder.path().join("g.proof")).unwrap();
    let start = "14o/15/15/15/15/15/15/7x7/8x6/15/15/15/15/15/o14";
    assert!(check(&bytes, &format!("gomoku renju {start} p1")).is_ok());
    // There are none for rules with an opening protocol.
    let certificate = Certificate::read(&folder.path().join("g.proof")).unwrap();
    let header = Header { rules: "choice".to_owned(), ..certificate.header.clone() };
    Certificate { header, ..certificate }.write(&folder.path().join("c.proof")).unwrap();
    let merge = ["proof", "merge", "--out", "whole.proof", "c.proof"];
    says(folder.path(), &merge, 1, &["which begin with an opening protocol"]);
}

#[test]
fn a_search_that_its_limits_end_is_kept_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let question = ["--moves", "h8", "o15", "--out", "g.proof"];
    let limited = [&question[..], &["--nodes", "100"]].concat();
    solve(folder.path(), &limited, 2, &["not decided within the limits"]);
    let kept = folder.path().join("g.proof.search");
    assert!(kept.exists() && !folder.path().join("g.proof").exists());
    // Another question does not take it up; a damaged file is refused and stays as it is.
    let other = ["--moves", "h8", "n14", "--out", "g.proof"];
    solve(folder.path(), &other, 1, &["another position"]);
    let bytes = std::fs::read(&kept).unwrap();
    let mut damaged = bytes.clone();
    damaged[100] ^= 1;
    std::fs::write(&kept, &damaged).unwrap();
    solve(folder.path(), &question, 1, &["damaged"]);
    assert_eq!(std::fs::read(&kept).unwrap(), damaged);
    std::fs::write(&kept, &bytes).unwrap();
    solve(folder.path(), &question, 0, &["the search continues from g.proof.search: "]);
    assert!(!kept.exists());
    assert_eq!(std::fs::read(folder.path().join("g.proof")).unwrap(), FREESTYLE.1, "as in one sitting");
}

#[test]
fn a_killed_search_goes_on_from_what_it_had_kept() {
    let folder = tempfile::tempdir().unwrap();
    let question = ["solve", "--game", "gomoku", "--rules", "freestyle", "--out", "g.proof"];
    // How much has been proven when something is kept depends on the machine; that it becomes more does not.
    let mut count = 0;
    while count <= 50 {
        killed_when_kept(folder.path(), &question, "g.proof.search");
        let text = says(folder.path(), &[&question[..], &["--time", "0"]].concat(), 2, &[]);
        let (_, proven) = text.split_once("the search continues from g.proof.search: ").unwrap();
        let proven: u32 = proven.split(' ').next().unwrap().parse().unwrap();
        assert!(proven >= count, "{count} before: {text}");
        count = proven;
    }
}

/// What comes of a certificate that `solve` has written, once it is changed and sealed again.
#[test]
fn what_solve_wrote_is_refused_when_it_is_changed() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = &FREESTYLE.1;
    let path = folder.path().join("g.proof");
    std::fs::write(&path, bytes).unwrap();
    let claim = format!("gomoku freestyle {CORNER} p1");
    assert!(check(bytes, &claim).is_ok());
    let certificate = Certificate::read(&path).unwrap();
    let solution = Solution::from_certificate(&certificate).unwrap();
    let changed = |change: &dyn Fn(&mut Solution)| {
        let mut solution = solution.clone();
        change(&mut solution);
        check(&solution.to_certificate().to_bytes().unwrap(), &claim)
    };
    assert!(changed(&|_| ()).is_ok());
    let start = Place::of(&solution.start);
    let square = |text: &str| Square::parse(text, 15).unwrap();
    let answered = start.after(solution.at(&start).unwrap());
    let mut replies = Stones::new(15).squares().filter(|&m| answered.is_empty(m)).map(|m| answered.after(m));
    // One that comes after black's answer and a reply.
    let behind = replies.find(|place| solution.at(place).is_some()).unwrap().key(15).0;
    let root = start.key(15).0;
    let remove = |solution: &mut Solution, key| assert!(solution.moves.remove(key).is_some());
    let alter = |solution: &mut Solution, key| *solution.moves.get_mut(key).unwrap() = square("a2");
    for (what, refusal) in [
        ("at the start ", changed(&|solution| remove(solution, &root))),
        ("after ", changed(&|solution| alter(solution, &root))),
        ("after ", changed(&|solution| remove(solution, &behind))),
        ("after ", changed(&|solution| alter(solution, &behind))),
    ] {
        let refusal = refusal.expect_err("it is refused");
        assert!(refusal.starts_with(what) || refusal.contains(&format!(": {what}")), "{refusal}");
    }
    for length in [0, 10, bytes.len() / 2, bytes.len() - 1] {
        assert!(check(&bytes[..length], &claim).is_err(), "cut to {length} bytes");
    }
    let other = check(bytes, &format!("gomoku standard {CORNER} p1")).unwrap_err();
    assert!(other.contains("standard"), "{other}");
    // Sealed as one under variant C, where black's answer is forbidden.
    let header = Header { rules: "second-move-restricted".to_owned(), ..certificate.header.clone() };
    let restricted = Certificate { header, ..certificate };
    restricted.write(&folder.path().join("c.proof")).unwrap();
    let claim = format!("gomoku second-move-restricted {CORNER} p1");
    assert!(check(&restricted.to_bytes().unwrap(), &claim).unwrap_err().contains("second stone"));
    let merge = ["proof", "merge", "--out", "whole.proof", "c.proof"];
    says(folder.path(), &merge, 1, &["the move is not legal"]);
    assert!(!folder.path().join("whole.proof").exists());
}

#[test]
fn what_is_over_or_no_proof_is_not_called_proven() {
    let folder = tempfile::tempdir().unwrap();
    let setup = Setup::new("freestyle", 5).unwrap();
    let start = Gomoku::from_text(&setup, "ooooo/5/5/5/xxxx1:x").unwrap();
    let over = Solution::new(start, &Moves::default()).unwrap();
    over.to_certificate().write(&folder.path().join("over.proof")).unwrap();
    let merge = ["proof", "merge", "--out", "whole.proof", "over.proof"];
    says(folder.path(), &merge, 1, &["the game is over there"]);
    assert!(!folder.path().join("whole.proof").exists());
    // A kept search that is whole, but says of a position that it is won which is not.
    let setup = Setup::new("freestyle", 7).unwrap();
    let start = Gomoku::from_text(&setup, "7/7/7/3x3/2o4/7/7").unwrap();
    let class = Place::of(&start).class(7).0;
    let mut text = format!("fourscore-search gomoku parts 3\nfreestyle {}\n", start.to_text());
    text += &format!("{}:x a1\n", text::rows(&class.stones(7)));
    text += &format!("checksum {:08x}\n", crc32fast::hash(text.as_bytes()));
    std::fs::write(folder.path().join("g.search"), text).unwrap();
    let question =
        ["--rules", "freestyle", "--position", "7/7/7/3x3/2o4/7/7", "--shard", "1/1", "--state", "g.search"];
    let words = ["what is kept in g.search is not a proof", "the proof has a hole"];
    let text = solve(folder.path(), &question, 1, &words);
    assert!(!text.contains("value"), "{text}");
}

#[test]
fn small_boards_are_drawn_and_the_pairs_are_shown() {
    for (size, rules, stones, most) in [
        ("5", "freestyle", "from here on", 0),
        ("6", "standard", "after at most 1 more stone of his", 1),
        ("7", "freestyle", "after at most 4 more stones of his", 4),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let words = [
            "value: draw (proven): neither player can win",
            "g.proof is not written: certificates exist for wins of black only",
            &format!("white holds: by a pairing {stones}"),
        ];
        let arguments = ["--size", size, "--rules", rules, "--out", "g.proof"];
        let text = solve(folder.path(), &arguments, 0, &words);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");
        // The board: as many marks as squares of pairs, each twice.
        let rows: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("white's pairing")).collect();
        let board: String = rows[1..=size.parse::<usize>().unwrap()].concat();
        let marks = |mark: char| board.chars().filter(|&other| other == mark).count();
        assert!(('A'..='H').all(|mark| marks(mark) == 2), "{text}");
        assert!(('A'..='Z').all(|mark| marks(mark) % 2 == 0), "{text}");
        assert!(marks('o') == marks('x') && marks('o') <= most, "{text}");
    }
}

#[test]
fn what_black_plays_in_another_proof_is_tried_first() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let read = |path: &Path| Solution::from_certificate(&Certificate::read(path).unwrap()).unwrap();
    let after = |rules: &str, size: usize, moves: [&str; 2]| {
        let mut position = Gomoku::start(&Setup::new(rules, size).unwrap());
        moves.iter().for_each(|m| position.play(Square::parse(m, size).unwrap()));
        position
    };
    let mut example = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("data/gomoku/freestyle.proof"));
    // Another answer than the one that is tried first, to a stone one square farther from the edges there.
    let (start, there) =
        (after("standard", 13, ["g7", "m13"]), Place::of(&after("freestyle", 15, ["h8", "n14"])));
    let (key, symmetry) = there.key(15);
    let usual = example.moves.insert(key, Square::parse("g9", 15).unwrap().image(15, symmetry));
    assert_ne!(usual, example.moves.get(&key).copied());
    example.to_certificate().write(&path("example.proof")).unwrap();
    let position = start.to_text();
    let question = ["--rules", "standard", "--position", &position, "--out", "g.proof"];
    solve(folder.path(), &[&question[..], &["--example", "example.proof"]].concat(), 0, &[]);
    let bytes = std::fs::read(path("g.proof")).unwrap();
    check(&bytes, &format!("gomoku standard {position} p1")).expect("accepted");
    assert_eq!(read(&path("g.proof")).find(&start), Square::parse("f8", 13).ok());
    let none = [&question[..], &["--example", "Cargo.toml"]].concat();
    solve(folder.path(), &none, 1, &["--example Cargo.toml"]);
    // On boards whose centre is one of four squares, in every image.
    for (size, moves) in [(14, ["h8", "i10"]), (16, ["i9", "j11"]), (19, ["j10", "k12"])] {
        let place = Place::of(&after("freestyle", size, moves));
        let m = example.alike(&place, size).unwrap();
        for symmetry in 0..8 {
            let image = place.image(size, symmetry);
            assert_eq!(example.alike(&image, size), Some(m.image(size, symmetry)), "{size} {symmetry}");
        }
    }
    // What lies beyond its edges counts as on them; where it has no such stones, it says nothing.
    let far = Place::of(&after("freestyle", 19, ["j10", "s18"]));
    let edge = Place::of(&after("freestyle", 15, ["h8", "o15"]));
    let moved = example.at(&edge).and_then(|m| Square::new(m.column() + 2, m.row() + 2));
    assert_eq!(example.alike(&far, 19), moved);
    assert_eq!(example.alike(&Place::of(&after("freestyle", 19, ["a1", "s18"])), 19), None);
}

#[test]
fn a_small_board_within_limits_may_be_undecided_and_a_win_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let limited = ["--size", "8", "--nodes", "50", "--out", "g.proof"];
    solve(folder.path(), &limited, 2, &["value: not decided within the limits"]);
    // Black to move has an open three.
    let position = "8/8/8/2xxx3/2oo4/5o2/8/8";
    let question = ["--position", position, "--state", "w.search", "--out", "w.proof"];
    solve(folder.path(), &question, 0, &["value: p1 wins (proven)"]);
    let bytes = std::fs::read(folder.path().join("w.proof")).unwrap();
    assert!(check(&bytes, &format!("gomoku freestyle {position} p1")).is_ok());
}

#[test]
fn what_does_not_belong_to_the_game_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, code, words) in [
        (&["--split"][..], 1, "--split is for --game qubic only"),
        (&["--rules", "choice"], 1, "they begin with an opening protocol"),
        (&["--rules", "chess"], 1, "no rules are named 'chess'"),
        (&["--size", "4"], 2, "4 is not in 5..=20"),
        (&["--moves", "h8", "h8"], 1, "not a legal move here"),
        (&["--shard", "3/2"], 2, "a shard is I/N"),
        (&["--position", "x"], 1, "has a size from 5 to 20"),
    ] {
        solve(folder.path(), arguments, code, &[words]);
    }
    says(folder.path(), &["solve", "--rules", "freestyle"], 1, &["--rules is for --game gomoku only"]);
}
