//! The options that strategies share, and all that matter when a game is played.

use crate::Playable;
use crate::settings::{OptionSpec, Setting, choice, flag, integer, options, text};

/// A browser's engine has 4 GiB at most, and a tab has several.
const HASH_MOST: i64 = if cfg!(target_family = "wasm") { 512 } else { 65_536 };
pub const HASH: Setting<usize> = integer("Hash", 16, 1, HASH_MOST);
pub const THREADS: Setting<usize> = integer("Threads", 1, 1, 256);
pub const SEED: Setting<u64> = integer("Seed", 0, 0, i64::MAX);
pub const MULTI_PV: Setting<usize> = integer("MultiPV", 1, 1, 512);
pub const NOTATION: Setting<String> =
    choice("Notation", "coordinates", &["coordinates", "doake", "index", "drops"]);
pub const MEMORY: Setting<String> = text("Memory", "");
pub const LEARN: Setting<bool> = flag("Learn", false);

options! {
    pub struct SharedOptions {
        /// Size of the transposition table in MiB.
        hash: usize = HASH,
        /// How many threads search together, no more than there are cores; with one, the same limits give the same moves.
        threads: usize = THREADS,
        /// Seed of every random choice.
        seed: u64 = SEED,
        /// How many of the best moves are reported.
        multi_pv: usize = MULTI_PV,
        /// How moves are read and written: 111..444, 1..64 or 0..63 in Qubic, h8 or P@h8 (drops) in Go-Moku.
        notation: String = NOTATION,
        /// File in which a learning strategy keeps what it remembers; empty for none.
        memory: String = MEMORY,
        /// Whether strategies learn from the games that they play (never from analysis).
        learn: bool = LEARN,
    }
}

/// The options that any strategy may heed when this game is played: those that all share, the game's rules, and those of its
/// strategies.
pub fn of_game<G: Playable>() -> Vec<OptionSpec> {
    let mut options = SharedOptions::OPTIONS.to_vec();
    options.extend(G::RULES);
    for spec in G::STRATEGIES.iter().flat_map(|row| row.options) {
        if !options.contains(spec) {
            options.push(*spec);
        }
    }
    options
}
