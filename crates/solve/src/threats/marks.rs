//! What stands out on a board at a glance, for drawing: the winning row, rows that lack one stone, squares that
//! force a reply, and key squares, from which two such threats start at once.

use super::{ThreatGame, ThreatOf};
use games::gomoku::{Direction, Gomoku};
use games::qubic::{Cell, Qubic, winning_line};
use games::{Game, Mark, MarkKind as Kind, Notation, Outcome, Side};

/// A game whose winning row can be shown.
pub trait RowGame: ThreatGame {
    /// The squares of the row that has won, if one has.
    fn winning_row(&self) -> Vec<Self::Move>;

    /// Whether a threat of this kind cannot be met once it is carried out, though it has not won yet: a straight four in Go-Moku.
    fn is_open(_kind: Self::Kind) -> bool {
        false
    }
}

impl RowGame for Qubic {
    fn winning_row(&self) -> Vec<Cell> {
        winning_line(self).map_or_else(Vec::new, |set| Cell::of_set(set).collect())
    }
}

impl RowGame for Gomoku {
    fn winning_row(&self) -> Vec<Self::Move> {
        let Some(Outcome::Win(side)) = self.outcome() else { return Vec::new() };
        let rows = self
            .stones()
            .of_side(side)
            .flat_map(|square| Direction::ALL.into_iter().map(move |direction| (square, direction)));
        let row = rows.map(|(square, direction)| {
            let line = self.stones().view(side, direction, square);
            let run = line.run(line.place);
            let first = run.trailing_zeros();
            let squares = (0..run.count_ones() as i32)
                .map(|n| square.step(direction, first as i32 - line.place as i32 + n));
            squares.collect::<Vec<_>>()
        });
        // Black may have lost in Renju without a row.
        row.max_by_key(Vec::len).filter(|row| row.len() >= 5).unwrap_or_default()
    }

    fn is_open(kind: Self::Kind) -> bool {
        kind == super::gomoku::Kind::StraightFour
    }
}

/// The marks of a position of a game of rows.
pub fn of_rows<G: RowGame>(position: &G, notation: Notation) -> Vec<Mark> {
    let texts = |squares: &[G::Move]| squares.iter().map(|&m| position.move_text(m, notation)).collect();
    if let Some(outcome) = position.outcome() {
        let row = position.winning_row();
        return match outcome {
            Outcome::Win(side) if !row.is_empty() => {
                vec![Mark { kind: Kind::Row, side, squares: texts(&row) }]
            }
            _ => Vec::new(),
        };
    }
    let field = position.field();
    let mut marks = Vec::new();
    for side in [Side::First, Side::Second] {
        let mut threats: Vec<ThreatOf<G>> = Vec::new();
        G::threats(&field, side, &[], &mut threats);
        let wins = G::winning_squares(&field, side);
        for threat in threats.iter().filter(|threat| threat.costs.is_empty()) {
            let squares: Vec<_> = std::iter::once(threat.gain).chain(threat.rests.iter().copied()).collect();
            marks.push(Mark { kind: Kind::Lacks, side, squares: texts(&squares) });
        }
        for stones in open_threes::<G>(&field, side, &threats) {
            marks.push(Mark { kind: Kind::Three, side, squares: texts(&stones) });
        }
        let mut forces: Vec<_> = threats
            .iter()
            .filter(|threat| !threat.costs.is_empty() && G::wins_next(threat.kind))
            .map(|threat| threat.gain)
            .filter(|square| !wins.contains(square) && G::may_play(&field, side, *square))
            .collect();
        forces.sort_unstable();
        forces.dedup();
        let keys: Vec<_> =
            forces.iter().copied().filter(|&square| is_key::<G>(&field, side, square)).collect();
        let found = [(Kind::Force, forces), (Kind::Key, keys)].into_iter().filter(|(_, set)| !set.is_empty());
        marks.extend(found.map(|(kind, squares)| Mark { kind, side, squares: texts(&squares) }));
    }
    marks
}

