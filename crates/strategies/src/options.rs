//! The options that strategies share, and all that matter when a game is played.

use crate::Playable;
use crate::settings::{Kind, OptionSpec};

pub const HASH: OptionSpec = OptionSpec {
    name: "Hash",
    kind: Kind::Integer { default: 16, min: 1, max: 65_536 },
    help: "Size of the transposition table in MiB.",
};

pub const THREADS: OptionSpec = OptionSpec {
    name: "Threads",
    kind: Kind::Integer { default: 1, min: 1, max: 256 },
    help: "How many threads search together, no more than there are cores; with one, the same limits give the same \
           moves.",
};

pub const SEED: OptionSpec = OptionSpec {
    name: "Seed",
    kind: Kind::Integer { default: 0, min: 0, max: i64::MAX },
    help: "Seed of every random choice.",
};

pub const MULTI_PV: OptionSpec = OptionSpec {
    name: "MultiPV",
    kind: Kind::Integer { default: 1, min: 1, max: 512 },
    help: "How many of the best moves are reported.",
};

pub const NOTATION: OptionSpec = OptionSpec {
    name: "Notation",
    kind: Kind::Choice { default: "coordinates", allowed: &["coordinates", "doake", "index", "drops"] },
    help: "How moves are read and written: 111..444, 1..64 or 0..63 in Qubic, h8 or P@h8 (drops) in Go-Moku.",
};

pub const MEMORY: OptionSpec = OptionSpec {
    name: "Memory",
    kind: Kind::Text { default: "" },
    help: "File in which a learning strategy keeps what it remembers; empty for none.",
};

pub const LEARN: OptionSpec = OptionSpec {
    name: "Learn",
    kind: Kind::Flag { default: false },
    help: "Whether strategies learn from the games that they play (never from analysis).",
};

/// The options that any strategy may heed when this game is played: those that all share, the game's rules, and those of its
/// strategies.
pub fn of_game<G: Playable>() -> Vec<OptionSpec> {
    let mut options = vec![HASH, THREADS, SEED, MULTI_PV, NOTATION, MEMORY, LEARN];
    options.extend(G::RULES);
    for spec in G::STRATEGIES.iter().flat_map(|row| row.options) {
        if !options.contains(spec) {
            options.push(*spec);
        }
    }
    options
}
