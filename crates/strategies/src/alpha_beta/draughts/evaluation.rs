//! What a position of draughts is worth at a glance: a sum of counts, each with weights for four phases, so that what is good
//! changes smoothly as pieces leave the board.

use super::super::trained::{Trainable, built_in, is_quiet};
use super::Board;
use super::counts::{Count, FEATURES, MEN_AT, counts, men};
use super::regions;
use super::solved::WON;
use games::draughts::Draughts;
use std::sync::LazyLock;

/// What every count is worth, in hundredths of a man.
#[derive(Debug)]
pub(super) struct Weights {
    /// Between two phases: at the first of them and at the second. Regions of men hold the worth of the men's squares, too.
    all: [Vec<[i16; 2]>; PHASES - 1],
    /// As they were read.
    plain: Vec<[i16; PHASES]>,
}

impl Weights {
    pub(super) fn of(weights: &[i16]) -> Self {
        let plain: Vec<[i16; PHASES]> = weights.as_chunks().0.to_vec();
        let all = std::array::from_fn(|first| {
            let two = |weights: &[i16; PHASES]| [weights[first], weights[first + 1]];
            let mut all: Vec<_> = plain.iter().map(two).collect();
            regions::men_of(|number, square, sign| {
                let man = two(&plain[square]);
                let sums = all[MEN_AT + number].iter_mut().zip(man);
                sums.for_each(|(sum, man)| *sum = sum.saturating_add(sign.saturating_mul(man)));
            });
            all
        });
        Self { all, plain }
    }

    /// The worth of a position to the side to move, in hundredths of a man.
    pub(super) fn evaluate(&self, position: &Draughts) -> i32 {
        let (first, part) = phase(position);
        let (all, mut sums) = (&self.all[first][..], [0, 0]);
        counts(position, |count, n| {
            if let Some(weight) = all.get(count.number()) {
                sums[0] += n * i32::from(weight[0]);
                sums[1] += n * i32::from(weight[1]);
            }
        });
        // Whatever weights a file has, nothing looks like a win that the endings know.
        ((sums[0] * (STEP - part) + sums[1] * part) / STEP).clamp(1 - WON / 2, WON / 2 - 1)
    }
}

/// The weights that are built in: see docs/research/draughts.md.
pub(super) static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| built_in::<Draughts, _>(Weights::of));

/// Weights are those of 22 pieces and more, of 16, of 10, and of 4: between them they change bit by bit.
const PHASES: usize = 4;
const MANY: i32 = 22;
const STEP: i32 = 6;

/// Between which phases a position lies, by the first of them, and how far from it, in parts of [`STEP`].
fn phase(position: &Draughts) -> (usize, i32) {
    let pieces = (!position.empty()).count_ones() as i32;
    let gone = (MANY - pieces).clamp(0, STEP * (PHASES as i32 - 1));
    let first = (gone / STEP).min(PHASES as i32 - 2);
    (first as usize, gone - STEP * first)
}

/// The worth of a position to the side to move, in hundredths of a man, by the weights that are built in.
pub fn evaluate(position: &Draughts) -> i32 {
    WEIGHTS.evaluate(position)
}

impl Trainable for Draughts {
    const FEATURES: &'static str = "men, kings, terms, lead, men by region, material, kings by block";
    const COUNT: usize = FEATURES;
    const PHASES: usize = PHASES;
    const LOGIT: f64 = 0.003;
    const DECIDED: i32 = 500;
    const BALLOTS: bool = true;

    fn built_in() -> &'static str {
        include_str!("built-in.weights")
    }

    fn counts(&self, add: &mut dyn FnMut(usize, i32)) -> f32 {
        let mut sums = [0; MEN_AT];
        counts(self, |count, n| match count.number() {
            number if number < MEN_AT => sums[number] += n,
            number => add(number, n),
        });
        men(self, |square, sign| sums[square] += sign);
        for (number, &n) in sums.iter().enumerate().filter(|&(_, &n)| n != 0) {
            add(number, n);
        }
        let (first, part) = phase(self);
        1.0 - (first as f32 + part as f32 / STEP as f32) / (PHASES - 1) as f32
    }

    fn is_quiet(&self) -> bool {
        is_quiet::<Self, Board>(self, 0)
    }
}

/// The evaluation in lines for people: what is counted, the mover's less the other side's, and what it comes to.
pub(super) fn table(position: &Draughts, weights: &Weights) -> Vec<String> {
    let mut rows: Vec<(String, i32, i32)> = Vec::new();
    let (first, part) = phase(position);
    let mut row = |name: String, n: i32, number: usize| {
        let [one, other] = [first, first + 1].map(|phase| i32::from(weights.plain[number][phase]));
        let worth = n * (one * (STEP - part) + other * part) / STEP;
        match rows.iter_mut().find(|(other, ..)| *other == name) {
            Some(row) => (row.1, row.2) = (row.1 + n, row.2 + worth),
            None => rows.push((name, n, worth)),
        }
    };
    men(position, |square, sign| {
        row("Men".to_owned(), sign, square);
    });
    counts(position, |count, n| {
        let name = match count {
            Count::King(_) => "Kings".to_owned(),
            Count::Term(term) => format!("{term:?}"),
            Count::Lead => "Lead".to_owned(),
            Count::Men(_) => "Regions".to_owned(),
            Count::Material(_) => "Material".to_owned(),
            Count::Block(_) => "Blocks".to_owned(),
        };
        row(name, n, count.number());
    });
    let rows = rows.into_iter().filter(|row| row.1 != 0 || row.2 != 0);
    rows.map(|(name, n, worth)| format!("  {name:10} {n:+4} {worth:+6}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Game as _;
    use games::random::SplitMix64;

    /// A position with the colours and the board turned is worth the same.
    #[test]
    fn both_sides_are_judged_alike() {
        let mut random = SplitMix64::new(5);
        for _ in 0..300 {
            let mut position = Draughts::start(&());
            for _ in 0..60 {
                let moves = position.moves();
                let Some(&m) = random.one_of(&moves) else { break };
                assert_eq!(evaluate(&position), evaluate(&position.turned()), "{}", position.to_text());
                position.play(m);
            }
        }
    }
}
