//! What several test files share: running a strategy without the engine, running the program, and positions at random.
#![allow(dead_code, reason = "every test file uses its own part")]

pub(crate) mod naive;
pub(crate) mod program;
pub(crate) mod skip;

use games::qubic::{Cell, Qubic, threatened_cells, winning_cells};
use games::{Game, Outcome, Played, Side};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use search::{Control, Limits};
use std::path::Path;
use strategies::learning::Memory;
use strategies::settings::{OptionSpec, Settings, Value};
use strategies::{Choice, Context, Playable, Report, Row, Strategy};

/// These bytes as a bad disk or a bad copy leaves them.
pub(crate) fn damaged(bytes: &[u8], random: &mut ChaCha8Rng) -> Vec<u8> {
    let mut damaged = bytes.to_vec();
    let at = random.random_range(0..bytes.len());
    let end = bytes.len().min(at + random.random_range(1..100));
    match random.random_range(0..6) {
        0 => damaged[at] ^= 1 << random.random_range(0..8),
        // Digits stay digits: what is read may look right.
        1 => damaged[at] = random.random_range(b'0'..=b'9'),
        2 => damaged.truncate(at),
        3 => drop(damaged.drain(at..end)),
        4 => drop(damaged.splice(at..at, bytes[at..end].to_vec())),
        _ => random.fill(&mut damaged[at..end]),
    }
    damaged
}

/// Asserts that a memory, damaged in two hundred ways, is refused in words or means the same, and stays as it is.
pub(crate) fn refused_or_the_same<T: PartialEq + std::fmt::Debug>(
    path: &Path,
    read: impl Fn() -> Result<T, String>,
) {
    let (bytes, whole) = (std::fs::read(path).unwrap(), read().unwrap());
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for number in 0..200 {
        let damaged = damaged(&bytes, &mut random);
        std::fs::write(path, &damaged).unwrap();
        match read() {
            Ok(found) => assert_eq!(found, whole, "damage {number}"),
            Err(words) => assert!(!words.is_empty()),
        }
        assert!(std::fs::read(path).unwrap() == damaged, "damage {number}");
    }
}

pub(crate) fn row<G: Playable>(name: &str) -> &'static Row<G> {
    G::STRATEGIES.iter().find(|row| row.name == name).expect("a strategy of this name")
}

/// The options of a row at their defaults, with a small table and one thread.
pub(crate) fn settings(options: &'static [OptionSpec]) -> Settings {
    let mut settings = Settings::defaults(options);
    for (name, value) in [("Hash", 1), ("Threads", 1), ("Seed", 1)] {
        settings.set(name, Value::Integer(value));
    }
    settings
}

/// Lets a row's strategy choose once, afresh.
pub(crate) fn choose<G: Game>(
    row: &Row<G>,
    game: &Played<G>,
    limits: &Limits<G>,
    settings: &Settings,
) -> Choice<G> {
    choose_reporting(row, game, limits, settings, &Control::new(), &mut |_| {})
}

/// The same under this control, with its reports.
pub(crate) fn choose_reporting<G: Game>(
    row: &Row<G>,
    game: &Played<G>,
    limits: &Limits<G>,
    settings: &Settings,
    control: &Control,
    report: &mut dyn FnMut(Report<G>),
) -> Choice<G> {
    let mut player = Player { strategy: (row.make)(), settings: settings.clone() };
    player.choose_reporting(game, limits, control, report)
}

/// A player that remembers the game that it plays, and nothing of others.
pub(crate) struct Player<G: Game> {
    strategy: Box<dyn Strategy<G>>,
    pub(crate) settings: Settings,
}

impl<G: Game> Player<G> {
    pub(crate) fn new(row: &Row<G>) -> Self {
        Self { strategy: (row.make)(), settings: settings(row.options) }
    }

    pub(crate) fn choose(&mut self, game: &Played<G>, limits: &Limits<G>) -> Choice<G> {
        self.choose_reporting(game, limits, &Control::new(), &mut |_| {})
    }

