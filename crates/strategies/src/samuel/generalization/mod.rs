//! Learning by generalization: correlations between the signs of terms and of delta (`correlation`), what Alpha makes of its own
//! moves (`experience`), the polynomial that comes of it, with terms replaced from a reserve list (`alpha`), by the rules of the
//! first or the second series (`rules`).

pub(crate) mod alpha;
pub mod correlation;
pub(crate) mod experience;
pub mod rules;
