//! One game between two engines that are ready: from the opening to its end, whatever that is.

use crate::adjudicate::{Adjudicator, Grounds, claimed_winner};
use crate::clock::PlayerClock;
use crate::engine::{Client, Fault, FaultKind, Info, Task, Trouble};
use crate::openings::Opening;
use crate::referee::{Players, Program, Referee, Stop, index};
use crate::schedule::Game;
use crate::settings::Settings;
use games::{GameResult, Player};
use std::time::Duration;

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules of the game.
    Rules,
    Resignation,
    /// It reached the greatest length allowed.
    MaxPlies,
    /// By what the engines said of it; the sentence says what that was.
    Adjudicated(Grounds, String),
    /// The engines do not agree on the rules; a draw.
    Disputed(String),
    /// A player misbehaved and has lost.
    Fault(Player, Fault),
}

impl Ending {
    /// The reason in one word.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Resignation => "resignation",
            Self::MaxPlies => "max-plies",
            Self::Adjudicated(grounds, _) => grounds.name(),
            Self::Disputed(_) => "disputed",
            Self::Fault(_, fault) => fault.kind.name(),
        }
    }

    /// The ending of this name, as a record tells it; `None` if there is no such reason for this result.
    pub fn read(name: &str, detail: &str, result: GameResult) -> Option<Self> {
        match name {
            "rules" => Some(Self::Rules),
            "resignation" => Some(Self::Resignation),
            "max-plies" => Some(Self::MaxPlies),
            "disputed" => Some(Self::Disputed(detail.to_owned())),
            _ => {
                if let Some(grounds) = Grounds::ALL.into_iter().find(|grounds| grounds.name() == name) {
                    return grounds.fits(result).then(|| Self::Adjudicated(grounds, detail.to_owned()));
                }
                let kind = FaultKind::named(name)?;
                let GameResult::Win(winner) = result else { return None };
                Some(Self::Fault(winner.other(), Fault::new(kind, detail)))
            }
        }
    }

    /// What there is to say beyond the one word.
    pub fn detail(&self) -> Option<&str> {
        match self {
            Self::Disputed(detail) | Self::Adjudicated(_, detail) => Some(detail),
            Self::Fault(_, fault) => Some(&fault.detail),
            _ => None,
        }
    }
}

/// A move that an engine played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    pub text: String,
    pub player: Player,
    /// How long that took.
    pub elapsed: Duration,
    /// What the engine said about it.
    pub info: Info,
}

#[derive(Clone, Debug)]
pub struct Finished {
    pub game: Game,
    /// The moves behind the opening.
    pub moves: Vec<PlayedMove>,
    /// The result, always there: every fault is a loss.
    pub result: GameResult,
    pub ending: Ending,
}

/// Why a game counts for nothing, and the match ends with it.
#[derive(Debug)]
pub(crate) enum Void {
    Interrupted,
    /// Nobody judges it any more.
    Unjudged(String),
}

struct Playing<'a, 'b> {
    settings: &'a Settings,
    game: Game,
    players: Players<'b>,
    clocks: [PlayerClock; 2],
    adjudicator: Adjudicator,
    /// The replies that engines expect to their last moves, as far as they are to ponder.
    expected: [Option<String>; 2],
    moves: Vec<PlayedMove>,
    /// Where the game stands.
    position: Opening,
}

pub(crate) fn play(
    settings: &Settings,
    game: Game,
    players: Players<'_>,
    program: Option<&mut Program>,
) -> Result<Finished, Void> {
    let opening = &settings.openings[game.opening];
    let clocks = game.engines.map(|engine| {
        let engine = &settings.engines[engine];
        PlayerClock::new(engine.limit, engine.margin)
    });
    let mut playing = Playing {
        settings,
        game,
        players,
        clocks,
        adjudicator: Adjudicator::new(settings.adjudication),
        expected: [None, None],
        moves: Vec::new(),
        position: opening.clone(),
    };
    let (result, ending) = match playing.until_the_end(program) {
        Ok(end) => end,
        Err(Stop::Interrupted) => return Err(Void::Interrupted),
        Err(Stop::Unjudged(what)) => return Err(Void::Unjudged(what)),
        Err(Stop::Fault(player, fault)) => (GameResult::Win(player.other()), Ending::Fault(player, fault)),
        Err(Stop::Disputed(what)) => (GameResult::Draw, Ending::Disputed(what)),
    };
    Ok(Finished { game, moves: playing.moves, result, ending })
}

impl Playing<'_, '_> {
    fn until_the_end(&mut self, program: Option<&mut Program>) -> Result<(GameResult, Ending), Stop> {
        self.begin()?;
        let opening = &self.settings.openings[self.game.opening];
        let mut referee = Referee::begin(self.settings, opening, &mut self.players, program)?;
        let most = self.settings.max_plies.unwrap_or(usize::MAX);
        loop {
            if let Some(result) = referee.result() {
                return Ok((result, Ending::Rules));
            }
            if self.moves.len() + opening.moves.len() >= most {
                return Ok((GameResult::Draw, Ending::MaxPlies));
            }
            if let Some(end) = self.adjudicated(&mut referee) {
                return Ok(end);
            }
            let mover = referee.to_move();
            if !self.one_move(&mut referee, mover)? {
                return Ok((GameResult::Win(mover.other()), Ending::Resignation));
            }
        }
    }

