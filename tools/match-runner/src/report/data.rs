//! What a report needs to know of games, read from their records, and what it counts. Fields that it does not know are
//! left alone, so that newer records can be read too.

use crate::stats::ratings::{Rating, ratings};
use crate::stats::repeats::{self, Repeats, of_first};
use crate::stats::{Points, Tally};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A move of an engine.
#[derive(Clone, Debug, Deserialize)]
pub struct MoveRecord {
    #[serde(default)]
    pub r#move: String,
    /// Who played it: `p1` or `p2`.
    pub player: String,
    /// How long that took, in milliseconds.
    #[serde(default)]
    pub time_ms: f64,
    /// Plies searched, if the engine said so.
    #[serde(default)]
    pub depth: Option<u32>,
    /// Nodes searched, if the engine said so.
    #[serde(default)]
    pub nodes: Option<u64>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct GameRecord {
    /// Its pair: the games of one opening with players exchanged.
    #[serde(default)]
    pub pair: Option<usize>,
    #[serde(default)]
    pub rules: String,
    /// The name of player one.
    pub p1: String,
    /// The name of player two.
    pub p2: String,
    /// What bounds player one's thinking.
    #[serde(default)]
    pub p1_limit: String,
    /// What bounds player two's thinking.
    #[serde(default)]
    pub p2_limit: String,
    /// The starting position; `None`: the usual one.
    #[serde(default)]
    pub fen: Option<String>,
    /// The moves of the opening.
    #[serde(default)]
    pub opening: Vec<String>,
    /// The moves of the engines.
    pub moves: Vec<MoveRecord>,
    /// `p1win`, `p2win` or `draw`.
    pub result: String,
    #[serde(default)]
    pub reason: String,
}

impl GameRecord {
    /// The points of player one.
    pub fn points(&self) -> Points {
        match self.result.as_str() {
            "p1win" => Points::Win,
            "p2win" => Points::Loss,
            _ => Points::Draw,
        }
    }

    /// Moves played, those of the opening included.
    pub const fn plies(&self) -> usize {
        self.opening.len() + self.moves.len()
    }
}

/// Reads records, one on each line. A last line without its end is what a killed match leaves: it is skipped.
///
/// # Errors
/// A sentence that names the line, or says that there is no game.
pub fn parse(text: &str) -> Result<Vec<GameRecord>, String> {
    let mut games = Vec::new();
    for (number, line) in text.split_inclusive('\n').enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        match serde_json::from_str::<GameRecord>(line) {
            Ok(game) if ["p1win", "p2win", "draw"].contains(&game.result.as_str()) => games.push(game),
            Ok(game) => {
                let what = format!("result is one of p1win, p2win, draw, and not '{}'", game.result);
                return Err(format!("line {}: {what}", number + 1));
            }
            Err(_) if !line.ends_with('\n') => {}
            Err(error) => return Err(format!("line {} is not a record of a game: {error}", number + 1)),
        }
    }
    if games.is_empty() { Err("there is no game in it".to_owned()) } else { Ok(games) }
}

/// What there is to say of an engine.
#[derive(Clone, Debug)]
pub(super) struct EngineRow {
    pub name: String,
    /// What bounded its thinking.
    pub limits: Vec<String>,
    /// Its results against all others.
    pub tally: Tally,
    /// Its results as player one.
    pub first: Tally,
    /// How strong it is, by the games of all engines together.
    pub rating: Option<Rating>,
    /// Milliseconds of each of its moves, ascending.
    pub times: Vec<f64>,
    /// Depths said, summed, and how many.
    pub depth: (u64, u64),
    /// Nodes said, summed, and how many.
    pub nodes: (u64, u64),
}

