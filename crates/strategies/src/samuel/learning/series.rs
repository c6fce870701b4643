//! A series of games: Alpha, which learns, against Beta, which keeps its polynomial for the whole of a game (section "Learning
//! procedure involving generalizations"). `td-leaf` learns in the same games, playing both sides.

use super::learner::{Knowledge, Learner, LearnerSettings, Trajectory};
use super::record::{AlphaResult, Change, Series, SeriesGame};
use crate::playing::{Ending, Record};
use crate::samuel::look_ahead::think::{SearchSettings, think};
use crate::samuel::modes::openings::beginning;
use crate::samuel::modes::self_play::{play_with, turn};
use crate::samuel::terms::Subject;
use crate::samuel::terms::polynomial::Polynomial;
use crate::samuel::terms::scoring::Scoring;
use crate::settings::Settings;
use games::{Notation, Outcome, Played, Side};
use search::{Control, Limits};

/// In so many games at the beginning Alpha has the side that does not begin.
const FIRST_GAMES: u64 = 14;
/// Of so many games since Beta last adopted Alpha's polynomial, at least, there must be a majority of wins.
const MAJORITY_OF: u32 = 3;
/// After so many lost games, an arbitrary number, the leading term is set to nothing.
const BLACK_MARKS: u32 = 3;

/// How the games of a series are played.
pub struct Conditions<'a, G: Subject> {
    pub settings: &'a Settings,
    pub learning: LearnerSettings,
    /// A game is ended after so many moves, and judged.
    pub moves: usize,
    /// Each game begins with one of these, in turn, instead of the forced first moves; if there are none, at the first position.
    pub openings: &'a [Played<G>],
    /// After that, so many moves at random; without openings, too, they stand in the place of the forced first moves.
    pub random_plies: usize,
    pub seed: u64,
    pub control: &'a Control,
}

/// Which side Alpha has in a game (from 1): at first the one that does not begin, then either in turn.
const fn alphas_side(number: u64) -> Side {
    if number > FIRST_GAMES && number % 2 == 1 { Side::First } else { Side::Second }
}

/// Which side `td-leaf` has in a game (from 1) against Beta, either in turn; `None` if it has both. Of a hundred games so many are against
/// Beta, spread evenly.
const fn side_against_beta(number: u64, of_a_hundred: u64) -> Option<Side> {
    let (before, now) = ((number - 1) * of_a_hundred / 100, number * of_a_hundred / 100);
    match (now > before, now % 2) {
        (false, _) => None,
        (true, 1) => Some(Side::First),
        (true, _) => Some(Side::Second),
    }
}

/// The game before its first free move: Beta's first moves are forced, one after the other, where Beta begins.
fn opening<G: Subject>(number: u64, conditions: &Conditions<'_, G>) -> Played<G> {
    if conditions.random_plies > 0 || !conditions.openings.is_empty() {
        return beginning(conditions.openings, number, conditions.random_plies, conditions.seed);
    }
    let mut game = Played::new(G::first_position());
    if alphas_side(number) == Side::Second && !G::FIRST_MOVES.is_empty() {
        let cycle =
            if number <= FIRST_GAMES { number - 1 } else { FIRST_GAMES + (number - FIRST_GAMES) / 2 - 1 };
        let text = G::FIRST_MOVES[(cycle % G::FIRST_MOVES.len() as u64) as usize];
        if let Ok(m) = game.position().parse_move(text, Notation::default()) {
            let _ = game.play(m);
        }
    }
    game
}

/// Plays the next game of the series, and has the learner learn from it. `None` if it was interrupted: nothing has been learned then.
pub fn play_next<G: Subject>(learner: &mut Learner, conditions: &Conditions<'_, G>) -> Option<Record<G>> {
    let mut series = learner.series.take()?;
    let kept = learner.knowledge.clone();
    let number = series.games.len() as u64 + 1;
    let alpha = match learner.knowledge {
        Knowledge::Samuel(_) => Some(alphas_side(number)),
        Knowledge::TdLeaf(_) => side_against_beta(number, conditions.learning.beta_games),
    };
    let (record, trajectory, changes) = one_game(learner, &series.beta, alpha, number, conditions);
    if record.ending == Ending::Stopped {
        learner.knowledge = kept;
        learner.series = Some(series);
        return None;
    }
    let result = match record.winner {
        None => AlphaResult::Drawn,
        Some(side) if side == alpha.unwrap_or(Side::First) => AlphaResult::Won,
        Some(_) => AlphaResult::Lost,
    };
    // A game that was broken off has no outcome to learn from, unless the judge's word counts for one.
    let outcome = match (record.ending, record.winner) {
        (Ending::Judged | Ending::Stopped, _) if !conditions.learning.td_leaf.judged => None,
        (_, None) => Some(Outcome::Draw),
        (_, Some(side)) => Some(Outcome::Win(side)),
    };
    learner.after_game(trajectory, outcome, &conditions.learning);
    let change = take_in(&mut series, learner, result, &conditions.learning);
    series.games.push(SeriesGame { result, plies: record.game.plies(), change, changes });
    series.note(learner.polynomial::<G>(conditions.learning.scaling.powers));
    learner.series = Some(series);
    Some(record)
}

