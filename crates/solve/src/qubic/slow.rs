//! For tests: random positions, and a search that tries everything.

use games::qubic::{Cell, Qubic, winning_cells};
use games::random::SplitMix64;
use games::{Game, Outcome, Side};

/// Positions of random games with so many stones, nobody having won. In quiet games nobody wins, nor lets the other win at once, while
/// he need not: otherwise few last long, and hardly any position so late is drawn or lost.
pub(super) fn random_positions(
    seed: u64,
    stones: std::ops::Range<u32>,
    count: usize,
    quiet: bool,
) -> Vec<Qubic> {
    let mut random = SplitMix64::new(seed);
    let mut below = |bound: usize| random.below(bound as u64) as usize;
    let mut found = Vec::new();
    while found.len() < count {
        let wanted = stones.start + below(stones.len()) as u32;
        let mut position = Qubic::start(&());
        while position.ply() < wanted && position.outcome().is_none() {
            let mut moves: Vec<_> = Cell::of_set(position.empty()).collect();
            let is_quiet = |m: &Cell| {
                let next = position.after(*m);
                next.outcome().is_none() && winning_cells(&next) == 0
            };
            if quiet && moves.iter().any(is_quiet) {
                moves.retain(is_quiet);
            }
            position.play(moves[below(moves.len())]);
        }
        if position.outcome().is_none() {
            found.push(position);
        }
    }
    found
}

/// Whether the attacker has won when this many stones are on the board, whatever the defender does.
pub(super) fn wins_by(position: &Qubic, attacker: Side, last_ply: u32) -> bool {
    match position.outcome() {
        Some(outcome) => return outcome == Outcome::Win(attacker),
        None if position.ply() >= last_ply => return false,
        None => {}
    }
    let mut after = Cell::of_set(position.empty()).map(|m| wins_by(&position.after(m), attacker, last_ply));
    if position.to_move() == attacker { after.any(|won| won) } else { after.all(|won| won) }
}
