//! The state of the match: what every pairing has scored, and what every engine has done wrong.

use crate::engine::{Fault, FaultKind};
use crate::openings::Opening;
use crate::play::{Ending, Finished};
use crate::referee::index;
use crate::settings::Settings;
use crate::stats::ratings::{Ratings, ratings};
use crate::stats::repeats::{self, Repeats, of_first};
use crate::stats::usage::Usage;
use crate::stats::{Points, Tally, sprt};
use games::{GameResult, Player};
use std::collections::BTreeMap;

#[derive(Clone, Debug, Default)]
pub struct Standings {
    /// Results by pairing (the lower index first), for the engine of the lower index.
    pairings: BTreeMap<[usize; 2], Tally>,
    repeats: Repeats,
    faults: BTreeMap<usize, BTreeMap<FaultKind, (u64, String)>>,
    /// Games by the reason of their end.
    endings: BTreeMap<&'static str, u64>,
    games: u64,
    /// Every pair for player one of its first game.
    first_player: Tally,
    /// Results of each engine as player one and as player two: lost, drawn, won.
    by_player: BTreeMap<usize, [[u64; 3]; 2]>,
    /// What engines have spent on their moves.
    usage: BTreeMap<usize, Usage>,
    openings: BTreeMap<usize, OpeningTally>,
}

/// What has come of an opening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpeningTally {
    /// Games by the points of player one: lost, drawn, won.
    pub for_first: [u64; 3],
    /// Plies behind the opening, in all of them.
    pub plies: u64,
}

impl OpeningTally {
    /// How many games began with it.
    pub const fn games(&self) -> u64 {
        self.for_first[0] + self.for_first[1] + self.for_first[2]
    }

    /// Points of player one per game; a half without any game.
    pub fn score(&self) -> f64 {
        let [_, drawn, won] = self.for_first;
        if self.games() == 0 { 0.5 } else { (won as f64 + 0.5 * drawn as f64) / self.games() as f64 }
    }

    /// How decided it is: 0 if player one scores a half, 1 if one of the players always wins.
    pub fn decidedness(&self) -> f64 {
        (2.0 * self.score() - 1.0).abs()
    }
}

impl Standings {
    /// Counts a game that began with this opening.
    pub fn add(&mut self, finished: &Finished, opening: &Opening) {
        let [one, two] = finished.game.engines;
        let points = match finished.result {
            GameResult::Win(Player::P1) => Points::Win,
            GameResult::Win(Player::P2) => Points::Loss,
            GameResult::Draw => Points::Draw,
        };
        self.add_details(finished, points);
        let moves = opening.moves.iter().chain(finished.moves.iter().map(|m| &m.text)).map(String::as_str);
        let end = (finished.ending.name(), finished.result.to_string());
        let key = repeats::key([one, two], opening.fen.as_deref(), moves, end);
        let first = self.repeats.add(finished.game.pair, [one, two], key, points);
        let tally = self.pairings.entry([one.min(two), one.max(two)]).or_default();
        match first {
            Some(first) => {
                tally.add_second(first.of_first(), of_first([one, two], points), first.repeated);
                self.first_player.add_second(first.points, points, first.repeated);
            }
            None => {
                tally.add_first(of_first([one, two], points));
                self.first_player.add_first(points);
            }
        }
        self.games += 1;
        *self.endings.entry(finished.ending.name()).or_default() += 1;
        if let Ending::Fault(player, fault) = &finished.ending {
            self.add_fault(finished.game.engines[index(*player)], fault);
        }
    }

    /// Counts what does not depend on who plays whom: colours, openings, time.
    fn add_details(&mut self, finished: &Finished, points: Points) {
        for (side, (engine, points)) in
            finished.game.engines.into_iter().zip([points, points.flipped()]).enumerate()
        {
            self.by_player.entry(engine).or_default()[side][points as usize] += 1;
        }
        for m in &finished.moves {
            self.usage.entry(finished.game.engines[index(m.player)]).or_default().add(m);
        }
        let opening = self.openings.entry(finished.game.opening).or_default();
        opening.for_first[points as usize] += 1;
        opening.plies += finished.moves.len() as u64;
    }

