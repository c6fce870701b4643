//! Learning: Samuel's by generalization (Alpha and Beta, correlations between the signs of terms and of delta, terms replaced
//! from a reserve list), and beside it `td-leaf` on the same terms.
//!
//! `alpha` is what Alpha knows, `experience` what it makes of its own moves, `contest` its series of games against Beta, `td_leaf`
//! the modern descendant, `student` either of them as it is kept in a memory.

pub(crate) mod alpha;
pub mod contest;
pub mod correlation;
pub(crate) mod experience;
pub mod memory;
pub(crate) mod pupil;
pub mod rules;
pub mod student;
pub mod tables;
pub mod td_leaf;
