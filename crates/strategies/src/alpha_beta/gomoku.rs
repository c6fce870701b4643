//! What alpha-beta knows of Go-Moku: shapes and their worth, threats that must be answered, wins by continuous fours.

use super::super::Row;
use super::patterns::{HINTS, VALUES, Values};
use super::trained::Worth;
use super::{ABILITIES, AlphaBetaOptions, Explain, FORCED_WINS, REDUCTIONS, Scratch, WEIGHTS, standing};
use crate::settings::Settings;
use games::gomoku::{Opening, OpeningMove, Square};
use games::{Game, Played, Side};
use search::Score;
use search::alpha_beta::{Found, Guide, Margins, Prospect, Refuge};
use solve::gomoku::attack::defences;
use solve::gomoku::{Attacks, Class, Effort, Means, Set, Shape, ThreatBoard};

pub const GOMOKU: Row<Opening> = Row {
    name: "alpha-beta",
    summary: "principal-variation search with wins by fours at its leaves, and patterns",
    make: || Box::new(super::opening::Player::default()),
    options: &[REDUCTIONS, FORCED_WINS, WEIGHTS],
    abilities: ABILITIES,
};

/// The positions of `bench`: the beginning, quiet and sharp.
pub(crate) const GOMOKU_BENCH: &[(&str, u32)] = &[
    ("15/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15", 6),
    ("15/15/15/15/15/6o8/6xx7/7o7/8x6/15/15/15/15/15/15", 7),
    ("15/15/15/15/5o1x7/6xo7/5xox7/6oxo6/7x7/15/15/15/15/15/15", 8),
];

/// How many moves are looked at in a position in which nothing is threatened, by the depth left; deeper, the last of
/// these.
const MOVES: [usize; 6] = [10, 10, 14, 18, 24, 40];
/// The numbers of decisions, behind those of the squares.
const DECISIONS: [OpeningMove; 3] = [OpeningMove::Swap, OpeningMove::Keep, OpeningMove::Add2];
const SQUARES: usize = 400;

/// What is known of a position beyond its stones; follows the moves.
#[derive(Clone, Debug)]
pub(super) struct Patterns {
    board: Option<ThreatBoard>,
    /// The search of fours.
    attacks: Scratch<Attacks>,
    worth: Worth<Values>,
}

impl Default for Patterns {
    fn default() -> Self {
        Self { board: None, attacks: Scratch::default(), worth: Worth::new(&VALUES) }
    }
}

/// The stones with what they make, where nothing is estimated.
pub(super) fn board_of(position: &Opening) -> ThreatBoard {
    let game = position.game();
    ThreatBoard::new(game.stones(), game.setup().rules())
}

impl Patterns {
    /// How good a stone on this square looks to this side.
    fn merit(board: &ThreatBoard, side: Side, square: Square) -> i32 {
        let Some(lines) = board.lines(square) else { return 0 };
        let hints = &HINTS[side.index()];
        let lines: i32 = lines.iter().map(|&pair| hints.shapes[pair as usize]).sum();
        let [own, other] = [side, side.other()].map(|side| board.class(side, square) as usize);
        lines + hints.own[own] + hints.other[other]
    }
}

impl Guide<Opening> for Patterns {
    const MOVE_NUMBERS: usize = SQUARES + DECISIONS.len();
    const COUNTERS: bool = true;
    const MONOTONE: bool = true;
    const MARGINS: Option<Margins> =
        Some(Margins { above: 50, above_depth: 7, below: [40, 60], below_depth: 2 });
    const LEAF_REPLIES: usize = 1;

    fn start(&mut self, game: &Played<Opening>) {
        let game = game.position().game();
        let weights = &self.worth.now().weights;
        self.board = Some(ThreatBoard::weighed(game.stones(), game.setup().rules(), weights));
    }

    fn played(&mut self, position: &Opening, m: OpeningMove) {
        if let (Some(board), OpeningMove::Stone(square)) = (&mut self.board, m) {
            board.put(position.game().to_move().other(), square);
        }
    }

    fn undone(&mut self, position: &Opening, m: OpeningMove) {
        if let (Some(board), OpeningMove::Stone(square)) = (&mut self.board, m) {
            board.remove(position.game().to_move(), square);
        }
    }

    fn evaluate(&self, position: &Opening) -> i32 {
        let Some(board) = &self.board else { return 0 };
        let side = position.to_move();
        self.worth.now().estimate(side, board.value(side))
    }

