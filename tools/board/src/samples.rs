//! Games that come along to step through: those that the papers print, and some that the rebuilt programs have played
//! with their reasons. The files are those of the repository's `data/`, where their credits stand.

use crate::reading::take_apart;
use games::Game;
use games::draughts::Draughts;
use games::gomoku::Opening;
use games::qubic::Qubic;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

const DOAKE: &str = include_str!("../../../data/qubic/doake-1972-games.json");
const ALLIS: &str = include_str!("../../../data/gomoku/allis-1994-diagrams.json");
const SAMUEL: &str = include_str!("../../../data/draughts/samuel-1959-appendix-b.txt");
const CITRENBAUM: [(&str, &str); 3] = [
    ("Related pairs", include_str!("../../../data/qubic/citrenbaum-1965-games/related-pairs.txt")),
    ("The second player wins", include_str!("../../../data/qubic/citrenbaum-1965-games/second-player.txt")),
    ("A tie", include_str!("../../../data/qubic/citrenbaum-1965-games/tie.txt")),
];

#[derive(Clone, Debug)]
pub struct Sample {
    pub title: Title,
    /// How its moves are written: a value of the option `Notation`.
    pub notation: &'static str,
    pub moves: Vec<String>,
    /// Who played, where that is known: player one and two.
    pub names: [&'static str; 2],
    /// What is said about each of them already; may be shorter.
    pub comments: Vec<String>,
}

/// What a list of games shows.
#[derive(Clone, Debug, Serialize)]
pub struct Title {
    pub id: usize,
    pub game: &'static str,
    pub title: String,
    pub credit: &'static str,
    /// The strategy whose comments belong to it.
    pub strategy: &'static str,
    pub commented: bool,
}

#[derive(Deserialize)]
struct DoakeFile {
    games: Vec<DoakeGame>,
}

#[derive(Deserialize)]
struct DoakeGame {
    id: u32,
    kind: String,
    first: String,
    winner: String,
    win_ply: usize,
    moves: Vec<DoakeMove>,
}

#[derive(Deserialize)]
struct DoakeMove {
    square: u32,
}

#[derive(Deserialize)]
struct Diagram {
    moves: Vec<String>,
}

/// All games that come along; a damaged file gives none, which a test would tell.
pub fn all() -> Vec<Sample> {
    let mut samples = doake();
    samples.extend(citrenbaum());
    samples.extend(olympiad());
    samples.extend(samuel());
    for (id, sample) in samples.iter_mut().enumerate() {
        (sample.title.id, sample.title.commented) = (id, !sample.comments.is_empty());
    }
    samples
}

/// What a list of them shows.
pub fn titles() -> Vec<Title> {
    all().into_iter().map(|sample| sample.title).collect()
}

/// A game without comments, its moves in coordinates.
fn sample(
    [game, strategy, credit]: [&'static str; 3],
    title: String,
    names: [&'static str; 2],
    moves: Vec<String>,
) -> Sample {
    let title = Title { id: 0, game, title, credit, strategy, commented: false };
    Sample { title, notation: "coordinates", moves, names, comments: Vec::new() }
}

fn doake() -> Vec<Sample> {
    let file: DoakeFile = serde_json::from_str(DOAKE).unwrap_or(DoakeFile { games: Vec::new() });
    let of = |game: DoakeGame| {
        let kind = [Qubic::NAME, "score-four", "M. J. Doake, St Andrews 1972"];
        let winner = game.winner.to_lowercase();
        let title = format!("Thesis 1972, game {}: {}; {winner} wins", game.id, game.kind);
        let names = match (game.kind.starts_with("human"), game.first.as_str()) {
            (true, _) => ["A person (White)", "Program of 1972 (Red)"],
            (false, "RED") => ["Program of 1972 (Red)", "Program of 1972 (White)"],
            (false, _) => ["Program of 1972 (White)", "Program of 1972 (Red)"],
        };
        // A move typed after the game had been won is left out.
        let moves = game.moves.iter().take(game.win_ply).map(|m| m.square.to_string());
        Sample { notation: "doake", ..sample(kind, title, names, moves.collect()) }
    };
    file.games.into_iter().map(of).collect()
}

fn citrenbaum() -> Vec<Sample> {
    let of = |(name, text): &(&str, &str)| {
        let kind = [Qubic::NAME, "planar", "R. L. Citrenbaum's program of 1965, rebuilt"];
        let title = format!("Planar of 1965 against itself: {}", name.to_lowercase());
        let lines = text.lines().filter(|line| line.starts_with(['X', 'O']));
        let reasons = lines.map(|line| line.split_whitespace().skip(2).collect::<Vec<_>>().join(" "));
        let moves = take_apart(text, |_| false).moves;
        Sample { comments: reasons.collect(), ..sample(kind, title, ["Planar"; 2], moves) }
    };
    CITRENBAUM.iter().map(of).collect()
}

fn olympiad() -> Vec<Sample> {
    let file: BTreeMap<String, serde_json::Value> = serde_json::from_str(ALLIS).unwrap_or_default();
    let games = file.into_iter().filter(|(name, _)| name.starts_with('6'));
    // Victoria was Black in the first four, as section 7 tells.
    let others = ["Neuron", "Xokk", "Polygon", "Zero Club"].map(|name| ["Victoria", name]);
    let names = others.into_iter().chain(others.map(|[victoria, other]| [other, victoria]));
    let of = |((name, value), names): ((String, serde_json::Value), [&'static str; 2])| {
        let diagram: Diagram = serde_json::from_value(value).ok()?;
        let authors = "L. V. Allis, H. J. van den Herik, M. P. H. Huntjens 1994";
        let title = format!("Olympiad 1992, diagram {name}");
        Some(sample([Opening::NAME, "victoria", authors], title, names, diagram.moves))
    };
    games.zip(names).filter_map(of).collect()
}

fn samuel() -> Vec<Sample> {
    let sections = SAMUEL.split("\n[").skip(1);
    let games = sections.filter_map(|section| section.strip_prefix("game "));
    let of = |text: &str| {
        let (name, moves) = text.split_once(']').unwrap_or((text, ""));
        let moves = moves.split_once('\n').map_or("", |(_, moves)| moves);
        let title = format!("Samuel's program 1959, game {name}");
        let kind = [Draughts::NAME, "samuel", "A. L. Samuel 1959, Appendix B"];
        sample(kind, title, ["Beta", "Alpha"], take_apart(moves, |_| false).moves)
    };
    games.map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_files_give_their_games() {
        let samples = all();
        let count = |game: &str| samples.iter().filter(|sample| sample.title.game == game).count();
        assert_eq!([Qubic::NAME, Opening::NAME, Draughts::NAME].map(count), [8, 8, 4]);
        assert!(samples.iter().enumerate().all(|(id, sample)| sample.title.id == id));
        let plies: Vec<_> = samples.iter().map(|sample| sample.moves.len()).collect();
        assert_eq!(plies[..5], [19, 23, 32, 15, 28], "as the thesis prints them, up to the win");
        assert_eq!(plies[16..], [46, 71, 62, 58], "as Samuel's appendix says");
        assert!(samples[5..8].iter().all(|sample| sample.comments.len() == sample.moves.len()));
    }
}
