//! Knockout: who loses an encounter is out. The engines are seeded by their order, so that the first two can only meet
//! in the final; where their number is no power of two the first ones have no opponent in the first round.

use super::{Place, Plan, Round, Score};

/// An encounter of a round.
struct Tie {
    engines: [usize; 2],
    score: Score,
    decided: bool,
}

/// A knockout between two rounds.
pub(super) struct Knockout {
    plan: Plan,
    /// Engines that are still in, in the order of the bracket; `None` where nobody was drawn.
    bracket: Vec<Option<usize>>,
    ties: Vec<Tie>,
    /// How often the ties have been prolonged.
    prolonged: usize,
    round: usize,
    /// Who is out, with the round, in the order of leaving.
    out: Vec<(usize, usize)>,
}

impl Knockout {
    pub(super) fn new(plan: &Plan) -> Self {
        let size = plan.engines.next_power_of_two();
        // The opponent of each seed is the one that adds up with it to the size of the round.
        let mut order = vec![0];
        while order.len() < size {
            let next = 2 * order.len();
            order = order.into_iter().flat_map(|seed| [seed, next - 1 - seed]).collect();
        }
        Self {
            plan: *plan,
            bracket: order.into_iter().map(|seed| (seed < plan.engines).then_some(seed)).collect(),
            ties: Vec::new(),
            prolonged: 0,
            round: 0,
            out: Vec::new(),
        }
    }

    fn undecided(&self) -> impl Iterator<Item = &Tie> {
        self.ties.iter().filter(|tie| !tie.decided)
    }

    /// Makes the winners the bracket of the next round.
    fn advance(&mut self) {
        let mut ties = std::mem::take(&mut self.ties).into_iter();
        let mut winners = Vec::with_capacity(self.bracket.len() / 2);
        for two in self.bracket.chunks(2) {
            let winner = match *two {
                [Some(_), Some(_)] => ties.next().map(|Tie { engines: [one, two], score, .. }| {
                    let first =
                        if score.first == score.second { one < two } else { score.first > score.second };
                    let (winner, loser) = if first { (one, two) } else { (two, one) };
                    self.out.push((loser, self.round));
                    winner
                }),
                [one, two] => one.or(two),
                _ => None,
            };
            winners.push(winner);
        }
        self.bracket = winners;
    }

    fn draw(&mut self) {
        self.round += 1;
        self.prolonged = 0;
        let engines = self.bracket.chunks(2).filter_map(|two| match *two {
            [Some(one), Some(two)] => Some([one, two]),
            _ => None,
        });
        self.ties = engines.map(|engines| Tie { engines, score: Score::default(), decided: false }).collect();
    }

    /// The encounters that come next; `None` when it is over.
    pub(super) fn next(&mut self) -> Option<Round> {
        let again = !self.ties.is_empty() && self.prolonged < self.plan.tie_breaks;
        if again && self.undecided().next().is_some() {
            self.prolonged += 1;
            return Some(Round { encounters: self.undecided().map(|tie| tie.engines).collect(), pairs: 1 });
        }
        if !self.ties.is_empty() {
            self.advance();
        }
        if self.bracket.len() < 2 {
            return None;
        }
        self.draw();
        Some(Round { encounters: self.undecided().map(|tie| tie.engines).collect(), pairs: self.plan.pairs })
    }

    /// What the encounters of that round have come to, in their order, each for its first engine.
    pub(super) fn record(&mut self, scores: &[Score]) {
        for (tie, score) in self.ties.iter_mut().filter(|tie| !tie.decided).zip(scores) {
            tie.score.first += score.first;
            tie.score.second += score.second;
            tie.decided = tie.score.first != tie.score.second;
        }
    }

    /// The engines by rank, as far as it goes.
    pub(super) fn places(&self) -> Vec<Place> {
        let mut still_in: Vec<usize> = self.bracket.iter().flatten().copied().collect();
        still_in.sort_unstable();
        let over = self.bracket.len() < 2;
        let note = |over| if over { "won the final".to_owned() } else { "still in".to_owned() };
        let ahead = still_in.into_iter().map(|engine| Place { engine, note: note(over) });
        let mut out = self.out.clone();
        // Who went out in the same round stands in the order of the seeding.
        out.sort_by_key(|&(engine, round)| (std::cmp::Reverse(round), engine));
        let out =
            out.into_iter().map(|(engine, round)| Place { engine, note: format!("out in round {round}") });
        ahead.chain(out).collect()
    }
}
