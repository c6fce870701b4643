//! The programs of a game: the opponent, and the adviser that thinks for the person.

use super::view::tell;
use super::{HandGame, Kept, PlayArguments, typed};
use crate::asking::{Thought, set_option, set_options, think};
use anyhow::{anyhow, bail};
use engine::{BUILT_IN, Engine, GoRequest};
use games::Notation;
use std::io::{self, Write};
use std::time::Duration;
use strategies::options::LEARN;

impl HandGame {
    /// Lets another program play, or lists those that can.
    pub(super) fn play_against(&mut self, name: &str, output: &mut impl Write) -> anyhow::Result<()> {
        let game = self.engine.board().game();
        match BUILT_IN.select(Some(game), Some(name)) {
            _ if name.is_empty() => {
                for info in &self.row().strategies {
                    tell(output, &format!("  {}: {}", info.name, info.summary))?;
                }
            }
            Err(error) => tell(output, &error)?,
            Ok(_) => {
                set_option(&mut self.engine, "Strategy", name)?;
                self.arguments.strategy = Some(name.to_owned());
                self.adviser = None;
                writeln!(output, "{} plays against you.", self.engine.strategy().name)?;
                for remark in self.engine.remarks() {
                    writeln!(output, "{remark}")?;
                }
            }
        }
        Ok(())
    }

    pub(super) fn set_clock(&mut self, seconds: &str, output: &mut impl Write) -> io::Result<()> {
        match typed::seconds(seconds) {
            Ok(seconds) => self.arguments.time = seconds,
            Err(error) if !seconds.is_empty() => return writeln!(output, "clock {seconds}: {error}"),
            Err(_) => {}
        }
        writeln!(output, "The program thinks {} s about a move.", self.arguments.time)
    }

    fn request(&self) -> GoRequest {
        GoRequest { move_time: Some(Duration::from_secs_f64(self.arguments.time)), ..GoRequest::default() }
    }

    pub(super) fn let_program_move(&mut self, output: &mut impl Write) -> anyhow::Result<()> {
        writeln!(output, "{} is thinking ...", self.engine.strategy().name)?;
        output.flush()?;
        let request = self.request();
        let thought = think(&mut self.engine, &request)?;
        self.add_move(&thought.m)?;
        let words = format!("The program plays {}", thought.in_words());
        tell(output, &words)?;
        self.why = Some(words);
        Ok(())
    }

    /// What a program would play here: this one, or the one that plays the game.
    pub(super) fn advice(&mut self, strategy: Option<&str>) -> anyhow::Result<Thought> {
        if self.adviser.is_none() {
            let mut arguments = self.arguments.clone();
            arguments.strategy = strategy.map(str::to_owned).or(arguments.strategy);
            arguments.options.push(format!("{}=false", LEARN.name));
            let mut adviser = engine_for(&arguments)?;
            // What it does not heed has been said of the program that plays.
            adviser.remarks();
            self.adviser = Some(adviser);
        }
        let Kept { rules, start, moves, .. } = Kept::of(&self.engine);
        let request = self.request();
        let Some(adviser) = &mut self.adviser else { bail!("there is no adviser") };
        for (name, value) in &rules {
            set_option(adviser, name, value)?;
        }
        let moves: Vec<_> = moves.iter().map(String::as_str).collect();
        let board = adviser.board_mut().map_err(|refusal| anyhow!(refusal))?;
        board.set_up(Some(&start), &moves, Notation::default())?;
        think(adviser, &request)
    }

    /// Both sides are played by programs, to the end.
    pub(super) fn watch(&mut self, name: &str, output: &mut impl Write) -> anyhow::Result<()> {
        let game = self.engine.board().game();
        let strategy = Some(name).filter(|name| !name.is_empty());
        if let Err(error) = BUILT_IN.select(Some(game), strategy) {
            return Ok(tell(output, &error)?);
        }
        self.adviser = None;
        while !self.is_over() {
            if self.engine.board().player_to_move() == self.person {
                let thought = self.advice(strategy)?;
                self.add_move(&thought.m)?;
                tell(output, &format!("Your side plays {}", thought.in_words()))?;
            } else {
                self.let_program_move(output)?;
            }
            if !self.is_over() {
                self.show_board(output)?;
            }
            output.flush()?;
            std::thread::sleep(Duration::from_secs_f64(self.arguments.pace));
        }
        self.adviser = None;
        Ok(())
    }
}

/// An engine with these options.
pub(super) fn engine_for(arguments: &PlayArguments) -> anyhow::Result<Engine> {
    let mut engine = Engine::new(&BUILT_IN)?;
    if let (Some(name), Ok(row)) = (&arguments.strategy, BUILT_IN.game(&arguments.game)) {
        BUILT_IN.select(Some(row.name), Some(name)).map_err(|error| anyhow!(error))?;
    }
    let seed = arguments.seed.to_string();
    let fixed = [
        ("Game", Some(arguments.game.as_str())),
        ("Strategy", arguments.strategy.as_deref()),
        ("Notation", Some(arguments.notation.as_str())),
        ("Seed", Some(seed.as_str())),
    ];
    for (name, value) in fixed.into_iter().filter_map(|(name, value)| Some((name, value?))) {
        set_option(&mut engine, name, value)?;
    }
    set_options(&mut engine, &arguments.options)?;
    Ok(engine)
}
