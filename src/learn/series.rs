//! The games of a series: who sits where, the opening, the moves, and the lesson at the end.

use super::LearnArguments;
use super::record::GameRecord;
use crate::asking::{remarks, set_option, set_options, think};
use anyhow::{Context as _, anyhow, bail};
use engine::event::Event;
use engine::session::NOT_LEARNED;
use engine::{BUILT_IN, Engine, GoRequest, Verdict};
use games::{GameResult, Player};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use std::path::Path;
use strategies::learning::Memory;

/// A learner, its opponent if it has one, and how games between them are set up.
pub struct Series {
    learner: Engine,
    opponent: Option<Engine>,
    request: GoRequest,
    seed: u64,
    random_plies: usize,
}

impl Series {
    /// Sets both up.
    ///
    /// # Errors
    /// If an option is refused or the learner does not learn.
    pub fn new(arguments: &LearnArguments, memory: &Path) -> anyhow::Result<Self> {
        let memory = memory.to_str().context("the memory's path is not text")?;
        refuse_reserved("--option", &arguments.options, &LEARNERS_FLAGS)?;
        refuse_reserved("--opponent-option", &arguments.opponent_options, &OPPONENTS_FLAGS)?;
        if arguments.opponent.is_none() && !arguments.opponent_options.is_empty() {
            bail!("--opponent-option needs --opponent: without one, the learner plays both sides");
        }
        let mut learner = engine(&arguments.game, &arguments.strategy)?;
        if !learner.strategy().abilities.learns {
            bail!("strategy {} does not learn", arguments.strategy);
        }
        set_options(&mut learner, &arguments.options)?;
        remarks(&mut learner)?;
        open_memory(&mut learner, memory)?;
        let opponent = arguments.opponent.as_deref().map(|name| engine(&arguments.game, name)).transpose()?;
        let opponent = opponent.map(|mut opponent| {
            set_options(&mut opponent, &arguments.opponent_options)?;
            remarks(&mut opponent).map(|_| opponent)
        });
        Ok(Self {
            learner,
            opponent: opponent.transpose()?,
            request: GoRequest { nodes: Some(arguments.nodes), ..GoRequest::default() },
            seed: arguments.seed,
            random_plies: arguments.random_plies(),
        })
    }

    /// Who plays whom.
    #[must_use]
    pub fn title(&self) -> String {
        let learner = self.learner.strategy().name;
        let opponent = self.opponent.as_ref().map_or("itself", |opponent| opponent.strategy().name);
        format!("{learner} against {opponent}, seed {}", self.seed)
    }

    /// Plays game `number` (from 1) and lets the learner learn from it, if `learn` says so. The learner has the first
    /// move in odd games.
    ///
    /// # Errors
    /// If an engine fails, or the lesson cannot be saved.
    pub fn play(&mut self, number: usize, learn: bool) -> anyhow::Result<GameRecord> {
        set_option(&mut self.learner, "Learn", if learn { "true" } else { "false" })?;
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(number as u64);
        let seed = rand::Rng::next_u64(&mut random) >> 1;
        for engine in [Some(&mut self.learner), self.opponent.as_mut()].into_iter().flatten() {
            set_option(engine, "Seed", &seed.to_string())?;
            engine.set_position(None, &[]).map_err(|refusal| anyhow!(refusal))?;
        }
        let side = if number % 2 == 1 { Player::P1 } else { Player::P2 };
        let learner = self.opponent.is_some().then_some(side);
        let mut plies = 0;
        let result = loop {
            let board = self.learner.board();
            if let Some(result) = board.result() {
                break result;
            }
            let notation = self.learner.notation();
            let m = if plies < self.random_plies {
                let moves = board.legal_moves(notation);
                moves.choose(&mut random).cloned().context("there is no move to play")?
            } else {
                let learners_turn = learner.is_none_or(|player| player == board.player_to_move());
                let engine = self.opponent.as_mut().filter(|_| !learners_turn).unwrap_or(&mut self.learner);
                think(engine, &self.request)?.m
            };
            for engine in [Some(&mut self.learner), self.opponent.as_mut()].into_iter().flatten() {
                let board = engine.board_mut().map_err(|refusal| anyhow!(refusal))?;
                board.play(&m, notation)?;
            }
            plies += 1;
        };
        let lessons = self.lesson(result, learner.unwrap_or(Player::P1))?;
        Ok(GameRecord { learner, result, plies, lessons })
    }

