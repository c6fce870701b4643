//! What an encounter of two engines has come to: the only thing about games that later rounds depend on.

use super::Game;
use games::{GameResult, Player};

/// Points of the two engines of an encounter, in halves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    pub first: usize,
    pub second: usize,
}

/// The scores of these encounters after games with these results.
pub(super) fn scores(encounters: &[[usize; 2]], games: &[Game], results: &[GameResult]) -> Vec<Score> {
    let mut scores = vec![Score::default(); encounters.len()];
    for (game, result) in games.iter().zip(results) {
        let points = match result {
            GameResult::Win(Player::P1) => [2, 0],
            GameResult::Win(Player::P2) => [0, 2],
            GameResult::Draw => [1, 1],
        };
        // The pairs of a round take turns among its encounters.
        let place = (game.number - games[0].number) / 2 % encounters.len().max(1);
        let as_first = usize::from(game.engines[0] != encounters[place][0]);
        scores[place].first += points[as_first];
        scores[place].second += points[1 - as_first];
    }
    scores
}
