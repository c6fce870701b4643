//! When a game is ended before the rules end it, as typed and as meant: one struct is the table `[adjudicate]` of a
//! TOML file and the flags of the command line, so that the two cannot drift apart.

use super::{RefereeKind, SettingsError};
use clap::Args;
use serde::{Deserialize, Serialize};

/// More nodes than this for one claim are a mistake in units.
const MOST_NODES: u64 = 1_000_000_000;
/// More moves than this no game has.
const MOST_MOVES: u64 = 1_000_000;
/// Moves for which scores must last if nothing else is said.
const DRAW_MOVES: u64 = 8;
/// The same for resigning.
const RESIGN_MOVES: u64 = 3;

/// Adjudication as typed; whatever was not typed is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args, Deserialize)]
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
    #[arg(long, value_name = "SIDES")]
    pub resign_sides: Option<String>,
    /// Win: an engine claims it ('mate') and the referee's solver confirms it within this many nodes [default: never]
    #[arg(long, value_name = "NODES")]
    pub win_nodes: Option<u64>,
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
    /// This with whatever it leaves open taken from `below`.
    pub fn over(self, below: Self) -> Self {
        Self {
            draw_score: self.draw_score.or(below.draw_score),
            draw_moves: self.draw_moves.or(below.draw_moves),
            draw_from: self.draw_from.or(below.draw_from),
            resign_score: self.resign_score.or(below.resign_score),
            resign_moves: self.resign_moves.or(below.resign_moves),
            resign_sides: self.resign_sides.or(below.resign_sides),
            win_nodes: self.win_nodes.or(below.win_nodes),
        }
    }

    /// Gives what was typed its meaning.
    ///
    /// # Errors
    /// A sentence that names the key and what is allowed.
    pub fn checked(&self, referee: RefereeKind) -> Result<Adjudication, SettingsError> {
        let resign_sides = match self.resign_sides.as_deref() {
            None | Some("one") => false,
            Some("two") => true,
            Some(other) => {
                return refuse(format!("resign-sides = \"{other}\": resign-sides is one of one, two"));
            }
        };
        if self.draw_score.is_none() && (self.draw_moves.is_some() || self.draw_from.is_some()) {
            return refuse("draw-moves and draw-from need draw-score, the score that is a draw".to_owned());
        }
        if self.resign_score.is_none() && (self.resign_moves.is_some() || self.resign_sides.is_some()) {
            let what = "resign-moves and resign-sides need resign-score, the score that is a loss";
            return refuse(what.to_owned());
        }
        if self.win_nodes.is_some() && referee == RefereeKind::Engines {
            return refuse(
                "win-nodes needs a game whose rules are known here: a claimed win is confirmed by them, \
                 and referee = \"engines\" knows none"
                    .to_owned(),
            );
        }
        Ok(Adjudication {
            draw: match self.draw_score {
                None => None,
                Some(score) => Some(DrawRule {
                    score: centi("draw-score", score, 0)?,
                    moves: moves("draw-moves", self.draw_moves.unwrap_or(DRAW_MOVES), 1)?,
                    from: moves("draw-from", self.draw_from.unwrap_or(0), 0)? as usize,
                }),
            },
            resign: match self.resign_score {
                None => None,
                Some(score) => Some(ResignRule {
                    score: centi("resign-score", score, 1)?,
                    moves: moves("resign-moves", self.resign_moves.unwrap_or(RESIGN_MOVES), 1)?,
                    two_sided: resign_sides,
                }),
            },
            win_nodes: match self.win_nodes {
                None => None,
                Some(nodes) => Some(within("win-nodes", nodes, 1, MOST_NODES)?),
            },
        })
    }
}

fn refuse<T>(message: String) -> Result<T, SettingsError> {
    Err(SettingsError(message))
}

fn within(key: &str, value: u64, least: u64, most: u64) -> Result<u64, SettingsError> {
    if (least..=most).contains(&value) {
        return Ok(value);
    }
    refuse(format!("{key} = {value}: {key} is a whole number from {least} to {most}"))
}

fn centi(key: &str, value: u64, least: u64) -> Result<i64, SettingsError> {
    within(key, value, least, 1_000_000_000).map(|value| i64::try_from(value).unwrap_or(i64::MAX))
}

fn moves(key: &str, value: u64, least: u64) -> Result<u32, SettingsError> {
    within(key, value, least, MOST_MOVES).map(|value| u32::try_from(value).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(text: &str) -> RawAdjudication {
        toml::from_str(text).unwrap()
    }

    fn checked(text: &str) -> Result<Adjudication, String> {
        raw(text).checked(RefereeKind::Rules).map_err(|error| error.0)
    }

    #[test]
    fn nothing_is_adjudicated_unless_asked_for() {
        assert_eq!(checked(""), Ok(Adjudication::default()));
    }

    #[test]
    fn a_score_is_enough() {
        let all = checked("draw-score = 0\nresign-score = 600\nwin-nodes = 10").unwrap();
        assert_eq!(all.draw, Some(DrawRule { score: 0, moves: 8, from: 0 }));
        assert_eq!(all.resign, Some(ResignRule { score: 600, moves: 3, two_sided: false }));
        assert_eq!(all.win_nodes, Some(10));
        let two = checked("resign-score = 1\nresign-moves = 5\nresign-sides = \"two\"").unwrap();
        assert_eq!(two.resign, Some(ResignRule { score: 1, moves: 5, two_sided: true }));
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        for (text, part) in [
            ("draw-moves = 3", "need draw-score"),
            ("resign-sides = \"one\"", "need resign-score"),
            ("resign-score = 0", "from 1 to"),
            ("resign-score = 5\nresign-sides = \"three\"", "one of one, two"),
            ("draw-score = 5\ndraw-moves = 0", "draw-moves is a whole number from 1"),
            ("win-nodes = 0", "from 1 to"),
        ] {
            let error = checked(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
        let error = raw("win-nodes = 1").checked(RefereeKind::Engines).unwrap_err();
        assert!(error.0.contains("rules are known"), "{error}");
    }

    #[test]
    fn flags_lie_over_the_file() {
        let sum = raw("draw-score = 1").over(raw("draw-score = 2\nwin-nodes = 3"));
        assert_eq!(sum, raw("draw-score = 1\nwin-nodes = 3"));
    }
}
