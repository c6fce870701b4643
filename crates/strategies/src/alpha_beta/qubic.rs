//! What alpha-beta knows of Qubic: lines counted by content, threes that must be answered, and moves that make them.

use super::super::Row;
use super::{Explain, FORCED_WINS, FORCING_PLIES, REDUCTIONS, Scratch, row, standing};
use games::qubic::lines::{LINE_SETS, LINES, lines_through, third_cells};
use games::qubic::{Cell, Qubic};
use games::{Game, Played, Side};
use search::Score;
use search::alpha_beta::{Found, Guide, Prospect, Refuge};
use solve::qubic::forced_win::{ANY_LENGTH, Effort, Field, ForcedWins, Win};

pub const QUBIC: Row<Qubic> = row::<_, LineCounting>(
    "principal-variation search with a transposition table and line counting",
    &[FORCING_PLIES, REDUCTIONS, FORCED_WINS],
);

/// The positions of `bench`: from the empty board to the last third of a game, quiet and sharp.
pub(crate) const QUBIC_BENCH: &[(&str, u32)] = &[
    ("64", 6),
    ("28x", 6),
    ("17x35o", 6),
    ("10o13x24o5x", 6),
    ("26o3x17x5o1x5o", 6),
    ("3o5o7o12x4x2o8x14x", 6),
    ("16x5o7oo5x5x2o2x6o3x", 7),
    ("8x7o3xx1o2x8o2o4x7oxo", 8),
    ("14x1ooox1xo9xo3x10x2o4x", 7),
    ("1xo8o4oo1ooox1ox2x3x2x8o5x1x9x", 8),
];

/// Its table has two to this power entries: every search begins with an empty one, so it must be small.
const FORCE_TABLE_BITS: u32 = 12;

/// What a line is worth that holds this many stones of one side and none of the other, in hundredths of a line.
const LINE_VALUES: [i32; 5] = [0, 10, 30, 60, 0];
/// To be on move is worth this much.
const TEMPO: i32 = 20;
/// What a line through a cell adds to the cell's hint, by own stones if the other side has none, and the reverse.
const OWN_HINTS: [i32; 4] = [20, 80, 400, 4_000];
const OTHER_HINTS: [i32; 4] = [20, 60, 250, 3_000];

/// A line's content as one number: stones of the first side, plus five times those of the second.
const CONTENTS: usize = 25;
const STEP: [u8; 2] = [1, 5];
const THREE: [u8; 2] = [3, 15];
const VALUES: [i32; CONTENTS] = make_values();
const HINTS: [[i32; CONTENTS]; 2] = make_hints();

const fn make_values() -> [i32; CONTENTS] {
    let mut values = [0; CONTENTS];
    let mut n = 1;
    while n < 5 {
        values[n] = LINE_VALUES[n];
        values[5 * n] = -LINE_VALUES[n];
        n += 1;
    }
    values
}

const fn make_hints() -> [[i32; CONTENTS]; 2] {
    let mut hints = [[0; CONTENTS]; 2];
    let mut n = 0;
    while n < 4 {
        hints[0][n] = OWN_HINTS[n];
        hints[1][5 * n] = OWN_HINTS[n];
        if n > 0 {
            hints[0][5 * n] = OTHER_HINTS[n];
            hints[1][n] = OTHER_HINTS[n];
        }
        n += 1;
    }
    hints
}

/// What is known of a position beyond its stones; follows the moves.
#[derive(Clone, Debug)]
struct LineCounting {
    contents: [u8; LINES],
    /// 0 for the first side, 1 for the second.
    mover: usize,
    now: Sums,
    /// The sums before each move since the start.
    before: Vec<Sums>,
    /// The forced-win search, made when it is first needed.
    forced_wins: Scratch<Option<ForcedWins>>,
}

