//! Score 4 against the thesis: its printed games, their backtracking, and what it learns from nothing.

use fourscore::game::qubic::{Cell, Qubic, winning_line};
use fourscore::game::{Outcome, Played};
use fourscore::strategy::score_four::backtrack::analyse;
use fourscore::strategy::score_four::printed::{PrintedGame, printed_games};

fn play(game: &PrintedGame) -> Played<Qubic> {
    let mut played = Played::new(Qubic::default());
    for &square in &game.moves {
        played.play(Cell::new(square).unwrap()).unwrap();
    }
    played
}

#[test]
fn printed_games_are_legal_and_end_as_stated() {
    let games = printed_games();
    assert_eq!(games.len(), 5);
    for game in &games {
        let played = play(game);
        assert!(matches!(played.outcome(), Some(Outcome::Win(_))), "game {}", game.number);
        let line = game.winning_line.iter().fold(0, |set, cell| set | 1_u64 << cell);
        assert_eq!(winning_line(played.position()), Some(line), "game {}", game.number);
    }
    assert_eq!(games[2].by_program, [false, true]);
}

#[test]
fn backtracking_the_printed_games() {
    let expected = ["(10,5,10)", "(10,5,10)", "(5,0,10,5,10)", "(10,5,10)", "(10,5,10)"];
    let early = [Some([5, 5, 10]), Some([10, 0, 10]), None, Some([10, 0, 10]), Some([5, 5, 10])];
    for ((game, pattern), early) in printed_games().iter().zip(expected).zip(early) {
        let analysis = analyse(&play(game)).unwrap();
        assert_eq!(analysis.pattern.to_string(), pattern, "game {}", game.number);
        if let Some(early) = early {
            assert_eq!(analysis.early, early, "SUTEST of game {}", game.number);
        }
    }
}