/// Takes in a game: what Beta and Alpha make of it.
fn take_in(
    series: &mut Series,
    learner: &mut Learner,
    result: AlphaResult,
    learning: &LearnerSettings,
) -> Change {
    let Knowledge::Samuel(alpha) = &mut learner.knowledge else { return Change::None };
    let place = match result {
        AlphaResult::Won => 0,
        AlphaResult::Drawn => 1,
        AlphaResult::Lost => 2,
    };
    series.since[place] += 1;
    if result == AlphaResult::Lost {
        series.marks += 1;
        if series.marks >= BLACK_MARKS {
            series.marks = 0;
            // What was won before was won by another polynomial.
            series.since = [0; 3];
            alpha.upset();
            return Change::Upset;
        }
    }
    let [won, drawn, lost] = series.since;
    let all = won + drawn + lost;
    let adopts =
        result == AlphaResult::Won && (!learning.rules.majority || all >= MAJORITY_OF && 2 * won > all);
    if !adopts {
        return Change::None;
    }
    series.beta = alpha.polynomial(learning.scaling.powers);
    series.since = [0; 3];
    Change::Adopted
}

/// Plays a game in which the learner has this side, or both, and learns at its moves.
fn one_game<G: Subject>(
    learner: &mut Learner,
    beta: &Polynomial,
    alpha: Option<Side>,
    number: u64,
    conditions: &Conditions<'_, G>,
) -> (Record<G>, Trajectory, u32) {
    let Conditions { settings, learning, control, .. } = conditions;
    let powers = learning.scaling.powers;
    let beta: Scoring<G> = learning.scaling.scoring(beta.clone());
    let mut own: Scoring<G> = learning.scaling.scoring(learner.learning_polynomial::<G>(powers));
    let (mut trajectory, mut changes) = (Trajectory::default(), 0);
    let leading = |learner: &Learner| match &learner.knowledge {
        Knowledge::Samuel(alpha) => alpha.leading(),
        Knowledge::TdLeaf(_) => None,
    };
    let record = play_with(
        opening(number, conditions),
        conditions.moves,
        learning.scaling.give_away,
        &mut |game: &Played<G>| {
            let side = game.position().to_move();
            let search = SearchSettings::of(settings, game);
            let limits = Limits { depth: Some(search.plies.minimum as u32), ..Limits::default() };
            let learns = alpha.is_none_or(|own| own == side);
            let thought =
                think(game, if learns { &own } else { &beta }, search, &limits, control, &mut |_| {});
            if learns && thought.complete {
                let before = leading(learner);
                if learner.after_move(&mut trajectory, game, &thought, learning) {
                    own = learning.scaling.scoring(learner.learning_polynomial::<G>(powers));
                    changes += u32::from(before != leading(learner));
                }
            }
            turn(&thought, true, control)
        },
    );
    (record, trajectory, changes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samuel::DRAUGHTS;
    use crate::samuel::generalization::rules::{FIRST, MODIFICATIONS};
    use crate::samuel::modes::openings::random_opening;
    use crate::settings::Value;
    use games::Game as _;
    use games::draughts::Draughts;

    fn conditions<'a>(settings: &'a Settings, control: &'a Control) -> Conditions<'a, Draughts> {
        let learning = LearnerSettings::from_settings::<Draughts>(settings).unwrap();
        Conditions { settings, learning, moves: 70, openings: &[], random_plies: 0, seed: 1, control }
    }

    #[test]
    fn betas_first_moves_go_round_and_alpha_begins_in_its_turn() {
        let (settings, control) = (Settings::defaults(DRAUGHTS.options), Control::new());
        let conditions = conditions(&settings, &control);
        let first = |number| {
            let game: Played<Draughts> = opening(number, &conditions);
            game.last_move().map(|m| game.start().move_text(m, Notation::default()))
        };
        for number in 1..=14 {
            assert_eq!(alphas_side(number), Side::Second);
            assert_eq!(first(number).as_deref(), Some(Draughts::FIRST_MOVES[(number as usize - 1) % 7]));
        }
        assert_eq!([15, 16, 17, 18].map(alphas_side), [Side::First, Side::Second, Side::First, Side::Second]);
        // Alpha's own first move is free; Beta's go on in turn.
        assert_eq!((first(15), first(17)), (None, None));
        assert_eq!((first(16).as_deref(), first(18).as_deref()), (Some("9-13"), Some("9-14")));
    }

    #[test]
    fn td_leaf_plays_as_many_games_against_beta_as_it_is_told() {
        for percent in [0, 1, 30, 50, 100] {
            let sides: Vec<_> = (1..=400).filter_map(|number| side_against_beta(number, percent)).collect();
            assert_eq!(sides.len() as u64, 4 * percent);
            assert!(sides.iter().enumerate().all(|(place, &side)| (side == Side::First) == (place % 2 == 0)));
        }
        assert_eq!(
            [1, 2, 3, 4].map(|number| side_against_beta(number, 50).is_some()),
            [false, true, false, true]
        );
        let (mut settings, control) = (Settings::defaults(DRAUGHTS.options), Control::new());
        settings.set("Samuel.Method", Value::Text("td-leaf".to_owned()));
        let learner = |percent| {
            let mut settings = settings.clone();
            settings.set("Samuel.BetaGames", Value::Integer(percent));
            let learning = LearnerSettings::from_settings::<Draughts>(&settings).unwrap();
            let conditions = Conditions { learning, moves: 20, ..conditions(&settings, &control) };
            let mut learner = Learner::beginner::<Draughts>(&settings).unwrap();
            let beta = learner.polynomial::<Draughts>(learning.scaling.powers);
            learner.series = Some(Series::new(Vec::new(), beta.clone()));
            let games: Vec<_> = (0..3)
                .map(|_| {
                    play_next::<Draughts>(&mut learner, &conditions).unwrap().game.moves().collect::<Vec<_>>()
                })
                .collect();
            // Beta stays what it was.
            assert_eq!(learner.series.as_ref().unwrap().beta, beta);
            (learner, games)
        };
        let ((both, games), (one, against)) = (learner(0), learner(100));
        // Both play the first game with the weights that the series began with; what is learned of it is not the same.
        assert_eq!(games[0], against[0]);
        assert_ne!(both.knowledge, one.knowledge);
        assert_ne!(games[1..], against[1..]);
    }

    #[test]
    fn openings_take_turns_and_are_played_on_at_random() {
        let (settings, control) = (Settings::defaults(DRAUGHTS.options), Control::new());
        let openings: Vec<Played<Draughts>> = (1..=3).map(|number| random_opening(number, 3, 9)).collect();
        let conditions =
            Conditions { openings: &openings, random_plies: 2, ..conditions(&settings, &control) };
        let mut ends = std::collections::BTreeSet::new();
        for number in 1..=30 {
            let game = opening(number, &conditions);
            let turn = (number as usize - 1) % 3;
            assert_eq!(game.plies(), 5);
            assert!(game.moves().take(3).eq(openings[turn].moves()), "{number}");
            ends.insert(game.position().to_text());
        }
        assert!(ends.len() > 15, "{}", ends.len());
        // Without moves at random, the opening itself, not a forced first move.
        let conditions = Conditions { random_plies: 0, ..conditions };
        assert!(opening(5, &conditions).moves().eq(openings[1].moves()));
    }

    #[test]
    fn adoption_and_black_marks() {
        let mut settings = Settings::defaults(DRAUGHTS.options);
        let after = |settings: &Settings, results: &[AlphaResult]| {
            let learning = LearnerSettings::from_settings::<Draughts>(settings).unwrap();
            let mut learner = Learner::beginner::<Draughts>(settings).unwrap();
            let mut series = Series::new(Vec::new(), Polynomial::default());
            results
                .iter()
                .map(|&result| take_in(&mut series, &mut learner, result, &learning))
                .collect::<Vec<_>>()
        };
        use AlphaResult::{Drawn, Lost, Won};
        // A majority of at least three games.
        assert_eq!(after(&settings, &[Won, Won]), [Change::None; 2]);
        assert_eq!(after(&settings, &[Won, Lost, Won])[2], Change::Adopted);
        assert_eq!(
            after(&settings, &[Won, Drawn, Won, Lost, Won])[2..],
            [Change::Adopted, Change::None, Change::None]
        );
        assert_eq!(after(&settings, &[Won, Lost, Drawn, Won]), [Change::None; 4]);
        // In the first series any win does.
        settings.set(MODIFICATIONS.name, Value::Text(FIRST.to_owned()));
        assert_eq!(
            after(&settings, &[Lost, Won, Lost, Drawn, Lost, Lost]),
            [Change::None, Change::Adopted, Change::None, Change::None, Change::Upset, Change::None]
        );
    }

    #[test]
    fn an_interrupted_game_teaches_nothing() {
        let (settings, control) = (Settings::defaults(DRAUGHTS.options), Control::new());
        let conditions = conditions(&settings, &control);
        let mut learner = Learner::beginner::<Draughts>(&settings).unwrap();
        learner.series = Some(Series::new(Vec::new(), Polynomial::default()));
        let before = learner.clone();
        control.stop();
        assert!(play_next::<Draughts>(&mut learner, &conditions).is_none());
        assert_eq!(learner, before);
    }
}
