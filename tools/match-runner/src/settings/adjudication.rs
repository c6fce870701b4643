//! When a game is ended before the rules end it, as typed and as meant: one struct is the table `[adjudicate]` of a
//! TOML file and the flags of the command line, so that the two cannot drift apart.

use super::RefereeKind;
use super::check::count;
use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};

/// More hundredths than this, or nodes for one claim, are a mistake in units.
const MOST: u64 = 1_000_000_000;
/// More moves than this no game has.
const MOST_MOVES: u64 = 1_000_000;
/// Moves for which scores must last if nothing else is said.
const DRAW_MOVES: u64 = 8;
/// The same for resigning.
const RESIGN_MOVES: u64 = 3;

/// Adjudication as typed; whatever was not typed is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[command(next_help_heading = "Adjudication")]
pub struct RawAdjudication {
    /// Draw: both engines' scores lie within this many hundredths of 0 [default: no such draws]
    #[arg(long, value_name = "CP")]
    pub draw_score: Option<u64>,
    /// Draw: for this many moves of each in a row [default: 8]
    #[arg(long, value_name = "N")]
    pub draw_moves: Option<u64>,
    /// Draw: not before this many moves of each have been played, the opening's included [default: 0]
    #[arg(long, value_name = "M")]
    pub draw_from: Option<u64>,
    /// Loss: an engine's score is this many hundredths below 0, or worse [default: no such losses]
    #[arg(long, value_name = "CP")]
    pub resign_score: Option<u64>,
    /// Loss: for this many of its moves in a row [default: 3]
    #[arg(long, value_name = "N")]
    pub resign_moves: Option<u64>,
    /// Loss: one (the loser's score decides), two (the winner's must say the same) [default: one]
    #[arg(long, value_name = "SIDES", hide_possible_values = true)]
    pub resign_sides: Option<Sides>,
    /// Win: an engine claims it ('mate') and the referee's solver confirms it within this many nodes [default: never]
    #[arg(long, value_name = "NODES")]
    pub win_nodes: Option<u64>,
}

/// Whose scores decide that a game is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sides {
    One,
    Two,
}

/// A draw by score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawRule {
    /// Both scores lie within this many hundredths of 0.
    pub score: i64,
    /// For this many moves of each player in a row.
    pub moves: u32,
    /// Not before this many moves of each player.
    pub from: usize,
}

/// A loss by score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ResignRule {
    /// The loser's score is this many hundredths below 0.
    pub score: i64,
    /// For this many of its moves in a row.
    pub moves: u32,
    /// Whether the winner's score must be as far above 0 for as long.
    pub two_sided: bool,
}

/// When games are ended before the rules end them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Adjudication {
    /// Draws by score.
    pub draw: Option<DrawRule>,
    /// Losses by score.
    pub resign: Option<ResignRule>,
    /// The nodes in which the solver may confirm a claimed win; `None`: claims are not looked at.
    pub win_nodes: Option<u64>,
}

impl RawAdjudication {
    /// Gives what was typed its meaning.
    pub(crate) fn checked(&self, referee: &RefereeKind) -> Result<Adjudication> {
        if self.draw_score.is_none() && (self.draw_moves.is_some() || self.draw_from.is_some()) {
            bail!("draw-moves and draw-from need draw-score, the score that is a draw");
        }
        if self.resign_score.is_none() && (self.resign_moves.is_some() || self.resign_sides.is_some()) {
            bail!("resign-moves and resign-sides need resign-score, the score that is a loss");
        }
        if self.win_nodes.is_some() && *referee != RefereeKind::Rules {
            bail!(
                "win-nodes needs a game whose rules are known here: a claimed win is confirmed by \
                 the rules, with referee = \"rules\" only"
            );
        }
        let draw = |score| -> Result<DrawRule> {
            Ok(DrawRule {
                score: count("draw-score", score, 0, MOST)? as i64,
                moves: count("draw-moves", self.draw_moves.unwrap_or(DRAW_MOVES), 1, MOST_MOVES)? as u32,
                from: count("draw-from", self.draw_from.unwrap_or(0), 0, MOST_MOVES)?,
            })
        };
        let resign = |score| -> Result<ResignRule> {
            let moves = self.resign_moves.unwrap_or(RESIGN_MOVES);
            Ok(ResignRule {
                score: count("resign-score", score, 1, MOST)? as i64,
                moves: count("resign-moves", moves, 1, MOST_MOVES)? as u32,
                two_sided: self.resign_sides == Some(Sides::Two),
            })
        };
        let nodes = |nodes| count("win-nodes", nodes, 1, MOST).map(|nodes| nodes as u64);
        Ok(Adjudication {
            draw: self.draw_score.map(draw).transpose()?,
            resign: self.resign_score.map(resign).transpose()?,
            win_nodes: self.win_nodes.map(nodes).transpose()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_enough() {
        let checked = |text: &str| {
            let raw: RawAdjudication = toml::from_str(text).unwrap();
            raw.checked(&RefereeKind::Rules).unwrap()
        };
        let all = checked("draw-score = 0\nresign-score = 600\nwin-nodes = 10");
        assert_eq!(all.draw, Some(DrawRule { score: 0, moves: 8, from: 0 }));
        assert_eq!(all.resign, Some(ResignRule { score: 600, moves: 3, two_sided: false }));
        assert_eq!(all.win_nodes, Some(10));
        let two = checked("resign-score = 1\nresign-moves = 5\nresign-sides = \"two\"");
        assert_eq!(two.resign, Some(ResignRule { score: 1, moves: 5, two_sided: true }));
        assert_eq!(checked(""), Adjudication::default());
    }
}
