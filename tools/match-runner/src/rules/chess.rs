//! Chess and chess960 for the referee, by the rules of the library cozy-chess: a draw by repetition and for want of
//! material are counted here. Moves are UCI's; those of openings may be written as in PGN.

use cozy_chess::util::{display_san_move, display_uci_move, parse_san_move, parse_uci_move};
use cozy_chess::{Board as Position, Color, GameStatus, Move, Piece};
use games::{Board, GameResult, Notation, Player, TextError, quoted};

/// The games by name.
pub(super) const NAMES: [&str; 2] = ["chess", CHESS960];
/// Fischer's random chess: castling is written as the king takes his rook.
pub(crate) const CHESS960: &str = "chess960";

/// A game under way.
#[derive(Clone, Debug)]
pub(crate) struct Chess {
    name: &'static str,
    /// The positions so far, the start first.
    positions: Vec<Position>,
    /// The moves between them, as UCI writes them.
    moves: Vec<String>,
}

impl Chess {
    /// The game of this name at its usual start.
    pub(crate) fn new(name: &str) -> Option<Self> {
        let name = NAMES.into_iter().find(|other| *other == name)?;
        Some(Self { name, positions: vec![Position::default()], moves: Vec::new() })
    }

    fn position(&self) -> &Position {
        // There is always the start.
        self.positions.last().unwrap_or(&self.positions[0])
    }

    /// The legal move that a text means.
    fn read(&self, text: &str) -> Option<Move> {
        let position = self.position();
        // In chess960 castling is written as the king takes his rook, elsewhere as the king's two steps.
        let plain = text.parse().ok().filter(|&m| self.name == CHESS960 && position.is_legal(m));
        let uci = || parse_uci_move(position, text).ok().filter(|&m| position.is_legal(m));
        plain.or_else(uci).or_else(|| parse_san_move(position, text.trim_end_matches(['!', '?'])).ok())
    }

    fn text(&self, m: Move) -> String {
        if self.name == CHESS960 { m.to_string() } else { display_uci_move(self.position(), m).to_string() }
    }

    fn legal(&self) -> Vec<Move> {
        let mut all = Vec::new();
        self.position().generate_moves(|moves| {
            all.extend(moves);
            false
        });
        all
    }

    /// Whether neither side has what it takes to mate: bare kings, or one minor piece beside them.
    fn lacks_material(&self) -> bool {
        let position = self.position();
        let minor = position.pieces(Piece::Knight) | position.pieces(Piece::Bishop);
        let kings = position.pieces(Piece::King);
        position.occupied() == kings | minor && minor.len() <= 1
    }

    /// Moves from a start as PGN writes them, as far as they are legal.
    pub(crate) fn san(game: &str, start: Option<&str>, moves: &[&str]) -> Option<Vec<String>> {
        let mut chess = Self::new(game)?;
        chess.set_up(start, &[], Notation::Coordinates).ok()?;
        let mut texts = Vec::new();
        for text in moves {
            let m = chess.read(text)?;
            texts.push(display_san_move(chess.position(), m).to_string());
            chess.play(text, Notation::Coordinates).ok()?;
        }
        Some(texts)
    }
}

/// A position with castling rights by the files of the rooks, as Shredder writes them, in place of `K` and `Q`, which mean
/// the outermost rook on that side of the king (X-FEN).
fn shredder(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [pieces, side, rights, rest @ ..] = &words[..] else { return text.to_owned() };
    let row = |is_white: bool| {
        let row = if is_white { pieces.split('/').next_back() } else { pieces.split('/').next() };
        let squares = row.unwrap_or_default().chars().flat_map(|piece| match piece.to_digit(10) {
            Some(empty) => vec!['.'; empty as usize],
            None => vec![piece],
        });
        squares.collect::<Vec<_>>()
    };
    let file = |right: char| {
        let (row, [king, rook]) =
            (row(right.is_uppercase()), if right.is_uppercase() { ['K', 'R'] } else { ['k', 'r'] });
        let king = row.iter().position(|&piece| piece == king);
        let place = match right {
            'K' | 'k' => row.iter().rposition(|&piece| piece == rook).filter(|&place| Some(place) > king),
            'Q' | 'q' => row.iter().position(|&piece| piece == rook).filter(|&place| Some(place) < king),
            _ => None,
        };
        let letter = place.and_then(|place| char::from_digit(place as u32 + 10, 18));
        letter.map_or(right, |letter| if right.is_uppercase() { letter.to_ascii_uppercase() } else { letter })
    };
    let rights: String = rights.chars().map(file).collect();
    [&[*pieces, *side, rights.as_str()], rest].concat().join(" ")
}

