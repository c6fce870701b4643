//! A series of games: Alpha, which learns, against Beta, which keeps its polynomial for the whole of a game (section "Learning
//! procedure involving generalizations"). `td-leaf` learns in the same games, playing both sides.

use crate::samuel::learning::learner::{Knowledge, LearnerSettings, Student, Trajectory};
use crate::samuel::look_ahead::think::think;
use crate::samuel::manner;
use crate::samuel::modes::self_play::{Ending, Record, Turn, play_with};
use crate::samuel::terms::named::Named;
use crate::samuel::terms::polynomial::Polynomial;
use crate::samuel::terms::scoring::Scoring;
use crate::settings::Settings;
use games::{Notation, Outcome, Played, Side};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use search::{Control, Limits};

/// In so many games at the beginning Alpha has the side that does not begin.
const FIRST_GAMES: u64 = 14;
/// Of so many games since Beta last adopted Alpha's polynomial, at least, there must be a majority of wins.
const MAJORITY_OF: u32 = 3;
/// After so many lost games, an arbitrary number, the leading term is set to nothing.
const BLACK_MARKS: u32 = 3;

/// How a game of the series ended for Alpha (of `td-leaf`: for its side against Beta; where it has both, for the one that begins).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// Won, or judged to be ahead.
    Won,
    /// Lost, or behind: a black mark.
    Lost,
    /// Neither.
    Drawn,
}

/// What came of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sequel {
    /// Nothing.
    None,
    /// Beta adopted Alpha's polynomial.
    Adopted,
    /// There were enough black marks: the leading term was set to nothing.
    Upset,
}

/// A game of the series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeriesGame {
    /// How it ended.
    pub(crate) mark: Mark,
    /// How many moves it had.
    pub(crate) plies: usize,
    /// What came of it.
    pub(crate) sequel: Sequel,
    /// How often another term took the lead in it.
    pub(crate) changes: u32,
}

/// Alpha's polynomial after a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// After so many games.
    pub games: u64,
    /// The polynomial.
    pub polynomial: Polynomial,
}

/// A series.
#[derive(Clone, Debug, PartialEq)]
pub struct Contest {
    /// All that must be said again for the series to go on, by name.
    pub said: Vec<(String, String)>,
    /// Beta's polynomial.
    pub(crate) beta: Polynomial,
    /// Black marks since the last drastic change.
    pub(crate) marks: u32,
    /// Games won, drawn and lost since Beta adopted a polynomial, or the leading term was set to nothing.
    pub(crate) since: [u32; 3],
    /// The games.
    pub games: Vec<SeriesGame>,
    /// Polynomials along the way.
    pub snapshots: Vec<Snapshot>,
}

/// How the games of a series are played.
pub struct Conditions<'a, G: Named> {
    /// The options of both.
    pub settings: &'a Settings,
    /// How is learned.
    pub ways: LearnerSettings,
    /// A game is ended after so many moves, and judged.
    pub moves: usize,
    /// Each game begins with one of these, in turn, instead of the forced first moves; if there are none, at the first position.
    pub openings: &'a [Played<G>],
    /// After that, so many moves at random; without openings, too, they stand in the place of the forced first moves.
    pub random_plies: usize,
    /// The seed of those.
    pub seed: u64,
    /// Interrupts.
    pub control: &'a Control,
}

impl Contest {
    /// A series of which no game has been played, with Beta at this polynomial.
    #[must_use]
    pub const fn new(said: Vec<(String, String)>, beta: Polynomial) -> Self {
        Self { said, beta, marks: 0, since: [0; 3], games: Vec::new(), snapshots: Vec::new() }
    }

    /// Games won, lost and drawn among these.
    #[must_use]
    pub(crate) fn tally(games: &[SeriesGame]) -> [usize; 3] {
        [Mark::Won, Mark::Lost, Mark::Drawn].map(|mark| games.iter().filter(|game| game.mark == mark).count())
    }

    /// Takes in a game: what Beta and Alpha make of it.
    fn take_in(&mut self, student: &mut Student, mark: Mark, ways: &LearnerSettings) -> Sequel {
        let Knowledge::Samuel(alpha) = &mut student.knowledge else { return Sequel::None };
        let place = match mark {
            Mark::Won => 0,
            Mark::Drawn => 1,
            Mark::Lost => 2,
        };
        self.since[place] += 1;
        if mark == Mark::Lost {
            self.marks += 1;
            if self.marks >= BLACK_MARKS {
                self.marks = 0;
                // What was won before was won by another polynomial.
                self.since = [0; 3];
                alpha.upset();
                return Sequel::Upset;
            }
        }
        let [won, drawn, lost] = self.since;
        let all = won + drawn + lost;
        let adopts = mark == Mark::Won && (!ways.rules.majority || all >= MAJORITY_OF && 2 * won > all);
        if !adopts {
            return Sequel::None;
        }
        self.beta = alpha.polynomial(ways.manners.powers);
        self.since = [0; 3];
        Sequel::Adopted
    }

