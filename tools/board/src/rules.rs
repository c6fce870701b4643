//! The rules of the game, asked of an engine: which texts are positions and moves, what is legal, how a game has ended,
//! what stands out. The board knows none of that itself.

use crate::engines::{Asked, Engines, Known};
use crate::message::Mark;
use engine::protocol::heard::EngineOption;
use std::collections::BTreeMap;

/// What the rules say of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    pub position: String,
    /// The position that the game began with.
    pub start: String,
    pub moves: Vec<String>,
    pub legal: Vec<String>,
    pub marks: Vec<Mark>,
    /// `none`, `p1win`, `p2win`, `draw`.
    pub result: String,
    /// Whose turn it is: 1 or 2.
    pub turn: u8,
}

/// An engine that is asked about the rules, never to think.
pub struct Rules {
    asked: Box<dyn Asked>,
    game: String,
}

/// The answers that [`Rules::look`] asks for, in this order.
const QUESTIONS: [&str; 7] = ["fen", "start", "moves", "legal", "threats", "result", "p1turn"];

impl Rules {
    /// Starts the built-in engine for the rules of this game with these options.
    ///
    /// # Errors
    /// A sentence, if it does not start or does not take the options.
    pub fn start(
        engines: &dyn Engines,
        game: &str,
        rules: &BTreeMap<String, String>,
    ) -> Result<Self, String> {
        let mut engine = engines.known().first().cloned().ok_or("no engine is configured")?;
        engine.options = rules.iter().map(|(name, value)| EngineOption::new(name, value)).collect();
        Self::with(engines, &engine, game)
    }

    /// Starts an engine with just these settings.
    ///
    /// # Errors
    /// A sentence, if it does not start or does not take its options.
    pub fn with(engines: &dyn Engines, engine: &Known, game: &str) -> Result<Self, String> {
        Ok(Self { asked: engines.asked(engine, game)?, game: game.to_owned() })
    }

    pub fn game(&self) -> &str {
        &self.game
    }

    /// Looks at a position: a start (`None`: the usual one) and moves in coordinates.
    ///
    /// # Errors
    /// A sentence that says what is wrong with start or moves, or how the engine misbehaved.
    pub fn look(&mut self, start: Option<&str>, moves: &[String]) -> Result<Verdict, String> {
        let mut commands = position(start, moves);
        for question in QUESTIONS {
            commands.push_str("\nquery ");
            commands.push_str(question);
        }
        let lines = self.ask(&commands)?;
        let answers: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("response ")).collect();
        let [fen, start, moves, legal, threats, result, p1turn] = answers[..] else {
            return Err("the engine that knows the rules does not answer its questions".to_owned());
        };
        Ok(Verdict {
            position: fen.to_owned(),
            start: start.to_owned(),
            moves: listed(moves),
            legal: listed(legal),
            marks: listed(threats).iter().filter_map(|word| mark(word)).collect(),
            result: result.to_owned(),
            turn: if p1turn == "true" { 1 } else { 2 },
        })
    }

    /// The moves of a game in another notation, and back: `from` and `to` are values of the option `Notation`.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
    pub fn translate(
        &mut self,
        start: Option<&str>,
        moves: &[String],
        from: &str,
        to: &str,
    ) -> Result<Vec<String>, String> {
        let commands = format!(
            "setoption name Notation value {from}\n{}\nsetoption name Notation value {to}\nquery moves\nsetoption name \
             Notation value coordinates",
            position(start, moves)
        );
        let lines = self.ask(&commands)?;
        let answer = lines.iter().find_map(|line| line.strip_prefix("response "));
        answer.map(listed).ok_or_else(|| "the engine that knows the rules does not answer".to_owned())
    }

    /// What the engine's strategy thinks of the start without searching, in lines for people.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
    pub fn view(&mut self) -> Result<String, String> {
        Ok(self.ask("position startpos\neval")?.join("\n"))
    }

    /// Asks; what the engine refuses is an error.
    fn ask(&mut self, commands: &str) -> Result<Vec<String>, String> {
        let lines = self.asked.ask(commands)?;
        match lines.iter().find_map(|line| line.strip_prefix("info string ")) {
            Some(refusal) => {
                // Whatever was refused, the notation is to be as before.
                let _ = self.asked.ask("setoption name Notation value coordinates");
                Err(refusal.to_owned())
            }
            None => Ok(lines),
        }
    }
}

/// The command that sets a position up.
pub fn position(start: Option<&str>, moves: &[String]) -> String {
    let mut command = match start {
        Some(text) => format!("position fen {text}"),
        None => "position startpos".to_owned(),
    };
    if !moves.is_empty() {
        command.push_str(" moves ");
        command.push_str(&moves.join(" "));
    }
    command
}

/// The words of an answer that is a list.
fn listed(answer: &str) -> Vec<String> {
    if answer == "none" { Vec::new() } else { answer.split_whitespace().map(str::to_owned).collect() }
}

fn mark(word: &str) -> Option<Mark> {
    let mut parts = word.splitn(3, ':');
    let (kind, side, squares) = (parts.next()?, parts.next()?, parts.next()?);
    let squares = squares.split(',').map(str::to_owned).collect();
    Some(Mark { kind: kind.to_owned(), side: side.parse().ok()?, squares })
}
