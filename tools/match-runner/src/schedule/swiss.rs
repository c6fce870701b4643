//! The Swiss system: in each round engines with equal results meet, and nobody meets anyone twice while that can be
//! helped. An encounter won counts 1, drawn a half; with an odd number of engines one of the last is free in each round,
//! which counts 1. Equal points are ordered by the sum of the opponents' points (Buchholz), then by points in games, then
//! by the order of the settings.
//!
//! Engines are paired from the top down: within a group of equal points the upper half against the lower half, as far
//! as a pairing of all that remain is possible; a maximum matching tells whether it is.

use super::places::halves;
use super::{Place, Plan, Round, Rounds, Score};
use petgraph::algo::maximum_matching;
use petgraph::graph::{NodeIndex, UnGraph};

/// An engine's results so far.
#[derive(Clone, Default)]
struct Record {
    /// Encounters, in halves.
    points: usize,
    /// Games, in halves.
    games: usize,
    opponents: Vec<usize>,
    was_free: bool,
}

/// A Swiss tournament between two rounds.
pub(super) struct Swiss {
    plan: Plan,
    records: Vec<Record>,
    round: usize,
    encounters: Vec<[usize; 2]>,
}

impl Swiss {
    pub(super) fn new(plan: &Plan) -> Self {
        let records = vec![Record::default(); plan.engines];
        Self { plan: *plan, records, round: 0, encounters: Vec::new() }
    }

    fn buchholz(&self, engine: usize) -> usize {
        self.records[engine].opponents.iter().map(|&other| self.records[other].points).sum()
    }

    /// The engines, best first.
    fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.records.len()).collect();
        let key = |&engine: &usize| {
            let record = &self.records[engine];
            std::cmp::Reverse((record.points, self.buchholz(engine), record.games))
        };
        order.sort_by_key(key);
        order
    }

    /// How often two engines have met.
    fn met(&self, one: usize, two: usize) -> usize {
        self.records[one].opponents.iter().filter(|&&other| other == two).count()
    }

    /// Whether all of these can be paired with nobody meeting for more than the `most`-th time again.
    fn can_be_paired(&self, engines: &[usize], most: usize) -> bool {
        let mut graph = UnGraph::<(), ()>::default();
        let nodes: Vec<NodeIndex> = engines.iter().map(|_| graph.add_node(())).collect();
        for (place, &one) in engines.iter().enumerate() {
            for (other, &two) in engines.iter().enumerate().skip(place + 1) {
                if self.met(one, two) <= most {
                    graph.add_edge(nodes[place], nodes[other], ());
                }
            }
        }
        maximum_matching(&graph).len() * 2 == engines.len()
    }

    /// Pairs the engines of a ranking, an even number of them.
    fn paired(&self, mut left: Vec<usize>) -> Vec<[usize; 2]> {
        // Everyone may meet everyone as often as there were rounds, so that this ends.
        let most = (0..=self.round).find(|&most| self.can_be_paired(&left, most)).unwrap_or(self.round);
        let mut pairs = Vec::with_capacity(left.len() / 2);
        while left.len() > 1 {
            let one = left.remove(0);
            let choices = self.choices(one, &left);
            let fits = |&place: &usize| {
                let mut rest = left.clone();
                let two = rest.remove(place);
                self.met(one, two) <= most && self.can_be_paired(&rest, most)
            };
            let place = choices.into_iter().find(fits).unwrap_or(0);
            pairs.push([one, left.remove(place)]);
        }
        pairs
    }

    /// Places of possible opponents in `left`, the most wanted first: in the group of equal points the one half a group
    /// below and those behind it, then those between, then the groups below.
    fn choices(&self, one: usize, left: &[usize]) -> Vec<usize> {
        let same = |&&two: &&usize| self.records[two].points == self.records[one].points;
        let group = left.iter().take_while(same).count();
        let half = group / 2;
        (half..group).chain((0..half).rev()).chain(group..left.len()).collect()
    }
}

impl Rounds for Swiss {
    fn next(&mut self) -> Option<Round> {
        if self.round == self.plan.rounds {
            return None;
        }
        self.round += 1;
        let mut order = self.ranking();
        if order.len() % 2 == 1 {
            // The last of those who have not been free yet; when all have been, the last.
            let free = order.iter().rposition(|&engine| !self.records[engine].was_free);
            let engine = order.remove(free.unwrap_or(order.len() - 1));
            self.records[engine].was_free = true;
            self.records[engine].points += 2;
        }
        self.encounters = self.paired(order);
        Some(Round { encounters: self.encounters.clone(), pairs: self.plan.pairs })
    }

    fn record(&mut self, scores: &[Score]) {
        for ([one, two], score) in std::mem::take(&mut self.encounters).into_iter().zip(scores) {
            let points = match score.first.cmp(&score.second) {
                std::cmp::Ordering::Less => [0, 2],
                std::cmp::Ordering::Equal => [1, 1],
                std::cmp::Ordering::Greater => [2, 0],
            };
            let games = [score.first, score.second];
            for (side, (engine, opponent)) in [(one, two), (two, one)].into_iter().enumerate() {
                let record = &mut self.records[engine];
                record.points += points[side];
                record.games += games[side];
                record.opponents.push(opponent);
            }
        }
    }

    fn places(&self) -> Vec<Place> {
        let place = |engine: usize| {
            let (points, buchholz) = (halves(self.records[engine].points), halves(self.buchholz(engine)));
            Place { engine, note: format!("{points} points, Buchholz {buchholz}") }
        };
        self.ranking().into_iter().map(place).collect()
    }
}
