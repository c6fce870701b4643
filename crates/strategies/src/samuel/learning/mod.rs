//! Who learns weights, by generalization or by `td_leaf`: the learner, its series of games, its memory, and its play for the strategy.

pub(crate) mod in_play;
pub mod learner;
pub mod memory;
pub mod record;
pub mod series;
pub mod tables;