    fn prospect(&self, position: &Opening, moves: &mut Vec<OpeningMove>) -> Prospect<OpeningMove> {
        let Some(board) = self.board.as_ref().filter(|_| position.is_free()) else { return Prospect::Open };
        let side = position.to_move();
        if let Some(five) = board.squares(side, Class::Five).first() {
            return Prospect::Win(OpeningMove::Stone(five), 1);
        }
        match board.squares(side.other(), Class::Five).first_two() {
            (None, _) => {}
            (Some(block), None) if board.may_play(side, block) => {
                moves.push(OpeningMove::Stone(block));
                return Prospect::Narrowed;
            }
            (Some(block), _) => return loss(position, block, 2),
        }
        let doubles = board.squares(side, Class::DoubleFour);
        if let Some(double) = doubles.squares().find(|&double| board.may_play(side, double)) {
            return Prospect::Win(OpeningMove::Stone(double), 3);
        }
        if board.squares(side.other(), Class::DoubleFour).is_empty() {
            return Prospect::Open;
        }
        let mut replies = Vec::new();
        if !defences(board, side.other(), &mut replies) {
            return Prospect::Open;
        }
        match replies.first() {
            None => loss(position, Square::origin(), 4),
            Some(_) => {
                moves.extend(replies.into_iter().map(OpeningMove::Stone));
                Prospect::Narrowed
            }
        }
    }

    fn moves(&self, position: &Opening, depth: u32, moves: &mut Vec<OpeningMove>) -> bool {
        let Some(board) = self.board.as_ref().filter(|_| position.is_free()) else {
            position.legal_moves(moves);
            return false;
        };
        let middle = position.game().setup().size() / 2;
        if let (0, Some(centre)) = (position.game().ply(), Square::new(middle, middle)) {
            moves.push(OpeningMove::Stone(centre));
            return true;
        }
        likely_moves(board, position, MOVES[(depth as usize).min(MOVES.len() - 1)], moves)
    }

    fn forced_win(&mut self, position: &Opening, nodes: u64, line: &mut Vec<OpeningMove>) -> u64 {
        let Some(board) = self.board.as_mut().filter(|_| position.is_free()) else { return 0 };
        let (effort, attacks) = (Effort::chained(nodes), &mut self.attacks.0);
        let found = attacks.search(board, position.to_move(), Means::Fours, effort, &|| false);
        if found.plies.is_some() {
            line.extend(attacks.line(board).into_iter().map(OpeningMove::Stone));
        }
        found.nodes
    }

    /// The opponent's win by fours is met by taking one of its squares, by making a four first, or by a stone that
    /// makes one of the forced replies a four.
    fn refuge(&mut self, position: &Opening, nodes: u64, moves: &mut Vec<OpeningMove>) -> Refuge {
        let Some(board) = self.board.as_mut().filter(|_| position.is_free()) else {
            return Refuge::default();
        };
        let side = position.to_move();
        // In Renju a stone far away can make a move forbidden, or legal.
        if board.restricts(Side::First) {
            return Refuge::default();
        }
        let attacks = &mut self.attacks.0;
        let found = attacks.search(board, side.other(), Means::Fours, Effort::chained(nodes), &|| false);
        let line = if found.plies.is_some() { attacks.line(board) } else { Vec::new() };
        let from = moves.len();
        if !line.is_empty() {
            let zone = zone(board, side, &line);
            let stones = zone.squares().map(OpeningMove::Stone);
            moves.extend(stones.filter(|&m| position.is_legal(m)));
        }
        // With nothing left to try there is no need to say so: the other moves lose all the same.
        let lost_in = (moves.len() > from).then_some(line.len() as u32 + 1);
        Refuge { nodes: found.nodes, lost_in }
    }

    fn move_number(&self, m: OpeningMove) -> usize {
        match m {
            OpeningMove::Stone(square) => square.index(),
            decision => SQUARES + DECISIONS.iter().position(|&other| other == decision).unwrap_or_default(),
        }
    }

    fn hint(&self, position: &Opening, m: OpeningMove) -> i32 {
        let (Some(board), OpeningMove::Stone(square)) = (&self.board, m) else { return 0 };
        let centre = (position.game().setup().size() - 1) as i32;
        let off = |n: usize| (2 * n as i32 - centre).abs();
        let from_centre = off(square.column()).max(off(square.row()));
        (Self::merit(board, position.to_move(), square) - from_centre).min(20_000)
    }
}