impl Scratch<Option<ForcedWins>> {
    /// A forced win for `own`, which is to move, and the nodes that it took to look for it.
    fn find(&mut self, field: &Field, nodes: u64) -> (Option<Win>, u64) {
        let search = self.0.get_or_insert_with(|| ForcedWins::new(FORCE_TABLE_BITS));
        let before = search.nodes();
        let win = search.find(field, Effort { nodes, complete: true }, ANY_LENGTH);
        (win, search.nodes() - before)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sums {
    /// The empty cells on which each side would win at once.
    winning: [u64; 2],
    /// The sum of the lines' values for the first side.
    value: i32,
}

impl Default for LineCounting {
    fn default() -> Self {
        let now = Sums::default();
        Self { contents: [0; LINES], mover: 0, now, before: Vec::new(), forced_wins: Scratch::default() }
    }
}

impl LineCounting {
    /// Accounts for a stone of `side` on `m`; `empty` are the cells empty after it.
    fn add(&mut self, m: Cell, side: usize, empty: u64) {
        for line in lines_through(m.index()) {
            let old = self.contents[line];
            let new = old + STEP[side];
            self.contents[line] = new;
            self.now.value += VALUES[new as usize] - VALUES[old as usize];
            if new == THREE[side] {
                self.now.winning[side] |= LINE_SETS[line] & empty;
            }
        }
        self.now.winning[0] &= empty;
        self.now.winning[1] &= empty;
    }
}

/// What alpha-beta takes a position for before it searches, for the side to move, in hundredths of a line.
pub fn glance(position: &Qubic) -> i32 {
    let mut guide = LineCounting::default();
    guide.start(&Played::new(*position));
    guide.evaluate(position)
}

impl Guide<Qubic> for LineCounting {
    const MOVE_NUMBERS: usize = 64;

    fn start(&mut self, game: &Played<Qubic>) {
        let position = game.position();
        *self = Self::default();
        for (number, side) in [Side::First, Side::Second].into_iter().enumerate() {
            for cell in Cell::of_set(position.stones(side)) {
                self.add(cell, number, position.empty());
            }
        }
        // Lines that hold stones of the other side too were counted as threes before those were added.
        for (number, winning) in self.now.winning.iter_mut().enumerate() {
            let three = |line: &usize| self.contents[*line] == THREE[number];
            *winning = (0..LINES).filter(three).fold(0, |all, line| all | LINE_SETS[line]) & position.empty();
        }
        self.mover = position.to_move().index();
    }

    fn played(&mut self, position: &Qubic, m: Cell) {
        self.before.push(self.now);
        self.add(m, self.mover, position.empty());
        self.mover ^= 1;
    }

    fn undone(&mut self, _position: &Qubic, m: Cell) {
        self.mover ^= 1;
        for line in lines_through(m.index()) {
            self.contents[line] -= STEP[self.mover];
        }
        self.now = self.before.pop().unwrap_or_default();
    }

    fn evaluate(&self, _position: &Qubic) -> i32 {
        TEMPO + if self.mover == 0 { self.now.value } else { -self.now.value }
    }

    /// A three of one's own wins; one of the opponent's must be blocked, two cannot be.
    fn prospect(&self, _position: &Qubic, moves: &mut Vec<Cell>) -> Prospect<Cell> {
        let own = self.now.winning[self.mover];
        let other = self.now.winning[self.mover ^ 1];
        if let Some(m) = Cell::of_set(own).next() {
            return Prospect::Win(m, 1);
        }
        let mut blocks = Cell::of_set(other);
        match (blocks.next(), blocks.next()) {
            (None, _) => Prospect::Open,
            (Some(m), Some(_)) => Prospect::Loss(m, 2),
            (Some(m), None) => {
                moves.push(m);
                Prospect::Narrowed
            }
        }
    }

    fn forcing_moves(&self, position: &Qubic, moves: &mut Vec<Cell>) {
        let (own, _) = position.own_and_other();
        moves.extend(Cell::of_set(third_cells(own, position.empty())));
    }

    fn forced_win(&mut self, position: &Qubic, nodes: u64, line: &mut Vec<Cell>) -> u64 {
        let field = Field::of(position);
        let (win, nodes) = self.forced_wins.find(&field, nodes);
        if let Some(win) = win {
            line.extend(win.moves(&field).into_iter().filter_map(Cell::new));
        }
        nodes
    }

    /// The zone of the opponent's forced win: a stone anywhere else loses to the same moves.
    fn refuge(&mut self, position: &Qubic, nodes: u64, moves: &mut Vec<Cell>) -> Refuge {
        let field = Field::of(position).reversed();
        let (win, nodes) = self.forced_wins.find(&field, nodes);
        if let Some(win) = &win {
            moves.extend(Cell::of_set(win.zone(&field)));
        }
        Refuge { nodes, lost_in: win.map(|win| win.plies() + 1) }
    }

    fn move_number(&self, m: Cell) -> usize {
        m.index()
    }

    fn hint(&self, _position: &Qubic, m: Cell) -> i32 {
        let hints = &HINTS[self.mover];
        lines_through(m.index()).map(|line| hints[self.contents[line] as usize]).sum()
    }
}

impl Explain<Qubic> for LineCounting {
    fn reason(&self, game: &Played<Qubic>, found: &Found<Qubic>) -> Option<String> {
        let best = found.lines.first()?;
        let mut guide = self.clone();
        guide.start(game);
        let mut moves = Vec::new();
        let seen = guide.prospect(game.position(), &mut moves);
        let blocks = seen == Prospect::Narrowed && moves.first() == best.moves.first();
        match best.score {
            Score::Win { in_plies: 1 } => Some("completes a line of four".to_owned()),
            Score::Win { in_plies } if makes_threes_only(game, &best.moves) => {
                Some(format!("wins by force in {in_plies} plies: makes three in line at every move"))
            }
            Score::Loss { in_plies: 2 } if matches!(seen, Prospect::Loss(..)) => {
                Some("lost: two lines of three cannot both be blocked".to_owned())
            }
            Score::Heuristic(_) if blocks => Some("blocks a line of three".to_owned()),
            _ => None,
        }
    }

    fn describe(&self, game: &Played<Qubic>) -> String {
        let mut text = standing(game, ["x", "o"], || format!("{:+}", self.evaluate(game.position())));
        text += "\nlines with        1     2     3 stones of one side only";
        for (name, step) in [("x", STEP[0]), ("o", STEP[1])] {
            let count = |n: u8| self.contents.iter().filter(|&&content| content == n * step).count();
            text += &format!("\n  {name}          {:5} {:5} {:5}", count(1), count(2), count(3));
        }
        let free = self.contents.iter().filter(|&&content| content == 0).count();
        let dead = self.contents.iter().filter(|&&c| c % 5 != 0 && c >= 5).count();
        text + &format!("\nuntouched lines {free}, lines with stones of both {dead}")
    }
}

/// Whether the side to move makes three in line (or four) at each of its moves in this line.
fn makes_threes_only(game: &Played<Qubic>, line: &[Cell]) -> bool {
    let mut position = *game.position();
    line.iter().enumerate().all(|(i, &m)| {
        let (own, _) = position.own_and_other();
        let fine = i % 2 == 1 || third_cells(own, position.empty()) & m.set() != 0;
        position.play(m);
        fine
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::random::SplitMix64;

    /// The sums kept along the way are those counted afresh, forwards and backwards.
    #[test]
    fn sums_follow_the_moves() {
        let mut random = SplitMix64::new(3);
        for _ in 0..200 {
            let mut game = Played::new(Qubic::start(&()));
            let mut guide = LineCounting::default();
            guide.start(&game);
            let mut position = *game.position();
            let mut trail = vec![];
            while game.outcome().is_none() {
                let &m = random.one_of(&game.legal_moves()).expect("a move");
                trail.push((m, guide.now));
                position.play(m);
                guide.played(&position, m);
                let _ = game.play(m);
                let mut fresh = LineCounting::default();
                fresh.start(&game);
                assert_eq!(
                    (fresh.now, fresh.contents, fresh.mover),
                    (guide.now, guide.contents, guide.mover)
                );
                assert_eq!(
                    guide.now.winning[0],
                    games::qubic::lines::fourth_cells(position.stones(Side::First)) & position.empty()
                );
            }
            for (m, sums) in trail.into_iter().rev() {
                position.undo(m, ());
                guide.undone(&position, m);
                assert_eq!(guide.now, sums);
            }
        }
    }

    #[test]
    fn the_evaluation_is_told_in_words() {
        let position = Qubic::from_text(&(), "xxx13o3o").unwrap();
        let mut game = Played::new(position);
        let text = super::super::AlphaBeta::<LineCounting>::default();
        let told = |game: &Played<Qubic>| {
            crate::Strategy::evaluation(&text, game, &crate::settings::Settings::default()).unwrap()
        };
        assert!(told(&game).contains("for o, who moves next"), "{}", told(&game));
        assert!(told(&game).contains("  x             10     0     1"), "{}", told(&game));
        game.play(Cell::new(40).unwrap()).unwrap();
        game.play(Cell::new(3).unwrap()).unwrap();
        assert!(told(&game).starts_with("the game is over: x has won"), "{}", told(&game));
    }
}
