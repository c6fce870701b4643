//! `fourscore explain`: replays a game with a strategy's comments, and what it sees on the board drawn in text.

use super::asking::{remarks, set_option, set_options, think};
use anyhow::{Context as _, anyhow, bail};
use clap::Args;
use engine::{BUILT_IN, Engine, GoRequest};
use games::qubic::{Cell, Qubic};
use games::{Game, Notation};
use std::io::Write;
use strategies::score_four::printed::printed_games;

/// Which game to explain, and by whom.
#[derive(Args)]
pub(crate) struct ExplainArguments {
    /// The game
    #[arg(long, default_value = Qubic::NAME)]
    game: String,
    /// The program that comments
    #[arg(long, default_value = "score-four")]
    strategy: String,
    /// The moves, in the notation chosen
    moves: Vec<String>,
    /// Instead of moves, a game that Doake's thesis prints: 1 to 5
    #[arg(long, value_name = "NUMBER", conflicts_with = "moves")]
    doake: Option<u64>,
    /// How moves are written: coordinates, doake or index
    #[arg(long, default_value = "doake")]
    notation: String,
    /// Explain only from this move on
    #[arg(long, default_value_t = 1)]
    from: usize,
    /// Nodes per move, for programs that search
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    /// Another option of the protocol, as NAME=VALUE; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

/// Explains a game.
pub(crate) fn explain(arguments: &ExplainArguments, output: &mut impl Write) -> anyhow::Result<()> {
    let mut engine = Engine::new(&BUILT_IN)?;
    for (name, value) in
        [("Game", &arguments.game), ("Strategy", &arguments.strategy), ("Notation", &arguments.notation)]
    {
        set_option(&mut engine, name, value)?;
    }
    set_options(&mut engine, &arguments.options)?;
    remarks(&mut engine)?;
    let moves = match arguments.doake {
        None if arguments.moves.is_empty() => bail!("there is nothing to explain: give moves or --doake"),
        None => arguments.moves.clone(),
        Some(number) => printed_moves(number, engine.notation())?,
    };
    if !(1..=moves.len()).contains(&arguments.from) {
        bail!("--from {}: the game has moves 1 to {}", arguments.from, moves.len());
    }
    // What is not legal is refused before anything is explained.
    let notation = engine.notation();
    let board = engine.board_mut().map_err(|refusal| anyhow!(refusal))?;
    for (number, m) in (1..).zip(&moves) {
        if board.result().is_some() {
            bail!("the game was over before move {number}");
        }
        board
            .play(m, notation)
            .with_context(|| format!("move {number} (--notation {})", arguments.notation))?;
    }
    moves.iter().for_each(|_| {
        board.take_back();
    });
    let request = GoRequest { nodes: Some(arguments.nodes), ..GoRequest::default() };
    for (index, m) in moves.iter().enumerate() {
        if index + 1 >= arguments.from {
            comment(&mut engine, &request, index + 1, m, output)?;
        }
        engine.board_mut().map_err(|refusal| anyhow!(refusal))?.play(m, notation)?;
    }
    writeln!(output, "{}", engine.drawing().map_err(|refusal| anyhow!(refusal))?)?;
    Ok(())
}

/// The moves of a game that the thesis prints.
fn printed_moves(number: u64, notation: Notation) -> anyhow::Result<Vec<String>> {
    let game = printed_games().into_iter().find(|game| game.number == number);
    let game = game.with_context(|| format!("the thesis prints games 1 to 5, not {number}"))?;
    let text = |cell| Qubic::default().move_text(cell, notation);
    Ok(game.moves.iter().filter_map(|&square| Cell::new(square)).map(text).collect())
}

/// What the program would do before this move, and why, with its view of the board.
fn comment(
    engine: &mut Engine,
    request: &GoRequest,
    number: usize,
    m: &str,
    output: &mut impl Write,
) -> anyhow::Result<()> {
    let view = engine.evaluation().map_err(|refusal| anyhow!(refusal))?;
    let thought = think(engine, request)?;
    let would = if thought.m == m {
        "as the program would".to_owned()
    } else {
        format!("the program: {}", thought.m)
    };
    writeln!(output, "move {number}: {m} ({would}: {})", thought.reasons.join("; "))?;
    for line in view.lines() {
        writeln!(output, "    {line}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explained(arguments: &[&str]) -> anyhow::Result<String> {
        crate::said(arguments, explain)
    }

    #[test]
    fn game_one_with_its_patterns_drawn() {
        let text = explained(&["--doake", "1", "--from", "7"]).unwrap();
        assert!(!text.contains("move 6:"));
        assert!(text.contains("move 8: 7 (as the program would: key square of the opponent's pattern (2,2)"));
        assert!(text.contains("- - 1 -    - - O -"), "the pattern is drawn: {text}");
        assert!(text.contains("sums to 2"), "{text}");
        assert!(text.contains("p1win"));
        let text = explained(&["--doake", "2", "--from", "17"]).unwrap();
        assert!(text.contains("double pattern: forms own pattern (10,5,10)"), "{text}");
    }

    #[test]
    fn a_printed_game_in_another_notation() {
        let text = explained(&["--doake", "3", "--notation", "index", "--from", "29"]).unwrap();
        // The thesis counts squares from 1, `index` from 0: her 33 is 32.
        let doake = explained(&["--doake", "3", "--from", "29"]).unwrap();
        let first = |text: &str| text.split(' ').nth(2).and_then(|m| m.parse::<usize>().ok());
        assert_eq!(first(&text).unwrap() + 1, first(&doake).unwrap(), "{text}");
    }

    #[test]
    fn what_cannot_be_explained_is_refused() {
        let message = |arguments: &[&str]| format!("{:#}", explained(arguments).unwrap_err());
        assert!(message(&[]).contains("nothing to explain"));
        assert!(message(&["--doake", "6"]).contains("games 1 to 5"));
        for from in ["0", "4", "99"] {
            assert!(message(&["1", "2", "3", "--from", from]).contains("the game has moves 1 to 3"));
        }
        assert!(explained(&["1", "2", "3", "--from", "3"]).unwrap().starts_with("move 3: 3"));
        assert!(message(&["1", "1"]).contains("move 2 (--notation doake): '1' is not a legal move here"));
        assert!(message(&["1", "x"]).contains("'x' is not a move"));
    }
}
