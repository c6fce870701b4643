//! The tables of Appendix C: the leading terms with their correlations, signs and powers, and the discarded ones.

use super::learner::{Knowledge, Learner};
use super::record::{Change, Series, SeriesGame};
use crate::samuel::generalization::alpha::{Active, Alpha};
use crate::samuel::generalization::correlation::{Correlation, Powers};
use crate::samuel::td_leaf::{TdLeaf, Weight};
use crate::samuel::terms::Term;
use crate::samuel::terms::polynomial::Coefficient;
use std::fmt::Write;

/// All that can be said of a learner in tables.
pub fn tables(terms: &[Term], learner: &Learner, powers: Powers) -> String {
    match &learner.knowledge {
        Knowledge::Samuel(alpha) => alphas(terms, alpha, powers, learner.games),
        Knowledge::TdLeaf(weights) => weighed(terms, weights),
    }
}

/// A line of the table of terms.
pub struct Leading {
    pub term: &'static str,
    pub correlation: f64,
    pub negative: bool,
    pub power: i64,
    pub adjusted: u32,
}

/// The tables of Appendix C as numbers.
pub struct Appendix {
    /// How many sets of adjustments were made.
    pub adjustments: u64,
    /// The active terms, the largest correlation first.
    pub active: Vec<Leading>,
    /// The discarded terms: how often, and how many times they had been adjusted.
    pub discarded: Vec<(&'static str, u32, u32)>,
}

/// The tables of a learner by Samuel's procedure; `None` of another one.
pub fn appendix(terms: &[Term], learner: &Learner, powers: Powers) -> Option<Appendix> {
    match &learner.knowledge {
        Knowledge::Samuel(alpha) => Some(numbers(terms, alpha, powers)),
        Knowledge::TdLeaf(_) => None,
    }
}

fn numbers(terms: &[Term], alpha: &Alpha, powers: Powers) -> Appendix {
    let sorted = alpha.by_correlation();
    let correlations: Vec<Correlation> = sorted.iter().map(|active| active.correlation).collect();
    let row = |(active, coefficient): (&Active, Coefficient)| Leading {
        term: terms[active.term].name,
        correlation: active.correlation.value,
        negative: active.correlation.negative,
        // Where there are no powers, the size itself.
        power: match coefficient {
            Coefficient::Power { power, .. } => i64::from(power),
            other => other.value().abs(),
        },
        adjusted: active.correlation.used,
    };
    let discarded = alpha.discards.iter();
    Appendix {
        adjustments: alpha.adjustments,
        active: sorted.iter().zip(powers.coefficients(&correlations)).map(row).collect(),
        discarded: discarded.map(|(&term, one)| (terms[term].name, one.times, one.adjusted)).collect(),
    }
}

fn alphas(terms: &[Term], alpha: &Alpha, powers: Powers, games: u64) -> String {
    let tables = numbers(terms, alpha, powers);
    let mut text = format!(
        "evaluation polynomial after {games} games, {} sets of adjustments\n{:<8}{:>12}{:>6}{:>7}{:>10}\n",
        tables.adjustments, "term", "correlation", "sign", "power", "adjusted"
    );
    for Leading { term, correlation, negative, power, adjusted } in tables.active {
        let sign = if negative { '-' } else { '+' };
        let _ = writeln!(text, "{term:<8}{correlation:>12.2}{sign:>6}{power:>7}{adjusted:>10}");
    }
    let (all, adjusted) = (alpha.discarded(), "adjusted before discard");
    let _ = writeln!(text, "discarded {all} times\n{:<8}{:>6}{adjusted:>26}", "term", "times");
    for (term, times, adjusted) in tables.discarded {
        let _ = writeln!(text, "{term:<8}{times:>6}{adjusted:>26}");
    }
    text
}

fn weighed(terms: &[Term], weights: &TdLeaf) -> String {
    let all = &weights.weights;
    let tapered = all.len() > terms.len();
    let boards = if tapered { "; with the full board, then with the bare one" } else { "" };
    let mut text = format!("weights after {} games, in men: average and last{boards}\n", weights.games);
    // The weights of each term, on the full board and on the bare one.
    let mut sorted: Vec<(usize, Vec<&Weight>)> = (0..terms.len())
        .map(|term| (term, all.iter().skip(term).step_by(terms.len()).collect::<Vec<_>>()))
        .filter(|(_, boards)| boards[0].learned)
        .collect();
    let largest = |boards: &[&Weight]| boards.iter().map(|weight| weight.average.abs()).fold(0.0, f64::max);
    sorted.sort_by(|(_, a), (_, b)| largest(b).total_cmp(&largest(a)));
    for (term, boards) in sorted {
        let _ = write!(text, "{:<8}", terms[term].name);
        for Weight { last, average, .. } in boards {
            let _ = write!(text, "{average:>+9.4}{last:>+9.4}");
        }
        text.push('\n');
    }
    text
}

/// What a series came to: the games in blocks of seven, as the paper tells of them.
pub fn results(series: &Series, blocks: usize) -> String {
    let mut text = String::new();
    let mut line = |name: String, games: &[SeriesGame]| {
        let [won, lost, drawn] = Series::tally(games);
        let changes: u32 = games.iter().map(|game| game.changes).sum();
        let count = |change| games.iter().filter(|game| game.change == change).count();
        let plies: usize = games.iter().map(|game| game.plies).sum();
        let _ = writeln!(
            text,
            "{name:<18} won {won:>3}  lost {lost:>3}  drawn {drawn:>3}  changes of the lead {changes:>3}  adopted {:>3}  \
             drastic changes {:>2}  moves {:.1}",
            count(Change::Adopted),
            count(Change::Upset),
            plies as f64 / games.len().max(1) as f64
        );
    };
    if blocks > 0 {
        let number = series.games.len().div_ceil(7).min(blocks);
        for (index, block) in series.games.chunks(7).take(number).enumerate() {
            let first = index * 7 + 1;
            line(format!("games {first} to {}", first + block.len() - 1), block);
        }
    }
    if series.games.len() > 28 {
        line("games 1 to 28".to_owned(), &series.games[..28]);
    }
    line(format!("all {}", series.games.len()), &series.games);
    text
}