/// What is counted over all games.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    /// Engines, best first.
    pub engines: Vec<EngineRow>,
    /// Whether drawn games had to be added to have finite ratings.
    pub with_prior: bool,
    /// Results of the first engine (by place in `engines`) against the second.
    pub pairings: BTreeMap<(usize, usize), Tally>,
    /// Games by the reason of their end.
    pub reasons: BTreeMap<String, u64>,
    /// Games that had been played before, move for move, by the same players.
    pub repeated: u64,
}

pub(super) fn count(games: &[GameRecord]) -> Counted {
    let mut names: Vec<&str> = Vec::new();
    for name in games.iter().flat_map(|game| [game.p1.as_str(), game.p2.as_str()]) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let mut tallies: BTreeMap<(usize, usize), Tally> = BTreeMap::new();
    let mut repeats = Repeats::default();
    let mut engines: Vec<EngineRow> = names.iter().map(|name| empty(name)).collect();
    let mut reasons = BTreeMap::new();
    let place = |name: &str| names.iter().position(|other| *other == name).unwrap_or(0);
    for game in games {
        let (one, two) = (place(&game.p1), place(&game.p2));
        *reasons.entry(game.reason.clone()).or_insert(0) += 1;
        add_moves(&mut engines, [one, two], game);
        engines[one].first.add_first(game.points());
        let moves = game.opening.iter().chain(game.moves.iter().map(|m| &m.r#move)).map(String::as_str);
        let key = repeats::key([one, two], game.fen.as_deref(), moves, &game.reason);
        let key = Some(key).filter(|_| game.moves.iter().any(|m| !m.r#move.is_empty()));
        let first = game.pair.and_then(|pair| repeats.add(pair, [one, two], key, game.points()));
        let tally = tallies.entry((one.min(two), one.max(two))).or_default();
        let points = of_first([one, two], game.points());
        match first {
            Some(first) => tally.add_second(first.of_first(), points, first.repeated),
            None => tally.add_first(points),
        }
    }
    for (&(one, two), &tally) in &tallies {
        engines[one].tally += tally;
        engines[two].tally += tally.flipped();
    }
    ranked(engines, &tallies, reasons, repeats.count())
}

/// Puts the best engine first, and the pairings in the same order.
fn ranked(
    mut engines: Vec<EngineRow>,
    tallies: &BTreeMap<(usize, usize), Tally>,
    reasons: BTreeMap<String, u64>,
    repeated: u64,
) -> Counted {
    let results: Vec<([usize; 2], Tally)> =
        tallies.iter().map(|(&(one, two), &tally)| ([one, two], tally.distinct())).collect();
    let rated = ratings(engines.len(), &results);
    for (engine, rating) in engines.iter_mut().zip(&rated.ratings) {
        engine.rating = *rating;
        engine.times.sort_by(f64::total_cmp);
    }
    let mut order: Vec<usize> = (0..engines.len()).collect();
    order.sort_by(|&a, &b| engines[b].tally.score().total_cmp(&engines[a].tally.score()));
    let mut rank = vec![0; order.len()];
    for (new, &old) in order.iter().enumerate() {
        rank[old] = new;
    }
    let pairings = tallies.iter().map(|(&(one, two), &tally)| {
        let (a, b) = (rank[one], rank[two]);
        if a <= b { ((a, b), tally) } else { ((b, a), tally.flipped()) }
    });
    Counted {
        pairings: pairings.collect(),
        engines: order.iter().map(|&old| engines[old].clone()).collect(),
        with_prior: rated.with_prior,
        reasons,
        repeated,
    }
}

fn empty(name: &str) -> EngineRow {
    EngineRow {
        name: name.to_owned(),
        limits: Vec::new(),
        tally: Tally::default(),
        first: Tally::default(),
        rating: None,
        times: Vec::new(),
        depth: (0, 0),
        nodes: (0, 0),
    }
}

fn add_moves(engines: &mut [EngineRow], places: [usize; 2], game: &GameRecord) {
    for (place, limit) in places.into_iter().zip([&game.p1_limit, &game.p2_limit]) {
        if !limit.is_empty() && !engines[place].limits.contains(limit) {
            engines[place].limits.push(limit.clone());
        }
    }
    for m in &game.moves {
        let row = &mut engines[places[usize::from(m.player == "p2")]];
        if m.time_ms.is_finite() {
            row.times.push(m.time_ms.max(0.0));
        }
        if let Some(depth) = m.depth {
            row.depth = (row.depth.0 + u64::from(depth), row.depth.1 + 1);
        }
        if let Some(nodes) = m.nodes {
            row.nodes = (row.nodes.0.saturating_add(nodes), row.nodes.1 + 1);
        }
    }
}

/// The value below which this share of an ascending list lies.
pub(super) fn quantile(ascending: &[f64], share: f64) -> Option<f64> {
    let last = ascending.len().checked_sub(1)?;
    ascending.get(((last as f64) * share).round() as usize).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(pair: usize, p1: &str, p2: &str, result: &str) -> String {
        format!(
            "{{\"pair\":{pair},\"p1\":\"{p1}\",\"p2\":\"{p2}\",\"result\":\"{result}\",\"reason\":\"rules\",\"news\":1,\
             \"moves\":[{{\"player\":\"p1\",\"time_ms\":2.0,\"depth\":4}},{{\"player\":\"p2\",\"time_ms\":6.0}}]}}\n"
        )
    }

    #[test]
    fn games_are_counted_by_engine_and_pair() {
        let text = line(1, "A", "B", "p2win") + &line(1, "B", "A", "p1win") + &line(2, "B", "A", "draw");
        let counted = count(&parse(&text).unwrap());
        assert_eq!(counted.engines[0].name, "B");
        let tally = counted.engines[0].tally;
        assert_eq!((tally.wins, tally.draws, tally.pairs.ww, tally.single), (2, 1, 1, [0, 1, 0]));
        assert_eq!(counted.pairings[&(0, 1)], tally);
        assert_eq!(counted.engines[0].times, [2.0, 2.0, 6.0]);
        assert_eq!(counted.engines[1].depth, (4, 1));
        assert_eq!(counted.reasons["rules"], 3);
    }

    #[test]
    fn ratings_are_those_of_all_games_together() {
        let mut text = String::new();
        for (pair, (p1, p2)) in [("A", "B"), ("B", "C")].into_iter().enumerate() {
            for result in ["p1win", "p1win", "p1win", "p2win"] {
                text.push_str(&line(2 * pair + 1, p1, p2, result));
            }
        }
        let counted = count(&parse(&text).unwrap());
        let elo = |name: &str| {
            let row = counted.engines.iter().find(|row| row.name == name).unwrap();
            row.rating.unwrap().elo
        };
        // Three of four points are 190.8 Elo; A and C have not met, and are twice as far apart.
        assert!((elo("A") - 190.8).abs() < 0.1 && elo("B").abs() < 0.1 && (elo("C") + 190.8).abs() < 0.1);
        assert!(!counted.with_prior);
        let whitewash = count(&parse(&line(1, "A", "B", "p1win")).unwrap());
        assert!(whitewash.with_prior && whitewash.engines[0].rating.unwrap().elo.is_finite());
    }

    #[test]
    fn what_is_no_record_is_named() {
        let good = line(1, "A", "B", "draw");
        for (text, part) in [
            (String::new(), "no game"),
            (format!("{good}hello\n"), "line 2"),
            (line(1, "A", "B", "win"), "one of p1win"),
        ] {
            let error = parse(&text).map(|games| games.len()).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
        assert_eq!(parse(&format!("{good}{{\"pair\":2,\"p1")).unwrap().len(), 1, "cut off by a kill");
    }

    #[test]
    fn quantiles() {
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(quantile(&[1.0, 2.0, 3.0], 0.5), Some(2.0));
        assert_eq!(quantile(&[1.0, 2.0, 3.0], 1.0), Some(3.0));
    }
}