    /// The results of all games for player one.
    pub const fn first_player(&self) -> Tally {
        self.first_player
    }

    /// Results of an engine as player one and as player two: lost, drawn, won.
    pub fn by_player(&self, engine: usize) -> [[u64; 3]; 2] {
        self.by_player.get(&engine).copied().unwrap_or_default()
    }

    /// What an engine has spent on its moves.
    pub fn usage(&self, engine: usize) -> Usage {
        self.usage.get(&engine).copied().unwrap_or_default()
    }

    /// What has come of each opening that was played, by its index.
    pub fn openings(&self) -> impl Iterator<Item = (usize, OpeningTally)> + '_ {
        self.openings.iter().map(|(&opening, &tally)| (opening, tally))
    }

    pub fn ratings(&self, engines: usize) -> Ratings {
        let pairings: Vec<_> = self.pairings().map(|(pairing, tally)| (pairing, tally.distinct())).collect();
        ratings(engines, &pairings)
    }

    pub fn add_fault(&mut self, engine: usize, fault: &Fault) {
        let of_kind = self.faults.entry(engine).or_default().entry(fault.kind);
        of_kind.or_insert_with(|| (0, fault.detail.clone())).0 += 1;
    }

    /// How many games had been played before, move for move, by the same players.
    pub const fn repeated(&self) -> u64 {
        self.repeats.count()
    }

    /// How many games have been counted.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Results of every pairing that has played, for its first engine.
    pub fn pairings(&self) -> impl Iterator<Item = ([usize; 2], Tally)> + '_ {
        self.pairings.iter().map(|(&pairing, &tally)| (pairing, tally))
    }

    /// Results of one engine against all others.
    pub fn of_engine(&self, engine: usize) -> Tally {
        let mut sum = Tally::default();
        for (&[one, two], &tally) in &self.pairings {
            if one == engine {
                sum += tally;
            } else if two == engine {
                sum += tally.flipped();
            }
        }
        sum
    }

    /// Results of one engine against another one.
    pub(crate) fn pairing(&self, one: usize, two: usize) -> Tally {
        let tally = self.pairings.get(&[one.min(two), one.max(two)]).copied().unwrap_or_default();
        if one < two { tally } else { tally.flipped() }
    }

    /// Engines with their results against all others, the best first; equal scores keep the order of the settings.
    pub(crate) fn ranked(&self, engines: usize) -> Vec<(usize, Tally)> {
        let mut ranked: Vec<_> = (0..engines).map(|engine| (engine, self.of_engine(engine))).collect();
        ranked.sort_by(|a, b| b.1.score().total_cmp(&a.1.score()));
        ranked
    }

    /// Misbehaviour of one engine by kind, with what there was to say the first time.
    pub fn faults(&self, engine: usize) -> impl Iterator<Item = (FaultKind, u64, &str)> + '_ {
        let kinds = self.faults.get(&engine).into_iter().flatten();
        kinds.map(|(&kind, (count, detail))| (kind, *count, detail.as_str()))
    }

    pub fn any_fault(&self) -> bool {
        !self.faults.is_empty()
    }

    /// Games by the reason of their end.
    pub fn endings(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        self.endings.iter().map(|(&name, &count)| (name, count))
    }

    /// Where the test of two engines stands, if there is one.
    pub fn sprt(&self, settings: &Settings) -> Option<sprt::State> {
        let pairs = self.pairings.get(&[0, 1]).map(|tally| tally.pairs).unwrap_or_default();
        settings.sprt.as_ref().map(|test| sprt::state(test, &pairs))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::sample;

    #[test]
    fn the_same_moves_with_another_result_are_another_game() {
        let (settings, mut game) = sample(&["111"], Player::P2);
        let mut standings = Standings::default();
        for result in [GameResult::Draw, GameResult::Win(Player::P1), GameResult::Draw] {
            game.result = result;
            standings.add(&game, &settings.openings[0]);
        }
        assert_eq!((standings.games(), standings.repeated()), (3, 1));
    }
}
