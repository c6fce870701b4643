//! Laws that every game obeys, for tests: a game is tried on random playouts and random texts.

use super::board::{Board, Table};
use super::{Game, Notation, Played};
use std::collections::HashSet;

/// Plays the moves that these numbers pick, as far as the game goes.
fn playout<G: Game>(setup: &G::Setup, picks: &[u16]) -> Played<G> {
    let mut game = Played::new(G::start(setup));
    for &pick in picks {
        let moves = game.legal_moves();
        let Some(&m) = moves.get(pick as usize % moves.len().max(1)) else { break };
        game.play(m).unwrap();
    }
    game
}

fn accepted_moves_are_the_generated_ones<G: Game>(game: &Played<G>, every_move: &HashSet<G::Move>) {
    let generated = game.legal_moves();
    let distinct: HashSet<_> = generated.iter().copied().collect();
    assert_eq!(distinct.len(), generated.len(), "no move is generated twice");
    let of_position = game.position().moves();
    if game.outcome().is_none() {
        assert_eq!(of_position, generated);
    } else {
        // By its position or by its history, of which the position knows nothing.
        assert!(generated.is_empty());
    }
    for &m in every_move {
        assert_eq!(game.position().is_legal(m), of_position.contains(&m), "{m:?}");
        assert_eq!(game.clone().play(m).is_ok(), distinct.contains(&m), "{m:?}");
    }
}

fn undo_restores<G: Game>(game: &Played<G>) {
    let mut position = game.position().clone();
    for m in game.legal_moves() {
        let undo = position.play(m);
        assert_ne!(&position, game.position());
        position.undo(m, undo);
        assert_eq!(&position, game.position());
        assert_eq!(position.key(), game.position().key());
    }
    let mut all_back = game.clone();
    while all_back.take_back().is_some() {}
    assert_eq!(all_back.position(), game.start());
    assert_eq!(all_back.keys(), &[game.start().key()]);
}

fn keys_agree_with_replay<G: Game>(setup: &G::Setup, game: &Played<G>) {
    let mut position = game.start().clone();
    let mut keys = vec![position.key()];
    for m in game.moves() {
        position.play(m);
        keys.push(position.key());
    }
    assert_eq!(game.keys(), keys);
    assert_eq!(&position, game.position());
    let read = G::from_text(setup, &position.to_text()).unwrap();
    assert_eq!(read.key(), position.key(), "the key is of the position, not of the way to it");
}

fn symmetric_positions_are_equal<G: Game>(game: &Played<G>) {
    let position = game.position();
    assert_eq!(&position.image(0), position, "symmetry 0 is the identity");
    let canonical = position.canonical();
    assert_eq!(canonical.key(), position.canonical_key());
    assert!((0..G::SYMMETRIES).any(|symmetry| position.image(symmetry) == canonical));
    for symmetry in 0..G::SYMMETRIES {
        let image = position.image(symmetry);
        assert_eq!(image.canonical(), canonical);
        assert_eq!(image.canonical_key(), position.canonical_key());
        assert_eq!(image.outcome(), position.outcome());
        for m in game.legal_moves().into_iter().take(2) {
            assert_eq!(image.after(position.image_move(m, symmetry)), position.after(m).image(symmetry));
        }
    }
}

fn texts_round_trip<G: Game>(setup: &G::Setup, game: &Played<G>) {
    let position = game.position();
    let text = position.to_text();
    assert_eq!(text.split_whitespace().collect::<Vec<_>>(), [text.as_str()], "one token");
    assert_eq!(&G::from_text(setup, &text).unwrap(), position);
    for (_, notation) in Notation::ALL {
        for m in game.legal_moves() {
            let text = position.move_text(m, notation);
            assert_eq!(text.split_whitespace().count(), 1);
            assert_eq!(position.parse_move(&text, notation).unwrap(), m);
        }
        assert!(!position.drawing(game.last_move(), notation).is_empty());
    }
}