    /// Notes the polynomial down: after every game at first, later after every tenth and hundredth.
    fn note(&mut self, polynomial: Polynomial) {
        let games = self.games.len() as u64;
        // The last one stands for the present, until it is replaced.
        if self.snapshots.last().is_some_and(|last| !kept(last.games)) {
            self.snapshots.pop();
        }
        self.snapshots.push(Snapshot { games, polynomial });
    }
}

/// Whether the polynomial after so many games stays noted down.
fn kept(games: u64) -> bool {
    let step = match games {
        0..=100 => 1,
        101..=1000 => 10,
        _ => 100,
    };
    games.is_multiple_of(step)
}

/// Which side Alpha has in a game (from 1): at first the one that does not begin, then either in turn.
#[must_use]
const fn alphas_side(number: u64) -> Side {
    if number > FIRST_GAMES && number % 2 == 1 { Side::First } else { Side::Second }
}

/// Which side `td-leaf` has in a game (from 1) against Beta, either in turn; `None` if it has both. Of a hundred games so many are against
/// Beta, spread evenly.
#[must_use]
const fn side_against_beta(number: u64, of_a_hundred: u64) -> Option<Side> {
    let (before, now) = ((number - 1) * of_a_hundred / 100, number * of_a_hundred / 100);
    match (now > before, now % 2) {
        (false, _) => None,
        (true, 1) => Some(Side::First),
        (true, _) => Some(Side::Second),
    }
}

