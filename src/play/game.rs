//! A game under way: what the person types, and what the program answers.

mod programs;
pub(super) mod view;

use super::kept::Kept;
use super::terminal::{Colours, Input};
use super::{PlayArguments, typed, typed::HELP};
use crate::asking::{SideName, lesson, remarks, set_option};
use anyhow::{anyhow, bail};
use engine::{Engine, Verdict};
use games::{GameResult, Notation, Player};
use programs::engine_for;
use std::io::{self, Write};
use std::path::Path;
use strategies::options::LEARN;
use view::tell;

/// What comes after a line or a turn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    GoOn,
    Leave,
}

pub(super) struct HandGame {
    engine: Engine,
    /// Thinks for the person, for hints and when the game is watched; it learns nothing.
    adviser: Option<Engine>,
    arguments: PlayArguments,
    person: Player,
    colours: Colours,
    /// Whether the board is drawn from the other side than usual.
    flipped: bool,
    resigned: bool,
    told: bool,
    /// Whether the game has been learned from: once, though its end may be taken back.
    learned: bool,
    /// The program's last move, with its reasons.
    why: Option<String>,
}

impl HandGame {
    /// The game, and what is to be said about the options.
    pub(super) fn new(arguments: &PlayArguments, colours: Colours) -> anyhow::Result<(Self, Vec<String>)> {
        let kept = arguments.load.as_deref().map(Kept::load).transpose()?;
        let mut arguments = arguments.clone();
        if let Some(kept) = &kept {
            arguments.game.clone_from(&kept.game);
        }
        let mut engine = engine_for(&arguments)?;
        let remarks = remarks(&mut engine)?;
        if let Some(position) = &arguments.position {
            let example = view::row(&engine).about.example;
            let board = engine.board_mut().map_err(|refusal| anyhow!(refusal))?;
            board
                .set_up(Some(position), &[], Notation::default())
                .map_err(|error| anyhow!("--position: {error}; one looks like {example}"))?;
        }
        let person = if arguments.side == SideName::First { Player::P1 } else { Player::P2 };
        let (adviser, why) = (None, None);
        let mut game = Self {
            engine,
            adviser,
            arguments,
            person,
            colours,
            flipped: false,
            resigned: false,
            told: false,
            learned: false,
            why,
        };
        if let Some(kept) = kept {
            game.go_on_with(kept)?;
        }
        Ok((game, remarks))
    }

    pub(super) fn is_over(&self) -> bool {
        self.resigned || self.engine.board().result().is_some()
    }

    /// Lets the person make a move and the program answer it, or the program open the game.
    pub(super) fn turn(&mut self, input: &mut Input<'_>, output: &mut impl Write) -> anyhow::Result<Next> {
        if !self.is_over() {
            self.show_board(output)?;
        }
        while self.is_over() || self.engine.board().player_to_move() == self.person {
            let prompt = if self.is_over() { "new, undo, save or quit> " } else { "your move> " };
            let Some(line) = input.line(prompt, output)? else { return Ok(Next::Leave) };
            if self.take_line(&line, output)? == Next::Leave {
                return Ok(Next::Leave);
            }
            self.end(output)?;
            if self.is_over() && self.arguments.boards > 1 {
                return Ok(Next::GoOn);
            }
        }
        while !self.is_over() && self.engine.board().player_to_move() != self.person {
            self.let_program_move(output)?;
        }
        self.end(output)?;
        Ok(Next::GoOn)
    }

