//! `fourscore play`: a game against a strategy in the terminal, on drawn layers.
//!
//! The person types moves and a few words; the strategy answers with its reason. Text in, text out, so that it can be
//! tested and piped; nothing here knows which game it is.

use super::asking::{SideName, Thought, remarks, set_option, set_options, think};
use anyhow::anyhow;
use clap::Args;
use engine::protocol::lines::{Line, read_line};
use engine::{BUILT_IN, Engine, GoRequest};
use games::{GameResult, Player};
use search::Score;
use std::io::{self, BufRead, Write};
use std::time::Duration;

/// What can be said about the game to play.
#[derive(Args)]
pub(crate) struct PlayArguments {
    /// The game
    #[arg(long, default_value = BUILT_IN.rows()[0].name)]
    game: String,
    /// The program to play against [default: the game's own]; `option name Strategy` of the protocol lists them
    #[arg(long)]
    strategy: Option<String>,
    /// Begin with this position instead of the usual start, as text
    #[arg(long)]
    position: Option<String>,
    /// Games to play at once, board after board in turn
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=24))]
    boards: u8,
    /// Which side you play
    #[arg(long, value_enum, default_value_t = SideName::First)]
    side: SideName,
    /// Seconds that the program may think about a move
    #[arg(long, default_value_t = 1.0, value_parser = seconds)]
    time: f64,
    /// How moves are written: coordinates, doake or index
    #[arg(long, default_value = "coordinates")]
    notation: String,
    /// Seed of the program's random choices
    #[arg(long, default_value_t = 0)]
    seed: u32,
    /// Another option of the protocol, as NAME=VALUE; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if (0.001..=86_400.0).contains(&number) => Ok(number),
        _ => Err("a number of seconds from 0.001 to 86400 is needed".into()),
    }
}

const HELP: &str = "Type a move, or one of:\n  back    take back your last move (and the answer to it)\n  hint    ask \
                    what the program would play\n  moves   list the legal moves\n  board   draw the board again\n  \
                    help    this\n  quit    leave the game";

/// Plays a game on standard input and output.
///
/// # Errors
/// If an argument names nothing there is, or the terminal cannot be read or written.
pub(crate) fn run(arguments: &PlayArguments) -> anyhow::Result<()> {
    play(arguments, &mut io::stdin().lock(), &mut io::stdout().lock())
}

fn play(arguments: &PlayArguments, input: &mut impl BufRead, output: &mut impl Write) -> anyhow::Result<()> {
    writeln!(output, "{HELP}\n")?;
    let mut games = Vec::new();
    for number in 0..arguments.boards {
        let (game, remarks) = HandGame::new(arguments)?;
        if number == 0 {
            remarks.iter().try_for_each(|remark| writeln!(output, "{remark}"))?;
        }
        games.push(game);
    }
    while games.iter().any(|game| !game.is_over()) {
        for (index, game) in games.iter_mut().enumerate().filter(|(_, game)| !game.is_over()) {
            if arguments.boards > 1 {
                writeln!(output, "\nBoard {}", index + 1)?;
            }
            if !game.turn(input, output)? {
                writeln!(output, "The game is left unfinished.")?;
                return Ok(());
            }
        }
    }
    Ok(())
}

struct HandGame {
    engine: Engine,
    person: Player,
    request: GoRequest,
}

