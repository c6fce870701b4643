//! What can be typed about a series of `samuel`, and for which method it is.

use super::rote;
use clap::Args;
use std::path::PathBuf;
use strategies::samuel::learning::learner::METHODS;

/// What can be said about a series of `samuel`.
#[derive(Args, Clone, Default)]
pub(crate) struct SamuelArguments {
    /// samuel: how it learns: samuel (by generalization, the procedure of 1959), td-leaf, or rote (positions with their scores)
    #[arg(long, value_name = "METHOD", value_parser = [METHODS[0], METHODS[1], rote::METHOD])]
    pub(crate) method: Option<String>,
    /// samuel: the paper's first series of games, or the second with its four modifications (Samuel.Modifications has them one by one)
    #[arg(long, value_name = "SERIES", value_parser = ["first", "second"])]
    pub(crate) series: Option<String>,
    /// samuel: moves, of both sides together, after which a game ends and is judged (the paper: 70)
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub(crate) moves: Option<u64>,
    /// samuel: each game begins with one of the 174 three-move ballots (in other games, of the openings of --curve), in turn; --random-plies
    /// come after it. With --method td-leaf draughts begin so unless --random-plies is given
    #[arg(long)]
    pub(crate) ballots: bool,
    /// samuel: plays matches between what was learned along the way and fixed polynomials, and draws their results; they are played
    /// out, or, with Samuel.Judged, ended and judged like the games learned from
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) curve: Option<PathBuf>,
    /// samuel: openings of those matches, each played with both colours (of the 174 three-move ballots in draughts)
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub(crate) pairs: Option<u64>,
    /// samuel: points of that curve to measure, the last ones
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=100))]
    pub(crate) points: Option<u64>,
    /// samuel, rote: games to follow beside those of self-play, as `fourscore lab book` reads them; every tenth is left out, to measure with
    #[arg(long, value_name = "FILE")]
    pub(crate) book: Vec<PathBuf>,
    /// samuel: games of those matches played at once
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=256))]
    pub(crate) at_once: Option<u64>,
}

impl SamuelArguments {
    /// The names of the arguments that were given: they are for this strategy alone.
    pub(crate) fn given(&self) -> impl Iterator<Item = &'static str> {
        let given = [
            ("--method", self.method.is_some()),
            ("--series", self.series.is_some()),
            ("--moves", self.moves.is_some()),
            ("--ballots", self.ballots),
            ("--curve", self.curve.is_some()),
            ("--pairs", self.pairs.is_some()),
            ("--points", self.points.is_some()),
            ("--book", !self.book.is_empty()),
            ("--at-once", self.at_once.is_some()),
        ];
        given.into_iter().filter(|(_, given)| *given).map(|(name, _)| name)
    }
}
