//! Which moves of the defender are looked at after a winning threat sequence: by the paper's rule of three parts (section 6) and by
//! the zone that Victoria has instead. The paper's is here to be measured: by it alone a claim would not be proven.

use super::attack::{holds, replies};
use games::Game as _;
use games::gomoku::{Gomoku, Square};
use solve::threats::ThreatGame;
use solve::threats::space::{Options, search};

/// The defender's moves in a position in which he is to move and the other side would win by threats if he passed.
pub struct Defences {
    /// By the paper: the moves of the sequence, those next to the defender's stones, those next to cost squares.
    pub paper: Vec<Square>,
    /// By the zone of the sequence.
    pub zone: Vec<Square>,
    /// Those of the zone that the paper's rule leaves out, and after which threat-space search finds no win.
    pub rejected: Vec<Square>,
}

/// Both rules' moves, those 'connected' to a stone or square being up to `reach` squares away on a line with it; `None` if threat-space search finds no winning sequence for the side that is not to move.
pub fn defences(position: &Gomoku, nodes: usize, reach: usize) -> Option<Defences> {
    let (field, defender) = (position.field(), position.to_move());
    let attacker = defender.other();
    let options = Options::<Gomoku> { nodes, ..Options::default() };
    let sequence = search::<Gomoku>(&field, attacker, &options).win()?.to_vec();
    let own = field.stones.squares().filter(|&square| Gomoku::stone(&field, square) == Some(defender));
    let costs = sequence.iter().flat_map(|step| step.costs.iter().copied());
    let near: Vec<Square> = own.chain(costs.clone()).collect();
    let of_it: Vec<Square> = sequence.iter().map(|step| step.gain).chain(costs).collect();
    let has_value =
        |square: Square| of_it.contains(&square) || near.iter().any(|&other| touch(square, other, reach));
    let legal = |square: &Square| Gomoku::may_play(&field, defender, *square);
    let paper: Vec<Square> =
        field.stones.squares().filter(|&square| legal(&square) && has_value(square)).collect();
    let zone = replies(&field, attacker, &sequence);
    let refutes = |&square: &Square| {
        let after = Gomoku::with(&field, defender, square);
        !holds(&after, attacker, &sequence) && search::<Gomoku>(&after, attacker, &options).win().is_none()
    };
    let left_out = zone.iter().copied().filter(|square| !paper.contains(square));
    Some(Defences { rejected: left_out.filter(refutes).collect(), paper, zone })
}

/// Whether two squares are on a line and at most so far apart.
fn touch(one: Square, other: Square, reach: usize) -> bool {
    let (across, up) = (one.column().abs_diff(other.column()), one.row().abs_diff(other.row()));
    (1..=reach).contains(&across.max(up)) && (across == 0 || up == 0 || across == up)
}