impl HandGame {
    /// The game, and what is to be said about the options.
    fn new(arguments: &PlayArguments) -> anyhow::Result<(Self, Vec<String>)> {
        let mut engine = Engine::new(&BUILT_IN)?;
        let seed = arguments.seed.to_string();
        let fixed = [
            ("Game", Some(arguments.game.as_str())),
            ("Strategy", arguments.strategy.as_deref()),
            ("Notation", Some(arguments.notation.as_str())),
            ("Seed", Some(seed.as_str())),
        ]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)));
        for (name, value) in fixed {
            set_option(&mut engine, name, value)?;
        }
        set_options(&mut engine, &arguments.options)?;
        let remarks = remarks(&mut engine)?;
        if let Some(position) = &arguments.position {
            engine.set_position(Some(position), &[]).map_err(|refusal| anyhow!(refusal))?;
        }
        let person = if arguments.side == SideName::First { Player::P1 } else { Player::P2 };
        let move_time = Some(Duration::from_secs_f64(arguments.time));
        let request = GoRequest { move_time, ..GoRequest::default() };
        Ok((Self { engine, person, request }, remarks))
    }

    fn is_over(&self) -> bool {
        self.engine.board().result().is_some()
    }

    /// Lets the person make a move and the program answer it, or the program open the game; `false` to leave.
    fn turn(&mut self, input: &mut impl BufRead, output: &mut impl Write) -> anyhow::Result<bool> {
        self.show_board(output)?;
        while !self.is_over() && self.engine.board().player_to_move() == self.person {
            write!(output, "your move> ")?;
            output.flush()?;
            let goes_on = match read_line(input)? {
                Some(Line::Text(line)) => self.take_line(line.trim(), output)?,
                Some(Line::TooLong) => true,
                None => false,
            };
            if !goes_on {
                return Ok(false);
            }
        }
        while !self.is_over() && self.engine.board().player_to_move() != self.person {
            self.let_program_move(output)?;
        }
        if self.is_over() {
            self.show_end(output)?;
        }
        Ok(true)
    }

    /// Acts on what was typed; `false` to leave.
    fn take_line(&mut self, line: &str, output: &mut impl Write) -> io::Result<bool> {
        match line.to_lowercase().as_str() {
            "" => {}
            "quit" | "q" | "exit" => return Ok(false),
            "help" | "?" => writeln!(output, "{HELP}")?,
            "board" => self.show_board(output)?,
            "moves" => {
                let moves = self.engine.board().legal_moves(self.engine.notation());
                writeln!(output, "{}", moves.join(" "))?;
            }
            "back" => self.take_back(output)?,
            "hint" => match think(&mut self.engine, &self.request) {
                Ok(thought) => writeln!(output, "The program would play {}", thought.in_words())?,
                Err(error) => writeln!(output, "No hint: {error}")?,
            },
            _ => match self.add_move(line) {
                Ok(()) => self.show_board(output)?,
                Err(error) => writeln!(output, "{error}. Type moves to see what can be played.")?,
            },
        }
        Ok(true)
    }

    fn add_move(&mut self, text: &str) -> anyhow::Result<()> {
        let notation = self.engine.notation();
        self.engine.board_mut().map_err(|refusal| anyhow!(refusal))?.play(text, notation)?;
        Ok(())
    }

    fn take_back(&mut self, output: &mut impl Write) -> io::Result<()> {
        let notation = self.engine.notation();
        let Ok(board) = self.engine.board_mut() else { return Ok(()) };
        // It is the person's turn, so the last two moves are his and the answer to it; with one move less the
        // program has opened the game.
        if board.moves(notation).len() < 2 {
            return writeln!(output, "There is nothing to take back.");
        }
        board.take_back();
        board.take_back();
        self.show_board(output)
    }

    fn let_program_move(&mut self, output: &mut impl Write) -> anyhow::Result<()> {
        writeln!(output, "{} is thinking ...", self.engine.strategy().name)?;
        output.flush()?;
        let thought = think(&mut self.engine, &self.request)?;
        self.add_move(&thought.m)?;
        writeln!(output, "The program plays {}", thought.in_words())?;
        Ok(())
    }

    fn show_board(&self, output: &mut impl Write) -> io::Result<()> {
        writeln!(output, "\n{}\n", self.engine.board().drawing(self.engine.notation()))
    }

    fn show_end(&self, output: &mut impl Write) -> anyhow::Result<()> {
        let words = match self.engine.board().result() {
            Some(GameResult::Draw) => "The game is drawn.",
            Some(GameResult::Win(winner)) if winner == self.person => "You have won. Congratulations!",
            Some(GameResult::Win(_)) => "The program has won.",
            None => "The game goes on.",
        };
        let moves = self.engine.board().moves(self.engine.notation());
        self.show_board(output)?;
        writeln!(output, "{words}\nThe moves: {}", moves.join(" "))?;
        Ok(())
    }
}

