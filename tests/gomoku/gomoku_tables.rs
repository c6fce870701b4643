//! The tables and diagrams of Allis, van den Herik and Huntjens 1994: threat-space search builds the same trees and finds
//! the same wins.

use games::gomoku::{Gomoku, Setup, Square, Stones};
use games::{Game, Notation, Played, Side};
use serde_json::Value;
use solve::threats::gomoku::Kind;
use solve::threats::space;
use solve::threats::space::{Options, Tree};
use solve::threats::{ThreatGame, ThreatOf};

/// The position of a diagram before its moves, black to move.
fn diagram(name: &str) -> Gomoku {
    let data: Value =
        serde_json::from_str(include_str!("../../data/gomoku/allis-1994-diagrams.json")).unwrap();
    let mut stones = Stones::new(15);
    for (side, key) in [(Side::First, "black"), (Side::Second, "white")] {
        for text in data[name][key].as_array().unwrap() {
            stones.put(side, Square::parse(text.as_str().unwrap(), 15).unwrap());
        }
    }
    let setup = Setup::default();
    let text = format!("{stones:?}:x");
    Gomoku::from_text(&setup, &text).unwrap()
}

fn moves(name: &str) -> Vec<Square> {
    let data: Value =
        serde_json::from_str(include_str!("../../data/gomoku/allis-1994-diagrams.json")).unwrap();
    let texts = data[name]["moves"].as_array().unwrap();
    texts.iter().map(|text| Square::parse(text.as_str().unwrap(), 15).unwrap()).collect()
}

fn search(name: &str, options: &Options<Gomoku>) -> Tree<Gomoku> {
    space::search(&diagram(name).field(), Side::First, options)
}

/// The rows of a tree as the paper prints them: depth, type of threat, gain square, cost squares.
fn rows(tree: &Tree<Gomoku>) -> Vec<String> {
    let row = |node: &&space::Node<Gomoku>| {
        let kind = match node.partner {
            Some(_) => format!("combination with {}", node.threat.gain),
            None => node.threat.kind.to_string(),
        };
        let costs: Vec<String> = node.threat.costs.iter().map(ToString::to_string).collect();
        format!("{} {kind} {} {}", node.depth, node.threat.gain, costs.join(",")).trim_end().to_owned()
    };
    tree.rows().iter().map(row).collect()
}

fn fours(kind: Kind) -> bool {
    matches!(kind, Kind::Five | Kind::StraightFour | Kind::Four)
}

#[test]
fn table_1() {
    let options = Options { complete: true, combine: false, ..Options::default() };
    let printed = "1 Four l15 k15\n1 Four k15 l15\n1 Four e15 d15\n2 Four i11 h12\n3 Straight Four i8 i7\n\
                   2 Four h12 i11\n1 Four d15 e15\n1 Four o12 o11\n1 Four o11 o12\n1 Four a12 a11\n1 Four a11 a12\n\
                   1 Three i11 i7,i8,i12\n2 Four h12 e15\n2 Four e15 h12\n3 Five d15\n1 Three i8 i7,i11,i12\n\
                   1 Four o5 o4\n1 Four o4 o5\n1 Four l1 k1\n1 Four k1 l1\n1 Four e1 d1\n1 Four d1 e1\n\
                   1 Four a5 a4\n1 Four a4 a5";
    let tree = search("3b", &options);
    assert_eq!(rows(&tree).join("\n"), printed);
    assert_eq!(tree.len(), 24);
    // Both potential winning sequences stand the check.
    assert_eq!(tree.rows().iter().filter(|node| node.verified).count(), 2);
    assert_eq!(tree.rows().iter().filter(|node| node.decisive).count(), 2);
}

#[test]
fn table_2_and_table_3() {
    let initial = Options { kinds: fours, complete: true, combine: false, ..Options::default() };
    assert_eq!(
        rows(&search("4", &initial)),
        ["1 Four h10 h9", "1 Four h9 h10", "1 Four j10 i9", "1 Four i9 j10"]
    );
    // All combinations of the first round are in Table 3: the search goes on after the win that the first one gives.
    let tree = search("4", &Options { combine: true, ..initial });
    let printed = [
        "1 Four h10 h9",
        "2 combination with i9 i9 j10",
        "3 Straight Four f12 e13",
        "2 combination with j10 j10 i9",
        "1 Four h9 h10",
        "2 combination with i9 i9 j10",
        "1 Four j10 i9",
        "1 Four i9 j10",
    ];
    assert_eq!(rows(&tree), printed);
    assert!(tree.win().is_some());
}

fn gains(win: &[ThreatOf<Gomoku>]) -> Vec<String> {
    win.iter().map(|threat| threat.gain.to_string()).collect()
}

#[test]
fn the_wins_of_the_diagrams() {
    for name in ["2a", "3b", "4"] {
        let tree = search(name, &Options::default());
        let win = tree.win().unwrap_or_else(|| panic!("diagram {name} is won"));
        println!("{name}: {} nodes, {}", tree.len(), gains(win).join(" "));
    }
    let tree = search("2a", &Options { kinds: fours, ..Options::default() });
    println!("2a with fours: {} nodes, {}", tree.len(), gains(tree.win().unwrap()).join(" "));
    let none = search("3a", &Options::default());
    assert!(none.win().is_none() && !none.was_cut());
    println!("3a: {} nodes", none.len());
    let tree = search("2b", &Options::default());
    println!("2b: {} nodes, {:?}", tree.len(), tree.win().map(gains));
}

#[test]
fn the_printed_games_are_legal() {
    for (name, last) in [("2a", None), ("2b", None), ("5a", Some(39)), ("5b", Some(45))] {
        let mut game = Played::new(diagram(name));
        if name.starts_with('5') {
            game = Played::new(Gomoku::start(&Setup::default()));
        }
        for m in moves(name) {
            game.play(m).unwrap_or_else(|error| panic!("{name}: {m} {error}"));
        }
        if let Some(plies) = last {
            assert_eq!((game.plies(), game.outcome().is_some()), (plies, true), "{name}");
        }
        assert!(!game.position().drawing(game.last_move(), Notation::Coordinates).is_empty());
    }
    let standard = Setup::new("standard", 15).unwrap();
    for name in ["5b", "6a", "6b", "6c", "6d", "6e", "6f", "6g", "6h"] {
        let mut game = Played::new(Gomoku::start(&standard));
        for m in moves(name) {
            game.play(m).unwrap_or_else(|error| panic!("{name}: {m} {error}"));
        }
        println!("{name}: {} plies, {:?}", game.plies(), game.outcome());
    }
}