    /// Tells the learner that the game is over and collects what it says.
    fn lesson(&mut self, result: GameResult, player: Player) -> anyhow::Result<Vec<String>> {
        let verdict = match result {
            GameResult::Draw => Verdict::Draw,
            GameResult::Win(winner) if winner == player => Verdict::Win,
            GameResult::Win(_) => Verdict::Lose,
        };
        self.learner.game_over(verdict).map_err(|refusal| anyhow!(refusal))?;
        let mut words = Vec::new();
        while self.learner.has_unfinished_jobs() {
            let event = self.learner.events().recv().context("the searcher is gone")?;
            for event in self.learner.pass_on(event) {
                match event {
                    Event::Message(message) => match message.strip_prefix(NOT_LEARNED) {
                        Some(error) => bail!("{error}"),
                        None if message.starts_with("learned") => words.push(message),
                        None => log::info!("{message}"),
                    },
                    other => log::debug!("{other:?}"),
                }
            }
        }
        Ok(words)
    }
}

/// Options that the series sets itself, with what is to be said instead of them.
type Flags = [(&'static str, &'static str); 6];

const LEARNERS_FLAGS: Flags = [
    ("Game", "use --game"),
    ("Strategy", "use --strategy"),
    ("Memory", "use --memory"),
    ("Seed", "use --seed, from which each game's seed is drawn"),
    ("Learn", "there is no flag for it: the learner of a series always learns"),
    ("Notation", "there is no flag for it: a series prints no moves"),
];

const OPPONENTS_FLAGS: Flags = [
    ("Game", "use --game, for both"),
    ("Strategy", "use --opponent"),
    (
        "Memory",
        "there is no flag for it: the opponent has no memory; options like ScoreFour.Patterns=FILE say what it knows",
    ),
    ("Seed", "use --seed, from which each game's seed is drawn, for both"),
    (
        "Learn",
        "there is no flag for it: the opponent does not learn; use --strategy for the program that does",
    ),
    ("Notation", "there is no flag for it: a series prints no moves"),
];

/// Refuses options that would undo what the series sets itself.
fn refuse_reserved(flag: &str, options: &[String], reserved: &Flags) -> anyhow::Result<()> {
    for text in options {
        let name = text.split('=').next().unwrap_or_default().trim();
        if let Some((_, instead)) = reserved.iter().find(|(word, _)| word.eq_ignore_ascii_case(name)) {
            bail!("{flag} {text}: {instead}");
        }
    }
    Ok(())
}

/// Gives the learner its memory and has it opened and read before the first game: what is wrong with it is said now,
/// and its lock is held from now on.
fn open_memory(learner: &mut Engine, path: &str) -> anyhow::Result<()> {
    if Path::new(path).is_dir() {
        bail!("memory {path} is a directory: name a file");
    }
    let (memory, warning) = Memory::open(path, learner.board().game(), learner.strategy().name);
    if let Some(refused) = warning {
        bail!("{refused}: wait until it is free, or name another --memory");
    }
    drop(memory);
    set_option(learner, "Memory", path)?;
    // Asked for any move, the program reads its memory and complains if it cannot. Nothing is learned from that move.
    set_option(learner, "Learn", "false")?;
    let thought = think(learner, &GoRequest { nodes: Some(1), ..GoRequest::default() })?;
    if let Some(words) = thought.reasons.iter().find(|words| words.starts_with("memory ")) {
        let words = words.split("; playing by").next().unwrap_or(words);
        bail!("{words}");
    }
    learner.new_game().map_err(|refusal| anyhow!(refusal))
}

fn engine(game: &str, strategy: &str) -> anyhow::Result<Engine> {
    let mut engine = Engine::new(&BUILT_IN)?;
    set_option(&mut engine, "Game", game)?;
    set_option(&mut engine, "Strategy", strategy)?;
    remarks(&mut engine)?;
    Ok(engine)
}
