//! The referee for games whose rules this program does not know: it asks the engines. Both are asked whatever they
//! can answer; where they contradict each other nobody is right, and the game is stopped as disputed.

use super::{Players, Stop, index};
use crate::engine::{Client, Trouble};
use crate::openings::Opening;
use games::{GameResult, Player};

/// What an engine can be asked.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Knows {
    game_over: bool,
    turn: bool,
    result: bool,
    legal: bool,
}

/// What somebody has to answer.
pub(crate) const QUESTIONS: &str = "query gameover, query p1turn and query result";

impl Knows {
    /// Finds out what an engine answers about a position. That there is none is an answer about results only: anywhere
    /// else it is how some say that they do not know the question.
    pub(crate) fn of(client: &mut Client, position: &Opening) -> Result<Self, Trouble> {
        let mut ask = |question: &str| client.query(position, question);
        let known = |answer: Option<String>| answer.is_some_and(|text| text != "none");
        Ok(Self {
            game_over: known(ask("gameover")?),
            turn: known(ask("p1turn")?),
            result: ask("result")?.is_some(),
            legal: known(ask("islegal 0000")?),
        })
    }

    /// Whether these engines together can judge a game.
    pub(crate) fn suffice(all: [Self; 2]) -> bool {
        all.iter().any(|k| k.game_over && k.turn) && all.iter().any(|k| k.result)
    }
}

/// The state of a game as the engines tell it.
#[derive(Debug)]
pub(crate) struct Asked {
    knows: [Knows; 2],
    pub(super) to_move: Player,
    pub(super) result: Option<GameResult>,
}

const BOTH: [Player; 2] = [Player::P1, Player::P2];

impl Asked {
    /// Finds out what the engines can answer, and asks about the opening.
    pub(crate) fn begin(position: &Opening, players: &mut Players<'_>) -> Result<Self, Stop> {
        let mut knows = [Knows::default(); 2];
        for player in BOTH {
            knows[index(player)] = Knows::of(players[index(player)], position)
                .map_err(|trouble| Stop::from_trouble(player, trouble))?;
        }
        let mut asked = Self { knows, to_move: Player::P1, result: None };
        if !Knows::suffice(knows) {
            return Err(Stop::Disputed(format!(
                "neither engine can judge the game: none answers {QUESTIONS}"
            )));
        }
        asked.ask_state(position, players)?;
        Ok(asked)
    }

    /// Asks whether the move is legal, and then about the position behind it.
    pub(crate) fn play(
        &mut self,
        m: &str,
        position: &mut Opening,
        players: &mut Players<'_>,
    ) -> Result<(), Stop> {
        let mover = self.to_move;
        let legal =
            self.agreed(position, &format!("islegal {m}"), players, |knows| knows.legal, yes_or_no)?;
        if legal == Some(false) || m.is_empty() {
            return Err(Stop::illegal(mover, m, ", which the engines call illegal"));
        }
        position.moves.push(m.to_owned());
        self.ask_state(position, players)
    }

    fn ask_state(&mut self, position: &Opening, players: &mut Players<'_>) -> Result<(), Stop> {
        let over = self.agreed(position, "gameover", players, |knows| knows.game_over, yes_or_no)?;
        if over == Some(true) {
            let read = |text: &str| text.parse().ok();
            self.result = self.agreed(position, "result", players, |knows| knows.result, read)?;
            return match self.result {
                Some(_) => Ok(()),
                None => Err(Stop::Disputed("the game is over, but nobody says how it ended".to_owned())),
            };
        }
        let p1 = self.agreed(position, "p1turn", players, |knows| knows.turn, yes_or_no)?;
        self.to_move = if p1 == Some(false) { Player::P2 } else { Player::P1 };
        Ok(())
    }

    /// The answer of those who know, if they agree.
    fn agreed<T: Copy + PartialEq>(
        &self,
        position: &Opening,
        question: &str,
        players: &mut Players<'_>,
        knows: impl Fn(&Knows) -> bool,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, Stop> {
        let mut agreed = None;
        for player in BOTH.into_iter().filter(|&player| knows(&self.knows[index(player)])) {
            let answer = players[index(player)].query(position, question);
            let answer = answer.map_err(|trouble| Stop::from_trouble(player, trouble))?;
            // Of results that is no answer but that there is none to give.
            if question == "result" && answer.as_deref() == Some("none") {
                continue;
            }
            let Some(value) = answer.as_deref().and_then(&read) else {
                return Err(Stop::Disputed(format!(
                    "player {} answers '{}' to 'query {question}'",
                    index(player) + 1,
                    answer.as_deref().unwrap_or_default()
                )));
            };
            if agreed.is_some_and(|other| other != value) {
                return Err(Stop::Disputed(format!("the engines disagree on 'query {question}'")));
            }
            agreed = Some(value);
        }
        Ok(agreed)
    }
}

fn yes_or_no(text: &str) -> Option<bool> {
    match text {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}
