//! A game under way behind an object-safe face that speaks text: for code that does not care which game it is
//! (the protocol, a referee, a terminal).

use super::{Game, GameResult, Notation, Played, Player, TextError, quoted};

/// A game under way: rules only. All texts of moves are in the notation asked for.
pub trait Board: Send {
    /// The game's name.
    fn game(&self) -> &'static str;

    /// Replaces the game by one from this start (`None`: the usual one) with these moves.
    ///
    /// # Errors
    /// A sentence that names the offending text; the old game is kept then.
    fn set_up(&mut self, start: Option<&str>, moves: &[&str], notation: Notation) -> Result<(), TextError>;

    /// Plays a move; returns it as [`Board::moves`] writes it.
    ///
    /// # Errors
    /// If the text is no move, or the move is not legal; nothing has changed then.
    fn play(&mut self, text: &str, notation: Notation) -> Result<String, TextError>;

    /// Takes back the last move; `false` at the start.
    fn take_back(&mut self) -> bool;

    /// The player whose turn it is.
    fn player_to_move(&self) -> Player;

    /// How the game has ended, or `None` while it goes on.
    fn result(&self) -> Option<GameResult>;

    /// Whether this text is a legal move now.
    fn is_legal(&self, text: &str, notation: Notation) -> bool;

    /// All legal moves, none when the game is over.
    fn legal_moves(&self, notation: Notation) -> Vec<String>;

    /// The moves played since the start.
    fn moves(&self, notation: Notation) -> Vec<String>;

    /// The starting position as one token of text.
    fn start_text(&self) -> String;

    /// The position now as one token of text.
    fn position_text(&self) -> String;

    /// The position drawn for people, the last move marked.
    fn drawing(&self, notation: Notation) -> String;

    /// A guess at how many moves the player to move will still make, at least 1: for sharing out time.
    fn moves_left(&self) -> u32;

    /// A number that is equal for positions which a symmetry of the board carries into each other.
    fn canonical_key(&self) -> u64;

    /// How many symmetries of the board there are, the identity (number 0) among them.
    fn symmetries(&self) -> usize;

    /// Replaces the game, its start and its moves, by its image under this symmetry (below [`Board::symmetries`]).
    fn apply_symmetry(&mut self, symmetry: usize);
}

/// A game of `G` with its setup: the one implementation of [`Board`].
#[derive(Clone, Debug)]
pub struct Table<G: Game> {
    setup: G::Setup,
    played: Played<G>,
}

impl<G: Game> Table<G> {
    /// The game's starting position under this setup.
    pub fn new(setup: G::Setup) -> Self {
        Self { played: Played::new(G::start(&setup)), setup }
    }

    /// What was fixed before the first move.
    pub const fn setup(&self) -> &G::Setup {
        &self.setup
    }

    /// The game so far.
    pub const fn played(&self) -> &Played<G> {
        &self.played
    }
}

impl<G: Game> Board for Table<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn set_up(&mut self, start: Option<&str>, moves: &[&str], notation: Notation) -> Result<(), TextError> {
        let start = match start {
            Some(text) => G::from_text(&self.setup, text)?,
            None => G::start(&self.setup),
        };
        let mut played = Played::new(start);
        for (number, text) in moves.iter().enumerate() {
            play_text(&mut played, text, notation)
                .map_err(|error| TextError::new(format!("move {}: {error}", number + 1)))?;
        }
        self.played = played;
        Ok(())
    }

    fn play(&mut self, text: &str, notation: Notation) -> Result<String, TextError> {
        let before = self.played.position().clone();
        play_text(&mut self.played, text, notation).map(|m| before.move_text(m, notation))
    }

    fn take_back(&mut self) -> bool {
        self.played.take_back().is_some()
    }

    fn player_to_move(&self) -> Player {
        self.played.player_to_move()
    }

    fn result(&self) -> Option<GameResult> {
        self.played.result()
    }

    fn is_legal(&self, text: &str, notation: Notation) -> bool {
        let position = self.played.position();
        self.played.outcome().is_none()
            && position.parse_move(text, notation).is_ok_and(|m| position.is_legal(m))
    }

    fn legal_moves(&self, notation: Notation) -> Vec<String> {
        let position = self.played.position();
        self.played.legal_moves().into_iter().map(|m| position.move_text(m, notation)).collect()
    }

    fn moves(&self, notation: Notation) -> Vec<String> {
        self.played.move_texts(notation)
    }

    fn start_text(&self) -> String {
        self.played.start().to_text()
    }

    fn position_text(&self) -> String {
        self.played.position().to_text()
    }

    fn drawing(&self, notation: Notation) -> String {
        self.played.position().drawing(self.played.last_move(), notation)
    }

    fn moves_left(&self) -> u32 {
        self.played.position().moves_left().max(1)
    }

    fn canonical_key(&self) -> u64 {
        self.played.position().canonical_key()
    }

    fn symmetries(&self) -> usize {
        G::SYMMETRIES
    }

    fn apply_symmetry(&mut self, symmetry: usize) {
        let mut position = self.played.start().clone();
        let mut image = Played::new(position.image(symmetry));
        for m in self.played.moves() {
            // The image of a legal move is legal, or the game has no symmetry.
            if image.play(position.image_move(m, symmetry)).is_err() {
                return;
            }
            position.play(m);
        }
        self.played = image;
    }
}

/// Plays the move of this text.
fn play_text<G: Game>(played: &mut Played<G>, text: &str, notation: Notation) -> Result<G::Move, TextError> {
    let m = played.position().parse_move(text, notation)?;
    played.play(m).map_err(|illegal| TextError::new(format!("{} {illegal}", quoted(text))))?;
    Ok(m)
}
