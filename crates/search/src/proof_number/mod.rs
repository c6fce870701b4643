//! Proof-number search (Allis, van der Meulen & van den Herik 1994): whether the attacker can force his goal, found by
//! always growing the tree where a proof or a disproof looks cheapest.
//!
//! A [`Problem`] says what follows from a position; how positions are told apart (symmetry), which moves are left out
//! and how hard a new position looks are its affair. [`graph`] searches best first, on an explicit graph in which every
//! position exists once.

pub mod graph;

use std::fmt::Debug;
use std::hash::Hash;

/// A proof or disproof number that means 'impossible'.
pub const INFINITE: u32 = u32::MAX;

/// What is to be proven. A value is one worker: it may keep scratch memory, and each thread has its own.
pub trait Problem {
    /// A position with everything that matters for its value; equal positions are one node.
    type Position: Clone + Eq + Hash + Debug;
    /// A move.
    type Move: Copy + Eq + Debug;

    /// Whether the attacker chooses the move here.
    fn attacker_moves(&self, position: &Self::Position) -> bool;

    /// Whether [`graph`] takes the defender's moves here from the easiest to prove to the hardest, whatever their disproof numbers: where
    /// an attack hardly ever fails, what the easy ones prove helps with the hard ones.
    fn easiest_first(&self, _position: &Self::Position) -> bool {
        false
    }

    /// What follows from a position. It must be sound: `Proven` only if the attacker reaches his goal whatever the
    /// defender does, `Disproven` only if he cannot; moves may be left out only where that changes neither.
    fn expand(&mut self, position: &Self::Position) -> Expansion<Self::Position, Self::Move>;
}

/// What follows from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expansion<P, M> {
    /// The attacker reaches his goal.
    Proven,
    /// He does not.
    Disproven,
    /// It depends on these, at least one.
    Children(Vec<Child<P, M>>),
}

/// A position one move further on, with what it seems to take to prove and to disprove it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Child<P, M> {
    /// The move that leads there.
    pub step: M,
    /// The position.
    pub position: P,
    /// First proof number: 0 if it is proven.
    pub proof: u32,
    /// First disproof number: 0 if it is disproven.
    pub disproof: u32,
}