    /// Tells both engines at once, so that they get ready side by side.
    fn begin(&mut self) -> Result<(), Stop> {
        let both = [Player::P1, Player::P2];
        for player in both {
            let engine = self.game.engines[index(player)];
            let seed = self.game.seed(self.settings.seed, engine);
            let begun = self.players[index(player)].begin_game(seed);
            begun.map_err(|trouble| Stop::from_trouble(player, trouble))?;
        }
        for player in both {
            let ready = self.players[index(player)].await_ready();
            ready.map_err(|trouble| Stop::from_trouble(player, trouble))?;
        }
        Ok(())
    }

    /// Has the mover play; `false` if it resigns instead.
    fn one_move(&mut self, referee: &mut Referee<'_>, mover: Player) -> Result<bool, Stop> {
        let side = index(mover);
        let hit = self.expectation_met(mover)?;
        self.ponder(referee, mover.other())?;
        let time = self.clocks[side].allowance();
        let [one, two] = &mut self.players;
        let (own, other) = if side == 0 { (one, two) } else { (two, one) };
        let reply = if hit {
            own.ponder_hit(time, Some(other))
        } else {
            own.think(&Task { position: &self.position, clocks: &self.clocks, mover }, time, Some(other))
        };
        let mut reply = reply.map_err(|trouble| Stop::from_trouble(mover, trouble))?;
        if reply.resigns && self.settings.resign {
            return Ok(false);
        }
        referee.play(&reply.best, &mut self.position, &mut self.players)?;
        self.clocks[side].moved(reply.elapsed);
        self.expected[side] = reply.expected.take();
        self.moves.push(PlayedMove {
            text: self.position.moves.last().cloned().unwrap_or(reply.best),
            player: mover,
            elapsed: reply.elapsed,
            info: reply.info,
        });
        Ok(true)
    }

    /// Whether the player ponders about the position that has come; if about another one, it stops.
    fn expectation_met(&mut self, player: Player) -> Result<bool, Stop> {
        let side = index(player);
        let expected = self.expected[side].take();
        let client = &mut self.players[side];
        if !client.is_pondering() {
            return Ok(false);
        }
        if expected.is_some() && expected.as_ref() == self.moves.last().map(|m| &m.text) {
            return Ok(true);
        }
        client.end_pondering().map_err(|trouble| Stop::from_trouble(player, trouble))?;
        Ok(false)
    }

    /// Has the player who is not to move think about the position that it expects, if it expects one.
    fn ponder(&mut self, referee: &mut Referee<'_>, player: Player) -> Result<(), Stop> {
        let side = index(player);
        let Some(expected) = &self.expected[side] else { return Ok(()) };
        if !self.players[side].ponder || !referee.goes_on_behind(expected)? {
            return Ok(());
        }
        let mut position = self.position.clone();
        position.moves.push(expected.clone());
        let task = Task { position: &position, clocks: &self.clocks, mover: player };
        let begun = self.players[side].begin_pondering(&task);
        begun.map_err(|trouble| Stop::from_trouble(player, trouble))
    }

    /// How the game ends by what was said with its last move, if that is an end.
    fn adjudicated(&mut self, referee: &mut Referee<'_>) -> Option<(GameResult, Ending)> {
        let last = self.moves.last()?;
        let (player, score) = (last.player, last.info.score);
        let plies = self.settings.openings[self.game.opening].moves.len() + self.moves.len();
        if let (Some(winner), Some(nodes)) =
            (claimed_winner(player, score), self.settings.adjudication.win_nodes)
            && referee.confirms(winner, nodes)
        {
            let detail = format!("player {} claims it, and it is proven", index(player) + 1);
            return Some((GameResult::Win(winner), Ending::Adjudicated(Grounds::ProvenWin, detail)));
        }
        let (result, grounds) = self.adjudicator.moved(player, score, plies)?;
        let detail = format!("behind ply {plies}");
        Some((result, Ending::Adjudicated(grounds, detail)))
    }
}

/// Stops what is left of its pondering, and tells an engine that hears results how the game ended; waits until it has
/// learned from it.
pub(crate) fn tell_result(
    settings: &Settings,
    finished: &Finished,
    player: Player,
    client: &mut Client,
) -> Result<Option<Fault>, Void> {
    let heard = |result: Result<(), Trouble>| match result {
        Ok(()) => Ok(None),
        Err(trouble) => match Stop::from_trouble(player, trouble) {
            Stop::Fault(_, fault) => Ok(Some(fault)),
            _ => Err(Void::Interrupted),
        },
    };
    let stopped = heard(client.end_pondering())?;
    if stopped.is_some() || !client.gameover {
        return Ok(stopped);
    }
    let mut position = settings.openings[finished.game.opening].clone();
    position.moves.extend(finished.moves.iter().map(|m| m.text.clone()));
    let word = match finished.result {
        GameResult::Draw => "draw",
        GameResult::Win(winner) if winner == player => "win",
        GameResult::Win(_) => "lose",
    };
    heard(client.game_over(&position, word).and_then(|()| client.await_ready()))
}

/// Whether a fault of this kind leaves the engine able to hear the result.
pub(crate) fn still_hears(ending: &Ending, player: Player) -> bool {
    !matches!(ending, Ending::Fault(guilty, fault) if *guilty == player && !fault.kind.is_responsive())
}

/// Whether an engine must be started again after a game that ended like this.
pub(crate) fn needs_restart(ending: &Ending, player: Player) -> bool {
    matches!(ending, Ending::Fault(guilty, _) if *guilty == player)
}