impl Thought {
    fn in_words(&self) -> String {
        let reasons =
            if self.reasons.is_empty() { String::new() } else { format!(": {}", self.reasons.join("; ")) };
        let score = match self.score {
            Some(Score::Win { in_plies }) => format!(" (a won game in {in_plies} plies at most)"),
            Some(Score::Loss { in_plies }) => format!(" (lost within {in_plies} plies against best play)"),
            Some(Score::Draw) => " (a drawn game)".to_owned(),
            Some(Score::Heuristic(_)) | None => String::new(),
        };
        format!("{}{reasons}{score}", self.m)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Typed {
        #[command(flatten)]
        arguments: PlayArguments,
    }

    fn session(arguments: &[&str], typed: &str) -> anyhow::Result<String> {
        let parsed = Typed::parse_from([&["play"], arguments].concat());
        let mut output = Vec::new();
        play(&parsed.arguments, &mut typed.as_bytes(), &mut output)?;
        Ok(String::from_utf8(output)?)
    }

    #[test]
    fn a_game_is_played_to_its_end() {
        let every_cell: String = (0..64).map(|n| format!("{n}\n")).collect();
        let text = session(&["--strategy", "random", "--notation", "index"], &every_cell).unwrap();
        // Cells 0 to 3 are a line, unless the program has taken one of them: some line comes.
        assert!(text.contains("The moves: 0 "), "{text}");
        assert!(text.contains("has won") || text.contains("have won") || text.contains("drawn"));
        assert!(text.contains('['), "the winning line is marked: {text}");
        assert!(text.contains("The program plays"));
    }

    #[test]
    fn words_illegal_moves_and_hints() {
        let typed = "111\n111\n999\n\u{fffd}\nmoves\nhint\nback\nback\nboard\nhelp\nquit\n";
        let text = session(&["--strategy", "random"], typed).unwrap();
        assert!(text.contains("'111' is not a legal move here"));
        assert!(text.contains("'999' is not a move: a cell is level, row and column"));
        assert!(text.contains("The program would play"));
        assert!(text.contains("There is nothing to take back."));
        assert!(text.contains("left unfinished"));
    }

    #[test]
    fn the_second_side_and_the_end_of_input() {
        let text = session(&["--side", "second", "--strategy", "random"], "back\n").unwrap();
        assert!(text.contains("The program plays"));
        assert!(text.contains("nothing to take back"));
        assert!(text.contains("left unfinished"));
    }

    #[test]
    fn go_moku_with_a_swap() {
        let arguments =
            ["--game", "gomoku", "--side", "second", "--option", "Rules=swap2", "--option", "Size=9"];
        let text = session(&arguments, "moves\nkeep\nquit\n").unwrap();
        assert!(text.contains("swap keep add2"), "{text}");
        assert!(text.contains("the opening: swap, keep, add2"), "{text}");
    }

    #[test]
    fn several_boards_in_turn_from_any_position() {
        let arguments =
            ["--game", "draughts", "--strategy", "samuel", "--boards", "2", "--position", "B:W15,32:B11,1"];
        let text = session(&[&arguments[..], &["--time", "0.01"]].concat(), "11x18\n11x18\nquit\n").unwrap();
        let boards: Vec<_> = text.match_indices("\nBoard ").map(|(at, _)| &text[at + 7..at + 8]).collect();
        assert_eq!(boards, ["1", "2", "1"], "{text}");
        assert_eq!(text.matches("The program plays 32-").count(), 2, "{text}");
    }

    #[test]
    fn bad_arguments_are_refused_in_words() {
        let message = |arguments: &[&str]| session(arguments, "").unwrap_err().to_string();
        assert!(message(&["--game", "chess"]).contains("it takes one of qubic, gomoku"));
        assert!(message(&["--strategy", "deep-blue"]).contains("alpha-beta"));
        assert!(message(&["--position", "nonsense"]).contains("nonsense"));
        assert!(message(&["--option", "Hash"]).contains("NAME=VALUE"));
        assert!(message(&["--option", "Hash=0"]).contains("from 1 to 65536"));
    }
}
