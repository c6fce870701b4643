//! Games for training: a program against itself or another one, ended where the result is proven or both sides agree on it.

use crate::player::Player;
use anyhow::{Context as _, anyhow};
use games::{Game, Notation, Outcome, Played, Side};
use rand::seq::IndexedRandom as _;
use rand::{Rng, RngExt as _};
use search::{Limits, Score};
use std::fmt::Write as _;
use std::path::Path;
use strategies::alpha_beta::trained::Trainable;

/// How many plies in a row one side must be far ahead for a game to be decided, and after how many it is drawn.
const CLEAR: u32 = 6;
const LONGEST: usize = 200;

/// A position that was searched: what came out, and the move that was played.
pub(super) struct Step<M> {
    pub(super) score: Score,
    pub(super) m: M,
}

/// A game that has ended: how it began, and what was searched since.
pub(super) struct Course<G: Game> {
    pub(super) opening: Vec<G::Move>,
    pub(super) steps: Vec<Step<G::Move>>,
    pub(super) outcome: Outcome,
}

/// The player with these weights, so many nodes a move.
pub(super) fn player<G: Trainable>(
    weights: &Path,
    nodes: u64,
    options: &[String],
) -> anyhow::Result<Player<G>> {
    let weights = weights.to_str().context("the path of the weights is not text")?;
    let fixed = [("Hash", "1"), ("AlphaBeta.Weights", weights)];
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    Player::new("alpha-beta", options, &fixed, limits)
}

/// How likely a win is at this score, as the evaluation has it; a proof is certain.
pub(super) fn expected<G: Trainable>(score: Score) -> f64 {
    match score {
        Score::Win { .. } => 1.0,
        Score::Loss { .. } => 0.0,
        Score::Draw => 0.5,
        Score::Heuristic(value) => logistic(f64::from(value) * f64::from(G::PARTS) * G::LOGIT),
    }
}

/// What a side gets for this end: 1, a half or 0.
pub(super) fn points(outcome: Outcome, side: Side) -> f64 {
    match outcome {
        Outcome::Draw => 0.5,
        Outcome::Win(winner) => f64::from(u8::from(winner == side)),
    }
}

pub(super) fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

/// Plays on to the end, the sides as `players` have them (both the first one, if there is no other). Where `stray` says so, another
/// move than the best is played.
pub(super) fn play_on<G: Trainable>(
    mut game: Played<G>,
    players: &mut [Player<G>],
    mut stray: impl FnMut(&G) -> Option<G::Move>,
) -> anyhow::Result<Course<G>> {
    let opening = game.moves().collect();
    let (mut steps, mut clear) = (Vec::new(), (0, Side::First));
    let outcome = loop {
        if let Some(outcome) = game.outcome() {
            break outcome;
        }
        let mover = game.position().to_move();
        let number = if mover == Side::First { 0 } else { players.len() - 1 };
        let choice = players[number].think(&game).choice;
        let (score, best) =
            (choice.lines.first().map(|line| line.score)).zip(choice.best()).context("there is no move")?;
        match score {
            Score::Win { .. } | Score::Loss { .. } | Score::Draw => {
                steps.push(Step { score, m: best });
                break match score {
                    Score::Win { .. } => Outcome::Win(mover),
                    Score::Loss { .. } => Outcome::Win(mover.other()),
                    _ => Outcome::Draw,
                };
            }
            Score::Heuristic(value) => {
                let leader = if value > 0 { mover } else { mover.other() };
                let far = value.abs() >= G::DECIDED;
                clear = (if far { if clear.1 == leader { clear.0 + 1 } else { 1 } } else { 0 }, leader);
            }
        }
        let m = stray(game.position()).unwrap_or(best);
        steps.push(Step { score, m });
        if clear.0 >= CLEAR {
            break Outcome::Win(clear.1);
        }
        if game.plies() >= LONGEST {
            break Outcome::Draw;
        }
        game.play(m).map_err(|illegal| anyhow!("the move of a player {illegal}"))?;
    };
    Ok(Course { opening, steps, outcome })
}

/// Another move than the best, once in so many positions.
pub(super) fn straying<G: Trainable>(
    random: &mut impl Rng,
    once_in: u32,
) -> impl FnMut(&G) -> Option<G::Move> {
    move |position| {
        if once_in == 0 || random.random_range(0..once_in) != 0 {
            return None;
        }
        let mut moves = Vec::new();
        position.other_moves(&mut moves);
        moves.choose(random).copied()
    }
}

impl<G: Game> Course<G> {
    /// A line: the winner, the moves of the opening, and behind `:` each further one with its score.
    pub(super) fn to_line(&self, start: &G) -> String {
        let mut position = start.clone();
        let mut text = match self.outcome {
            Outcome::Win(Side::First) => "first",
            Outcome::Win(Side::Second) => "second",
            Outcome::Draw => "draw",
        }
        .to_owned();
        let mut write = |m, score: Option<Score>| {
            let _ = write!(text, " {}", position.move_text(m, Notation::default()));
            let _ = match score {
                None => Ok(()),
                Some(Score::Win { .. }) => write!(text, ":w"),
                Some(Score::Loss { .. }) => write!(text, ":l"),
                Some(Score::Draw) => write!(text, ":d"),
                Some(Score::Heuristic(value)) => write!(text, ":{value}"),
            };
            position.play(m);
        };
        self.opening.iter().for_each(|&m| write(m, None));
        self.steps.iter().for_each(|step| write(step.m, Some(step.score)));
        text
    }

    /// Reads a line, and shows every position that was searched, with its score, and the outcome.
    pub(super) fn read_line(
        start: &G,
        line: &str,
        mut see: impl FnMut(&G, Score, Outcome),
    ) -> anyhow::Result<()> {
        let mut words = line.split(' ');
        let outcome = match words.next() {
            Some("first") => Outcome::Win(Side::First),
            Some("second") => Outcome::Win(Side::Second),
            Some("draw") => Outcome::Draw,
            _ => return Err(anyhow!("a line of a game begins with its winner: {}", games::quoted(line))),
        };
        let mut position = start.clone();
        for word in words {
            let (text, score) = word.split_once(':').map_or((word, None), |(m, score)| (m, Some(score)));
            let score = score.map(|score| {
                Ok(match score {
                    "w" => Score::Win { in_plies: 1 },
                    "l" => Score::Loss { in_plies: 2 },
                    "d" => Score::Draw,
                    value => Score::Heuristic(value.parse().with_context(|| games::quoted(word))?),
                })
            });
            if let Some(score) = score.transpose().map_err(|error: anyhow::Error| error)? {
                see(&position, score, outcome);
            }
            let m = position.parse_move(text, Notation::default())?;
            if !position.is_legal(m) {
                return Err(anyhow!("{} is not legal: {}", games::quoted(word), games::quoted(line)));
            }
            position.play(m);
        }
        Ok(())
    }
}
