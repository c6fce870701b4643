use super::*;

fn session(arguments: &[&str], typed: &str) -> anyhow::Result<String> {
    let arguments = crate::typed(&[&["play", "--pace", "0.001"], arguments].concat())?;
    let mut output = Vec::new();
    play(&arguments, &mut Input::Text(Box::new(typed.as_bytes())), Colours(false), &mut output)?;
    Ok(String::from_utf8(output)?)
}

#[test]
fn a_game_is_played_to_its_end() {
    let every_cell: String = (0..64).map(|n| format!("{n}\n")).collect();
    let text = session(&["--strategy", "random", "--notation", "index"], &every_cell).unwrap();
    // Cells 0 to 3 are a line, unless the program has taken one of them: some line comes.
    assert!(text.contains("The moves: 0 "), "{text}");
    assert!(text.contains("has won") || text.contains("have won") || text.contains("drawn"));
    assert!(text.contains('['), "the winning line is marked: {text}");
    assert!(text.contains("The program plays"));
}

#[test]
fn words_illegal_moves_and_hints() {
    let typed = "111\n111\n999\n\u{fffd}\nmoves\nhint\nback\nback\nboard\nhelp\nquit\n";
    let text = session(&["--strategy", "random"], typed).unwrap();
    assert!(text.contains("'111' is not a legal move here"));
    assert!(text.contains("'999' is not a move: a cell is level, row and column"));
    assert!(text.contains("The program would play"));
    assert!(text.contains("There is nothing to take back."));
    assert!(text.contains("left unfinished"));
}

#[test]
fn the_second_side_and_the_end_of_input() {
    let text = session(&["--side", "second", "--strategy", "random"], "back\n").unwrap();
    assert!(text.contains("The program plays"));
    assert!(text.contains("nothing to take back"));
    assert!(text.contains("left unfinished"));
}

#[test]
fn go_moku_with_a_swap() {
    let arguments = ["--game", "gomoku", "--side", "second", "--option", "Rules=swap2", "--option", "Size=9"];
    let text = session(&arguments, "moves\nkeep\nquit\n").unwrap();
    assert!(text.contains("swap keep add2"), "{text}");
    assert!(text.contains("the opening: swap, keep or add2"), "{text}");
}

#[test]
fn several_boards_in_turn_from_any_position() {
    let arguments =
        ["--game", "draughts", "--strategy", "samuel", "--boards", "2", "--position", "B:W15,32:B11,1"];
    let text = session(&[&arguments[..], &["--time", "0.01"]].concat(), "11x18\n11x18\nquit\n").unwrap();
    let boards: Vec<_> = text.match_indices("\nBoard ").map(|(at, _)| &text[at + 7..at + 8]).collect();
    assert_eq!(boards, ["1", "2", "1"], "{text}");
    assert_eq!(text.matches("The program plays 32-").count(), 2, "{text}");
}

#[test]
fn bad_arguments_are_refused_in_words() {
    let message = |arguments: &[&str]| session(arguments, "").unwrap_err().to_string();
    assert!(message(&["--game", "chess"]).contains("it takes one of qubic, gomoku"));
    assert!(message(&["--strategy", "deep-blue"]).contains("alpha-beta"));
    assert!(message(&["--position", "nonsense"]).contains("one looks like xo1x8"));
    assert!(message(&["--option", "Hash"]).contains("NAME=VALUE"));
    assert!(message(&["--option", "Hash=0"]).contains("from 1 to 65536"));
}

#[test]
fn words_that_change_the_game() {
    let typed = "why\nclock 0.02\nclock x\nstrategy\nstrategy chess\nstrategy alpha-beta\n1 1 1\nwhy\nflip\nposition\nside\nresign\nundo\nresign\n\
                 moves\nnew\nwatch random\nquit\n";
    let text = session(&["--strategy", "random"], typed).unwrap();
    for words in [
        "You play x and move first; random plays o and moves second.",
        "The program has not moved yet.",
        "The program thinks 0.02 s about a move.",
        "clock x: a number of seconds",
        "  alpha-beta: ",
        "no strategy 'chess' plays qubic",
        "alpha-beta plays against you.",
        "looks alike from every side",
        "The program now plays your side",
        "You have resigned. The program has won.",
        "The game is over. Type new",
        "Your side plays ",
        "(a won game in ",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert_eq!(text.matches("You have resigned").count(), 2, "{text}");
}

#[test]
fn a_game_is_saved_and_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my.game");
    let path = path.to_str().unwrap();
    let arguments = ["--game", "gomoku", "--strategy", "random", "--option", "Size=7"];
    let text = session(&arguments, &format!("d4\nsave {path}\nsave\nquit\n")).unwrap();
    assert!(text.contains(&format!("Saved; load {path} continues it.")), "{text}");
    let kept = kept::Kept::load(std::path::Path::new(path)).unwrap();
    assert_eq!((kept.moves.len(), kept.moves[0].as_str()), (2, "d4"));
    let text = session(&["--load", path, "--strategy", "random"], "moves\n").unwrap();
    assert!(text.contains("You play Black and move first") && !text.contains(" d4 "), "{text}");
    // In another game it is refused, and that game goes on.
    let text = session(&["--strategy", "random"], &format!("load {path}\nload {path}x\nmoves\n")).unwrap();
    assert!(text.contains("Not loaded: it is a game of gomoku, and this is qubic"), "{text}");
    assert!(text.contains("cannot be read") && text.contains("111 112 113"), "{text}");
}

#[test]
fn a_program_learns_from_a_person_and_plays_by_it() {
    let folder = tempfile::tempdir().unwrap();
    let memory = folder.path().join("mine.memory");
    let option = format!("Memory={}", memory.display());
    let arguments =
        ["--strategy", "score-four", "--notation", "index", "--option", "Learn=true", "--option", &option];
    // A first game that is won by force; the second begins in the same way.
    let moves = "0 12 48 4 36 20 40 32 16 new 0 12 48 quit".replace(' ', "\n");
    let text = session(&arguments, &moves).unwrap();
    assert!(text.contains("The program: learned pattern (2,0,1,0,2) from game 1"), "{text}");
    let kept = std::fs::read_to_string(&memory).unwrap();
    assert!(kept.contains("\"games\": 1") && kept.contains("\"pattern\":[2,0,1,0,2]"), "{kept}");
    let (first, second) = text.split_once("\nThe moves: ").unwrap();
    let used = "key square of the opponent's pattern (2,0,1,0,2)";
    assert!(!first.contains(used) && second.contains(used), "{second}");
}

#[test]
fn three_questions_are_asked() {
    let arguments = crate::typed(&["play"]).unwrap();
    let asked = |typed: &str| {
        let mut output = Vec::new();
        let asked = ask(&arguments, &mut Input::Text(Box::new(typed.as_bytes())), &mut output).unwrap();
        let second = asked.side == SideName::Second;
        (asked.game, asked.strategy.unwrap(), second, String::from_utf8(output).unwrap())
    };
    let (game, strategy, second, text) = asked("chess\n9\nDraughts\n\nsecond\n");
    assert_eq!(
        (game.as_str(), strategy.as_str(), second),
        ("draughts", BUILT_IN.rows()[2].strategies[0].name, true),
        "{text}"
    );
    assert_eq!(text.matches("Type a number from 1 to 3").count(), 2, "{text}");
    let (game, _, second, _) = asked("2\n1");
    assert_eq!((game.as_str(), second), ("gomoku", false));
}
