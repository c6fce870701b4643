//! Ends a game by what the engines say about it: their scores, as long as the settings ask for. It only counts; whether
//! a claimed win is one the referee finds out.

use crate::engine::Score;
use crate::referee::index;
use crate::settings::Adjudication;
use games::{GameResult, Player};

/// What ended a game before the rules did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grounds {
    /// Both scores were near 0 for long enough.
    DrawByScore,
    /// A player's score was bad for long enough.
    LossByScore,
    /// A win was claimed and confirmed.
    ProvenWin,
}

impl Grounds {
    pub const ALL: [Self; 3] = [Self::DrawByScore, Self::LossByScore, Self::ProvenWin];

    /// Its name in records: one word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::DrawByScore => "draw-by-score",
            Self::LossByScore => "loss-by-score",
            Self::ProvenWin => "proven-win",
        }
    }

    /// Whether a game can end like this with that result.
    pub const fn fits(self, result: GameResult) -> bool {
        matches!(
            (self, result),
            (Self::DrawByScore, GameResult::Draw) | (Self::LossByScore | Self::ProvenWin, GameResult::Win(_))
        )
    }
}

/// How long the scores of a game have been saying the same.
#[derive(Clone, Debug)]
pub(crate) struct Adjudicator {
    rules: Adjudication,
    /// Moves in a row, by player, whose score was near 0.
    quiet: [u32; 2],
    /// The same with a score of a loss.
    losing: [u32; 2],
    /// The same with a score of a win.
    winning: [u32; 2],
}

impl Adjudicator {
    /// For a game that begins.
    pub(crate) const fn new(rules: Adjudication) -> Self {
        Self { rules, quiet: [0; 2], losing: [0; 2], winning: [0; 2] }
    }

    /// Hears the score that came with a move; `plies` have been played with it, the opening's included. A move without
    /// a score ends every row of them.
    pub(crate) fn moved(
        &mut self,
        player: Player,
        score: Option<Score>,
        plies: usize,
    ) -> Option<(GameResult, Grounds)> {
        let (own, other) = (index(player), index(player.other()));
        let (draw, resign) = (self.rules.draw, self.rules.resign);
        let value = score.map(value);
        count(&mut self.quiet[own], draw.zip(value).is_some_and(|(rule, value)| value.abs() <= rule.score));
        count(&mut self.losing[own], resign.zip(value).is_some_and(|(rule, value)| value <= -rule.score));
        count(&mut self.winning[own], resign.zip(value).is_some_and(|(rule, value)| value >= rule.score));
        if let Some(rule) = resign {
            // The row that is completed later, the loser's or the winner's, ends the game.
            for (loser, lost) in [(player, own), (player.other(), other)] {
                let agreed = !rule.two_sided || self.winning[1 - lost] >= rule.moves;
                if self.losing[lost] >= rule.moves && agreed {
                    return Some((GameResult::Win(loser.other()), Grounds::LossByScore));
                }
            }
        }
        let rule = draw?;
        let long_enough = self.quiet.iter().all(|&row| row >= rule.moves) && plies / 2 >= rule.from;
        long_enough.then_some((GameResult::Draw, Grounds::DrawByScore))
    }
}

/// The winner by an engine's claim, if its score is one.
pub(crate) const fn claimed_winner(player: Player, score: Option<Score>) -> Option<Player> {
    match score {
        Some(Score::Mate(1..)) => Some(player),
        Some(Score::Mate(..=-1)) => Some(player.other()),
        _ => None,
    }
}

/// Lengthens a row, or ends it.
const fn count(row: &mut u32, goes_on: bool) {
    *row = if goes_on { row.saturating_add(1) } else { 0 };
}

/// A score in hundredths; that of a claimed end is beyond all others.
fn value(score: Score) -> i64 {
    match score {
        // Away from the least number, which has no counterpart above 0.
        Score::Cp(value) => value.max(-i64::MAX),
        Score::Mate(1..) => i64::MAX,
        Score::Mate(_) => -i64::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{DrawRule, ResignRule};
    use Player::{P1, P2};

    /// Scores of player one and two in turns; the ply behind which the game ends, and how.
    fn judged(rules: Adjudication, scores: &[i64]) -> Option<(usize, GameResult)> {
        let mut adjudicator = Adjudicator::new(rules);
        scores.iter().enumerate().find_map(|(ply, &score)| {
            let player = if ply % 2 == 0 { P1 } else { P2 };
            let end = adjudicator.moved(player, Some(Score::Cp(score)), ply + 1);
            end.map(|(result, _)| (ply + 1, result))
        })
    }

    fn draw(score: i64, moves: u32, from: usize) -> Adjudication {
        Adjudication { draw: Some(DrawRule { score, moves, from }), ..Adjudication::default() }
    }

    fn resign(moves: u32, two_sided: bool) -> Adjudication {
        let resign = Some(ResignRule { score: 500, moves, two_sided });
        Adjudication { resign, ..Adjudication::default() }
    }

    #[test]
    fn draws_need_both_scores_for_long_enough() {
        let quiet = [0; 20];
        assert_eq!(judged(draw(5, 2, 0), &quiet), Some((4, GameResult::Draw)));
        assert_eq!(judged(draw(5, 2, 7), &quiet), Some((14, GameResult::Draw)));
        assert_eq!(judged(draw(5, 1, 0), &[5, -5]), Some((2, GameResult::Draw)));
        assert_eq!(judged(draw(5, 2, 0), &[0, 9, 0, 9, 0, 9]), None);
        assert_eq!(judged(draw(5, 2, 0), &[0, 0, 0, 9, 0, 0, 0, 0]), Some((8, GameResult::Draw)));
        assert_eq!(judged(Adjudication::default(), &quiet), None);
    }

    #[test]
    fn losses_need_one_score_or_both() {
        let apart = [-500, 0, -600, 0, -700, 499, -800, 500, -800, 500, -800, 500];
        assert_eq!(judged(resign(3, false), &apart), Some((5, GameResult::Win(P2))));
        assert_eq!(judged(resign(3, true), &apart), Some((12, GameResult::Win(P2))));
        assert_eq!(judged(resign(3, false), &[-500, 0, -500, 0, -499, 0, -500, 0]), None);
        assert_eq!(judged(resign(2, true), &[900, -900, 900, -900]), Some((4, GameResult::Win(P1))));
    }

    #[test]
    fn a_move_without_a_score_ends_a_row() {
        let mut adjudicator = Adjudicator::new(resign(2, false));
        for score in [Some(Score::Cp(-900)), None, Some(Score::Mate(-3))] {
            assert_eq!(adjudicator.moved(P1, score, 1), None);
        }
        let end = adjudicator.moved(P1, Some(Score::Cp(i64::MIN)), 1);
        assert_eq!(end, Some((GameResult::Win(P2), Grounds::LossByScore)));
    }

    #[test]
    fn claims_name_their_winner() {
        assert_eq!(claimed_winner(P1, Some(Score::Mate(3))), Some(P1));
        assert_eq!(claimed_winner(P1, Some(Score::Mate(-3))), Some(P2));
        assert_eq!(claimed_winner(P1, Some(Score::Mate(0))), None);
        assert_eq!(claimed_winner(P1, Some(Score::Cp(9999))), None);
        assert_eq!(claimed_winner(P1, None), None);
    }
}
