//! Draws by repetition in the search, on a toy game in which nothing else ever happens.

use games::{Game, Notation, Outcome, Played, Side, TextError};
use search::alpha_beta;
use search::alpha_beta::{Guide, Parameters};
use search::{Control, Limits, Score, Table};

/// A token on a ring of a hundred places that both sides move one step either way, for ever.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Ring {
    at: i32,
    second: bool,
}

impl Game for Ring {
    const NAME: &'static str = "ring";
    type Setup = ();
    type Move = i32;
    type Undo = ();

    fn start((): &()) -> Self {
        Self { at: 0, second: false }
    }

    fn legal_moves(&self, moves: &mut Vec<i32>) {
        moves.extend([1, -1]);
    }

    fn play(&mut self, m: i32) {
        self.at = (self.at + m).rem_euclid(100);
        self.second = !self.second;
    }

    fn undo(&mut self, m: i32, (): ()) {
        self.play(-m);
    }

    fn to_move(&self) -> Side {
        if self.second { Side::Second } else { Side::First }
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn key(&self) -> u64 {
        (2 * self.at as u64 + u64::from(self.second) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn canonical_key(&self) -> u64 {
        self.key()
    }

    fn image(&self, _symmetry: usize) -> Self {
        self.clone()
    }

    fn image_move(&self, m: i32, _symmetry: usize) -> i32 {
        m
    }

    fn to_text(&self) -> String {
        self.at.to_string()
    }

    fn from_text((): &(), text: &str) -> Result<Self, TextError> {
        text.parse().map(|at| Self { at, second: false }).map_err(|_| TextError::new("a number"))
    }

    fn move_text(&self, m: i32, _notation: Notation) -> String {
        m.to_string()
    }

    fn parse_move(&self, text: &str, _notation: Notation) -> Result<i32, TextError> {
        text.parse().map_err(|_| TextError::new("a number"))
    }

    fn drawing(&self, _last: Option<i32>, _notation: Notation) -> String {
        self.to_text()
    }
}

/// Thinks that the first side is this much ahead, wherever the token stands.
#[derive(Clone)]
struct Ahead(i32);

impl Guide<Ring> for Ahead {
    const REPETITIONS: bool = true;
    const MOVE_NUMBERS: usize = 2;

    fn start(&mut self, _game: &Played<Ring>) {}

    fn evaluate(&self, position: &Ring) -> i32 {
        if position.second { -self.0 } else { self.0 }
    }

    fn move_number(&self, m: i32) -> usize {
        usize::from(m > 0)
    }
}

fn search(game: &Played<Ring>, guide: Ahead, depth: u32) -> (i32, Score) {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let (table, control) = (Table::new(1 << 16), Control::new());
    let found =
        alpha_beta::search(game, &limits, Parameters::default(), &guide, &table, &control, &mut |_, _, _| {})
            .expect("a result");
    (found.lines[0].moves[0], found.lines[0].score)
}

#[test]
fn the_side_that_is_behind_repeats_a_position_of_the_game_and_the_other_avoids_it() {
    for step in [1, -1] {
        let mut game = Played::new(Ring::start(&()));
        game.play(step).expect("legal");
        // To step back brings the start again, with the same side to move.
        assert_eq!(search(&game, Ahead(500), 1), (-step, Score::Heuristic(0)));
        assert_eq!(search(&game, Ahead(-500), 1), (step, Score::Heuristic(500)));
    }
}

#[test]
fn a_draw_by_repetition_is_found_in_the_tree_and_never_called_proven() {
    let game = Played::new(Ring::start(&()));
    for depth in 2..12 {
        let (_, score) = search(&game, Ahead(500), depth);
        // The side behind steps back at once: from then on there is nothing but repetition.
        assert_eq!(score, Score::Heuristic(0), "depth {depth}");
    }
}
