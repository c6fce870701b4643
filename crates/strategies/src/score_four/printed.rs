//! The five games that the thesis prints (Doake 1972, VIII), from `data/qubic/doake-1972-games.json`.

use serde_json::Value;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedGame {
    /// Its number in the thesis.
    pub number: u64,
    /// Who played, as the data say it.
    pub kind: String,
    /// The moves as cells 0..=63, up to the winning one.
    pub moves: Vec<usize>,
    /// The colours, the first to move first.
    pub(crate) colours: [&'static str; 2],
    /// Whether the program played the first and the second side.
    pub by_program: [bool; 2],
    /// The line that won, as cells in ascending order.
    pub winning_line: Vec<usize>,
}

impl PrintedGame {
    /// A ply (from 1) as the thesis counts it: `7 red (ply 13)`.
    pub fn count(&self, ply: usize) -> String {
        format!("{} {} (ply {ply})", ply.div_ceil(2), self.colours[(ply + 1) % 2])
    }
}

/// All five, in order. A game whose data cannot be read is left out.
pub fn printed_games() -> Vec<PrintedGame> {
    let text = include_str!("../../../../data/qubic/doake-1972-games.json");
    let data: Value = serde_json::from_str(text).unwrap_or_default();
    data["games"].as_array().into_iter().flatten().filter_map(read_game).collect()
}

fn read_game(game: &Value) -> Option<PrintedGame> {
    let kind = game["kind"].as_str()?.to_owned();
    // Game 3 goes on for one move of the human player's after the program had won.
    let plies = usize::try_from(game["win_ply"].as_u64()?).ok()?;
    let moves = game["moves"].as_array()?.iter().take(plies).map(|m| cell(&m["square"]));
    Some(PrintedGame {
        number: game["id"].as_u64()?,
        moves: moves.collect::<Option<_>>()?,
        by_program: [!kind.contains("human (") || !first_is_human(game, &kind), true],
        colours: if game["first"] == "RED" { ["red", "white"] } else { ["white", "red"] },
        winning_line: game["winning_line"].as_array()?.iter().map(cell).collect::<Option<_>>()?,
        kind,
    })
}

fn first_is_human(game: &Value, kind: &str) -> bool {
    game["first"].as_str().is_some_and(|first| kind.contains(&format!("human ({first})")))
}

fn cell(square: &Value) -> Option<usize> {
    usize::try_from(square.as_u64()?).ok()?.checked_sub(1).filter(|&cell| cell < 64)
}