/// The game before its first free move: Beta's first moves are forced, one after the other, where Beta begins.
fn opening<G: Named>(number: u64, conditions: &Conditions<'_, G>) -> Played<G> {
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

/// A game (from 1) of a series after so many moves at random, drawn from the series' seed.
#[must_use]
pub fn random_opening<G: Named>(number: u64, plies: usize, seed: u64) -> Played<G> {
    beginning(&[], number, plies, seed)
}

/// The same, at random from the opening whose turn it is; without any, from the first position.
#[must_use]
pub(crate) fn beginning<G: Named>(openings: &[Played<G>], number: u64, plies: usize, seed: u64) -> Played<G> {
    let turn = number.saturating_sub(1) % openings.len().max(1) as u64;
    let mut game = openings.get(turn as usize).cloned().unwrap_or_else(|| Played::new(G::first_position()));
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(number);
    for _ in 0..plies {
        // Where there are too many moves, a likely one.
        let mut moves = Vec::new();
        game.position().candidates(&mut moves);
        let Some(&m) = moves.choose(&mut random) else { break };
        if game.play(m).is_err() {
            break;
        }
    }
    game
}

/// Plays the next game of the series, and has the student learn from it. `None` if it was interrupted: nothing has been learned then.
#[must_use]
pub fn play_next<G: Named>(student: &mut Student, conditions: &Conditions<'_, G>) -> Option<Record<G>> {
    let mut contest = student.contest.take()?;
    let kept = student.knowledge.clone();
    let number = contest.games.len() as u64 + 1;
    let alpha = match student.knowledge {
        Knowledge::Samuel(_) => Some(alphas_side(number)),
        Knowledge::TdLeaf(_) => side_against_beta(number, conditions.ways.beta_games),
    };
    let (record, trajectory, changes) = one_game(student, &contest.beta, alpha, number, conditions);
    if record.ending == Ending::Stopped {
        student.knowledge = kept;
        student.contest = Some(contest);
        return None;
    }
    let mark = match record.winner {
        None => Mark::Drawn,
        Some(side) if side == alpha.unwrap_or(Side::First) => Mark::Won,
        Some(_) => Mark::Lost,
    };
    // A game that was broken off has no outcome to learn from, unless the judge's word counts for one.
    let outcome = match (record.ending, record.winner) {
        (Ending::Judged | Ending::Stopped, _) if !conditions.ways.pace.judged => None,
        (_, None) => Some(Outcome::Draw),
        (_, Some(side)) => Some(Outcome::Win(side)),
    };
    student.after_game(trajectory, outcome, &conditions.ways);
    let sequel = contest.take_in(student, mark, &conditions.ways);
    contest.games.push(SeriesGame { mark, plies: record.game.plies(), sequel, changes });
    contest.note(student.polynomial::<G>(conditions.ways.manners.powers));
    student.contest = Some(contest);
    Some(record)
}

/// Plays a game in which the student has this side, or both, and learns at its moves.
fn one_game<G: Named>(
    student: &mut Student,
    beta: &Polynomial,
    alpha: Option<Side>,
    number: u64,
    conditions: &Conditions<'_, G>,
) -> (Record<G>, Trajectory, u32) {
    let Conditions { settings, ways, control, .. } = conditions;
    let powers = ways.manners.powers;
    let beta: Scoring<G> = ways.manners.scoring(beta.clone());
    let mut own: Scoring<G> = ways.manners.scoring(student.learning_polynomial::<G>(powers));
    let (mut trajectory, mut changes) = (Trajectory::default(), 0);
    let leading = |student: &Student| match &student.knowledge {
        Knowledge::Samuel(alpha) => alpha.leading(),
        Knowledge::TdLeaf(_) => None,
    };
    let record = play_with(
        opening(number, conditions),
        conditions.moves,
        ways.manners.give_away,
        control,
        &mut |game: &Played<G>| {
            let side = game.position().to_move();
            let manner = manner(settings, game);
            let limits = Limits { depth: Some(manner.plies.minimum as u32), ..Limits::default() };
            let learns = alpha.is_none_or(|own| own == side);
            let thought =
                think(game, if learns { &own } else { &beta }, manner, &limits, control, &mut |_| {});
            if learns && thought.complete {
                let before = leading(student);
                if student.after_move(&mut trajectory, game, &thought, ways) {
                    own = ways.manners.scoring(student.learning_polynomial::<G>(powers));
                    changes += u32::from(before != leading(student));
                }
            }
            Turn { thought, may_concede: true }
        },
    );
    (record, trajectory, changes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samuel::DRAUGHTS;
    use crate::samuel::generalization::rules::{FIRST, MODIFICATIONS};
    use crate::settings::Value;
    use games::Game as _;
    use games::draughts::Draughts;

    fn conditions<'a>(settings: &'a Settings, control: &'a Control) -> Conditions<'a, Draughts> {
        let ways = LearnerSettings::from_settings::<Draughts>(settings).unwrap();
        Conditions { settings, ways, moves: 70, openings: &[], random_plies: 0, seed: 1, control }
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
        let student = |percent| {
            let mut settings = settings.clone();
            settings.set("Samuel.BetaGames", Value::Integer(percent));
            let ways = LearnerSettings::from_settings::<Draughts>(&settings).unwrap();
            let conditions = Conditions { ways, moves: 20, ..conditions(&settings, &control) };
            let mut student = Student::beginner::<Draughts>(&settings).unwrap();
            let beta = student.polynomial::<Draughts>(ways.manners.powers);
            student.contest = Some(Contest::new(Vec::new(), beta.clone()));
            let games: Vec<_> = (0..3)
                .map(|_| {
                    play_next::<Draughts>(&mut student, &conditions).unwrap().game.moves().collect::<Vec<_>>()
                })
                .collect();
            // Beta stays what it was.
            assert_eq!(student.contest.as_ref().unwrap().beta, beta);
            (student, games)
        };
        let ((both, games), (one, against)) = (student(0), student(100));
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
        let after = |settings: &Settings, marks: &[Mark]| {
            let ways = LearnerSettings::from_settings::<Draughts>(settings).unwrap();
            let mut student = Student::beginner::<Draughts>(settings).unwrap();
            let mut contest = Contest::new(Vec::new(), Polynomial::default());
            marks.iter().map(|&mark| contest.take_in(&mut student, mark, &ways)).collect::<Vec<_>>()
        };
        use Mark::{Drawn, Lost, Won};
        // A majority of at least three games.
        assert_eq!(after(&settings, &[Won, Won]), [Sequel::None; 2]);
        assert_eq!(after(&settings, &[Won, Lost, Won])[2], Sequel::Adopted);
        assert_eq!(
            after(&settings, &[Won, Drawn, Won, Lost, Won])[2..],
            [Sequel::Adopted, Sequel::None, Sequel::None]
        );
        assert_eq!(after(&settings, &[Won, Lost, Drawn, Won]), [Sequel::None; 4]);
        // In the first series any win does.
        settings.set(MODIFICATIONS.name, Value::Text(FIRST.to_owned()));
        assert_eq!(
            after(&settings, &[Lost, Won, Lost, Drawn, Lost, Lost]),
            [Sequel::None, Sequel::Adopted, Sequel::None, Sequel::None, Sequel::Upset, Sequel::None]
        );
    }

    #[test]
    fn an_interrupted_game_teaches_nothing() {
        let (settings, control) = (Settings::defaults(DRAUGHTS.options), Control::new());
        let conditions = conditions(&settings, &control);
        let mut student = Student::beginner::<Draughts>(&settings).unwrap();
        student.contest = Some(Contest::new(Vec::new(), Polynomial::default()));
        let before = student.clone();
        control.stop();
        assert!(play_next::<Draughts>(&mut student, &conditions).is_none());
        assert_eq!(student, before);
    }
}