/// The stones of every open three, each set once.
fn open_threes<G: RowGame>(field: &G::Field, side: Side, threats: &[ThreatOf<G>]) -> Vec<Vec<G::Move>> {
    let open =
        threats.iter().filter(|threat| G::is_open(threat.kind) && G::may_play(field, side, threat.gain));
    let mut found: Vec<Vec<G::Move>> = Vec::new();
    for threat in open {
        let mut stones = threat.rests.clone();
        stones.sort_unstable();
        if !found.contains(&stones) {
            found.push(stones);
        }
    }
    found
}

/// Whether a stone here threatens to win on two squares at once.
fn is_key<G: ThreatGame>(field: &G::Field, side: Side, square: G::Move) -> bool {
    G::winning_squares(&G::with(field, side, square), side).len() >= 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::gomoku::Setup;
    use games::qubic::lines;

    fn words(marks: &[Mark]) -> Vec<String> {
        marks.iter().map(ToString::to_string).collect()
    }

    fn qubic(text: &str) -> Vec<String> {
        words(&of_rows(&Qubic::from_text(&(), text).unwrap(), Notation::Coordinates))
    }

    fn gomoku(rows: &str) -> Vec<String> {
        let setup = Setup::new("freestyle", 15).unwrap();
        words(&of_rows(&Gomoku::from_text(&setup, rows).unwrap(), Notation::Coordinates))
    }

    #[test]
    fn qubic_marks_rows_that_lack_a_stone_and_key_cells() {
        assert_eq!(qubic("xxx1ooo"), ["lacks:1:114,111,112,113", "lacks:2:124,121,122,123"]);
        assert_eq!(qubic("xxxx1ooo"), ["row:1:111,112,113,114"]);
        // x on 111, 112 and 121, 131 forces on both lines, and 111 is where they meet.
        let key = qubic("1xx1x3x7o15o2o2o");
        assert!(key.iter().any(|word| word.starts_with("key:1:") && word.contains("111")), "{key:?}");
    }

    /// By hand: every cell that the rules allow is tried, and the wins of the next move are counted.
    #[test]
    fn key_cells_are_those_that_make_two_wins() {
        let position = Qubic::from_text(&(), "xx2o2ox6x10o4x8o").unwrap();
        let marks = of_rows(&position, Notation::Index);
        let mut expected = Vec::new();
        for cell in Cell::of_set(position.empty()) {
            let own = position.stones(position.to_move()) | cell.set();
            let wins = Cell::of_set(position.empty() & !cell.set())
                .filter(|next| lines::full_line(own | next.set()).is_some())
                .count();
            if wins >= 2 {
                expected.push(cell.index().to_string());
            }
        }
        let side = position.to_move();
        let found = marks.iter().find(|mark| mark.kind == Kind::Key && mark.side == side);
        assert_eq!(found.map(|mark| mark.squares.clone()).unwrap_or_default(), expected);
    }

    #[test]
    fn gomoku_marks_fours_and_the_winning_row() {
        let empty = "15/15/15/15/15/15/15";
        let four = gomoku(&format!("{empty}/3xxxx8/ooo12/15/15/15/15/15/15:o"));
        assert!(four.contains(&"lacks:1:c8,d8,e8,f8,g8".to_owned()), "{four:?}");
        assert!(four.contains(&"lacks:1:h8,d8,e8,f8,g8".to_owned()), "{four:?}");
        let five = gomoku(&format!("{empty}/3xxxxx7/oooo11/15/15/15/15/15/15"));
        assert_eq!(five, ["row:1:d8,e8,f8,g8,h8"]);
    }

    #[test]
    fn gomoku_marks_open_threes() {
        let empty = "15/15/15/15/15/15/15";
        let threes = |row: &str| {
            let marks = gomoku(&format!("{empty}/{row}/ooo12/15/15/15/15/15/15:o"));
            marks.into_iter().filter(|word| word.starts_with("three")).collect::<Vec<_>>()
        };
        assert_eq!(threes("3xxx9"), ["three:1:d8,e8,f8"], "with room on both sides");
        assert_eq!(threes("3xx1x8"), ["three:1:d8,e8,g8"], "with a gap");
        assert_eq!(threes("2oxxx9"), [""; 0], "closed on one side");
        assert_eq!(threes("xxx12"), [""; 0], "at the edge");
    }
}