fn finished_games_refuse_moves<G: Game>(game: &Played<G>, every_move: &HashSet<G::Move>) {
    let moves = game.position().moves();
    if game.position().outcome().is_some() {
        assert!(moves.is_empty());
        assert!(every_move.iter().all(|&m| game.clone().play(m).is_err()));
    } else {
        assert!(!moves.is_empty(), "a game that goes on has a move to go on with");
    }
    assert_eq!(game.result().is_some(), game.outcome().is_some());
}

fn perft_counts_the_generated_moves<G: Game>(game: &Played<G>) {
    fn slow<G: Game>(position: &G, depth: u32) -> u64 {
        let moves = position.moves();
        let child = |m: &G::Move| position.after(*m);
        if depth == 0 { 1 } else { moves.iter().map(|m| slow(&child(m), depth - 1)).sum() }
    }
    let mut position = game.position().clone();
    // Two plies of a great board are many.
    let deepest = if game.legal_moves().len() > 100 { 1 } else { 2 };
    for depth in 0..=deepest {
        assert_eq!(position.perft(depth), slow(game.position(), depth));
        assert_eq!(&position, game.position());
    }
}

/// The object-safe face says the same as the typed one.
fn the_board_agrees<G: Game>(setup: &G::Setup, game: &Played<G>) {
    for (_, notation) in Notation::ALL {
        let mut board = Table::<G>::new(setup.clone());
        let mut position = game.start().clone();
        for m in game.moves() {
            let text = position.move_text(m, notation);
            assert_eq!(board.play(&text, notation).unwrap(), text);
            position.play(m);
        }
        assert_eq!(board.position_text(), game.position().to_text());
        assert_eq!(board.result(), game.result());
        assert_eq!(board.player_to_move(), game.player_to_move());
        assert_eq!(board.legal_moves(notation).len(), game.legal_moves().len());
        let moves = board.moves(notation);
        let start = board.start_text();
        let texts: Vec<_> = moves.iter().map(String::as_str).collect();
        let mut again = Table::<G>::new(setup.clone());
        again.set_up(Some(&start), &texts, notation).unwrap();
        assert_eq!(again.position_text(), board.position_text());
        for symmetry in (0..board.symmetries()).step_by(7) {
            again.apply_symmetry(symmetry);
            assert_eq!(again.position_text(), game.position().image(symmetry).to_text());
            assert_eq!(again.moves(notation).len(), moves.len());
            again.set_up(Some(&start), &texts, notation).unwrap();
        }
        // A bad move at the end leaves the old game alone.
        let worse = [texts.as_slice(), &["nonsense"]].concat();
        assert!(again.set_up(None, &worse, notation).is_err());
        assert_eq!(again.moves(notation), moves);
    }
}

/// All laws that a game obeys, along the game that these numbers pick: each one of the legal moves.
///
/// # Panics
/// If one is broken.
pub fn all<G: Game>(setup: &G::Setup, picks: &[u16]) {
    let game = playout::<G>(setup, picks);
    // Every move that is legal anywhere along the game, and at its start.
    let mut every_move: HashSet<_> = Played::new(G::start(setup)).legal_moves().into_iter().collect();
    every_move.extend(game.moves());
    accepted_moves_are_the_generated_ones(&game, &every_move);
    undo_restores(&game);
    keys_agree_with_replay(setup, &game);
    symmetric_positions_are_equal(&game);
    texts_round_trip(setup, &game);
    finished_games_refuse_moves(&game, &every_move);
    perft_counts_the_generated_moves(&game);
    the_board_agrees(setup, &game);
}

/// Any text is read without a panic, and what is read is printed back to something that reads the same.
///
/// # Panics
/// If not.
pub fn any_text_is_read_or_refused<G: Game>(setup: &G::Setup, text: &str) {
    if let Ok(position) = G::from_text(setup, text) {
        assert_eq!(G::from_text(setup, &position.to_text()).unwrap(), position);
    }
    let start = G::start(setup);
    for (_, notation) in Notation::ALL {
        if let Ok(m) = start.parse_move(text, notation) {
            assert_eq!(start.parse_move(&start.move_text(m, notation), notation).unwrap(), m);
        }
    }
}
