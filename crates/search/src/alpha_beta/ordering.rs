//! In which order moves are tried: what the table says, then killers, history and the guide's hint.

use super::Guide;
use games::Game;

/// Bonuses on top of hint and history.
const TABLE_MOVE: i32 = 1 << 28;
const KILLERS: [i32; 2] = [24_000, 16_000];
/// History stays within this.
const HISTORY_MAX: i32 = 16_384;

/// What earlier parts of the search have taught about moves.
pub(super) struct Ordering<G: Game> {
    killers: Vec<[Option<G::Move>; 2]>,
    history: [Vec<i32>; 2],
}

impl<G: Game> Ordering<G> {
    pub(crate) fn new(plies: usize, move_numbers: usize) -> Self {
        Self { killers: vec![[None; 2]; plies], history: [vec![0; move_numbers], vec![0; move_numbers]] }
    }

    /// The merit of each of these moves, appended to `merits`.
    pub(crate) fn rate<U: Guide<G>>(
        &self,
        guide: &U,
        position: &G,
        ply: usize,
        table_move: u16,
        moves: &[G::Move],
        merits: &mut Vec<i32>,
    ) {
        let history = &self.history[position.to_move().index()];
        let killers = &self.killers[ply];
        merits.extend(moves.iter().map(|&m| {
            let number = guide.move_number(m);
            let mut merit = guide.hint(position, m) + history[number];
            if number == usize::from(table_move) {
                merit += TABLE_MOVE;
            }
            for (killer, bonus) in killers.iter().zip(KILLERS) {
                if *killer == Some(m) {
                    merit += bonus;
                }
            }
            merit
        }));
    }

    /// This move refuted; those tried before it did not.
    pub(crate) fn refuted<U: Guide<G>>(
        &mut self,
        guide: &U,
        position: &G,
        ply: usize,
        depth: u32,
        m: G::Move,
        tried: &[G::Move],
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
        let history = &mut self.history[position.to_move().index()];
        let bonus = (depth * depth * 16).min(1_600) as i32;
        let mut shift = |m, bonus: i32| {
            let value = &mut history[guide.move_number(m)];
            *value += bonus - *value * bonus.abs() / HISTORY_MAX;
        };
        shift(m, bonus);
        tried.iter().for_each(|&other| shift(other, -bonus));
    }
}

/// Brings the move of the greatest merit (the first of equals) in `moves[from..]` to `from`.
pub(super) fn bring_best<M>(moves: &mut [M], merits: &mut [i32], from: usize) {
    let mut best = from;
    for i in from + 1..merits.len() {
        if merits[i] > merits[best] {
            best = i;
        }
    }
    moves.swap(from, best);
    merits.swap(from, best);
}
