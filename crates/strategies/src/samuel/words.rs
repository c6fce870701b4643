//! What the program says about a move and a position, in the terms of the paper.

use crate::samuel::look_ahead::think::Thought;
use crate::samuel::terms::scoring::{Scoring, TermValue, UNIT, men};
use crate::samuel::terms::{Subject, position_before};
use games::Played;
use std::fmt::Write;

/// How many terms a reason names.
const LEADING: usize = 3;

/// Why the best move is the best.
pub(crate) fn reason<G: Subject>(game: &Played<G>, scoring: &Scoring<G>, thought: &Thought<G>) -> String {
    let Some((best, score)) = thought.candidates.first().and_then(|best| Some((best, best.score?))) else {
        return "no time to look ahead: the first move".to_owned();
    };
    let all = thought.candidates.len();
    let ahead = format!("ply {} to {}, best of {all} moves", thought.ply, thought.deepest);
    if let Some(end) = thought.end() {
        let what = match (scoring.is_give_away(), score > 0) {
            (false, true) => "a win is predicted",
            (false, false) => "it is going to lose",
            (true, true) => "a win of the give-away game is predicted",
            (true, false) => "it is going to lose the give-away game",
        };
        return format!("{ahead}: {what} in {end} plies");
    }
    let end = thought.expected(game);
    let position = end.position();
    let sign: i64 = if position.to_move() == game.position().to_move() { 1 } else { -1 };
    let pieces = men::<G>(sign * scoring.pieces(position.advantage()));
    let mut text = format!("{ahead}; at the end of the line piece advantage {pieces:+.2} {}", G::UNIT);
    let mut terms = scoring.terms(position, &position_before(&end));
    terms.sort_by_key(|term| std::cmp::Reverse(term.contribution.abs()));
    for term in terms.iter().take(LEADING).filter(|term| term.contribution != 0) {
        let _ = write!(text, ", {} {:+}", G::TERMS[term.term].name, sign * term.contribution / UNIT);
    }
    if let Some(plies) = best.behind {
        let _ = write!(text, "; its score is remembered, with {plies} plies behind it");
    }
    text
}

/// The score of the position without looking ahead, term by term, for the side to move.
pub(crate) fn evaluation<G: Subject>(game: &Played<G>, scoring: &Scoring<G>) -> String {
    let (position, earlier) = (game.position(), position_before(game));
    let terms = scoring.terms(position, &earlier);
    let pieces = scoring.pieces(position.advantage());
    let mut text =
        String::from("for the side to move; values of terms are credited to the side that has moved\n");
    if game.plies() == 0 {
        text.push_str("(there is no last move: compared with the same position, the other side to move)\n");
    }
    let _ = writeln!(text, "{:<8}{:>8}{:>17}{:>14}  meaning", "term", "value", "coefficient", "to score");
    let _ = writeln!(text, "{:<8}{:>8}{:>17}{:>14}  piece advantage", "pieces", "", "", pieces / UNIT);
    for term in &terms {
        let spec = G::TERMS[term.term];
        let _ = writeln!(
            text,
            "{:<8}{:>8}{:>17}{:>14}  {}",
            spec.name,
            value::<G>(term),
            term.coefficient,
            term.contribution / UNIT,
            spec.meaning
        );
    }
    let score = pieces + terms.iter().map(|term| term.contribution).sum::<i64>();
    let _ = writeln!(
        text,
        "{:<8}{:>8}{:>17}{:>14}  or {:+.2} {}",
        "score",
        "",
        "",
        score / UNIT,
        men::<G>(score),
        G::UNIT
    );
    let reserve: Vec<_> = scoring.polynomial().reserve().iter().map(|&term| G::TERMS[term].name).collect();
    let _ =
        write!(text, "reserve: {}", if reserve.is_empty() { "none".to_owned() } else { reserve.join(" ") });
    text
}

/// A term's value as text.
fn value<G: Subject>(term: &TermValue) -> String {
    (term.value as f64 / G::TERMS[term.term].parts() as f64).to_string()
}