    fn choose_reporting(
        &mut self,
        game: &Played<G>,
        limits: &Limits<G>,
        control: &Control,
        report: &mut dyn FnMut(Report<G>),
    ) -> Choice<G> {
        let (settings, memory) = (&self.settings, &Memory::default());
        self.strategy.choose(game, limits, &mut Context { control, settings, memory, report })
    }
}

/// A player that looks at so many nodes for a move.
pub(crate) struct Limited<G: Game> {
    pub(crate) player: Player<G>,
    pub(crate) nodes: u64,
}

impl<G: Playable> Limited<G> {
    pub(crate) fn new(name: &str, nodes: u64) -> Self {
        Self { player: Player::new(row(name)), nodes }
    }

    /// Chooses among all moves, or these if there are some.
    pub(crate) fn choose(&mut self, game: &Played<G>, only: &[G::Move]) -> Choice<G> {
        self.player.choose(game, &Limits { only: only.to_vec(), ..nodes(self.nodes) })
    }
}

pub(crate) fn depth<G: Game>(depth: u32) -> Limits<G> {
    Limits { depth: Some(depth), ..Limits::default() }
}

pub(crate) fn nodes<G: Game>(nodes: u64) -> Limits<G> {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

pub(crate) fn random(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// Plays so many moves at random, or until there is none.
pub(crate) fn play_at_random<G: Game>(game: &mut Played<G>, plies: usize, random: &mut ChaCha8Rng) {
    for _ in 0..plies {
        let Some(&m) = game.legal_moves().choose(random) else { break };
        game.play(m).expect("a legal move");
    }
}

/// Asserts that a player with so many nodes a move wins so many games against random moves, with either colour in turn;
/// how many plies the longest had.
pub(crate) fn beats_random<G: Game>(
    setup: &G::Setup,
    player: &dyn Fn() -> Player<G>,
    limit: u64,
    games: usize,
) -> usize {
    let (mut random, mut longest) = (random(3), 0);
    for number in 0..games {
        let side = [Side::First, Side::Second][number % 2];
        let (mut game, mut player) = (Played::new(G::start(setup)), player());
        while game.outcome().is_none() {
            if game.position().to_move() == side {
                game.play(player.choose(&game, &nodes(limit)).best().expect("a move")).expect("a legal move");
            } else {
                play_at_random(&mut game, 1, &mut random);
            }
        }
        assert_eq!(game.outcome(), Some(Outcome::Win(side)), "game {number}");
        longest = longest.max(game.plies());
    }
    longest
}

/// A game of so many random moves that is not over.
pub(crate) fn random_game<G: Game<Setup = ()>>(random: &mut ChaCha8Rng, plies: usize) -> Played<G> {
    loop {
        let mut game = Played::new(G::start(&()));
        play_at_random(&mut game, plies, random);
        if game.outcome().is_none() {
            return game;
        }
    }
}

/// A position with so many stones placed at random in turn, nobody having won.
pub(crate) fn random_position(random: &mut ChaCha8Rng, stones: usize) -> Qubic {
    *random_game(random, stones).position()
}

/// A number below `bound`.
pub(crate) fn below(random: &mut ChaCha8Rng, bound: usize) -> usize {
    random.random_range(0..bound)
}

/// A position with so many stones in which neither side has let the other win easily: threes were blocked and never
/// completed. Late ones are often drawn.
pub(crate) fn balanced_position(random: &mut ChaCha8Rng, stones: u32) -> Qubic {
    'again: loop {
        let mut position = Qubic::start(&());
        while position.ply() < stones {
            let blocks = threatened_cells(&position);
            let cells = if blocks == 0 { position.empty() } else { blocks } & !winning_cells(&position);
            let cells: Vec<Cell> = Cell::of_set(cells).collect();
            let Some(&m) = cells.choose(random) else { continue 'again };
            position.play(m);
        }
        return position;
    }
}
