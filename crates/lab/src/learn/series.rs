//! The games of a series: who plays which side, the opening, the moves, and the lesson at the end.

use super::LearnArguments;
use super::record::Row;
use crate::player::Player;
use anyhow::{Context as _, anyhow, bail};
use games::{Played, Player as Owner};
use rand::Rng as _;
use search::Limits;
use std::path::Path;
use strategies::playing::{play, play_at_random, random_stream};
use strategies::settings::Value;
use strategies::{Lesson, Playable};

/// A learner, its opponent if it has one, and how games between them are set up.
pub(super) struct Series<G: Playable> {
    learner: Player<G>,
    opponent: Option<Player<G>>,
    start: G,
    seed: u64,
    random_plies: usize,
}

impl<G: Playable> Series<G> {
    /// Sets both up. The learner's memory is opened and held, so that what is wrong with it is said before the first game.
    pub(super) fn new(arguments: &LearnArguments, memory: &Path) -> anyhow::Result<Self> {
        let path = memory.to_str().context("the memory's path is not text")?;
        refuse_reserved("--option", &arguments.options, &LEARNERS_FLAGS)?;
        refuse_reserved("--opponent-option", &arguments.opponent_options, &OPPONENTS_FLAGS)?;
        if arguments.opponent.is_none() && !arguments.opponent_options.is_empty() {
            bail!("--opponent-option needs --opponent: without one, the learner plays both sides");
        }
        let limits = || Limits { nodes: Some(arguments.nodes), ..Limits::default() };
        let fixed = [("Memory", path), ("Learn", "true")];
        let mut learner = Player::<G>::new(&arguments.strategy, &arguments.options, &fixed, limits())?;
        if !learner.row.abilities.learns {
            bail!("strategy {} does not learn; `fourscore strategies` tells which do", arguments.strategy);
        }
        let opponent = arguments.opponent.as_deref();
        let opponent =
            opponent.map(|name| Player::new(name, &arguments.opponent_options, &[], limits())).transpose()?;
        if memory.is_dir() {
            bail!("memory {path} is a directory: name a file");
        }
        if let Some(refused) = learner.agent.open_memory(&learner.settings) {
            bail!("{refused}: wait until it is free, or name another --memory");
        }
        Ok(Self {
            start: G::start(&learner.setup()?),
            learner,
            opponent,
            seed: arguments.seed,
            random_plies: arguments.random_plies(),
        })
    }

    /// How many games the learner's memory has been taught by; `None` if it does not count them.
    pub(super) fn games_learned(&self) -> anyhow::Result<Option<usize>> {
        let games = self.learner.agent.games_learned().map_err(|error| anyhow!(error))?;
        Ok(games.map(usize::try_from).transpose()?)
    }

    pub(super) fn title(&self) -> String {
        let opponent = self.opponent.as_ref().map_or("itself", |opponent| opponent.row.name);
        format!("{} against {opponent}, seed {}", self.learner.row.name, self.seed)
    }

    /// Plays game `number` (from 1) and lets the learner learn from it, if `learn` says so; what it has learned, in sentences.
    /// The learner has the first move in odd games.
    pub(super) fn play(&mut self, number: usize, learn: bool) -> anyhow::Result<(Row, Vec<String>)> {
        let mut random = random_stream(self.seed, number as u64);
        let seed = Value::Integer((random.next_u64() >> 1).try_into()?);
        let Self { learner, opponent, .. } = self;
        learner.settings.set("Learn", Value::Flag(learn));
        for player in [Some(&mut *learner), opponent.as_mut()].into_iter().flatten() {
            player.settings.set("Seed", seed.clone());
        }
        let side = if number % 2 == 1 { Owner::P1 } else { Owner::P2 };
        let side = opponent.is_some().then_some(side);
        let mut game = Played::new(self.start.clone());
        play_at_random(&mut game, self.random_plies, &mut random, G::legal_moves);
        let record = play(game, usize::MAX, &mut |game| match opponent.as_mut() {
            Some(opponent) if side != Some(game.player_to_move()) => opponent.turn(game),
            _ => learner.turn(game),
        });
        let game = &record.game;
        let (outcome, result) = game.outcome().zip(game.result()).context("there is no move to play")?;
        let mut lessons = Vec::new();
        if learn {
            lessons = learner.agent.learn(game, outcome, &learner.settings)?;
        }
        let learned = |lesson| match lesson {
            Lesson::Learned(words) => Some(words),
            Lesson::Remark(words) => {
                log::info!("{words}");
                None
            }
        };
        let lessons: Vec<_> = lessons.into_iter().filter_map(learned).collect();
        Ok((Row { learner: side, result, plies: game.plies(), lessons: lessons.len() }, lessons))
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
