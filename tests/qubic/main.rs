//! Qubic and the searches that are tried on it: strategies, proofs and their files, learning, the command `solve`.

#[path = "../common/mod.rs"]
mod common;

mod citrenbaum;
mod citrenbaum_planes;
mod proof_number;
mod proofs;
mod proving;
mod score_four;
mod search;
mod solve;
mod threat_space;