    /// Acts on what was typed.
    fn take_line(&mut self, line: &str, output: &mut impl Write) -> anyhow::Result<Next> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (word.to_lowercase().as_str(), rest) {
            ("", _) => {}
            ("quit" | "q" | "exit", "") => return Ok(Next::Leave),
            ("help" | "?", "") => writeln!(output, "{HELP}")?,
            ("board", "") => self.show_board(output)?,
            ("flip", "") => self.flip(output)?,
            ("position", "") => writeln!(output, "{}", self.engine.board().position_text())?,
            ("new", "") => self.begin(output)?,
            ("undo" | "back", "") => self.take_back(output)?,
            ("why", "") => {
                let none = "The program has not moved yet.".to_owned();
                tell(output, self.why.as_ref().unwrap_or(&none))?;
            }
            ("strategy", name) => self.play_against(name, output)?,
            ("clock", seconds) => self.set_clock(seconds, output)?,
            ("save", path) => self.keep(path, output)?,
            ("load", path) => self.load(path, output)?,
            _ if self.is_over() => writeln!(output, "The game is over. Type new, undo, save FILE or quit.")?,
            ("moves", "") => tell(output, &self.legal_moves().join(" "))?,
            ("hint", "") => match self.advice(None) {
                Ok(thought) => tell(output, &format!("The program would play {}", thought.in_words()))?,
                Err(error) => writeln!(output, "No hint: {error}")?,
            },
            ("side", "") => {
                self.person = self.person.other();
                writeln!(output, "The program now plays your side, you play the other.")?;
            }
            ("resign", "") => self.resigned = true,
            ("watch", name) => self.watch(name, output)?,
            _ => match self.add_typed(line) {
                // The end shows it, too.
                Ok(()) if self.is_over() => {}
                Ok(()) => self.show_board(output)?,
                Err(error) => tell(output, &format!("{error}. Type moves to see what can be played."))?,
            },
        }
        Ok(Next::GoOn)
    }

    fn legal_moves(&self) -> Vec<String> {
        self.engine.board().legal_moves(self.engine.notation())
    }

    fn add_typed(&mut self, line: &str) -> anyhow::Result<()> {
        let legal = self.legal_moves();
        let m = typed::meant(line, &legal).map_err(|error| anyhow!(error))?.unwrap_or(line);
        self.add_move(m)
    }

    fn add_move(&mut self, text: &str) -> anyhow::Result<()> {
        let notation = self.engine.notation();
        self.engine.board_mut().map_err(|refusal| anyhow!(refusal))?.play(text, notation)?;
        Ok(())
    }

    fn take_back(&mut self, output: &mut impl Write) -> anyhow::Result<()> {
        let (turn, notation) = (self.engine.board().player_to_move(), self.engine.notation());
        // His own move, and the answer to it if there was one; a game that was resigned goes on as it was.
        let moves = if self.resigned { 0 } else { 1 + usize::from(turn == self.person) };
        let board = self.engine.board_mut().map_err(|refusal| anyhow!(refusal))?;
        if board.moves(notation).len() < moves {
            writeln!(output, "There is nothing to take back.")?;
            return Ok(());
        }
        (0..moves).for_each(|_| {
            board.take_back();
        });
        (self.resigned, self.told, self.why) = (false, false, None);
        Ok(self.show_board(output)?)
    }

    /// Begins another game.
    fn begin(&mut self, output: &mut impl Write) -> anyhow::Result<()> {
        self.engine.new_game().map_err(|refusal| anyhow!(refusal))?;
        if let Some(position) = &self.arguments.position {
            self.engine.set_position(Some(position), &[]).map_err(|refusal| anyhow!(refusal))?;
        }
        (self.resigned, self.told, self.learned, self.why) = (false, false, false, None);
        Ok(self.show_board(output)?)
    }

    fn keep(&self, path: &str, output: &mut impl Write) -> io::Result<()> {
        if path.is_empty() {
            return writeln!(output, "Where to? Type save FILE, such as save my.game");
        }
        match Kept::of(&self.engine).save(Path::new(path)) {
            Ok(()) => writeln!(output, "Saved; load {path} continues it."),
            Err(error) => writeln!(output, "Not saved: {error:#}"),
        }
    }

    fn load(&mut self, path: &str, output: &mut impl Write) -> anyhow::Result<()> {
        match Kept::load(Path::new(path)).and_then(|kept| self.go_on_with(kept)) {
            Ok(()) => self.show_board(output)?,
            Err(error) => writeln!(output, "Not loaded: {error:#}")?,
        }
        Ok(())
    }

    fn go_on_with(&mut self, kept: Kept) -> anyhow::Result<()> {
        let game = self.engine.board().game();
        if kept.game != game {
            bail!("it is a game of {}, and this is {game}: fourscore play --load FILE", kept.game);
        }
        let before = Kept::of(&self.engine).rules;
        let set = |engine: &mut Engine, rules: &[(String, String)]| {
            rules.iter().try_for_each(|(name, value)| set_option(engine, name, value))
        };
        let moves: Vec<_> = kept.moves.iter().map(String::as_str).collect();
        let done = set(&mut self.engine, &kept.rules).and_then(|()| {
            let board = self.engine.board_mut().map_err(|refusal| anyhow!(refusal))?;
            Ok(board.set_up(Some(&kept.start), &moves, Notation::default())?)
        });
        if done.is_err() {
            set(&mut self.engine, &before)?;
        } else {
            (self.resigned, self.told, self.learned) = (false, false, false);
            (self.adviser, self.why) = (None, None);
        }
        done
    }

    /// Tells the end of a game that is over, and lets the program learn from it, once.
    fn end(&mut self, output: &mut impl Write) -> anyhow::Result<()> {
        if !self.is_over() || std::mem::replace(&mut self.told, true) {
            return Ok(());
        }
        let (words, verdict) = match self.engine.board().result() {
            _ if self.resigned => ("You have resigned. The program has won.", Verdict::Win),
            Some(GameResult::Win(winner)) if winner == self.person => {
                ("You have won. Congratulations!", Verdict::Lose)
            }
            Some(GameResult::Win(_)) => ("The program has won.", Verdict::Win),
            Some(GameResult::Draw) | None => ("The game is drawn.", Verdict::Draw),
        };
        let moves = self.engine.board().moves(self.engine.notation());
        self.show_board(output)?;
        tell(output, words)?;
        tell(output, &format!("The moves: {}", moves.join(" ")))?;
        let learns = self.engine.settings().get(&LEARN) && self.engine.strategy().abilities.learns;
        if learns && !std::mem::replace(&mut self.learned, true) {
            match lesson(&mut self.engine, verdict) {
                Ok(words) if words.is_empty() => writeln!(output, "The program has learned nothing new.")?,
                Ok(words) => {
                    words.iter().try_for_each(|word| tell(output, &format!("The program: {word}")))?
                }
                Err(error) => writeln!(output, "The program has learned nothing: {error}")?,
            }
        }
        Ok(())
    }
}