impl Board for Chess {
    fn game(&self) -> &'static str {
        self.name
    }

    fn set_up(&mut self, start: Option<&str>, moves: &[&str], notation: Notation) -> Result<(), TextError> {
        let read = |text| Position::from_fen(&shredder(text), true);
        let start = start.map_or_else(|| Ok(Position::default()), read);
        let start =
            start.map_err(|error| TextError::new(format!("this is not a position of chess: {error}")))?;
        let mut fresh = Self { name: self.name, positions: vec![start], moves: Vec::new() };
        for (number, text) in moves.iter().enumerate() {
            let played = fresh.play(text, notation);
            played.map_err(|error| TextError::new(format!("move {}: {error}", number + 1)))?;
        }
        *self = fresh;
        Ok(())
    }

    fn play(&mut self, text: &str, _: Notation) -> Result<String, TextError> {
        let m = self.read(text).filter(|_| self.result().is_none());
        let m = m.ok_or_else(|| TextError::new(format!("{} is not a legal move here", quoted(text))))?;
        let said = self.text(m);
        self.moves.push(said.clone());
        let mut next = self.position().clone();
        next.play_unchecked(m);
        self.positions.push(next);
        Ok(said)
    }

    fn take_back(&mut self) -> bool {
        let taken = self.moves.pop().is_some();
        if taken {
            self.positions.pop();
        }
        taken
    }

    fn player_to_move(&self) -> Player {
        if self.position().side_to_move() == Color::White { Player::P1 } else { Player::P2 }
    }

    fn result(&self) -> Option<GameResult> {
        let now = self.position();
        match now.status() {
            GameStatus::Won => return Some(GameResult::Win(self.player_to_move().other())),
            GameStatus::Drawn => return Some(GameResult::Draw),
            GameStatus::Ongoing => {}
        }
        let thrice = self.positions.iter().filter(|before| before.same_position(now)).count() >= 3;
        (thrice || self.lacks_material()).then_some(GameResult::Draw)
    }

    fn is_legal(&self, text: &str, _: Notation) -> bool {
        self.result().is_none() && self.read(text).is_some()
    }

    fn legal_moves(&self, _: Notation) -> Vec<String> {
        if self.result().is_some() {
            Vec::new()
        } else {
            self.legal().into_iter().map(|m| self.text(m)).collect()
        }
    }

    fn moves(&self, _: Notation) -> Vec<String> {
        self.moves.clone()
    }

    fn start_text(&self) -> String {
        self.positions[0].to_string()
    }

    fn position_text(&self) -> String {
        self.position().to_string()
    }

    fn drawing(&self, _: Notation) -> String {
        self.position_text()
    }

    fn moves_left(&self) -> u32 {
        40
    }

    fn canonical_key(&self) -> u64 {
        self.position().hash()
    }

    fn symmetries(&self) -> usize {
        1
    }

    fn apply_symmetry(&mut self, _: usize) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(name: &str, start: Option<&str>, moves: &str) -> Chess {
        let mut chess = Chess::new(name).unwrap();
        let moves: Vec<&str> = moves.split_whitespace().collect();
        chess.set_up(start, &moves, Notation::Coordinates).unwrap();
        chess
    }

    #[test]
    fn games_end_by_the_rules() {
        let result = |start, moves| after("chess", start, moves).result();
        assert_eq!(result(None, "f3 e5 g4 Qh4#"), Some(GameResult::Win(Player::P2)));
        let twice = "g1f3 g8f6 f3g1 f6g8 ".repeat(2);
        assert_eq!((result(None, &twice[..24]), result(None, &twice)), (None, Some(GameResult::Draw)));
        assert_eq!(result(Some("8/8/8/8/8/2k5/8/K6N w - - 0 1"), ""), Some(GameResult::Draw));
        assert_eq!(result(Some("8/8/8/8/8/2k5/8/K5BN w - - 0 1"), ""), None);
        assert_eq!(result(Some("7k/5Q2/8/8/8/8/8/K7 b - - 0 1"), ""), Some(GameResult::Draw), "stalemate");
        assert_eq!(result(Some("8/8/8/8/8/2k5/8/K6R w - - 99 80"), "h1h2"), Some(GameResult::Draw));
    }

    #[test]
    fn moves_are_read_and_written() {
        let castled = after("chess", None, "e2e4 e7e5 Nf3 Nc6 f1c4 g8f6 O-O");
        assert_eq!(castled.moves(Notation::Coordinates).last().unwrap(), "e1g1");
        assert_eq!(castled.legal_moves(Notation::Coordinates).len(), 29);
        let start = "8/8/8/8/8/8/k7/4K2R w K - 0 1";
        assert_eq!(after("chess960", Some(start), "e1h1").moves(Notation::Coordinates), ["e1h1"]);
        let moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "e1g1"];
        // The same rights as X-FEN and as Shredder write them, rooks on b and g; of two rooks the outermost is meant.
        for rights in ["KQkq", "GBgb", "GQgb"] {
            let start = format!("1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w {rights} - 0 1");
            assert_eq!(
                after("chess960", Some(&start), "e1g1 e8b8").position_text().split(' ').nth(2),
                Some("-")
            );
        }
        assert_eq!(shredder("4k3/8/8/8/8/8/8/1R1RK3 w Q - 0 1"), "4k3/8/8/8/8/8/8/1R1RK3 w B - 0 1");
        assert_eq!(Chess::san("chess", None, &moves).unwrap().join(" "), "e4 e5 Nf3 Nc6 Bc4 Nf6 O-O");
        let mut chess = after("chess", None, "e2e4");
        assert!(
            !chess.is_legal("e2e4", Notation::Coordinates)
                && chess.play("0000", Notation::Coordinates).is_err()
        );
        assert!(chess.take_back() && !chess.take_back());
        assert!(chess.set_up(Some("x"), &[], Notation::Coordinates).is_err());
    }
}
