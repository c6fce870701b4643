//! A game under way: what the person types, and what the program answers.

use super::kept::Kept;
use super::terminal::{Colours, Input};
use super::{PlayArguments, typed, typed::HELP};
use crate::asking::{SideName, Thought, lesson, remarks, set_option, set_options, think};
use anyhow::{anyhow, bail};
use engine::{BUILT_IN, Engine, GameRow, GoRequest, Verdict};
use games::{GameResult, Notation, Player};
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;
use strategies::options::LEARN;

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
            engine.set_position(Some(position), &[]).map_err(|refusal| anyhow!(refusal))?;
        }
        let person = if arguments.side == SideName::First { Player::P1 } else { Player::P2 };
        let (adviser, why) = (None, None);
        let mut game = Self {
            engine,
            adviser,
            arguments,
            person,
            colours,
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

    fn row(&self) -> &'static GameRow {
        let name = self.engine.board().game();
        BUILT_IN.rows().iter().find(|row| row.name == name).unwrap_or(&BUILT_IN.rows()[0])
    }

    /// What the game is, and who plays what.
    pub(super) fn introduce(&self, output: &mut impl Write) -> io::Result<()> {
        let about = &self.row().about;
        let [you, program] =
            if self.person == Player::P1 { ["first", "second"] } else { ["second", "first"] };
        let [yours, its] =
            if self.person == Player::P1 { [0, 1] } else { [1, 0] }.map(|side| about.sides[side]);
        writeln!(output, "{}\n{}\n", about.title, about.rules)?;
        let name = self.engine.strategy().name;
        writeln!(output, "You play {yours} and move {you}; {name} plays {its} and moves {program}.")?;
        writeln!(output, "Type a move, or help.")
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
            ("new", "") => self.begin(output)?,
            ("undo" | "back", "") => self.take_back(output)?,
            ("why", "") => {
                let none = "The program has not moved yet.".to_owned();
                writeln!(output, "{}", self.why.as_ref().unwrap_or(&none))?;
            }
            ("strategy", name) => self.play_against(name, output)?,
            ("clock", seconds) => self.set_clock(seconds, output)?,
            ("save", path) => self.keep(path, output)?,
            ("load", path) => self.load(path, output)?,
            _ if self.is_over() => writeln!(output, "The game is over. Type new, undo, save FILE or quit.")?,
            ("moves", "") => writeln!(output, "{}", self.legal_moves().join(" "))?,
            ("hint", "") => match self.advice(None) {
                Ok(thought) => writeln!(output, "The program would play {}", thought.in_words())?,
                Err(error) => writeln!(output, "No hint: {error}")?,
            },
            ("flip", "") => {
                self.person = self.person.other();
                writeln!(output, "The program now plays your side, you play the other.")?;
            }
            ("resign", "") => self.resigned = true,
            ("watch", name) => self.watch(name, output)?,
            _ => match self.add_typed(line) {
                Ok(()) => self.show_board(output)?,
                Err(error) => writeln!(output, "{error}. Type moves to see what can be played.")?,
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
        (self.resigned, self.told) = (false, false);
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

    /// Lets another program play, or lists those that can.
    fn play_against(&mut self, name: &str, output: &mut impl Write) -> anyhow::Result<()> {
        let game = self.engine.board().game();
        match BUILT_IN.select(Some(game), Some(name)) {
            _ if name.is_empty() => {
                for info in &self.row().strategies {
                    writeln!(output, "  {}: {}", info.name, info.summary)?;
                }
            }
            Err(error) => writeln!(output, "{error}")?,
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

    fn set_clock(&mut self, seconds: &str, output: &mut impl Write) -> io::Result<()> {
        match typed::seconds(seconds) {
            Ok(seconds) => self.arguments.time = seconds,
            Err(error) if !seconds.is_empty() => return writeln!(output, "clock {seconds}: {error}"),
            Err(_) => {}
        }
        writeln!(output, "The program thinks {} s about a move.", self.arguments.time)
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

    fn request(&self) -> GoRequest {
        GoRequest { move_time: Some(Duration::from_secs_f64(self.arguments.time)), ..GoRequest::default() }
    }

    fn let_program_move(&mut self, output: &mut impl Write) -> anyhow::Result<()> {
        writeln!(output, "{} is thinking ...", self.engine.strategy().name)?;
        output.flush()?;
        let request = self.request();
        let thought = think(&mut self.engine, &request)?;
        self.add_move(&thought.m)?;
        let words = format!("The program plays {}", thought.in_words());
        writeln!(output, "{words}")?;
        self.why = Some(words);
        Ok(())
    }

    /// What a program would play here: this one, or the one that plays the game.
    fn advice(&mut self, strategy: Option<&str>) -> anyhow::Result<Thought> {
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
    fn watch(&mut self, name: &str, output: &mut impl Write) -> anyhow::Result<()> {
        let game = self.engine.board().game();
        let strategy = Some(name).filter(|name| !name.is_empty());
        if let Err(error) = BUILT_IN.select(Some(game), strategy) {
            writeln!(output, "{error}")?;
            return Ok(());
        }
        self.adviser = None;
        while !self.is_over() {
            if self.engine.board().player_to_move() == self.person {
                let thought = self.advice(strategy)?;
                self.add_move(&thought.m)?;
                writeln!(output, "Your side plays {}", thought.in_words())?;
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

    fn show_board(&self, output: &mut impl Write) -> io::Result<()> {
        let drawing = self.engine.board().drawing(self.engine.notation());
        writeln!(output, "\n{}\n", self.colours.paint(&drawing))?;
        if self.is_over() {
            return Ok(());
        }
        let legal = self.legal_moves();
        for (word, meaning) in
            self.row().about.words.iter().filter(|(word, _)| legal.iter().any(|m| m == word))
        {
            writeln!(output, "  {word}: {meaning}")?;
        }
        Ok(())
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
        writeln!(output, "{words}\nThe moves: {}", moves.join(" "))?;
        let learns = self.engine.settings().get(&LEARN) && self.engine.strategy().abilities.learns;
        if learns && !std::mem::replace(&mut self.learned, true) {
            match lesson(&mut self.engine, verdict) {
                Ok(words) if words.is_empty() => writeln!(output, "The program has learned nothing new.")?,
                Ok(words) => words.iter().try_for_each(|word| writeln!(output, "The program: {word}"))?,
                Err(error) => writeln!(output, "The program has learned nothing: {error}")?,
            }
        }
        Ok(())
    }
}

/// An engine with these options.
fn engine_for(arguments: &PlayArguments) -> anyhow::Result<Engine> {
    let mut engine = Engine::new(&BUILT_IN)?;
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
