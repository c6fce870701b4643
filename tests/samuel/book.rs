//! Book games of masters, and the program against itself.

use crate::{at, settings};
use games::draughts::{Draughts, Move, pdn};
use games::{Game, Notation, Outcome, Played, Side};
use search::{Control, Limits};
use std::io::Read;
use strategies::playing::Ending;
use strategies::samuel::look_ahead::think::SearchSettings;
use strategies::samuel::modes::book::{Tally, follow};
use strategies::samuel::modes::self_play::{Contestant, judge, play};
use strategies::samuel::terms::named;

/// Some games of masters, spread over the collection.
fn master_games(number: usize) -> Vec<Vec<Move>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/draughts/acf-games.txt.gz");
    let mut text = String::new();
    flate2::read::GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    let games: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let chosen = (0..number).map(|n| games[n * games.len() / number]);
    chosen.map(|line| pdn::parse(line.split_once(' ').unwrap().1).unwrap().remove(0).moves).collect()
}

#[test]
fn book_games_are_followed_and_correlated() {
    let games = master_games(12);
    let start = Draughts::start(&());
    let tally_of = |polynomial: &str| {
        let settings = settings(&[("Samuel.Polynomial", polynomial)]);
        let scoring = named::scoring(&settings).unwrap();
        let mut tally = Tally::default();
        for moves in &games {
            let followed =
                follow(&start, moves, &scoring, |game| SearchSettings::of(&settings, game), &Control::new())
                    .unwrap();
            let mut game = Played::new(start);
            for m in &followed {
                assert_eq!(m.legal() as usize, game.legal_moves().len());
                assert_eq!(m.better == 0, m.book_score == m.proposed_score);
                assert!(m.book_score <= m.proposed_score && m.side == game.position().to_move());
                game.play(m.book).unwrap();
                tally.count(m);
            }
            assert!(followed.len() == moves.len() || game.outcome().is_some());
        }
        tally
    };
    let [piece, four, second] = ["piece", "four", "second"].map(tally_of);
    // The polynomial that the paper adopted had 0.6, the poorest 0.2.
    for tally in [&four, &second] {
        let c = tally.correlation().unwrap();
        assert!((0.4..0.7).contains(&c), "{c}");
        assert!(tally.ties() < 0.06);
        assert!(tally.by_lot > 2.0 * tally.by_chance);
    }
    // Piece advantage alone seems to agree better still: it cannot tell half of the moves from the book's.
    assert!(piece.correlation().unwrap() > 0.8 && piece.ties() > 0.4, "{piece:?}");
    assert!(piece.with_ties().unwrap() < four.with_ties().unwrap());
    assert!(piece.by_lot < four.by_lot);
}

#[test]
fn a_book_that_is_not_legal_is_refused() {
    let start = Draughts::start(&());
    let moves: Vec<_> =
        ["11-15", "11-16"].map(|text| start.parse_move(text, Notation::default()).unwrap()).into();
    let settings = settings(&[]);
    let scoring = named::scoring(&settings).unwrap();
    let error = follow(&start, &moves, &scoring, |game| SearchSettings::of(&settings, game), &Control::new())
        .unwrap_err();
    assert!(error.contains("move 2 of the book game is not legal"), "{error}");
}

#[test]
fn games_are_ended_and_judged_conceded_or_finished() {
    let contestant = |values: &[(&str, &str)]| Contestant::<Draughts>::new(settings(values)).unwrap();
    let play_from = |position: &str, values: &[(&str, &str)], moves| {
        let player = contestant(values);
        play(at(position), [&player, &player], &Limits::default(), moves, &Control::new())
    };
    let start = Draughts::start(&()).to_text();
    let record = play_from(&start, &[], 30);
    assert_eq!((record.ending, record.game.plies()), (Ending::Judged, 30));
    assert_eq!(record.winner, judge(&record.game, false));
    let record = play_from("W:W29:B21,22,K14", &[], 70);
    assert_eq!((record.ending, record.winner), (Ending::Conceded(Side::Second), Some(Side::First)));
    let record = play_from("W:W29:B21,22,K14", &[("Samuel.Concede", "false")], 70);
    assert_eq!((record.ending, record.winner), (Ending::Finished, Some(Side::First)));
    // Two against two kings, and nothing to win.
    let record = play_from("B:WK32,K31:BK1,K2", &[], 20);
    assert_eq!((record.ending, record.winner), (Ending::Judged, None));
    // Jumps to come are made before it is judged.
    let (fair, give_away) = (judge(&at("B:W15,32:B11,1"), false), judge(&at("B:W15,32:B11,1"), true));
    assert_eq!((fair, give_away), (Some(Side::First), Some(Side::Second)));
    // Given away: Black's last man must take the road to be taken.
    let giving = [("Samuel.GiveAway", "true"), ("Samuel.Concede", "false")];
    let record = play_from("B:W20:B11", &giving, 70);
    assert_eq!(record.ending, Ending::Finished);
    let loser = record.game.outcome();
    assert_eq!(
        record.winner,
        match loser {
            Some(Outcome::Win(side)) => Some(side.other()),
            _ => None,
        }
    );
}