/// Appends the moves that look best, at most so many of them, the best first; `false` if it is all legal moves instead, because
/// none looks like anything.
pub(crate) fn likely_moves(
    board: &ThreatBoard,
    position: &Opening,
    most: usize,
    moves: &mut Vec<OpeningMove>,
) -> bool {
    let from = moves.len();
    let side = position.to_move();
    let game = position.game();
    let free = !board.restricts(side) && game.ply() > 2;
    let near =
        |square: &Square| board.lines(*square).is_some_and(|lines| lines.iter().any(|&pair| is_near(pair)));
    let squares = game.stones().squares().filter(near);
    let mut rated: Vec<(i32, Square)> =
        squares.map(|square| (-Patterns::merit(board, side, square), square)).collect();
    if free && rated.len() > most {
        // The others need no order.
        rated.select_nth_unstable(most);
        rated.truncate(most);
    }
    rated.sort_unstable();
    let legal = rated.into_iter().map(|(_, square)| OpeningMove::Stone(square));
    moves.extend(legal.filter(|&m| free || position.is_legal(m)).take(most));
    if moves.len() == from {
        position.legal_moves(moves);
        return false;
    }
    true
}

/// Whether a stone of either side would stand with another one on a line with room for five.
const fn is_near(pair: u8) -> bool {
    let two = Shape::ClosedTwo as u8;
    pair & 15 >= two || pair >> 4 >= two
}

/// The squares on which a stone of the defender could stop this win by fours, whose moves alternate, the attacker's
/// first.
fn zone(board: &mut ThreatBoard, defender: Side, line: &[Square]) -> Set {
    let mut zone: Set = line.iter().copied().collect();
    let fours = |board: &ThreatBoard| {
        let classes = Class::FOURS.into_iter().chain([Class::DoubleFour, Class::Five]);
        classes.fold(Set::default(), |all, class| all | *board.squares(defender, class))
    };
    zone = zone | fours(board);
    let replies: Vec<Square> = line.iter().skip(1).step_by(2).copied().collect();
    for &reply in &replies {
        board.put(defender, reply);
        zone = zone | fours(board);
    }
    for &reply in replies.iter().rev() {
        board.remove(defender, reply);
    }
    zone
}

/// Lost whatever is played, this square if it may be.
fn loss(position: &Opening, square: Square, plies: u32) -> Prospect<OpeningMove> {
    let wanted = OpeningMove::Stone(square);
    if position.is_legal(wanted) {
        return Prospect::Loss(wanted, plies);
    }
    position.moves().first().map_or(Prospect::Open, |&m| Prospect::Loss(m, plies))
}

impl Explain<Opening> for Patterns {
    /// None: the search for a win by fours sees everything that they would lead to.
    const FORCING_PLIES: u32 = 0;

    fn prepare(&mut self, settings: &Settings) -> Result<(), String> {
        self.worth.read::<Opening>(&AlphaBetaOptions::of(settings).weights, Values::of)
    }

    fn reason(&self, game: &Played<Opening>, found: &Found<Opening>) -> Option<String> {
        let best = found.lines.first()?;
        let mut guide = self.clone();
        guide.start(game);
        let mut moves = Vec::new();
        let seen = guide.prospect(game.position(), &mut moves);
        let words = match best.score {
            Score::Win { in_plies: 1 } => "completes a row of five",
            Score::Win { in_plies: 3 } => "makes two winning squares at once",
            Score::Loss { in_plies: 2 } => "lost: two winning squares cannot both be blocked",
            Score::Heuristic(_) if seen == Prospect::Narrowed && moves.len() == 1 => "blocks a four",
            Score::Heuristic(_) if seen == Prospect::Narrowed => "meets a three",
            _ => return None,
        };
        Some(words.to_owned())
    }

    fn describe(&self, game: &Played<Opening>) -> String {
        let mut text = standing(game, ["x", "o"], || format!("{:+}", self.evaluate(game.position())));
        let Some(board) = &self.board else { return text };
        text += "\nsquares that make    five  two fives  four and three  four  two threes  three";
        for (side, name) in [(Side::First, "x"), (Side::Second, "o")] {
            let count = |classes: &[Class]| -> u32 {
                classes.iter().map(|&class| board.squares(side, class).count()).sum()
            };
            text += &format!(
                "\n  {name}                  {:5} {:10} {:15} {:5} {:11} {:6}",
                count(&[Class::Five]),
                count(&[Class::DoubleFour]),
                count(&[Class::FourAndThree]),
                count(&[Class::Four, Class::FourAndTwo]),
                count(&[Class::TwoThrees]),
                count(&[Class::Three, Class::ThreeAndTwo]),
            );
        }
        text
    }
}

#[cfg(test)]
mod tests;
