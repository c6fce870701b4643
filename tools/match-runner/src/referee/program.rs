//! A referee program: a third party that judges a game whose rules are not known here, by a protocol of four commands with
//! a line of answer each (`docs/guide/match-runner.md`). It is nobody's player: if it fails, the match ends.

use super::Stop;
use crate::engine::{Fault, FaultKind, Process, Trouble};
use crate::interrupt::Interrupt;
use crate::openings::Opening;
use crate::settings::{EngineSettings, Settings, Timeouts};
use games::{GameResult, Player};
use std::fmt::Write;
use std::time::Instant;

pub(crate) struct Program {
    process: Process,
    timeouts: Timeouts,
    pub(super) to_move: Player,
    pub(crate) result: Option<GameResult>,
}

impl Program {
    pub(crate) fn start(
        settings: &Settings,
        program: &EngineSettings,
        builtin: &[String],
        interrupt: &Interrupt,
    ) -> Result<Self, Stop> {
        let process = Process::spawn(program, builtin, interrupt).map_err(|fault| {
            failed(&format!("{}; a referee is auto, rules, engines, or a command line", fault.detail))
        })?;
        Ok(Self { process, timeouts: settings.timeouts, to_move: Player::P1, result: None })
    }

    /// Begins a game. An opening that it refuses ends the match.
    pub(crate) fn begin(&mut self, game: &str, opening: &Opening) -> Result<(), Stop> {
        let mut commands = format!("start {game}");
        if let Some(fen) = &opening.fen {
            let _ = write!(commands, " fen {fen}");
        }
        for m in &opening.moves {
            let _ = write!(commands, "\nmove {m}");
        }
        let answers = self.answers(&(commands + "\nover?\n"), opening.moves.len() + 2)?;
        for (number, answer) in answers[..=opening.moves.len()].iter().enumerate() {
            if let Err(reason) = permitted(answer, "ok")? {
                let what = number.checked_sub(1).map_or("the start", |number| &opening.moves[number]);
                return Err(Stop::Unjudged(format!("openings: {}: {what}: {reason}", opening.named())));
            }
        }
        self.state(&answers[opening.moves.len() + 1])
    }

    /// Plays a move and returns it as engines are to read it; `Err` within tells why it is not legal.
    pub(crate) fn play(&mut self, m: &str) -> Result<Result<String, String>, Stop> {
        let answers = self.answers(&format!("move {m}\nover?\n"), 2)?;
        let played = permitted(&answers[0], "ok")?;
        self.state(&answers[1])?;
        Ok(played.map(|text| if text.is_empty() { m.to_owned() } else { text }))
    }

    /// Whether the player to move may play this.
    pub(crate) fn is_legal(&mut self, m: &str) -> Result<bool, Stop> {
        let answers = self.answers(&format!("legal? {m}\n"), 1)?;
        Ok(permitted(&answers[0], "yes")?.is_ok())
    }

    /// Takes over what it says of the game.
    fn state(&mut self, answer: &str) -> Result<(), Stop> {
        self.result = answer.parse().ok();
        match answer {
            "p1" => self.to_move = Player::P1,
            "p2" => self.to_move = Player::P2,
            _ if self.result.is_none() => {
                return Err(unexpected(answer, "p1, p2, p1win, p2win or draw"));
            }
            _ => {}
        }
        Ok(())
    }

    fn answers(&mut self, commands: &str, count: usize) -> Result<Vec<String>, Stop> {
        let deadline = Instant::now() + self.timeouts.reply;
        let mut exchange = || -> Result<Vec<String>, Trouble> {
            self.process.discard_pending()?;
            self.process.send(commands, deadline)?;
            (0..count).map(|_| self.process.line(deadline).map(std::borrow::Cow::into_owned)).collect()
        };
        exchange().map_err(|trouble| match trouble.or_stall("judging") {
            Trouble::Fault(Fault { kind: FaultKind::Stall, .. }) => {
                failed(&format!("no answer to '{}' in time", commands.trim().replace('\n', "', '")))
            }
            Trouble::Fault(fault) => failed(&fault.detail),
            _ => Stop::Interrupted,
        })
    }

    pub(crate) fn quit(self) {
        if let Err(fault) = self.process.quit("quit\n", self.timeouts.quit) {
            log::warn!("referee: {}", fault.detail);
        }
    }
}

/// What stands behind the word that permits; `Err` within is the reason behind `no`.
fn permitted(answer: &str, word: &str) -> Result<Result<String, String>, Stop> {
    let (first, rest) = answer.split_once(' ').unwrap_or((answer, ""));
    match first {
        _ if first == word => Ok(Ok(rest.trim().to_owned())),
        "no" => {
            Ok(Err(if rest.is_empty() { "it is not allowed".to_owned() } else { rest.trim().to_owned() }))
        }
        _ => Err(unexpected(answer, &format!("{word} or no"))),
    }
}

fn unexpected(answer: &str, allowed: &str) -> Stop {
    failed(&format!("it answers {}, and {allowed} is allowed", games::quoted(answer)))
}

fn failed(what: &str) -> Stop {
    Stop::Unjudged(format!("the referee program failed: {what}"))
}
